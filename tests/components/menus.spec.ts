import type { Page } from '@playwright/test';
import { stopClock } from '#tests/support/timers.ts';
import { expect, type Open, test } from './fixtures.ts';

async function worksByMouseAndKeys(page: Page, open: Open) {
  const trigger = page.getByRole('button', { name: 'Account' });
  const menu = page.getByRole('menu');
  const item = (name: string) => page.getByRole('menuitem', { name });
  const chosen = page.locator('[data-chosen]');
  await open('menus');

  await test.step('its trigger opens and closes it', async () => {
    await expect(trigger).toHaveAttribute('aria-expanded', 'false');
    await trigger.click();
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await trigger.click();
    await expect(trigger).toHaveAttribute('aria-expanded', 'false');
    await expect(menu).toHaveCount(0);
  });

  await test.step('does nothing for a disabled item', async () => {
    await trigger.click();
    await expect(item('Not today')).toHaveAttribute('aria-disabled', 'true');
    await item('Not today').focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await expect(chosen).toHaveText('none');
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  });

  await test.step('arrows, Home, End and letters go through the items, Enter chooses', async () => {
    await page.mouse.move(900, 600);
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
    await expect(chosen).toHaveText('logout');
    await expect(menu).toHaveCount(0);
    await expect(trigger).toBeFocused();
  });

  await test.step('ArrowUp on the trigger opens at the last item, Space and ArrowDown at the first', async () => {
    for (const [key, name] of [
      ['ArrowUp', 'Logout'],
      ['ArrowDown', 'Manage admins'],
      ['Space', 'Manage admins'],
    ] as const) {
      await trigger.focus();
      await page.keyboard.press(key);
      await expect(item(name)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expect(trigger).toBeFocused();
    }
  });

  await test.step('letters typed quickly are one word, even if a busy page handles them late', async () => {
    await trigger.press('Enter');
    await expect(item('Manage admins')).toBeFocused();
    await page.evaluate(() => {
      const [m, a, n] = [...'man'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true }));
      for (const letter of [m, a]) document.activeElement?.dispatchEvent(letter as KeyboardEvent);
      const start = performance.now();
      while (performance.now() - start < 600);
      document.activeElement?.dispatchEvent(n as KeyboardEvent);
    });
    // The last letter alone would match another item.
    await expect(item('Not today')).toHaveCount(1);
    await expect(item('Manage admins')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  });

  await test.step('closes when an item is chosen, on a press outside and by Tab', async () => {
    await trigger.click();
    await item('Manage admins').click();
    await expect(chosen).toHaveText('manage');
    await expect(menu).toHaveCount(0);
    await trigger.click();
    await expect(menu).toBeVisible();
    await page.mouse.click(900, 600);
    await expect(menu).toHaveCount(0);
    await trigger.press('Enter');
    await expect(item('Manage admins')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Toggle columns' })).toBeFocused();
  });

  await test.step('follows a link and closes when the route changes', async () => {
    await trigger.press('Enter');
    await item('Docs').press('Space');
    await expect(page).toHaveURL(/#\/docs$/);
    await expect(menu).toHaveCount(0);
    await trigger.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toHaveCount(0);
  });

  await test.step('stays open for ticked items', async () => {
    await page.getByRole('button', { name: 'Toggle columns' }).click();
    const body = page.getByRole('menuitemcheckbox', { name: 'body' });
    await expect(body).toHaveAttribute('aria-checked', 'true');
    await body.click();
    await expect(body).toHaveAttribute('aria-checked', 'false');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.locator('[data-hidden]')).toHaveText('body,created');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  });

  await test.step('stays inside the window', async () => {
    await page.setViewportSize({ width: 360, height: 260 });
    await trigger.click();
    await expect(menu).toBeVisible();
    await expect
      .poll(async () => {
        const box = await menu.boundingBox();
        return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 260;
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('opens again while it closes, and disappears 150 ms after it was closed', async () => {
    await trigger.click();
    await expect(item('Manage admins')).toBeFocused();
    await stopClock(page);
    await trigger.click();
    await expect(menu).toHaveAttribute('data-state', 'closing');
    await trigger.click();
    await page.clock.runFor(1000);
    await expect(menu).toHaveAttribute('data-state', 'open');
    await expect(item('Manage admins')).toBeFocused();

    await trigger.click();
    await expect(menu).toHaveAttribute('data-state', 'closing');
    await page.clock.runFor(149);
    await expect(menu).toHaveAttribute('data-state', 'closing');
    await page.clock.runFor(1);
    await expect(menu).toHaveCount(0);
  });
}

async function opensWhenLoaded(page: Page, open: Open) {
  const trigger = page.getByRole('button', { name: 'Account' });

  /** Opens the page, with the code of the menu delayed until the returned function is called. */
  async function openWithoutCode(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/MenuPopup/, async (route) => {
      await promise;
      await route.continue();
    });
    await open('menus');
    return resolve;
  }

  await test.step('a key opens the menu as soon as it is loaded', async () => {
    const release = await openWithoutCode();
    await trigger.press('ArrowUp');
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await expect(trigger).toBeFocused();
    await expect(page.getByRole('menu')).toHaveCount(0);
    release();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  });

  for (const [title, cancel] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['a second press', () => trigger.click()],
    ['a press elsewhere', () => page.mouse.click(900, 600)],
  ] as const) {
    await test.step(`${title} cancels the opening`, async () => {
      const release = await openWithoutCode();
      await trigger.click();
      await expect(trigger).toHaveAttribute('aria-expanded', 'true');
      await cancel();
      await expect(trigger).toHaveAttribute('aria-expanded', 'false');
      const loaded = page.waitForResponse(/MenuPopup/);
      release();
      await loaded;
      await page.getByRole('button', { name: 'Toggle columns' }).click();
      await expect(page.getByRole('menu')).toHaveCount(1);
      await expect(page.getByRole('menu', { name: 'Toggle columns' })).toBeVisible();
    });
  }
}

test('menus', async ({ page, open }) => {
  await test.step('before its code is loaded, a press or a key opens one for when it is there, unless it is cancelled', () =>
    opensWhenLoaded(page, open));
  await test.step('[UI-05] [SH-07] by mouse and by keyboard alone', () => worksByMouseAndKeys(page, open));
});
