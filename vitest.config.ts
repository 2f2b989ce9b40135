import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** Nothing is fetched here. */
const BOTH_LINES = 'src/lib/wire/both-lines.ts';

export default defineConfig({
  test: {
    // Some start a real PocketBase, on a machine that may be busy; a test that hangs still ends.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Vitest leaves a core idle by itself; most of these wait for processes.
    maxWorkers: '100%',
    // Vitest's own second is little for them on a busy machine.
    expect: {
      poll: { timeout: 10_000 },
      // A test that checks nothing proves nothing.
      requireAssertions: true,
    },
    // A missing snapshot file must fail; vitest writes it without this.
    update: 'none',
    // No test asks the network for PocketBase, whose version would then depend on it.
    env: { ATOLL_NO_DOWNLOAD: '1' },
    coverage: { provider: 'v8', include: ['src/**', 'scripts/**'] },
    projects: [
      {
        extends: true,
        // Pure functions share one context: half the processor time. A test here must leave no state behind.
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: BOTH_LINES,
        },
      },
      {
        extends: true,
        // Stores and components are singletons: each file loads its own, in a process that it shares.
        test: {
          name: 'stores',
          include: ['tests/{stores,components}/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['tests/stores/fresh-modules.ts', 'tests/stores/limit-lists.ts', BOTH_LINES],
          server: { deps: { inline: [/nanostores/] } },
        },
      },
      {
        extends: true,
        // The wire and the transport against every PocketBase at hand, one backend of each for all files.
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: 'tests/contract/backends.ts',
          isolate: false,
          setupFiles: BOTH_LINES,
        },
      },
      {
        extends: true,
        test: {
          // The built server and `npm start`, as processes of their own.
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/server/find-node.ts',
          setupFiles: ['tests/server/refuse-stale-build.ts', BOTH_LINES],
          // As browser tests do: processes race on a busy machine.
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      {
        extends: true,
        test: {
          // The built page in browsers of three engines.
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          setupFiles: ['tests/server/refuse-stale-build.ts', BOTH_LINES],
          testTimeout: 180_000,
          retry: process.env['CI'] ? 1 : 0,
        },
      },
    ],
  },
});
