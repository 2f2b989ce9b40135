import type { BrowserContext, Page } from '@playwright/test';

/**
 * Leaves the pages of `context` undrawn: what has no opacity takes part in layout, hit tests and roles as before, but
 * the browser paints no pixels of it, which are a quarter of the processor time of most tests.
 */
export async function leaveUndrawn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Frames are not drawn with their page.
    if (window !== window.top) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root:not([data-drawn]) { opacity: 0 !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Draws the page until {@link endDrawing}, for what looks at colours. */
export async function startDrawing(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.toggleAttribute('data-drawn', true));
}

/** Leaves the page undrawn again. */
export async function endDrawing(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.toggleAttribute('data-drawn', false));
}
