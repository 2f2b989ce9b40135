import { test as base, expect } from '@playwright/test';
import { ProblemGuard } from '#tests/support/guard.ts';
import { applySlowdown } from '#tests/support/slow-machine.ts';
import { type KitSite, startKitSite } from './kit-site.ts';

export { expect };

interface WorkerFixtures {
  site: KitSite;
}

/** Opens a part of the kit page. */
export type Open = (part: string) => Promise<void>;

interface TestFixtures {
  /** The same fixture as in the end-to-end tests. */
  expectedProblems: ProblemGuard;
  open: Open;
}

/** Playwright's `test` for the kit page: the real components and styles without the dashboard. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must prepare from the pattern.
    async ({}, use) => {
      const site = await startKitSite();
      await use(site);
      await site.stop();
    },
    // The time to build the page does not count as time of the first test.
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must prepare from the pattern.
  expectedProblems: async ({}, use, info) => {
    const guard = new ProblemGuard();
    await use(guard);
    guard.judge(info);
  },
  context: async ({ context, expectedProblems }, use) => {
    await expectedProblems.watch(context);
    await applySlowdown(context);
    await use(context);
  },
  open: async ({ page, site }, use) => {
    await use(async (part) => {
      await page.goto(`${site.url}?part=${part}`);
      await page.getByRole('heading', { name: `Kit: ${part}` }).waitFor();
    });
  },
});
