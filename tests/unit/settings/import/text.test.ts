import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, list, members } from '#domain/app/lenient.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { addField } from '#domain/collections/editor/fields.ts';
import { type CollectionValues, newCollectionValues } from '#domain/collections/editor/values.ts';
import { shownTypes } from '#domain/field-types/field-type.ts';
import { readImport as readText } from '#domain/settings/import/plan.ts';
import { rawOf, readAll, writeAll } from '#tests/support/settings/entries.ts';
import { storedText } from '#wire/collection-text.ts';
import { readEntry } from '#wire/collections.ts';
import { configuration } from '#wire/pb22/configuration.ts';
import { fromNewer } from '#wire/pb22/from-newer.ts';
import { writeCollection } from '#wire/save-collection.ts';
import { collectionsArbitrary, fieldOf } from './entry-fixture.ts';

const readImport = (text: string) => readText(text, configuration);
const parseImport = (text: string) => {
  const { collections } = readImport(text);
  return collections && writeAll(collections);
};
const exportText = (entries: readonly JsonObject[]) => storedText(readAll(entries));

test('[EX-04] the text is JSON with 4 spaces, and reading it gives the same collections', () => {
  expect(exportText([rawOf('a', 'one')])).toMatch(/^\[\n {4}\{\n {8}"id": "a",\n {8}"name": "one",\n/);
  fc.assert(
    fc.property(collectionsArbitrary, (collections) => {
      const text = exportText(collections);
      expect(text).toBe(JSON.stringify(collections, null, 4));
      expect(exportText(parseImport(text) ?? [])).toBe(text);
    }),
  );
});

test('[EX-04][IM-02] dates are left out; unknown members and the order of all are kept', () => {
  const read = readEntry({ later: [1], created: 'a', id: 'a', updated: 'b', name: 'one', more: { x: 1 } });
  expect(JSON.stringify(configuration.write(read))).toBe(
    '{"later":[1],"id":"a","name":"one","more":{"x":1}}',
  );
});

test('[IM-03] what is no JSON, no list or an empty list is no configuration', () => {
  for (const text of [
    '',
    ' ',
    'nonsense',
    '[',
    '{}',
    '{"id":"a","name":"b"}',
    'null',
    '1',
    '"x"',
    '[]',
    ' [ ] ',
  ])
    expect(parseImport(text)).toBeUndefined();
});

test('[IM-04] each item needs an id and a name', () => {
  const valid = { id: 'a', name: 'one' };
  const invalid = [
    {},
    { id: 'b' },
    { name: 'b' },
    { id: '', name: 'b' },
    { id: 'b', name: '' },
    { id: 5, name: 'b' },
  ];
  expect(parseImport(JSON.stringify([valid]))).toEqual([valid]);
  for (const item of [...invalid, null, 1, 'x', [], [valid]])
    expect(parseImport(JSON.stringify([valid, item]))).toBeUndefined();
});

test('[NS-22] collections of PocketBase 0.23 or newer, which would lose all fields, are not read as they are', () => {
  const posts = rawOf('posts', 'posts');
  const { schema: _schema, ...rest }: JsonObject = posts;
  const text = JSON.stringify([posts, { ...rest, fields: [{ id: 'text1', name: 'title', type: 'text' }] }]);
  expect(parseImport(text)).toBeUndefined();
  expect(readImport(text).isForeign).toBe(true);
  expect(readText(text, configuration, fromNewer).problem).toBe(
    'This configuration is of PocketBase 0.23 or newer. Nothing can be imported while it has what this backend can’t have: posts (it is in the format of another line than the others); posts (it has no field beside id and dates).',
  );
  // A member that the backend ignores is kept.
  const ignored = { ...posts, fields: [] };
  expect(parseImport(exportText([ignored]))).toEqual([ignored]);
  expect(readImport('[{}]').problem).toBe('Invalid collections configuration.');
});

test('[IM-04] the last of several collections with one id is kept, at the place of the first', () => {
  const items = [
    { id: 'a', name: 'first' },
    { id: 'b', name: 'other' },
    { id: 'a', name: 'last' },
  ];
  expect(parseImport(JSON.stringify(items))).toEqual([items[2], items[1]]);
});

test('members named like those of every object are data', () => {
  const text =
    '[{"id":"__proto__","name":"constructor","__proto__":{"polluted":true},"options":{"__proto__":1}}]';
  const collections = parseImport(text);
  expect(JSON.stringify(collections)).toBe(text);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(parseImport('[{"__proto__":{"id":"a","name":"b"}}]')).toBeUndefined();
});

test('[IM-04] members have the capitals of the backend, which reads them without regard to case', () => {
  const text = `[{
    "ID": "a", "Name": "one", "listRule": null, "LISTRULE": "", "li\u017ftRule": "x", "viewRule": "", "Foo": 1,
    "Schema": [{ "Id": "f1", "NAME": "title", "Options": { "maxselect": 1, "Values": ["A"] } }, null, 1],
    "options": { "ManageRule": "", "Query": { "Id": 1 } }
  }, { "id": "b", "name": "two", "schema": { "Id": 1 }, "options": ["Id"] }]`;
  expect(parseImport(text)).toEqual([
    {
      ...{ id: 'a', name: 'one', listRule: 'x', viewRule: '', Foo: 1 },
      schema: [{ id: 'f1', name: 'title', options: { maxSelect: 1, values: ['A'] } }, null, 1],
      options: { manageRule: '', query: { Id: 1 } },
    },
    { id: 'b', name: 'two', schema: { Id: 1 }, options: ['Id'] },
  ]);
});

const shouted = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toUpperCase(), member]));

test.each(['base', 'auth', 'view'] as const)(
  'all members of a %s collection are known in any case',
  (type) => {
    const values = shownTypes.reduce<CollectionValues>(
      (before, one) => addField(before, one),
      newCollectionValues('base'),
    );
    const { schema: sent } = writeCollection(toCollection(values, undefined));
    const fields = list(sent, members).map((one, at) => fieldOf(`f${at}`, `f${at}`, one));
    const { options } = writeCollection(toCollection(newCollectionValues(type), undefined));
    const collection = rawOf('a', 'a', fields, { type, created: '', updated: '', options });
    const schema = fields.map((field) => shouted({ ...field, options: shouted(field.options as object) }));
    const text = JSON.stringify([shouted({ ...collection, schema, options: shouted(members(options)) })]);
    expect(readImport(text).items).toEqual([collection]);
  },
);

test('a text that is nested too deeply to be shown or sent is refused', () => {
  const nested = (depth: number) =>
    parseImport(`[{"id":"a","name":"b","options":${'['.repeat(depth)}${']'.repeat(depth)}}]`);
  expect(nested(200_000)).toBeUndefined();
  expect(nested(99)).toBeUndefined();
  expect(nested(98)).toHaveLength(1);
});

test('items of a list may be invalid, but there must be one', () => {
  expect(readImport('[1]').items).toEqual([1]);
  expect(readImport('[]').items).toBeUndefined();
});

test('a text of 5 MB is read', () => {
  const options = { text: 'x'.repeat(1000) };
  const collections = Array.from({ length: 5000 }, (_, at) => ({
    id: `id${at}`,
    name: `name${at}`,
    options,
  }));
  expect(parseImport(JSON.stringify(collections))).toHaveLength(5000);
});
