import type { Locator, Page } from 'playwright';

/** What an administrator does on any screen. Each action waits until it is possible. */
export interface Hands {
  go(path: string): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  choose(menuItem: string): Promise<void>;
  /** The panel on top. */
  readonly panel: Locator;
  /** The row at this place of a list, from 1. */
  cell(row: number): Locator;
  /** Opens a panel, does something in it, and closes it by the keyboard. */
  inPanel(open: () => Promise<unknown>, work?: () => Promise<unknown>): Promise<void>;
  /** Waits until no panel is open. */
  panelGone(): Promise<void>;
  scroll(): Promise<void>;
}

export function handsOn(page: Page): Hands {
  const panel = page.locator('[role=dialog]').last();
  const panelGone = () => panel.waitFor({ state: 'detached' });
  const cell = (row: number) => page.getByRole('row').nth(row).getByRole('gridcell').nth(1);
  return {
    go: (path) =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, path),
    press: (name) => page.getByRole('button', { name, exact: true }).first().click(),
    choose: (name) => page.getByRole('menuitem', { name, exact: true }).click(),
    panel,
    cell,
    async inPanel(open, work) {
      await open();
      await panel.waitFor();
      await work?.();
      await page.keyboard.press('Escape');
      await panelGone();
    },
    panelGone,
    async scroll() {
      await cell(1).hover();
      for (const distance of [2000, 4000, -8000]) {
        await page.mouse.wheel(0, distance);
        await page.waitForTimeout(100);
      }
      await cell(1).waitFor();
    },
  };
}
