import { expect, test, vi } from 'vitest';
import { setSort } from '#stores/app/list-address.ts';
import { $query, go } from '#stores/app/route.ts';
import { loadCollections } from '#stores/collections/list.ts';
import {
  $records,
  $selectedRecords,
  $total,
  listedQuery,
  loadMoreRecords,
  refreshRecords,
  selectRecords,
  toggleRecord,
  toggleRecordsTo,
} from '#stores/records/list.ts';
import { showRemovedRecords, showSavedRecord } from '#stores/records/list-update.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { ids, loaded, rows, showRecords, startList, startRecordsPage, stopList } from './list-fixture.ts';
import { backend, toasts, until } from './record-fixture.ts';

const MESSAGE = 'The backend says no.';

startRecordsPage();

test('[RL-14] selects all rows from the last toggled one', async () => {
  await showRecords(5);
  const [, second = '', third, fourth = ''] = ids();
  toggleRecord(second);
  toggleRecordsTo(fourth);
  expect([...$selectedRecords.get()]).toEqual([second, third, fourth]);
});

test('saving or deleting records sends no request while no list is shown', async () => {
  const { created } = await showRecords(1);
  const [id = ''] = ids();
  go('logs');
  const { sent } = watchRequests();
  await showSavedRecord(created.id, id, false);
  await showRemovedRecords(created.id, [id]);
  expect(sent).toEqual([]);
});

test('a failed reload of a saved record is reported', async () => {
  const { created, path } = await showRecords(1);
  const [id = ''] = ids();
  rejectRequests(({ path: to }) => to === path, MESSAGE, 500);
  await showSavedRecord(created.id, id, false);
  expect(toasts()).toContain(MESSAGE);
  expect(ids()).toEqual([id]);
});

test('a save during a refresh is not overwritten by the older response', async () => {
  const { created, path } = await showRecords(1);
  const [id = ''] = ids();
  const { arrived, release } = holdRequests(
    ({ method, path: to }) => method === 'GET' && to === path,
    'responses',
  );
  const refreshing = refreshRecords();
  await arrived;
  await backend().api.patch(`${path}/${id}`, { title: 'renamed' });
  const shown = showSavedRecord(created.id, id, false);
  release();
  await Promise.all([refreshing, shown]);
  expect(rows()[0]?.['title']).toBe('renamed');
});

test('a record of another collection causes requests only if a row shows it', async () => {
  const { api } = backend();
  const { created: related } = await showRecords(2);
  const [shown = '', other = ''] = ids();
  const linking = await createCollection(api, {
    name: uniqueName('links'),
    fields: [field('to', 'relation', { collectionId: related.id })],
  });
  await createRecord(api, linking.name, { to: shown });
  await loadCollections();
  go('collections', { collectionId: linking.id });
  await until($query, (query) => query['collectionId'] === linking.id);
  await until($records, () => rows()[0]?.['to'] === shown);
  await loaded();
  const { sent, stop } = watchRequests();
  await showSavedRecord(related.id, other, false);
  await showRemovedRecords(related.id, [other]);
  expect(sent).toEqual([]);
  stop();
  await api.delete(`/api/collections/${related.id}/records/${shown}`);
  await showRemovedRecords(related.id, [shown]);
  expect(rows()[0]?.['to']).toBe('');
});

test('removed rows leave the list and the selection, the others stay selected', async () => {
  const { created, path } = await showRecords(3);
  const [first = '', second = '', third = ''] = ids();
  selectRecords([first, second]);
  await backend().api.delete(`${path}/${first}`);
  const removal = showRemovedRecords(created.id, [first]);
  expect(ids()).toEqual([second, third]);
  expect([...$selectedRecords.get()]).toEqual([second]);
  await removal;
  expect($total.get()).toBe(2);
  const { sent } = watchRequests();
  await showRemovedRecords(created.id, []);
  expect(sent).toEqual([]);
});

test('after large texts were received, the next request limits them', async () => {
  await showRecords(2);
  const fieldLists: string[] = [];
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname, searchParams } = new URL(String(url));
    const isPage = pathname.endsWith('/records') && searchParams.get('perPage') === '40';
    if (isPage) fieldLists.push(searchParams.get('fields') ?? '');
    const response = await originalFetch(url, init);
    if (!isPage) return response;
    const text = (await response.text()).replace('"row 0"', `"${'x'.repeat(1_000_001)}"`);
    return new Response(text, response);
  });
  await refreshRecords();
  expect(String(rows()[0]?.['title'])).toHaveLength(1000);
  await refreshRecords();
  expect(fieldLists).toHaveLength(2);
  expect(fieldLists[0]).not.toContain('title:excerpt');
  expect(fieldLists[1]).toContain('title:excerpt(500,true)');
});

test('removed rows leave the selection immediately, even while the next page loads', async () => {
  const { created, path } = await showRecords(43);
  const [first = '', second = ''] = ids();
  selectRecords([first, second]);
  const { arrived, release } = holdRequests(({ method, path: to }) => method === 'GET' && to === path);
  const more = loadMoreRecords();
  await arrived;
  const removal = showRemovedRecords(created.id, [first]);
  expect([...$selectedRecords.get()]).toEqual([second]);
  release();
  await Promise.all([more, removal]);
  expect([...$selectedRecords.get()]).toEqual([second]);
});

test('a new record on top of the list is loaded without a page', async () => {
  const { created, path } = await showRecords(2);
  setSort('-created');
  await loaded();
  await until($total, (total) => total === 2);
  const { id } = await createRecord(backend().api, created.name, { title: 'new' });
  const { sent } = watchRequests();
  await showSavedRecord(created.id, id, true);
  expect(ids()[0]).toBe(id);
  await until($total, (total) => total === 3);
  // The count and the record, but no page.
  expect(sent).toEqual([`GET ${path}`, `GET ${path}`]);
});

test('a stopped list loads nothing', async () => {
  await showRecords(1);
  expect(listedQuery()).toBeDefined();
  stopList();
  expect(listedQuery()).toBeUndefined();
  const { sent } = watchRequests();
  setSort('-title');
  await refreshRecords();
  expect(sent.filter((request) => request.endsWith('/records'))).toEqual([]);
  startList();
});
