import type { Page } from '@playwright/test';
import {
  type Collection,
  createCollection,
  createLines,
  createRecords,
  createTitles,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

const edge = (page: Page, column: string) =>
  page.getByRole('separator', { name: `Resize column ${column}`, exact: true });

const storedWidths = (page: Page, { id }: Collection) =>
  page.evaluate((key) => localStorage.getItem(key), `${id}@columnWidths`);

test('[RL-16][ST-04] hidden columns are remembered per collection, until all are shown again', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createTitles(backend.api, 1);
  const other = await createTitles(backend.api, 1);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(1);
  const key = `${collection.id}@hiddenColumns`;
  const stored = () => page.evaluate((name) => localStorage.getItem(name), key);
  const menu = page.getByRole('menu', { name: 'Toggle columns' });
  const item = (name: string) => menu.getByRole('menuitemcheckbox', { name });
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await expect(menu.getByRole('menuitemcheckbox')).toHaveText(['title', 'created', 'updated']);
  await axe();
  await item('title').click();
  await expect(menu).toBeVisible();
  await expect(item('title')).not.toBeChecked();
  await item('updated').click();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'created']);
  expect(JSON.parse((await stored()) ?? '')).toEqual([collection.schema[0]?.id, '@updated']);

  await page.reload();
  await expect(screen.rows).toHaveCount(1);
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'created']);
  await page.getByRole('link', { name: other.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created', 'updated']);

  await page.goto(recordsHash(collection.id));
  await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await item('title').click();
  await item('updated').click();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created', 'updated']);
  expect(await stored()).toBeNull();
  await page.keyboard.press('Escape');

  const edge = page.getByRole('separator', { name: 'Resize sidebar' });
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('@adminSidebarWidth'))).toMatch(/^\d+px$/);
});

test('all columns except the id can be hidden', async ({ page, admin, backend }) => {
  const collection = await createTitles(backend.api, 2);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  for (const name of ['title', 'created', 'updated'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Toggle columns' })).toBeFocused();
  await expect.poll(() => screen.columnNames()).toEqual(['id']);
  await expect(screen.rows).toHaveCount(2);
});

test('dragging the edge of a column changes its width; columns to the left stay, and the width is remembered', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createLines(backend.api, 3);
  const other = await createLines(backend.api, 1);
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
  await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: amount.width + 90 });
  expect(await place('title')).toEqual(title);
  // Cells are below their headers, and the click did not sort.
  for (const column of ['title', 'amount', 'note', 'created']) {
    const cell = await screen.rows.first().locator(`[data-column="${column}"]`).boundingBox();
    const head = await screen.header(column).boundingBox();
    expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
    expect(cell?.width).toBeCloseTo(head?.width ?? 0, 0);
  }
  await expect(screen.header('amount')).toHaveAttribute('aria-sort', 'none');
  expect(JSON.parse((await storedWidths(page, collection)) ?? '')).toEqual({ [fieldId]: amount.width + 90 });

  // The minimum width is 60 px.
  await drag(-600);
  await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: 60 });
  await page.reload();
  await expect(screen.rows).toHaveCount(3);
  await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: 60 });

  // Another collection has its own widths.
  await page.goto(recordsHash(other.id));
  await expect(screen.rows).toHaveCount(1);
  await expect.poll(async () => (await place('amount')).width).toBe(amount.width);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(3);
  await expect.poll(async () => (await place('amount')).width).toBe(60);

  await edge(page, 'amount').dblclick();
  await expect.poll(() => place('amount')).toEqual(amount);
  expect(await storedWidths(page, collection)).toBeNull();
});

test('arrow keys move the edge of a column, and invalid stored widths are ignored', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createLines(backend.api, 2);
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
    await expect
      .poll(() => screen.header('id').evaluate((element) => element.clientWidth))
      .toBe(text.includes('-5') ? 60 : 190);
  }
});

test('200 columns keep the page small; a focus that scrolls out of view is not lost', async ({
  page,
  admin,
  startSite,
}) => {
  // A separate backend: all its collections are in the sidebar and would count.
  const site = await startSite();
  const { backend } = site;
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
  await admin.signIn(page, site);
  const screen = recordsScreen(page);
  await page.goto(`${site.atoll.url}${recordsHash(wide.id, { sort: 'created' })}`);
  await expect(screen.total).toHaveText('Total found: 120');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
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
  // The kept column takes no space from the others.
  const [head, cell] = [
    await screen.header('c200').boundingBox(),
    await screen.cell(first, 'c200').boundingBox(),
  ];
  expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
  expect(await elements()).toBeLessThanOrEqual(3000);

  // Neither does its row.
  for (const count of ['81', '121']) {
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', count);
  }
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table.locator('[aria-rowindex="121"]')).toBeInViewport();
  await expect(screen.table.locator('[aria-rowindex="60"]')).toHaveCount(0);
  await expect(screen.cell(first, 'c002').getByRole('link')).toBeFocused();
  expect(await elements()).toBeLessThanOrEqual(3000);
  // Moving on from there scrolls back to it.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row-id]') !== null)).toBe(true);

  // The focus of a header stays too.
  await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
  await screen.header('c001').getByRole('button').focus();
  await screen.scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect(screen.header('c200')).toBeInViewport();
  await expect(screen.header('c001').getByRole('button')).toBeFocused();
});
