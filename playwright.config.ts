import { defineConfig } from '@playwright/test';
import { testBrowser } from './scripts/lib/browser.ts';

export default defineConfig({
  testDir: 'tests',
  // Two runs at once, with a folder each.
  outputDir: process.env['PLAYWRIGHT_OUTPUT'] ?? 'test-results',
  globalSetup: './scripts/test/refuse-stale-build.ts',
  snapshotPathTemplate: '{testDir}/{testFileDir}/outlines/{arg}{ext}',
  testMatch: ['e2e/**/*.spec.ts', 'components/**/*.spec.ts'],
  fullyParallel: false,
  // One for each core: the browser keeps a core busy.
  workers: '100%',
  // One race on a busy machine is no reason to refuse a change; `npm test` lists what passed only then.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  // Generous, so that a slow machine is no failure; a test that hangs still ends.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Sofia',
    // Without it, an action waits until the test is ended, and its reason is never told.
    actionTimeout: 30_000,
    // A trace of every test takes a third of the time: TRACE=1 asks for it, and for pages that are drawn.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: testBrowser(),
  },
});
