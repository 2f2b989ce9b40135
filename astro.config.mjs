import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { checkedChunkGroups, chunkFileName, chunkGroups, isNeededSoon } from './build/chunks.mjs';
import { compileHints } from './build/compile-hints.mjs';
import { firstClasses } from './build/first-classes.mjs';
import atollServer from './build/integration.mjs';
import { leanStylesPlugin } from './build/lean-styles.mjs';

const { plugin: compileHintsPlugin, postBanner } = compileHints(isNeededSoon);

export default defineConfig({
  outDir: process.env['ATOLL_DIST'] ?? './dist',
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  // Style attributes are how rich text is coloured; even a document that only reads it would be refused them.
  integrations: [react(), atollServer({ styleAttributes: true })],
  // Relative, so that the same files work under any sub-path.
  build: { assets: 'assets', assetsPrefix: '.', inlineStylesheets: 'always' },
  // The server keeps nothing on disk and changes no images.
  session: false,
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    // The code that reads a zip is fetched by the worker that needs it.
    worker: { format: 'es' },
    plugins: [firstClasses, tailwindcss(), leanStylesPlugin, checkedChunkGroups, compileHintsPlugin],
    // Because of daisyUI's `.prose :not([class~=not-prose] *)`, browsers would style the whole page again when the class of
    // `<body>` changes. No element of Atoll is prose.
    css: { lightningcss: { unusedSymbols: ['prose'] } },
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
      renderBuiltUrl: (filename, { hostType, ssr }) =>
        hostType === 'html' || ssr ? `./${filename}` : { relative: true },
    },
  },
});
