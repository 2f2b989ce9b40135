import { expect, test } from 'vitest';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { createBody, newRecordValues, updateBody, uploadSize } from '#domain/records/panel/values.ts';
import { collection, fieldNamed, fields } from './fixtures.ts';

const empty = newRecordValues(fields);
const file = new File(['12345'], 'new.txt');
const parts = (base: FormValues, mine: FormValues) =>
  updateBody(fields, { ...empty, ...base }, { ...empty, ...base, ...mine }).map(({ name, value }) => [
    name,
    value,
  ]);

test('[RP-07] sends every field of a new record, and the id only when it was typed', () => {
  const all = formFieldsOf(collection, true);
  const names = createBody(all, newRecordValues(all)).map(({ name, value }) => [name, value]);
  expect(names).toEqual([
    ['title', ''],
    ['amount', ''],
    ['active', 'false'],
    ['due', ''],
    ['meta', 'null'],
    ['status', ''],
    ['tags', ''],
    ['author', ''],
    ['others', ''],
  ]);
  const typed = createBody(all, newRecordValues(all, { id: ' a23456789012345 ' }));
  expect(typed[0]).toEqual({ name: 'id', value: 'a23456789012345' });
});

test('[RP-08] sends only changed fields', () => {
  expect(parts({ title: 'a', meta: '{"a": 1}', due: '2026-11-05 12:00:00' }, {})).toEqual([]);
  expect(parts({ meta: '{"a": 1}' }, { meta: '{"a":1}' })).toEqual([]);
  expect(parts({ title: 'a' }, { amount: '2' })).toEqual([['amount', '2']]);
});

test('[API-06] sends a list as repeated parts and an empty one as one empty part', () => {
  expect(parts({ tags: [] }, { tags: ['b', 'a'], others: ['x'] })).toEqual([
    ['tags', 'b'],
    ['tags', 'a'],
    ['others', 'x'],
  ]);
  expect(parts({ tags: ['a'] }, { tags: [] })).toEqual([['tags', '']]);
});

test('[RP-08] sends deleted files by name, the order only when it changed, and new files', () => {
  const names = ['a', 'b', 'c'];
  const base = { files: { names, deleted: [], added: [] } };
  expect(parts(base, { files: { names, deleted: ['b'], added: [file] } })).toEqual([
    ['files.b', ''],
    ['files', file],
  ]);
  expect(parts(base, { files: { names: ['c', 'b', 'a'], deleted: ['b'], added: [file] } })).toEqual([
    ['files.b', ''],
    ['files', 'c'],
    ['files', 'a'],
    ['files', file],
  ]);
});

test('sends values with line breaks as JSON, because forms would change the line breaks', () => {
  expect(parts({}, { title: 'a\nb', tags: ['x\r\ny', 'z'], amount: '1' })).toEqual([
    ['amount', '1'],
    ['@jsonPayload', '{"title":"a\\nb","tags":["x\\r\\ny","z"]}'],
  ]);
});

test('restores CR LF in a text that was stored with CR LF only', () => {
  expect(parts({ title: 'a\r\nb' }, { title: 'a\nb\nc' })).toEqual([
    ['@jsonPayload', '{"title":"a\\r\\nb\\r\\nc"}'],
  ]);
  const notes = { ...fieldNamed('title'), kind: 'editor' as const };
  expect(updateBody([notes], { title: '<p>\r\n</p>' }, { title: '<p>\n\n</p>' })).toEqual([
    { name: '@jsonPayload', value: '{"title":"<p>\\r\\n\\r\\n</p>"}' },
  ]);
  expect(parts({ title: 'a\r\nb\nc' }, { title: 'a\nb' })).toEqual([['@jsonPayload', '{"title":"a\\nb"}']]);
});

test.each([
  ['2026-11-05', '2026-11-05 00:00:00'],
  ['2026-11-05 12:34', '2026-11-05 12:34:00'],
  ['2026-11-05T12:34:56Z', '2026-11-05 12:34:56'],
  ['', ''],
])('sends the date %j as %j', (typed, sent) => {
  expect(parts({ due: '2020-01-01 00:00:00' }, { due: typed })).toEqual([['due', sent]]);
});

test('[RP-08] sends password and confirmation only together', () => {
  const users = formFieldsOf({ ...collection, type: 'auth', fields: [] }, false);
  const base = newRecordValues(users, { username: 'a' });
  const names = (mine: FormValues) => updateBody(users, base, { ...base, ...mine }).map(({ name }) => name);
  expect(names({ password: 'x' })).toEqual(['password', 'passwordConfirm']);
  expect(names({ email: 'a@example.com' })).toEqual(['email']);
});

test('returns the size of all files in bytes', () => {
  expect(
    uploadSize([
      { name: 'a', value: 'text' },
      { name: 'b', value: file },
    ]),
  ).toBe(5);
});

test.each([
  ['amount', '1', ' 2 ', '2'],
  ['status', 'a', ' b ', ' b '],
  ['due', '2020-01-01 00:00:00', 'no date', ''],
])('sends %s, stored as %j and typed as %j, as %j', (name, before, typed, sent) => {
  expect(parts({ [name]: before }, { [name]: typed })).toEqual([[name, sent]]);
});

test('[RP-08] never sends the id of a stored record', () => {
  const all = formFieldsOf(collection, true);
  const base = newRecordValues(all, { id: 'old' });
  expect(updateBody(all, base, { ...base, id: 'new' })).toEqual([]);
});
