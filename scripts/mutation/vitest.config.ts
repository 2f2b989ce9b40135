import process from 'node:process';
import { defineConfig } from 'vitest/config';
import base from '#root/vitest.config.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';
import { otherSources } from './other-sources.mjs';

const isInProcess = process.env['ATOLL_FOUND'] !== undefined;
const changes = isInProcess
  ? { runner: inRoot('scripts/mutation/in-process.ts'), testTimeout: 5000 }
  : // Each file loads the modules itself: which tests reach the code that runs on load must be known.
    { isolate: true };
const projects = (base.test?.projects ?? []).map((project) =>
  typeof project === 'object' && 'test' in project
    ? { ...project, test: { ...project.test, ...changes } }
    : project,
);

export default defineConfig({
  ...base,
  root: ROOT,
  test: {
    ...base.test,
    projects,
    setupFiles: isInProcess ? [] : [inRoot('scripts/mutation/setup.ts')],
    // The cache stores modules by the text in the checkout, so every mutant would get the original module.
    fsModuleCache: false,
  },
  plugins: [otherSources()],
});
