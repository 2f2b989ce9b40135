import { pageSetting } from './page-settings.ts';

/** The names whose files are all there: each page of settings asks for them. */
const fetched = new Set<string>();

/**
 * Fetches the files that the page's `<meta name="atoll-NAME">` lists, before their code is imported: Firefox does not
 * request a module again that failed once, other requests it does. Once, if all arrive. There are none in development.
 * @throws Error when one can't be fetched; another call tries again
 */
export async function fetchPageFiles(name: string): Promise<void> {
  if (fetched.has(name)) return;
  const urls = pageSetting(name).split(' ').filter(Boolean);
  await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(new URL(url, document.baseURI));
      // Its end may be missing, too.
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
    }),
  );
  fetched.add(name);
}
