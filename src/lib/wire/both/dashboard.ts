/* Which version a backend is: no answer of its API says it, but the files of its own dashboard do. */
import { isFrom } from './versions.ts';

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
