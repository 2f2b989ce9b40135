import { addressIn, buildOf, isMissing } from '#domain/app/update.ts';

/** Fetches an address without any cache and reads the response; undefined when the request fails. */
async function fetchFresh<T>(
  url: string,
  read: (response: Response) => T | Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  try {
    return await read(await fetch(url, { cache: 'no-store', signal: stop.signal }));
  } catch {
    return undefined;
  } finally {
    // The rest of the response is not needed.
    stop.abort();
  }
}

async function isAnotherBuild(): Promise<boolean> {
  const own = document.querySelector<HTMLMetaElement>('meta[name="atoll-build"]')?.content;
  const page = await fetchFresh(location.href.replace(/#.*/, ''), (response) => response.text());
  const build = buildOf(page ?? '');
  return build !== undefined && build !== own;
}

async function isGone(url: string | undefined): Promise<boolean> {
  if (!url || new URL(url).origin !== location.origin) return false;
  const gone = await fetchFresh(url, ({ status, headers }) => isMissing(status, headers.get('content-type')));
  return gone ?? false;
}

/** Whether an import failed because Atoll was updated: another build, or a missing part. Never rejects. */
export async function wasUpdated(error: unknown): Promise<boolean> {
  const signs = await Promise.all([isAnotherBuild(), isGone(addressIn(error))]);
  return signs.includes(true);
}
