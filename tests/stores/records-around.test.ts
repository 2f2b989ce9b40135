import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { $bulkDelete, deleteSelected, dismissBulkDelete } from '../../src/stores/bulk-delete.ts';
import { $activeCollection, $collections, loadCollections } from '../../src/stores/collections.ts';
import { $question } from '../../src/stores/confirm.ts';
import {
  $records,
  $selectedRecords,
  $total,
  clearSelection,
  loadMoreRecords,
  refreshRecords,
  selectRecords,
  setSort,
  startRecords,
  toggleRecord,
  toggleRecordsTo,
} from '../../src/stores/records.ts';
import { showRemovedRecords, showSavedRecord } from '../../src/stores/records-update.ts';
import { $query, go, startRouting } from '../../src/stores/route.ts';
import { $toasts } from '../../src/stores/toasts.ts';
import { createCollection, createRecord, createRecords, field, uniqueName } from '../support/factories.ts';
import { hold, refuse, watch } from './network-fixture.ts';
import { answer, backend, toasts, until } from './record-fixture.ts';

const MESSAGE = 'The backend says no.';
const QUESTION = 'Do you really want to delete the selected';

const stops: (() => void)[] = [];
beforeAll(() => {
  stops.push(
    startRouting(),
    $collections.listen(() => {}),
    startRecords(),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  clearSelection();
  dismissBulkDelete();
});
afterAll(() => {
  for (const stop of stops.toReversed()) stop();
});

const rows = () => {
  const list = $records.get();
  return list.state === 'ready' ? list.items : [];
};
const ids = () => rows().map(({ id }) => id);
const loaded = () => until($records, (list) => list.state === 'ready' && !list.loading);

/** Shows a new collection with so many records, `row 0` first. */
async function show(count: number) {
  const made = await createCollection(backend().api, {
    name: uniqueName('rows'),
    schema: [field('title', 'text', { presentable: true }), field('note', 'editor')],
  });
  await createRecords(backend().api, made.name, count, (index) => ({ title: `row ${index}` }));
  await loadCollections();
  go('collections', { collectionId: made.id, sort: '+title' });
  await until($activeCollection, (active) => active?.id === made.id);
  await until($total, (total) => total === count);
  await loaded();
  return { made, path: `/api/collections/${made.id}/records` };
}

test('[RL-14] selects all rows from the one toggled last', async () => {
  await show(5);
  const [, second = '', third, fourth = ''] = ids();
  toggleRecord(second);
  toggleRecordsTo(fourth);
  expect([...$selectedRecords.get()]).toEqual([second, third, fourth]);
});

test('[RL-15] one record is asked about as one, and two as several', async () => {
  const { made } = await show(3);
  selectRecords(ids().slice(0, 1));
  const one = deleteSelected();
  expect(await answer(true)).toBe(`${QUESTION} record?`);
  await one;
  expect(toasts()).toEqual(['Successfully deleted the selected record.']);
  expect($toasts.get()[0]?.type).toBe('success');
  selectRecords(ids());
  const both = deleteSelected();
  expect(await answer(true)).toBe(`${QUESTION} records?`);
  await both;
  expect(toasts()).toContain('Successfully deleted the selected records.');
  expect($bulkDelete.get()).toEqual({ state: 'idle' });
  expect(backend().sql(`select id from ${made.name}`)).toEqual([]);
});

test('[RL-15] a no deletes nothing and keeps the selection', async () => {
  const { made } = await show(2);
  selectRecords(ids());
  const asked = deleteSelected();
  await answer(false);
  await asked;
  expect($bulkDelete.get()).toEqual({ state: 'idle' });
  expect([...$selectedRecords.get()]).toEqual(ids());
  expect(backend().sql(`select id from ${made.name}`)).toHaveLength(2);
  expect(toasts()).toEqual([]);
});

test('[RL-15] a list that is left answers the question with no', async () => {
  const { made } = await show(2);
  selectRecords(ids());
  const asked = deleteSelected();
  await until($question, (question) => question !== undefined);
  setSort('-title');
  await asked;
  expect($question.get()).toBeUndefined();
  expect(backend().sql(`select id from ${made.name}`)).toHaveLength(2);
});

test('nothing is asked without a selection, nor on another screen', async () => {
  await show(1);
  await deleteSelected();
  expect($question.get()).toBeUndefined();
  selectRecords(ids());
  go('logs');
  await deleteSelected();
  expect($question.get()).toBeUndefined();
  expect($bulkDelete.get()).toEqual({ state: 'idle' });
});

test('[RL-15] a record that was deleted elsewhere counts as deleted', async () => {
  const { path } = await show(2);
  selectRecords(ids());
  await backend().api.delete(`${path}/${ids()[0]}`);
  const deleting = deleteSelected();
  await answer(true);
  await deleting;
  expect(toasts()).toEqual(['Successfully deleted the selected records.']);
  await until($total, (total) => total === 0);
});

test('[RL-15] says how far it is, and begins only once', async () => {
  const { made } = await show(3);
  selectRecords(ids());
  const { arrived, letThrough } = hold(({ method }) => method === 'DELETE');
  const deleting = deleteSelected();
  await answer(true);
  await arrived;
  expect($bulkDelete.get()).toMatchObject({ state: 'busy', done: 0, total: 3, from: { id: made.id } });
  await deleteSelected();
  expect($question.get()).toBeUndefined();
  dismissBulkDelete();
  expect($bulkDelete.get().state).toBe('busy');
  letThrough();
  await deleting;
  expect($bulkDelete.get()).toEqual({ state: 'idle' });
});

test('[RL-15] [ER-12] one line tells of many refusals, each reason once', async () => {
  await show(3);
  selectRecords(ids());
  refuse(({ method }) => method === 'DELETE', MESSAGE);
  const deleting = deleteSelected();
  await answer(true);
  await deleting;
  expect($toasts.get().map(({ type, message }) => [type, message])).toEqual([
    ['error', `Deleted 0 of 3 records, 3 were refused. ${MESSAGE}`],
  ]);
  expect($bulkDelete.get()).toMatchObject({ state: 'failed', deleted: 0 });
  expect([...$selectedRecords.get()]).toEqual(ids());
  dismissBulkDelete();
  expect($bulkDelete.get()).toEqual({ state: 'idle' });
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

test('what is saved while the list is read anew is read once more', async () => {
  const { made, path } = await show(1);
  const [id = ''] = ids();
  const { arrived, letThrough } = hold(({ method, path: to }) => method === 'GET' && to === path);
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
