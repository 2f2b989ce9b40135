import { backendUrl } from '#browser/backends.ts';
import { VERSION_HEADER } from '#domain/app/backends.ts';
import { readVersion } from '#wire/dashboard.ts';
import { DASHBOARD_PATH } from '#wire/health.ts';
import type { CallOptions } from '../client.ts';

export interface FoundVersion {
  readonly version: string;
  /** What has told it: the same answer need not be read again. */
  readonly source: string;
}

/**
 * Finds the version of the backend by its own dashboard, which no log has; undefined where nothing tells it.
 *
 * @param known what was found before; its files, of up to a megabyte, are not fetched again
 * @throws TypeError without a response
 */
export async function findVersion(
  known: FoundVersion | undefined,
  { signal, backend }: CallOptions = {},
): Promise<FoundVersion | undefined> {
  const base = backendUrl(backend);
  const get = (path: string) => fetch(base + path.slice(1), { cache: 'no-cache', signal });
  const page = await get(DASHBOARD_PATH);
  if (!page.ok || page.redirected) return undefined;
  // Atoll's own server has read the files.
  const told = page.headers.get(VERSION_HEADER);
  if (told) return { version: told, source: VERSION_HEADER };
  const read = async (script: string) => (await get(script)).text();
  const { version, source = '' } = (await readVersion(await page.text(), read, known)) ?? {};
  return version === undefined ? undefined : { version, source };
}
