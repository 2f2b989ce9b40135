import { expect, type Locator, type Page } from '@playwright/test';

/** A size in px without the browser's rounding: a centered popup begins between two pixels, and 40 becomes 39.99998. */
const rounded = (size: number): number => Math.round(size * 100) / 100;

/**
 * Makes the screen 360 px wide and expects that nothing is cut or scrolls sideways, and that buttons and section headers
 * in `part` are at least 40 px high and wide.
 */
export async function expectFitsSmall(page: Page, part: Locator): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const controls = part.locator('input:visible, textarea:visible, button:visible, summary:visible');
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    const name = await control.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent,
    );
    expect((box?.x ?? 0) + (box?.width ?? 0), `right edge of ${name}`).toBeLessThanOrEqual(360);
    // Labels enlarge what can be pressed of an input; the button of a select is in a frame of that size.
    if (!(await control.evaluate((element) => element.matches('button:not([role=combobox]), summary'))))
      continue;
    const size = rounded(Math.min(box?.width ?? 0, box?.height ?? 0));
    expect(size, `size of ${name}`).toBeGreaterThanOrEqual(40);
  }
}
