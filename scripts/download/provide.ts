import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { LINE_NAMES } from '#scripts/lib/lines.ts';
import { ROOT } from '#scripts/lib/paths.ts';
import { installedPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { UserError } from '#scripts/lib/user-error.ts';
import { withoutPassword } from '#server/without-password.mjs';
import type { Line } from '#wire/choose.ts';
import { lineOfVersion } from '#wire/versions.ts';
import type { Limits } from './file.ts';
import { downloadByPip } from './pip.ts';
import { downloadPocketBase, releaseFolder } from './pocketbase.ts';
import { cacheFolder, RELEASES, type Release, releaseFor } from './release.ts';
import { NEWEST, newestFirst, newestOfPip, pinOf } from './versions.ts';

/** Longest time for a download, and longest wait for a server that sends nothing. */
const LIMIT_MS = 120_000;
const IDLE_MS = 10_000;

interface Program {
  bin: string;
  version: string;
}

export interface ProvideOptions {
  /** That of the data folder. */
  line: Line;
  /** Whether the network may be asked. */
  mayDownload: boolean;
  /** Whether pip alone is asked, which has an older 0.22, instead of GitHub. */
  byPip?: boolean | undefined;
  /** Address of the releases; by default PocketBase's own. */
  releases?: string | undefined;
  /** Ends a download. */
  signal: AbortSignal;
  /** As in `process.platform` and `process.arch`. */
  system?: string;
  processor?: string;
  /** Folder of downloaded programs. */
  cache?: string;
  /** Folder that contains `node_modules`, with a trailing slash. */
  root?: string;
  limitMs?: number;
  idleMs?: number;
  /** The SHA-256 that pip's program must have. */
  pin?: string;
}

/**
 * The PocketBase program for this computer: the newest release of the line that Atoll knows, from the user's cache or
 * downloaded (with `byPip` the newest that pip has); else the newest one of the line that is there already. Prints what
 * it does.
 * @returns its path
 * @throws UserError when there is none; the reason of `signal` when that ended the download
 */
export async function providePocketBase({
  line,
  mayDownload,
  byPip = false,
  releases = RELEASES,
  signal,
  system = process.platform,
  processor = process.arch,
  cache = cacheFolder(system, process.env, homedir()),
  root = ROOT,
  limitMs = LIMIT_MS,
  idleMs = IDLE_MS,
  pin = pinOf(newestOfPip(line), 'pip') ?? '',
}: ProvideOptions): Promise<string> {
  const release = releaseFor(system, processor, byPip ? newestOfPip(line) : NEWEST[line]);
  const hasPip = release?.platform === 'linux_amd64';
  if (byPip && !hasPip) {
    throw new UserError(
      `pip has PocketBase for Linux on x64 alone, not for ${system} ${processor}. Leave out --pip.`,
    );
  }
  if (release) {
    const { version } = release;
    const dir = releaseFolder(cache, release);
    const program = { bin: join(dir, release.program), version };
    if (existsSync(program.bin)) return announced(program);
    const download = async (from: string, fetchInto: (limits: Limits) => Promise<unknown>) => {
      const seconds = limitMs / 1000;
      console.log(
        `Atoll: downloading PocketBase ${version} from ${from} ` +
          `(for at most ${seconds} s; --no-download skips it) ...`,
      );
      const limit = AbortSignal.timeout(limitMs);
      try {
        await fetchInto({ signal: AbortSignal.any([signal, limit]), idleMs });
        console.log(`Atoll: downloaded PocketBase ${version} to ${dir}`);
        return true;
      } catch (error) {
        if (signal.aborted) throw error;
        // The address of a mirror may have a password.
        const reason = limit.aborted ? `it took longer than ${seconds} s` : withoutPassword(reasonOf(error));
        console.error(
          `Atoll: PocketBase ${version} can't be downloaded: ${reason}. The next start tries again.`,
        );
        return false;
      }
    };
    const byRelease = (limits: Limits) =>
      downloadPocketBase(release, { releases, dir, limits, pin: pinOfRelease(release) });
    const wheel = (limits: Limits) => downloadByPip({ version, pin, signal: limits.signal }, program.bin);
    const isThere =
      mayDownload &&
      ((!byPip && (await download(new URL(releases).host, byRelease))) ||
        // The same version, of bytes that Atoll's tests run on.
        ((byPip || (hasPip && version === newestOfPip(line))) && (await download('PyPI by pip', wheel))));
    if (isThere) return announced(program);
  }
  const installed = installedPocketBase(root);
  const present = [
    ...(installed && lineOfVersion(installed.version) === line ? [installed] : []),
    ...downloaded(cache, release),
  ];
  const [newest] = present.sort((a, b) => newestFirst(a.version, b.version));
  if (!newest) {
    throw new UserError(
      `There is no PocketBase ${LINE_NAMES[line]} for ${system} ${processor} on this computer. ` +
        `Download PocketBase ${NEWEST[line]} from https://github.com/pocketbase/pocketbase/releases and choose it ` +
        `with --bin, ${line === 'pb22' ? '' : 'make a new data folder with --pocketbase 0.22, '}` +
        'or use a backend that is already running with --backend.',
    );
  }
  return announced(newest);
}

const pinOfRelease = ({ version, platform }: Release) =>
  platform === 'linux_amd64' ? pinOf(version, 'release') : undefined;

/** Says that another version is used than the one that Atoll is made for. */
function announced({ bin, version }: Program): string {
  const best = NEWEST[lineOfVersion(version) ?? 'pb22'];
  if (version === best) return bin;
  const isOlder = newestFirst(version, best) > 0;
  const advice = isOlder ? `. A newer version, ${best}, has security fixes.` : '';
  console.error(`Atoll: using PocketBase ${version}${advice}`);
  return bin;
}

/** Deno's "fetch failed" has its reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? reasonOf(error.cause) : error.message;
}

/**
 * The programs of the release's line in the cache. A data folder fits each: 0.22.14 brought the last change of its
 * tables.
 */
function downloaded(cache: string, release: Release | undefined): Program[] {
  if (!release || !existsSync(cache)) return [];
  return readdirSync(cache).flatMap((name) => {
    const [version = '', platform] = name.split(/_(.*)/);
    const bin = join(cache, name, release.program);
    const isOfLine = lineOfVersion(version) === lineOfVersion(release.version);
    return isOfLine && platform === release.platform && existsSync(bin) ? [{ bin, version }] : [];
  });
}
