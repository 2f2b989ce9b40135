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
function dashboardScript(page: string): string | undefined {
  const [, name] = /\bassets\/(index-[\w-]+\.js)/.exec(page) ?? [];
  return name && `/_/assets/${name}`;
}

/** What the dashboard's script has told. */
export interface ScriptVersion {
  readonly source: string;
  /** Undefined where the script has none. */
  readonly version: string | undefined;
}

/**
 * Finds the version that the script of a dashboard shows; undefined for a page of somebody else.
 *
 * @param page the dashboard's
 * @param read the text of a path; its errors are thrown on
 * @param known what was found before: the same script, of up to a megabyte, is not read again
 */
export async function readVersion(
  page: string,
  read: (path: string) => Promise<string>,
  known?: ScriptVersion,
): Promise<ScriptVersion | undefined> {
  const source = dashboardScript(page);
  if (!source || source === known?.source) return source ? known : undefined;
  const [, version] = /\bPocketBase v(\d+\.\d+\.\d+)/.exec(await read(source)) ?? [];
  return { source, version };
}
