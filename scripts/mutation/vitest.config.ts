import { defineConfig, mergeConfig } from 'vitest/config';
import base from '#root/vitest.config.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';
import { otherSources } from './other-sources.mjs';

export default mergeConfig(
  base,
  defineConfig({
    root: ROOT,
    test: {
      setupFiles: [inRoot('scripts/mutation/setup.ts')],
      // The cache stores modules by the text in the checkout, so every mutant would get the original module.
      fsModuleCache: false,
    },
    plugins: [otherSources()],
  }),
);
