import { expect, test } from 'vitest';
import { createField, newCollectionValues } from '#domain/collections/editor/values.ts';
import {
  type ColumnChoice,
  firstChoices,
  newCollection,
  newCollectionChoices,
  newFieldChoice,
  planOf,
  repeatedNames,
  withNewFields,
} from '#domain/records/import/choices.ts';
import type { FileColumn, MappedColumn } from '#domain/records/import/plan.ts';
import { readCsvCell } from '#domain/records/import/values.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';
import { readCollection as readNewer } from '#wire/pb23/collections.ts';

const posts = collection('posts', [field('title'), field('amount', 'number'), field('cover', 'file')]);
const column = (
  name: string,
  type: FileColumn['type'] = 'text',
  files?: FileColumn['files'],
): FileColumn => ({
  ...{ name, type, samples: [] },
  ...(files && { files }),
});
const choice = (use: ColumnChoice['use'], name: string, rest: Partial<ColumnChoice> = {}): ColumnChoice => ({
  ...{ use, name, type: 'text', key: 'id' },
  ...rest,
});
const two = { most: 2, largest: 9_000_000 };

test('a column begins with the field of its name, files only where there are some', () => {
  const columns = [column('Title'), column('cover'), column('other', 'number')];
  const names = (hasFiles: boolean) =>
    firstChoices({ columns, files: hasFiles ? 1 : undefined }, posts).map(({ use, name, type, key }) => [
      ...[use, name],
      ...[type, key],
    ]);
  expect(names(false)).toEqual([
    ['field', 'title', 'text', 'id'],
    ['none', '', 'text', 'id'],
    ['none', '', 'number', 'id'],
  ]);
  expect(names(true)[1]).toEqual(['field', 'cover', 'text', 'id']);
});

test('ids of another form are those of a collection whose field id allows them', () => {
  const id = {
    ...{ id: 'text1', name: 'id', type: 'text' },
    pattern: '^[A-Z]+-\\d+$',
    ...{ system: true, primaryKey: true },
  };
  const own = readNewer({ ...{ id: 'orders1', name: 'orders', type: 'base' }, fields: [id] });
  const first = (samples: string[], into = own) =>
    firstChoices({ columns: [{ ...column('ID'), samples, hasNoIds: true }], files: undefined }, into)[0]
      ?.name;
  expect(first(['ORDER-1', 'ORDER-2'])).toBe('id');
  expect(first(['17', '18'])).toBe('');
  expect(first(['ORDER-1'], posts)).toBe('');
  // What the backend refuses in any field is a problem of its row, unless a record is found by it.
  const refuses = (match: string) => {
    const choices = [choice('field', 'id')];
    const plan = planOf(choices, own, { match, onMatch: 'update' }, [column('id')], /^ORDER-9$/);
    const read = (text: string) => 'problem' in readCsvCell(text, plan.columns[0] as MappedColumn);
    return ['ORDER-1', 'ORDER-9', '17'].filter(read);
  };
  expect(refuses('')).toEqual(['ORDER-9', '17']);
  expect(refuses('id')).toEqual(['17']);
});

test.each([
  [
    ['unit-price', 'Unit Price', 'other'],
    ['unit_price', '', ''],
  ],
  [
    ['unitprice', 'AB'],
    ['unit_price', 'ab'],
  ],
  // Names that are the same go first.
  [
    ['ab', 'a_b'],
    ['ab', 'a_b'],
  ],
  [
    ['A b', 'a_b', 'ab'],
    ['', 'a_b', 'ab'],
  ],
  [
    ['ab', 'ab', 'A_B'],
    ['ab', 'a_b', ''],
  ],
])('the columns %j fill %j', (names, filled) => {
  const fields = collection('c', [field('unit_price'), field('a_b'), field('ab')]);
  const choices = firstChoices({ columns: names.map((name) => column(name)), files: undefined }, fields);
  expect(choices.map(({ name }) => name)).toEqual(filled);
});

test.each<readonly [string, string]>([
  ['Unit price', 'Unit_price'],
  ['title', 'title2'],
  ...['id', 'ID', 'created', 'expand', 'null'].map((name) => [name, `${name}2`] as const),
  ['email', 'email'],
  ['_lead_', 'lead'],
  ['sent_via_via_mail', 'sent_mail'],
  ['_via_', 'via'],
  ['!!!', 'field'],
  ['extra', 'extra2'],
])('a new field for %s is %s', (name, free) => {
  const others = [choice('new', 'extra'), choice('field', 'Unit_price')];
  expect(newFieldChoice(column(name, 'number'), posts, others)).toEqual({
    ...{ use: 'new', name: free, type: 'number', key: 'id', files: undefined },
  });
});

test('names of accounts are reserved where there are accounts', () => {
  const people = collection('people', [], { type: 'auth' });
  const names = ['username', 'email', 'emailVisibility', 'verified', 'password', 'tokenKey', 'Email'];
  const free = (of: typeof posts) => names.map((name) => newFieldChoice(column(name), of, []).name);
  expect(free(people)).toEqual(names.map((name) => `${name}2`));
  expect(free(posts)).toEqual(names);
});

test('of a new collection, ids are kept, and what the backend sets is left out', () => {
  const automatic = ['created', 'updated', 'collectionId', 'collectionName', 'expand', '_error'];
  const columns = ['id', ...automatic, 'name', 'name'].map((name) => column(name));
  const choices = newCollectionChoices(columns);
  expect(choices.map(({ use, name, key }) => [use, name, key])).toEqual([
    ['field', 'id', 'id'],
    ...automatic.map(() => ['none', '', 'id']),
    ['new', 'name', 'id'],
    ['new', 'name2', 'id'],
  ]);
  const { name, fields } = newCollection('things', choices);
  expect([name, fields.map((each) => each.name)]).toEqual(['things', ['name', 'name2']]);
});

test('new fields come after the others, with room for their files', () => {
  const before = newCollection('things', [choice('new', 'first')]);
  const [small, large] = [{ most: 1, largest: 10 }, two];
  const choices = [
    choice('field', 'first'),
    choice('new', 'note', { type: 'file', files: small }),
    choice('new', 'scans', { type: 'file', files: large }),
    choice('new', 'empty', { type: 'file' }),
    choice('new', 'names', { files: large }),
  ];
  const { fields, nextKey } = withNewFields(before, choices);
  expect(fields.map(({ key, name }) => [key, name])).toEqual([
    ['new-1', 'first'],
    ['new-2', 'note'],
    ['new-3', 'scans'],
    ['new-4', 'empty'],
    ['new-5', 'names'],
  ]);
  expect(nextKey).toBe(6);
  expect(fields.slice(3)).toEqual([
    createField('new-4', 'empty', 'file'),
    createField('new-5', 'names', 'text'),
  ]);
  expect(fields[1]?.options).toMatchObject({ max: 1, maxSize: 5_242_880 });
  expect(fields[2]?.options).toMatchObject({ max: 2, maxSize: 9_000_000 });
  expect(newCollectionValues().fields).toEqual([]);
});

test('a plan has the columns that fill a field, also one that is not there yet', () => {
  const choices = [
    choice('field', 'amount', { key: 'code' }),
    choice('none', 'amount'),
    choice('field', 'gone'),
    choice('new', 'title', { type: 'file', files: two }),
    choice('new', 'extra', { type: 'number', files: two }),
    choice('field', 'cover'),
  ];
  const { columns, ...rest } = planOf(choices, posts, { match: 'id', onMatch: 'update' });
  expect(rest).toEqual({ match: 'id', onMatch: 'update' });
  expect(columns.map(({ column, key, field: { name } }) => [column, key, name])).toEqual([
    [0, 'code', 'amount'],
    [3, 'id', 'title'],
    [4, 'id', 'extra'],
    [5, 'id', 'cover'],
  ]);
  expect(columns[1]?.field).toEqual({
    name: 'title',
    kind: 'file',
    required: false,
    isMultiple: true,
    max: 2,
  });
  expect(columns[2]?.field).toEqual({
    name: 'extra',
    kind: 'number',
    required: false,
    isMultiple: false,
    max: 1,
  });
});

test('each field can be filled once', () => {
  const choices = [choice('field', 'a'), choice('new', 'a'), choice('field', 'b'), choice('none', 'b')];
  expect([...repeatedNames(choices)]).toEqual(['a']);
});
