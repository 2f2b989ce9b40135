import { expect, test } from 'vitest';
import { draftKey, draftOf, formatDraft, parseDraft } from '#domain/records/panel/draft.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { newRecordValues } from '#domain/records/panel/values.ts';
import { readCollection } from '#wire/collections.ts';

const NAMES = ['title', 'constructor', 'prototype', 'toString'];
const fields = formFieldsOf(
  readCollection({ id: 'c', schema: NAMES.map((name) => ({ id: `f_${name}`, name, type: 'text' })) }),
  false,
);

test('[ST-03] a draft keeps the value of a field with any name', () => {
  const base = newRecordValues(fields);
  const typed = Object.fromEntries(NAMES.map((name) => [name, `typed in ${name}`]));
  const draft = draftOf(fields, base, typed);
  if (!draft) throw new Error('There is no draft.');
  const parsed = parseDraft(fields, formatDraft(fields, draft));
  expect(Object.entries(parsed?.values ?? {})).toEqual(Object.entries(typed));
  expect(Object.keys(parsed?.base ?? {})).toEqual(NAMES);
});

test('[RP-09] the value of a removed field is kept separately, whatever its name', () => {
  const draft = { values: { constructor: 'typed' }, base: {}, orphaned: [{ name: 'old', value: ['a'] }] };
  const parsed = parseDraft([], formatDraft(fields, draft));
  expect(parsed?.orphaned).toEqual([
    { name: 'old', value: ['a'] },
    { name: 'constructor', value: 'typed' },
  ]);
});

test('[RP-09] the value of a field that was created again with another type is kept separately', () => {
  const after = formFieldsOf(
    readCollection({ id: 'c', schema: [{ id: 'f_new', name: 'title', type: 'bool' }] }),
    false,
  );
  const draft = { values: { title: 'typed' }, base: { title: 'before' }, orphaned: [] };
  expect(parseDraft(after, formatDraft(fields, draft))).toEqual({
    values: {},
    base: {},
    orphaned: [{ name: 'title', value: 'typed' }],
  });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{}',
  '"text"',
  '{"title":5}',
  '{"title":true}',
  '{"@gone":[{"name":"a"}]}',
])('a stored %s is not a draft', (text) => {
  expect(parseDraft(fields, text)).toBeUndefined();
});

test('each record has a draft of its own', () => {
  expect([draftKey('c', 'r'), draftKey('c', '')]).toEqual(['record_draft_c_r', 'record_draft_c_']);
});
