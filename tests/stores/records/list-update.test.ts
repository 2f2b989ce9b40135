import { afterEach, expect, test, vi } from 'vitest';
import { go, startRouting } from '#stores/app/route.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { $records, $total, listedQuery, refreshRecords, startRecords } from '#stores/records/list.ts';
import {
  $ownChange,
  isUpdatingRows,
  type OwnChange,
  showChangedRecords,
  showRemovedRecords,
  showSavedRecord,
  showSavedValues,
} from '#stores/records/list-update.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
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
  const created = await createCollection(api, { name: uniqueName('rows'), fields: [field('title')] });
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
  ['that the backend rejects', 'title = nosuchfield', []],
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
    fields: [field('title'), field('created_by')],
  });
  for (const title of ['a', 'b']) await createRecord(api, created.name, { title, created_by: title });
  await loadCollections();
  go('collections', { collectionId: created.id, sort });
  await until($records, (list) => list.state === 'ready' && !list.loading && titles().join() === 'b,a');
  const { id } = await createRecord(api, created.name, { title: 'new', created_by: 'aa' });
  await showSavedRecord(created.id, id, true);
  expect(titles()).toEqual(expected);
});

/** A collection with a relation to `related`, and its list with a row that points at the first of them. */
async function showPointing() {
  const { api } = backend();
  const related = await createCollection(api, {
    name: uniqueName('related'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const options = { collectionId: related.id };
  const pointing = await createCollection(api, {
    name: uniqueName('pointing'),
    fields: [field('title'), field('of', 'relation', options)],
  });
  const [shown, other] = [
    await createRecord(api, related.id, { name: 'shown' }),
    await createRecord(api, related.id, { name: 'other' }),
  ];
  await createRecord(api, pointing.id, { title: 'one', of: shown.id });
  await loadCollections();
  go('collections', { collectionId: pointing.id });
  await until($records, (list) => list.state === 'ready' && !list.loading && titles()[0] === 'one');
  return { related, path: `/api/collections/${pointing.id}/records`, shown: shown.id, other: other.id };
}

test('a change of records that the rows show through a relation loads the list again; others do not', async () => {
  const { related, path, shown, other } = await showPointing();
  const { sent, stop } = watchRequests();
  const isLoaded = async (change: () => Promise<void>) => {
    const before = sent.length;
    await change();
    return sent.slice(before).includes(`GET ${path}`);
  };
  const changes: [name: string, isLoaded: boolean][] = [];
  for (const [name, id] of Object.entries({ shown, other })) {
    changes.push([`${name} saved`, await isLoaded(() => showSavedRecord(related.id, id, false))]);
    changes.push([`${name} changed`, await isLoaded(() => showChangedRecords(related.id, [id]))]);
    changes.push([`${name} removed`, await isLoaded(() => showRemovedRecords(related.id, [id]))]);
  }
  const many = Array.from({ length: 501 }, (_, at) => `unknown${at}`);
  changes.push(['500', await isLoaded(() => showChangedRecords(related.id, many.slice(1)))]);
  changes.push(['501', await isLoaded(() => showChangedRecords(related.id, many))]);
  changes.push(['none', await isLoaded(() => showChangedRecords(related.id, []))]);
  changes.push(['none removed', await isLoaded(() => showRemovedRecords(related.id, []))]);
  stop();
  expect(Object.fromEntries(changes)).toEqual({
    ...{ 'shown saved': true, 'shown changed': true, 'shown removed': true },
    ...{ 'other saved': false, 'other changed': false, 'other removed': false },
    ...{ 500: false, 501: true, none: false, 'none removed': false },
  });
});

test('each change by this page is noted for the live updates', async () => {
  const { collectionId, id } = await showOne();
  const noted: (OwnChange | undefined)[] = [];
  const stop = $ownChange.listen((change) => noted.push(change));
  await showSavedRecord(collectionId, id, true);
  await showSavedRecord(collectionId, id, false);
  await showSavedValues(collectionId, new Map([[id, { title: 'one' }]]));
  await showSavedValues(collectionId, new Map());
  await showChangedRecords(collectionId, [id]);
  await showChangedRecords(collectionId, []);
  await showRemovedRecords(collectionId, [id]);
  await showRemovedRecords(collectionId, []);
  stop();
  const actions = ['create', 'update', 'update', 'update', 'delete'];
  expect(noted).toEqual(actions.map((action) => ({ collectionId, ids: [id], action })));
});

test('a record that matches since it was saved gets its place among the older ones', async () => {
  const { api } = backend();
  const { collectionId, id, path } = await showOne();
  for (const title of ['x 1', 'x 2']) await createRecord(api, collectionId, { title });
  go('collections', { collectionId, sort: '-created', filter: 'title ~ "x"' });
  await until($records, (list) => list.state === 'ready' && !list.loading && titles().join() === 'x 2,x 1');
  await api.patch(`${path}/${id}`, { title: 'x 0' });
  await showSavedRecord(collectionId, id, false);
  expect(titles()).toEqual(['x 2', 'x 1', 'x 0']);
  await until($total, (total) => total === 3);
  // A new one that does not match leaves the list alone.
  const { id: other } = await createRecord(api, collectionId, { title: 'y' });
  await showSavedRecord(collectionId, other, true);
  expect(titles()).toEqual(['x 2', 'x 1', 'x 0']);
  const made = await createRecord(api, collectionId, { title: 'x 3' });
  const { sent, stop } = watchRequests();
  await showSavedRecord(collectionId, made.id, true);
  stop();
  expect(titles()).toEqual(['x 3', 'x 2', 'x 1', 'x 0']);
  // One request for the row, one for the number.
  expect(sent).toEqual([`GET ${path}`, `GET ${path}`]);
  await until($total, (total) => total === 4);
});

test('a row that can’t be requested is told; it is being updated only until then', async () => {
  const { collectionId, id } = await showOne();
  const restore = rejectRequests(({ params }) => params['filter'] === `id="${id}"`, 'No row.', 400);
  const shown = showSavedRecord(collectionId, id, false);
  expect(isUpdatingRows()).toBe(true);
  await shown;
  expect(isUpdatingRows()).toBe(false);
  restore();
  expect(toasts()).toEqual(['No row.']);
  expect(titles()).toEqual(['one']);
});

test('a list that is being loaded is loaded anew after a save, because its response may be older', async () => {
  const { api } = backend();
  const { collectionId, id, path } = await showOne();
  for (const show of [
    () => showSavedRecord(collectionId, id, false),
    () => showSavedValues(collectionId, new Map([[id, { title: 'later' }]])),
  ]) {
    await api.patch(`${path}/${id}`, { title: 'one' });
    const held = holdRequests(
      ({ params }) => params['page'] === '1' && params['perPage'] === '40',
      'responses',
    );
    const refreshing = refreshRecords();
    await held.arrived;
    await api.patch(`${path}/${id}`, { title: 'later' });
    const showing = show();
    held.release();
    await Promise.all([refreshing, showing]);
    expect(titles()).toEqual(['later']);
  }
});

test('saved values of another list, or without one, show nowhere', async () => {
  const first = await showOne();
  const second = await showOne();
  await showSavedValues(first.collectionId, new Map([[second.id, { title: 'wrong' }]]));
  expect(titles()).toEqual(['one']);
  await showSavedValues(second.collectionId, new Map([[first.id, { title: 'wrong' }]]));
  expect(titles()).toEqual(['one']);
  go('logs');
  const { sent, stop } = watchRequests();
  await showSavedRecord(second.collectionId, second.id, false);
  await showRemovedRecords(second.collectionId, [second.id]);
  await showChangedRecords(second.collectionId, [second.id]);
  stop();
  expect(sent).toEqual([]);
});
