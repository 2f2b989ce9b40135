import { expect, type Locator, type Page } from '@playwright/test';
import { axeCheck } from './axe.ts';
import { expectOutline } from './outline.ts';

interface StateOptions {
  /** The part that makes the state differ from one that is checked anyway: only its outline is compared. */
  root?: Locator;
  /** A part of it is still loading. */
  isLoading?: boolean;
}

/**
 * Expects that the topmost dialog, else the screen, has the outline of this name on file, and that axe finds nothing:
 * at the width of the page in both themes, and at 360 px, where the page does not scroll sideways. Restores the width.
 * Each state of Atoll is checked once, here.
 */
export async function checkState(page: Page, name: string, options: StateOptions = {}): Promise<void> {
  await expectOutline(page, name, options);
  if (options.root) return;
  await axeCheck(page);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await axeCheck(page, ['atoll']);
  if (wide) await page.setViewportSize(wide);
  await page.evaluate(untilStill);
}

/** Until nothing grows or shrinks any more: a click whose target moves on the way is lost. Code editors wrap late. */
async function untilStill(): Promise<void> {
  const heights = () => [...document.querySelectorAll('*')].map((element) => element.clientHeight).join();
  let last = '';
  for (let same = 0; same < 3; ) {
    await new Promise(requestAnimationFrame);
    const now = heights();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}
