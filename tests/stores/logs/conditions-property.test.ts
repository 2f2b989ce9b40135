import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listLogs } from '#api/logs/logs.ts';
import { type Condition, canCondition, formatConditions } from '#domain/logs/conditions.ts';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { casesOf } from '#tests/support/cases.ts';
import { condition, hostileText } from '#tests/unit/logs/condition-arbitrary.ts';
import { clearLogs, isStored, storeLogs } from './stored-logs.ts';

const RUNS = { numRuns: casesOf(500) };

/** An entry whose members at the paths have the values. */
function entryWith(...list: readonly Condition[]) {
  const data: Record<string, unknown> = {};
  const entry: Record<string, unknown> = {};
  for (const { path, value } of list) {
    if (path.startsWith('data.')) data[path.slice('data.'.length)] = value;
    else entry[path] = value;
  }
  return { ...entry, data };
}

const idsOf = async (...list: Condition[]) => {
  const filter = effectiveFilter({ conditions: formatConditions(list), search: '' });
  return (await listLogs(1, filter)).map(({ id }) => id).filter(isStored);
};

test('"is" finds the entry of the value and "is not" all others', async () => {
  await fc.assert(
    fc.asyncProperty(condition, condition, async (shown, also) => {
      const is = { ...shown, operator: 'is' } as const;
      const isNot = { ...shown, operator: 'isNot' } as const;
      fc.pre(shown.path !== also.path);
      clearLogs([]);
      const [id] = storeLogs([entryWith(shown, also), {}, entryWith(also)]);
      const found = await idsOf(is);
      expect(found).toContain(id);
      const others = await idsOf(isNot);
      expect(others).not.toContain(id);
      expect(found.length + others.length).toBe(3);
      expect(await idsOf({ ...also, operator: 'is' }, is)).toContain(id);
    }),
    RUNS,
  );
});

test('"starts with" finds a path with and without a query, and no longer path', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (value) => {
      fc.pre(canCondition('data.url', value));
      clearLogs([]);
      const [path, withQuery] = storeLogs(
        [value, `${value}?a=1`, `${value}x`, `${value}>`, `${value}@`, `x${value}`].map((url) => ({
          data: { url },
        })),
      );
      const found = await idsOf({ path: 'data.url', operator: 'startsWith', value });
      expect(found.sort()).toEqual([path, withQuery]);
    }),
    RUNS,
  );
});

test('"starts with" tells capital letters from small ones', async () => {
  clearLogs([]);
  const [path, withQuery] = storeLogs(
    ['/api/Foo', '/api/Foo?a=1', '/api/foo', '/api/foo?a=1', '/API/Foo?a=1'].map((url) => ({
      data: { url },
    })),
  );
  const found = await idsOf({ path: 'data.url', operator: 'startsWith', value: '/api/Foo' });
  expect(found.sort()).toEqual([path, withQuery]);
});

test('a value that ends in a backslash is found in its own case only, and nothing is next to it', async () => {
  clearLogs([]);
  const urls = ['C:\\', 'c:\\', 'C:\\x', 'C:[', 'C:[x', 'C:]', 'C:', 'C:\\?a=1', 'c:\\?a=1', 7];
  const ids = storeLogs([...urls.map((url) => ({ data: { url } })), {}]);
  const found = async (operator: Condition['operator']) =>
    (await idsOf({ path: 'data.url', operator, value: 'C:\\' }))
      .map((id) => ids.indexOf(id))
      .sort((a, b) => a - b);
  expect(await found('is')).toEqual([0]);
  expect(await found('isNot')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await found('startsWith')).toEqual([0, 7]);
});

test('empty text, null, missing members and zero are different values', async () => {
  clearLogs([]);
  const ids = storeLogs([
    { data: { a: '' } },
    { data: { a: null } },
    { data: {} },
    { data: { a: 0 } },
    { data: { a: '0' } },
  ]);
  const found = async (value: Condition['value']) =>
    (await idsOf({ path: 'data.a', operator: 'is', value })).map((id) => ids.indexOf(id)).sort();
  expect([await found(''), await found(null), await found(0), await found('0')]).toEqual([
    [0],
    [1, 2],
    [3],
    [4],
  ]);
});
