import { describe, expect, test } from 'vitest';
import {
  type Draft,
  draftOf,
  duplicateDraft,
  indexPresets,
  indexTexts,
  newDraft,
  removeIndex,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
  setType,
} from '../../../src/lib/domain/schema/draft.ts';
import { isDirty, requestBody } from '../../../src/lib/domain/schema/draft-body.ts';
import {
  addField,
  duplicateField,
  fieldByKey,
  moveField,
  nextFieldKey,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setFieldType,
  setMultiple,
  setPresentable,
  setRequired,
} from '../../../src/lib/domain/schema/draft-fields.ts';
import * as tools from '../../../src/lib/domain/schema/index-sql/tools.ts';
import { savedCollection, savedField } from './collections.ts';

const INDEX = 'CREATE INDEX `idx_1` ON `posts` (\n  `ab`,\n  lower(`abc`)\n)';
const POSTS = savedCollection(
  'posts',
  [savedField('ab'), savedField('abc'), savedField('tags', 'select', { maxSelect: 2, values: ['x', 'y'] })],
  { indexes: [INDEX], listRule: '' },
);
const names = (draft: Draft) => draft.fields.map(({ name }) => name);
const edit = (...steps: ((draft: Draft) => Draft)[]) =>
  steps.reduce((draft, step) => step(draft), draftOf(POSTS));

describe('fields', () => {
  test('new ones get free names, keys of their own and the defaults of their type', () => {
    const first = addField(newDraft(), 'text');
    const second = addField(first, 'file');
    expect(names(second)).toEqual(['field', 'field2']);
    expect(second.fields.map(({ key, id }) => [key, id])).toEqual([
      ['new-1', ''],
      ['new-2', ''],
    ]);
    expect(nextFieldKey(second)).toBe('new-3');
    expect(second.fields[1]?.options).toMatchObject({ maxSelect: 1, maxSize: 5_242_880 });
    expect(nextFieldKey(removeField(second, 'new-2'))).toBe('new-3');
  });

  test('a copy stands right after its field, without id, under a free name', () => {
    const once = duplicateField(draftOf(POSTS), 'f_ab');
    const twice = duplicateField(once, 'f_ab');
    expect(names(twice)).toEqual(['ab', 'ab_copy2', 'ab_copy', 'abc', 'tags']);
    expect(fieldByKey(twice, 'new-2')).toMatchObject({ id: '', originalName: '', name: 'ab_copy2' });
  });

  test('removing a new field forgets it, removing a saved one marks it under its original name', () => {
    const draft = edit(
      (d) => renameField(d, 'f_ab', 'x'),
      (d) => removeField(d, 'f_ab'),
    );
    expect(fieldByKey(draft, 'f_ab')).toMatchObject({ toDelete: true, name: 'ab' });
    expect(duplicateField(draft, 'f_ab')).toBe(draft);
    expect(moveField(draft, 'f_ab', 2)).toBe(draft);
    expect(names(renameField(draft, 'f_ab', 'y'))).toContain('ab');
    expect(requestBody(draft, tools).schema.map(({ name }) => name)).toEqual(['abc', 'tags']);
    expect(fieldByKey(restoreField(draft, 'f_ab'), 'f_ab')).toMatchObject({ toDelete: false, name: 'ab' });
    expect(removeField(addField(draftOf(POSTS), 'bool'), 'new-1').fields).toEqual(draftOf(POSTS).fields);
  });

  test('a moved field keeps its options, saved or not', () => {
    const draft = edit(
      (d) => addField(d, 'number'),
      (d) => setFieldOption(d, 'new-1', 'max', 5),
      (d) => moveField(d, 'new-1', 0),
    );
    expect(names(draft)).toEqual(['field', 'ab', 'abc', 'tags']);
    expect(draft.fields[0]?.options).toMatchObject({ max: 5 });
    expect(names(moveField(draft, 'new-1', 99))).toEqual(['ab', 'abc', 'tags', 'field']);
    expect(names(moveField(draft, 'new-1', 2))).toEqual(['ab', 'abc', 'field', 'tags']);
  });

  test('system fields are neither moved, renamed nor removed', () => {
    const draft = draftOf(savedCollection('x', [{ ...savedField('a'), system: true }, savedField('b')]));
    expect(removeField(draft, 'f_a')).toBe(draft);
    expect(moveField(draft, 'f_a', 1)).toBe(draft);
    expect(names(renameField(draft, 'f_a', 'z'))).toEqual(['a', 'b']);
  });

  test('required switches nullable off', () => {
    const draft = {
      ...draftOf(POSTS),
      fields: draftOf(POSTS).fields.map((field) => ({ ...field, nullable: true })),
    };
    expect(fieldByKey(setRequired(draft, 'f_ab', true), 'f_ab')).toMatchObject({
      required: true,
      nullable: false,
    });
    expect(fieldByKey(setRequired(draft, 'f_ab', false), 'f_ab')).toMatchObject({
      required: false,
      nullable: true,
    });
    expect(fieldByKey(setPresentable(draft, 'f_ab', true), 'f_ab')).toMatchObject({ presentable: true });
  });

  test('only an unsaved field changes its type, and starts over with its options', () => {
    const draft = setFieldType(addField(draftOf(POSTS), 'text'), 'new-1', 'json');
    expect(fieldByKey(draft, 'new-1')).toMatchObject({ type: 'json', options: { maxSize: 2_000_000 } });
    expect(fieldByKey(setFieldType(draft, 'f_ab', 'json'), 'f_ab')?.type).toBe('text');
  });
});

describe('indexes', () => {
  test('follow every name of fields and of the collection', () => {
    const draft = edit(
      (d) => renameField(d, 'f_ab', 'head line'),
      (d) => renameCollection(d, 'articles'),
    );
    expect(indexTexts(draft, tools)).toEqual([
      'CREATE INDEX `idx_1` ON `articles` (\n  `head line`,\n  lower(`abc`)\n)',
    ]);
  });

  test('survive a name typed letter by letter through another field’s name and through nothing', () => {
    let draft = draftOf(POSTS);
    for (const name of ['a', '', 'abc', 'abcd']) draft = renameField(draft, 'f_ab', name);
    expect(indexTexts(draft, tools)).toEqual([INDEX.replace('`ab`', '`abcd`')]);
    expect(indexTexts(renameField(draft, 'f_ab', ''), tools)).toEqual([INDEX]);
    expect(indexTexts(renameField(draft, 'f_ab', 'ab'), tools)).toEqual([INDEX]);
    for (const name of ['', 'p']) draft = renameCollection(draft, name);
    expect(tools.parseIndex(indexTexts(draft, tools)[0] ?? '')?.tableName).toBe('p');
  });

  test('swap when two fields swap their names', () => {
    const draft = edit(
      (d) => renameField(d, 'f_ab', 'abc'),
      (d) => renameField(d, 'f_abc', 'ab'),
    );
    expect(indexTexts(draft, tools)).toEqual([
      'CREATE INDEX `idx_1` ON `posts` (\n  `abc`,\n  lower(`ab`)\n)',
    ]);
  });

  test('that nobody touched are sent as they were', () => {
    const odd = ['create index X on OTHER(AB) -- mine', 'not an index'];
    const draft = draftOf(savedCollection('posts', [savedField('ab')], { indexes: odd }));
    expect(requestBody(draft, tools).indexes).toEqual(odd);
    expect(indexTexts(renameField(draft, 'f_ab', 'x'), tools)).toEqual([
      'create index X on OTHER(x) -- mine',
      odd[1],
    ]);
  });

  test('are appended, replaced and removed', () => {
    const added = setIndex(draftOf(POSTS), 7, 'CREATE INDEX `i` ON `posts` (`tags`)');
    expect(indexTexts(added, tools)).toEqual([INDEX, 'CREATE INDEX `i` ON `posts` (`tags`)']);
    expect(indexTexts(renameField(added, 'f_tags', 't'), tools)[1]).toBe('CREATE INDEX `i` ON `posts` (`t`)');
    expect(indexTexts(setIndex(added, 0, 'CREATE INDEX `j` ON `posts` (`ab`)'), tools)[0]).toContain('`j`');
    expect(indexTexts(removeIndex(added, 0), tools)).toHaveLength(1);
  });

  test('offer the fields that stay, created and updated', () => {
    expect(indexPresets(removeField(draftOf(POSTS), 'f_ab'))).toEqual(['abc', 'tags', 'created', 'updated']);
  });
});

describe('the type', () => {
  test('view takes the writing rules and the indexes away', () => {
    const draft = setType({ ...draftOf(POSTS), createRule: '', updateRule: 'a=1', deleteRule: '' }, 'view');
    expect(draft).toMatchObject({
      type: 'view',
      listRule: '',
      createRule: null,
      updateRule: null,
      deleteRule: null,
      indexes: [],
      options: { query: '' },
    });
  });

  test('auth brings its options, leaving it takes them away', () => {
    const auth = setType(newDraft(), 'auth');
    expect(auth.options).toEqual({
      allowUsernameAuth: true,
      allowEmailAuth: true,
      allowOAuth2Auth: true,
      exceptEmailDomains: [],
      onlyEmailDomains: [],
      minPasswordLength: 8,
      requireEmail: false,
      onlyVerified: false,
      manageRule: null,
    });
    expect(setRule(auth, 'manageRule', 'id = 1').options).toMatchObject({ manageRule: 'id = 1' });
    expect(setType(auth, 'base').options).toEqual({});
    expect(setType(auth, 'auth')).toBe(auth);
  });
});

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

test('a copy of a collection is new in every part', () => {
  let next = 0;
  const fill = (array: Uint32Array) => {
    next += 1;
    array.fill(next);
  };
  const source = { ...POSTS, indexes: [INDEX, 'CREATE UNIQUE INDEX `idx_2` ON `posts` (`tags`)'] };
  const copy = duplicateDraft(source, tools, fill);
  expect(copy).toMatchObject({ id: '', created: '', updated: '', name: 'posts_duplicate', originalName: '' });
  expect(new Set(copy.fields.map(({ key }) => key)).size).toBe(3);
  expect(copy.fields.every(({ id }) => id === '')).toBe(true);
  expect(indexTexts(copy, tools)).toEqual([
    'CREATE INDEX `idx_BBBBBBB` ON `posts_duplicate` (\n  `ab`,\n  lower(`abc`)\n)',
    'CREATE UNIQUE INDEX `idx_CCCCCCC` ON `posts_duplicate` (`tags`)',
  ]);
  expect(nextFieldKey(copy)).toBe('new-4');
  const renamed = renameField(renameCollection(copy, 'other'), 'new-1', 'z');
  expect(indexTexts(renamed, tools)[0]).toBe(
    'CREATE INDEX `idx_BBBBBBB` ON `other` (\n  `z`,\n  lower(`abc`)\n)',
  );
});
