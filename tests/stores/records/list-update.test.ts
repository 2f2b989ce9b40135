import { afterEach, expect, test, vi } from 'vitest';
import { go, startRouting } from '#stores/app/route.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { $records, listedQuery, startRecords } from '#stores/records/list.ts';
import { showRemovedRecords, showSavedRecord } from '#stores/records/list-update.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { startStores } from '../start-stores.ts';
import { backend, toasts, until } from './record-fixture.ts';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecords()]);
afterEach(() => {
  vi.restoreAllMocks();
});

const titles = () => {
  const list = $records.get();
  return list.state === 'ready' ? list.items.map((row) => row['title']) : [];
};

/** Opens a new collection with one record, `one`. */
async function showOne() {
  const { api } = backend();
  const created = await createCollection(api, { name: uniqueName('rows'), schema: [field('title')] });
  await createRecord(api, created.name, { title: 'one' });
  await loadCollections();
  go('collections', { collectionId: created.id });
  await until($activeCollection, (active) => active?.id === created.id);
  await until($records, () => titles()[0] === 'one');
  const list = $records.get();
  const id = (list.state === 'ready' && list.items[0]?.id) || '';
  return { collectionId: created.id, id, path: `/api/collections/${created.id}/records` };
}

/** Holds back the first response to the list's request for one record. It contains what was stored at that time. */
function holdFirstRequest(id: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: wasRead, resolve: resolveRead } = Promise.withResolvers<void>();
  const send = globalThis.fetch;
  let requests = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const isMatch = new URL(String(url)).searchParams.get('filter') === `id="${id}"`;
    if (isMatch) requests += 1;
    const isFirst = isMatch && requests === 1;
    const response = await send(url, init);
    if (isFirst) {
      resolveRead();
      await held;
    }
    return response;
  });
  return { wasRead, release };
}

test('a filter with an "or" finds only the saved record', async () => {
  const { api } = backend();
  const { collectionId, id, path } = await showOne();
  const other = await api.post<{ id: string }>(path, { title: 'two' });
  const filter = 'title = "one" || title = "two" || title = "three"';
  go('collections', { collectionId, filter });
  await until($records, () => titles().length === 2);
  // A request without brackets would return the first record of the filter instead.
  await api.patch(`${path}/${other.id}`, { title: 'three' });
  await showSavedRecord(collectionId, other.id, false);
  expect(titles()).toEqual(['three', 'one']);
  // A record that no longer matches the filter leaves the list.
  await api.patch(`${path}/${id}`, { title: 'four' });
  await showSavedRecord(collectionId, id, false);
  await until($records, () => titles().length === 1);
  expect(titles()).toEqual(['three']);
});

test('a late response does not bring a deleted record back', async () => {
  const { api } = backend();
  const { collectionId, path } = await showOne();
  const { id } = await api.post<{ id: string }>(path, { title: 'new' });
  const { wasRead, release } = holdFirstRequest(id);
  const shown = showSavedRecord(collectionId, id, true);
  await wasRead;
  await api.delete(`${path}/${id}`);
  await showRemovedRecords(collectionId, [id]);
  release();
  await shown;
  expect(titles()).toEqual(['one']);
});

test('the later of two saves is shown, even if its response arrives first', async () => {
  const { api } = backend();
  const { collectionId, id, path } = await showOne();
  const { wasRead, release } = holdFirstRequest(id);
  await api.patch(`${path}/${id}`, { title: 'two' });
  const first = showSavedRecord(collectionId, id, false);
  await wasRead;
  await api.patch(`${path}/${id}`, { title: 'three' });
  await showSavedRecord(collectionId, id, false);
  expect(titles()).toEqual(['three']);
  release();
  await first;
  expect(titles()).toEqual(['three']);
});

test.each([
  ['with alternatives', 'title="one" || title="two"', ['one', 'two']],
  ['that ends in a comment', 'title!="three" // it doesn\'t (really', ['one', 'two']],
  ['that the backend rejects', 'nosuchfield = 1', []],
])('a list with a filter %s follows a save', async (_, filter, shown) => {
  const { api } = backend();
  const { collectionId, path } = await showOne();
  const { id } = await api.post<{ id: string }>(path, { title: 'two' });
  go('collections', { collectionId, sort: '+title', filter });
  await until(
    $records,
    (list) => list.state === 'ready' && !list.loading && listedQuery()?.filter === filter,
  );
  expect(titles()).toEqual(shown);
  await api.patch(`${path}/${id}`, { title: 'three' });
  await showSavedRecord(collectionId, id, false);
  expect(titles()).toEqual(shown.filter((title) => title !== 'two'));
  expect(toasts()).toEqual([]);
});

test.each([
  ['-created', ['new', 'b', 'a']],
  ['-created_by', ['b', 'new', 'a']],
])('a new record is placed correctly in the order %s', async (sort, expected) => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('rows'),
    schema: [field('title'), field('created_by')],
  });
  for (const title of ['a', 'b']) await createRecord(api, created.name, { title, created_by: title });
  await loadCollections();
  go('collections', { collectionId: created.id, sort });
  await until($records, (list) => list.state === 'ready' && !list.loading && titles().join() === 'b,a');
  const { id } = await createRecord(api, created.name, { title: 'new', created_by: 'aa' });
  await showSavedRecord(created.id, id, true);
  expect(titles()).toEqual(expected);
});
