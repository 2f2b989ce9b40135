import { expect, test } from 'vitest';
import { filterFits } from '#domain/model/filter/fit.ts';
import { comparableKey, keyFilters } from '#domain/records/import/key-filter.ts';
import { PB22 } from '#wire/pb22/dialect.ts';

const { limits } = PB22;

test('each key is compared in a way that an index answers, also one that ends in a backslash', () => {
  expect(keyFilters('title', 'text', ['a "b"', 'c:\\'], limits)).toEqual([
    'title="a \\"b\\""||(title>"c:[\u{10ffff}"&&title<"c:]")',
  ]);
  expect(keyFilters('amount', 'number', ['1', '2.5'], limits)).toEqual(['amount=1||amount=2.5']);
  expect(keyFilters('amount', 'number', ['1e+21', '-1.5e-7', '0.30000000000000004'], limits)).toEqual([
    'amount=1000000000000000000000||amount=-0.00000015||amount=0.30000000000000004',
  ]);
});

test('a filter has 50 different keys at most, and fits into an address', () => {
  const keys = Array.from({ length: 60 }, (_, index) => `key ${index}`);
  expect(
    keyFilters('title', 'text', [...keys, ...keys], limits).map((filter) => filter.split('||').length),
  ).toEqual([50, 10]);
  const long = Array.from({ length: 9 }, (_, index) => `${index} ${'x'.repeat(400)}`);
  expect(keyFilters('title', 'text', long, limits).map((filter) => filter.split('||').length)).toEqual([
    4, 4, 1,
  ]);
});

test.each([
  ['plain', 'x'.repeat(5000)],
  ['quotes', '"'.repeat(5000)],
  ['pictures', '😀'.repeat(2500)],
  ['backslashes', `${'x'.repeat(700)}${'\\'.repeat(4000)}`],
])('[TR-47] a key that is too long for a request is found by how it begins: %s', (_case, key) => {
  const [filter = '', ...others] = keyFilters('title', 'text', [key], limits);
  expect(others).toEqual([]);
  expect(filterFits(filter, limits)).toBe(true);
  const [, start = ''] = /^\(title>="(.*)"&&title<="\1\u{10ffff}"\)$/su.exec(filter) ?? [];
  expect(start.length).toBeGreaterThan(70);
  expect(key.startsWith(start.replaceAll('\\"', '"'))).toBe(true);
});

test.each([
  ['1.50', 'number', '1.5'],
  ['', 'number', ''],
  ['1.50', 'text', '1.50'],
] as const)('the key %j of type %s is compared as %j', (text, kind, key) => {
  expect(comparableKey(text, kind)).toBe(key);
});
