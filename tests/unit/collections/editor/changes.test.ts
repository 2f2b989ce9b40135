import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import {
  CHANGES_WARNING,
  CONFLICT_WARNING,
  changesOf,
  choiceNote,
  ELSEWHERE_WARNING,
  needsConfirm,
  REMOVED_WARNING,
  schemaEdit,
} from '#domain/collections/editor/changes.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  setFieldOption,
  setMultiple,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import {
  newCollectionValues,
  removeIndex,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { savedCollection, savedField, withFields } from './collections.ts';

const SAVED = savedCollection('posts', [
  savedField('a'),
  savedField('b'),
  savedField('tags', 'select', { maxSelect: 3, values: ['x', 'y', 'z'] }),
  savedField('cats', 'relation', { maxSelect: null, collectionId: 'c_cats' }),
]);
const texts = (values: ReturnType<typeof valuesOf>) => changesOf(values, SAVED).map(({ text }) => text);

test('lists renames, removed fields and conversions that lose values', () => {
  let values = renameCollection(valuesOf(SAVED), 'articles');
  values = renameField(values, 'f_a', 'headline');
  values = removeField(values, 'f_b');
  values = setMultiple(values, 'f_tags', false);
  values = setMultiple(renameField(values, 'f_cats', 'cat'), 'f_cats', false);
  expect(texts(values)).toEqual([
    'Renamed collection posts → articles',
    'Renamed field a → headline',
    'Renamed field cats → cat',
    'Removed field b',
    'Multiple to single value conversion of field tags (will keep only the last array item)',
    'Multiple to single value conversion of field cat (will keep only the last array item)',
  ]);
  expect(needsConfirm(values, SAVED)).toBe(true);
  expect(schemaEdit(values, SAVED)).toEqual({
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

test('order, rules, new fields and options are listed, but need no confirmation', () => {
  let values = setRule(moveField(valuesOf(SAVED), 'f_a', 3), 'listRule', 'id = 1');
  values = setFieldOption(addField(values, 'text'), 'f_a', 'min', 2);
  values = setFieldOption(values, 'f_tags', 'max', 2);
  expect(texts(values)).toEqual([
    'Max select of field tags: 3 → 2',
    'Min length of field a: none → 2',
    'Added field field (Plain text)',
    'New order of the fields: b, tags, cats, a',
    'List/Search rule: admins only → id = 1',
  ]);
  expect(needsConfirm(values, SAVED)).toBe(false);
});

test('changes of rules and options are described in words', () => {
  const before = savedCollection('people', [savedField('a')], {
    type: 'auth',
    updateRule: '',
    deleteRule: 'a = 1',
    options: { manageRule: null, minPasswordLength: 8, onlyEmailDomains: null, onlyVerified: false },
  });
  let values = setRule(valuesOf(before), 'updateRule', null);
  values = setRule(setRule(values, 'deleteRule', ''), 'manageRule', '');
  values = setCollectionOption(setCollectionOption(values, 'isVerifiedOnly', true), 'minPassword', 10);
  values = setCollectionOption(values, 'onlyDomains', ['a.com', 'b.com']);
  values = setPresentable(setRequired(values, 'f_a', true), 'f_a', true);
  expect(changesOf(values, before).map(({ text }) => text)).toEqual([
    'Nonempty of field a: off → on',
    'Presentable of field a: off → on',
    'Update rule: anyone → admins only',
    'Delete rule: a = 1 → anyone',
    'Manage rule: admins only → anyone',
    'Minimum password length: 8 → 10',
    'Only domains: none → a.com, b.com',
    'Forbid authentication for unverified users: off → on',
  ]);
});

test('indexes are compared by their statements, regardless of renamed columns', () => {
  const [one, two] = ['CREATE INDEX `one` ON `posts` (`a`)', 'CREATE INDEX `two` ON `posts` (`b`)'];
  const before = { ...SAVED, indexes: [one, two] };
  let values = renameCollection(renameField(valuesOf(before), 'f_a', 'headline'), 'articles');
  const indexLines = () =>
    changesOf(values, before, tools).flatMap(({ kind, text }) => (kind === 'other' ? text : []));
  expect(indexLines()).toEqual([]);
  const unique = tools.setUnique(two, true);
  values = setIndex(values, 1, unique);
  expect(indexLines()).toEqual([`Changed index ${two} → ${unique}`]);
  values = setIndex(removeIndex(values, 1), 1, 'CREATE INDEX `three` ON `posts` (`b`)');
  expect(
    changesOf(
      valuesOf(before, ({ id }) => `new ${id}`),
      before,
      tools,
    ),
  ).toEqual([]);
  expect(indexLines()).toEqual([`Removed index ${two}`, 'Added index CREATE INDEX `three` ON `posts` (`b`)']);
});

test.each<[readonly string[], readonly string[]]>([
  [['x', 'z'], ['Removed choice y of field tags']],
  [['x', 'Y', 'z'], ['Renamed choice y → Y of field tags']],
  [
    ['x', 'Y', 'z', 'new'],
    ['Renamed choice y → Y of field tags', 'Added choice new to field tags'],
  ],
  [['x', 'y', 'z', 'a, b'], ['Added choice "a, b" to field tags']],
  [['z', 'y', 'x'], ['Choices of field tags: x, y, z → z, y, x']],
])('describes choices that become %j', (choices, lines) => {
  const values = setFieldOption(valuesOf(SAVED), 'f_tags', 'choices', choices);
  expect(texts(values)).toEqual(lines);
  const isRemoved = !choices.includes('y');
  // The review counts the records that use the choice.
  expect(needsConfirm(values, SAVED)).toBe(isRemoved);
  const choice = { fieldName: 'tags', isMultiple: true, becomesSingle: false, value: 'y', left: choices };
  const to = lines[0]?.split(' → ')[1]?.split(' of field')[0];
  expect(changesOf(values, SAVED)[0]?.choice).toEqual(isRemoved ? { ...choice, to } : undefined);
});

test('describes what happens to records with a removed choice', () => {
  const choice = {
    ...{ fieldName: 'tags', isMultiple: true, becomesSingle: false, value: 'y' },
    ...{ to: 'z', left: ['z'] },
  };
  expect([0, 1, 2, undefined].map((count) => choiceNote(choice, count, 'z'))).toEqual([
    'no record holds it',
    '1 record gets z after the save',
    '2 records get z after the save',
    'records that hold it get z after the save',
  ]);
  expect([0, 1, 2, undefined].map((count) => choiceNote(choice, count))).toEqual([
    'no record holds it',
    '1 record keeps it, though it is no longer a valid choice',
    '2 records keep it, though it is no longer a valid choice',
    'records that hold it keep it, though it is no longer a valid choice',
  ]);
});

test('a new collection never needs confirmation, a saved view always does', () => {
  expect(needsConfirm(newCollectionValues(), SAVED)).toBe(false);
  const view = savedCollection('v', [], { type: 'view', options: { query: 'SELECT 1 as id' } });
  expect(needsConfirm(valuesOf(view), view)).toBe(true);
});

test.each([
  [
    CHANGES_WARNING,
    "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!",
  ],
  [REMOVED_WARNING, 'All data associated with the removed fields will be permanently deleted!'],
  [
    ELSEWHERE_WARNING,
    'The collection was changed elsewhere after you began to edit it. Saving keeps those changes.',
  ],
  [
    CONFLICT_WARNING,
    'You and somebody else changed the same thing. Choose which version stays before you confirm.',
  ],
])('[CE-15] the dialog warns: %s', (warning, words) => {
  expect(warning).toBe(words);
});

test('[CE-16] changes are sorted by how much they may break', () => {
  let values = addField(setRule(valuesOf(SAVED), 'listRule', ''), 'bool');
  values = setFieldOption(values, 'f_tags', 'choices', ['x', 'y']);
  values = setMultiple(removeField(renameField(values, 'f_a', 'headline'), 'f_b'), 'f_cats', false);
  expect(changesOf(renameCollection(values, 'articles'), SAVED).map(({ kind }) => kind)).toEqual([
    'collection-renamed',
    'field-renamed',
    'field-removed',
    'to-single',
    'choice-removed',
    'other',
    'other',
  ]);
  const fields = [savedField('a', 'json'), ...ownFields(SAVED).slice(1)];
  const converted = valuesOf(withFields({ ...SAVED, listRule: '' }, fields));
  const kinds = changesOf(setFieldOption(converted, 'f_tags', 'choices', []), SAVED).map(({ kind }) => kind);
  expect(kinds).toEqual(['type-changed', ...Array(3).fill('choice-removed'), 'other']);
  expect(changesOf(setMultiple(converted, 'f_tags', false), SAVED)[0]?.kind).toBe('to-single');
});

test('an added or changed index is shown with the names that are sent, also of columns renamed after it was set', () => {
  const before = { ...SAVED, indexes: ['CREATE INDEX `one` ON `posts` (`a`)'] };
  let values = setIndex(valuesOf(before), 0, 'CREATE UNIQUE INDEX `one` ON `posts` (`a`)');
  values = setIndex(values, 1, 'CREATE INDEX `two` ON `posts` (`b`)');
  const key = (name: string) => values.fields.find((field) => field.name === name)?.key ?? '';
  values = renameCollection(renameField(renameField(values, key('a'), 'c'), key('b'), 'd'), 'articles');
  const lines = changesOf(values, before, tools).map(({ text }) => text);
  expect(lines.filter((text) => text.includes('INDEX'))).toEqual([
    'Changed index CREATE INDEX `one` ON `posts` (`a`) → CREATE UNIQUE INDEX `one` ON `articles` (`c`)',
    'Added index CREATE INDEX `two` ON `articles` (`d`)',
  ]);
});
