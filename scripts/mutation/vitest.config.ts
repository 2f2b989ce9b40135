import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '#root/vitest.config.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

/** A folder with other texts for some sources, by their paths inside the repository; the checkout stays as it is. */
const folder = process.env['ATOLL_SOURCES'] ?? '';

export default mergeConfig(
  base,
  defineConfig({
    root: ROOT,
    test: {
      setupFiles: [inRoot('scripts/mutation/setup.ts')],
      // It keeps what a source was turned into by the text in the checkout, and would serve that for every fault.
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
