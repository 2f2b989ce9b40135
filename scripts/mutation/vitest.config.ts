import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '#root/vitest.config.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

/** Folder with replacements for some sources, at the same relative paths; the checkout stays unchanged. */
const folder = process.env['ATOLL_SOURCES'] ?? '';

export default mergeConfig(
  base,
  defineConfig({
    root: ROOT,
    test: {
      setupFiles: [inRoot('scripts/mutation/setup.ts')],
      // The cache stores modules by the text in the checkout, so every mutant would get the original module.
      fsModuleCache: false,
    },
    plugins: [
      {
        name: 'atoll-other-sources',
        enforce: 'pre',
        load(id) {
          const path = id.replace(/\?.*$/, '');
          if (!path.startsWith(ROOT)) return undefined;
          const other = `${folder}/${path.slice(ROOT.length)}`;
          return existsSync(other) ? readFileSync(other, 'utf8') : undefined;
        },
      },
    ],
  }),
);
