import { expect, test } from 'vitest';
import { columnsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { changeableFields } from '#domain/records/bulk/field-change.ts';
import { newId } from '#domain/records/import/new-id.ts';
import { importFields } from '#domain/records/import/plan.ts';
import { readCsvCell, readJsonCell, recordBody } from '#domain/records/import/values.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { randomPassword } from '#domain/records/panel/secret.ts';
import { createBody, newRecordValues, updateBody } from '#domain/records/panel/values.ts';
import { fitsId } from '#domain/records/record-id.ts';
import { exportedColumns } from '#domain/records/transfer/export-writer.ts';
import { readCollection } from '#wire/pb23/collections.ts';

const ID = {
  ...{ name: 'id', type: 'text', system: true, primaryKey: true, required: true },
  ...{ min: 15, max: 15, pattern: '^[a-z0-9]+$', autogeneratePattern: '[a-z0-9]{15}' },
};
const OWN = [
  { id: 'a', name: 'title', type: 'text' },
  { id: 'b', name: 'slug', type: 'text', required: true, autogeneratePattern: 's-[0-9]{4}' },
  { id: 'c', name: 'pin', type: 'password', required: true },
  { id: 'd', name: 'place', type: 'geoPoint' },
  { id: 'e', name: 'note', type: 'text', hidden: true },
  { id: 'f', name: 'added', type: 'autodate', onCreate: true },
  { id: 'g', name: 'strange', type: 'vector' },
  { id: 'h', name: 'created', type: 'date' },
];
const ACCOUNT = [
  { name: 'password', type: 'password', system: true, hidden: true, min: 8 },
  { name: 'tokenKey', type: 'text', system: true, hidden: true },
  { name: 'email', type: 'email', system: true },
  { name: 'emailVisibility', type: 'bool', system: true },
  { name: 'verified', type: 'bool', system: true },
];
const things = readCollection({ id: 'things', name: 'things', type: 'base', fields: [ID, ...OWN] });
const people = readCollection({ id: 'p', name: 'people', type: 'auth', fields: [ID, ...ACCOUNT, ...OWN] });

const namesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
const named = (name: string, isNew = true): FormField => {
  const field = formFieldsOf(people, isNew).find((one) => one.name === name);
  if (!field) throw new Error(`No field ${name}.`);
  return field;
};

test('[NR-04] nobody types dates that the backend sets and values of unknown types; an ordinary date is written', () => {
  expect(namesOf(formFieldsOf(things, true))).toEqual([
    'id',
    'title',
    'slug',
    'pin',
    'place',
    'note',
    'created',
  ]);
  expect(namesOf(formFieldsOf(people, false))).toEqual([
    ...['email', 'emailVisibility', 'password', 'passwordConfirm', 'verified'],
    ...['title', 'slug', 'pin', 'place', 'note', 'created'],
  ]);
});

test('[NR-05] no column, search or export has a password or a token key; hidden fields are there, with a mark', () => {
  expect(namesOf(columnsOf(people))).toEqual([
    'id',
    'email',
    'title',
    'slug',
    'place',
    'note',
    'added',
    'strange',
    'created',
  ]);
  expect(
    columnsOf(people)
      .filter(({ isHidden }) => isHidden)
      .map(({ name }) => name),
  ).toEqual(['note']);
  expect(searchFieldsOf(people)).not.toContain('pin');
  expect(searchFieldsOf(people)).not.toContain('tokenKey');
  expect(searchFieldsOf(people)).toContain('note');
  expect(namesOf(exportedColumns(people))).not.toContain('pin');
  expect(namesOf(changeableFields(people))).not.toContain('pin');
});

test('[NR-05] a password of its own is sent alone, that of an account with its repetition', () => {
  const fields = formFieldsOf(people, false);
  const base = newRecordValues(fields);
  const sent = (values: object) => namesOf(updateBody(fields, base, { ...base, ...values }));
  expect(sent({ pin: '1234' })).toEqual(['pin']);
  expect(sent({ password: 'x', passwordConfirm: 'x' })).toEqual(['password', 'passwordConfirm']);
  expect(recordBody([named('pin'), named('password')], { pin: '1', password: 'abc' })).toEqual({
    pin: '1',
    password: 'abc',
    passwordConfirm: 'abc',
  });
  expect(namesOf(importFields(things, false))).toContain('pin');
  // A stored one stays while the input is empty.
  expect([named('pin').required, named('pin', false).required]).toEqual([true, false]);
});

test('[NR-06] a text that the backend makes may be empty in a new record only', () => {
  expect([named('slug').required, named('slug').isGenerated]).toEqual([false, true]);
  expect([named('slug', false).required, named('slug', false).isGenerated]).toEqual([true, undefined]);
});

test('[NR-03] a point is imported from JSON and from the text of a map', () => {
  const mapped = { column: 0, field: named('place'), key: 'id' };
  expect(readJsonCell('{"lon":1.5,"lat":-2}', mapped)).toEqual({ value: '-2, 1.5' });
  expect(readCsvCell('{"lon":1.5,"lat":-2}', mapped)).toEqual({ value: '-2, 1.5' });
  expect(readCsvCell('-2, 1.5', mapped)).toEqual({ value: '-2, 1.5' });
  expect(readCsvCell('95, 1.5', mapped)).toEqual({ problem: 'Latitude: Enter 90 or less.' });
  expect(recordBody([named('place')], { place: '-2, 1.5' })).toEqual({ place: '{"lon":1.5,"lat":-2}' });
  expect(createBody([named('place')], {})).toEqual([{ name: 'place', value: '{"lon":0,"lat":0}' }]);
});

test.each([
  [{}, /^[a-z0-9]{15}$/, 'abcdefghijklmno', 'ABC'],
  [
    {
      min: 36,
      max: 36,
      pattern: '^[0-9a-f-]+$',
      autogeneratePattern: '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
    },
    /^[0-9a-f]{8}-[0-9a-f]{4}-4/,
    '0189f7e4-7a3c-4abc-8def-0123456789ab',
    'abcdefghijklmno',
  ],
  [{ min: 1, max: 0, pattern: '.+', autogeneratePattern: '' }, /^[a-z0-9]{15}$/, 'any id', ''],
])('[NR-07] ids have the form of their collection: %j', (options, made, good, bad) => {
  const form = { ...ID, ...options };
  const collection = readCollection({ id: 'x', name: 'x', type: 'base', fields: [form] });
  expect(newId(collection)).toMatch(made);
  const [field] = formFieldsOf(collection, true);
  const ids = field?.ids;
  if (!field || !ids || ids === 'any') throw new Error('No form of ids.');
  expect([fitsId(good, ids), fitsId(bad, ids)]).toEqual([true, false]);
  expect(readCsvCell(good, { column: 0, field, key: 'id' })).toEqual({ value: good });
});

test('[NR-05] a generated password is as long as the backend takes it', () => {
  expect(randomPassword(people)).toHaveLength(71);
});
