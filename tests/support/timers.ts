import type { Page } from '@playwright/test';

/**
 * Stops the page's clock, a minute ahead. Elements that disappear after a while, such as toasts, stay until the test
 * advances the clock with `page.clock.runFor`, even on a slow machine.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Watches for an element that is visible only for a moment. Call it before the element can appear. The returned
 * function waits until the element has appeared, even if it is called late.
 */
export async function watchFor(page: Page, selector: string): Promise<() => Promise<void>> {
  const seen = await page.evaluateHandle((selector) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    return { promise };
  }, selector);
  return () => seen.evaluate(({ promise }) => promise);
}
