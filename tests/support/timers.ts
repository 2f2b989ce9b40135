import type { Page } from '@playwright/test';

/**
 * Stops the page's clock, a minute ahead: what goes by itself, as a toast does, stays until the test lets time go
 * on by `page.clock.runFor`, however long the machine takes for what comes before.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Watches for something that stays for a moment only. Call it before that can come; what it gives waits until it has
 * been there, however long the test takes to ask.
 */
export async function glimpse(page: Page, selector: string): Promise<() => Promise<void>> {
  const seen = await page.evaluateHandle((wanted) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    return { promise };
  }, selector);
  return () => seen.evaluate(({ promise }) => promise);
}
