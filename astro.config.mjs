import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { checkedChunkGroups, chunkFileName, chunkGroups, isNeededSoon } from './build/chunks.mjs';
import { compileHints } from './build/compile-hints.mjs';
import atollServer from './build/integration.mjs';
import { assertOldBrowsersRemoved, removeOldBrowserStyles } from './build/old-browsers.mjs';
import routeDirective from './build/route-directive.mjs';
import { assertSelectorsRemoved, removeUnusedSelectors } from './build/unused-selectors.mjs';

/** @type {import('astro').AstroIntegration} */
const styleChecks = {
  name: 'atoll-style-checks',
  hooks: {
    'astro:build:done': () => {
      assertSelectorsRemoved();
      assertOldBrowsersRemoved();
    },
  },
};

const { plugin: compileHintsPlugin, postBanner } = compileHints(isNeededSoon);

export default defineConfig({
  outDir: process.env['ATOLL_DIST'] ?? './dist',
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  // Style attributes are how rich text is coloured; even a document that only reads it would be refused them.
  integrations: [react(), routeDirective(), atollServer({ styleAttributes: true }), styleChecks],
  // Relative, so that the same files work under any sub-path.
  build: { assets: 'assets', assetsPrefix: '.', inlineStylesheets: 'always' },
  // The server keeps nothing on disk and changes no images.
  session: false,
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    // The code that reads a zip is fetched by the worker that needs it.
    worker: { format: 'es' },
    plugins: [tailwindcss(), checkedChunkGroups, compileHintsPlugin],
    css: { postcss: { plugins: [removeUnusedSelectors(), removeOldBrowserStyles()] } },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              postBanner,
              codeSplitting: { groups: chunkGroups },
              // The page and its modules name about 80 files, and hashes can't be compressed.
              // Astro's name of a script in a layout is long.
              entryFileNames: ({ name }) => `assets/${name.replace(/\.astro_.*/, '')}.[hash:7].js`,
              chunkFileNames: chunkFileName,
            },
          },
        },
      },
    },
    experimental: {
      // Astro's own prefix is right for the page; a chunk's imports are read against the chunk.
      renderBuiltUrl: (filename, { hostType }) =>
        hostType === 'html' ? `./${filename}` : { relative: true },
    },
  },
});
