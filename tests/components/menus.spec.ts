import type { Page } from '@playwright/test';
import { stopClock } from '#tests/support/timers.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ open }) => open('menus'));

test('[UI-05] its trigger opens and closes it', async ({ page, axe }) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await trigger.click();
  await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
  await expect(trigger).toHaveAttribute('aria-expanded', 'true');
  await axe();
  await trigger.click();
  await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('[UI-05] disappears 150 ms after it was closed', async ({ page }) => {
  await stopClock(page);
  const trigger = page.getByRole('button', { name: 'Account' });
  const menu = page.getByRole('menu');
  await trigger.click();
  await expect(menu).toHaveAttribute('data-state', 'open');
  await trigger.click();
  await expect(menu).toHaveAttribute('data-state', 'closing');
  await page.clock.runFor(149);
  await expect(menu).toHaveAttribute('data-state', 'closing');
  await page.clock.runFor(1);
  await expect(menu).toHaveCount(0);
});

test('[UI-05] works by keyboard alone', async ({ page }) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(item('Manage admins')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Docs')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('Logout')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Manage admins')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('Logout')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(item('Manage admins')).toBeFocused();
  await page.keyboard.type('lo');
  await expect(item('Logout')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chosen]')).toHaveText('logout');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('letters typed quickly are one word, even if a busy page handles them late', async ({ page }) => {
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
  await page.evaluate(() => {
    const letters = [...'man'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true }));
    for (const letter of letters) {
      document.activeElement?.dispatchEvent(letter);
      const start = performance.now();
      while (performance.now() - start < 600);
    }
  });
  // The last letter alone would match another item.
  await expect(page.getByRole('menuitem', { name: 'Not today' })).toHaveCount(1);
  await expect(page.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
});

test('[UI-05] ArrowUp on the trigger opens at the last item, Space and ArrowDown at the first', async ({
  page,
}) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  for (const [key, name] of [
    ['ArrowUp', 'Logout'],
    ['ArrowDown', 'Manage admins'],
    ['Space', 'Manage admins'],
  ] as const) {
    await trigger.focus();
    await page.keyboard.press(key);
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(trigger).toBeFocused();
  }
});

test('[UI-05] closes when an item is chosen, on a press outside and by Tab', async ({ page }) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  await trigger.click();
  await page.getByRole('menuitem', { name: 'Manage admins' }).click();
  await expect(page.locator('[data-chosen]')).toHaveText('manage');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await trigger.click();
  await page.mouse.click(900, 600);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await trigger.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Toggle columns' })).toBeFocused();
});

test('does nothing for a disabled item', async ({ page }) => {
  await page.getByRole('button', { name: 'Account' }).click();
  const item = page.getByRole('menuitem', { name: 'Not today' });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await item.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.locator('[data-chosen]')).toHaveText('none');
});

test('[SH-07] follows a link and closes when the route changes', async ({ page }) => {
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Docs' }).press('Space');
  await expect(page).toHaveURL(/#\/docs$/);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('[UI-05] stays open for ticked items', async ({ page, axe }) => {
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  const body = page.getByRole('menuitemcheckbox', { name: 'body' });
  await expect(body).toHaveAttribute('aria-checked', 'true');
  await body.click();
  await expect(body).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.locator('[data-hidden]')).toHaveText('body,created');
  await expect(page.getByRole('menu')).toBeVisible();
  await axe();
});

test('stays inside the window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 260 });
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect
    .poll(async () => {
      const box = await page.getByRole('menu').boundingBox();
      return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 260;
    })
    .toBe(true);
});

test.describe('before its code is loaded', () => {
  /** Delays the code of the menu until the returned function is called. */
  async function delayCode(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/MenuPopup/, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  }

  test('a press or a key opens the menu as soon as it is loaded', async ({ page }) => {
    const release = await delayCode(page);
    const trigger = page.getByRole('button', { name: 'Account' });
    await trigger.press('ArrowUp');
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await expect(trigger).toBeFocused();
    await expect(page.getByRole('menu')).toHaveCount(0);
    release();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  });

  for (const [title, cancel] of [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['a second press', (page) => page.getByRole('button', { name: 'Account' }).click()],
    ['a press elsewhere', (page) => page.mouse.click(900, 600)],
  ] as const satisfies readonly (readonly [string, (page: Page) => Promise<void>])[]) {
    test(`${title} cancels the opening`, async ({ page }) => {
      const release = await delayCode(page);
      const trigger = page.getByRole('button', { name: 'Account' });
      await trigger.click();
      await expect(trigger).toHaveAttribute('aria-expanded', 'true');
      await cancel(page);
      await expect(trigger).toHaveAttribute('aria-expanded', 'false');
      const loaded = page.waitForResponse(/MenuPopup/);
      release();
      await loaded;
      await page.getByRole('button', { name: 'Toggle columns' }).click();
      await expect(page.getByRole('menu')).toHaveCount(1);
      await expect(page.getByRole('menu', { name: 'Toggle columns' })).toBeVisible();
    });
  }
});

test('opens again while it closes', async ({ page }) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  await trigger.click();
  await expect(page.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
  await stopClock(page);
  await trigger.click();
  await expect(page.getByRole('menu')).toHaveAttribute('data-state', 'closing');
  await trigger.click();
  await page.clock.runFor(1000);
  await expect(page.getByRole('menu')).toHaveAttribute('data-state', 'open');
  await expect(page.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
});
