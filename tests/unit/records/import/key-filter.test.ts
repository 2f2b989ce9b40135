import { expect, test } from 'vitest';
import { comparableKey, keyFilters } from '#domain/records/import/key-filter.ts';

test('each key is compared in a way that an index answers, also one that ends in a backslash', () => {
  expect(keyFilters('title', 'text', ['a "b"', 'c:\\'])).toEqual([
    'title="a \\"b\\""||(title>"c:[\u{10ffff}"&&title<"c:]")',
  ]);
  expect(keyFilters('amount', 'number', ['1', '2.5'])).toEqual(['amount=1||amount=2.5']);
  expect(keyFilters('amount', 'number', ['1e+21', '-1.5e-7', '0.30000000000000004'])).toEqual([
    'amount=1000000000000000000000||amount=-0.00000015||amount=0.30000000000000004',
  ]);
});

test('a filter has 50 different keys at most, and fits into an address', () => {
  const keys = Array.from({ length: 60 }, (_, index) => `key ${index}`);
  expect(keyFilters('title', 'text', [...keys, ...keys]).map((filter) => filter.split('||').length)).toEqual([
    50, 10,
  ]);
  const long = Array.from({ length: 9 }, (_, index) => `${index} ${'x'.repeat(1000)}`);
  expect(keyFilters('title', 'text', long).map((filter) => filter.split('||').length)).toEqual([4, 4, 1]);
});

test.each([
  [2486, 1],
  [2487, 2],
])('of two keys with %i characters there are %i filters: one has 5000 at most', (length, count) => {
  expect(keyFilters('title', 'text', ['a'.repeat(length), 'b'.repeat(2486)])).toHaveLength(count);
});

test.each([
  ['1.50', 'number', '1.5'],
  ['', 'number', ''],
  ['1.50', 'text', '1.50'],
] as const)('the key %j of type %s is compared as %j', (text, kind, key) => {
  expect(comparableKey(text, kind)).toBe(key);
});
