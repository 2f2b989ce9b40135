import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldErrors } from '#domain/app/api-error.ts';
import { type JsonObject, list, members } from '#domain/app/lenient.ts';
import { ownFields } from '#domain/backend/collection.ts';
import { isDirty } from '#domain/collections/compare.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { errorsByField, indexErrors, viewColumnErrors } from '#domain/collections/editor/errors.ts';
import {
  addField,
  moveField,
  nextFieldKey,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setMultiple,
  setPresentable,
} from '#domain/collections/editor/fields.ts';
import {
  type CollectionValues,
  duplicateValues,
  newCollectionValues,
  renameCollection,
  setIndex,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { shownTypes } from '#domain/field-types/field-type.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { AdminApiError } from '#tests/support/admin-api.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, everyFieldType, field, pngFile } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { readRefusal } from '#wire/problems.ts';
import { collectionProblems, writeCollection } from '#wire/save-collection.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startPocketBase();
});
afterAll(() => backend.stop());

const bodyOf = (values: CollectionValues): JsonObject => writeCollection(toCollection(values, tools));

async function save(values: CollectionValues): Promise<CollectionValues> {
  const body = bodyOf(values);
  const response = values.id
    ? await backend.api.patch(`/api/collections/${values.id}`, body)
    : await backend.api.post('/api/collections', body);
  return valuesOf(readCollection(response));
}

/** The field errors of a rejected save. */
async function rejected(values: CollectionValues) {
  const error: unknown = await save(values).then(
    () => undefined,
    (error) => error,
  );
  if (!(error instanceof AdminApiError)) throw new Error('the save was not rejected');
  const { problems } = readRefusal(error.body);
  return fieldErrors(collectionProblems(problems, toCollection(values, tools)));
}

/** Adds fields with these names. */
function withFields(values: CollectionValues, names: readonly string[]): CollectionValues {
  return names.reduce((at, name) => renameField(addField(at, 'text'), nextFieldKey(at), name), values);
}
const keyOf = (values: CollectionValues, name: string) =>
  values.fields.find((field) => field.name === name)?.key ?? '';

test('a new field of every type is stored unchanged', async () => {
  const target = await save(withFields(renameCollection(newCollectionValues(), 'target'), ['a']));
  let values = renameCollection(newCollectionValues('auth'), 'everything');
  for (const type of shownTypes) {
    const key = nextFieldKey(values);
    values = renameField(addField(values, type), key, `my_${type}`);
    if (type === 'select') values = setFieldOption(values, key, 'choices', ['x', 'y']);
    if (type === 'relation') values = setFieldOption(values, key, 'collectionId', target.id);
  }
  const saved = await save(values);
  const sent = bodyOf(values);
  const stored = bodyOf(saved);
  // The backend adds an obsolete option and a flag, which nothing reads.
  const fields = list(stored['schema'], members).map(({ unique: _unique, ...field }) => {
    const { displayFields: _display, ...options } = members(field['options']);
    return { ...field, id: '', options };
  });
  expect(fields).toEqual(sent['schema']);
  expect({ ...stored, id: '', schema: [] }).toEqual({
    ...stored,
    ...sent,
    created: undefined,
    updated: undefined,
    schema: [],
  });
  expect(
    isDirty(
      setMultiple(setMultiple(saved, keyOf(saved, 'my_select'), true), keyOf(saved, 'my_select'), false),
      saved,
    ),
  ).toBe(false);
});

test('renames, a swap, a reorder and a removal keep the data and the indexes correct', async () => {
  let values = withFields(renameCollection(newCollectionValues(), 'posts'), ['ab', 'abc', 'gone']);
  values = setIndex(
    values,
    0,
    "CREATE UNIQUE INDEX `idx_1` ON `posts` (`ab` COLLATE NOCASE DESC, lower(abc)) WHERE abc <> 'ab'",
  );
  values = setIndex(values, 1, 'CREATE INDEX `idx_2` ON `posts` (`abc`)');
  const saved = await save(values);
  await backend.api.post('/api/collections/posts/records', { ab: 'one', abc: 'two', gone: 'x' });

  values = renameCollection(saved, 'articles');
  values = renameField(values, keyOf(saved, 'ab'), 'abc');
  values = renameField(values, keyOf(saved, 'abc'), 'headline');
  values = removeField(moveField(values, keyOf(saved, 'abc'), 0), keyOf(saved, 'gone'));
  const after = await save(values);
  // The backend reformats statements when it renames their table.
  expect(after.indexes.map(({ sql }) => tools.parseIndex(sql))).toEqual([
    {
      unique: true,
      optional: false,
      schemaName: '',
      indexName: 'idx_1',
      tableName: 'articles',
      columns: [
        { name: 'abc', collate: 'NOCASE', sort: 'DESC' },
        { name: '', expression: 'lower(headline)', collate: '', sort: '' },
      ],
      where: "headline <> 'ab'",
    },
    tools.parseIndex('CREATE INDEX `idx_2` ON `articles` (`headline`)'),
  ]);
  expect(after.fields.map(({ name }) => name)).toEqual(['headline', 'abc']);
  expect(backend.sql('SELECT abc, headline FROM articles')).toEqual([{ abc: 'one', headline: 'two' }]);
  expect(backend.sql("SELECT name FROM pragma_index_xinfo('idx_1') WHERE key = 1")).toEqual([
    { name: 'abc' },
    { name: null },
  ]);
});

test('[CE-13][FD-09][FD-10] fields of every type are renamed, moved, removed and restored; the data stays', async () => {
  const target = await createCollection(backend.api, { name: 'related', fields: [field('name')] });
  const related = await createRecord(backend.api, 'related', { name: 'c' });
  const { id } = await createCollection(backend.api, {
    name: 'matrix',
    fields: everyFieldType(target.id),
  });
  const data = {
    title: 'hello',
    amount: 12.5,
    active: true,
    contact: 'a@example.com',
    website: 'https://example.com',
    body: '<p>hi</p>',
    due: '2026-02-03 04:05:06.000Z',
    status: 'published',
    tags: ['red', 'blue'],
    meta: { a: [1, null] },
    author: related.id,
    reviewers: [related.id],
  };
  const record = await createRecord(backend.api, id, {
    ...data,
    cover: pngFile('one.png'),
    attachments: [pngFile('two.png'), pngFile('three.png')],
  });
  const before = readCollection(await backend.api.get(`/api/collections/${id}`));
  expect(ownFields(before)).toHaveLength(14);

  let values = valuesOf(before);
  for (const { key, name } of values.fields) {
    values = setPresentable(renameField(values, key, `x_${name}`), key, true);
  }
  values = moveField(values, keyOf(values, 'x_reviewers'), 0);
  for (const name of ['x_title', 'x_active', 'x_meta']) values = removeField(values, keyOf(values, name));
  const restored = ownFields(before).find(({ name }) => name === 'title')?.id;
  const key = values.fields.find((one) => one.id === restored)?.key ?? '';
  values = restoreField(values, key);
  const after = await save(values);
  expect(after.fields.map(({ name }) => name)).toEqual([
    'x_reviewers',
    'title',
    'x_amount',
    'x_contact',
    'x_website',
    'x_body',
    'x_due',
    'x_status',
    'x_tags',
    'x_cover',
    'x_attachments',
    'x_author',
  ]);
  for (const one of after.fields) {
    expect(one.options, one.name).toEqual(valuesOf(before).fields.find((old) => old.id === one.id)?.options);
    expect(one.isPresentable, one.name).toBe(true);
  }
  const kept = await backend.api.get<Record<string, unknown>>(`/api/collections/matrix/records/${record.id}`);
  const { title, active: _active, meta: _meta, ...others } = data;
  const files = { cover: record['cover'], attachments: record['attachments'] };
  const renamed = Object.entries({ ...others, ...files }).map(([name, value]) => [`x_${name}`, value]);
  expect(kept).toMatchObject({ title, ...Object.fromEntries(renamed) });
  expect(Object.keys(kept).filter((name) => /active|meta/.test(name))).toEqual([]);
});

test('a duplicate is saved next to its original, with its indexes', async () => {
  const original = await backend.api.get('/api/collections/articles');
  const copy = await save(duplicateValues(readCollection(original), tools));
  expect(copy.name).toBe('articles_duplicate');
  const names =
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'articles_duplicate' AND sql <> ''";
  expect(backend.sql(names)).toHaveLength(2);
});

test('[VQ-02][VQ-03] errors are assigned to their fields, indexes and columns', async () => {
  const base = withFields(renameCollection(newCollectionValues(), 'wrong'), ['a', 'b']);
  const withRelation = addField(base, 'relation');
  expect(errorsByField(withRelation, await rejected(withRelation))).toMatchObject({
    'new-3': { collectionId: expect.stringMatching(/\w/) },
  });
  const withIndex = setIndex(setIndex(base, 0, 'CREATE INDEX `i` ON `wrong` (`a`)'), 1, 'nonsense');
  expect(indexErrors(await rejected(withIndex))).toEqual({ 1: 'Invalid CREATE INDEX expression.' });

  const view = setType(renameCollection(newCollectionValues(), 'my_view'), 'view');
  const query = (text: string) => rejected({ ...view, query: text });
  expect(viewColumnErrors(await query('SELECT id, lower(abc), abc, 1+1 FROM articles'))).toEqual([
    '0: Must be in a valid format.',
    '2: Must be in a valid format.',
  ]);
  for (const [text, message] of [
    ['SELECT * FROM articles', /^Invalid query - dynamic column names are not supported/],
    ['SELECT abc FROM articles', /^Invalid query - .*id/],
    ['SELECT id FROM nowhere', /^Invalid query - .*no such table/i],
  ] as const)
    expect((await query(text))['query']).toMatch(message);
});
