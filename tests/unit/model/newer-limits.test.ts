import { expect, test } from 'vitest';
import { queryLength } from '#domain/app/query-length.ts';
import { filterFits, filtersOfAny, sizeProblem } from '#domain/model/filter/fit.ts';
import { hasId } from '#domain/model/filter/print.ts';
import { sentSort } from '#domain/records/list-query.ts';
import { checkLength, searchOf } from '#domain/records/search-filter.ts';
import { PB22 } from '#wire/pb22/dialect.ts';
import { PB23 } from '#wire/pb23/dialect.ts';
import { collection, field } from '../collections/collection-fixture.ts';

const { limits } = PB23;
const many = (count: number) => Array.from({ length: count }, () => 'a=1').join('||');

test('[NR-13] what is too large for a newer backend says so, by bytes and by comparisons', () => {
  const long = `title="${'ж'.repeat(1740)}"`;
  expect(new TextEncoder().encode(long).length).toBeLessThan(3500);
  expect(sizeProblem(long, limits)).toBeUndefined();
  expect(sizeProblem(`${long}||${long}`, limits)).toBe('It is too long for a request.');
  expect(sizeProblem(many(200), limits)).toBeUndefined();
  expect(sizeProblem(many(201), limits)).toBe('It has 201 comparisons; a request can have 200.');
  expect(sizeProblem(many(201), PB22.limits)).toBe('It is too long for a request.');
  expect(sizeProblem('a=1', PB22.limits)).toBeUndefined();
});

test('[NR-13] records are read in parts that have room for all comparisons', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `r${index}`);
  const parts = [...filtersOfAny(ids, hasId, limits, { filter: many(190) })];
  expect(parts.flatMap(({ items }) => items)).toEqual(ids);
  for (const { filter } of parts) expect(filter.split('=').length - 1).toBeLessThanOrEqual(200);
  expect([...filtersOfAny(ids.slice(0, 50), hasId, limits)]).toHaveLength(1);
});

test('[NR-13] a request has the room that its backend gives it', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(50, '0'));
  const partsOf = (one: typeof limits, filter = '') => [...filtersOfAny(ids, hasId, one, { filter })];
  const bytesOf = ({ filter }: { filter: string }) => new TextEncoder().encode(filter).length;
  expect([partsOf(limits).length, partsOf(PB22.limits).length]).toEqual([1, 2]);
  for (const filter of [`title="${'ж'.repeat(500)}"`, `title="${'x'.repeat(2500)}"`])
    for (const part of partsOf(limits, filter)) {
      expect(bytesOf(part)).toBeLessThanOrEqual(limits.filter);
      expect(queryLength({ filter: part.filter })).toBeLessThanOrEqual(limits.query);
    }
  const filter = `title="${'x'.repeat(3000)}"`;
  expect([filterFits(filter, limits), filterFits(filter, PB22.limits)]).toEqual([true, false]);
  expect(filterFits(many(197), limits)).toBe(false);
  const wide = collection(
    'wide',
    Array.from({ length: 60 }, (_, index) => field(`a_rather_long_name_${index}`)),
  );
  const searchedIn = (one: typeof limits) => searchOf(wide, 'word', one).only?.length ?? 60;
  expect([searchedIn(limits), searchedIn(PB22.limits) < 50]).toEqual([60, true]);
  expect(() => checkLength(filter, limits)).not.toThrow();
  expect(() => checkLength(filter, PB22.limits)).toThrow();
});

test('[NR-13] a list is sorted by no more fields than a newer backend takes', () => {
  const names = Array.from({ length: 8 }, (_, index) => field(`n${index}`, 'text', { presentable: true }));
  const cats = collection('cats', names);
  const options = { collectionId: cats.id, maxSelect: 1 };
  const posts = collection('posts', [field('cat', 'relation', { options }), field('title')]);
  const sorted = (most?: number) => sentSort(posts, [posts, cats], '-cat,title', most).split(',').length;
  expect([sorted(), sorted(limits.sorts)]).toEqual([9, 8]);
});
