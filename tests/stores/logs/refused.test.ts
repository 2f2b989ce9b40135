import { expect, test, vi } from 'vitest';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { go } from '#stores/app/route.ts';
import { addConditions } from '#stores/logs/add-conditions.ts';
import { $logs, loadMoreLogs } from '#stores/logs/list.ts';
import { $found } from '#stores/logs/live.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $refusal, includeAdmins, setSearch } from '#stores/logs/query.ts';
import { holdRequests, rejectRequests } from '../network-fixture.ts';
import {
  isList,
  isStats,
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

const TERM = `${PRESET}&&(level~"page=1"||message~"page=1"||data~"page=1")`;

test('[LG-07] [LG-25] a text that the backend refuses as a filter is sent unchanged, then searched', async () => {
  writeLogs({ message: 'GET /api?page=1' }, { message: 'GET /api?page=2' });
  const { filters } = watchLogs();
  await openLogs({ filter: 'page=1' });
  const sent = [`${PRESET}&&page=1`, TERM];
  expect(filters()).toEqual({ lists: sent, stats: sent });
  expect(messages()).toEqual(['GET /api?page=1']);
  expect($found.get()).toBe(1);
  expect(toasts()).toEqual([]);
});

test('the words of the backend are those that say more, in any order of the responses', async () => {
  for (const isLate of [isList, isStats]) {
    const { arrived, release } = holdRequests(isLate);
    go('logs', { filter: 'page=1' });
    await arrived;
    await until($refusal, (words) => words !== undefined);
    release();
    await loaded();
    expect($refusal.get()).toBeTruthy();
    expect($refusal.get()).not.toBe(FALLBACK_MESSAGE);
    go('collections');
    expect($refusal.get()).toBeUndefined();
  }
});

test('further pages and refreshes search the text, without another refusal', async () => {
  writeLogs(...Array.from({ length: 60 }, () => ({ message: 'page=1' })));
  await openLogs({ filter: 'page=1' });
  const { filters } = watchLogs();
  await loadMoreLogs();
  expect(messages()).toHaveLength(60);
  await refreshLogs();
  expect(filters()).toEqual({ lists: [TERM, TERM, TERM], stats: [TERM] });
  expect($refusal.get()).toBeTruthy();
});

test('another search is sent unchanged again, and its refusal is forgotten', async () => {
  await openLogs({ filter: 'page=1' });
  const { filters } = watchLogs();
  setSearch('level=1');
  expect($refusal.get()).toBeUndefined();
  await loaded();
  expect(filters().lists).toEqual([`${PRESET}&&level=1`]);
  expect($refusal.get()).toBeUndefined();
  setSearch('page=1');
  await loaded();
  expect(filters().lists).toEqual([`${PRESET}&&level=1`, `${PRESET}&&page=1`, TERM]);
});

test('with another time span, condition or choice of admins the same text is searched at once', async () => {
  await openLogs({ filter: 'page=1' });
  const refused = vi.fn();
  const stop = $refusal.listen(refused);
  const { filters } = watchLogs();
  includeAdmins(true);
  await loaded();
  addConditions({ path: 'level', operator: 'is', value: 0 });
  await loaded();
  includeAdmins(false);
  await loaded();
  const term = '(level~"page=1"||message~"page=1"||data~"page=1")';
  const sent = [term.slice(1, -1), `level=0&&${term}`, `${PRESET}&&level=0&&${term}`];
  expect(filters()).toEqual({ lists: sent, stats: sent });
  // The note stays, without being announced again.
  expect(refused).not.toHaveBeenCalled();
  stop();
});

test('a text is not searched when it is refused for another reason', async () => {
  rejectRequests((request) => isList(request) || isStats(request), 'No such field.');
  const { filters } = watchLogs();
  await openLogs({ where: 'nosuch=1', filter: 'abc' });
  const filter = `${PRESET}&&nosuch=1&&(level~"abc"||message~"abc"||data~"abc")`;
  expect(filters()).toEqual({ lists: [filter], stats: [filter] });
  expect($logs.get()).toMatchObject({ state: 'failed', error: { status: 400 } });
  expect($refusal.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
});

test('a text that is refused in both forms is no refusal but a failure, without a toast', async () => {
  await openLogs({ where: 'nosuch=1', filter: 'page=1' });
  expect($logs.get()).toMatchObject({ state: 'failed', error: { status: 400 } });
  expect($refusal.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
});
