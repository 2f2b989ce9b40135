import { expect, test } from 'vitest';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { draftOf, formatDraft, moveDraft, parseDraft } from '#domain/records/panel/draft.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { followSchema, hasEveryField } from '#domain/records/panel/schema-change.ts';
import { newRecordValues } from '#domain/records/panel/values.ts';
import { readCollection } from '#wire/collections.ts';

type Spec = readonly [id: string, name: string, type?: string, options?: object];

const fieldsOf = (...schema: Spec[]): FormField[] =>
  formFieldsOf(
    readCollection({
      type: 'base',
      schema: schema.map(([id, name, type = 'text', options = {}]) => ({ id, name, type, options })),
    }),
    false,
  );

const before = fieldsOf(['a', 'title'], ['b', 'note']);
const formState = (fields: readonly FormField[], values: FormValues, base: FormValues = {}) => ({
  fields,
  base: newRecordValues(fields, base),
  values: newRecordValues(fields, values),
});

test('values and base values follow a renamed field', () => {
  const after = followSchema(
    formState(before, { title: 'mine' }, { title: 'stored' }),
    fieldsOf(['a', 'headline'], ['b', 'note']),
    false,
  );
  expect(after).toMatchObject({
    values: { headline: 'mine', note: '' },
    base: { headline: 'stored' },
    orphaned: [],
  });
});

test('two fields that swap their names swap their values', () => {
  const after = followSchema(
    formState(before, { title: 'of a', note: 'of b' }),
    fieldsOf(['b', 'title'], ['a', 'note']),
    false,
  );
  expect(after.values).toEqual({ title: 'of b', note: 'of a' });
});

test('keeps only changed values of removed fields, separately', () => {
  const after = followSchema(
    formState(before, { title: 'mine', note: 'stored' }, { note: 'stored' }),
    fieldsOf(['c', 'other']),
    false,
  );
  expect(after.values).toEqual({ other: '' });
  expect(after.orphaned).toEqual([{ name: 'title', value: 'mine' }]);
});

test('a field that was created again keeps its value only if it has the same name and type', () => {
  const form = formState(before, { title: 'mine' });
  expect(followSchema(form, fieldsOf(['c', 'title'], ['b', 'note']), false)).toMatchObject({
    values: { title: 'mine' },
    orphaned: [],
  });
  expect(followSchema(form, fieldsOf(['c', 'title', 'bool']), false)).toMatchObject({
    values: { title: false },
    orphaned: [{ name: 'title', value: 'mine' }],
  });
});

test('an added field has the default of a stored record', () => {
  const added = fieldsOf(['a', 'title'], ['b', 'note'], ['n', 'rank', 'number'], ['j', 'doc', 'json']);
  expect(followSchema(formState(before, {}), added, false)).toMatchObject({
    base: { rank: '0', doc: 'null' },
    values: { rank: '0', doc: 'null' },
  });
  expect(followSchema(formState(before, {}), added, true).values).toMatchObject({ rank: '', doc: '' });
});

test('the value of a select field that becomes multiple or single is converted', () => {
  const one = fieldsOf(['s', 'tag', 'select', { maxSelect: 1 }]);
  const many = fieldsOf(['s', 'tag', 'select', { maxSelect: 3 }]);
  expect(followSchema(formState(one, { tag: 'x' }), many, true)).toMatchObject({
    base: { tag: [] },
    values: { tag: ['x'] },
  });
  expect(followSchema(formState(many, { tag: ['x', 'y'] }), one, true).values).toEqual({ tag: 'y' });
  expect(followSchema(formState(many, { tag: [] }), one, true).values).toEqual({ tag: '' });
});

test('of users that become ordinary records, no password is kept', () => {
  const users = formFieldsOf(readCollection({ type: 'auth', schema: [] }), false);
  const form = formState(users, { email: 'a@b.c', password: 'secret', passwordConfirm: 'secret' });
  expect(followSchema(form, before, false).orphaned).toEqual([{ name: 'email', value: 'a@b.c' }]);
});

test('hasEveryField detects a record that was read with another schema', () => {
  const record = { id: 'r', collectionId: 'c', collectionName: 'n', title: '', note: '' };
  expect(hasEveryField(before, record)).toBe(true);
  expect(hasEveryField(fieldsOf(['a', 'headline']), record)).toBe(false);
});

test('a stored draft finds its fields by id, and keeps values without a field', () => {
  const form = formState(before, { title: 'mine', note: 'too' }, { title: 'stored' });
  const draft = draftOf(before, form.base, form.values);
  const text = formatDraft(before, draft ?? { values: {}, base: {}, orphaned: [] });
  // The edited values have their plain names (ST-03).
  expect(JSON.parse(text)).toMatchObject({ title: 'mine', note: 'too' });
  const after = fieldsOf(['a', 'headline'], ['c', 'title']);
  expect(parseDraft(after, text)).toEqual({
    values: { headline: 'mine' },
    base: { headline: 'stored' },
    orphaned: [{ name: 'note', value: 'too' }],
  });
  const kept = formatDraft(after, { values: {}, base: {}, orphaned: [{ name: 'note', value: 'too' }] });
  expect(parseDraft(after, kept)?.orphaned).toEqual([{ name: 'note', value: 'too' }]);
});

test('an offered draft follows the schema', () => {
  const moved = moveDraft(followSchema(formState(before, {}), fieldsOf(['a', 'headline']), false).moves, {
    values: { title: 'mine', note: 'too' },
    base: { title: 'stored' },
    orphaned: [],
  });
  expect(moved).toEqual({
    values: { headline: 'mine' },
    base: { headline: 'stored' },
    orphaned: [{ name: 'note', value: 'too' }],
  });
});

test.each(['[]', '{"@gone":5}', '{"@gone":[{"name":1,"value":"x"},null]}', '{"@fields":"x"}', '{"@base":3}'])(
  '%j is not a draft',
  (text) => expect(parseDraft(before, text)).toBeUndefined(),
);
