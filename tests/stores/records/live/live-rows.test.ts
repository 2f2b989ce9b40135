import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { sdk } from '#api/sdk.ts';
import { setFilter } from '#stores/app/list-address.ts';
import { go, setQuery } from '#stores/app/route.ts';
import { $session, signIn, signOut } from '#stores/app/session.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { $bulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import {
  $records,
  $selectedRecords,
  $total,
  loadMoreRecords,
  refreshRecords,
  selectRecords,
} from '#stores/records/list.ts';
import { $changes, applyChanges } from '#stores/records/list-changes.ts';
import { showRemovedRecords, showSavedRecord, showSavedValues } from '#stores/records/list-update.ts';
import { startLive } from '#stores/records/live.ts';
import { startLiveRows } from '#stores/records/live-rows.ts';
import { $isChangingMany } from '#stores/records/tools.ts';
import {
  answerRequests,
  holdRequests,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { createCollection, uniqueName, updateCollection } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { ids, loaded, rows, showRecords, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import {
  count,
  elsewhere,
  goneRows,
  isCurrent,
  isLive,
  manyTimes,
  showCounted,
  showLive,
  titles,
} from './live-fixture.ts';

startRecordsPage();
let stop = () => {};
beforeEach(() => {
  stop = startLive();
});
afterEach(() => stop());

/** Whether a request looks up single records. */
const isLookup = ({ params }: { params: Readonly<Record<string, string>> }) =>
  params['perPage'] === '50' && (params['filter'] ?? '').includes('id="');

test('a change elsewhere updates its row in place; other rows keep their identity', async () => {
  const { edit } = await showLive(5);
  const before = rows();
  await edit(before[2]?.id, 'row 2b');
  await expect.poll(titles).toEqual(['row 0', 'row 1', 'row 2b', 'row 3', 'row 4']);
  expect(rows()[1]).toBe(before[1]);
  expect(rows()[3]).toBe(before[3]);
});

test('with a change elsewhere, the list has the field that was renamed before', async () => {
  const { collection } = await showLive(2);
  const fields = collection.fields.map((one) => ({ ...one, name: 'headline' }));
  await updateCollection(backend().api, collection.id, () => ({ fields }));
  const path = `/api/collections/${collection.id}/records/${ids()[0]}`;
  await backend().api.patch(path, { headline: 'new words' });
  await expect.poll(() => rows().map((row) => row['headline'])).toContain('new words');
  await loaded();
  expect(toasts()).toEqual([]);
});

test('a row whose sort value changed stays where it is and counts as a change until it is applied', async () => {
  const { collection, edit } = await showLive(5);
  await edit(rows()[0]?.id, 'z');
  await expect.poll(titles).toEqual(['z', 'row 1', 'row 2', 'row 3', 'row 4']);
  expect(count()).toBe(1);
  await applyChanges();
  expect(titles()).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'z']);
  await isCurrent(collection);
});

test('created and deleted records count, and nothing moves until they are applied', async () => {
  const { collection, create, remove } = await showLive(4);
  const before = ids();
  await create('a');
  await expect.poll(count).toBe(1);
  await remove(before[1]);
  await expect.poll(count).toBe(2);
  expect(ids()).toEqual(before);
  expect(goneRows()).toEqual({ [before[1] ?? '']: 'deleted' });
  await applyChanges();
  expect(titles()).toEqual(['a', 'row 0', 'row 2', 'row 3']);
  await isCurrent(collection);
});

test('a record that was created and deleted elsewhere does not count', async () => {
  const { create, remove, edit } = await showLive(3);
  const { id } = await create('short');
  await remove(id);
  await edit(rows()[0]?.id, 'row 0b');
  await expect.poll(titles).toContain('row 0b');
  const later = await create('later');
  await expect.poll(() => $changes.get().appeared.has(later.id)).toBe(true);
  await remove(later.id);
  await expect.poll(() => $changes.get().appeared.size).toBe(0);
});

test('a filter that the backend refuses is not asked again for a change', async () => {
  await showLive(2);
  const [id = ''] = ids();
  setFilter('title = nope');
  await until($records, (list) => list.state === 'ready' && list.isRefused === true);
  const watched = watchRequests();
  const live = startLiveRows(() => {});
  onTestFinished(live.stop);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  live.note({ type: 'change', action: 'update', id });
  await vi.advanceTimersByTimeAsync(1000);
  expect(watched.requests.filter(isLookup)).toEqual([]);
});

test('with a filter, a record that stops matching is marked, and one that begins to match counts', async () => {
  const { collection, edit } = await showLive(6);
  setFilter('title ~ "row" && title != "row 5"');
  await until($records, (list) => list.state === 'ready' && !list.loading && list.items.length === 5);
  const [first, second] = ids();
  await edit(first, 'other');
  await expect.poll(goneRows).toEqual({ [first ?? '']: 'unlisted' });
  expect(titles()[0]).toBe('row 0');
  await edit(first, 'row 0');
  await expect.poll(goneRows).toEqual({});
  await edit(second, 'row 5');
  await expect.poll(goneRows).toEqual({ [second ?? '']: 'unlisted' });
  await elsewhere(collection).create('row new');
  await elsewhere(collection).create('does not match');
  await expect.poll(() => $changes.get().appeared.size).toBe(1);
  await applyChanges();
  expect(titles()).toEqual(['row 0', 'row 2', 'row 3', 'row 4', 'row new']);
  expect(count()).toBe(0);
});

test('a manual refresh clears the count', async () => {
  const { collection, create } = await showLive(3);
  await create('a');
  await expect.poll(count).toBe(1);
  await refreshRecords();
  await isCurrent(collection);
});

test('changes during a refresh that it does not contain are found afterwards', async () => {
  const { collection, create, edit, remove } = await showLive(4);
  const [first, , third] = ids();
  const held = holdRequests(({ params }) => params['perPage'] === '40', 'responses');
  const refreshing = refreshRecords();
  await held.arrived;
  await create('a');
  await edit(first, 'row 0b');
  await remove(third);
  held.release();
  await refreshing;
  await expect.poll(count).toBe(3);
  expect(titles()).toEqual(['row 0b', 'row 1', 'row 2', 'row 3']);
  await applyChanges();
  await isCurrent(collection);
});

test('after a slow refresh, the list has the field that was renamed during it', async () => {
  const { collection, edit } = await showLive(2);
  await edit(ids()[0], 'row 0b');
  await expect.poll(titles).toEqual(['row 0b', 'row 1']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const held = holdRequests(({ params }) => params['perPage'] === '40', 'responses');
  const refreshing = refreshRecords();
  await held.arrived;
  const fields = collection.fields.map((one) => ({ ...one, name: 'headline' }));
  await updateCollection(backend().api, collection.id, () => ({ fields }));
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  held.release();
  await refreshing;
  await expect.poll(() => rows().map((row) => row['headline'])).toContain('row 0b');
});

test('a refresh that fails keeps what is known and finds the rest', async () => {
  const { create } = await showLive(3);
  await create('a');
  await expect.poll(count).toBe(1);
  const stopRejecting = rejectRequests(({ params }) => params['perPage'] === '40', 'The disk is full.', 500);
  const refreshing = refreshRecords();
  await create('b');
  await refreshing;
  stopRejecting();
  expect(toasts()).toEqual(['The disk is full.']);
  await expect.poll(count).toBe(2);
});

test('a change whose record can’t be asked for is asked for again, without a message', async () => {
  const { edit } = await showLive(2);
  const refused: string[] = [];
  const stopRefusing = answerRequests(isLookup, () => {
    refused.push('500');
    return Response.json({ code: 500, message: 'Busy.', data: {} }, { status: 500 });
  });
  await edit(ids()[1], 'row 1b');
  await expect.poll(() => refused).toContain('500');
  stopRefusing();
  await expect.poll(titles).toEqual(['row 0', 'row 1b']);
  expect(toasts()).toEqual([]);
});

test('an own save shows its row once, whether its event or its response is first', async () => {
  const { collection, create, edit } = await showLive(3);
  const isOwnLookup = ({ params }: { params: Readonly<Record<string, string>> }) =>
    params['perPage'] === '1' && (params['filter'] ?? '').startsWith('id=');
  // The event is first: the row is looked up while its own update is pending.
  const [first] = ids();
  const held = holdRequests(isOwnLookup);
  await edit(first, 'row 0b');
  const saved = showSavedRecord(collection.id, first ?? '', false);
  await held.arrived;
  held.release();
  await saved;
  await expect.poll(() => titles()[0]).toBe('row 0b');
  const watched = watchRequests();
  const { id } = await create('a');
  await showSavedRecord(collection.id, id, true);
  await isCurrent(collection);
  // Proves that the event of the own record has arrived too: it is older than this one.
  const other = await create('b');
  await expect.poll(() => [...$changes.get().appeared]).toEqual([other.id]);
  const lookups = watched.requests.filter(isLookup);
  expect(lookups.map(({ params }) => params['filter'])).toEqual([`id="${other.id}"`]);
});

test('an own deletion does not count, and a bulk delete succeeds with records that others deleted', async () => {
  const { collection, remove, create } = await showLive(5);
  const [first, second, third] = ids();
  await remove(first);
  await showRemovedRecords(collection.id, [first ?? '']);
  await isCurrent(collection);
  selectRecords([second ?? '', third ?? '']);
  await remove(second);
  await expect.poll(goneRows).toEqual({ [second ?? '']: 'deleted' });
  expect($selectedRecords.get().size).toBe(2);
  const deleting = deleteSelected();
  await answerQuestion(true);
  await deleting;
  expect($bulk.get().state).toBe('idle');
  expect(toasts()).toEqual(['Successfully deleted the selected records.']);
  await isCurrent(collection);
  const other = await create('a');
  await expect.poll(() => [...$changes.get().appeared]).toEqual([other.id]);
  expect(goneRows()).toEqual({});
});

test('a change elsewhere shows also when cells of its row are saved right after it', async () => {
  const { collection, edit, allArrived } = await showCounted(2);
  const [first = ''] = ids();
  await edit(first, 'row 0a');
  await expect.poll(titles).toEqual(['row 0a', 'row 1']);
  await edit(first, 'row 0b');
  await allArrived();
  await showSavedValues(collection.id, new Map([[first, {}]]));
  await expect.poll(titles).toEqual(['row 0b', 'row 1']);
});

test('the total follows deletions of records that are not loaded', async () => {
  const { collection, remove } = await showLive(42);
  const { items } = await backend().api.get<{ items: { id: string }[] }>(
    `/api/collections/${collection.id}/records?perPage=500&sort=title`,
  );
  await remove(items[41]?.id);
  await expect.poll(() => $total.get()).toBe(41);
  expect(count()).toBe(0);
});

test('the total contains a record that has appeared and is loaded with the next page', async () => {
  const { collection, create } = await showLive(41);
  await create('z');
  await expect.poll(count).toBe(1);
  await loadMoreRecords();
  expect(titles()).toContain('z');
  await isCurrent(collection);
});

test('many changes at once need few requests', async () => {
  const { edit, allArrived } = await showCounted(30);
  const held = holdRequests(isLookup);
  const change = (index: number) => edit(ids()[index], `row ${String(index).padStart(2, '0')}`);
  await change(0);
  await held.arrived;
  await manyTimes(1, 30, change);
  await allArrived();
  const watched = watchRequests();
  held.release();
  await expect.poll(() => titles().every((title) => /^row \d\d$/.test(String(title)))).toBe(true);
  expect(watched.requests.filter(isLookup)).toHaveLength(1);
});

test('changes of loaded pages are found, and the next page has no outdated rows', async () => {
  const { collection, edit, create } = await showLive(85);
  await loadMoreRecords();
  expect(rows()).toHaveLength(80);
  const held = holdRequests(({ params }) => params['page'] === '3', 'responses');
  const loading = loadMoreRecords();
  await held.arrived;
  const { items } = await backend().api.get<{ items: { id: string }[] }>(
    `/api/collections/${collection.id}/records?perPage=500&sort=title`,
  );
  await edit(items[84]?.id, 'row 99b');
  await create('row 999');
  held.release();
  await loading;
  await expect.poll(titles).toContain('row 99b');
  // The new record and the row whose sort value changed.
  await expect.poll(count).toBe(2);
  await applyChanges();
  await isCurrent(collection);
});

test('a row that was looked up while a page loaded is looked up again', async () => {
  const { edit } = await showLive(45);
  const held = holdRequests(isLookup, 'responses');
  await edit(ids()[0], 'row 0b');
  await held.arrived;
  await loadMoreRecords();
  expect(titles()[0]).toBe('row 0');
  held.release();
  await expect.poll(() => titles()[0]).toBe('row 0b');
  expect(rows()).toHaveLength(45);
});

test('switching collections follows only the one on screen', async () => {
  const first = await showLive(2);
  const second = await showLive(2);
  await expect
    .poll(() =>
      Object.keys(Reflect.get(sdk(api()).realtime, 'subscriptions')).map((topic) => topic.split('?')[0]),
    )
    .toEqual(['PB_CONNECT', `${second.collection.id}/*`]);
  await first.create('a');
  await second.create('b');
  await expect.poll(count).toBe(1);
});

test('switching while the connection is being established follows the last list', async () => {
  const one = await showRecords(2);
  const two = await showRecords(2);
  setQuery({ collectionId: one.created.id });
  setQuery({ collectionId: two.created.id });
  await loaded();
  await isLive();
  await elsewhere(two.created).create('a');
  await expect.poll(count).toBe(1);
});

test('after the backend was killed, what happened meanwhile is found', async () => {
  const { collection, create, edit, remove } = await showLive(45);
  await loadMoreRecords();
  const [first, second, third] = ids();
  await backend().kill();
  await expect.poll(() => sdk(api()).realtime.isConnected).toBe(false);
  // The page can't reach the backend yet.
  const held = holdRequests(({ path }) => path === '/api/realtime');
  await backend().restart();
  await edit(first, 'row 0b');
  await remove(second);
  await create('a');
  await edit(third, 'row 10b');
  held.release();
  await expect.poll(() => titles()[0]).toBe('row 0b');
  await expect.poll(goneRows).toEqual({ [second ?? '']: 'deleted' });
  await expect.poll(() => titles()[2]).toBe('row 10b');
  await expect.poll(() => $changes.get().appeared.size).toBe(1);
  await applyChanges();
  await isCurrent(collection);
});

test('a hidden tab closes the connection, and finds the changes when it is visible again', async () => {
  const { create } = await showLive(2);
  browser.hide();
  await expect.poll(() => sdk(api()).realtime.isConnected, { timeout: 15_000 }).toBe(false);
  await create('a');
  browser.unhide();
  await isLive();
  await expect.poll(count).toBe(1);
});

test('a tool that changes many closes the connection, and the changes are found when it has ended', async () => {
  const { create } = await showLive(2);
  $isChangingMany.set(true);
  expect(sdk(api()).realtime.isConnected).toBe(false);
  await create('a');
  $isChangingMany.set(false);
  await isLive();
  await expect.poll(count).toBe(1);
});

test('a tab that is hidden from the start opens no connection before it is visible', async () => {
  stop();
  browser.hide();
  stop = startLive();
  const { sent } = watchRequests();
  const { created } = await showRecords(2);
  await elsewhere(created).create('a');
  await refreshRecords();
  expect(titles()).toContain('a');
  expect(sent).not.toContain('POST /api/realtime');
  expect(sdk(api()).realtime.isConnected).toBe(false);
  await elsewhere(created).create('b');
  browser.unhide();
  await expect.poll(count).toBe(1);
});

test.each(['pagehide', 'freeze'] as const)(
  'a page that is about to stop (%s) closes the connection',
  async (event) => {
    const { create } = await showLive(2);
    if (event === 'freeze') document.dispatchEvent(new Event(event));
    else browser.dispatch(event);
    expect(sdk(api()).realtime.isConnected).toBe(false);
    await create('a');
    browser.unhide();
    await expect.poll(count).toBe(1);
  },
);

test('signing out closes the connection', async () => {
  await showLive(2);
  signOut();
  expect(sdk(api()).realtime.isConnected).toBe(false);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await isLive();
});

test('a refused connection is silent, keeps the session and is tried again', async () => {
  const stopRejecting = rejectRequests(({ path }) => path === '/api/realtime', 'No.', 403);
  const { created } = await showRecords(2);
  await expect.poll(() => sdk(api()).realtime.isConnected).toBe(false);
  await elsewhere(created).create('a');
  await refreshRecords();
  expect(titles()).toEqual(['a', 'row 0', 'row 1']);
  expect(toasts()).toEqual([]);
  stopRejecting();
  globalThis.window.dispatchEvent(new Event('online'));
  await isLive();
});

test('a refused connection ends the session only if the backend confirms that it is over', async () => {
  await showLive(2);
  stop();
  const stopRejecting = rejectRequests(
    ({ path }) => path === '/api/realtime' || path.startsWith('/api/admins/'),
    'The session is over.',
    401,
  );
  stop = startLive();
  await until($session, (session) => session === undefined);
  expect(toasts()).toEqual(['The session is over.']);
  stopRejecting();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await isLive();
});

test('a view has no live connection', async () => {
  const { created } = await showRecords(2);
  const view = await createCollection(backend().api, {
    name: uniqueName('view'),
    type: 'view',
    query: `SELECT id, title FROM ${created.name}`,
  });
  await isLive();
  await loadCollections();
  go('collections', { collectionId: view.id });
  await until($records, (list) => list.state === 'ready' && !list.loading && list.items.length === 2);
  expect(sdk(api()).realtime.isConnected).toBe(false);
});
