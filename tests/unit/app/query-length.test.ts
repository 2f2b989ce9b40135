import { describe, expect, test } from 'vitest';
import { MAX_QUERY, queryLength } from '#domain/app/query-length.ts';
import { filterFits, filtersOfAny } from '#domain/model/filter/fit.ts';
import { PB22 } from '#wire/pb22/dialect.ts';

const { limits } = PB22;

describe('[TR-47] a query is as long as Go encodes it', () => {
  test.each([
    [{ filter: '' }, 'filter='],
    [{ page: 1, filter: 'a b' }, 'filter=a+b&page=1'],
    [{ filter: "!'()*~-_." }, 'filter=%21%27%28%29%2A~-_.'],
    [{ filter: 'a+b%20&=' }, 'filter=a%2Bb%2520%26%3D'],
    [{ filter: 'éж😀' }, 'filter=%C3%A9%D0%B6%F0%9F%98%80'],
  ])('%o', (query, encoded) => {
    expect(queryLength(query)).toBe(encoded.length);
  });
});

const isOne = (id: string) => `id="${id}"`;
const ids = Array.from({ length: 120 }, (_, index) => `record${String(index).padStart(9, '0')}`);
const around = { page: 1000, perPage: 500, skipTotal: 1, sort: '-created', expand: '', fields: '' };
/** The longest condition that begins a further page. */
const following = (filter: string) => ({ ...around, filter: `(${filter})&&id>"${'x'.repeat(15)}"` });

test('[TR-47] conditions are joined up to 50, and each once', () => {
  const found = [...filtersOfAny(ids, isOne, limits)];
  expect(found.map(({ items }) => items.length)).toEqual([50, 50, 20]);
  expect(found.flatMap(({ items }) => items)).toEqual(ids);
  expect(found[2]?.filter).toBe(ids.slice(100).map(isOne).join('||'));
});

test.each([
  ['long ids', ids.map((id) => id.repeat(9)), {}],
  ['a long text with signs that Go escapes', ids.map((id) => `${id}${"!'()*".repeat(9)}`), {}],
  ['a long filter of the list', ids, { filter: `title~"${'x'.repeat(1000)}"` }],
  ['many expansions', ids, { expand: ids.join(), fields: '*' }],
])('[TR-47] no filter is too long for a list: %s', (_case, items, rest) => {
  const found = [...filtersOfAny(items, isOne, limits, rest)];
  expect(found.flatMap((one) => one.items)).toEqual(items);
  expect(Math.max(...found.map(({ filter }) => queryLength(following(filter))))).toBeLessThanOrEqual(
    MAX_QUERY,
  );
});

test('[TR-47] a filter of the list is part of each', () => {
  const [first] = filtersOfAny(['a', 'b'], isOne, limits, { filter: 'x=1||y=2' });
  expect(first?.filter).toBe('(x=1||y=2)&&(id="a"||id="b")');
});

test('[TR-47] where nothing fits, items come one by one', () => {
  const filter = `title~"${'x'.repeat(2000)}"`;
  expect(filterFits(filter, limits)).toBe(false);
  expect([...filtersOfAny(['a', 'b'], isOne, limits, { filter })].map(({ items }) => items)).toEqual([
    ['a'],
    ['b'],
  ]);
});

test('[TR-47] each condition is made and measured once, however little fits', () => {
  const long = Array.from({ length: 2000 }, (_, index) => `${'ä'.repeat(300)}${index}`);
  let made = 0;
  const condition = (id: string) => {
    made += 1;
    return isOne(id);
  };
  const found = filtersOfAny(long, condition, limits);
  expect([...found]).toHaveLength(2000);
  expect(made).toBe(2000);
});
