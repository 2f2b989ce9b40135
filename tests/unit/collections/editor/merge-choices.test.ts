import { expect, test } from 'vitest';
import { moveField, removeField, renameField, setFieldOption } from '#domain/collections/editor/fields.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import {
  type CollectionValues,
  setCollectionOption,
  setIndex,
  setRule,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { savedCollection, savedField, withFields } from './collections.ts';

const OPTIONS = { min: null, max: null, pattern: '' };
const [A, B, C] = [
  savedField('a', 'text', OPTIONS),
  savedField('b', 'text', OPTIONS),
  savedField('c', 'text', OPTIONS),
] as const;
const POSTS = savedCollection('posts', [A, B, C], {
  type: 'auth',
  listRule: '',
  viewRule: '',
  options: { manageRule: '', minPasswordLength: 8 },
});
const BASE = valuesOf(POSTS);

test('each conflict is resolved separately', () => {
  const mine = [
    (values: CollectionValues) => setFieldOption(values, 'f_a', 'max', 5),
    (values: CollectionValues) => setFieldOption(values, 'f_a', 'min', 1),
    (values: CollectionValues) => setFieldOption(values, 'f_b', 'max', 5),
    (values: CollectionValues) => renameField(values, 'f_a', 'mine_a'),
    (values: CollectionValues) => renameField(values, 'f_b', 'mine_b'),
    (values: CollectionValues) => removeField(values, 'f_c'),
    (values: CollectionValues) => moveField(values, 'f_b', 0),
    (values: CollectionValues) => setRule(values, 'listRule', 'a = 1'),
    (values: CollectionValues) => setRule(values, 'viewRule', 'a = 1'),
    (values: CollectionValues) => setCollectionOption(values, 'minPassword', 10),
    (values: CollectionValues) => ({ ...values, name: 'mine' }),
  ].reduce((values, step) => step(values), BASE);
  const theirFields = [
    { ...A, name: 'their_a', max: 9, min: 2 },
    { ...C, isRequired: true },
    { ...B, name: 'their_b', max: 9, min: 2 },
  ];
  const theirs = valuesOf({
    ...withFields(POSTS, theirFields),
    name: 'theirs',
    listRule: 'b = 1',
    viewRule: 'b = 1',
    auth: POSTS.auth && { ...POSTS.auth, minPassword: 12 },
  });
  const versions = { base: BASE, mine, theirs };
  const { conflicts } = mergeVersions(versions, new Map(), tools);
  expect(conflicts.map(({ label }) => label).sort()).toEqual([
    'Field c',
    'List/Search rule',
    'Max length of field their_a',
    'Max length of field their_b',
    'Min length of field their_a',
    'Minimum password length',
    'Name of field a',
    'Name of field b',
    'Name of the collection',
    'View rule',
  ]);
  expect(conflicts.map(({ id }) => id).sort()).toEqual([
    'field f_a name',
    'field f_a options.max',
    'field f_a options.min',
    'field f_b name',
    'field f_b options.max',
    'field f_c',
    'listRule',
    'name',
    'options.minPassword',
    'viewRule',
  ]);
  for (const { id, label } of conflicts) {
    const resolved = mergeVersions(versions, new Map([[id, 'theirs']]), tools).values;
    const all = mergeVersions(versions, new Map(), tools).values;
    expect(resolved, label).not.toEqual(all);
  }
});

test('the order is that of the side that wins', () => {
  const mine = moveField(BASE, 'f_c', 0);
  const versions = { base: BASE, mine, theirs: valuesOf(withFields(POSTS, [B, A, C])) };
  const { values } = mergeVersions(versions, new Map([['order', 'theirs']]), tools);
  expect(values.fields.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
});

test('each index and field that the other side removed is resolved separately', () => {
  const indexes = ['CREATE INDEX `i1` ON `posts` (`a`)', 'CREATE INDEX `i2` ON `posts` (`a`)'];
  const base = valuesOf({ ...POSTS, indexes });
  const unique = indexes.reduce((values, sql, at) => setIndex(values, at, tools.setUnique(sql, true)), base);
  const mine = ['f_b', 'f_c'].reduce((values, key) => setFieldOption(values, key, 'max', 5), unique);
  const theirs = valuesOf({ ...withFields(POSTS, [A]), indexes: [] });
  const { conflicts } = mergeVersions({ base, mine, theirs }, new Map(), tools);
  expect(conflicts.map(({ label }) => label)).toEqual(['Field b', 'Field c', 'Index i1', 'Index i2']);
  expect(new Set(conflicts.map(({ id }) => id)).size).toBe(4);
});
