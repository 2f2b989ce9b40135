import { expect, test } from 'vitest';
import { batchesOf } from '#domain/app/batches.ts';

test.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j in pairs is %j', (items, batches) => {
  expect([...batchesOf(items, 2)]).toEqual(batches);
});
