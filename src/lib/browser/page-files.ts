import { pageSetting } from './page-settings.ts';

/**
 * Fetches the files that the page's `<meta name="atoll-NAME">` lists, before their code is imported: Firefox does not
 * request a module again that failed once, other requests it does. There are none in development.
 * @throws Error when one can't be fetched; another call tries again
 */
export async function fetchPageFiles(name: string): Promise<void> {
  const urls = pageSetting(name).split(' ').filter(Boolean);
  await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(new URL(url, document.baseURI));
      // Its end may be missing, too.
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
    }),
  );
}
