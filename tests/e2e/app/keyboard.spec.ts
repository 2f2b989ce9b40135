import type { Page } from '@playwright/test';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashOf, loginScreen } from '#tests/support/screens.ts';

/** Presses Tab until the element with this accessible name has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'link' | 'button' | 'textbox') {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
  }
  throw new Error(`Tab does not reach the ${role} ${name}.`);
}

test('with the keyboard only: sign in, choose a collection, sort, filter, open the menu, sign out', async ({
  page,
  startSite,
}) => {
  // A separate backend: each collection of other tests would add two Tab stops.
  const { backend, atoll } = await startSite();
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('keyed'),
    schema: [field('title', 'text')],
  });
  await createRecords(backend.api, id, 3, (index) => ({ title: `title ${index}` }));
  await page.goto(`${atoll.url}/#/login`);
  const { email, password } = loginScreen(page);
  await expect(email).toBeFocused();
  await page.keyboard.type(backend.adminEmail);
  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await page.keyboard.type(backend.adminPassword);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await tabTo(page, name, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Total found: 3')).toBeVisible();

  await tabTo(page, `Search ${name} records`, 'textbox');
  await expect(page.locator('.ace_editor')).toBeVisible();
  await page.keyboard.type('title ~ "1"');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Total found: 1')).toBeVisible();

  await tabTo(page, 'title', 'button');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URLSearchParams(hashOf(page).split('?')[1]).get('sort')).toContain('title');

  // The app sidebar is the first part of the page, and the menu its last item.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, 'Logged admin menu', 'button');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  expect(hashOf(page)).toBe('#/login');
});

test('the focus is visible on every element of the shell', async ({ page, admin }) => {
  await admin.signIn();
  await page.goto('/#/settings');
  await expect(page.getByRole('separator', { name: 'Resize sidebar' })).toBeVisible();
  const unseen: string[] = [];
  const visited = new Set<string>();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim()}`;
      return { name, isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
    });
    if (!stop) break;
    if (!stop.isSeen) unseen.push(stop.name);
    visited.add(stop.name);
  }
  expect(unseen).toEqual([]);
  expect(visited.size).toBeGreaterThanOrEqual(17);
});
