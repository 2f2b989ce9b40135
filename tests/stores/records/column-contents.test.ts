import { expect, onTestFinished, test, vi } from 'vitest';
import { columnWidthsKey } from '#domain/app/storage-keys.ts';
import { headerWidth } from '#domain/records/column-width.ts';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { $contents, fitAllColumns, fitColumn } from '#stores/records/column-contents.ts';
import { $columnWidths } from '#stores/records/columns.ts';
import { $columns, refreshRecords } from '#stores/records/list.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { loaded, startRecordsPage } from './list-fixture.ts';
import { backend, browser, until } from './record-fixture.ts';

// No canvas measures the font here.
vi.mock('#browser/list-look.ts', () => ({ listLook: () => ({ em: 14, hasIcons: false }) }));

startRecordsPage();

const LONG = 'a much longer title than the others';
const NAME = 'a_field_with_a_long_name';

/** Opens a new collection with these titles in the order of their creation. */
async function show(...titles: readonly string[]) {
  onTestFinished($contents.listen(() => {}));
  onTestFinished($columnWidths.listen(() => {}));
  const { id } = await createCollection(backend().api, {
    name: uniqueName('wide'),
    fields: [field('title'), field('amount', 'number'), field(NAME)],
  });
  const add = (title: string) => createRecord(backend().api, id, { title, amount: 1, [NAME]: 'x' });
  for (const title of titles) await add(title);
  await loadCollections();
  go('collections', { collectionId: id, sort: '+created' });
  await until($activeCollection, (active) => active?.id === id);
  await loaded();
  const column = (name: string) => {
    const found = $columns.get().find((one) => one.name === name);
    if (!found) throw new Error(`No column ${name}.`);
    return found;
  };
  const widthOf = (name: string) => $contents.get()[column(name).id]?.width ?? 0;
  return { id, add, column, widthOf };
}

test('columns are measured with their first rows, and do not move when others come', async () => {
  const { add, column, widthOf } = await show('short', 'short');
  const width = widthOf('title');
  expect(width).toBeGreaterThan(widthOf(NAME));
  expect($contents.get()[column('amount').id]?.isNumeric).toBe(true);
  await add(LONG);
  await refreshRecords();
  expect(widthOf('title')).toBe(width);
});

test('an empty list is measured when its first row comes', async () => {
  const { add, widthOf } = await show();
  expect($contents.get()).toEqual({});
  await add('short');
  await refreshRecords();
  expect(widthOf('title')).toBeGreaterThan(0);
});

test('a fitted column is as wide as its longest value or its name, and keeps that width', async () => {
  const few = Array.from({ length: 30 }, () => 'short');
  const { id, column, widthOf } = await show(...few, LONG);
  const before = widthOf('title');
  fitColumn(column('title'));
  const stored = () => JSON.parse(browser.storage.get(columnWidthsKey(id)) ?? '{}');
  const fitted = $columnWidths.get()[column('title').id] ?? 0;
  // At first, a few long values don't widen a column.
  expect(fitted).toBeGreaterThan(before * 2);
  expect(stored()).toEqual({ [column('title').id]: fitted });
  fitColumn(column(NAME));
  expect($columnWidths.get()[column(NAME).id]).toBe(headerWidth(NAME, 14));
});

test('fitting all columns forgets the chosen widths and measures again', async () => {
  const { id, add, column, widthOf } = await show('short');
  const before = widthOf('title');
  fitColumn(column('title'));
  await add(LONG);
  await refreshRecords();
  fitAllColumns();
  expect($columnWidths.get()).toEqual({});
  expect(browser.storage.has(columnWidthsKey(id))).toBe(false);
  expect(widthOf('title')).toBeGreaterThan(before * 2);
});
