import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const panel = (page: Page, title = 'Edit record'): Locator => page.getByRole('dialog', { name: title });
const log = (page: Page): Locator => page.locator('[data-log]');
const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open panel' }).click();
  await expect(panel(page)).toBeVisible();
};
const zIndexOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => Number(getComputedStyle(element).zIndex));
const leftOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.x ?? Number.NaN;

test('[UI-01] stacks panels from z-index 1001 up and marks the body while any is open', async ({
  page,
  open,
}) => {
  await open('panels');
  await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
  await openPanel(page);
  expect(await zIndexOf(panel(page))).toBe(1001);
  await page.getByRole('button', { name: 'Open another' }).click();
  const upper = panel(page, 'Pick a relation');
  await expect(upper).toBeVisible();
  expect(await zIndexOf(upper)).toBe(1002);
  await upper.getByRole('button', { name: 'Close' }).click();
  await expect(upper).toBeHidden();
  await expect(page.locator('body')).toHaveClass(/overlay-active/);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
});

test('[UI-01] animates for 150 ms, and not at all with reduced motion', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  const durations = () => panel(page).evaluate((element) => getComputedStyle(element).transitionDuration);
  expect(await durations()).toMatch(/^0\.15s(, 0\.15s)*$/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seconds = (await durations()).split(',').map(Number.parseFloat);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(0.001);
});

test('[UI-01] shifts the lower panel so that it is visible next to the upper one', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  await expect.poll(() => leftOf(panel(page))).toBe(640);
  await page.getByRole('button', { name: 'Open another' }).click();
  const below = page.locator('[data-panel]').first();
  await expect.poll(() => leftOf(below)).toBe(600);
  await page.keyboard.press('Escape');
  await expect.poll(() => leftOf(panel(page))).toBe(640);
});

test('uses the whole width of a small screen, without a shift', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open('panels');
  await openPanel(page);
  await page.getByRole('button', { name: 'Open another' }).click();
  await expect(panel(page, 'Pick a relation')).toBeVisible();
  for (const each of await page.locator('[data-panel]').all()) {
    await expect.poll(() => each.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  }
});

test('[UI-02] closes by Escape, but not with the focus in a text field', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  for (const field of ['Title', 'Body', 'Data']) {
    await panel(page).getByRole('textbox', { name: field }).focus();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeVisible();
    await expect(log(page)).toHaveText('show');
  }
  // The code editor has moved the focus to its frame, where Escape closes the panel.
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(log(page)).toHaveText('show asked escape hide');
});

test('[UI-02] Escape reaches the topmost panel only', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  await page.getByRole('button', { name: 'Open another' }).click();
  await page.getByRole('button', { name: 'Open popup above' }).click();
  await expect(panel(page, 'Rename')).toBeVisible();
  for (const [gone, left] of [
    ['Rename', 'Pick a relation'],
    ['Pick a relation', 'Edit record'],
  ] as const) {
    await page.keyboard.press('Escape');
    await expect(panel(page, gone)).toBeHidden();
    await expect(panel(page, left)).toBeVisible();
  }
});

test('[UI-02] closes by a press outside, not by a drag that ends there', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  const box = await panel(page).boundingBox();
  if (!box) throw new Error('The panel has no box.');
  await page.mouse.move(box.x + 300, 300);
  await page.mouse.down();
  await page.mouse.move(100, 300);
  await page.mouse.up();
  await expect(log(page)).toHaveText('show');
  await page.mouse.click(100, 300);
  await expect(panel(page)).toBeHidden();
  await expect(log(page)).toHaveText('show asked backdrop hide');
});

test('[UI-02] a double click that opens a panel does not close it again', async ({ page, open }) => {
  await open('panels');
  const button = await page.getByRole('button', { name: 'Open panel' }).boundingBox();
  if (!button) throw new Error('The button has no box.');
  const [x, y] = [button.x + 5, button.y + 5];
  await page.mouse.click(x, y);
  await expect(panel(page)).toBeVisible();
  // The second click of the double click comes when the panel is already open.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(log(page)).toHaveText('show');
  await page.mouse.click(x, y);
  await expect(panel(page)).toBeHidden();
});

test('[UI-02] a panel may disable Escape, and then still closes by a press outside', async ({
  page,
  open,
}) => {
  await open('panels');
  await page.getByRole('switch', { name: 'No Escape' }).check();
  await openPanel(page);
  await page.keyboard.press('Escape');
  await expect(log(page)).toHaveText('show');
  await page.mouse.click(100, 300);
  await expect(log(page)).toHaveText('show asked backdrop hide');
});

test('[UI-02] a panel may disable presses outside, and then still closes by Escape', async ({
  page,
  open,
}) => {
  await open('panels');
  await page.getByRole('switch', { name: 'No backdrop' }).check();
  await openPanel(page);
  await page.mouse.click(100, 300);
  await expect(log(page)).toHaveText('show');
  await page.keyboard.press('Escape');
  await expect(log(page)).toHaveText('show asked escape hide');
});

test('[UI-02] a panel that disables both closes by its button', async ({ page, open }) => {
  await open('panels');
  await page.getByRole('switch', { name: 'No Escape' }).check();
  await page.getByRole('switch', { name: 'No backdrop' }).check();
  await openPanel(page);
  await page.keyboard.press('Escape');
  await page.mouse.click(100, 300);
  await expect(panel(page)).toBeVisible();
  await expect(log(page)).toHaveText('show');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(log(page)).toHaveText('show asked button hide');
});

test('[UI-03] stays closed when opening is refused', async ({ page, open }) => {
  await open('panels');
  await page.getByRole('switch', { name: 'Refuse to open' }).check();
  await page.getByRole('button', { name: 'Open panel' }).click();
  await expect(log(page)).toHaveText('refused');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
});

test('[UI-03] keeps the panel open when closing is refused', async ({ page, open }) => {
  await open('panels');
  await page.getByRole('switch', { name: 'Refuse to hide' }).check();
  await openPanel(page);
  await page.keyboard.press('Escape');
  await expect(log(page)).toHaveText('show asked');
  await page.mouse.click(100, 300);
  await expect(log(page)).toHaveText('show asked asked');
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Allow hiding' }).click();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(log(page)).toHaveText('show asked asked asked button hide');
});

test('can not be closed while an action is running', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  const busy = panel(page).getByRole('button', { name: 'Toggle busy' });
  await busy.click();
  await expect(panel(page)).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await page.mouse.click(100, 300);
  await expect(panel(page).getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect(log(page)).toHaveText('show');
  await busy.click();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();
});

test('[UI-04] gets the focus on opening and returns it on closing, level by level', async ({
  page,
  open,
}) => {
  await open('panels');
  const opener = page.getByRole('button', { name: 'Open panel' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  const another = panel(page).getByRole('button', { name: 'Open another' });
  await another.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Pick a relation')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(another).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('[UI-04] keeps the focus inside and makes the page behind inert', async ({ page, open, axe }) => {
  await open('panels');
  await page.getByRole('button', { name: 'Open popup' }).click();
  const popup = panel(page, 'Rename');
  await expect(popup).toBeFocused();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const active = document.activeElement;
      return active !== document.body && !active?.closest('[data-panel]');
    });
    expect(outside).toBe(false);
  }
  expect(await page.locator('#kit').evaluate((kit) => kit.closest('[inert]') !== null)).toBe(true);
  expect(await page.locator('[data-toasts]').evaluate((toasts) => toasts.closest('[inert]'))).toBeNull();
  await axe();
});

test('[UI-04] a panel with a close button has no hidden second one, and leaves the page active when it closes', async ({
  page,
  open,
}) => {
  await open('panels');
  await page.getByRole('button', { name: 'Open popup' }).click();
  const popup = panel(page, 'Rename');
  await expect(popup).toBeFocused();
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Dismiss popup' })).toHaveCount(0);
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  expect(await page.locator('#kit').evaluate((kit) => kit.closest('[inert]'))).toBeNull();
});

test('[OP-12] Escape closes an open menu or list before the panel around it', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(panel(page)).toBeVisible();
  await panel(page).getByLabel('Size', { exact: true }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
});

test('a press outside the panel closes an open menu first', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.click(100, 300);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(panel(page)).toBeVisible();
});

test('keeps header and footer in place while the body scrolls', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  const save = panel(page).getByRole('button', { name: 'Save changes' });
  await expect.poll(() => leftOf(panel(page))).toBe(640);
  const before = await save.boundingBox();
  await panel(page).getByText('The end of the body.').scrollIntoViewIfNeeded();
  await expect(panel(page).getByText('The end of the body.')).toBeInViewport();
  expect(await save.boundingBox()).toEqual(before);
  await expect(panel(page).getByRole('heading', { name: 'Edit record' })).toBeInViewport();
});

test('axe finds no problems in stacked panels', async ({ page, open, axe }) => {
  await open('panels');
  await openPanel(page);
  await axe();
  await page.getByRole('button', { name: 'Open another' }).click();
  await expect(panel(page, 'Pick a relation')).toBeVisible();
  await axe();
});

test('[UI-06] tooltips of a panel are shown above it', async ({ page, open }) => {
  await open('panels');
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Save changes' }).hover();
  const tip = page.locator('#atoll-tooltip');
  await expect(tip).toHaveText('Stores the record');
  const onTop = await tip.evaluate((element) => element.matches(':popover-open'));
  expect(onTop).toBe(true);
});
