import { expect, test } from 'vitest';
import { moveField, removeField, renameField, setFieldOption } from '#domain/collections/editor/fields.ts';
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import {
  type Draft,
  draftOf,
  setCollectionOption,
  setIndex,
  setRule,
} from '#domain/collections/editor/values.ts';
import { savedCollection, savedField } from './collections.ts';

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
const BASE = draftOf(POSTS);

test('every conflict is decided by itself', () => {
  const mine = [
    (draft: Draft) => setFieldOption(draft, 'f_a', 'max', 5),
    (draft: Draft) => setFieldOption(draft, 'f_a', 'min', 1),
    (draft: Draft) => setFieldOption(draft, 'f_b', 'max', 5),
    (draft: Draft) => renameField(draft, 'f_a', 'mine_a'),
    (draft: Draft) => renameField(draft, 'f_b', 'mine_b'),
    (draft: Draft) => removeField(draft, 'f_c'),
    (draft: Draft) => moveField(draft, 'f_b', 0),
    (draft: Draft) => setRule(draft, 'listRule', 'a = 1'),
    (draft: Draft) => setRule(draft, 'viewRule', 'a = 1'),
    (draft: Draft) => setCollectionOption(draft, 'minPasswordLength', 10),
    (draft: Draft) => ({ ...draft, name: 'mine' }),
  ].reduce((draft, step) => step(draft), BASE);
  const options = { ...OPTIONS, max: 9, min: 2 };
  const theirs = draftOf({
    ...POSTS,
    name: 'theirs',
    schema: [
      { ...A, name: 'their_a', options },
      { ...C, required: true },
      { ...B, name: 'their_b', options },
    ],
    listRule: 'b = 1',
    viewRule: 'b = 1',
    options: { ...POSTS.options, minPasswordLength: 12 },
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
  expect(new Set(conflicts.map(({ id }) => id)).size).toBe(conflicts.length);
  for (const { id, label } of conflicts) {
    const decided = mergeVersions(versions, new Map([[id, 'theirs']]), tools).draft;
    const all = mergeVersions(versions, new Map(), tools).draft;
    expect(decided, label).not.toEqual(all);
  }
});

test('each index and each field that others removed is decided by itself', () => {
  const indexes = ['CREATE INDEX `i1` ON `posts` (`a`)', 'CREATE INDEX `i2` ON `posts` (`a`)'];
  const base = draftOf({ ...POSTS, indexes });
  const unique = indexes.reduce((draft, sql, at) => setIndex(draft, at, tools.setUnique(sql, true)), base);
  const mine = ['f_b', 'f_c'].reduce((draft, key) => setFieldOption(draft, key, 'max', 5), unique);
  const theirs = draftOf({ ...POSTS, schema: [A], indexes: [] });
  const { conflicts } = mergeVersions({ base, mine, theirs }, new Map(), tools);
  expect(conflicts.map(({ label }) => label)).toEqual(['Field b', 'Field c', 'Index i1', 'Index i2']);
  expect(new Set(conflicts.map(({ id }) => id)).size).toBe(4);
});
