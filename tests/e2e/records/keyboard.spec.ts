import { createTitles } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';
import {
  createRows,
  DELETE_MANY,
  deleteSelected,
  rowBox,
  selectionBar,
  storedIds,
} from '#tests/support/records/selection.ts';

test('with the keyboard only: choose a collection, sort, filter, hide a column, scroll', async ({
  page,
  admin,
  startSite,
}) => {
  // A separate backend: each collection of other tests would add two Tab stops.
  const site = await startSite();
  const { backend } = site;
  const other = await createTitles(backend.api, 1);
  const collection = await createTitles(backend.api, 40);
  await admin.signIn(page, site);
  const screen = recordsScreen(page);
  await page.goto(site.atoll.url + recordsHash(other.id));
  await expect(screen.rows).toHaveCount(1);

  const reach = async (target: import('@playwright/test').Locator, key = 'Tab') => {
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    await expect(target).toBeFocused();
  };
  await reach(page.getByRole('link', { name: collection.name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(screen.total).toHaveText('Total found: 40');

  await reach(screen.header('title').getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Space');
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'ascending');

  const columns = page.getByRole('button', { name: 'Toggle columns' });
  await reach(columns);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created']);

  await reach(screen.scroller, 'Shift+Tab');
  await page.keyboard.press('PageDown');
  await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);

  await reach(page.getByRole('textbox', { name: /^Search .* records/ }), 'Shift+Tab');
  await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
  await page.keyboard.type('n 40');
  await page.keyboard.press('Enter');
  await expect(screen.total).toHaveText('Total found: 1');
});

test('with the keyboard only: select, select a range, delete, confirm', async ({ page, admin, backend }) => {
  const { collection, ids } = await createRows(backend.api, 5);
  await admin.signIn();
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  const screen = recordsScreen(page);
  await expect(screen.total).toHaveText('Total found: 5');
  await screen.row(ids[1] ?? '').focus();
  await page.keyboard.press('Tab');
  await expect(rowBox(page, ids[1] ?? '')).toBeFocused();
  await page.keyboard.press('Space');
  for (let step = 0; step < 40; step++) {
    if (await rowBox(page, ids[3] ?? '').evaluate((input) => input === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(rowBox(page, ids[3] ?? '')).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(selectionBar(page)).toContainText('Selected 3 records');
  for (let step = 0; step < 40; step++) {
    if (await deleteSelected(page).evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(deleteSelected(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText(DELETE_MANY);
  await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(screen.rows).toHaveCount(2);
  expect(storedIds(backend, collection)).toEqual([ids[0], ids[4]]);
});
