import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';

const PAGE = 'http://atoll.test/';
const PART = `${PAGE}assets/Part.1.js`;

/** The server's responses by address. Requests to any other address fail. */
let responses: Record<string, () => Response>;
let dataset: Record<string, string>;
let notice: { textContent: string };

const page = (build: string) => () =>
  new Response(`<meta name="atoll-build" content="${build}">`, { headers: { 'content-type': 'text/html' } });
const failure = new TypeError(`Failed to fetch dynamically imported module: ${PART}`);

beforeEach(async () => {
  vi.resetModules();
  responses = {};
  dataset = {};
  notice = { textContent: '' };
  const querySelector = (selector: string) => (selector.includes('build') ? { content: 'mine' } : notice);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { documentElement: { dataset }, querySelector }),
  );
  vi.stubGlobal('location', new URL(`${PAGE}#/collections`));
  vi.stubGlobal('fetch', async (url: string) => {
    const respond = responses[url];
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  });
  (await import('#layouts/update-watch.ts')).startUpdateWatch();
});

afterEach(() => vi.unstubAllGlobals());

const partFails = () =>
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
const islandFails = () =>
  document.dispatchEvent(new CustomEvent('astro:hydration-error', { detail: { error: failure } }));

test.each([
  ['a part fails and the page is of another build', partFails, { [PAGE]: page('other') }],
  ['a part is missing', partFails, { [PAGE]: page('mine'), [PART]: () => new Response('', { status: 404 }) }],
  ['the response for a part is the page', partFails, { [PAGE]: page('mine'), [PART]: page('mine') }],
  [
    'an island is missing',
    islandFails,
    { [PAGE]: page('mine'), [PART]: () => new Response('', { status: 404 }) },
  ],
])('reports an update when %s', async (_what, fail, stubs) => {
  responses = stubs;
  fail();
  await eventually(() => expect('updated' in dataset).toBe(true));
  expect(notice.textContent).toBe(
    'Atoll was updated. Reload the page to go on. Drafts of forms are kept, chosen files are not.',
  );
});

test.each([
  ['the network is unavailable', {}],
  ['the part exists', { [PAGE]: page('mine'), [PART]: () => new Response('export {}') }],
  ['a proxy requires a sign-in', { [PAGE]: () => new Response('<h1>Sign in</h1>', { status: 401 }) }],
])('reports no update when %s', async (_what, stubs) => {
  responses = stubs;
  const { wasUpdated } = await import('#browser/update-check.ts');
  expect(await wasUpdated(failure)).toBe(false);
});
