/* Which version of PocketBase a backend is: no answer of its API says it, but the files of its own dashboard do. */
import type { Line } from '../choose.ts';

/** The line of a version such as `0.22.9`; undefined for versions that Atoll was never made for. */
export function lineOfVersion(version: string): Line | undefined {
  const [, major = 0, minor = 0] = /^(\d+)\.(\d+)\./.exec(version)?.map(Number) ?? [];
  if (major > 0 || minor >= 23) return 'pb23';
  return minor === 22 ? 'pb22' : undefined;
}

/** The newest PocketBase that Atoll was tested with. */
export const TESTED_VERSION = '0.40.6';

const partsOf = (version: string): number[] => version.split('.').map(Number);

/** Whether the first of two versions such as `0.40.6` is the newer one. */
function isAfter(version: string, other: string): boolean {
  const [own, parts] = [partsOf(version), partsOf(other)];
  const at = own.findIndex((part, index) => part !== parts[index]);
  return at >= 0 && (own[at] ?? 0) > (parts[at] ?? 0);
}

/** Whether a version such as `0.40.6` is newer than all that Atoll was tested with. */
export const isUntested = (version: string): boolean => isAfter(version, TESTED_VERSION);

/** The path of its script, in the page of the dashboard; each version has another name for it. */
export function dashboardScript(page: string): string | undefined {
  const [, name] = /\bassets\/(index-[\w-]+\.js)/.exec(page) ?? [];
  return name && `/_/assets/${name}`;
}

/** The version that this script shows. */
export const versionIn = (script: string): string | undefined =>
  /\bPocketBase v(\d+\.\d+\.\d+)/.exec(script)?.[1];
