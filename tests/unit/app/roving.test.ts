import { expect, test } from 'vitest';
import { nextItem, nextRow } from '#domain/app/roving.ts';

/** Where each key moves to from the item at `at`. */
const moves = (at: number, lines: readonly unknown[]) =>
  Object.fromEntries(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].flatMap((key) => {
      const next = nextItem(key, at, lines);
      return next === undefined ? [] : [[key, next]];
    }),
  );

test('in one line, Left, Right, Home and End move, and do not go round', () => {
  const bar = [undefined, undefined, undefined];
  expect(moves(0, bar)).toEqual({ ArrowRight: 1, Home: 0, End: 2 });
  expect(moves(1, bar)).toEqual({ ArrowLeft: 0, ArrowRight: 2, Home: 0, End: 2 });
  expect(moves(2, bar)).toEqual({ ArrowLeft: 1, Home: 0, End: 2 });
  for (const key of ['j', 'Tab', 'Enter', 'PageDown', 'a']) expect(nextItem(key, 1, bar)).toBeUndefined();
});

test('in several lines, Up, Down, J, K, Home and End keep the place in the line, or take the last one', () => {
  // Links with a pin, the last one without.
  const list = ['a', 'a', 'b', 'b', 'c'];
  expect(moves(0, list)).toEqual({ ArrowRight: 1, ArrowDown: 2, End: 4 });
  expect(moves(1, list)).toEqual({ ArrowLeft: 0, ArrowRight: 2, ArrowDown: 3, End: 4 });
  expect(moves(3, list)).toEqual({ ArrowLeft: 2, ArrowRight: 4, ArrowUp: 1, ArrowDown: 4, Home: 1, End: 4 });
  expect(moves(4, list)).toEqual({ ArrowLeft: 3, ArrowUp: 2, Home: 0 });
  expect([nextItem('j', 0, list), nextItem('k', 2, list)]).toEqual([2, 0]);
});

test('a key of a list moves by a row or a screen, to the first or the last row, and never out of it', () => {
  const at = (key: string, from: number) => nextRow(key, from, 100, 18);
  expect(['ArrowDown', 'j', 'PageDown', 'End'].map((key) => at(key, 50))).toEqual([51, 51, 68, 99]);
  expect(['ArrowUp', 'k', 'PageUp', 'Home'].map((key) => at(key, 50))).toEqual([49, 49, 32, 0]);
  expect(['ArrowDown', 'PageDown', 'End'].map((key) => at(key, 99))).toEqual([99, 99, 99]);
  expect(['ArrowUp', 'PageUp', 'Home'].map((key) => at(key, 0))).toEqual([0, 0, 0]);
  for (const key of ['Enter', ' ', 'ArrowRight', 'x']) expect(at(key, 50)).toBeUndefined();
});
