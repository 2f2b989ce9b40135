import { afterEach, expect, test, vi } from 'vitest';
import { fetchPageFiles } from '#browser/page-files.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page that names these files; `answer` is what the server says for each. */
function openPage(content: string, answer: (path: string) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', {
    baseURI: 'https://atoll.test/sub/',
    querySelector: (selector: string) => (selector === 'meta[name="atoll-saves"]' ? { content } : null),
  });
  vi.stubGlobal('fetch', async ({ href }: URL) => {
    asked.push(href);
    return answer(href);
  });
  return asked;
}

test('the files that the page names are fetched; what is missing or cut fails, and the next call asks again', async () => {
  const cut = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) }));
  const answers = [new Response('a'), new Response('', { status: 404 }), new Response('a'), cut];
  const asked = openPage('./assets/a.js ./assets/b.js', () => answers.shift() ?? new Response('a'));
  await expect(fetchPageFiles('saves')).rejects.toThrow('./assets/b.js: 404');
  await expect(fetchPageFiles('saves')).rejects.toThrow('cut');
  await expect(fetchPageFiles('saves')).resolves.toBeUndefined();
  const urls = ['https://atoll.test/sub/assets/a.js', 'https://atoll.test/sub/assets/b.js'];
  expect(asked).toEqual([...urls, ...urls, ...urls]);
  // They are there.
  await fetchPageFiles('saves');
  expect(asked).toHaveLength(6);
});

test('a page that names no files fetches none', async () => {
  const asked = openPage('', () => Response.error());
  await fetchPageFiles('others');
  expect(asked).toEqual([]);
});
