import { expect, test } from 'vitest';
import {
  addPreloads,
  findEntries,
  forScript,
  leanIslands,
  modulesOf,
  preloadMap,
  searchMap,
  sharedModules,
  wireMap,
} from '#build/preload.mjs';

/** A page with one island per entry: route value to module. */
function pageWith(islands: Record<string, string>, rest = ''): string {
  const tags = Object.entries(islands).map(
    ([routes, module]) =>
      `<astro-island component-url="./${module}" renderer-url="./client.js" client="route" opts="{&quot;name&quot;:&quot;X&quot;,&quot;value&quot;:&quot;${routes}&quot;}"><p>x</p></astro-island>`,
  );
  return `<!doctype html><html><head><meta charset="utf-8">${rest}</head><body>${tags.join('')}</body></html>`;
}

/** As Vite writes it: the static imports of each module. */
const manifestOf = (modules: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(modules).map(([file, imports]) => [
      file,
      { file, name: file.replace(/\..*/, ''), imports },
    ]),
  );

test('lists every module of a route once, also in import cycles', () => {
  const map = preloadMap(
    pageWith({ login: 'login.js', 'logs settings': 'logs.js' }),
    manifestOf({
      'client.js': ['react.js'],
      'react.js': [],
      'login.js': ['a.js'],
      'a.js': ['b.js', 'react.js'],
      'b.js': ['a.js'],
      'logs.js': ['b.js'],
    }),
  );
  expect(map).toEqual({
    '*': [],
    renderer: ['./client.js', './react.js'],
    login: ['./login.js', './a.js', './b.js'],
    'logs settings': ['./logs.js', './b.js', './a.js'],
  });
});

test("adds the page's own scripts, and merges islands of the same routes", () => {
  const html = pageWith({ login: 'login.js' }, '<script type="module" src="./boot.js"></script>').replace(
    '</body>',
    `${pageWith({ login: 'more.js' })}</body>`,
  );
  const map = preloadMap(html, manifestOf({ 'client.js': ['boot.js'], 'boot.js': [] }));
  expect(map['login']).toEqual(['./login.js', './more.js']);
  expect(map['*']).toEqual(['./boot.js']);
  // Without what the page loads anyway.
  expect(map['renderer']).toEqual(['./client.js']);
});

test('lists islands that hydrate later after the others', () => {
  const islands = { 'sidebar later': 'menu.js', logs: 'logs.js', '* later': 'toasts.js' };
  const map = preloadMap(pageWith(islands), {});
  expect(Object.keys(map)).toEqual(['*', 'renderer', 'logs', 'sidebar later', '* later']);
  expect(map['*']).toEqual([]);
  expect(modulesOf(map, ['*', 'logs'])).toEqual(['./logs.js', './toasts.js']);
  expect(modulesOf(map, ['log'])).toEqual([]);
});

test('refuses a page without islands', () => {
  expect(() => preloadMap('<p></p>', {})).toThrow('no islands');
});

test('lists what a search needs beside its screen, and misses no file of it', () => {
  const map = { '*': ['./core.js'], collections: ['./lists.js'] };
  expect(() => searchMap(map, {})).toThrow('No file of the build is search-filter');
  const manifest = manifestOf({
    'search-filter.1.js': ['lists.js', 'searched-text.2.js'],
    'searched-text.2.js': ['core.js', 'part.js'],
    'logs-filter.3.js': ['core.js', 'part.js'],
  });
  const others = manifestOf({ 'lists.js': [], 'core.js': [], 'part.js': [] });
  expect(searchMap(map, { ...manifest, ...others })).toEqual({
    'collections?': ['./search-filter.1.js', './searched-text.2.js', './part.js'],
    'logs?': ['./logs-filter.3.js', './part.js'],
    'settings-admins?': ['./searched-text.2.js', './part.js'],
  });
});

test('preloads what every route needs before the first script, and the rest in the script', () => {
  const map = { '*': ['./core.js'], login: ['./assets/login.js'], empty: [] };
  const html = '<head><meta><script>a()</script><script>b()</script></head>';
  expect(addPreloads(html, map)).toBe(
    '<head><meta><link rel="modulepreload" href="./core.js"><script>a()</script><script>b()</script></head>',
  );
  expect(sharedModules(map)).toEqual(['./core.js']);
  expect(forScript({ ...map, both: ['./assets/a.js', './assets/login.js'] })).toEqual([
    'login a',
    { login: [0], both: [1, 0] },
  ]);
  expect(() => forScript({ login: ['./login.js'] })).toThrow('nothing that matches');
});

test('finds the islands and the modules of the page itself', () => {
  const html = [
    '<script type="module" src="./boot.js"></script><script src="./classic.js"></script>',
    '<script>classic()</script>',
    '<astro-island component-url="./a.js" renderer-url="./r.js" client="route" opts="{&quot;value&quot;:&quot;login&quot;}"></astro-island>',
  ].join('');
  expect(findEntries(html)).toEqual({
    islands: [{ routes: 'login', module: './a.js', renderer: './r.js' }],
    scripts: ['./boot.js'],
  });
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

test('lists the files of the wire of each line, and misses none', () => {
  const map = { '*': ['./core.js'] };
  expect(() => wireMap(map, {})).toThrow('No file of the build is pb22');
  const wires = manifestOf({ 'pb22.1.js': ['core.js', 'shell.js'], 'pb23.2.js': ['shell.js'] });
  expect(wireMap(map, { ...wires, ...manifestOf({ 'core.js': [], 'shell.js': [] }) })).toEqual({
    pb22: ['./pb22.1.js', './shell.js'],
    pb23: ['./pb23.2.js', './shell.js'],
  });
});
