import { describe, expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { isDirty } from '#domain/collections/compare.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setMultiple,
} from '#domain/collections/editor/fields.ts';
import {
  type CollectionValues,
  newCollectionValues,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { readCollection } from '#wire/collections.ts';
import { storedCollection, writeCollection } from '#wire/save-collection.ts';
import { edit, INDEX, POSTS } from './posts-values.ts';

const bodyOf = (values: CollectionValues) => writeCollection(toCollection(values, tools));

describe('the body', () => {
  test('of a new collection has an empty id and empty dates', () => {
    const values = addField(renameCollection(newCollectionValues(), 'posts'), 'bool');
    expect(bodyOf(values)).toEqual({
      id: '',
      created: '',
      updated: '',
      name: 'posts',
      type: 'base',
      system: false,
      schema: [
        {
          id: '',
          name: 'field',
          type: 'bool',
          required: false,
          presentable: false,
          system: false,
          options: {},
        },
      ],
      indexes: [],
      listRule: null,
      viewRule: null,
      createRule: null,
      updateRule: null,
      deleteRule: null,
      options: {},
    });
  });

  test('of a saved collection has its id, but no dates and no helper values', () => {
    const body = bodyOf(valuesOf(POSTS));
    expect(Object.keys(body)).not.toContain('created');
    expect(body['id']).toBe('c_posts');
    expect(Object.keys(list(body['schema'], members)[0] ?? {}).sort()).toEqual([
      'id',
      'name',
      'options',
      'presentable',
      'required',
      'system',
      'type',
    ]);
  });

  test('of a new auth collection has all its options', () => {
    const values = setCollectionOption(newCollectionValues('auth'), 'hasOAuth2', false);
    expect(bodyOf(values)).toMatchObject({
      options: {
        ...{ allowUsernameAuth: true, allowEmailAuth: true, allowOAuth2Auth: false, minPasswordLength: 8 },
        ...{ exceptEmailDomains: [], onlyEmailDomains: [], requireEmail: false, onlyVerified: false },
        manageRule: null,
      },
    });
  });

  test('of a new view has no fields, because its query defines them', () => {
    const view = {
      ...setType(addField(newCollectionValues(), 'text'), 'view'),
      query: 'SELECT 1 as id',
    };
    expect(bodyOf(view)).toMatchObject({ schema: [], options: { query: 'SELECT 1 as id' } });
    expect(bodyOf(setType(view, 'base'))['schema']).toHaveLength(1);
  });
});

describe('dirty', () => {
  const base = valuesOf(POSTS);
  const changes: [
    string,
    (values: CollectionValues) => CollectionValues,
    (values: CollectionValues) => CollectionValues,
  ][] = [
    ['the name', (d) => renameCollection(d, 'x'), (d) => renameCollection(d, 'posts')],
    ['the name of a field', (d) => renameField(d, 'f_ab', 'x'), (d) => renameField(d, 'f_ab', 'ab')],
    ['an option', (d) => setFieldOption(d, 'f_ab', 'min', 3), (d) => setFieldOption(d, 'f_ab', 'min', null)],
    [
      'a text option',
      (d) => setFieldOption(d, 'f_ab', 'pattern', 'a'),
      (d) => setFieldOption(d, 'f_ab', 'pattern', ''),
    ],
    ['multiple values', (d) => setMultiple(d, 'f_tags', false), (d) => setMultiple(d, 'f_tags', true)],
    ['the order', (d) => moveField(d, 'f_ab', 2), (d) => moveField(d, 'f_ab', 0)],
    ['a field that is removed', (d) => removeField(d, 'f_ab'), (d) => restoreField(d, 'f_ab')],
    ['a field that is added', (d) => addField(d, 'bool'), (d) => removeField(d, 'new-1')],
    ['a rule', (d) => setRule(d, 'listRule', null), (d) => setRule(d, 'listRule', '')],
    ['an index', (d) => setIndex(d, 0, 'CREATE INDEX `i` ON `posts` (`ab`)'), (d) => setIndex(d, 0, INDEX)],
  ];

  test.each(changes)('a change of %s is dirty until it is undone', (_, change, undo) => {
    expect(isDirty(base, base)).toBe(false);
    expect(isDirty(valuesOf(POSTS), base, tools)).toBe(false);
    expect(isDirty(change(base), base, tools)).toBe(true);
    expect(isDirty(undo(change(base)), base, tools)).toBe(false);
    expect(isDirty(change(base), base)).toBe(true);
    expect(isDirty(undo(change(base)), base)).toBe(false);
  });

  test('an index typed while a field was renamed is clean after the name is restored', () => {
    const values = edit(
      (d) => renameField(d, 'f_ab', 'x'),
      (d) => setIndex(d, 0, INDEX.replace('`ab`', '`x`')),
      (d) => renameField(d, 'f_ab', 'ab'),
    );
    expect(isDirty(values, base, tools)).toBe(false);
  });

  test('what only says when a collection was saved is no change', () => {
    const later = readCollection({ ...storedCollection(POSTS), updated: '2027-01-01 00:00:00.000Z' });
    expect(isDirty(valuesOf(later), base, tools)).toBe(false);
  });

  test('zero differs from an empty option', () => {
    expect(isDirty(setFieldOption(base, 'f_ab', 'min', 0), base)).toBe(true);
  });
});
