import type { Page, Route } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { panelScreen } from '../support/record-panel.ts';
import { gate, isListRequest, queryOf, recordsHash, recordsScreen } from '../support/records-page.ts';

async function titles(backend: Backend, count: number): Promise<Collection> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('lines'),
    schema: [field('title', 'text', { presentable: true }), field('amount', 'number'), field('note')],
  });
  await createRecords(backend.api, collection.id, count, (index) => ({ title: `n ${index + 1}` }));
  return collection;
}

/** The pages of a collection's list that are asked for from now on. */
function watchPages(page: Page, { id }: Collection): (string | undefined)[] {
  const pages: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, id)) pages.push(queryOf(request)['page']);
  });
  return pages;
}

const edge = (page: Page, column: string) =>
  page.getByRole('separator', { name: `Resize column ${column}`, exact: true });
const storedWidths = (page: Page, { id }: Collection) =>
  page.evaluate((key) => localStorage.getItem(key), `${id}@columnWidths`);

test('the next page comes by itself near the end, one at a time, and not before', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await titles(backend, 170);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, collection);
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 170');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  const scrollTo = (top: number) =>
    screen.scroller.evaluate((element, to) => element.scrollTo(0, to < 0 ? element.scrollHeight : to), top);
  // A little down: nothing yet.
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
  // The end is far away again: nothing more until somebody goes there.
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

test('after a failure only the button goes on, also by keyboard', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await titles(backend, 90);
  expectedProblems.allow(/^response 500 /);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, collection);
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 90');
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
  // It works again, so it goes on by itself again.
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table).toHaveAttribute('aria-rowcount', '91');
});

test('a column is made wider by its edge, the left side stays, and the width is remembered', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await titles(backend, 3);
  const other = await titles(backend, 1);
  await admin.signIn();
  await page.setViewportSize({ width: 1600, height: 800 });
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(3);
  await axe('[data-records-table]');
  const place = async (column: string) => {
    const box = await screen.header(column).boundingBox();
    return { x: Math.round(box?.x ?? 0), width: Math.round(box?.width ?? 0) };
  };
  const [title, amount] = [await place('title'), await place('amount')];
  const fieldId = collection.schema.find(({ name }) => name === 'amount')?.id ?? '';

  const drag = async (by: number) => {
    const box = await edge(page, 'amount').boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };
  await drag(90);
  expect(await place('amount')).toEqual({ x: amount.x, width: amount.width + 90 });
  expect(await place('title')).toEqual(title);
  // Cells stand below their headers, and the click did not sort.
  for (const column of ['title', 'amount', 'note', 'created']) {
    const cell = await screen.rows.first().locator(`[data-column="${column}"]`).boundingBox();
    const head = await screen.header(column).boundingBox();
    expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
    expect(cell?.width).toBeCloseTo(head?.width ?? 0, 0);
  }
  await expect(screen.header('amount')).toHaveAttribute('aria-sort', 'none');
  expect(JSON.parse((await storedWidths(page, collection)) ?? '')).toEqual({ [fieldId]: amount.width + 90 });

  // Never narrower than 60 px.
  await drag(-600);
  expect((await place('amount')).width).toBe(60);
  await page.reload();
  await expect(screen.rows).toHaveCount(3);
  expect(await place('amount')).toEqual({ x: amount.x, width: 60 });

  // Another collection has its own.
  await page.goto(recordsHash(other.id));
  await expect(screen.rows).toHaveCount(1);
  expect((await place('amount')).width).toBe(amount.width);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(3);
  expect((await place('amount')).width).toBe(60);

  await edge(page, 'amount').dblclick();
  await expect.poll(() => place('amount')).toEqual(amount);
  expect(await storedWidths(page, collection)).toBeNull();
});

test('the edge of a column is moved by arrow keys, and what is stored may be anything', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await titles(backend, 2);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(2);
  await screen.header('amount').getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(edge(page, 'amount')).toBeFocused();
  await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', '120');
  await page.keyboard.press('ArrowRight');
  await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', '130');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', '230');
  await page.keyboard.press('Home');
  await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', '60');
  await expect(edge(page, 'amount')).toBeFocused();
  expect(await storedWidths(page, collection)).not.toBeNull();
  await page.keyboard.press('Delete');
  await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', '120');
  expect(await storedWidths(page, collection)).toBeNull();

  for (const text of ['{', '[1,2]', 'null', '{"@id":"wide"}', '{"@id":-5}']) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `${collection.id}@columnWidths`,
      text,
    ] as const);
    await page.reload();
    await expect(screen.rows).toHaveCount(2);
    const width = await screen.header('id').evaluate((element) => element.clientWidth);
    expect(width).toBe(text.includes('-5') ? 60 : 190);
  }
});

test('200 columns keep the page small; a focus that is scrolled out of sight is not lost', async ({
  page,
  admin,
  backend,
}) => {
  test.setTimeout(60_000);
  const names = Array.from({ length: 200 }, (_, index) => `c${String(index + 1).padStart(3, '0')}`);
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: names.map((name) => field(name, name === 'c002' ? 'url' : 'text')),
  });
  const link = 'https://example.com/';
  const rows = await createRecords(backend.api, wide.id, 120, (index) => ({
    c002: link,
    c200: `end ${index}`,
  }));
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(wide.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 120');
  await expect(screen.table).toHaveAttribute('aria-colcount', '205');
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  expect(await elements()).toBeLessThanOrEqual(3000);

  const first = rows[0]?.id ?? '';
  await screen.cell(first, 'c002').getByRole('link').focus();
  await screen.scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect(screen.cell(first, 'c200')).toHaveText('end 0');
  await expect(screen.cell(first, 'c200')).toBeInViewport();
  await expect(screen.cell(first, 'c100')).toHaveCount(0);
  await expect(screen.cell(first, 'c002').getByRole('link')).toBeFocused();
  // The kept column takes no room of the others.
  const [head, cell] = [
    await screen.header('c200').boundingBox(),
    await screen.cell(first, 'c200').boundingBox(),
  ];
  expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
  expect(await elements()).toBeLessThanOrEqual(3000);

  // Nor its row.
  for (const count of ['81', '121']) {
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', count);
  }
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table.locator('[aria-rowindex="121"]')).toBeInViewport();
  await expect(screen.table.locator('[aria-rowindex="60"]')).toHaveCount(0);
  await expect(screen.cell(first, 'c002').getByRole('link')).toBeFocused();
  expect(await elements()).toBeLessThanOrEqual(3000);
  // Going on from there comes back to it.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-record-id]') !== null)).toBe(true);

  // A header's focus stays too.
  await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
  await screen.header('c001').getByRole('button').focus();
  await screen.scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect(screen.header('c200')).toBeInViewport();
  await expect(screen.header('c001').getByRole('button')).toBeFocused();
});

test('texts that make a page heavy are cut by the backend from the next page on', async ({
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
  // The first page is asked for to the letter of RL-01.
  expect(queryOf(await first)['fields']).toBe('');
  await expect(screen.total).toHaveText('Total found: 45');
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

test('saving keeps the loaded pages, the place and the selection; the row shows what was saved', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await titles(backend, 100);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, collection);
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 100');
  for (const count of ['81', '101']) {
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', count);
  }
  await screen.scroller.evaluate((element) => element.scrollTo(0, 1800));
  const row = screen.table.locator('[aria-rowindex="58"]');
  await expect(row.locator('[data-column="title"]')).toHaveText('n 57');
  await row.getByRole('checkbox').check();
  const id = (await row.getAttribute('data-record-id')) ?? '';
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
  // Only this one row was read anew.
  expect(pages).toEqual(['1', '2', '3']);
  expect(backend.sql(`select title from ${collection.name} where id = ?`, [id])).toEqual([
    { title: 'changed' },
  ]);
  await createRecord(backend.api, collection.id, { title: 'n 101' });
  await screen.refresh.click();
  await expect(screen.total).toHaveText('Total found: 101');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '102');
});
