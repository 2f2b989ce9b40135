import { describe, expect, test } from 'vitest';
import { toCollection } from '#domain/collections/editor/body.ts';
import { addField, nextFieldKey, removeField, renameField } from '#domain/collections/editor/fields.ts';
import {
  createField,
  duplicateValues,
  indexPresets,
  indexTexts,
  newCollectionValues,
  removeIndex,
  renameCollection,
  setIndex,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { writeCollection } from '#wire/save-collection.ts';
import { savedCollection, savedField } from './collections.ts';
import { edit, INDEX, POSTS } from './posts-values.ts';

describe('indexes', () => {
  test('follow renames of fields and of the collection', () => {
    const values = edit(
      (d) => renameField(d, 'f_ab', 'head line'),
      (d) => renameCollection(d, 'articles'),
    );
    expect(indexTexts(values, tools)).toEqual([
      'CREATE INDEX `idx_1` ON `articles` (\n  `head line`,\n  lower(`abc`)\n)',
    ]);
  });

  test('survive a name that is typed letter by letter, even if it is empty or taken meanwhile', () => {
    let values = valuesOf(POSTS);
    for (const name of ['a', '', 'abc', 'abcd']) values = renameField(values, 'f_ab', name);
    expect(indexTexts(values, tools)).toEqual([INDEX.replace('`ab`', '`abcd`')]);
    expect(indexTexts(renameField(values, 'f_ab', ''), tools)).toEqual([INDEX]);
    expect(indexTexts(renameField(values, 'f_ab', 'ab'), tools)).toEqual([INDEX]);
    for (const name of ['', 'p']) values = renameCollection(values, name);
    expect(tools.parseIndex(indexTexts(values, tools)[0] ?? '')?.tableName).toBe('p');
  });

  test('swap when two fields swap their names', () => {
    const values = edit(
      (d) => renameField(d, 'f_ab', 'abc'),
      (d) => renameField(d, 'f_abc', 'ab'),
    );
    expect(indexTexts(values, tools)).toEqual([
      'CREATE INDEX `idx_1` ON `posts` (\n  `abc`,\n  lower(`ab`)\n)',
    ]);
  });

  test('without changes are sent unchanged', () => {
    const unusual = ['create index X on OTHER(AB) -- mine', 'not an index'];
    const values = valuesOf(savedCollection('posts', [savedField('ab')], { indexes: unusual }));
    expect(toCollection(values, tools).indexes).toEqual(unusual);
    expect(indexTexts(renameField(values, 'f_ab', 'x'), tools)).toEqual([
      'create index X on OTHER(x) -- mine',
      unusual[1],
    ]);
  });

  test('are appended, replaced and removed', () => {
    const added = setIndex(valuesOf(POSTS), 7, 'CREATE INDEX `i` ON `posts` (`tags`)');
    expect(indexTexts(added, tools)).toEqual([INDEX, 'CREATE INDEX `i` ON `posts` (`tags`)']);
    expect(indexTexts(renameField(added, 'f_tags', 't'), tools)[1]).toBe('CREATE INDEX `i` ON `posts` (`t`)');
    expect(indexTexts(setIndex(added, 0, 'CREATE INDEX `j` ON `posts` (`ab`)'), tools)[0]).toContain('`j`');
    expect(indexTexts(removeIndex(added, 0), tools)).toHaveLength(1);
  });

  test('follow the kept one of two fields with the same name', () => {
    const values = edit(
      (d) => removeField(d, 'f_ab'),
      (d) => renameField(addField(d, 'text'), 'new-1', 'ab'),
      (d) => setIndex(d, 0, INDEX),
      (d) => renameField(d, 'new-1', 'x'),
    );
    expect(indexTexts(values, tools)).toEqual([INDEX.replace('`ab`', '`x`')]);
  });

  test('can use the remaining fields that have a name, created and updated', () => {
    const DATES = ['created', 'updated'];
    expect(indexPresets(removeField(valuesOf(POSTS), 'f_ab'), DATES)).toEqual([
      'abc',
      'tags',
      'created',
      'updated',
    ]);
    const values = edit(
      (d) => removeField(d, 'f_ab'),
      (d) => renameField(d, 'f_tags', ''),
    );
    expect(indexPresets(values, DATES)).toEqual(['abc', 'created', 'updated']);
  });
});

describe('the type', () => {
  test('view removes the write rules and the indexes', () => {
    const values = setType({ ...valuesOf(POSTS), createRule: '', updateRule: 'a=1', deleteRule: '' }, 'view');
    expect(values).toMatchObject({
      type: 'view',
      listRule: '',
      createRule: null,
      updateRule: null,
      deleteRule: null,
      indexes: [],
      query: '',
    });
  });

  test('auth has options, which another type removes', () => {
    const auth = setType(newCollectionValues(), 'auth');
    expect(auth.options).toEqual({
      signInByUsername: true,
      signInByEmail: true,
      hasOAuth2: true,
      exceptDomains: [],
      onlyDomains: [],
      minPassword: 8,
      isEmailRequired: false,
      isVerifiedOnly: false,
    });
    expect(auth.manageRule).toBeNull();
    const managed = setRule(auth, 'manageRule', 'id = 1');
    expect(toCollection(managed, tools)).toMatchObject({ manageRule: 'id = 1', auth: { minPassword: 8 } });
    const base = toCollection(setType(managed, 'base'), tools);
    expect([base.auth, base.manageRule]).toEqual([undefined, undefined]);
    expect(writeCollection(base)).toMatchObject({ options: {} });
    expect(setType(auth, 'auth')).toBe(auth);
  });
});

test('a duplicated collection has new ids, keys and index names', () => {
  const source = {
    ...POSTS,
    isSystem: true,
    indexes: [INDEX, 'CREATE UNIQUE INDEX `idx_2` ON `posts` (`tags`)'],
  };
  const copy = duplicateValues(source, tools);
  expect(copy).toMatchObject({ id: '', created: '', updated: '', name: 'posts_duplicate', originalName: '' });
  expect([copy, ...copy.fields].map(({ isSystem }) => isSystem)).toEqual([false, false, false, false]);
  expect(new Set(copy.fields.map(({ key }) => key)).size).toBe(3);
  expect(copy.fields.every(({ id, originalName }) => id + originalName === '')).toBe(true);
  const texts = indexTexts(copy, tools);
  const [first, second] = texts.map((sql) => /idx_[A-Za-z0-9]{7}\b/.exec(sql)?.[0]);
  expect(first).not.toBe(second);
  expect(texts).toEqual([
    `CREATE INDEX \`${first}\` ON \`posts_duplicate\` (\n  \`ab\`,\n  lower(\`abc\`)\n)`,
    `CREATE UNIQUE INDEX \`${second}\` ON \`posts_duplicate\` (\`tags\`)`,
  ]);
  expect(nextFieldKey(copy)).toBe('new-4');
  const renamed = renameField(renameCollection(copy, 'other'), 'new-1', 'z');
  expect(indexTexts(renamed, tools)[0]).toBe(
    `CREATE INDEX \`${first}\` ON \`other\` (\n  \`z\`,\n  lower(\`abc\`)\n)`,
  );
});

test('a saved field is neither removed nor emptied, and its key is its id', () => {
  const field = savedField('a', 'text', { max: 5 });
  const { fields } = valuesOf(savedCollection('posts', [field]));
  expect(fields).toEqual([
    {
      ...{ id: 'f_a', name: 'a', type: 'text', help: '', raw: field.raw },
      ...{ isRequired: false, isPresentable: false, isSystem: false, isHidden: false },
      options: { min: null, max: 5, pattern: '' },
      ...{ key: 'f_a', originalName: 'a', nullable: false, toDelete: false },
    },
  ]);
});

test('a new collection is empty and has locked rules', () => {
  const blank = { id: '', created: '', updated: '', name: '', originalName: '', isSystem: false };
  const { nextKey, options, ...values } = newCollectionValues();
  expect(values).toEqual({
    ...blank,
    type: 'base',
    fields: [],
    indexes: [],
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    manageRule: null,
    query: '',
  });
  expect(createField('new-1', 'a', 'bool')).toMatchObject({
    id: '',
    originalName: '',
    isRequired: false,
    isPresentable: false,
    isSystem: false,
    nullable: false,
    toDelete: false,
  });
});
