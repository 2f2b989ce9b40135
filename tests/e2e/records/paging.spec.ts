import type { Page, Route } from '@playwright/test';
import {
  type Collection,
  createCollection,
  createLines,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, isListRequest, queryOf, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';

/** The pages of a collection's list that are requested from now on. */
function watchPages(page: Page, { id }: Collection): (string | undefined)[] {
  const pages: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, id)) pages.push(queryOf(request)['page']);
  });
  return pages;
}

test('the next page loads by itself near the end, one at a time, and not before', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createLines(backend.api, 170);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, collection);
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 170');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  const scrollTo = (top: number) =>
    screen.scroller.evaluate((element, to) => element.scrollTo(0, to < 0 ? element.scrollHeight : to), top);
  // A small scroll loads nothing.
  await scrollTo(150);
  await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBe(150);
  expect(pages).toEqual(['1']);
  await expect(screen.loadMore).toHaveCount(1);

  const held = gate();
  const wait = async (route: Route) => {
    await held.opened;
    await route.continue();
  };
  await page.route((url) => url.searchParams.get('page') === '2', wait);
  await scrollTo(-1);
  await expect(screen.table).toHaveAttribute('data-loading', 'more');
  await expect(screen.loadMore).toBeDisabled();
  await scrollTo(0);
  await scrollTo(-1);
  expect(pages).toEqual(['1', '2']);
  held.open();
  await expect(screen.table).toHaveAttribute('aria-rowcount', '81');
  // The end is far away again: nothing loads until the user scrolls there.
  await expect(screen.loadMore).toBeEnabled();
  expect(pages).toEqual(['1', '2']);
  for (const count of [121, 161, 171]) {
    await scrollTo(-1);
    await expect(screen.table).toHaveAttribute('aria-rowcount', String(count));
  }
  await expect(screen.loadMore).toHaveCount(0);
  expect(pages).toEqual(['1', '2', '3', '4', '5']);
  await scrollTo(-1);
  await expect(screen.rows.last().locator('[data-column="title"]')).toHaveText('n 170');
});

test('after a failure only the button continues, also by keyboard', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createLines(backend.api, 90);
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=2&.*$/);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, collection);
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 90');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  await page.route(
    (url) => url.searchParams.get('page') === '2',
    (route) => route.fulfill({ status: 500, json: { code: 500, message: 'The disk is full.', data: {} } }),
  );
  await screen.scroller.focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-toasts]')).toContainText('The disk is full.');
  await page.keyboard.press('Home');
  await expect(screen.rows.first()).toBeInViewport();
  await page.keyboard.press('End');
  await expect(screen.loadMore).toBeInViewport();
  expect(pages).toEqual(['1', '2']);

  await page.unrouteAll();
  await screen.rows.last().focus();
  for (let step = 0; step < 20; step++) {
    if (await screen.loadMore.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(screen.loadMore).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => screen.table.getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(80);
  // After a success the list loads by itself again.
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table).toHaveAttribute('aria-rowcount', '91');
});

test('texts that make a page large are shortened by the backend from the next page on', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('heavy'),
    schema: [field('title'), field('story'), field('meta', 'json')],
  });
  const story = 'word '.repeat(8000);
  const meta = (index: number) => ({ index, list: Array.from({ length: 2000 }, () => 'x') });
  await createRecords(backend.api, collection.id, 45, (index) => ({
    title: `n ${index}`,
    story,
    meta: meta(index),
  }));
  await admin.signIn();
  const screen = recordsScreen(page);
  const first = page.waitForRequest((request) => isListRequest(request, collection.id));
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  // The request of the first page follows RL-01 exactly.
  expect(queryOf(await first)['fields']).toBe('');
  await expect(screen.total).toHaveText('Total found: 45');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  const next = page.waitForRequest((request) => isListRequest(request, collection.id));
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(queryOf(await next)['fields']).toBe('*,story:excerpt(500,true)');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '46');
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const last = screen.rows.last();
  await expect(last.locator('[data-column="title"]')).toHaveText('n 44');
  await expect(last.locator('[data-column="story"]')).toHaveText(`${story.slice(0, 195)}...`);
  await expect(last.locator('[data-column="meta"]')).toHaveText(
    `${JSON.stringify(meta(44)).slice(0, 500)}...`,
  );
});

test('saving keeps the loaded pages, the scroll position and the selection; the row shows the saved values', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createLines(backend.api, 100);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, collection);
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 100');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  for (const count of ['81', '101']) {
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', count);
  }
  await screen.scroller.evaluate((element) => element.scrollTo(0, 1800));
  const row = screen.table.locator('[aria-rowindex="58"]');
  await expect(row.locator('[data-column="title"]')).toHaveText('n 57');
  await row.getByRole('checkbox').check();
  const id = (await row.getAttribute('data-row-id')) ?? '';
  await screen.cell(id, 'title').click();
  const panel = panelScreen(page);
  await expect(panel.menu).toBeVisible();
  await panel.control('title').fill('changed');
  await panel.save.click();
  await expect(panel.panel).toHaveCount(0);
  await expect(screen.cell(id, 'title')).toHaveText('changed');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '101');
  expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(1800);
  await expect(screen.row(id).getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('Selected 1 record');
  // Only this row was read again.
  expect(pages).toEqual(['1', '2', '3']);
  expect(backend.sql(`select title from ${collection.name} where id = ?`, [id])).toEqual([
    { title: 'changed' },
  ]);
  await createRecord(backend.api, collection.id, { title: 'n 101' });
  await screen.refresh.click();
  await expect(screen.total).toHaveText('Total found: 101');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '102');
});
