import { expect, test, vi } from 'vitest';
import { ADMIN_LOGS_KEY } from '#domain/app/storage-keys.ts';
import { go } from '#stores/app/route.ts';
import { $logs, loadMoreLogs, refreshList } from '#stores/logs/list.ts';
import { $found, $stats, refreshStats } from '#stores/logs/live.ts';
import { refreshLogs, startLogsPage } from '#stores/logs/page.ts';
import { $logsQuery, $refusal, includeAdmins, setSearch } from '#stores/logs/query.ts';
import { holdRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  browser,
  isList,
  isStats,
  loaded,
  messages,
  openLogs,
  startLogsTests,
  toasts,
  until,
  watchLogs,
  writeNumbered,
} from './logs-fixture.ts';

startLogsTests();

const ONE = { lists: 1, stats: 1 };
const isEither = (request: { path: string }) => isList(request) || isStats(request);

/** The number of requests that an action causes. */
async function requestsOf(act: () => unknown) {
  const { counts, stop } = watchLogs();
  await act();
  if ($logsQuery.get()) await loaded();
  await settled();
  stop();
  return counts();
}

test('list and chart are requested once: for a visit, a changed filter, a refresh, and after a return', async () => {
  expect(await requestsOf(() => go('logs'))).toEqual(ONE);
  expect(await requestsOf(() => setSearch('abc'))).toEqual(ONE);
  expect(await requestsOf(() => setSearch('abc '))).toEqual({ lists: 0, stats: 0 });
  expect(await requestsOf(() => includeAdmins(true))).toEqual(ONE);
  expect(await requestsOf(() => includeAdmins(false))).toEqual(ONE);
  expect(await requestsOf(refreshLogs)).toEqual(ONE);
  expect(await requestsOf(() => go('collections'))).toEqual({ lists: 0, stats: 0 });
  expect(await requestsOf(() => go('logs', { filter: 'abc' }))).toEqual(ONE);
  expect(toasts()).toEqual([]);
});

test('[LG-11] a visit that adds the remembered choice to the address requests them once', async () => {
  go('logs');
  includeAdmins(true);
  go('collections');
  try {
    expect(await requestsOf(() => go('logs'))).toEqual(ONE);
    expect(location.hash).toBe('#/logs?adminRequests=1');
  } finally {
    includeAdmins(false);
    browser.storage.delete(ADMIN_LOGS_KEY);
  }
});

test('stores that run already are not started again, and run until all are stopped', async () => {
  await openLogs();
  const stop = startLogsPage();
  expect(await requestsOf(() => {})).toEqual({ lists: 0, stats: 0 });
  stop();
  expect(await requestsOf(() => setSearch('abc'))).toEqual(ONE);
});

test('of two quick changes only the last one counts, and the first is silent', async () => {
  writeNumbered(3);
  await openLogs();
  const { arrived, release } = holdRequests(isEither, 'responses');
  setSearch('n 1');
  await arrived;
  setSearch('n 2');
  release();
  await loaded();
  await settled();
  expect(messages()).toEqual(['n 2']);
  expect($found.get()).toBe(1);
  expect(toasts()).toEqual([]);
});

test('responses for an old filter never win, even if they can’t be aborted', async () => {
  writeNumbered(3);
  await openLogs();
  const send = globalThis.fetch;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const late: Promise<unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (!String(url).includes('n+1') && !String(url).includes('n%201')) return send(url, init);
    const { signal: _ignored, ...rest } = init ?? {};
    const response = send(url, rest).then(async (found) => {
      await held;
      return found;
    });
    late.push(response);
    return response;
  });
  setSearch('n 1');
  setSearch('n 2');
  await loaded();
  release();
  await Promise.all(late);
  await settled();
  expect(late).toHaveLength(2);
  expect(messages()).toEqual(['n 2']);
  expect($found.get()).toBe(1);
});

test('a refusal of an old filter is not shown for the new one', async () => {
  await openLogs();
  const { arrived, release } = holdRequests(isEither, 'responses');
  setSearch('page=1');
  await arrived;
  setSearch('abc');
  release();
  await loaded();
  await settled();
  expect($refusal.get()).toBeUndefined();
});

test('[LG-20] [LG-23] another filter shows the old rows until the response, and no totals', async () => {
  writeNumbered(2);
  await openLogs();
  expect($found.get()).toBe(2);
  const { release } = holdRequests(isEither);
  setSearch('n 1');
  expect($logs.get()).toMatchObject({ state: 'ready', loading: 'refresh' });
  expect($stats.get()).toEqual({ hours: undefined, state: 'busy' });
  expect($found.get()).toBeUndefined();
  release();
  await loaded();
  expect($found.get()).toBe(1);
  // A refresh keeps the totals.
  void refreshStats();
  expect($stats.get()).toMatchObject({ hours: [{ total: 1 }], state: 'busy' });
  await loaded();
});

test('leaving the screen aborts its requests without a message or a failed chart', async () => {
  vi.spyOn(console, 'warn');
  writeNumbered(1);
  await openLogs();
  const { arrived, release } = holdRequests(isEither);
  setSearch('abc');
  await arrived;
  go('collections');
  release();
  await settled();
  expect($stats.get()).toEqual({ hours: undefined, state: 'busy' });
  expect(toasts()).toEqual([]);
  expect(console.warn).not.toHaveBeenCalled();
});

test('away from the screen nothing is requested', async () => {
  writeNumbered(60);
  await openLogs();
  go('collections');
  const { counts } = watchLogs();
  await Promise.all([refreshList(), refreshStats(), refreshLogs(), loadMoreLogs()]);
  expect(counts()).toEqual({ lists: 0, stats: 0 });
});

test('a return shows the list as it is now', async () => {
  writeNumbered(1);
  await openLogs();
  go('collections');
  writeNumbered(1, 'new');
  go('logs');
  expect($logs.get().state).toBe('busy');
  await until($found, (found) => found === 2);
  await loaded();
  expect(messages()).toEqual(['new 1', 'n 1']);
});
