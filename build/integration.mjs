// @ts-check
/*
 * Runs the other steps in Astro's build, and mounts the backend's proxy in its development server.
 * Leans on: Astro's hooks.
 */
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { keepAssets, nameBuild, readAssets, restoreAssets } from './assets.mjs';
import { bundleServer } from './bundle.mjs';
import { formatPolicy, injectPolicy, pagePolicy } from './csp.mjs';
import { editorStacks } from './editor-stacks.mjs';
import { firstScript, injectPreload } from './first-script.mjs';
import { moveFrames } from './frames.mjs';
import { precompress } from './precompress.mjs';
import {
  addPreloads,
  forScript,
  leanIslands,
  nameSaves,
  preloadMap,
  searchMap,
  sharedModules,
  wireMap,
} from './preload.mjs';
import { injectRichText } from './rich-text-files.mjs';

/** The file in which Vite lists the files of the page, and what each imports. */
const MANIFEST = 'manifest.json';
/** Astro drops this option from its configuration. @type {import('vite').Plugin} */
const manifestOption = {
  name: 'atoll-manifest',
  configEnvironment: (name) => (name === 'client' ? { build: { manifest: MANIFEST } } : undefined),
};
/** The module that connects the development server to the backend. */
const DEV_MOUNT = '/src/server/dev.ts';

/**
 * Adds `client:route`, which hydrates an island when its screen is first visited, and to Astro's build the preload map,
 * the content security policy, compressed copies and the bundled server. The development server gets the same proxy to
 * the backend as in production.
 *
 * @param {import('./csp.mjs').CspOptions} [csp]
 * @returns {import('astro').AstroIntegration}
 */
export default function atollServer(csp = {}) {
  /** @type {import('astro').AstroConfig} */
  let config;
  /** @type {import('./assets.mjs').Assets} */
  let lastAssets;
  let startTime = new Date();
  let isDone = false;
  return {
    name: 'atoll-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig, addClientDirective }) => {
        addClientDirective({ name: 'route', entrypoint: './src/lib/routing/directive.ts' });
        const plugins = [firstScript()];
        if (command === 'build') plugins.push(editorStacks, manifestOption);
        // `dist` must run without node_modules: bundle all packages.
        const ssr = { noExternal: /** @type {const} */ (true) };
        updateConfig({ vite: command === 'build' ? { ssr, plugins } : { plugins } });
      },
      'astro:config:done': (done) => {
        config = done.config;
      },
      'astro:server:setup': async ({ server, logger }) => {
        const { mountBackend } = await server.ssrLoadModule(DEV_MOUNT);
        server.middlewares.use(mountBackend(process.env, (/** @type {string} */ line) => logger.info(line)));
      },
      'astro:build:start': async () => {
        startTime = new Date();
        const { client, server } = config.build;
        lastAssets = await readAssets(client, server);
        process.once('exit', () => {
          if (!isDone) restoreAssets(lastAssets, client, server);
        });
      },
      'astro:build:done': async ({ logger }) => {
        const { client, server } = config.build;
        const page = new URL('index.html', client);
        let html = await readFile(page, 'utf8');

        const manifest = JSON.parse(await readFile(new URL(MANIFEST, client), 'utf8'));
        await rm(new URL(MANIFEST, client));
        const islands = preloadMap(html, manifest);
        const map = { ...islands, ...wireMap(islands, manifest) };
        html = await moveFrames(leanIslands(html), client);
        html = addPreloads(injectPreload(html, forScript({ ...map, ...searchMap(map, manifest) })), map);
        html = nameSaves(await injectRichText(html, manifest, client), manifest);
        html = await nameBuild(html, client);

        const header = { ...pagePolicy(html, [], csp), 'frame-ancestors': ["'none'"] };
        // On a static host the backend is unknown until someone edits the page's settings.
        const meta = pagePolicy(html, ['http:', 'https:'], csp);
        await writeFile(page, injectPolicy(html, formatPolicy(meta)));
        const headers = { csp: header, preload: sharedModules(map) };
        await writeFile(new URL('headers.json', server), `${JSON.stringify(headers, null, 2)}\n`);
        // For the budgets.
        await writeFile(new URL('modules.json', server), JSON.stringify(map));

        const compressed = await precompress(client);
        const kept = await keepAssets(lastAssets, client, server);
        isDone = true;
        await bundleServer(new URL('../src/server/main.ts', import.meta.url), server);
        // A source that changed during the build must count as newer than the build.
        await utimes(page, startTime, startTime);
        logger.info(`preload map with ${Object.keys(map).length} entries, ${compressed} files compressed`);
        logger.info(`kept ${kept} files of the last build for pages that are still open`);
      },
    },
  };
}
