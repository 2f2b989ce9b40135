import { expect, test, vi } from 'vitest';
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
  setSort,
  toggleRecord,
  toggleRecordsTo,
} from '#stores/records/list.ts';
import { showRemovedRecords, showSavedRecord } from '#stores/records/list-update.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { hold, refuse, watch } from '../network-fixture.ts';
import { ids, loaded, rows, show, startList, startRecordsPage, stopList } from './list-fixture.ts';
import { backend, toasts, until } from './record-fixture.ts';

const MESSAGE = 'The backend says no.';

startRecordsPage();

test('[RL-14] selects all rows from the one toggled last', async () => {
  await show(5);
  const [, second = '', third, fourth = ''] = ids();
  toggleRecord(second);
  toggleRecordsTo(fourth);
  expect([...$selectedRecords.get()]).toEqual([second, third, fourth]);
});

test('records that are saved or deleted while no list is shown ask for nothing', async () => {
  const { made } = await show(1);
  const [id = ''] = ids();
  go('logs');
  const { sent } = watch();
  await showSavedRecord(made.id, id, false);
  await showRemovedRecords(made.id, [id]);
  expect(sent).toEqual([]);
});

test('a saved record that can’t be read again is told', async () => {
  const { made, path } = await show(1);
  const [id = ''] = ids();
  refuse(({ path: to }) => to === path, MESSAGE, 500);
  await showSavedRecord(made.id, id, false);
  expect(toasts()).toContain(MESSAGE);
  expect(ids()).toEqual([id]);
});

test('what is saved while the list is read anew is not hidden by what was read before', async () => {
  const { made, path } = await show(1);
  const [id = ''] = ids();
  const { arrived, letThrough } = hold(({ method, path: to }) => method === 'GET' && to === path, 'answers');
  const refreshing = refreshRecords();
  await arrived;
  await backend().api.patch(`${path}/${id}`, { title: 'renamed' });
  const shown = showSavedRecord(made.id, id, false);
  letThrough();
  await Promise.all([refreshing, shown]);
  expect(rows()[0]?.['title']).toBe('renamed');
});

test('a record of another collection matters only where a row shows it', async () => {
  const { api } = backend();
  const { made: related } = await show(2);
  const [shown = '', other = ''] = ids();
  const linking = await createCollection(api, {
    name: uniqueName('links'),
    schema: [field('to', 'relation', { options: { collectionId: related.id, maxSelect: 1 } })],
  });
  await createRecord(api, linking.name, { to: shown });
  await loadCollections();
  go('collections', { collectionId: linking.id });
  await until($query, (query) => query['collectionId'] === linking.id);
  await until($records, () => rows()[0]?.['to'] === shown);
  await loaded();
  const { sent, stop } = watch();
  await showSavedRecord(related.id, other, false);
  await showRemovedRecords(related.id, [other]);
  expect(sent).toEqual([]);
  stop();
  await api.delete(`/api/collections/${related.id}/records/${shown}`);
  await showRemovedRecords(related.id, [shown]);
  expect(rows()[0]?.['to']).toBe('');
});

test('removed rows leave the list and the selection, the others stay selected', async () => {
  const { made, path } = await show(3);
  const [first = '', second = '', third = ''] = ids();
  selectRecords([first, second]);
  await backend().api.delete(`${path}/${first}`);
  const removal = showRemovedRecords(made.id, [first]);
  expect(ids()).toEqual([second, third]);
  expect([...$selectedRecords.get()]).toEqual([second]);
  await removal;
  expect($total.get()).toBe(2);
  const { sent } = watch();
  await showRemovedRecords(made.id, []);
  expect(sent).toEqual([]);
});

test('texts that turn out to be big are cut by the backend from then on', async () => {
  await show(2);
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname, searchParams } = new URL(String(url));
    const isPage = pathname.endsWith('/records') && searchParams.get('perPage') === '40';
    if (isPage) asked.push(searchParams.get('fields') ?? '');
    const answer = await real(url, init);
    if (!isPage) return answer;
    const text = (await answer.text()).replace('"row 0"', `"${'x'.repeat(1_000_001)}"`);
    return new Response(text, answer);
  });
  await refreshRecords();
  expect(String(rows()[0]?.['title'])).toHaveLength(1000);
  await refreshRecords();
  expect(asked).toHaveLength(2);
  expect(asked[0]).not.toContain('title:excerpt');
  expect(asked[1]).toContain('title:excerpt(500,true)');
});

test('removed rows leave the selection at once, though the next page is still on its way', async () => {
  const { made, path } = await show(43);
  const [first = '', second = ''] = ids();
  selectRecords([first, second]);
  const { arrived, letThrough } = hold(({ method, path: to }) => method === 'GET' && to === path);
  const more = loadMoreRecords();
  await arrived;
  const removal = showRemovedRecords(made.id, [first]);
  expect([...$selectedRecords.get()]).toEqual([second]);
  letThrough();
  await Promise.all([more, removal]);
  expect([...$selectedRecords.get()]).toEqual([second]);
});

test('a new record on top of the list is read alone', async () => {
  const { made, path } = await show(2);
  setSort('-created');
  await loaded();
  await until($total, (total) => total === 2);
  const { id } = await createRecord(backend().api, made.name, { title: 'new' });
  const { sent } = watch();
  await showSavedRecord(made.id, id, true);
  expect(ids()[0]).toBe(id);
  await until($total, (total) => total === 3);
  // The number of records and the record, no page.
  expect(sent).toEqual([`GET ${path}`, `GET ${path}`]);
});

test('nothing is listed any more once the list is stopped', async () => {
  await show(1);
  expect(listedQuery()).toBeDefined();
  stopList();
  expect(listedQuery()).toBeUndefined();
  const { sent } = watch();
  setSort('-title');
  await refreshRecords();
  expect(sent.filter((request) => request.endsWith('/records'))).toHaveLength(1);
  startList();
});
