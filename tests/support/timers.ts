import type { Page } from '@playwright/test';

/** Waits until timers that are due have run: what was picked up to be moved hears its keys from then on. */
export const afterTimers = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));
