import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';
import { shownTypes } from '#domain/field-types/field-type.ts';
import { cutRecord } from '#domain/records/big-values.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { readRow, wholeValue } from '#domain/records/panel/row-values.ts';
import { readValues } from '#domain/records/panel/values.ts';
import type { RecordData } from '#domain/records/record.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { readCollection } from '#wire/collections.ts';
import { readField } from '#wire/pb22/collections.ts';
import { collection as fixture } from './fixtures.ts';

const rich = readField({ id: 'body', name: 'body', type: 'editor' });
const collection: Collection = { ...fixture, fields: [...fixture.fields, rich] };
const fields = formFieldsOf(collection, false);

const stored = (values: object) =>
  JSON.stringify({
    id: 'r',
    collectionId: 'posts_id',
    collectionName: 'posts',
    title: 'a\r\nb',
    amount: -1.25,
    active: true,
    due: '2026-11-05 12:00:00.123Z',
    meta: { a: [1, '<b>'] },
    status: 'x',
    tags: ['x', 'y'],
    cover: 'a.png',
    files: ['a', 'b'],
    author: 'u1',
    others: ['u1', 'u2'],
    body: '<p>x</p>',
    ...values,
  });
const rowOf = (text: string): RecordData => cutRecord(collection, parseRecordSource(text).record);
const read = (text: string, excerpts: readonly string[] = []) =>
  readRow(fields, { row: rowOf(text), isExcerpt: (name) => excerpts.includes(name) });

test('a row has the values of its record, without rich text; JSON and files wait for the exact record', () => {
  const text = stored({});
  const known = read(text);
  expect(known?.values).toEqual({ ...readValues(fields, parseRecordSource(text)), body: '' });
  expect([...(known?.awaited ?? [])]).toEqual(['meta', 'cover', 'files', 'body']);
});

test.each(['0', '-0.5', '1e-7', '123456.789', '9007199254740991', '-12'])(
  'the number %s is known',
  (source) => {
    const known = read(stored({}).replace('-1.25', source));
    expect(known?.values['amount']).toBe(source);
    expect(known?.awaited.has('amount')).toBe(false);
  },
);

test('an integer that JSON.parse rounds is awaited', () => {
  const known = read(stored({}).replace('-1.25', '9007199254740993'));
  expect(known?.values['amount']).toBe('');
  expect(known?.awaited.has('amount')).toBe(true);
});

test('of a text and a JSON value that the list has cut nothing is shown', () => {
  const known = read(stored({ title: 'x'.repeat(1500), meta: Array.from({ length: 900 }, (_, at) => at) }));
  expect(known?.values).toMatchObject({ title: '', meta: '' });
  expect(known?.awaited.has('title')).toBe(true);
  // The longest text that is certainly complete.
  expect(read(stored({ title: 'x'.repeat(999) }))?.awaited.has('title')).toBe(false);
  expect(read(stored({ title: 'x'.repeat(1000) }))?.awaited.has('title')).toBe(true);
});

test.each(shownTypes.filter((type) => COLUMNS[type].long))(
  'a cut value of the type %s is awaited',
  (type) => {
    const one = readCollection({ id: 'c', name: 'c', schema: [{ id: 'f', name: 'a', type }] });
    const row = cutRecord(one, { id: 'r', a: 'x'.repeat(1500) } as unknown as RecordData);
    const known = readRow(formFieldsOf(one, false), { row, isExcerpt: () => false });
    expect(known).toEqual({ values: { a: '' }, awaited: new Set(['a']) });
  },
);

test('a text that is requested as an excerpt is awaited, however short', () => {
  const known = read(stored({ title: 'b' }), ['title']);
  expect(known?.values['title']).toBe('');
  expect(known?.awaited.has('title')).toBe(true);
});

test('a row without one of the fields is of another schema', () => {
  const { status, ...rest } = rowOf(stored({}));
  expect(status).toBe('x');
  expect(readRow(fields, { row: rest as RecordData, isExcerpt: () => false })).toBeUndefined();
});

test.each([
  ['url', 'u', [], 'u'],
  ['url', 'u', ['f'], undefined],
  ['url', 'u'.repeat(1000), [], undefined],
  ['email', 'e', ['f'], 'e'],
  ['email', 'e'.repeat(1000), [], 'e'.repeat(1000)],
  ['password', 'secret', [], ''],
  ['editor', 'x', [], undefined],
] as const)(
  'of type %s, %s is known unless it may be an excerpt',
  (kind, value, excerpts: readonly string[], known) => {
    const field = { name: 'f', kind, required: false, isMultiple: false, max: 1 };
    const row = { ...rowOf(stored({})), f: value };
    expect(wholeValue(field, { row, isExcerpt: (name) => excerpts.includes(name) })).toBe(known);
  },
);
