import { expect, test } from 'vitest';
import { hasRoom, readFiles } from '#domain/field-types/file-value.ts';
import { type FormValue, filesOf } from '#domain/field-types/form-value.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import {
  alteredFields,
  changedFields,
  ignoredFields,
  newRecordValues,
} from '#domain/records/panel/values.ts';
import { collection, fieldNamed, fields } from './fixtures.ts';

const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);
const accounts = formFieldsOf({ ...collection, type: 'auth' }, true);

test('returns the changed fields in the order of the form', () => {
  const base = newRecordValues(fields);
  expect(names(changedFields(fields, base, { ...base, meta: '1', title: 'a' }))).toEqual(['title', 'meta']);
  expect(changedFields(fields, base, base)).toEqual([]);
});

test.each([
  ['2022-01-01 10:00:00', '2022-01-01 10:00:00.500Z', true],
  ['2022-01-01 10:00:00', '2022-01-01 10:00:00.000Z', false],
  ['2022-01-01 10:00:00', '2022-01-01T12:00:00+02:00', false],
  ['2022-01-01 10:00:00.500Z', '2022-01-01 10:00:00', false],
  ['2022-01-01 10:00:00.500Z', '2022-01-01 10:00:00.000Z', true],
  ['', ' ', false],
])('a date stored as %j is changed by %j: %s', (stored, typed, isChanged) => {
  const base = newRecordValues(fields, { due: stored });
  expect(names(changedFields(fields, base, { ...base, due: typed }))).toEqual(isChanged ? ['due'] : []);
});

test.each([
  [0, true],
  [3, true],
  [4, false],
  [5, false],
])('[RF-14] a field for 4 files that has %i accepts another one: %s', (count, canAdd) => {
  const stored = readFiles(Array.from({ length: count }, (_, index) => `${index}.png`));
  const { files } = newRecordValues(fields, { files: stored });
  expect(hasRoom(filesOf(files), fieldNamed('files').max)).toBe(canAdd);
});

test('[RF-14] a field with the maximum of files accepts another one after a file is deleted', () => {
  const stored = readFiles(['a', 'b', 'c', 'd']);
  expect(hasRoom({ ...stored, deleted: ['a'] }, fieldNamed('files').max)).toBe(true);
});

test('finds the changed fields that a response does not contain', () => {
  const base = newRecordValues(accounts);
  const values = { ...base, title: 'a', amount: '1', password: 'x' };
  const response = { id: 'r', collectionId: 'c', collectionName: 'posts', amount: 1 };
  expect(names(ignoredFields(accounts, base, values, response))).toEqual(['title']);
  expect(ignoredFields(accounts, base, values, { ...response, title: '' })).toEqual([]);
});

test.each<[string, FormValue, FormValue, boolean]>([
  ['title', 'a', 'b', true],
  ['title', 'a', 'a', false],
  ['title', 'a', '', true],
  ['title', '', 'made up', false],
  ['title', ' ', 'a', false],
  ['amount', '9007199254740993', '9007199254740992', true],
  ['amount', '1.50', '1.5', false],
  ['due', '2026-01-01 12:00', '2026-01-01 12:00:00.000Z', false],
  ['due', '2026-01-01 12:00:00.123Z', '2026-01-01 12:00:00', true],
  ['due', '2026-01-01', '2026-01-02 00:00:00.000Z', true],
  ['meta', '{"a":1}', '{ "a": 1 }', false],
  ['meta', '1e400', '1e400', true],
  ['meta', '[1.10]', '[1.1]', true],
  ['status', '1.10', '1.10', false],
  ['tags', ['a'], [], true],
  ['tags', ['a'], ['a'], false],
  ['active', true, false, true],
  ['files', readFiles(['a.png']), readFiles(['a_1.png']), false],
  ['password', 'secret', '', false],
  ['id', 'typed', 'stored', false],
])('%s, sent as %j and stored as %j, counts as altered: %s', (name, sent, stored, isAltered) => {
  expect(names(alteredFields(accounts, { [name]: sent }, { [name]: stored }))).toEqual(
    isAltered ? [name] : [],
  );
});
