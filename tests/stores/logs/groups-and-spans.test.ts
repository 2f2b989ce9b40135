import { beforeEach, expect, test } from 'vitest';
import { listLogs, loadLogStats } from '#api/logs/logs.ts';
import { formatConditions } from '#domain/logs/conditions.ts';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { searchFilter } from '#domain/logs/search.ts';
import { spanBetween, spanFilter } from '#domain/logs/span.ts';
import { topOf } from '#domain/logs/top.ts';
import { Random } from '#scripts/lib/random.ts';
import { requestLogs } from '#scripts/lib/request-logs.ts';
import { LOG_PATHS, readLog } from '#wire/logs.ts';
import { clearLogs, storeLogs } from './stored-logs.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 10, 5, 12);

const totalOf = async (filter: string) =>
  (await loadLogStats(filter)).reduce((sum, { total }) => sum + total, 0);

beforeEach(() => clearLogs([]));

test('each group of the loaded entries has a filter that finds exactly its entries', async () => {
  const rows = [...requestLogs(new Random(9), 500, { from: FROM, to: FROM + 5 * HOUR_MS })];
  const logs = rows.map(readLog);
  storeLogs(
    logs.map(({ level, message }, at) => ({ level, message, data: rows[at]?.['data'], created: FROM })),
  );
  const top = topOf(logs, LOG_PATHS);
  const groups = [...top.paths, ...top.slowest, ...top.failing];
  expect([top.paths.length, top.slowest.length, top.failing.length]).toEqual([5, 5, 5]);
  for (const { count, conditions } of groups) {
    expect(await totalOf(formatConditions(conditions)), JSON.stringify(conditions)).toBe(count);
  }
});

test('the groups of paths in different cases are apart, as are the entries that their filters find', async () => {
  const urls = ['/api/Foo?a=1', '/api/Foo?a=2', '/api/foo?a=1'];
  const entries = urls.map((url) => ({ level: 8, data: { type: 'request', status: 500, url } }));
  storeLogs(entries.map((entry) => ({ ...entry, created: FROM })));
  const { paths, failing } = topOf(entries.map(readLog), LOG_PATHS);
  for (const { count, conditions } of [...paths, ...failing]) {
    expect(await totalOf(formatConditions(conditions)), JSON.stringify(conditions)).toBe(count);
  }
  expect([...paths, ...failing].map(({ count }) => count)).toEqual([2, 1, 2, 1]);
});

test('a group of failures finds no entry that did not fail', async () => {
  const request = (url: string, status: number | undefined, level: number) => ({
    level,
    data: { type: 'request', url, status },
  });
  const entries = [
    ...[8, 8, 4, 12].map((level) => ({ level, message: 'Failed' })),
    ...[request('/a', 200, 8), request('/a?b', 200, 0), request('/a', 404, 8), request('/a', 404, 0)],
    ...[request('/b', undefined, 8), request('/b', undefined, 0), request('/b', 500, 8)],
  ];
  storeLogs(entries.map((entry) => ({ ...entry, created: FROM })));
  const { failing } = topOf(entries.map(readLog), LOG_PATHS);
  for (const { count, conditions } of failing) {
    expect(await totalOf(formatConditions(conditions)), JSON.stringify(conditions)).toBe(count);
  }
  expect(failing.map(({ name, status, count }) => [name, status, count])).toEqual([
    ['/a', 404, 2],
    ['Failed', undefined, 2],
    ['/a', 200, 1],
    ['/b', undefined, 1],
    ['/b', 500, 1],
  ]);
});

test('[LG-09] a span includes its start but not its end, for every alternative of a search', async () => {
  const moments = [FROM - 1, FROM, FROM + HOUR_MS - 1, FROM + HOUR_MS];
  const ids = storeLogs(moments.map((created) => ({ message: 'a=b', data: { error: 'a=b' }, created })));
  const span = spanBetween(FROM, FROM + HOUR_MS);
  if (!span) throw new Error('The span is not empty.');
  const parts = { span: spanFilter(span, 0) };
  for (const search of ['', searchFilter('"a=b"'), 'message~"a"||level=0']) {
    const filter = effectiveFilter({ ...parts, search });
    const found = await listLogs(1, filter);
    expect(found.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(await totalOf(filter)).toBe(2);
  }
});

test('the last hour begins an hour ago', async () => {
  const ids = storeLogs([FROM - HOUR_MS - 1, FROM - HOUR_MS, FROM].map((created) => ({ created })));
  const span = spanFilter({ kind: 'last', id: '1h' }, FROM);
  const found = await listLogs(1, effectiveFilter({ span, search: '' }));
  expect(found.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
});
