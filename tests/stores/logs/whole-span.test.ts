import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { sumOf } from '#domain/logs/levels.ts';
import { go } from '#stores/app/route.ts';
import { $levelHours, $shownLevels } from '#stores/logs/levels.ts';
import { loadMoreLogs } from '#stores/logs/list.ts';
import { $found } from '#stores/logs/live.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $hasFilter, clearFilters, setSearch, toggleLevels } from '#stores/logs/query.ts';
import { $top, startTop } from '#stores/logs/top.ts';
import { rejectRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  loaded,
  messages,
  openLogs,
  PRESET,
  startLogsTests,
  toasts,
  until,
  watchLogs,
  writeLogs,
} from './logs-fixture.ts';

startLogsTests();
beforeEach(() => onTestFinished(startTop()));

const LEVELS = [-4, 0, 0, 0, 4, 5, 8, 12];
const counts = () => Object.entries($levelHours.get() ?? {}).map(([id, hours]) => [id, sumOf(hours)]);
const ALL = [
  ['error', 2],
  ['warn', 2],
  ['debug', 1],
  ['info', 3],
];

const request = (url: string, status: number, execTime: number) => ({
  message: url,
  level: status < 400 ? 0 : 8,
  data: { type: 'request', url, status, execTime },
});
const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('the levels of the whole span are counted, whatever levels are listed', async () => {
  writeLogs(...LEVELS.map((level) => ({ level, message: `at ${level}` })));
  const { levels, stop } = watchLogs();
  await openLogs();
  await until($levelHours, (hours) => hours !== undefined);
  expect(counts()).toEqual(ALL);
  const filters = ['level>=8', '(level>=4&&level<8)', 'level<0'].map((level) => `${PRESET}&&${level}`);
  expect(levels().map(({ filter }) => filter)).toEqual(filters);

  // Another level is a part of what is known.
  toggleLevels('error');
  toggleLevels('debug');
  await loaded();
  expect(location.hash).toBe('#/logs?levels=error%2Cdebug');
  expect(messages()).toEqual(['at 12', 'at 8', 'at -4']);
  expect($found.get()).toBe(3);
  expect(counts()).toEqual(ALL);
  expect(Object.keys($shownLevels.get() ?? {})).toEqual(['error', 'debug']);
  expect($hasFilter.get()).toBe(true);
  // Only the list and its own totals.
  expect(levels().slice(3)).toMatchObject([{ filter: `${PRESET}&&level>=8` }]);
  stop();
  clearFilters();
  await loaded();
  expect(location.hash).toBe('#/logs');
});

test('a choice of levels counts what was logged since', async () => {
  writeLogs({ level: 8 });
  await openLogs();
  const before = await until($levelHours, (hours) => hours !== undefined);
  writeLogs({ level: 8 }, { level: 4 });
  toggleLevels('error');
  await loaded();
  expect($found.get()).toBe(2);
  await until($levelHours, (hours) => hours !== before);
  expect(counts()).toEqual([
    ['error', 2],
    ['warn', 1],
    ['debug', 0],
    ['info', 0],
  ]);
});

test('an address with levels counts all of them, and a refresh and a search count again', async () => {
  writeLogs(...LEVELS.map((level) => ({ level, message: `at ${level}` })));
  await openLogs({ levels: 'warn' });
  await until($levelHours, (hours) => hours !== undefined);
  expect(messages()).toEqual(['at 5', 'at 4']);
  expect(counts()).toEqual(ALL);
  writeLogs({ level: 8 });
  const before = $levelHours.get();
  await refreshLogs();
  await until($levelHours, (hours) => hours !== before);
  expect(counts()[0]).toEqual(['error', 3]);
  setSearch('message="at 8"');
  expect($levelHours.get()).toBeUndefined();
  await until($levelHours, (hours) => hours !== undefined);
  expect(counts()).toEqual([
    ['error', 1],
    ['warn', 0],
    ['debug', 0],
    ['info', 0],
  ]);
});

test('without entries nothing else is requested, and a failure is silent', async () => {
  const { levels, tops, stop } = watchLogs();
  await openLogs();
  await until($levelHours, (hours) => hours !== undefined);
  expect(levels()).toEqual([]);
  expect(tops()).toEqual([]);
  stop();
  go('collections');
  writeLogs({ level: 8 });
  rejectRequests(({ params }) => params['filter']?.endsWith('level>=8') === true, 'Lost.', 500);
  await openLogs();
  await settled();
  expect($levelHours.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
});

test('failing, slowest and frequent paths are those of the whole span, also of what is not loaded', async () => {
  writeLogs(
    request('/slow', 200, 9000),
    ...repeat(3, request('/broken', 500, 5)),
    ...repeat(120, request('/often', 200, 1)),
    ...repeat(60, request('/newest', 200, 1)),
  );
  const { tops } = watchLogs();
  await openLogs();
  await until($top, (top) => top !== undefined);
  const top = $top.get();
  expect(top?.slowest[0]).toMatchObject({ name: '/slow', slowest: 9000 });
  expect(top?.failing).toMatchObject([{ name: '/broken', status: 500, count: 3 }]);
  expect(top?.paths[0]).toMatchObject({ name: '/often', count: 120 });
  expect(top?.notes).toEqual({});
  const failures = '(data.status>=400||level>=8)';
  expect(tops().map(({ sort, perPage, filter }) => [sort, perPage, filter])).toEqual([
    ['-rowid', '200', PRESET],
    ['-data.execTime', '50', `${PRESET}&&data.type="request"`],
    ['-rowid', '200', `${PRESET}&&${failures}`],
  ]);
  await loadMoreLogs();
  expect(tops()).toHaveLength(3);
  expect($top.get()).toBe(top);

  setSearch('/often');
  await until($top, (found) => found !== top);
  expect(tops()).toHaveLength(6);
  expect($top.get()?.paths).toMatchObject([{ name: '/often', count: 120 }]);
});

test('a refresh groups anew, also what only the whole span has', async () => {
  writeLogs(...repeat(60, request('/newest', 200, 1)));
  const { tops } = watchLogs();
  await openLogs();
  const top = await until($top, (found) => found !== undefined);
  writeLogs({ ...request('/old', 500, 9000), created: Date.now() - 7_200_000 });
  await refreshLogs();
  const fresh = await until($top, (found) => found !== top);
  expect(tops()).toHaveLength(6);
  expect(fresh?.slowest[0]).toMatchObject({ name: '/old', slowest: 9000 });
});

test('the slowest requests are found among slower entries of another kind', async () => {
  writeLogs(request('/slow', 200, 900), ...repeat(60, { message: 'Job', data: { execTime: 5000 } }));
  await openLogs();
  const top = await until($top, (found) => found !== undefined);
  expect(top?.slowest).toMatchObject([{ name: '/slow', slowest: 900 }]);
});

test('what is limited says so', async () => {
  writeLogs(...repeat(201, request('/broken', 404, 5)));
  await openLogs();
  await until($top, (top) => top !== undefined);
  expect($top.get()?.notes).toEqual({
    paths: 'of the latest 200 logs',
    failing: 'of the latest 200 errors',
  });
  go('collections');
  rejectRequests(({ params }) => params['sort'] === '-data.execTime', 'Too slow.', 500);
  await openLogs();
  await until($top, (top) => top !== undefined);
  const note = 'of the 50 loaded logs';
  expect($top.get()?.notes).toEqual({ paths: note, slowest: note, failing: note });
  expect(toasts()).toEqual([]);
});
