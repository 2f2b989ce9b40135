import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, openAvatarMenu } from '#tests/support/screens.ts';
import { storeItem } from '#tests/support/session.ts';

const KEY = 'atollTheme';

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

async function expectTheme(page: Page, theme: 'atoll' | 'atoll-dark') {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

test('the theme is chosen in the avatar menu, remembered, and applied in other tabs', async ({
  page,
  admin,
  secondTab,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await admin.signIn();
  await page.goto('/#/logs');
  await expectTheme(page, 'atoll');
  const second = await secondTab('/#/settings');
  await second.emulateMedia({ colorScheme: 'light' });
  await expectTheme(second, 'atoll');
  await page.bringToFront();

  const menu = await openAvatarMenu(page);
  const choices = menu.getByRole('menuitemradio');
  await expect(choices).toHaveText(['System', 'Light', 'Dark']);
  const expectChosen = async (name: string) => {
    await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText([name]);
    await expect(menu.getByRole('menuitemradio', { checked: false })).toHaveCount(2);
  };
  await expectChosen('System');
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expectChosen('Dark');
  await expectTheme(page, 'atoll-dark');
  await expectTheme(second, 'atoll-dark');
  expect(await stored(page)).toBe('dark');
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  await page.reload();
  await expect(frame(page, 'logs')).toBeVisible();
  await expectTheme(page, 'atoll-dark');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);

  const again = await openAvatarMenu(page);
  await again.getByRole('menuitemradio', { name: 'System' }).click();
  await expectTheme(page, 'atoll');
  await expectTheme(second, 'atoll');
  expect(await stored(page)).toBeNull();
});

test('the page follows the system’s theme while that is the choice', async ({ page, admin }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await admin.signIn();
  await page.goto('/#/logs');
  await expectTheme(page, 'atoll-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTheme(page, 'atoll');
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitemradio', { name: 'Light' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expectTheme(page, 'atoll');
});

test('the theme is set before any module has run', async ({ page, admin, atoll }) => {
  await admin.signIn();
  for (const [choice, system, theme] of [
    [undefined, 'dark', 'atoll-dark'],
    ['dark', 'light', 'atoll-dark'],
    ['light', 'dark', 'atoll'],
    ['unknown', 'dark', 'atoll-dark'],
  ] as const) {
    await test.step(`${choice ?? 'nothing'} chosen, system ${system}`, async () => {
      await page.emulateMedia({ colorScheme: system });
      if (choice) await storeItem(page, atoll.url, KEY, choice);
      const release = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await release.promise;
        await route.continue();
      });
      await page.goto('/#/logs', { waitUntil: 'commit' });
      await expect(frame(page, 'logs')).toBeVisible();
      await expectTheme(page, theme);
      release.resolve();
      await expect(page.getByRole('button', { name: 'Logged admin menu' })).toBeVisible();
      await expectTheme(page, theme);
      await page.unroute('**/assets/*.js');
    });
  }
});

test('the theme can be changed by keyboard only, and the menu stays open', async ({ page, admin }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await admin.signIn();
  await page.goto('/#/logs');
  const avatar = page.getByRole('button', { name: 'Logged admin menu' });
  await avatar.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Logged admin menu' });
  await expect(menu.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
  await page.keyboard.press('d');
  await expect(menu.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectTheme(page, 'atoll-dark');
  await expect(menu).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expectTheme(page, 'atoll');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(avatar).toBeFocused();
});
