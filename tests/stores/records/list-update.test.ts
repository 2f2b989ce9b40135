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

/** Shows a new collection with one record, `one`. */
async function showOne() {
  const { api } = backend();
  const made = await createCollection(api, { name: uniqueName('rows'), schema: [field('title')] });
  await createRecord(api, made.name, { title: 'one' });
  await loadCollections();
  go('collections', { collectionId: made.id });
  await until($activeCollection, (active) => active?.id === made.id);
  await until($records, () => titles()[0] === 'one');
  const list = $records.get();
  const id = (list.state === 'ready' && list.items[0]?.id) || '';
  return { collectionId: made.id, id, path: `/api/collections/${made.id}/records` };
}

/** Holds back the first answer to the question for a record as the list shows it; what it says is what was stored then. */
function holdFirstLook(id: string) {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  const { promise: wasRead, resolve: tellRead } = Promise.withResolvers<void>();
  const send = globalThis.fetch;
  let looks = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const isLook = new URL(String(url)).searchParams.get('filter') === `id="${id}"`;
    if (isLook) looks += 1;
    const isFirst = isLook && looks === 1;
    const answer = await send(url, init);
    if (isFirst) {
      tellRead();
      await held;
    }
    return answer;
  });
  return { wasRead, letThrough };
}

test('a filter with an "or" in it finds the saved record alone', async () => {
  const { api } = backend();
  const { collectionId, id, path } = await showOne();
  const other = await api.post<{ id: string }>(path, { title: 'two' });
  const filter = 'title = "one" || title = "two" || title = "three"';
  go('collections', { collectionId, filter });
  await until($records, () => titles().length === 2);
  // Not the first record that the filter finds, which a lookup without brackets would give.
  await api.patch(`${path}/${other.id}`, { title: 'three' });
  await showSavedRecord(collectionId, other.id, false);
  expect(titles()).toEqual(['three', 'one']);
  // One that the filter does not match any more leaves the list.
  await api.patch(`${path}/${id}`, { title: 'four' });
  await showSavedRecord(collectionId, id, false);
  await until($records, () => titles().length === 1);
  expect(titles()).toEqual(['three']);
});

test('a record that was deleted does not come back with the late answer to its creation', async () => {
  const { api } = backend();
  const { collectionId, path } = await showOne();
  const { id } = await api.post<{ id: string }>(path, { title: 'new' });
  const { wasRead, letThrough } = holdFirstLook(id);
  const shown = showSavedRecord(collectionId, id, true);
  await wasRead;
  await api.delete(`${path}/${id}`);
  await showRemovedRecords(collectionId, [id]);
  letThrough();
  await shown;
  expect(titles()).toEqual(['one']);
});

test('of two saves in a row the later one is shown, even if its row is read first', async () => {
  const { api } = backend();
  const { collectionId, id, path } = await showOne();
  const { wasRead, letThrough } = holdFirstLook(id);
  await api.patch(`${path}/${id}`, { title: 'two' });
  const first = showSavedRecord(collectionId, id, false);
  await wasRead;
  await api.patch(`${path}/${id}`, { title: 'three' });
  await showSavedRecord(collectionId, id, false);
  expect(titles()).toEqual(['three']);
  letThrough();
  await first;
  expect(titles()).toEqual(['three']);
});

test.each([
  ['in which either condition will do', 'title="one" || title="two"', ['one', 'two']],
  ['that ends in a comment', 'title!="three" // it doesn\'t (really', ['one', 'two']],
  ['that the backend refuses', 'nosuchfield = 1', []],
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
])('in the order %s a new record gets its place', async (sort, expected) => {
  const { api } = backend();
  const made = await createCollection(api, {
    name: uniqueName('rows'),
    schema: [field('title'), field('created_by')],
  });
  for (const title of ['a', 'b']) await createRecord(api, made.name, { title, created_by: title });
  await loadCollections();
  go('collections', { collectionId: made.id, sort });
  await until($records, (list) => list.state === 'ready' && !list.loading && titles().join() === 'b,a');
  const { id } = await createRecord(api, made.name, { title: 'new', created_by: 'aa' });
  await showSavedRecord(made.id, id, true);
  expect(titles()).toEqual(expected);
});
