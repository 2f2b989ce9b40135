import { afterEach, expect, test, vi } from 'vitest';
import { $query, go } from '#stores/app/route.ts';
import { addConditions } from '#stores/logs/add-conditions.ts';
import { openLog } from '#stores/logs/detail.ts';
import { loadedLogs, loadMoreLogs } from '#stores/logs/list.ts';
import { $found } from '#stores/logs/live.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import {
  $hasFilter,
  $logsQuery,
  $tokens,
  clearFilters,
  removeToken,
  setSearch,
  setSpan,
} from '#stores/logs/query.ts';
import {
  loaded,
  messages,
  openLogs,
  PRESET,
  startLogsTests,
  toasts,
  watchLogs,
  writeLogs,
  writeNumbered,
} from './logs-fixture.ts';

startLogsTests();
afterEach(() => vi.useRealTimers());

test.each([
  ['an empty address', {}, PRESET],
  ['admins', { adminRequests: '1' }, ''],
  ['a term', { filter: 'abc' }, `${PRESET}&&(level~"abc"||message~"abc"||data~"abc")`],
  ['a term, with admins', { filter: ' abc ', adminRequests: '1' }, 'level~"abc"||message~"abc"||data~"abc"'],
  ['a number', { filter: '404', adminRequests: '1' }, 'level~404||message~404||data~404'],
  ['a boolean', { filter: 'true', adminRequests: '1' }, 'level~true||message~true||data~true'],
  ['a filter', { filter: 'level > 0' }, `${PRESET}&&level > 0`],
  ['a filter, with admins', { filter: 'level > 0', adminRequests: '1' }, 'level > 0'],
  ['a filter with an OR', { filter: 'level=0||level=8' }, `${PRESET}&&(level=0||level=8)`],
  ['conditions', { where: 'data.status=404' }, `${PRESET}&&data.status=404`],
  [
    'a time span',
    { span: '2026-11-05T12:00Z~2026-11-05T14:00Z' },
    `${PRESET}&&created>="2026-11-05 12:00:00.000Z"&&created<"2026-11-05 14:00:00.000Z"`,
  ],
  [
    'everything',
    { filter: 'abc', where: 'level=8', span: '2026-11-05T12:00Z~2026-11-05T14:00Z' },
    `${PRESET}&&created>="2026-11-05 12:00:00.000Z"&&created<"2026-11-05 14:00:00.000Z"&&level=8` +
      '&&(level~"abc"||message~"abc"||data~"abc")',
  ],
])(
  '[LG-06] [LG-07] [LG-08] [LG-09] [LG-12] [LG-23] requests list and totals for %s',
  async (_, query, filter) => {
    const { lists, filters } = watchLogs();
    await openLogs(query);
    expect(lists()).toEqual([{ page: '1', perPage: '50', sort: '-rowid', skipTotal: '1', filter }]);
    expect(filters()).toEqual({ lists: [filter], stats: [filter] });
    expect(toasts()).toEqual([]);
  },
);

test('[LG-08] [LG-23] shows and counts the matching entries', async () => {
  writeLogs(
    { message: 'by a guest', data: { auth: 'guest' } },
    { message: 'by an admin', data: { auth: 'admin' } },
    { message: 'by the backend' },
  );
  await openLogs();
  expect(messages()).toEqual(['by the backend', 'by a guest']);
  expect($found.get()).toBe(2);
  await openLogs({ adminRequests: '1', filter: 'by a' });
  expect(messages()).toEqual(['by an admin', 'by a guest']);
  expect($found.get()).toBe(2);
  await openLogs({ where: 'data.auth="guest"' });
  expect(messages()).toEqual(['by a guest']);
  expect($found.get()).toBe(1);
});

test('[LG-10] the actions change the address and keep the rest of it', async () => {
  await openLogs({ live: '1', adminRequests: '1' });
  const rest = { live: '1', adminRequests: '1' };
  expect($hasFilter.get()).toBe(false);
  setSearch('  abc ');
  expect($query.get()).toEqual({ ...rest, filter: 'abc' });
  setSpan({ kind: 'last', id: '1h' });
  expect($query.get()).toEqual({ ...rest, filter: 'abc', span: '1h' });
  addConditions({ path: 'level', operator: 'is', value: 8 });
  expect($query.get()).toEqual({ ...rest, filter: 'abc', span: '1h', where: 'level=8' });
  for (const clear of [() => setSearch(''), () => setSpan(undefined)]) {
    expect($hasFilter.get()).toBe(true);
    clear();
  }
  expect($query.get()).toEqual({ ...rest, where: 'level=8' });
  setSearch('x');
  setSpan({ kind: 'last', id: '7d' });
  clearFilters();
  expect($query.get()).toEqual(rest);
  expect($hasFilter.get()).toBe(false);
  await loaded();
});

test('a condition closes the opened entry, and can be removed by its token', async () => {
  const [id = ''] = writeLogs({ message: 'one', level: 8, data: { status: 404 } });
  await openLogs({ logId: id });
  addConditions(
    { path: 'data.status', operator: 'is', value: 404 },
    { path: 'level', operator: 'is', value: 8 },
  );
  expect($query.get()).toEqual({ where: 'data.status=404&&level=8' });
  await loaded();
  expect(messages()).toEqual(['one']);
  const [status] = $tokens.get();
  expect($tokens.get().map(({ label }) => label)).toEqual(['status is 404', 'level is ERROR (8)']);
  if (status) removeToken(status);
  expect($query.get()).toEqual({ where: 'level=8' });
  addConditions({ path: 'level', operator: 'isNot', value: 8 });
  expect($query.get()).toEqual({ where: 'level!=8' });
  await loaded();
  expect(messages()).toEqual([]);
});

test('a text that is no list of conditions is one token, and still narrows the list after another is added', async () => {
  writeLogs(
    { message: 'a', level: 4, data: { status: 500 } },
    { message: 'b', level: 0, data: { status: 500 } },
  );
  await openLogs({ where: 'level > 3 || level < 0' });
  expect($tokens.get()).toEqual([{ label: 'level > 3 || level < 0', rest: '' }]);
  addConditions({ path: 'data.status', operator: 'is', value: 500 });
  await loaded();
  expect($query.get()).toEqual({ where: '(level > 3 || level < 0)&&data.status=500' });
  expect(messages()).toEqual(['a']);
});

test('opening an entry is not a new query: it sends no request, and the list stays where it is', async () => {
  const [id = ''] = writeNumbered(1);
  await openLogs({ span: '1h', filter: 'n' });
  const { counts } = watchLogs();
  const changed = vi.fn();
  const stop = $logsQuery.listen(changed);
  openLog(id);
  go('logs', { span: '1h', filter: 'n' });
  await loaded();
  stop();
  expect(changed).not.toHaveBeenCalled();
  expect(counts()).toEqual({ lists: 0, stats: 0 });
});

test('a relative span ends when its first page is requested; further pages keep its start', async () => {
  const now = Date.now();
  const at = (second: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: now + second * 1000 });
  };
  const from = (second: number) => {
    const date = new Date(now + (second - 3600) * 1000).toISOString().replace('T', ' ');
    return `${PRESET}&&created>="${date}"`;
  };
  writeLogs(...Array.from({ length: 60 }, () => ({ created: now })));
  const { filters } = watchLogs();
  at(0);
  await openLogs({ span: '1h' });
  expect(filters()).toEqual({ lists: [from(0)], stats: [from(0)] });
  at(1);
  await loadMoreLogs();
  expect(filters().lists).toEqual([from(0), from(0)]);
  at(2);
  await refreshLogs();
  expect(filters()).toEqual({ lists: [from(0), from(0), from(2), from(2)], stats: [from(0), from(2)] });
});

test("a relative span ends by the backend's clock if this computer's clock is wrong", async () => {
  const now = Date.now();
  writeLogs({ created: now });
  const { filters } = watchLogs();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 7_200_000 });
  await openLogs({ span: '1h' });
  expect(loadedLogs()).toHaveLength(1);
  const start = Date.parse(/created>="(.*)"/.exec(filters().lists.at(-1) ?? '')?.[1] ?? '');
  expect(Math.abs(start - (now - 3_600_000))).toBeLessThan(10_000);
});
