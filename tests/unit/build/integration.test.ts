import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editorStacks } from '#build/editor-stacks.mjs';
import atollServer from '#build/integration.mjs';
import { inRoot } from '#scripts/lib/paths.ts';
import { isBuildStale } from '#scripts/start/build.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(200);
const STYLE = '.flex{display:flex}';

let dir: string;
let warnings: string[];
let infos: string[];
/** Exit listeners of the integration; the tests call them themselves. */
let ends: (() => void)[];

beforeEach(async () => {
  warnings = [];
  infos = [];
  ends = [];
  vi.spyOn(process, 'once').mockImplementation((event, listener) => {
    if (String(event) === 'exit') ends.push(() => listener());
    return process;
  });
  dir = await mkdtemp(`${tmpdir()}/atoll-build-`);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dir, { recursive: true });
});

const page = (build: string, prePaint: string) =>
  [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta name="atoll-build" content="${build}">`,
    '<meta name="atoll-rich-text" content=""><meta name="atoll-saves" content=""><meta name="atoll-frames" content="">',
    `<style>${STYLE}</style>`,
    `<script>${prePaint}</script></head><body>`,
    '<astro-island uid="1" component-url="./assets/login.js" renderer-url="./assets/client.js" client="route"',
    ' opts="{&quot;value&quot;:&quot;*&quot;}"></astro-island>',
    '<astro-island uid="2" component-url="./assets/records.js" renderer-url="./assets/client.js" client="route"',
    ' opts="{&quot;value&quot;:&quot;collections&quot;}"></astro-island><p></p>',
    '<template data-frames="logs" data-file=""><p></p></template></body></html>',
  ].join('');

/** Calls one of the integration's hooks as Astro does. */
const call = (hooks: object, name: string, options: object): Promise<void> =>
  Reflect.apply(Reflect.get(hooks, name), undefined, [options]);

/** The changes that the hooks make to Astro's configuration for a command. */
async function configFor(hooks: object, command: 'build' | 'dev'): Promise<unknown[]> {
  const updates: unknown[] = [];
  await call(hooks, 'astro:config:setup', {
    command,
    updateConfig: (one: unknown) => updates.push(one),
    addClientDirective: () => {},
  });
  return updates;
}

/** Begins a build, until Astro has emptied the folders. */
async function begin(): Promise<object> {
  const { hooks } = atollServer({ styleHashes: ['sha256-x'] });
  const [client, server] = [pathToFileURL(`${dir}/client/`), pathToFileURL(`${dir}/server/`)];
  await call(hooks, 'astro:config:done', { config: { build: { client, server } } });
  await call(hooks, 'astro:build:start', {});
  await rm(client, { recursive: true, force: true });
  await rm(server, { recursive: true, force: true });
  return hooks;
}

/** Runs a whole build; `login` is the name of an asset. */
async function build(login: string, prePaint?: string): Promise<void> {
  const hooks = await begin();
  await fill(login, prePaint);
  await finish(hooks);
}

/** Writes the files that Astro itself creates. */
async function fill(login: string, prePaint = 'preload(__ATOLL_PRELOAD__)'): Promise<void> {
  await mkdir(`${dir}/client/assets`, { recursive: true });
  await mkdir(`${dir}/server`);
  await writeFile(`${dir}/client/index.html`, page('', prePaint));
  await writeFile(`${dir}/client/rich-text.html`, '<!doctype html>');
  await writeFile(`${dir}/client/assets/client.js`, SCRIPT);
  await writeFile(`${dir}/client/assets/records.js`, SCRIPT);
  // Fetched on demand.
  for (const name of [
    'editor',
    'popup',
    'fields-session.1',
    'edits.1',
    'search-filter.1',
    'searched-text.1',
    'logs-filter.1',
    'pb22.1',
    'pb23.1',
  ])
    await writeFile(`${dir}/client/assets/${name}.js`, SCRIPT);
  await writeFile(`${dir}/client/assets/login.js`, `import "./${login}"`);
  await writeFile(`${dir}/client/assets/${login}`, SCRIPT);
  // As Vite does.
  const chunk = (name: string, ...imports: string[]) => ({ name, file: `assets/${name}.js`, imports });
  const manifest = {
    login: { ...chunk('login', 'shared'), dynamicImports: ['saves'] },
    shared: { file: `assets/${login}` },
    client: chunk('client'),
    records: chunk('records'),
    editor: { name: 'RichText', file: 'assets/editor.js' },
    filter: { name: 'search-filter', file: 'assets/search-filter.1.js' },
    text: { name: 'searched-text', file: 'assets/searched-text.1.js' },
    logs: { name: 'logs-filter', file: 'assets/logs-filter.1.js' },
    pb22: { name: 'pb22', file: 'assets/pb22.1.js' },
    pb23: { name: 'pb23', file: 'assets/pb23.1.js' },
    saves: { name: 'fields-session', file: 'assets/fields-session.1.js', imports: ['edits', 'shared'] },
    edits: { file: 'assets/edits.1.js' },
  };
  await writeFile(`${dir}/client/manifest.json`, JSON.stringify(manifest));
}

async function finish(hooks: object): Promise<void> {
  const logger = { info: (line: string) => infos.push(line), warn: (line: string) => warnings.push(line) };
  await call(hooks, 'astro:build:done', { logger });
}

test('turns the output of Astro into a dashboard that the server can serve', async () => {
  await build('first.js');
  const html = await readFile(`${dir}/client/index.html`, 'utf8');
  // What every route needs is preloaded at once; the script preloads the rest.
  const searches = '"collections?":[4],"logs?":[5],"settings-admins?":[6]';
  const names = 'client records pb22.1 pb23.1 search-filter.1 logs-filter.1 searched-text.1';
  const shared = ['login', 'first'].map((name) => `<link rel="modulepreload" href="./assets/${name}.js">`);
  expect(html).toContain(
    `${shared.join('')}<script>preload(["${names}",{"renderer":[0],"collections":[1],"pb22":[2],"pb23":[3],${searches}}])</script>`,
  );
  expect(html).toMatch(/<meta name="atoll-build" content="[\da-f]{8}">/);
  const hash = /<meta name="atoll-frames" content="([\da-f]{8})">/.exec(html)?.[1];
  expect(html).toContain(`<template data-frames="logs" data-file="${hash}"></template>`);
  expect(html).toMatch(
    /<meta name="atoll-rich-text" content="\.\/assets\/editor\.js \.\/rich-text\.html\?v=[\w-]{22}">/,
  );
  // Without what the chunk has loaded that imports it.
  expect(html).toContain(
    '<meta name="atoll-saves" content="./assets/fields-session.1.js ./assets/edits.1.js">',
  );
  // On a static host the policy has no header, and the backend may have any origin.
  expect(html).toMatch(
    /<meta charset="utf-8"><meta http-equiv="Content-Security-Policy"[^>]*connect-src 'self' http: https:;/,
  );
  expect(warnings).toEqual([]);

  const { csp, preload } = JSON.parse(await readFile(`${dir}/server/headers.json`, 'utf8'));
  expect(csp).toMatchObject({
    'connect-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'style-src': expect.arrayContaining(["'sha256-x'"]),
  });
  expect(html).toContain(csp['script-src'][1]);
  expect(preload).toEqual(['./assets/login.js', './assets/first.js']);
  expect(await readdir(`${dir}/client/assets`)).toContain('first.js.br');
  expect(existsSync(`${dir}/client/manifest.json`)).toBe(false);
});

test('bundles the server into one file that imports only modules of the runtime', async () => {
  await build('first.js');
  const bundle = await readFile(`${dir}/server/main.mjs`, 'utf8');
  const imported = [...bundle.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  expect(bundle).toContain('Atoll listening on');
  // The bundle stays readable.
  expect(bundle).toContain('async function prepareServer');
  expect((await readdir(`${dir}/server`)).sort()).toEqual([
    'headers.json',
    'main.mjs',
    'modules.json',
    'parts.json',
  ]);
});

test('keeps the assets of the last build for pages that are still open', async () => {
  await build('first.js');
  await build('second.js');
  const parts = await readdir(`${dir}/client/assets`);
  expect(parts).toEqual(expect.arrayContaining(['first.js', 'second.js']));
  expect(infos.slice(-2)).toEqual([
    expect.stringMatching(/^preload map with 5 entries, \d+ files compressed$/),
    // The asset and its two compressed copies.
    'kept 3 files of the last build for pages that are still open',
  ]);
});

test('keeps the assets of the last build for the next one when a build fails', async () => {
  await build('first.js');
  await begin();
  expect(existsSync(`${dir}/client/assets/first.js`)).toBe(false);
  for (const end of ends) end();
  expect(existsSync(`${dir}/client/assets/first.js`)).toBe(true);
  await build('second.js');
  expect(await readdir(`${dir}/client/assets`)).toContain('first.js');
});

test('a successful build restores nothing when the process exits', async () => {
  await build('first.js');
  await build('second.js');
  await build('third.js');
  for (const end of ends) end();
  expect(await readdir(`${dir}/client/assets`)).not.toContain('first.js');
});

test('treats sources that change during the build as newer than the build', async () => {
  await mkdir(`${dir}/src`);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  const hooks = await begin();
  vi.useRealTimers();
  await writeFile(`${dir}/src/page.ts`, '');
  await fill('first.js');
  await finish(hooks);
  expect(isBuildStale(`${dir}/`, dir)).toBe(true);
});

test('a build bundles all packages and changes the rich-text editor; dev does neither', async () => {
  const { hooks } = atollServer();
  const script = expect.objectContaining({ name: 'atoll-first-script' });
  expect(await configFor(hooks, 'build')).toEqual([
    {
      vite: {
        ssr: { noExternal: true },
        plugins: [script, editorStacks, expect.objectContaining({ name: 'atoll-manifest' })],
      },
    },
  ]);
  expect(await configFor(hooks, 'dev')).toEqual([{ vite: { plugins: [script] } }]);
});

test('dev uses the same proxy to the backend as production', async () => {
  const { hooks } = atollServer();
  const loaded: string[] = [];
  const used: unknown[] = [];
  const lines: string[] = [];
  const server = {
    ssrLoadModule: async (path: string) => {
      loaded.push(path);
      return {
        mountBackend: (env: unknown, log: (line: string) => void) => {
          log('/api goes there');
          return { env };
        },
      };
    },
    middlewares: { use: (one: unknown) => used.push(one) },
  };
  await call(hooks, 'astro:server:setup', { server, logger: { info: (line: string) => lines.push(line) } });
  expect(await import(inRoot(`.${loaded[0]}`))).toHaveProperty('mountBackend');
  expect(used).toEqual([{ env: process.env }]);
  expect(lines).toEqual(['/api goes there']);
});

test('fails when the page has no place for the preload map', async () => {
  await expect(build('first.js', 'start()')).rejects.toThrow('__ATOLL_PRELOAD__');
});
