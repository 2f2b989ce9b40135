import { expect, test } from 'vitest';
import { draftOf, newDraft, renameCollection, setRule } from '../../../src/lib/domain/schema/draft.ts';
import { changesOf, needsConfirm, schemaEdit } from '../../../src/lib/domain/schema/draft-changes.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  setFieldOption,
  setMultiple,
} from '../../../src/lib/domain/schema/draft-fields.ts';
import { savedCollection, savedField } from './collections.ts';

const SAVED = savedCollection('posts', [
  savedField('a'),
  savedField('b'),
  savedField('tags', 'select', { maxSelect: 3, values: ['x', 'y', 'z'] }),
  savedField('cats', 'relation', { maxSelect: null, collectionId: 'c_cats' }),
]);
const texts = (draft: ReturnType<typeof draftOf>) => changesOf(draft, SAVED).map(({ text }) => text);

test('the list names renames, removed fields and lost values', () => {
  let draft = renameCollection(draftOf(SAVED), 'articles');
  draft = renameField(draft, 'f_a', 'headline');
  draft = removeField(draft, 'f_b');
  draft = setMultiple(draft, 'f_tags', false);
  draft = setMultiple(renameField(draft, 'f_cats', 'cat'), 'f_cats', false);
  expect(texts(draft)).toEqual([
    'Renamed collection posts → articles',
    'Renamed field a → headline',
    'Renamed field cats → cat',
    'Removed field b',
    'Multiple to single value conversion of field tags (will keep only the last array item)',
    'Multiple to single value conversion of field cat (will keep only the last array item)',
  ]);
  expect(needsConfirm(draft, SAVED)).toBe(true);
  expect(schemaEdit(draft, SAVED)).toEqual({
    collectionId: 'c_posts',
    collectionName: 'posts',
    newName: 'articles',
    renamed: new Map([
      ['a', 'headline'],
      ['cats', 'cat'],
    ]),
    removed: new Set(['b']),
  });
});

test('order, rules, new fields and options of one value ask nothing', () => {
  let draft = setRule(moveField(draftOf(SAVED), 'f_a', 3), 'listRule', 'id = 1');
  draft = setFieldOption(addField(draft, 'text'), 'f_a', 'min', 2);
  draft = setFieldOption(draft, 'f_tags', 'maxSelect', 2);
  expect(texts(draft)).toEqual([]);
  expect(needsConfirm(draft, SAVED)).toBe(false);
});

test('a new collection never asks, a saved view always does', () => {
  expect(needsConfirm(newDraft(), SAVED)).toBe(false);
  const view = savedCollection('v', [], { type: 'view', options: { query: 'SELECT 1 as id' } });
  expect(needsConfirm(draftOf(view), view)).toBe(true);
});
