import { describe, expect, test } from 'vitest';
import { isDirty, requestBody } from '#domain/collections/editor/body.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setMultiple,
} from '#domain/collections/editor/fields.ts';
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import {
  type Draft,
  draftOf,
  newDraft,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
  setType,
} from '#domain/collections/editor/values.ts';
import { edit, INDEX, POSTS } from './posts-values.ts';

describe('the body', () => {
  test('of a new collection has an empty id and empty dates', () => {
    const draft = addField(renameCollection(newDraft(), 'posts'), 'bool');
    expect(requestBody(draft, tools)).toEqual({
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

  test('of a saved one has its id and no dates, and no helper values', () => {
    const body = requestBody(draftOf(POSTS), tools);
    expect(Object.keys(body)).not.toContain('created');
    expect(body.id).toBe('c_posts');
    expect(Object.keys(body.schema[0] ?? {})).toEqual([
      'id',
      'name',
      'type',
      'required',
      'presentable',
      'system',
      'options',
    ]);
  });

  test('of a new view has no fields: its query makes them', () => {
    const view = setCollectionOption(
      setType(addField(newDraft(), 'text'), 'view'),
      'query',
      'SELECT 1 as id',
    );
    expect(requestBody(view, tools)).toMatchObject({ schema: [], options: { query: 'SELECT 1 as id' } });
    expect(requestBody(setType(view, 'base'), tools).schema).toHaveLength(1);
  });
});

describe('dirty', () => {
  const original = draftOf(POSTS);
  const changes: [string, (draft: Draft) => Draft, (draft: Draft) => Draft][] = [
    ['a name', (d) => renameCollection(d, 'x'), (d) => renameCollection(d, 'posts')],
    ['a field’s name', (d) => renameField(d, 'f_ab', 'x'), (d) => renameField(d, 'f_ab', 'ab')],
    ['an option', (d) => setFieldOption(d, 'f_ab', 'min', 3), (d) => setFieldOption(d, 'f_ab', 'min', null)],
    [
      'a text option',
      (d) => setFieldOption(d, 'f_ab', 'pattern', 'a'),
      (d) => setFieldOption(d, 'f_ab', 'pattern', ''),
    ],
    ['a list', (d) => setMultiple(d, 'f_tags', false), (d) => setMultiple(d, 'f_tags', true)],
    ['the order', (d) => moveField(d, 'f_ab', 2), (d) => moveField(d, 'f_ab', 0)],
    ['a removed field', (d) => removeField(d, 'f_ab'), (d) => restoreField(d, 'f_ab')],
    ['a new field', (d) => addField(d, 'bool'), (d) => removeField(d, 'new-1')],
    ['a rule', (d) => setRule(d, 'listRule', null), (d) => setRule(d, 'listRule', '')],
    ['an index', (d) => setIndex(d, 0, 'CREATE INDEX `i` ON `posts` (`ab`)'), (d) => setIndex(d, 0, INDEX)],
  ];

  test.each(changes)('%s makes it dirty, and clean again when changed back', (_, change, back) => {
    expect(isDirty(original, original)).toBe(false);
    expect(isDirty(draftOf(POSTS), original, tools)).toBe(false);
    expect(isDirty(change(original), original, tools)).toBe(true);
    expect(isDirty(back(change(original)), original, tools)).toBe(false);
    expect(isDirty(back(change(original)), original)).toBe(false);
  });

  test('an index written while a field had another name is clean once the name is back', () => {
    const draft = edit(
      (d) => renameField(d, 'f_ab', 'x'),
      (d) => setIndex(d, 0, INDEX.replace('`ab`', '`x`')),
      (d) => renameField(d, 'f_ab', 'ab'),
    );
    expect(isDirty(draft, original, tools)).toBe(false);
  });

  test('zero is not the same as nothing', () => {
    expect(isDirty(setFieldOption(original, 'f_ab', 'min', 0), original)).toBe(true);
  });
});
