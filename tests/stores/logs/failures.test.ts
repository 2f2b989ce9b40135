import { expect, test, vi } from 'vitest';
import { $session, signIn } from '#stores/app/session.ts';
import { $logs, $selectedLogs, loadMoreLogs, selectLogs } from '#stores/logs/list.ts';
import { $found, $stats } from '#stores/logs/live.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { setSearch } from '#stores/logs/query.ts';
import { rejectRequests } from '../network-fixture.ts';
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
  writeNumbered,
} from './logs-fixture.ts';

startLogsTests();

const MESSAGE = 'The backend says no.';

test.each([
  ['[LG-25] a list', isList, 400, {}, []],
  ['[LG-25] a list', isList, 400, { filter: 'abc', adminRequests: '1' }, []],
  ['[LG-25] a list', isList, 400, { adminRequests: '1' }, [MESSAGE]],
  ['[LG-25] a list', isList, 500, {}, [MESSAGE]],
  ['[LG-25] a list', isList, 500, { filter: 'abc' }, [MESSAGE]],
  ['[LG-26] a chart', isStats, 400, {}, []],
  ['[LG-26] a chart', isStats, 400, { filter: 'abc', adminRequests: '1' }, []],
  ['[LG-26] a chart', isStats, 400, { adminRequests: '1' }, [MESSAGE]],
  ['[LG-26] a chart', isStats, 500, { filter: 'abc' }, [MESSAGE]],
])('%s with status %3$s for %4$j fails with the toasts %5$j', async (_, matches, status, query, expected) => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  writeNumbered(1, 'abc');
  rejectRequests(matches, MESSAGE, status);
  await openLogs(query);
  expect(toasts()).toEqual(expected);
  if (matches === isList) {
    expect($logs.get()).toMatchObject({ state: 'failed', error: { status } });
    expect($found.get()).toBe(1);
    expect(logged).not.toHaveBeenCalled();
  } else {
    expect(messages()).toEqual(['abc 1']);
    expect($stats.get()).toEqual({ hours: undefined, state: 'failed' });
    expect($found.get()).toBeUndefined();
    expect(logged).toHaveBeenCalledOnce();
  }
});

test('the same failure of list and chart is one toast, and a refresh repeats both', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  writeNumbered(2);
  const accept = rejectRequests((request) => isList(request) || isStats(request), MESSAGE, 500);
  await openLogs();
  expect(toasts()).toEqual([MESSAGE]);
  accept();
  await refreshLogs();
  expect(messages()).toEqual(['n 2', 'n 1']);
  expect($found.get()).toBe(2);
});

test('a failed refresh keeps the entries and the selection; a failed page can be repeated', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const ids = writeNumbered(60);
  await openLogs();
  selectLogs(ids.slice(-1));
  const accept = rejectRequests((request) => isList(request), MESSAGE, 500);
  await refreshLogs();
  expect(messages()).toHaveLength(50);
  expect([...$selectedLogs.get()]).toEqual(ids.slice(-1));
  await loadMoreLogs();
  expect($logs.get()).toMatchObject({ state: 'ready', hasMore: true, hasLoadMoreError: true });
  expect(toasts()).toEqual([MESSAGE]);
  accept();
  await loadMoreLogs();
  expect(messages()).toHaveLength(60);
});

test('rows of another filter are not selected any more when the new list fails', async () => {
  const [id = ''] = writeNumbered(1);
  await openLogs();
  rejectRequests(isList, MESSAGE, 500);
  setSearch('other');
  // The old rows are visible until the response.
  selectLogs([id]);
  expect($selectedLogs.get().size).toBe(1);
  await loaded();
  expect($logs.get().state).toBe('failed');
  expect($selectedLogs.get().size).toBe(0);
});

test('a status 401 ends the session', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openLogs();
  const stop = rejectRequests(isList, MESSAGE, 401);
  await refreshLogs();
  expect(toasts()).toEqual([MESSAGE]);
  await until($session, (session) => session === undefined);
  stop();
  await signIn(backend().adminEmail, backend().adminPassword);
});
