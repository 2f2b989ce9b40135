import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { injectPreload, preloadMap, resolveFrom } from '../../../src/server/build/preload.mjs';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/atoll-preload-`);
});

afterEach(() => rm(dir, { recursive: true }));

/** A page with an island per entry: route value to its module. */
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

test('lists every module a route needs once, circles included, and no dynamic import', async () => {
  const map = await mapOf(pageWith({ login: 'login.js', 'logs settings': 'logs.js' }), {
    'client.js': 'import "./react.js"; export default 1',
    'react.js': 'export const r = 1',
    'login.js': 'import { a } from "./a.js"; import("./heavy.js"); export default a',
    'a.js': 'import "./b.js"; import "./react.js"; export const a = 1',
    'b.js': 'import "./a.js"; import x from "https://elsewhere.test/x.js"',
    'heavy.js': '',
    'logs.js': 'export * from "./b.js"',
  });
  expect(Object.keys(map)).toEqual(['login', 'logs settings']);
  expect([...(map.login ?? [])].sort()).toEqual([
    './a.js',
    './b.js',
    './client.js',
    './login.js',
    './react.js',
  ]);
  expect([...(map['logs settings'] ?? [])].sort()).toEqual([
    './a.js',
    './b.js',
    './client.js',
    './logs.js',
    './react.js',
  ]);
});

test("adds the page's own scripts, outside and inline, and merges islands of the same routes", async () => {
  const scripts =
    '<script type="module" src="./boot.js"></script><script type="module">import"./inline.js"</script>';
  const html = pageWith({ login: 'login.js' }, scripts).replace(
    '</body>',
    `${pageWith({ login: 'more.js' })}</body>`,
  );
  const modules = ['client.js', 'login.js', 'more.js', 'boot.js', 'inline.js'];
  const map = await mapOf(html, Object.fromEntries(modules.map((name) => [name, ''])));
  expect([...(map.login ?? [])].sort()).toEqual(modules.map((name) => `./${name}`).sort());
});

test('resolves specifiers against the module that holds them', () => {
  expect(resolveFrom('./b.js', './assets/a.js')).toBe('./assets/b.js');
  expect(resolveFrom('../b.js', './assets/a.js')).toBe('./b.js');
  expect(resolveFrom('../../b.js', './assets/a.js')).toBeUndefined();
});

test.each(['"', "'", '`'])('replaces the placeholder in %s quotes and cannot end the script', (quote) => {
  const html = `<script>const m=${quote}__ATOLL_PRELOAD__${quote};</script>`;
  expect(injectPreload(html, { '</script>$&': ['./a.js'] })).toBe(
    '<script>const m={"\\u003c/script>$&":["./a.js"]};</script>',
  );
});

test('says when there is nowhere to put the map', () => {
  expect(injectPreload('<p>', {})).toBeUndefined();
});
