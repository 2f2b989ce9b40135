import { expect, test } from 'vitest';
import { TINTS, tintOf } from '#domain/field-types/tint.ts';

test('a value always has the same tint', () => {
  expect(['new', 'sale', 'new'].map(tintOf)).toEqual([tintOf('new'), tintOf('sale'), tintOf('new')]);
  expect(tintOf('')).toBe(0);
});

test.each([
  [['open', 'paid', 'shipped', 'delivered', 'returned']],
  [['new', 'sale', 'recycled', 'vegan', 'heavy', 'last pieces']],
  [['draft', 'published', 'archived']],
])('the choices %j have several tints', (choices) => {
  const tints = new Set(choices.map(tintOf));
  expect(tints.size).toBeGreaterThanOrEqual(3);
  expect([...tints].every((tint) => tint >= 0 && tint < TINTS)).toBe(true);
});
