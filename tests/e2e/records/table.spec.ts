import type { Page } from '@playwright/test';
import { DEMO_COLLECTIONS } from '#scripts/demo/schema.ts';
import {
  type Collection,
  createCollection,
  createLines,
  createRecord,
  everyFieldType,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

const edge = (page: Page, column: string) =>
  page.getByRole('separator', { name: `Resize column ${column}`, exact: true });

const stored = (page: Page, { id }: Collection, part: 'hiddenColumns' | 'columnWidths') =>
  page.evaluate((key) => localStorage.getItem(key), `${id}@${part}`);

test('[RL-16][ST-04] columns are hidden and resized with the mouse and the keyboard, and remembered per collection', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createLines(backend.api, 3);
  const other = await createLines(backend.api, 1);
  await admin.signIn();
  await page.setViewportSize({ width: 1600, height: 800 });
  const screen = recordsScreen(page);
  const toggle = page.getByRole('button', { name: 'Toggle columns' });
  const menu = page.getByRole('menu', { name: 'Toggle columns' });
  const item = (name: string) => menu.getByRole('menuitemcheckbox', { name });
  const columns = ['title', 'amount', 'note', 'created', 'updated'];
  const place = async (column: string) => {
    const box = await screen.header(column).boundingBox();
    return { x: Math.round(box?.x ?? 0), width: Math.round(box?.width ?? 0) };
  };
  const show = async ({ id, name }: Collection) => {
    await page.goto(recordsHash(id));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await show(collection);
  await expect(screen.rows).toHaveCount(3);
  const [title, amount] = [await place('title'), await place('amount')];
  const fieldId = collection.schema.find(({ name }) => name === 'amount')?.id ?? '';

  await test.step('all columns except the id can be hidden', async () => {
    await toggle.click();
    await expect(menu.getByRole('menuitemcheckbox')).toHaveText(columns);
    await checkScreen('[role=menu]');
    for (const name of columns) await item(name).click();
    await expect.poll(() => screen.columnNames()).toEqual(['id']);
    await expect(screen.rows).toHaveCount(3);
    for (const name of ['amount', 'created']) await item(name).click();
    await expect(menu).toBeVisible();
    await expect(item('title')).not.toBeChecked();
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'amount', 'created']);
    const ids = collection.schema.filter(({ name }) => name !== 'amount').map(({ id }) => id);
    expect(JSON.parse((await stored(page, collection, 'hiddenColumns')) ?? '')).toEqual([...ids, '@updated']);
    await page.keyboard.press('Escape');
    await expect(toggle).toBeFocused();
  });

  await test.step('hidden columns are remembered per collection, until all are shown again', async () => {
    await page.reload();
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'amount', 'created']);
    await page.getByRole('link', { name: other.name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
    await expect.poll(() => screen.columnNames()).toEqual(['id', ...columns]);
    await show(collection);
    await toggle.click();
    for (const name of ['title', 'note', 'updated']) await item(name).click();
    await expect.poll(() => screen.columnNames()).toEqual(['id', ...columns]);
    expect(await stored(page, collection, 'hiddenColumns')).toBeNull();
    await page.keyboard.press('Escape');
  });

  const drag = async (by: number) => {
    const box = await edge(page, 'amount').boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };

  await test.step('dragging the edge of a column changes its width; columns to the left stay', async () => {
    await expect.poll(() => place('amount')).toEqual(amount);
    await checkScreen('[data-records-table]');
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
    expect(JSON.parse((await stored(page, collection, 'columnWidths')) ?? '')).toEqual({
      [fieldId]: amount.width + 90,
    });
    // The minimum width is 60 px.
    await drag(-600);
    await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: 60 });
  });

  await test.step('the width is remembered per collection, invalid stored ones are ignored', async () => {
    const widths = `${other.id}@columnWidths`;
    const invalid = JSON.stringify({ '@id': 'wide', '@created': -5 });
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [widths, invalid] as const);
    await page.reload();
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: 60 });
    await show(other);
    await expect(screen.rows).toHaveCount(1);
    await expect.poll(async () => (await place('amount')).width).toBe(amount.width);
    const clientWidth = (column: string) => screen.header(column).evaluate((element) => element.clientWidth);
    await expect.poll(() => clientWidth('id')).toBe(128);
    await expect.poll(() => clientWidth('created')).toBe(60);
    await show(collection);
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(async () => (await place('amount')).width).toBe(60);
  });

  await test.step('a double click fits a column to its content, the menu fits all of them', async () => {
    await edge(page, 'amount').dblclick();
    await expect.poll(() => place('amount')).toEqual(amount);
    expect(JSON.parse((await stored(page, collection, 'columnWidths')) ?? '')).toEqual({
      [fieldId]: amount.width,
    });
    await drag(90);
    await expect.poll(async () => (await place('amount')).width).toBe(amount.width + 90);
    await toggle.click();
    await menu.getByRole('menuitem', { name: 'Fit all columns' }).click();
    await expect(toggle).toBeFocused();
    await expect.poll(() => place('amount')).toEqual(amount);
    expect(await place('title')).toEqual(title);
    expect(await stored(page, collection, 'columnWidths')).toBeNull();
  });

  await test.step('arrow keys move the edge of a column', async () => {
    // Without Shift they move the focus, as in the whole header.
    await screen.header('amount').getByRole('button').focus();
    await presses(page, 'ArrowRight');
    await expect(edge(page, 'amount')).toBeFocused();
    await presses(page, 'ArrowRight ArrowLeft');
    await expect(edge(page, 'amount')).toBeFocused();
    const { width } = amount;
    await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', String(width));
    await presses(page, 'Shift+ArrowRight');
    await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', String(width + 10));
    await presses(page, 'Shift+Home');
    await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', '60');
    await expect(edge(page, 'amount')).toBeFocused();
    expect(await stored(page, collection, 'columnWidths')).not.toBeNull();
    await page.keyboard.press('Delete');
    await expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', String(width));
    expect(await stored(page, collection, 'columnWidths')).toBeNull();
  });

  await test.step('the width of the sidebar is stored too', async () => {
    await page.getByRole('separator', { name: 'Resize sidebar' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('@adminSidebarWidth')))
      .toMatch(/^\d+px$/);
  });
});

test('columns are as wide as their content, 8 of them are whole at 1280 px and 14 at 2560 px, and the name of a record stays in sight', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [field('name', 'text', { presentable: true })],
  });
  const cat = await createRecord(backend.api, cats.id, { name: 'Backpacks' });
  const schema = DEMO_COLLECTIONS.find(({ name }) => name === 'products')?.schema ?? [];
  const products = await createCollection(backend.api, {
    name: uniqueName('products'),
    schema: schema.map((one) =>
      one.type === 'relation' ? { ...one, options: { ...one.options, collectionId: cats.id } } : one,
    ),
  });
  const [id = ''] = await seedRecords(backend, products, 60, (index) => ({
    name: `Coastal Glacier Rope ${index + 10} m`,
    sku: `TN-${1000 + index}`,
    price: 59.95 + index,
    stock: index * 5,
    active: Number(index % 3 > 0),
    category: cat.id,
    tags: ['recycled', 'vegan', 'last pieces'],
    description: `<p>${'We repair it for as long as you have it. '.repeat(4)}</p>`,
    details: ['sand', 'lagoon', 'coal', 'moss', 'made in the EU'],
    manufacturer: 'https://maker12.example/',
    related: [cat.id],
  }));
  await admin.signIn();
  const screen = recordsScreen(page);
  const boxes = () =>
    screen.table.locator('[role=columnheader]').evaluateAll((headers) =>
      headers.map((header) => {
        const { left, right } = header.getBoundingClientRect();
        return { left, right };
      }),
    );
  /** The number of columns between checkbox and menu that are whole. */
  const whole = async () => {
    const [select, ...columns] = await boxes();
    const menu = columns.pop();
    const isWhole = (left: number, right: number) =>
      left >= (select?.right ?? 0) - 1 && right <= (menu?.left ?? 0) + 1;
    return columns.filter(({ left, right }) => isWhole(left, right)).length;
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(recordsHash(products.id, { sort: '+sku' }));
  await expect(screen.cell(id, 'name')).toBeVisible();
  expect(await whole()).toBeGreaterThanOrEqual(8);
  await checkScreen('[data-records-table]');

  await test.step('they stay when rows are added, refreshed and sorted', async () => {
    const before = await boxes();
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', '61');
    await screen.refresh.click();
    await expect(screen.table).not.toHaveAttribute('aria-busy');
    await screen.header('stock').getByRole('button').click();
    await expect(screen.header('stock')).toHaveAttribute('aria-sort', 'descending');
    expect(await boxes()).toEqual(before);
    await page.goto(recordsHash(products.id, { sort: '+sku' }));
    await expect(screen.cell(id, 'name')).toBeVisible();
  });

  await test.step('numbers stand at the end, below their names', async () => {
    const price = screen.cell(id, 'price');
    await expect(price).toHaveCSS('justify-content', 'flex-end');
    const ends = [price, screen.header('price').getByText('price')].map((one) =>
      one.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return text.getBoundingClientRect().right;
      }),
    );
    const [value = 0, name = 0] = await Promise.all(ends);
    expect(value).toBeCloseTo(name, 0);
  });

  await test.step('the name stays beside the checkbox, and nothing crosses that', async () => {
    await expect(screen.scroller).not.toHaveAttribute('data-covers');
    await screen.scroller.evaluate((element) => element.scrollTo(430, 0));
    await expect(screen.scroller).toHaveAttribute('data-covers', '');
    const [select] = await boxes();
    const name = await screen.cell(id, 'name').boundingBox();
    expect(name?.x).toBeCloseTo(select?.right ?? 0, 0);
    await expect(screen.header('id')).toHaveCount(0);
    const onTop = await screen.table.locator('.list-head .cell-select').evaluate((cell) => {
      const { left, top } = cell.getBoundingClientRect();
      const at = (x: number) => document.elementFromPoint(left + x, top + 10);
      // The edge of the sidebar takes the first pixels.
      return Array.from({ length: 38 }, (_, x) => cell.contains(at(x + 5.5)));
    });
    expect(onTop).not.toContain(false);
  });

  await page.setViewportSize({ width: 2560, height: 1000 });
  await expect.poll(whole).toBeGreaterThanOrEqual(14);

  await test.step('on a small screen it leaves half of the width', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await screen.scroller.evaluate((element) => element.scrollTo(600, 0));
    await expect(screen.cell(id, 'name')).toBeInViewport();
    const box = await screen.cell(id, 'name').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(180);
  });
});

/**
 * Maximum number of elements in a 1280 x 800 window, for any number of loaded records. All collections of this file are
 * in the sidebar and count: it has only a few.
 */
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
  backend,
}) => {
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
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(posts.id, { sort: '+amount' }));
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
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('Selected 1000 records');
  expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);

  await screen.rows.first().focus();
  await presses(page, 'PageDown PageDown');
  await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);
  await presses(page, 'End');
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
  await presses(page, 'ArrowLeft ArrowUp');
  await expect(screen.table.locator('[aria-rowindex="994"]')).toBeFocused();
});

test('200 columns keep the page small, the last one can be reached, and a focus that scrolls out of view is not lost', async ({
  page,
  admin,
  backend,
}) => {
  const names = Array.from({ length: 200 }, (_, index) => `c${String(index + 1).padStart(3, '0')}`);
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: names.map((name) => field(name, name === 'c002' ? 'url' : 'text')),
  });
  const rows = await seedRecords(backend, wide, 120, (index) => ({
    ...Object.fromEntries(names.map((name) => [name, `${name} of ${index}`])),
    c002: 'https://example.com/',
  }));
  await admin.signIn();
  const screen = recordsScreen(page);
  const toEnd = () => screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const toRight = () => screen.scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await page.goto(recordsHash(wide.id, { sort: 'created' }));
  const [first = ''] = rows;
  const link = screen.cell(first, 'c002').getByRole('link');

  await test.step('the page is small', async () => {
    await expect(screen.total).toHaveText('Total found: 120');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    await expect(screen.table).toHaveAttribute('aria-colcount', '205');
    expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
  });

  await test.step('the last column can be reached, and keeps the focus of the first ones', async () => {
    await link.focus();
    await toRight();
    await expect(screen.header('updated')).toBeInViewport();
    await expect(screen.header('c200')).toBeInViewport();
    await expect(screen.cell(first, 'c200')).toHaveText('c200 of 0');
    await expect(screen.cell(first, 'c200')).toBeInViewport();
    await expect(screen.cell(first, 'c100')).toHaveCount(0);
    await expect(link).toBeFocused();
    // Cells are below their headers, also far to the right: the kept column takes no space from the others.
    const [head, cell] = [
      await screen.header('c200').boundingBox(),
      await screen.cell(first, 'c200').boundingBox(),
    ];
    expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
    expect(cell?.width).toBeCloseTo(head?.width ?? 0, 0);
    expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
  });

  await test.step('its row is kept as well', async () => {
    for (const count of ['81', '121']) {
      await toEnd();
      await expect(screen.table).toHaveAttribute('aria-rowcount', count);
    }
    await toEnd();
    await expect(screen.table.locator('[aria-rowindex="121"]')).toBeInViewport();
    await expect(screen.table.locator('[aria-rowindex="60"]')).toHaveCount(0);
    await expect(link).toBeFocused();
    expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
    // Moving on from there scrolls back to it.
    await presses(page, 'ArrowRight');
    await expect(screen.cell(first, 'c003')).toBeFocused();
    await expect(screen.cell(first, 'c003')).toBeInViewport();
  });

  await test.step('the focus of a header stays too', async () => {
    await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
    await screen.header('c001').getByRole('button').focus();
    await toRight();
    await expect(screen.header('c200')).toBeInViewport();
    await expect(screen.header('c001').getByRole('button')).toBeFocused();
  });

  await test.step('sorting by the last column keeps the scroll position, and it can be hidden', async () => {
    const before = await screen.scroller.evaluate((element) => element.scrollLeft);
    await screen.header('c200').getByRole('button').click();
    await expect(screen.header('c200')).toHaveAttribute('aria-sort', 'descending');
    await expect(screen.rows.first().locator('[data-column="c200"]')).toHaveText('c200 of 99');
    expect(await screen.scroller.evaluate((element) => element.scrollLeft)).toBe(before);

    await page.getByRole('button', { name: 'Toggle columns' }).click();
    await expect(page.getByRole('menuitemcheckbox')).toHaveCount(202);
    await page.getByRole('menuitemcheckbox', { name: 'c200' }).click();
    await expect(screen.header('c200')).toHaveCount(0);
    expect(await elements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
  });
});
