import { expect, test } from 'vitest';
import type { LogEntry } from '#domain/backend/log.ts';
import { followingLogs } from '#domain/logs/following.ts';
import { readLog } from '#wire/logs.ts';

/** Entries with these numbers as id, one second apart. */
const logs = (...numbers: number[]): LogEntry[] =>
  numbers.map((number) =>
    readLog({ id: String(number), created: `2026-11-05 12:00:${String(number).padStart(2, '0')}.000Z` }),
  );

const following = (found: readonly LogEntry[], listed: readonly LogEntry[]) => {
  const ids = new Set(listed.map(({ id }) => id));
  return followingLogs(found, listed, ({ id }) => ids.has(id)).map(({ id }) => Number(id));
};

test('every number of new entries leaves the next ones, in their order, and nothing else', () => {
  const before = [9, 8, 7, 6, 5, 4, 3, 2, 1];
  const pageSize = 3;
  const listed = logs(...before.slice(0, pageSize));
  for (let added = 0; added <= 9; added += 1) {
    const now = [...Array.from({ length: added }, (_, at) => 9 + added - at), ...before];
    const found = now.slice(pageSize, 2 * pageSize);
    const expected = found.filter((number) => number < 7);
    expect(following(logs(...found), listed)).toEqual(expected);
  }
});

test('entries that are not in the order of their time are kept', () => {
  expect(following(logs(4, 5, 6), logs(1, 2, 3))).toEqual([4, 5, 6]);
  expect(following(logs(9, 2), logs(8, 7))).toEqual([9, 2]);
});

test('entries of the same moment are kept', () => {
  const [first, second] = logs(1, 2).map((log) => ({ ...log, time: '2026-11-05 12:00:00.000Z' }));
  expect(first && second && following([first], [second])).toEqual([1]);
});

test('what is newer does not follow when some of it is of the moment of the newest one', () => {
  const [same] = logs(9).map((log) => ({ ...log, id: 'same' }));
  expect(same && following([...logs(11, 10), same], logs(9, 8))).toEqual([]);
});

test('what is newer than a list of one does not follow it', () => {
  expect(following(logs(5, 4), logs(1))).toEqual([]);
});

test('everything follows an empty list, and nothing an empty page', () => {
  expect(following(logs(2, 1), [])).toEqual([2, 1]);
  expect(following([], logs(2, 1))).toEqual([]);
});
