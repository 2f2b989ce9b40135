/* Which version of PocketBase a backend is: no answer of its API says it, but the files of its own dashboard do. */
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

/** The newest PocketBase that Atoll was tested with. */
export const TESTED_VERSION = '0.40.6';

/** Whether a version such as `0.40.6` is newer than all that Atoll was tested with. */
export const isUntested = (version: string): boolean => {
  const [, minor = 0, patch = 0] = TESTED_VERSION.split('.').map(Number);
  return isFrom(version, minor, patch + 1);
};

/** The path of its script, in the page of the dashboard; each version has another name for it. */
export function dashboardScript(page: string): string | undefined {
  const [, name] = /\bassets\/(index-[\w-]+\.js)/.exec(page) ?? [];
  return name && `/_/assets/${name}`;
}

/** The version that this script shows. */
export const versionIn = (script: string): string | undefined =>
  /\bPocketBase v(\d+\.\d+\.\d+)/.exec(script)?.[1];
