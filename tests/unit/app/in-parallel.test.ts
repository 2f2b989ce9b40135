import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from '#domain/app/in-parallel.ts';

test('runs every item once, and never more than the limit at a time', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++running);
    await setImmediate();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(3);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('takes items of an async source only when there is room, and closes it at the end', async () => {
  const taken: number[] = [];
  let isClosed = false;
  const source = async function* () {
    try {
      for (let item = 0; item < 100; item += 1) {
        taken.push(item);
        yield item;
      }
    } finally {
      isClosed = true;
    }
  };
  let count = 0;
  await inParallel(
    source(),
    2,
    async () => {
      count += 1;
    },
    () => count < 5,
  );
  expect(taken.length).toBeLessThan(8);
  expect(isClosed).toBe(true);
});

test('stops at the first error and rejects with it after the running ones have ended', async () => {
  const done: number[] = [];
  const run = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    await setImmediate();
    if (item === 1) throw new Error('refused');
    done.push(item);
  });
  await expect(run).rejects.toThrow('refused');
  expect(done).toEqual([2]);
});

test('takes no item when it may not begin', async () => {
  const taken: number[] = [];
  const source = (function* () {
    taken.push(1);
    yield 1;
  })();
  await inParallel(
    source,
    2,
    () => Promise.reject(new Error('begun')),
    () => false,
  );
  expect(taken).toEqual([]);
});
