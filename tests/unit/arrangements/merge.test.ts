import { expect, test } from 'vitest';
import { mergeArrangement } from '#domain/arrangements/merge.ts';

const folder = (id: string, ...collections: string[]) => ({ id, name: id, collections });

test.each([
  ['nothing changed', 1, 1, 1, 1],
  ['mine', 1, 2, 1, 2],
  ['theirs', 1, 1, 2, 2],
  ['both the same', 1, 2, 2, 2],
  ['mine removed', 1, undefined, 1, undefined],
  ['theirs removed', 1, 1, undefined, undefined],
  ['mine removed, theirs changed', 'a', undefined, 'b', 'b'],
  ['mine changed, theirs removed', 'a', 'b', undefined, 'b'],
  ['null is a value', null, null, 'b', 'b'],
  ['members', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2, c: 3 }, { a: 2, b: 2, c: 3 }],
  ['a removed member', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
  ['texts of a list', ['a', 'b'], ['a', 'b', 'c'], ['b', 'd'], ['b', 'd', 'c']],
  ['another order, and an addition', ['a', 'b'], ['b', 'a'], ['a', 'b', 'c'], ['b', 'c', 'a']],
  [
    'entries by id',
    [folder('x', 'a'), folder('y')],
    [folder('x', 'a', 'b'), folder('y')],
    [folder('y', 'c'), folder('x', 'a'), folder('z')],
    [folder('y', 'c'), folder('x', 'a', 'b'), folder('z')],
  ],
  ['both from nothing', undefined, [folder('x')], [folder('y')], [folder('y'), folder('x')]],
  ['a list without ids is one value', [[1]], [[1], [2]], [[1]], [[1], [2]]],
  ['another form', { a: 1 }, { a: 1 }, [1], [1]],
])('%s', (_, base, mine, theirs, merged) => {
  expect(mergeArrangement({ base, mine, theirs })).toEqual(merged);
});

test('what both changed differently is mine, and theirs is told', () => {
  const told: unknown[] = [];
  const versions = { base: { a: 'x', b: 'x' }, mine: { a: 'mine', b: 'x' }, theirs: { a: 'theirs', b: 'y' } };
  expect(mergeArrangement(versions, (theirs) => told.push(theirs))).toEqual({ a: 'mine', b: 'y' });
  expect(told).toEqual(['theirs']);
});

test('names such as __proto__ are names', () => {
  const of = (text: string): unknown => JSON.parse(text);
  const versions = { base: {}, mine: of('{"__proto__":"a"}'), theirs: of('{"constructor":"b"}') };
  expect(JSON.stringify(mergeArrangement(versions))).toBe('{"__proto__":"a","constructor":"b"}');
});

test.each([
  ['lists without a key for each entry', [[1]], [[2]], [[3]]],
  ['lists with an entry twice', ['a'], ['a', 'a'], ['a', 'b']],
  ['an object and a list', { a: 1 }, { a: 2 }, ['b']],
  ['a list and a text', undefined, ['a'], 'b'],
])('%s are whole values', (_, base, mine, theirs) => {
  const told: unknown[] = [];
  expect(mergeArrangement({ base, mine, theirs }, (other) => told.push(other))).toEqual(mine);
  expect(told).toEqual([theirs]);
});
