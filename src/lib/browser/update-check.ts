import { addressIn, buildOf, isMissing } from '#domain/app/update.ts';

/** Reads an answer and bypasses every cache; undefined when there is no answer. */
async function ask<T>(url: string, read: (answer: Response) => T | Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  try {
    return await read(await fetch(url, { cache: 'no-store', signal: stop.signal }));
  } catch {
    return undefined;
  } finally {
    // The rest of the answer is not needed.
    stop.abort();
  }
}

async function isAnotherBuild(): Promise<boolean> {
  const own = document.querySelector<HTMLMetaElement>('meta[name="atoll-build"]')?.content;
  const page = await ask(location.href.replace(/#.*/, ''), (answer) => answer.text());
  const build = buildOf(page ?? '');
  return build !== undefined && build !== own;
}

async function isGone(url: string | undefined): Promise<boolean> {
  if (!url || new URL(url).origin !== location.origin) return false;
  const gone = await ask(url, ({ status, headers }) => isMissing(status, headers.get('content-type')));
  return gone ?? false;
}

/**
 * Whether an import failed because Atoll was updated, so that another try can't help: the server holds the page of
 * another build, or does not have the part. Never rejects; false while the network is down.
 * @param error what the import failed with.
 */
export async function wasUpdated(error: unknown): Promise<boolean> {
  const signs = await Promise.all([isAnotherBuild(), isGone(addressIn(error))]);
  return signs.includes(true);
}
