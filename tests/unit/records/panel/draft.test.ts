import { expect, test } from 'vitest';
import { parseCollection } from '#domain/collections/collection.ts';
import { draftOf, formatDraft, parseDraft } from '#domain/records/panel/draft.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { newValues } from '#domain/records/panel/values.ts';

const NAMES = ['title', 'constructor', 'prototype', 'toString'];
const fields = formFieldsOf(
  parseCollection({ id: 'c', schema: NAMES.map((name) => ({ id: `f_${name}`, name, type: 'text' })) }),
  false,
);

test('[ST-03] a draft keeps what was typed in a field of any name', () => {
  const base = newValues(fields);
  const typed = Object.fromEntries(NAMES.map((name) => [name, `typed in ${name}`]));
  const draft = draftOf(fields, base, typed);
  if (!draft) throw new Error('Nothing was kept.');
  const read = parseDraft(fields, formatDraft(fields, draft));
  expect(Object.entries(read?.values ?? {})).toEqual(Object.entries(typed));
  expect(Object.keys(read?.base ?? {})).toEqual(NAMES);
});

test('[RP-09] what was typed in a removed field is kept apart, whatever its name', () => {
  const draft = { values: { constructor: 'typed' }, base: {}, orphaned: [{ name: 'old', value: ['a'] }] };
  const read = parseDraft([], formatDraft(fields, draft));
  expect(read?.orphaned).toEqual([
    { name: 'old', value: ['a'] },
    { name: 'constructor', value: 'typed' },
  ]);
});

test.each(['', '{', 'null', '[]', '{}', '"text"', '{"title":5}', '{"@gone":[{"name":"a"}]}'])(
  'there is no draft in a stored %s',
  (text) => {
    expect(parseDraft(fields, text)).toBeUndefined();
  },
);
