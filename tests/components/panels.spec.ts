import type { Locator, Page } from '@playwright/test';
import { expect, type Open, test } from './fixtures.ts';

const panel = (page: Page, title = 'Edit record'): Locator => page.getByRole('dialog', { name: title });
const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open panel' }).click();
  await expect(panel(page)).toBeVisible();
};
const zIndexOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => Number(getComputedStyle(element).zIndex));
const leftOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.x ?? Number.NaN;

async function slideIn(page: Page, open: Open) {
  const upper = panel(page, 'Pick a relation');
  const body = page.locator('body');
  await open('panels');
  await expect(body).not.toHaveClass(/overlay-active/);
  await openPanel(page);

  await test.step('animates for 150 ms, and not at all with reduced motion', async () => {
    const durations = () => panel(page).evaluate((element) => getComputedStyle(element).transitionDuration);
    expect(await durations()).toMatch(/^0\.15s(, 0\.15s)*$/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seconds = (await durations()).split(',').map(Number.parseFloat);
    expect(Math.max(...seconds)).toBe(0);
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step('keeps header and footer in place while the body scrolls', async () => {
    const save = panel(page).getByRole('button', { name: 'Save changes' });
    await expect.poll(() => leftOf(panel(page))).toBe(640);
    const before = await save.boundingBox();
    await panel(page).getByText('The end of the body.').scrollIntoViewIfNeeded();
    await expect(panel(page).getByText('The end of the body.')).toBeInViewport();
    expect(await save.boundingBox()).toEqual(before);
    await expect(panel(page).getByRole('heading', { name: 'Edit record' })).toBeInViewport();
  });

  await test.step('tooltips of a panel are shown above it', async () => {
    await panel(page).getByRole('button', { name: 'Save changes' }).hover();
    const tip = page.locator('#atoll-tooltip');
    await expect(tip).toHaveText('Stores the record');
    expect(await tip.evaluate((element) => element.matches(':popover-open'))).toBe(true);
  });

  await test.step('shifts the lower panel so that it is visible next to the upper one', async () => {
    await page.getByRole('button', { name: 'Open another' }).click();
    await expect.poll(() => leftOf(page.locator('[data-panel]').first())).toBe(600);
    await expect(upper).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(() => leftOf(panel(page))).toBe(640);
  });

  await test.step('stacks panels from z-index 1001 up and marks the body while any is open', async () => {
    expect(await zIndexOf(panel(page))).toBe(1001);
    await page.getByRole('button', { name: 'Open another' }).click();
    await expect(upper).toBeVisible();
    expect(await zIndexOf(upper)).toBe(1002);
    await upper.getByRole('button', { name: 'Close' }).click();
    await expect(upper).toBeHidden();
    await expect(body).toHaveClass(/overlay-active/);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(panel(page)).toBeHidden();
    await expect(body).not.toHaveClass(/overlay-active/);
  });

  await test.step('uses the whole width of a small screen, without a shift', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPanel(page);
    await page.getByRole('button', { name: 'Open another' }).click();
    await expect(upper).toBeVisible();
    const panels = page.locator('[data-panel]');
    await expect(panels).toHaveCount(2);
    for (const each of await panels.all()) {
      await expect.poll(() => each.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    }
  });
}

async function close(page: Page, open: Open) {
  const said: string[] = [];
  /** Expects that the panel reported exactly these events since the last call. */
  const reports = async (...events: string[]): Promise<void> => {
    said.push(...events);
    await expect(page.locator('[data-log]')).toHaveText(said.join(' '));
  };
  const option = (name: string): Locator => page.getByRole('switch', { name });
  const close = panel(page).getByRole('button', { name: 'Close' });
  await open('panels');

  await test.step('by a second Escape in every field: the first leaves it, from where Tab goes on', async () => {
    for (const field of ['Title', 'Body', 'Data']) {
      await openPanel(page);
      await reports('show');
      const box = panel(page).getByRole('textbox', { name: field });
      await box.focus();
      await page.keyboard.press('Tab');
      const next = await page.evaluateHandle(() => document.activeElement);
      await box.focus();
      await box.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
      await expect(box).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(panel(page)).toBeFocused();
      await reports();
      await page.keyboard.press('Tab');
      expect(await next.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Shift+Tab');
      await expect(box).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(panel(page)).toBeHidden();
      await reports('asked', 'escape', 'hide');
    }
  });

  await test.step('by a second Escape while the tooltip of the focused button is shown', async () => {
    await openPanel(page);
    await reports('show');
    await panel(page).getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Tab');
    const tip = page.locator('#atoll-tooltip');
    await expect(tip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await reports('asked', 'escape', 'hide');
  });

  await test.step('by a second Escape in a code editor in which editing has begun', async () => {
    const data = panel(page).getByRole('textbox', { name: 'Data' });
    for (const begin of ['Enter', 'x', 'click'] as const) {
      await openPanel(page);
      await reports('show');
      if (begin === 'click') await panel(page).locator('.ace_content').click();
      else {
        await data.focus();
        await page.keyboard.press(begin);
      }
      await page.keyboard.press('Escape');
      await expect(data).toBeFocused();
      await reports();
      await page.keyboard.press('Escape');
      await expect(panel(page)).toBeHidden();
      await reports('asked', 'escape', 'hide');
    }
  });

  await test.step('by a press outside, not by a drag that ends there', async () => {
    await openPanel(page);
    await expect.poll(() => leftOf(panel(page))).toBe(640);
    await page.mouse.move(940, 300);
    await page.mouse.down();
    await page.mouse.move(100, 300);
    await page.mouse.up();
    await reports('show');
    await page.mouse.click(100, 300);
    await expect(panel(page)).toBeHidden();
    await reports('asked', 'backdrop', 'hide');
  });

  await test.step('not by the double click that opens it', async () => {
    const button = await page.getByRole('button', { name: 'Open panel' }).boundingBox();
    if (!button) throw new Error('The button has no box.');
    const [x, y] = [button.x + 5, button.y + 5];
    await page.mouse.click(x, y);
    await expect(panel(page)).toBeVisible();
    // The second click of the double click comes when the panel is already open.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await reports('show');
    await page.mouse.click(x, y);
    await expect(panel(page)).toBeHidden();
    await reports('asked', 'backdrop', 'hide');
  });

  await test.step('not while an action is running', async () => {
    await openPanel(page);
    const busy = panel(page).getByRole('button', { name: 'Toggle busy' });
    await busy.click();
    await expect(panel(page)).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Escape');
    await page.mouse.click(100, 300);
    await expect(close).toBeDisabled();
    await reports('show');
    await busy.click();
    await close.click();
    await expect(panel(page)).toBeHidden();
    await reports('asked', 'button', 'hide');
  });

  await test.step('it may disable presses outside, and then closes by its button', async () => {
    await option('No backdrop').check();
    await openPanel(page);
    await page.mouse.click(100, 300);
    await expect(panel(page)).toBeVisible();
    await reports('show');
    await close.click();
    await reports('asked', 'button', 'hide');
  });

  await test.step('it may disable presses outside, and still closes by Escape', async () => {
    await openPanel(page);
    await page.mouse.click(100, 300);
    await reports('show');
    await page.keyboard.press('Escape');
    await reports('asked', 'escape', 'hide');
    await option('No backdrop').uncheck();
  });

  await test.step('stays open when closing is refused', async () => {
    await option('Refuse to hide').check();
    await openPanel(page);
    await page.keyboard.press('Escape');
    await reports('show', 'asked');
    await page.mouse.click(100, 300);
    await reports('asked');
    await expect(panel(page)).toBeVisible();
    await panel(page).getByRole('button', { name: 'Allow hiding' }).click();
    await close.click();
    await reports('asked', 'button', 'hide');
  });
}

async function haveFocus(page: Page, open: Open) {
  const opener = page.getByRole('button', { name: 'Open panel' });
  const another = panel(page).getByRole('button', { name: 'Open another' });
  const relation = panel(page, 'Pick a relation');
  const popup = panel(page, 'Rename');
  const menu = page.getByRole('menu');
  await open('panels');

  await test.step('gets the focus on opening and returns it on closing, level by level', async () => {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeFocused();
    await another.focus();
    await page.keyboard.press('Enter');
    await expect(relation).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(another).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await expect(panel(page)).toBeHidden();
  });

  await test.step('Escape reaches the topmost panel only', async () => {
    await openPanel(page);
    await another.click();
    await page.getByRole('button', { name: 'Open popup above' }).click();
    await expect(popup).toBeVisible();
    for (const [gone, left] of [
      [popup, relation],
      [relation, panel(page)],
    ] as const) {
      await page.keyboard.press('Escape');
      await expect(gone).toBeHidden();
      await expect(left).toBeVisible();
    }
  });

  await test.step('a press outside the panel closes an open menu first', async () => {
    await panel(page).getByRole('button', { name: 'More options' }).click();
    await expect(menu).toBeVisible();
    await page.mouse.click(100, 300);
    await expect(menu).toHaveCount(0);
    await expect(panel(page)).toBeVisible();
  });

  await test.step('Escape closes an open menu or list before the panel around it', async () => {
    await panel(page).getByRole('button', { name: 'More options' }).click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(panel(page)).toBeVisible();
    await panel(page).getByLabel('Size', { exact: true }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });

  await test.step('keeps the focus inside and makes the page behind inert', async () => {
    await page.getByRole('button', { name: 'Open popup' }).click();
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
  });

  await test.step('has no hidden second close button, and leaves the page active when it closes', async () => {
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Dismiss popup' })).toHaveCount(0);
    await popup.getByRole('button', { name: 'Close' }).click();
    await expect(popup).toBeHidden();
    expect(await page.locator('#kit').evaluate((kit) => kit.closest('[inert]'))).toBeNull();
  });
}

test('panels', async ({ page, open }) => {
  await test.step('[UI-02] [UI-03] [TR-59] one closes by Escape, its button and a press outside, unless it refuses', () =>
    close(page, open));
  await test.step('[UI-02] [UI-04] [OP-12] the topmost has the focus and the keys', () =>
    haveFocus(page, open));
  await test.step('[UI-01] [UI-06] they slide in above each other', () => slideIn(page, open));
});
