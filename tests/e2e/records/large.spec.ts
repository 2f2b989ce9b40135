import type { Page } from '@playwright/test';
import {
  createCollection,
  createRecord,
  everyFieldType,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

/** Maximum number of elements in a 1280 x 800 window, for any number of loaded records. */
const MAX_ELEMENTS = 3000;
/** In px. */
const ROW_HEIGHT = 36;

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Loads every page of the list. */
async function loadAll(page: Page, count: number): Promise<void> {
  const screen = recordsScreen(page);
  for (let loaded = 40; loaded < count; loaded += 40) {
    await expect(screen.table).toHaveAttribute('aria-rowcount', String(loaded + 1));
    await screen.loadMore.evaluate((button: HTMLButtonElement) => button.click());
  }
  await expect(screen.table).toHaveAttribute('aria-rowcount', String(count + 1));
}

test('1,000 loaded records keep the page small, every one can be reached and selected', async ({
  page,
  admin,
  startSite,
}) => {
  test.setTimeout(120_000);
  // A separate backend: all its collections are in the sidebar and would count.
  const site = await startSite();
  const { backend } = site;
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [field('title', 'text', { presentable: true })],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: everyFieldType(cats.id),
  });
  const cat = await createRecord(backend.api, cats.id, { title: 'one' });
  await seedRecords(backend, posts, 1000, (index) => ({
    title: `post ${index}`,
    amount: index,
    tags: ['red', 'green', 'blue'],
    due: '2026-11-05 12:00:00.000Z',
    author: cat.id,
    reviewers: [cat.id],
  }));
  await admin.signIn(page, site);
  const screen = recordsScreen(page);
  await page.goto(`${site.atoll.url}${recordsHash(posts.id, { sort: '+amount' })}`);
  await expect(screen.total).toHaveText('Total found: 1000');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  // Rows out of sight follow those in sight.
  const height = await screen.scroller.evaluate(({ clientHeight }) => clientHeight);
  await expect.poll(() => screen.rows.count()).toBeGreaterThan(height / ROW_HEIGHT + 3);
  const few = await elements(page);
  await loadAll(page, 1000);
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
  // Loaded records out of view need no elements.
  expect(await elements(page)).toBeLessThan(few + 100);

  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('Selected 1000 records');
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);

  await screen.scroller.focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);
  await page.keyboard.press('End');
  const last = screen.table.locator('[aria-rowindex="1001"]');
  await expect(last.locator('[data-column="title"]')).toHaveText('post 999');
  await expect(last).toBeInViewport();
  await expect(last.getByRole('checkbox')).toBeChecked();
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);

  // A row keeps the focus during a small scroll.
  const box = screen.table.locator('[aria-rowindex="995"]').getByRole('checkbox');
  await box.focus();
  await screen.scroller.evaluate((element) => element.scrollBy(0, -100));
  await expect(screen.table.locator('[aria-rowindex="980"]')).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box).not.toBeChecked();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row-id]') !== null)).toBe(true);
});

test('a collection of 60 columns keeps the page small, and its last column can be reached', async ({
  page,
  admin,
  startSite,
}) => {
  test.setTimeout(90_000);
  // A separate backend: all its collections are in the sidebar and would count.
  const site = await startSite();
  const { backend } = site;
  const names = Array.from({ length: 60 }, (_, index) => `column_${String(index + 1).padStart(2, '0')}`);
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: names.map((name) => field(name)),
  });
  await seedRecords(backend, wide, 120, (index) =>
    Object.fromEntries(names.map((name) => [name, `${name} of ${index}`])),
  );
  await admin.signIn(page, site);
  const screen = recordsScreen(page);
  await page.goto(`${site.atoll.url}${recordsHash(wide.id, { sort: '-column_01' })}`);
  await expect(screen.total).toHaveText('Total found: 120');
  await loadAll(page, 120);
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
  await expect(screen.table).toHaveAttribute('aria-colcount', '65');

  await screen.scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect(screen.header('updated')).toBeInViewport();
  await expect(screen.header('column_60')).toBeInViewport();
  await expect(screen.rows.first().locator('[data-column="column_60"]')).toHaveText(/^column_60 of \d+$/);
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);

  // Cells are below their headers, also far to the right.
  const [head, cell] = [
    await screen.header('column_60').boundingBox(),
    await screen.rows.first().locator('[data-column="column_60"]').boundingBox(),
  ];
  expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
  expect(cell?.width).toBeCloseTo(head?.width ?? 0, 0);

  // Sorting there keeps the scroll position.
  const before = await screen.scroller.evaluate((element) => element.scrollLeft);
  await screen.header('column_60').getByRole('button').click();
  await expect(screen.header('column_60')).toHaveAttribute('aria-sort', 'descending');
  await expect(screen.rows.first().locator('[data-column="column_60"]')).toHaveText('column_60 of 99');
  expect(await screen.scroller.evaluate((element) => element.scrollLeft)).toBe(before);

  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(62);
  await page.getByRole('menuitemcheckbox', { name: 'column_60' }).click();
  await expect(screen.header('column_60')).toHaveCount(0);
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
});
