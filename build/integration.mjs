// @ts-check
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { bundleServer } from './bundle.mjs';
import { formatPolicy, injectPolicy, pagePolicy } from './csp.mjs';
import { moveIcons } from './icons.mjs';
import { keepParts, nameBuild, readParts, restoreParts } from './parts.mjs';
import { precompress } from './precompress.mjs';
import { findStyles, injectPreload, preloadMap, sharedFiles } from './preload.mjs';
import { richTextFiles } from './rich-text-files.mjs';

/** Where the dev server finds the backend, unless POCKETBASE_URL says otherwise. */
const DEV_MOUNT = '/src/server/dev.ts';

/**
 * What Astro's build leaves to do: the preload map, the content security policy, compressed copies
 * and the bundled server; and, in dev, the same proxy to the backend as in production.
 *
 * @param {import('./csp.mjs').CspOptions} [csp]
 * @returns {import('astro').AstroIntegration}
 */
export default function atollServer(csp = {}) {
  /** @type {import('astro').AstroConfig} */
  let config;
  /** @type {import('./parts.mjs').Parts} */
  let lastParts;
  let begun = new Date();
  let isDone = false;
  const richText = richTextFiles();
  return {
    name: 'atoll-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return;
        // `dist` has to run on its own: nothing stays an import from node_modules.
        updateConfig({ vite: { ssr: { noExternal: true }, plugins: [richText.plugin] } });
      },
      'astro:config:done': (done) => {
        config = done.config;
      },
      'astro:server:setup': async ({ server, logger }) => {
        const { mountBackend } = await server.ssrLoadModule(DEV_MOUNT);
        server.middlewares.use(mountBackend(process.env, (/** @type {string} */ line) => logger.info(line)));
      },
      'astro:build:start': async () => {
        begun = new Date();
        const { client, server } = config.build;
        lastParts = await readParts(client, server);
        process.once('exit', () => {
          if (!isDone) restoreParts(lastParts, client, server);
        });
      },
      'astro:build:done': async ({ logger }) => {
        const { client, server } = config.build;
        const page = new URL('index.html', client);
        let html = await readFile(page, 'utf8');

        html = await moveIcons(html, findStyles(html), client);
        const map = await preloadMap(html, client);
        const withMap = injectPreload(html, map);
        if (withMap === undefined)
          logger.warn('index.html has no "__ATOLL_PRELOAD__": nothing is preloaded.');
        const known = [...(map['*'] ?? []), ...(map['collections'] ?? [])];
        html = await richText.inject(withMap ?? html, known, client);
        html = await nameBuild(html, client);

        const header = { ...pagePolicy(html, [], csp), 'frame-ancestors': ["'none'"] };
        // A static host's backend is only known once somebody edits the page's settings.
        const meta = pagePolicy(html, ['http:', 'https:'], csp);
        await writeFile(page, injectPolicy(html, formatPolicy(meta)));
        const headers = { csp: header, preload: sharedFiles(html, map) };
        await writeFile(new URL('headers.json', server), `${JSON.stringify(headers, null, 2)}\n`);

        const compressed = await precompress(client);
        const kept = await keepParts(lastParts, client, server);
        isDone = true;
        await bundleServer(new URL('../src/server/main.ts', import.meta.url), server);
        // A source that was changed during the build may be in it or not: it counts as newer.
        await utimes(page, begun, begun);
        logger.info(`preload map for ${Object.keys(map).length} routes, ${compressed} files compressed`);
        logger.info(`${kept} files of the last build kept for pages that are still open`);
      },
    },
  };
}
