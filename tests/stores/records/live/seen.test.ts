import { beforeEach, expect, test } from 'vitest';
import { go } from '#stores/app/route.ts';
import { signIn, signOut } from '#stores/app/session.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import {
  $listedQuery,
  $place,
  $records,
  $selectedRecords,
  $total,
  loadMoreRecords,
  refreshRecords,
  selectRecords,
} from '#stores/records/list.ts';
import { showRemovedRecords, showSavedRecord } from '#stores/records/list-update.ts';
import { startLive } from '#stores/records/live.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { addFields, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { ids, loaded, rows, showRecords, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import { count, elsewhere, goneRows, isCurrent, isLive, titles } from './live-fixture.ts';

startRecordsPage();
beforeEach(() => startLive());

/** What the list is doing right now. */
const stateNow = () => {
  const list = $records.get();
  return list.state === 'ready' ? (list.loading ?? 'idle') : list.state;
};

/** Opens another list and returns a function that goes back to the one before. */
async function leave(to?: string): Promise<() => void> {
  const { hash } = location;
  if (to === undefined) await showRecords(1);
  else {
    go('collections', { collectionId: to });
    await loaded();
  }
  return () => {
    const query = Object.fromEntries(new URLSearchParams(hash.split('?')[1]));
    go('collections', query);
  };
}

test('going back shows rows, selection, total and place at once, with the requests of a first visit', async () => {
  const { path } = await showRecords(5);
  const before = rows();
  const chosen = ids().slice(1, 3);
  selectRecords(chosen);
  $place.set({ top: 120, left: 30 });
  const back = await leave();
  expect($place.get()).toEqual({ top: 0, left: 0 });
  expect($selectedRecords.get().size).toBe(0);
  const watched = watchRequests();
  back();
  expect(stateNow()).toBe('refresh');
  expect(rows()).toBe(before);
  expect([...$selectedRecords.get()]).toEqual(chosen);
  expect([$total.get(), $place.get()]).toEqual([5, { top: 120, left: 30 }]);
  await loaded();
  watched.stop();
  expect(rows()).toBe(before);
  expect([...$selectedRecords.get()]).toEqual(chosen);
  const sent = watched.requests.filter((request) => request.path === path);
  expect(sent.map(({ params }) => params['perPage']).toSorted()).toEqual(['1', '40']);
});

test('changes elsewhere show in place and as changes; deleted records are not selected any more', async () => {
  const { created } = await showRecords(6);
  const { create, edit, remove } = elsewhere(created);
  const [first = '', second = '', third = ''] = ids();
  const before = rows();
  selectRecords([first, second, third]);
  const back = await leave();
  await edit(third, 'row 2b');
  await remove(second);
  await create('a');
  back();
  expect(rows()).toBe(before);
  await loaded();
  expect(titles()).toEqual(['row 0', 'row 1', 'row 2b', 'row 3', 'row 4', 'row 5']);
  expect(rows()[0]).toBe(before[0]);
  expect(goneRows()).toEqual({ [second]: 'deleted' });
  // One appeared, one is gone, and the edited one sorts by its title.
  expect(count()).toBe(3);
  expect([...$selectedRecords.get()]).toEqual([first, third]);
  await refreshRecords();
  await isCurrent(created);
});

test('of several pages only the first is requested again; a change in another one is found', async () => {
  const { created, path } = await showRecords(110);
  await loadMoreRecords();
  await loadMoreRecords();
  const last = ids().at(-1) ?? '';
  const before = rows();
  const back = await leave();
  await elsewhere(created).edit(last, 'row 99 changed');
  const watched = watchRequests();
  back();
  expect(rows()).toBe(before);
  await loaded();
  watched.stop();
  expect(titles().at(-1)).toBe('row 99 changed');
  expect(rows().slice(0, -1)).toEqual(before.slice(0, -1));
  const pages = watched.requests.filter(({ params }) => params['perPage'] === '40');
  expect(pages.map((request) => [request.path, request.params['page']])).toEqual([[path, '1']]);
  expect($records.get()).toMatchObject({ page: 3, hasMore: false });
});

test('a row that moved up because another was deleted is no change', async () => {
  const { created } = await showRecords(1);
  const [first = ''] = ids();
  // The backend tells its time in whole seconds: records saved just before the list was loaded may count as newer.
  const old = Array.from({ length: 59 }, (_, index) => ({
    id: `old${index}`.padEnd(15, 'x'),
    title: `row ${index + 1}`,
    updated: '2026-01-01 10:00:00.000Z',
  }));
  backend().copyRow(created.name, first, old);
  await refreshRecords();
  const back = await leave();
  await elsewhere(created).remove(first);
  back();
  await loaded();
  expect(rows()).toHaveLength(40);
  expect(goneRows()).toEqual({ [first]: 'deleted' });
  expect(count()).toBe(1);
  await refreshRecords();
  await isCurrent(created);
});

test('another sort and a changed schema begin with an empty list', async () => {
  const { created } = await showRecords(3);
  const back = await leave();
  go('collections', { collectionId: created.id, sort: '-title' });
  expect(stateNow()).toBe('busy');
  await loaded();
  const again = await leave();
  await addFields(backend().api, created.id, field('note'));
  await loadCollections();
  again();
  expect(stateNow()).toBe('busy');
  await loaded();
  back();
  await loaded();
  expect(titles()).toEqual(['row 0', 'row 1', 'row 2']);
});

test('nothing is kept after a sign-out', async () => {
  const { created } = await showRecords(3);
  const back = await leave();
  signOut();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  const states = new Set<string>();
  const stopListening = $records.listen(() => states.add(stateNow()));
  back();
  await until($listedQuery, (query) => query?.collection === created.id);
  await loaded();
  stopListening();
  expect([...states]).toEqual(['busy', 'idle']);
});

test('rows of the sixth list before are forgotten', async () => {
  const backs: (() => void)[] = [];
  await showRecords(2);
  for (let left = 0; left < 6; left += 1) backs.push(await leave());
  backs[0]?.();
  expect(stateNow()).toBe('busy');
  await loaded();
  backs[5]?.();
  expect(stateNow()).toBe('refresh');
  await loaded();
});

test('a failed refresh is reported and keeps the rows; later they are current', async () => {
  const { created, path } = await showRecords(4);
  const before = rows();
  const back = await leave();
  await elsewhere(created).edit(before[3]?.id, 'row 3b');
  const isPage = (request: { path: string; params: Readonly<Record<string, string>> }) =>
    request.path === path && request.params['perPage'] === '40';
  const stopRejecting = rejectRequests(isPage, 'Out of order.', 500);
  back();
  await loaded();
  stopRejecting();
  expect(toasts()).toEqual(['Out of order.']);
  expect(ids()).toEqual(before.map(({ id }) => id));
  await expect.poll(titles).toEqual(['row 0', 'row 1', 'row 2', 'row 3b']);
});

test('leaving again before the refresh is over keeps the rows for the next time', async () => {
  const { created, path } = await showRecords(4);
  const before = rows();
  const back = await leave();
  const held = holdRequests((request) => request.path === path && request.params['perPage'] === '40');
  back();
  await held.arrived;
  const again = await leave();
  held.release();
  await elsewhere(created).edit(before[0]?.id, 'row 0b');
  again();
  expect(rows()).toBe(before);
  await loaded();
  expect(titles()).toEqual(['row 0b', 'row 1', 'row 2', 'row 3']);
});

test('what this page saves or deletes elsewhere forgets the lists that show it', async () => {
  const cats = await createCollection(backend().api, { name: uniqueName('cats'), fields: [field('title')] });
  const posts = await createCollection(backend().api, {
    name: uniqueName('posts'),
    fields: [field('cat', 'relation', { collectionId: cats.id })],
  });
  const view = await createCollection(backend().api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${cats.name}`,
  });
  const cat = await createRecord(backend().api, cats.id, { title: 'one' });
  const other = await createRecord(backend().api, cats.id, { title: 'two' });
  await createRecord(backend().api, posts.id, { cat: cat.id });
  await loadCollections();
  const open = async (id: string) => {
    go('collections', { collectionId: id });
    const state = stateNow();
    await loaded();
    return state;
  };
  const visit = async () => [await open(posts.id), await open(view.id), await open(cats.id)];
  await visit();
  expect(await visit()).toEqual(['refresh', 'refresh', 'refresh']);
  await showSavedRecord(cats.id, other.id, false);
  expect(await visit()).toEqual(['refresh', 'busy', 'refresh']);
  await showSavedRecord(cats.id, cat.id, false);
  expect(await visit()).toEqual(['busy', 'busy', 'refresh']);
  await backend().api.delete(`/api/collections/${cats.id}/records/${other.id}`);
  await showRemovedRecords(cats.id, [other.id]);
  expect(await visit()).toEqual(['busy', 'busy', 'refresh']);
  go('logs');
  await showSavedRecord(cats.id, cat.id, false);
  expect(await open(cats.id)).toBe('busy');
});

test('a view shows its rows at once and then those that it has now', async () => {
  const { created } = await showRecords(3);
  const view = await createCollection(backend().api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${created.name}`,
  });
  await loadCollections();
  const [first = ''] = ids();
  go('collections', { collectionId: view.id });
  await loaded();
  selectRecords([first]);
  const back = await leave(created.id);
  await elsewhere(created).remove(first);
  await elsewhere(created).create('new');
  back();
  expect(titles().toSorted()).toEqual(['row 0', 'row 1', 'row 2']);
  expect(stateNow()).toBe('refresh');
  await loaded();
  expect(titles().toSorted()).toEqual(['new', 'row 1', 'row 2']);
  expect($selectedRecords.get().size).toBe(0);
});

test('rows that are being deleted are not kept', async () => {
  await showRecords(3);
  await isLive();
  const [first = ''] = ids();
  selectRecords([first]);
  const held = holdRequests(({ method }) => method === 'DELETE', 'responses');
  const deletion = deleteSelected();
  await answerQuestion(true);
  await held.arrived;
  const back = await leave();
  back();
  expect(stateNow()).toBe('busy');
  await loaded();
  expect(ids()).not.toContain(first);
  held.release();
  await deletion;
  await until($total, (total) => total === 2);
});
