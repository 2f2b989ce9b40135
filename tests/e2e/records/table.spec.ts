import type { Page } from '@playwright/test';
import { DEMO_COLLECTIONS } from '#scripts/demo/schema.ts';
import {
  type Collection,
  createCollection,
  createLines,
  createRecord,
  createTitles,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { focusOf, presses, reach } from '#tests/support/keys.ts';
import { dateKey } from '#tests/support/lines.ts';
import { loadAt, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { selectionBar } from '#tests/support/records/selection.ts';
import { hashOf } from '#tests/support/screens.ts';

const edge = (page: Page, column: string) =>
  page.getByRole('separator', { name: `Resize column ${column}`, exact: true });

const stored = (page: Page, { id }: Collection, part: 'hiddenColumns' | 'columnWidths') =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `${id}@${part}`);

const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle columns' });

const scrollTo = (page: Page, left: number, top: number) =>
  recordsScreen(page).scroller.evaluate((element, [x, y]) => element.scrollTo(x, y), [left, top] as const);

async function hideColumns(
  { page, backend, step }: Flow,
  collection: Collection,
  other: Collection,
): Promise<void> {
  const screen = recordsScreen(page);
  const menu = page.getByRole('menu', { name: 'Toggle columns' });
  const columns = ['title', 'amount', 'note', 'created', 'updated'];
  const pressItems = async (...names: string[]) => {
    for (const name of names) await menu.getByRole('menuitemcheckbox', { name }).click();
  };

  await step('[RL-16][ST-04] all columns except the id can be hidden', async () => {
    await toggle(page).click();
    await expect(menu.getByRole('menuitemcheckbox')).toHaveText(columns);
    await pressItems(...columns);
    await expect.poll(() => screen.columnNames()).toEqual(['id']);
    await expect(screen.rows).toHaveCount(3);
    await pressItems('amount', 'created');
    await expect(menu.getByRole('menuitemcheckbox', { name: 'title' })).not.toBeChecked();
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'amount', 'created']);
    const ids = collection.fields.filter(({ name }) => name !== 'amount').map(({ id }) => id);
    expect(await stored(page, collection, 'hiddenColumns')).toEqual([
      ...ids,
      await dateKey(backend.api, collection.id, 'updated'),
    ]);
    await page.keyboard.press('Escape');
    await expect(toggle(page)).toBeFocused();
  });

  await step('[RL-16] hidden columns are remembered per collection, until all are shown again', async () => {
    await page.reload();
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'amount', 'created']);
    await page.getByRole('link', { name: other.name, exact: true }).click();
    await expect(screen.rows).toHaveCount(1);
    await expect.poll(() => screen.columnNames()).toEqual(['id', ...columns]);
    await page.goBack();
    await expect(screen.rows).toHaveCount(3);
    await toggle(page).click();
    await pressItems('title', 'note', 'updated');
    await expect.poll(() => screen.columnNames()).toEqual(['id', ...columns]);
    expect(await stored(page, collection, 'hiddenColumns')).toBeNull();
    await page.keyboard.press('Escape');
  });
}

async function resizeColumns({ page, step }: Flow, collection: Collection): Promise<void> {
  const screen = recordsScreen(page);
  const place = async (column: string) => {
    const box = await screen.header(column).boundingBox();
    return { x: Math.round(box?.x ?? 0), width: Math.round(box?.width ?? 0) };
  };
  const drag = async (by: number) => {
    const box = await edge(page, 'amount').boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };
  const [title, amount] = [await place('title'), await place('amount')];
  const fieldId = collection.fields.find(({ name }) => name === 'amount')?.id ?? '';

  await step(
    'dragging the edge of a column changes its width, which is remembered; those to the left stay',
    async () => {
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
      expect(await stored(page, collection, 'columnWidths')).toEqual({ [fieldId]: amount.width + 90 });
      // The minimum width is 60 px.
      await drag(-600);
      await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: 60 });
      await page.reload();
      await expect(screen.rows).toHaveCount(3);
      await expect.poll(() => place('amount')).toEqual({ x: amount.x, width: 60 });
    },
  );

  await step('a double click fits a column to its content, the menu fits all of them', async () => {
    await edge(page, 'amount').dblclick();
    await expect.poll(() => place('amount')).toEqual(amount);
    expect(await stored(page, collection, 'columnWidths')).toEqual({ [fieldId]: amount.width });
    await drag(90);
    await expect.poll(async () => (await place('amount')).width).toBe(amount.width + 90);
    await toggle(page).click();
    await page.getByRole('menuitem', { name: 'Fit all columns' }).click();
    await expect(toggle(page)).toBeFocused();
    await expect.poll(() => place('amount')).toEqual(amount);
    expect(await stored(page, collection, 'columnWidths')).toBeNull();
  });

  await step('arrow keys move the edge of a column', async () => {
    const expectWidth = (width: number) =>
      expect(edge(page, 'amount')).toHaveAttribute('aria-valuenow', String(width));
    // Without Shift they move the focus, as in the whole header.
    await screen.header('amount').getByRole('button').focus();
    await presses(page, 'ArrowRight ArrowRight ArrowLeft');
    await expect(edge(page, 'amount')).toBeFocused();
    await expectWidth(amount.width);
    await presses(page, 'Shift+ArrowRight');
    await expectWidth(amount.width + 10);
    await presses(page, 'Shift+Home');
    await expectWidth(60);
    await expect(edge(page, 'amount')).toBeFocused();
    await page.keyboard.press('Delete');
    await expectWidth(amount.width);
    expect(await stored(page, collection, 'columnWidths')).toBeNull();
  });
}

/** Products of the demo, with the id of the first one. */
async function createProducts({ backend }: Flow): Promise<{ products: Collection; id: string }> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const cat = await createRecord(backend.api, cats.id, { name: 'Backpacks' });
  const fields = DEMO_COLLECTIONS.find(({ name }) => name === 'products')?.fields ?? [];
  const products = await createCollection(backend.api, {
    name: uniqueName('products'),
    fields: fields.map((one) => (one.type === 'relation' ? { ...one, collectionId: cats.id } : one)),
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
  return { products, id };
}

async function fitContent({ page, step }: Flow, products: Collection, id: string): Promise<void> {
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

  await step(
    'columns are as wide as their content, and stay when rows are added, refreshed and sorted',
    async () => {
      await page.setViewportSize({ width: 2560, height: 1000 });
      await page.goto(recordsHash(products.id, { sort: '+sku' }));
      await expect(screen.cell(id, 'name')).toBeVisible();
      await expect.poll(whole).toBeGreaterThanOrEqual(14);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect.poll(whole).toBeGreaterThanOrEqual(8);
      const before = await boxes();
      await scrollTo(page, 0, 9999);
      await expect(screen.table).toHaveAttribute('aria-rowcount', '61');
      await screen.refresh.click();
      await expect(screen.table).not.toHaveAttribute('aria-busy');
      await screen.header('stock').getByRole('button').click();
      await expect(screen.header('stock')).toHaveAttribute('aria-sort', 'descending');
      expect(await boxes()).toEqual(before);
      await page.goto(recordsHash(products.id, { sort: '+sku' }));
      await expect(screen.cell(id, 'name')).toBeVisible();
    },
  );

  await step('numbers stand at the end, below their names', async () => {
    const endOf = (element: Element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().right;
    };
    const value = await screen.cell(id, 'price').evaluate(endOf);
    expect(value).toBeCloseTo(await screen.header('price').getByText('price').evaluate(endOf), 0);
  });

  await step('the name stays beside the checkbox, and nothing crosses that', async () => {
    await expect(screen.scroller).not.toHaveAttribute('data-covers');
    await scrollTo(page, 430, 0);
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

  await step('on a small screen the name leaves half of the width', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await scrollTo(page, 600, 0);
    await expect(screen.cell(id, 'name')).toBeInViewport();
    const box = await screen.cell(id, 'name').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(180);
  });
}

test('columns are hidden, resized, and as wide as their content', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  const collection = await createLines(backend.api, 3);
  const other = await createLines(backend.api, 1);
  const { products, id } = await createProducts(flow);
  await admin.signIn();
  await page.setViewportSize({ width: 1600, height: 800 });
  await page.goto(recordsHash(collection.id));
  await expect(recordsScreen(page).rows).toHaveCount(3);
  await hideColumns(flow, collection, other);
  await resizeColumns(flow, collection);
  await fitContent(flow, products, id);
});

/** Maximum number of elements in a 1280 x 800 window, for any number of loaded records. */
const MAX_ELEMENTS = 3000;
const NAMES = Array.from({ length: 200 }, (_, index) => `c${String(index + 1).padStart(3, '0')}`);

/** A list of 200 columns and 100 rows, and what is asked of it. */
interface Wide {
  readonly id: string;
  readonly ids: readonly string[];
}

async function createWide({ backend }: Flow): Promise<Wide> {
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    fields: [field('link', 'url'), ...NAMES.map((name) => field(name))],
  });
  const ids = await seedRecords(backend, wide, 100, (index) => ({
    link: index === 1 ? '' : 'https://example.com/',
    ...Object.fromEntries(NAMES.map((name) => [name, `${name} of ${index}`])),
  }));
  return { id: wide.id, ids };
}

const rowAt = (page: Page, { ids }: Wide, index: number) => recordsScreen(page).row(ids[index] ?? '');
const cellAt = (page: Page, { ids }: Wide, index: number, column: string) =>
  recordsScreen(page).cell(ids[index] ?? '', column);

/** Presses keys and expects a row to have the focus, in sight and not below the header. */
async function expectRow(page: Page, wide: Wide, keys: string, index: number): Promise<void> {
  await presses(page, keys);
  await expect(rowAt(page, wide, index), keys).toBeFocused();
  await expect(rowAt(page, wide, index).locator('.cell-select')).toBeInViewport({ ratio: 0.9 });
}

async function moveByKeys({ page, step }: Flow, wide: Wide): Promise<void> {
  const screen = recordsScreen(page);
  const press = (keys: string) => presses(page, keys);
  const row = (keys: string, index: number) => expectRow(page, wide, keys, index);
  const cell = (index: number, column: string) => cellAt(page, wide, index, column);

  await step('[UI-11] the list is one tab stop, its header another one', async () => {
    // The code for keys arrives after the list.
    await expect(screen.header('id').getByRole('button')).toHaveAttribute('tabindex', '-1');
    await rowAt(page, wide, 0).focus();
    await press('Shift+Tab');
    const all = page.getByRole('checkbox', { name: 'Select all', exact: true });
    await expect(all).toBeFocused();
    await press('Shift+Tab Tab Tab');
    await expect(rowAt(page, wide, 0)).toBeFocused();
    await press('Tab');
    // Past 'Load more', which would scroll down and load the rest.
    await expect(screen.scroller.locator(':focus')).toHaveCount(0);
    await press('Shift+Tab Shift+Tab ArrowRight');
    await expect(screen.header('id').getByRole('button')).toBeFocused();
    await press('ArrowRight ArrowRight');
    await expect(screen.header('link').getByRole('button')).toBeFocused();
    await press('End');
    await expect(toggle(page)).toBeFocused();
    await press('Home');
    await expect(all).toBeFocused();
    await row('ArrowDown', 0);
    await press('ArrowUp');
    await expect(all).toBeFocused();
    await row('ArrowDown', 0);
  });

  await step(
    '[UI-11] rows: one by one, by a screen, the first and the last one; more pages follow',
    async () => {
      await row('ArrowDown ArrowDown ArrowUp', 1);
      await row('j j k', 2);
      await row('End', 39);
      await expect(screen.table).toHaveAttribute('aria-rowcount', '81');
      await row('ArrowDown', 40);
      await row('Control+End', 79);
      await expect(screen.table).toHaveAttribute('aria-rowcount', '101');
      await row('End', 99);
      await row('ArrowDown', 99);
      await row('Control+Home', 0);
      await press('PageDown');
      const { row: far } = await focusOf(page);
      expect(far).toBeGreaterThan(10);
      expect(far).toBeLessThan(25);
      await row('PageUp', 0);
      await row('ArrowDown Home', 0);
    },
  );

  await step('[UI-11] cells: to the right of the row, and in the same column up and down', async () => {
    await press('ArrowRight');
    await expect(rowAt(page, wide, 0).getByRole('checkbox')).toBeFocused();
    await press('ArrowRight');
    await expect(cell(0, 'id').getByRole('button', { name: 'Copy' })).toBeFocused();
    await press('ArrowRight');
    await expect(cell(0, 'link').getByRole('link')).toBeFocused();
    // A cell without a control has the focus itself.
    await press('ArrowDown');
    await expect(cell(1, 'link')).toBeFocused();
    await expect(cell(1, 'link')).toHaveCSS('outline-style', 'solid');
    await press('ArrowRight');
    await expect(cell(1, 'c001')).toBeFocused();
    // It is a stop like the row: Tab and back.
    await press('Tab Shift+Tab');
    await expect(cell(1, 'c001')).toBeFocused();
    await press('ArrowLeft ArrowLeft ArrowLeft');
    await expect(rowAt(page, wide, 1).getByRole('checkbox')).toBeFocused();
    await row('ArrowLeft', 1);
  });

  await step('[UI-11] cells out of sight scroll into view', async () => {
    await press('ArrowRight End');
    await expect(cell(1, 'updated')).toBeFocused();
    await expect(cell(1, 'updated')).toBeInViewport({ ratio: 0.9 });
    await expect(cell(1, 'c100')).toHaveCount(0);
    await press('PageDown ArrowUp');
    const { row: far, column } = await focusOf(page);
    expect([far > 10, column]).toEqual([true, 'updated']);
    await press('Home');
    await expect(page.locator(':focus')).toHaveRole('checkbox');
    await press('Control+Home');
    await expect(rowAt(page, wide, 0).getByRole('checkbox')).toBeFocused();
    for (const name of ['id', 'link', ...NAMES.slice(0, 15)]) {
      await press('ArrowRight');
      expect((await focusOf(page)).column).toBe(name);
    }
    await expect(cell(0, 'c015')).toBeInViewport({ ratio: 0.9 });
    await press('Home');
    await row('ArrowLeft', 0);
  });
}

async function selectByKeys(flow: Flow, wide: Wide): Promise<void> {
  const { page, backend, step } = flow;
  const screen = recordsScreen(page);
  const bar = selectionBar(page);
  const press = (keys: string) => presses(page, keys);
  const checked = () =>
    screen.rows.evaluateAll((rows) =>
      rows.flatMap((row) =>
        row.getAttribute('aria-selected') === 'true' ? Number(row.getAttribute('aria-rowindex')) - 2 : [],
      ),
    );

  await step('[RL-14] Space selects, Shift extends, Escape clears', async () => {
    await press('ArrowDown ArrowDown Space');
    await expect.poll(checked).toEqual([2]);
    await press('Space');
    await expect.poll(checked).toEqual([]);
    await press('Shift+ArrowDown Shift+ArrowDown Shift+ArrowDown Shift+ArrowUp');
    await expect.poll(checked).toEqual([2, 3, 4]);
    await expect(rowAt(page, wide, 4)).toBeFocused();
    await press('Shift+ArrowUp Shift+ArrowUp Shift+ArrowUp');
    await expect.poll(checked).toEqual([1, 2]);
    await press('Escape');
    await expect(bar).toHaveCount(0);
    await press('Space ArrowDown ArrowDown ArrowDown Shift+Space');
    await expect.poll(checked).toEqual([1, 2, 3, 4]);
    await press('Escape Control+a');
    await expect(bar).toContainText('Selected 100 records');
    await press('Escape Shift+End');
    await expect(bar).toContainText('Selected 96 records');
    await press('Escape Control+Home');
    expect(await screen.scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  await step('[RL-14] Shift and a click select a range of rows', async () => {
    await cellAt(page, wide, 5, 'c001').click({ modifiers: ['Shift'] });
    await cellAt(page, wide, 8, 'c002').click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([5, 6, 7, 8]);
    await expect(rowAt(page, wide, 8)).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    expect(hashOf(page)).not.toContain('recordId');
  });

  await step(
    '[UI-11] the bar of the selection is one stop before the list; Escape in it clears, too',
    async () => {
      await press('Shift+Tab Shift+Tab');
      await expect(bar.getByRole('button', { name: 'Reset' })).toBeFocused();
      await press('End');
      await expect(bar.getByRole('button', { name: 'Delete selected' })).toBeFocused();
      await press('Tab Tab');
      await expect(rowAt(page, wide, 8)).toBeFocused();
      await press('Shift+Tab Shift+Tab Escape');
      await expect(bar).toHaveCount(0);
      await expect(rowAt(page, wide, 8)).toBeFocused();
    },
  );

  await step('[UI-11] Enter opens the row, and edits a cell; the focus returns to it', async () => {
    const panel = page.getByRole('dialog');
    await press('Enter');
    await expect(panel).toBeVisible();
    expect(hashOf(page)).toContain(`recordId=${wide.ids[8]}`);
    await panel.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(panel).toHaveCount(0);
    await expect(rowAt(page, wide, 8)).toBeFocused();
    await press('ArrowRight ArrowRight ArrowRight ArrowRight Enter');
    await expect(page.getByRole('textbox', { name: 'c001', exact: true })).toBeFocused();
    await press('Escape');
    await expect(cellAt(page, wide, 8, 'c001')).toBeFocused();
  });

  await step('[UI-11] a row that is gone hands the tab stop to its neighbour', async () => {
    await press('Home ArrowLeft');
    await screen.search.focus();
    await backend.api.delete(`/api/collections/${wide.id}/records/${wide.ids[8]}`);
    await screen.refresh.click();
    await expect(rowAt(page, wide, 8)).toHaveCount(0);
    await expect(rowAt(page, wide, 9)).toHaveAttribute('tabindex', '0');
    expect(await screen.table.locator('[data-row-id][tabindex="0"]').count()).toBe(1);
  });
}

async function stayWithFocus({ page, step }: Flow, wide: Wide): Promise<void> {
  const screen = recordsScreen(page);
  const link = cellAt(page, wide, 0, 'link').getByRole('link');

  await step(
    'the last column can be reached, and the page keeps the one with the focus, and its row',
    async () => {
      await scrollTo(page, 0, 0);
      await link.focus();
      await scrollTo(page, 99_999, 0);
      const last = cellAt(page, wide, 0, 'c200');
      await expect(last).toHaveText('c200 of 0');
      await expect(last).toBeInViewport();
      await expect(cellAt(page, wide, 0, 'c100')).toHaveCount(0);
      await expect(link).toBeFocused();
      // Cells are below their headers, also far to the right: the kept column takes no space from the others.
      const [head, cell] = [await screen.header('c200').boundingBox(), await last.boundingBox()];
      expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
      expect(cell?.width).toBeCloseTo(head?.width ?? 0, 0);
      await scrollTo(page, 99_999, 9999);
      await expect(rowAt(page, wide, 99)).toBeInViewport();
      await expect(rowAt(page, wide, 50)).toHaveCount(0);
      await expect(link).toBeFocused();
      // Moving on from there scrolls back to it.
      await presses(page, 'ArrowRight');
      await expect(cellAt(page, wide, 0, 'c001')).toBeFocused();
      await expect(cellAt(page, wide, 0, 'c001')).toBeInViewport();
    },
  );

  await step('the focus of a header stays, too, and sorting by the last column keeps the place', async () => {
    await screen.header('c001').getByRole('button').focus();
    await scrollTo(page, 99_999, 0);
    await expect(screen.header('c200')).toBeInViewport();
    await expect(screen.header('c001').getByRole('button')).toBeFocused();
    const before = await screen.scroller.evaluate((element) => element.scrollLeft);
    await screen.header('c200').getByRole('button').click();
    await expect(screen.header('c200')).toHaveAttribute('aria-sort', 'descending');
    await expect(screen.rows.first().locator('[data-column="c200"]')).toHaveText('c200 of 99');
    expect(await screen.scroller.evaluate((element) => element.scrollLeft)).toBe(before);
  });
}

test('a list of any size is small in the page, and worked with by keyboard, also where it is out of sight', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  const wide = await createWide(flow);
  const screen = recordsScreen(page);
  await admin.signIn();
  await page.goto(recordsHash(wide.id, { sort: 'created' }));
  await expect(rowAt(page, wide, 1)).toHaveAttribute('tabindex', '-1');
  await expect(screen.table).toHaveAttribute('aria-colcount', '206');
  await moveByKeys(flow, wide);

  await step('loaded records and columns out of sight need no elements', async () => {
    await expect(screen.table).toHaveAttribute('aria-rowcount', '101');
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(
      MAX_ELEMENTS,
    );
  });

  await selectByKeys(flow, wide);
  await stayWithFocus(flow, wide);

  await step('[UI-11] by keyboard: choose a collection, sort, hide a column, search', async () => {
    const { id, name } = await createTitles(backend.api, 40);
    await loadAt(page, recordsHash(wide.id));
    await reach(page, page.getByRole('link', { name, exact: true }));
    await page.keyboard.press('Enter');
    await expect(screen.total).toHaveText('Total found: 40');
    expect(hashOf(page)).toContain(id);
    await reach(page, screen.header('title').getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(screen.header('title')).toHaveAttribute('aria-sort', 'descending');
    await page.keyboard.press('Space');
    await expect(screen.header('title')).toHaveAttribute('aria-sort', 'ascending');
    await reach(page, toggle(page));
    await page.keyboard.press('Enter');
    // The last entries arrange and fit all columns.
    await presses(page, 'End ArrowUp ArrowUp Space Escape');
    await expect(toggle(page)).toBeFocused();
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created']);
    await reach(page, screen.search, 'Shift+Tab');
    await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
    await page.keyboard.type('n 40');
    await page.keyboard.press('Enter');
    await expect(screen.total).toHaveText('Total found: 1');
  });
});
