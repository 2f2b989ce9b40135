import { expect, test } from 'vitest';
import { describePath, offeredPaths } from '#domain/records/filter-builder/path.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const options = (collectionId: string, maxSelect: number | null) => ({
  options: { collectionId, maxSelect },
});
const cats = collection('cats', [field('name'), field('post', 'relation', options('c_posts', 1))]);
const posts = collection('posts', [
  field('title'),
  field('done', 'bool'),
  field('due', 'date'),
  field('state', 'select', { options: { maxSelect: 1, values: ['new', 'old'] } }),
  field('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } }),
  field('cat', 'relation', options('c_cats', 1)),
  field('cats', 'relation', options('c_cats', null)),
  field('meta', 'json'),
]);
const scope = scopeOf(posts, [posts, cats]);

test.each([
  ['title', 'text', '', []],
  ['done', 'bool', '', ['true', 'false']],
  [
    'due',
    'date',
    '',
    ['@now', '@todayStart', '@todayEnd', '@monthStart', '@monthEnd', '@yearStart', '@yearEnd'],
  ],
  ['state', 'select', '', ['new', 'old']],
  ['tags', 'select', 'list', ['a', 'b']],
  ['tags:each', 'select', 'many', ['a', 'b']],
  ['tags:length', 'number', '', []],
  ['cat.name', 'text', '', []],
  ['cats', 'relation', 'list', []],
  ['cats.name', 'text', 'many', []],
  ['cats.post.tags', 'select', 'many list', ['a', 'b']],
  ['cats.post.tags:length', 'number', '', []],
  ['cats_via_post.name', 'text', 'many', []],
  ['@collection.cats.name', undefined, 'many', []],
])('%s is of type %s, %s, and offers %j', (path, type, several, values) => {
  const { isMany, isList, macros, ...rest } = describePath(path, scope);
  expect(rest).toEqual({ type, values, problem: undefined });
  expect(macros).toContain('@now');
  expect([isMany && 'many', isList && 'list'].filter(Boolean).join(' ')).toBe(several);
});

test.each([
  ['', 'Choose a field.'],
  ['titel', 'There is no field titel.'],
  ['cat.nmae', 'There is no field nmae.'],
  ['title:lower', 'There is no modifier :lower for this field.'],
  ['cat.name:lower', 'There is no modifier :lower for this field.'],
  ['id:length', 'There is no modifier :length for this field.'],
  ['title:', 'There is no modifier : for this field.'],
  ['tags:length:each', 'There is no modifier :length:each for this field.'],
  ['title.x', 'There is no field x below title.'],
  ['cats_via_post', 'There is no field after cats_via_post.'],
  ['@collection.cats', 'There is no field after cats.'],
  ['title:length', undefined],
  ['title:isset', undefined],
  ['meta.meta:lower', undefined],
  // The backend decides.
  ['"text"', undefined],
  ["'text'", undefined],
  ['1', undefined],
  ['-1', undefined],
  ['@now', undefined],
])('of the path %s it says: %s', (path, problem) => {
  expect(describePath(path, scope).problem).toBe(problem);
});

test('fields are offered, also those of related records, but no values', () => {
  const paths = offeredPaths(scope);
  for (const path of ['title', 'cat.name', 'id']) expect(paths).toContain(path);
  expect(paths).toContain('cats_via_post.name');
  for (const value of ['true', 'false', '@now', '', 'cats_via_post']) expect(paths).not.toContain(value);
});
