import { expect, test } from 'vitest';
import { orderRows } from '#domain/records/import/own-rows.ts';

type References = Parameters<typeof orderRows>[1];

const BATCH = 500;
const endsOf = (count: number, batch = BATCH) =>
  Array.from({ length: Math.ceil(count / batch) }, (_, at) => Math.min(count, (at + 1) * batch));

/** Each row once, and no row before those to which it refers, except those in circles. */
function expectOrder(count: number, refs: References, { steps, circular }: ReturnType<typeof orderRows>) {
  const sent = new Map(steps.flatMap(({ rows }) => rows).map((row, at) => [row, at] as const));
  expect(sent.size).toBe(count);
  expect(steps.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(count);
  const isEarly = (row: number, other: number) => (sent.get(other) ?? count) >= (sent.get(row) ?? 0);
  const early = [...refs].filter(
    ([row, others]) => !circular.has(row) && others.some((one) => isEarly(row, one)),
  );
  expect(early).toEqual([]);
}

test('[TR-27] rows without references stay in their order, batch after batch', () => {
  expect(orderRows([2, 3], new Map())).toEqual({
    steps: [
      { batch: 0, rows: [0, 1] },
      { batch: 1, rows: [2] },
    ],
    circular: new Set(),
  });
});

test('[TR-27] parents come first', () => {
  const refs = new Map([
    [0, [1]],
    [1, [2]],
    [2, [3]],
  ]);
  expect(orderRows([4], refs).steps).toEqual([{ batch: 0, rows: [3, 2, 1, 0] }]);
  expectOrder(4, refs, orderRows([2, 4], refs));
});

test('[TR-27] one row of a circle comes before those to which it refers', () => {
  // 0 waits for the circle of 1, 2 and 3; 4 refers to itself.
  const refs = new Map([
    [0, [1]],
    [1, [2, 2]],
    [2, [3]],
    [3, [1]],
    [4, [4]],
  ]);
  const order = orderRows([3, 5], refs);
  expect(order.circular).toEqual(new Set([1, 4]));
  expectOrder(5, refs, order);
});

const COUNT = 20_000;
/** Numbers that look random and are the same each time. */
const mixed = (row: number) => (row * 7919 + 17) % COUNT;

test('[TR-27] a tree of 20,000 rows in a mixed order reads few batches again', () => {
  const refs = new Map<number, number[]>();
  for (let row = 1; row < COUNT; row++) refs.set(mixed(row), [mixed(Math.floor(row / 3))]);
  const order = orderRows(endsOf(COUNT), refs);
  expectOrder(COUNT, refs, order);
  expect([order.circular.size, order.steps.length < 500]).toEqual([0, true]);
});

test.each<[string, (row: number) => number[], number]>([
  ['a chain from the last row up', (row) => (row < COUNT - 1 ? [row + 1] : []), 40],
  ['a chain from the first row down', (row) => (row ? [row - 1] : []), 40],
  ['pairs that refer to each other', (row) => [row ^ 1], 80],
])('[TR-27] %s of 20,000 rows', (_, refsOf, most) => {
  const refs = new Map<number, number[]>();
  for (let row = 0; row < COUNT; row++) refs.set(row, refsOf(row));
  const order = orderRows(endsOf(COUNT), refs);
  expectOrder(COUNT, refs, order);
  expect(order.steps.length).toBeLessThanOrEqual(most);
});
