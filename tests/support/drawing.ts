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

/** Draws a page of {@link leaveUndrawn}, for what looks at colours, or leaves it undrawn again. */
export async function setDrawn(page: Page, isDrawn: boolean): Promise<void> {
  await page.evaluate((on) => document.documentElement.toggleAttribute('data-drawn', on), isDrawn);
}
