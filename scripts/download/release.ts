import { posix, win32 } from 'node:path';

/** Where PocketBase publishes its releases: `RELEASES/v0.22.52/FILE`. */
export const RELEASES = 'https://github.com/pocketbase/pocketbase/releases/download';

// PocketBase has more builds, such as linux_armv7, but Deno, which runs `npm start`, exists for these alone.
const SYSTEMS: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const PROCESSORS: Record<string, string> = { arm64: 'arm64', x64: 'amd64' };

/** A release of PocketBase for one platform. */
export interface Release {
  version: string;
  /** As PocketBase names it, such as `linux_amd64`. */
  platform: string;
  /** Name of the zip that contains the program. */
  file: string;
  /** Name of the program in the zip. */
  program: string;
}

/**
 * The release for a platform; undefined when PocketBase has none.
 * @param system such as `linux`, as in `process.platform`
 * @param processor such as `x64`, as in `process.arch`
 */
export function releaseFor(system: string, processor: string, version: string): Release | undefined {
  const [os, cpu] = [SYSTEMS[system], PROCESSORS[processor]];
  if (!os || !cpu) return undefined;
  const platform = `${os}_${cpu}`;
  return {
    version,
    platform,
    file: `pocketbase_${version}_${platform}.zip`,
    program: os === 'windows' ? 'pocketbase.exe' : 'pocketbase',
  };
}

/**
 * The SHA-256 of a file, in lower case; undefined when it is not listed.
 * @param list the text of a release's `checksums.txt`: `SHA256  FILE` in each line
 */
export function checksumOf(file: string, list: string): string | undefined {
  for (const line of list.split('\n')) {
    const [, checksum, name] = /^([0-9a-f]{64}) [ *](.+?)\r?$/i.exec(line) ?? [];
    if (name === file) return checksum?.toLowerCase();
  }
  return undefined;
}

/**
 * The folder in which downloaded programs are kept, one subfolder for each version and platform.
 * @param system such as `linux`, as in `process.platform`
 * @param home the user's home folder
 */
export function cacheFolder(system: string, env: NodeJS.ProcessEnv, home: string): string {
  if (system === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'atoll', 'pocketbase');
  }
  // A relative XDG_CACHE_HOME is invalid.
  const xdg = env['XDG_CACHE_HOME']?.startsWith('/') ? env['XDG_CACHE_HOME'] : posix.join(home, '.cache');
  const caches = system === 'darwin' ? posix.join(home, 'Library', 'Caches') : xdg;
  return posix.join(caches, 'atoll', 'pocketbase');
}
