import { expect, test } from 'vitest';
import { members } from '#domain/app/lenient.ts';
import { noFiles } from '#domain/field-types/file-value.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { isSavedDuplicate } from '#domain/records/panel/row-values.ts';
import { newRecordValues } from '#domain/records/panel/values.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { readCollection } from '#wire/collections.ts';
import { collection } from './fixtures.ts';

const users = readCollection({ ...members(collection.raw), type: 'auth' });
const empty = newRecordValues(formFieldsOf(users, true));

function isSame(sent: Record<string, FormValue>, stored: Record<string, unknown>): boolean {
  const record = { id: 'r', collectionId: 'c', username: 'users123', amount: 0, meta: null, ...stored };
  return isSavedDuplicate(users, { ...empty, ...sent }, parseRecordSource(JSON.stringify(record)));
}

test('an empty form matches a record with only generated values', () => {
  expect(isSame({}, {})).toBe(true);
});

test.each<[string, Record<string, FormValue>, Record<string, unknown>]>([
  ['a chosen id', { id: 'r' }, {}],
  ['the same values', { title: 'a', amount: '1.50', tags: ['x'] }, { title: 'a', amount: 1.5, tags: ['x'] }],
  ['a password, which is never returned', { password: 'secret', passwordConfirm: 'secret' }, {}],
  [
    'as many files, with other names',
    { files: { ...noFiles, added: [new File([], 'a.png')] } },
    { files: ['a_1.png'] },
  ],
])('a stored record matches the form: %s', (_why, sent, stored) => {
  expect(isSame(sent, stored)).toBe(true);
});

test.each<[string, Record<string, FormValue>, Record<string, unknown>]>([
  ['another id', { id: 'other' }, {}],
  ['another username', { username: 'ann' }, {}],
  ['another text', { title: 'a' }, { title: 'b' }],
  ['a text where none was sent', {}, { title: 'b' }],
  ['a number where none was sent', {}, { amount: 1 }],
  ['JSON where none was sent', {}, { meta: [] }],
  ['a missing file', { files: { ...noFiles, added: [new File([], 'a.png')] } }, { files: [] }],
  ['an additional file', {}, { files: ['a.png'] }],
  ['a flag', { active: true }, { active: false }],
])('a stored record does not match the form: %s', (_why, sent, stored) => {
  expect(isSame(sent, stored)).toBe(false);
});
