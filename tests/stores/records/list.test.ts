import { expect, test, vi } from 'vitest';
import { columnWidthsKey } from '#domain/app/storage-keys.ts';
import { expandedOf, type RecordData } from '#domain/records/record.ts';
import { $filter, setFilter, setSort } from '#stores/app/list-address.ts';
import { $query, go, startRouting } from '#stores/app/route.ts';
import {
  $collectionList,
  $collections,
  followActiveCollection,
  loadCollections,
} from '#stores/collections/list.ts';
import {
  $columnWidths,
  $hiddenColumns,
  resetColumns,
  resizeColumn,
  storeColumnWidths,
  toggleColumn,
} from '#stores/records/columns.ts';
import {
  $columns,
  $records,
  $selectedRecords,
  $sort,
  $total,
  $visibleColumns,
  loadMoreRecords,
  refreshRecords,
  selectRecords,
  startRecords,
  toggleRecord,
} from '#stores/records/list.ts';
import {
  type Collection,
  createCollection,
  createRecords,
  field,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { startStores } from '../start-stores.ts';
import { backend, browser, toasts, until } from './record-fixture.ts';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecords(), followActiveCollection()]);

const loaded = () => until($records, (list) => list.state === 'ready' && !list.loading);
const hasTotal = (count: number) => until($total, (total) => total === count);
const titles = () => {
  const list = $records.get();
  return list.state === 'ready' ? list.items.map((record) => record['title']) : [];
};

/** Opens a new collection with `count` records, `n 01` first. */
async function open(count: number): Promise<Collection> {
  const created = await createCollection(backend().api, {
    name: uniqueName('titles'),
    fields: [field('title')],
  });
  await createRecords(backend().api, created.id, count, (index) => ({
    title: `n ${String(index + 1).padStart(2, '0')}`,
  }));
  await loadCollections();
  go('collections', { collectionId: created.id, sort: '+title' });
  await loaded();
  await hasTotal(count);
  return created;
}

test('the address determines the list, and the actions change the address', async () => {
  const created = await open(3);
  expect(titles()).toEqual(['n 01', 'n 02', 'n 03']);
  setSort('-title');
  await until($records, (list) => list.state === 'ready' && list.items[0]?.['title'] === 'n 03');
  setFilter('  n 02 ');
  expect($query.get()).toEqual({ collectionId: created.id, sort: '-title', filter: 'n 02' });
  await hasTotal(1);
  await loaded();
  expect(titles()).toEqual(['n 02']);
  expect($filter.get()).toBe('n 02');
  setFilter('');
  expect($query.get()).toEqual({ collectionId: created.id, sort: '-title' });
  expect($filter.get()).toBe('');
  await hasTotal(3);
});

test('a sort by an unknown field is replaced, in the list and in the address', async () => {
  const created = await open(1);
  const replaced = vi.spyOn(history, 'replaceState');
  setSort('-nothing');
  // Going back does not lead to it.
  expect(replaced).toHaveBeenCalledOnce();
  replaced.mockRestore();
  expect($sort.get()).toBe('-created');
  expect($query.get()).toEqual({ collectionId: created.id, sort: '-created' });
  await loaded();
  expect(toasts()).toEqual([]);
});

test('a filter that the backend rejects finds nothing and shows no message', async () => {
  await open(2);
  setFilter('title = nosuchfield');
  await hasTotal(0);
  await loaded();
  expect(titles()).toEqual([]);
  expect(toasts()).toEqual([]);
});

test('pages of 40 are appended, and a refresh reloads all of them', async () => {
  await open(43);
  expect(titles()).toHaveLength(40);
  await loadMoreRecords();
  expect(titles()).toHaveLength(43);
  expect($records.get()).toMatchObject({ page: 2, hasMore: false });
  await refreshRecords();
  expect(titles()).toHaveLength(43);
});

test('a refresh deselects missing records, and another list starts without a selection', async () => {
  const created = await open(3);
  const list = $records.get();
  const [first = '', second = ''] = list.state === 'ready' ? list.items.map(({ id }) => id) : [];
  selectRecords([first, second]);
  await backend().api.delete(`/api/collections/${created.id}/records/${first}`);
  await refreshRecords();
  expect([...$selectedRecords.get()]).toEqual([second]);
  toggleRecord(second);
  expect($selectedRecords.get().size).toBe(0);
  toggleRecord(second);
  setSort('-title');
  expect($selectedRecords.get().size).toBe(0);
});

test('hidden columns are stored per collection, and removed when none is hidden', async () => {
  const created = await open(1);
  const key = `${created.id}@hiddenColumns`;
  const names = () => $visibleColumns.get().map(({ name }) => name);
  const title = $columns.get().find(({ name }) => name === 'title')?.id ?? '';
  toggleColumn(title);
  toggleColumn('@updated');
  expect(names()).toEqual(['id', 'created']);
  expect(browser.storage.get(key)).toBe(JSON.stringify([title, '@updated']));
  await open(1);
  expect(names()).toEqual(['id', 'title', 'created', 'updated']);
  go('collections', { collectionId: created.id });
  await loaded();
  expect(names()).toEqual(['id', 'created']);
  toggleColumn(title);
  toggleColumn('@updated');
  expect(browser.storage.has(key)).toBe(false);

  // The id is always visible, and invalid stored values are ignored.
  for (const [stored, shown] of [
    ['["@id","@created"]', ['id', 'title', 'updated']],
    ['{', ['id', 'title', 'created', 'updated']],
  ] as const) {
    await open(1);
    browser.storage.set(key, stored);
    go('collections', { collectionId: created.id });
    await loaded();
    expect(names()).toEqual(shown);
  }
  expect($hiddenColumns.get()).toEqual([]);
});

test('rows follow a renamed field, also in related records', async () => {
  const { api } = backend();
  const created = await open(2);
  const id = $columns.get().find(({ name }) => name === 'title')?.id ?? '';
  const linking = await createCollection(api, {
    name: uniqueName('links'),
    fields: [field('to', 'relation', { collectionId: created.id })],
  });
  const list = $records.get();
  const first = list.state === 'ready' ? list.items[0]?.id : undefined;
  expect(first).toBeDefined();
  await api.post(`/api/collections/${linking.id}/records`, { to: first });
  const rename = async (name: string) => {
    await updateCollection(api, created.id, () => ({ fields: [{ ...field(name), id }] }));
    await loadCollections();
  };
  const listed = (found: (row: RecordData) => boolean) =>
    until($records, (load) => load.state === 'ready' && !load.loading && load.items.some(found));

  go('collections', { collectionId: created.id, sort: '-created' });
  await loaded();
  await rename('headline');
  await listed((row) => row['headline'] === 'n 01');

  go('collections', { collectionId: linking.id });
  await listed((row) => row['to'] === first);
  await rename('caption');
  await listed((row) => expandedOf(row, 'to').get(first ?? '')?.['caption'] === 'n 01');
});

test('a collection that was deleted elsewhere is replaced by the first one', async () => {
  const created = await open(1);
  await backend().api.delete(`/api/collections/${created.id}`);
  await refreshRecords();
  await until($query, (query) => query['collectionId'] !== created.id);
  expect($collectionList.get().some(({ id }) => id === created.id)).toBe(false);
  await loaded();
});

test('leaving the screen stops the list without a message', async () => {
  await open(1);
  setSort('-title');
  go('logs');
  expect(toasts()).toEqual([]);
  await refreshRecords();
  expect(toasts()).toEqual([]);
});

test('a list that is rejected without a search has an error', async () => {
  const created = await open(1);
  const message = 'The view can’t be read.';
  const originalFetch = globalThis.fetch;
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url, init) =>
      String(url).includes(`/${created.id}/records`)
        ? new Response(JSON.stringify({ code: 400, message, data: {} }), { status: 400 })
        : originalFetch(url, init),
    );
  setSort('-title');
  await until($records, (list) => list.state === 'failed');
  expect(toasts()).toEqual([message]);
  await until($total, (total) => total === undefined);
  spy.mockRestore();
  await refreshRecords();
  expect(titles()).toEqual(['n 01']);
});

/** Writes to local storage like another tab, with or without the event for this tab. */
function storeElsewhere(key: string, value: unknown, isNotified: boolean) {
  browser.storage.set(key, JSON.stringify(value));
  if (isNotified) window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

test('columns hidden in two tabs are hidden in both', async () => {
  const created = await open(1);
  const key = `${created.id}@hiddenColumns`;
  const stop = $visibleColumns.listen(() => {});
  storeElsewhere(key, ['@created'], false);
  toggleColumn('@updated');
  expect(browser.storage.get(key)).toBe(JSON.stringify(['@created', '@updated']));
  expect($hiddenColumns.get()).toEqual(['@created', '@updated']);
  storeElsewhere(key, ['@updated'], true);
  expect($visibleColumns.get().map(({ name }) => name)).toEqual(['id', 'title', 'created']);
  stop();
});

test('widths set in two tabs apply in both', async () => {
  const created = await open(1);
  const key = columnWidthsKey(created.id);
  const stop = $columnWidths.listen(() => {});
  storeElsewhere(key, { '@created': 150 }, false);
  resizeColumn('@updated', 220);
  storeColumnWidths();
  expect(JSON.parse(browser.storage.get(key) ?? '')).toEqual({ '@created': 150, '@updated': 220 });
  expect($columnWidths.get()).toEqual({ '@created': 150, '@updated': 220 });

  // While a column is being resized, another tab does not change it.
  resizeColumn('@updated', 230);
  storeElsewhere(key, { '@created': 160, '@updated': 90 }, true);
  expect($columnWidths.get()).toEqual({ '@created': 160, '@updated': 230 });
  storeColumnWidths();
  storeElsewhere(key, { '@created': 160, '@updated': 240 }, true);
  expect($columnWidths.get()).toEqual({ '@created': 160, '@updated': 240 });
  resetColumns('@updated');
  expect(JSON.parse(browser.storage.get(key) ?? '')).toEqual({ '@created': 160 });
  stop();
});

test('without usable storage the columns keep their settings', async () => {
  await open(1);
  const stops = [$visibleColumns.listen(() => {}), $columnWidths.listen(() => {})];
  browser.quota = 0;
  toggleColumn('@created');
  toggleColumn('@updated');
  for (const id of ['@created', '@updated']) {
    resizeColumn(id, 200);
    storeColumnWidths();
  }
  expect($hiddenColumns.get()).toEqual(['@created', '@updated']);
  expect($columnWidths.get()).toEqual({ '@created': 200, '@updated': 200 });
  for (const stop of stops) stop();
});
