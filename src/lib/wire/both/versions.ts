/* The versions of PocketBase, such as `0.40.6`. */
import type { Line } from '../choose.ts';

/** Whether a version, such as `0.40.6`, is this one or a newer one; an unknown version is none. */
export function isFrom(version: string | undefined, minor: number, patch = 0): boolean {
  const [, major = 0, itsMinor = 0, itsPatch = 0] =
    /^(\d+)\.(\d+)\.(\d+)/.exec(version ?? '')?.map(Number) ?? [];
  if (major > 0 || itsMinor > minor) return true;
  return itsMinor === minor && itsPatch >= patch;
}

/** The line of a version such as `0.22.9`; undefined for versions that Atoll was never made for. */
export function lineOfVersion(version: string): Line | undefined {
  if (isFrom(version, 23)) return 'pb23';
  return isFrom(version, 22) ? 'pb22' : undefined;
}
