import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $query, go } from '#stores/app/route.ts';
import { $session, signIn } from '#stores/app/session.ts';
import { openLog } from '#stores/logs/detail.ts';
import { $logs, clearSelection, toggleLog } from '#stores/logs/list.ts';
import { $found, $isLive, $live, $newCount, MAX_NEW, setLive, showNew } from '#stores/logs/live.ts';
import { refreshLogs, startLogsPage } from '#stores/logs/page.ts';
import { setSearch } from '#stores/logs/query.ts';
import { setHidden } from '#tests/stores/hidden.ts';
import { holdRequests, rejectRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  backend,
  isList,
  isStats,
  loaded,
  messages,
  openLogs,
  startLogsTests,
  toasts,
  until,
  watchLogs,
  writeLogs,
  writeNumbered,
} from './logs-fixture.ts';

const stops = startLogsTests();

const MESSAGE = 'The backend says no.';
const LIVE = { live: '1' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(globalThis, 'setTimeout');
});
afterEach(() => {
  setHidden(false);
  clearSelection();
  vi.useRealTimers();
});

const POLL_MS = 2500;
const advance = () => vi.advanceTimersByTimeAsync(POLL_MS);

/** Waits for the next request for new entries and its response, after which another one is planned. */
async function poll() {
  const planned = () => vi.mocked(setTimeout).mock.calls.filter(([, ms]) => ms === POLL_MS).length;
  const before = planned();
  await advance();
  await expect.poll(planned).toBe(before + 1);
}

/** Whether entries are requested in the next seconds. */
async function isPolling() {
  const { counts, stop } = watchLogs();
  await advance();
  await settled();
  await advance();
  stop();
  return counts().lists > 0;
}

test('new entries are counted, and come into the list only when the user wants it', async () => {
  writeNumbered(3);
  await openLogs({ ...LIVE, filter: 'n' });
  expect($live.get()).toBe('on');
  await poll();
  expect($newCount.get()).toBe(0);
  writeNumbered(2, 'new');
  const rows = $logs.get();
  const { filters } = watchLogs();
  await poll();
  expect($newCount.get()).toBe(2);
  writeNumbered(1, 'newer');
  await poll();
  expect($newCount.get()).toBe(3);
  expect($logs.get()).toBe(rows);
  expect($found.get()).toBe(3);
  // They are requested with the filter of the list, which is not loaded again.
  const { lists, stats } = filters();
  expect(lists).toHaveLength(2);
  expect(lists[0]).toContain('message~"n"');
  expect(stats).toEqual([]);
  showNew();
  expect($newCount.get()).toBe(0);
  expect(messages()).toEqual(['newer 1', 'new 2', 'new 1', 'n 3', 'n 2', 'n 1']);
  await until($found, (found) => found === 6);
  expect(filters().lists).toHaveLength(2);
});

test('a full page of new entries loads the list again, because there may be more', async () => {
  writeNumbered(2);
  await openLogs(LIVE);
  writeNumbered(MAX_NEW + 10, 'new');
  await poll();
  expect($newCount.get()).toBe(MAX_NEW);
  showNew();
  await loaded();
  expect($newCount.get()).toBe(0);
  expect(messages()[0]).toBe(`new ${MAX_NEW + 10}`);
  expect($logs.get()).toMatchObject({ page: 1, hasMore: true });
  expect($found.get()).toBe(MAX_NEW + 12);
});

test('new entries of a relative span come without those that have left it, as in the chart', async () => {
  const [now, past] = [Date.now, Date.now() - 15 * 60_000];
  writeLogs({ message: 'old', created: past + 10_000 }, { message: 'new', created: past + 60_000 });
  await openLogs({ ...LIVE, span: '15m' });
  expect(messages()).toEqual(['new', 'old']);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 20_000);
  writeLogs({ message: 'newer', created: now() });
  await poll();
  showNew();
  await loaded();
  expect(messages()).toEqual(['newer', 'new']);
  expect($found.get()).toBe(2);
});

test('a refresh shows the new entries, so that they are no longer offered', async () => {
  await openLogs(LIVE);
  writeNumbered(2, 'new');
  await poll();
  expect($newCount.get()).toBe(2);
  await refreshLogs();
  expect($newCount.get()).toBe(0);
  expect(messages()).toEqual(['new 2', 'new 1']);
});

test('entries that stay away from the list are still offered while an entry is opened', async () => {
  const [id = ''] = writeNumbered(1);
  await openLogs(LIVE);
  writeNumbered(2, 'new');
  await poll();
  openLog(id);
  expect($newCount.get()).toBe(2);
});

test('nothing is requested while it is off, or on another screen', async () => {
  await openLogs();
  expect($live.get()).toBe('off');
  expect(await isPolling()).toBe(false);
  setLive(true);
  expect($query.get()).toEqual(LIVE);
  expect(await isPolling()).toBe(true);
  setLive(false);
  expect($query.get()).toEqual({});
  expect(await isPolling()).toBe(false);
  setLive(true);
  go('collections');
  expect($isLive.get()).toBe(false);
  expect(await isPolling()).toBe(false);
  // No other screen has a live view.
  go('collections', LIVE);
  expect($isLive.get()).toBe(false);
});

test('it is paused while the tab is hidden or entries are selected, and keeps what has arrived', async () => {
  const [id = ''] = writeNumbered(1);
  await openLogs(LIVE);
  writeNumbered(1, 'new');
  await poll();
  for (const [pause, resume] of [
    [() => setHidden(true), () => setHidden(false)],
    [() => toggleLog(id), () => clearSelection()],
  ] as const) {
    pause();
    expect($live.get()).toBe('paused');
    expect(await isPolling()).toBe(false);
    expect($newCount.get()).toBe(1);
    resume();
    expect($live.get()).toBe('on');
    expect(await isPolling()).toBe(true);
  }
});

test('nothing more arrives after it was turned off, and what had arrived is forgotten', async () => {
  await openLogs(LIVE);
  writeNumbered(1, 'new');
  await poll();
  const { arrived, release } = holdRequests(isList, 'responses');
  writeNumbered(1, 'newer');
  await advance();
  await arrived;
  setLive(false);
  release();
  await settled();
  expect($newCount.get()).toBe(0);
  expect(await isPolling()).toBe(false);
});

test('the new entries of another filter are never offered', async () => {
  writeNumbered(1, 'a');
  await openLogs(LIVE);
  const { arrived, release } = holdRequests(
    ({ path, params }) => isList({ path }) && !params['filter']?.includes('"b"'),
    'responses',
  );
  writeNumbered(1, 'c');
  await advance();
  await arrived;
  setSearch('b');
  await loaded();
  release();
  await settled();
  expect($newCount.get()).toBe(0);
  writeNumbered(1, 'c');
  await poll();
  expect($newCount.get()).toBe(0);
  writeNumbered(1, 'b');
  await poll();
  expect($newCount.get()).toBe(1);
});

test('without a response it shows that it fails, without toasts, and tries again', async () => {
  await openLogs(LIVE);
  const accept = rejectRequests(isList, MESSAGE, 500);
  await poll();
  expect($live.get()).toBe('failing');
  await poll();
  expect(toasts()).toEqual([]);
  // Turned on again it has not failed yet.
  setLive(false);
  setLive(true);
  expect($live.get()).toBe('on');
  await poll();
  expect($live.get()).toBe('failing');
  accept();
  writeNumbered(1);
  await poll();
  expect($live.get()).toBe('on');
  expect($newCount.get()).toBe(1);
});

test('a list that could not be loaded is loaded as soon as the backend responds again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  writeNumbered(2);
  const accept = rejectRequests((request) => isList(request) || isStats(request), MESSAGE, 400);
  await openLogs(LIVE);
  expect($logs.get().state).toBe('failed');
  await poll();
  expect($live.get()).toBe('failing');
  expect(toasts()).toEqual([]);
  accept();
  await poll();
  await loaded();
  expect($live.get()).toBe('on');
  expect(messages()).toEqual(['n 2', 'n 1']);
  expect($found.get()).toBe(2);
  expect($newCount.get()).toBe(0);
});

test('the list is not requested twice while it is being loaded', async () => {
  writeNumbered(1);
  await openLogs(LIVE);
  const { arrived, release } = holdRequests(isList);
  void refreshLogs();
  await arrived;
  const { counts } = watchLogs();
  await poll();
  expect(counts().lists).toBe(0);
  release();
  await loaded();
});

test('a status 401 ends the session and the requests', async () => {
  await openLogs(LIVE);
  const accept = rejectRequests(isList, MESSAGE, 401);
  await advance();
  await until($session, (session) => session === undefined);
  expect(toasts()).toEqual([MESSAGE]);
  expect($isLive.get()).toBe(false);
  accept();
  expect(await isPolling()).toBe(false);
  await signIn(backend().adminEmail, backend().adminPassword);
});

test('stopped stores request nothing, and offer nothing when they start again', async () => {
  await openLogs(LIVE);
  writeNumbered(1, 'new');
  await poll();
  expect($newCount.get()).toBe(1);
  const ignored = vi.spyOn(document, 'removeEventListener');
  stops.pop()?.();
  // The store that runs them waits for other listeners first.
  await advance();
  expect(ignored).toHaveBeenCalledWith('visibilitychange', expect.any(Function));
  expect($newCount.get()).toBe(0);
  expect(await isPolling()).toBe(false);
  stops.push(startLogsPage());
  await loaded();
  expect(messages()).toEqual(['new 1']);
  expect(await isPolling()).toBe(true);
});
