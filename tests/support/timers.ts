import type { Page } from '@playwright/test';

/** Waits until timers that are due have run: what was picked up to be moved hears its keys from then on. */
export const afterTimers = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));

/**
 * Stops the page's clock, a minute ahead: what goes by itself, as a toast does, stays until the test lets time go
 * on by `page.clock.runFor`, however long the machine takes for what comes before.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}
