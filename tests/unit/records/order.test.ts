import { describe, expect, test } from 'vitest';
import type { FieldOf } from '#domain/backend/field.ts';
import {
  neighboursAt,
  type OrderLimits,
  orderLimits,
  renumbered,
  valueBetween,
} from '#domain/records/order.ts';
import { readField } from '#wire/pb22/collections.ts';

const free: OrderLimits = {
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
  isInteger: false,
  isNonzero: false,
};
const integers = { ...free, isInteger: true };

describe('the value of a moved record', () => {
  test.each([
    ['between its neighbours', 1, 2, free, 1.5],
    ['above all', undefined, 1, free, 0],
    ['below all', 5, undefined, free, 6],
    ['alone', undefined, undefined, free, -1],
    ['an integer', 1, 10, integers, 5],
    ['a negative integer', -4, -1, integers, -3],
    ['no integer between 1 and 2', 1, 2, integers, undefined],
    ['nothing between equal ones', 3, 3, free, undefined],
    ['nothing between numbers next to each other', 1, 1 + Number.EPSILON, free, undefined],
    ['within the limits', undefined, 0.5, { ...free, min: 0 }, 0],
    ['nothing below the least one', undefined, 0, { ...free, min: 0 }, undefined],
    ['nothing above the greatest one', 9, undefined, { ...free, max: 9 }, undefined],
    ['not 0 where that is refused', -1, 1, { ...free, isNonzero: true }, 0.5],
    ['not the integer 0, if another is there', -2, 2, { ...integers, isNonzero: true }, 1],
    ['a negative one, if only that is there', -4, 1, { ...integers, isNonzero: true }, -2],
    ['none, if only 0 is there', -1, 1, { ...integers, isNonzero: true }, undefined],
    ['-1 below 1 where 0 is refused', undefined, 1, { ...integers, isNonzero: true }, -1],
    ['not above a limit of 0 where 0 is refused', -1, undefined, { ...free, max: 0, isNonzero: true }, -0.5],
    ['none above the limit', 20, 30, { ...free, max: 10 }, undefined],
  ])('is %s', (_what, low, high, limits, expected) => {
    expect(valueBetween(low, high, limits)).toBe(expected);
  });

  test('has other neighbours in a descending list', () => {
    expect(neighboursAt([3, 2, 1], 1, true)).toEqual({ low: 2, high: 3 });
    expect(neighboursAt([1, 2, 3], 1, false)).toEqual({ low: 1, high: 2 });
    expect(neighboursAt([1, 2], 0, false)).toEqual({ low: undefined, high: 1 });
    expect(neighboursAt([1, 2], 2, false)).toEqual({ low: 2, high: undefined });
  });
});

describe('new numbers for all loaded records', () => {
  const open = { low: true, high: true };
  test.each([
    ['leave gaps', [0, 0, 0], open, free, [0, 10, 20]],
    ['stay below those that are not loaded', [5, 6, 7], { low: true, high: false }, integers, [-13, -3, 7]],
    ['stay above those that are not loaded', [5, 6, 7], { low: false, high: true }, integers, [5, 15, 25]],
    ['keep to the limits', [0, 1, 1], open, { ...integers, min: 0, max: 9 }, [0, 4, 8]],
    ['are between both ends', [0, 0, 1], { low: false, high: false }, free, [0, 0.5, 1]],
    ['have no room', [0, 0, 1], { low: false, high: false }, integers, undefined],
    ['have no room between equal ones', [3, 3], { low: false, high: false }, free, undefined],
    [
      'have no room between close ones',
      [1, 1, 1 + Number.EPSILON],
      { low: false, high: false },
      free,
      undefined,
    ],
    ['have no room among numbers too large to differ by a gap', [1e17, 1e17, 1e17], open, free, undefined],
    ['avoid 0 where it is refused', [0, 0, 0], open, { ...integers, isNonzero: true }, [5, 15, 25]],
  ])('%s', (_what, values, ends, limits, expected) => {
    expect(renumbered(values, ends, limits)).toEqual(expected);
  });

  test('keep the last one, and stay within the limits, where steps are rounded', () => {
    const values = Array.from({ length: 34 }, (_, index) => index + 1);
    expect(renumbered(values, { low: true, high: false }, { ...free, min: 0.1 })?.at(-1)).toBe(34);
    const limits = { ...free, min: -10, max: 0.3 };
    expect(renumbered([-9, ...Array(20).fill(-9)], { low: false, high: true }, limits)?.at(-1)).toBe(0.3);
  });

  test.each([
    ['up to the greatest one', [0, 0, 0], open, { ...integers, min: 0, max: 5 }, [1, 3, 5]],
    ['as integers', [0, 0, 0], open, { ...integers, min: 0, max: 7 }, [1, 4, 7]],
    ['as other numbers', [-10.5, 0, 10.5], open, free, [-5, 5.5, 16]],
    ['but not above the greatest one', [0, 0, 0], open, { ...integers, min: 0, max: 4 }, [1, 2, 3]],
    ['but not without room', [0, 0, 0], open, { ...integers, min: 0, max: 2 }, undefined],
    ['but not past others', [-10, 0, 10], { low: true, high: false }, free, [-10, -5, 10]],
    ['but not above a limit', [0, 0, 0], open, { ...integers, max: 10 }, [-10, -5, 10]],
    [
      'in steps of 1',
      [-3, -2, -1, -1, 1],
      { low: false, high: true },
      { ...integers, max: 2 },
      [-3, -2, -1, 1, 2],
    ],
    [
      'but not without room in steps of 1',
      [-2, -1, -1, 1],
      { low: false, high: true },
      { ...integers, max: 1 },
      undefined,
    ],
    ['in the only way', [1, 2, 3], { low: true, high: false }, { ...integers, min: 0 }, [1, 2, 3]],
  ])('avoid 0 %s', (_where, values, ends, limits, expected) => {
    expect(renumbered(values, ends, { ...limits, isNonzero: true })).toEqual(expected);
  });
});

test('the limits are those of the field', () => {
  const limitsOf = (options: object, required: boolean) =>
    [readField({ name: 'n', type: 'number', required, options }) as FieldOf<'number'>].map(orderLimits);
  expect(limitsOf({ min: 0, max: null, noDecimal: true }, true)).toEqual([
    { min: 0, max: Number.POSITIVE_INFINITY, isInteger: true, isNonzero: true },
  ]);
  expect(limitsOf({ min: null, max: 5 }, false)).toEqual([
    { min: Number.NEGATIVE_INFINITY, max: 5, isInteger: false, isNonzero: false },
  ]);
});
