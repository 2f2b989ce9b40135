import type { Locator, Page } from '@playwright/test';

/** Presses keys, separated by spaces, one after the other. */
export async function presses(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

/** Where the focus is in a list: the position of the row, from 0, and the name of the column. */
export const focusOf = (page: Page): Promise<{ row: number; column: string | undefined }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const row = Number(focused?.closest('[data-row-id]')?.getAttribute('aria-rowindex')) - 2;
    return { row, column: focused?.closest<HTMLElement>('[data-column]')?.dataset.column };
  });

/** What is one tab stop, with arrow keys inside. */
const GROUPS = '[role=toolbar], .list-head, nav:not(.rail)';

/** Presses Tab, and in the group of the target arrow keys, until the focus is on the target or in it. */
export async function reach(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isAt = (element: Element, groups: string) => {
    const { activeElement: active } = document;
    // The table of the logs' chart, in a toolbar, has keys of its own.
    const group = (!element.closest('table') && element.closest(groups)) || element;
    return [element.contains(active), group.contains(active) && !active?.closest('table')];
  };
  for (let steps = 0; steps < 80; steps++) {
    const [isThere, isNear] = await target.evaluate(isAt, GROUPS);
    if (isThere) return;
    if (isNear && steps < 40) {
      await page.keyboard.press('Home');
      steps = 40;
    } else await page.keyboard.press(isNear ? 'ArrowRight' : key);
  }
  throw new Error(`The focus did not reach ${target}.`);
}
