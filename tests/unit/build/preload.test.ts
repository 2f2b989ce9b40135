import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addPreloads,
  findEntries,
  forScript,
  leanIslands,
  modulesOf,
  preloadMap,
  resolveFrom,
  searchMap,
  sharedModules,
} from '#build/preload.mjs';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/atoll-preload-`);
});

afterEach(() => rm(dir, { recursive: true }));

/** A page with one island per entry: route value to module. */
function pageWith(islands: Record<string, string>, rest = ''): string {
  const tags = Object.entries(islands).map(
    ([routes, module]) =>
      `<astro-island component-url="./${module}" renderer-url="./client.js" client="route" opts="{&quot;name&quot;:&quot;X&quot;,&quot;value&quot;:&quot;${routes}&quot;}"><p>x</p></astro-island>`,
  );
  return `<!doctype html><html><head><meta charset="utf-8">${rest}</head><body>${tags.join('')}</body></html>`;
}

async function mapOf(html: string, modules: Record<string, string>) {
  for (const [name, source] of Object.entries(modules)) await writeFile(`${dir}/${name}`, source);
  return preloadMap(html, pathToFileURL(`${dir}/`));
}

test('lists every module of a route once, also in import cycles, and no dynamic import', async () => {
  const map = await mapOf(pageWith({ login: 'login.js', 'logs settings': 'logs.js' }), {
    'client.js': 'import "./react.js"; export default 1',
    'react.js': 'export const r = 1',
    'login.js': 'import { a } from "./a.js"; import("./heavy.js"); export default a',
    'a.js': 'import "./b.js"; import "./react.js"; export const a = 1',
    'b.js': 'import "./a.js"; import x from "https://elsewhere.test/x.js"',
    'heavy.js': '',
    'logs.js': 'export * from "./b.js"',
  });
  expect(Object.keys(map)).toEqual(['*', 'renderer', 'login', 'logs settings']);
  expect([map['*'], map['renderer']]).toEqual([[], ['./client.js', './react.js']]);
  expect([...(map['login'] ?? [])].sort()).toEqual(['./a.js', './b.js', './login.js']);
  expect([...(map['logs settings'] ?? [])].sort()).toEqual(['./a.js', './b.js', './logs.js']);
});

test("adds the page's own scripts, external and inline, and merges islands of the same routes", async () => {
  const scripts =
    '<script type="module" src="./boot.js"></script><script type="module">import"./inline.js"</script>';
  const html = pageWith({ login: 'login.js' }, scripts).replace(
    '</body>',
    `${pageWith({ login: 'more.js' })}</body>`,
  );
  const modules = ['login.js', 'more.js', 'boot.js', 'inline.js'];
  const sources = Object.fromEntries(modules.map((name) => [name, '']));
  const map = await mapOf(html, { ...sources, 'client.js': 'import "./boot.js"' });
  expect(map['login']).toEqual(['./login.js', './more.js']);
  expect(map['*']).toEqual(['./boot.js', './inline.js']);
  // Without what the page loads anyway.
  expect(map['renderer']).toEqual(['./client.js']);
});

test('lists islands that hydrate later after the others', async () => {
  const islands = { 'sidebar later': 'menu.js', logs: 'logs.js', '* later': 'toasts.js' };
  const modules = ['client.js', 'menu.js', 'logs.js', 'toasts.js'];
  const map = await mapOf(pageWith(islands), Object.fromEntries(modules.map((name) => [name, ''])));
  expect(Object.keys(map)).toEqual(['*', 'renderer', 'logs', 'sidebar later', '* later']);
  expect(map['*']).toEqual([]);
  expect(modulesOf(map, ['*', 'logs'])).toEqual(['./logs.js', './toasts.js']);
});

test('lists what a search needs beside its screen, and misses no file of it', async () => {
  await mkdir(`${dir}/assets`);
  const map = { '*': ['./assets/core.js'], collections: ['./assets/lists.js'] };
  const client = pathToFileURL(`${dir}/`);
  await expect(searchMap(map, client)).rejects.toThrow('No file of the build is search-filter');
  const modules = {
    'search-filter.1.js': 'import "./lists.js"; import "./searched-text.2.js"',
    'searched-text.2.js': 'import "./core.js"; import "./part.js"',
    'lists.js': '',
    'core.js': '',
    'part.js': '',
  };
  for (const [name, source] of Object.entries(modules)) await writeFile(`${dir}/assets/${name}`, source);
  expect(await searchMap(map, client)).toEqual({
    'collections?': ['search-filter.1', 'searched-text.2', 'part'].map((name) => `./assets/${name}.js`),
    'settings-admins?': ['searched-text.2', 'part'].map((name) => `./assets/${name}.js`),
  });
});

test('resolves specifiers relative to the module that contains them', () => {
  expect(resolveFrom('./b.js', './assets/a.js')).toBe('./assets/b.js');
  expect(resolveFrom('../b.js', './assets/a.js')).toBe('./b.js');
  expect(resolveFrom('../../b.js', './assets/a.js')).toBeUndefined();
});

test('preloads what every route needs before the first script, and the rest in the script', () => {
  const map = { '*': ['./core.js'], login: ['./assets/login.js'], empty: [] };
  const html = '<head><meta><script>a()</script><script>b()</script></head>';
  expect(addPreloads(html, map)).toBe(
    '<head><meta><link rel="modulepreload" href="./core.js"><script>a()</script><script>b()</script></head>',
  );
  expect(forScript(map)).toEqual({ login: ['login'] });
  expect(() => forScript({ login: ['./login.js'] })).toThrow('nothing that matches');
});

test('finds islands that wait for a route, and modules of the page itself', () => {
  const html = [
    '<script type="module" src="./boot.js"></script><script src="./classic.js"></script>',
    '<script>classic()</script><script type="module">inline()</script>',
    '<astro-island component-url="./now.js" client="load" opts="{}"></astro-island>',
    '<astro-island component-url="./a.js" renderer-url="./r.js" client="route" opts="{&quot;value&quot;:&quot;login&quot;}"></astro-island>',
    '<astro-island renderer-url="./r.js" client="route" opts="{&#34;value&#34;:&#34;logs&#34;}"></astro-island>',
  ].join('');
  expect(findEntries(html)).toEqual({
    islands: [
      { routes: 'login', entries: ['./a.js', './r.js'] },
      { routes: 'logs', entries: ['./r.js'] },
    ],
    scripts: ['./boot.js'],
    inlineModules: ['inline()'],
  });
});

test('decodes attribute values', () => {
  const opts = '{&quot;value&quot;:&quot;&lt;a&gt; &#39;b&#39; &amp;amp;&quot;}';
  const html = `<astro-island client="route" opts="${opts}"></astro-island>`;
  expect(findEntries(html).islands).toEqual([{ routes: "<a> 'b' &amp;", entries: [] }]);
});

test.each([
  [{ '*': ['./a.js', './b.js'], login: ['./c.js'] }, ['./a.js', './b.js']],
  [{ login: ['./c.js'] }, []],
])('lists the modules of %j that every route needs', (map, expected) => {
  expect(sharedModules(map)).toEqual(expected);
});

test.each([
  ['https://elsewhere.test/x.js', undefined],
  ['/x.js', undefined],
  ['/page/x.js', './x.js'],
])('resolves the address %s to %s', (specifier, expected) => {
  expect(resolveFrom(specifier, './a.js')).toBe(expected);
});

test('removes attributes of islands that no browser uses', () => {
  const rest = '<p uid="kept" props="{}"></p>';
  const opts = (name: string) => `opts="{${name}&quot;value&quot;:&quot;login&quot;}"`;
  const full = `<astro-island uid="Z1hTpVL" prefix="r1" component-export="default" props="{}" ssr ${opts('&quot;name&quot;:&quot;Login&quot;,')}>`;
  const other = `<astro-island uid="a" component-export="Part" props="{&quot;a&quot;:[0]}" ${opts('')}>`;
  expect(leanIslands(full + rest + other)).toBe(
    `<astro-island prefix="r1" ssr ${opts('')}>${rest}<astro-island component-export="Part" props="{&quot;a&quot;:[0]}" ${opts('')}>`,
  );
});
