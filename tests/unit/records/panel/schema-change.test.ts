import { expect, test } from 'vitest';
import { parseCollection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { draftOf, formatDraft, moveDraft, parseDraft } from '#domain/records/panel/draft.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { followSchema, hasEveryField } from '#domain/records/panel/schema-change.ts';
import { newValues } from '#domain/records/panel/values.ts';

type Spec = readonly [id: string, name: string, type?: string, options?: object];

const fieldsOf = (...schema: Spec[]): FormField[] =>
  formFieldsOf(
    parseCollection({
      type: 'base',
      schema: schema.map(([id, name, type = 'text', options = {}]) => ({ id, name, type, options })),
    }),
    false,
  );

const before = fieldsOf(['a', 'title'], ['b', 'note']);
const typed = (fields: readonly FormField[], values: FormValues, base: FormValues = {}) => ({
  fields,
  base: newValues(fields, base),
  values: newValues(fields, values),
});

test('what is typed goes with a renamed field, and so does what it is compared with', () => {
  const after = followSchema(
    typed(before, { title: 'mine' }, { title: 'stored' }),
    fieldsOf(['a', 'headline'], ['b', 'note']),
    false,
  );
  expect(after).toMatchObject({
    values: { headline: 'mine', note: '' },
    base: { headline: 'stored' },
    orphaned: [],
  });
});

test('two fields that swap their names swap what is typed in them', () => {
  const after = followSchema(
    typed(before, { title: 'of a', note: 'of b' }),
    fieldsOf(['b', 'title'], ['a', 'note']),
    false,
  );
  expect(after.values).toEqual({ title: 'of b', note: 'of a' });
});

test('keeps apart what was typed in a field that is gone, and nothing else', () => {
  const after = followSchema(
    typed(before, { title: 'mine', note: 'stored' }, { note: 'stored' }),
    fieldsOf(['c', 'other']),
    false,
  );
  expect(after.values).toEqual({ other: '' });
  expect(after.orphaned).toEqual([{ name: 'title', value: 'mine' }]);
});

test('a field made anew under its name and type takes the text, one of another type does not', () => {
  const form = typed(before, { title: 'mine' });
  expect(followSchema(form, fieldsOf(['c', 'title'], ['b', 'note']), false)).toMatchObject({
    values: { title: 'mine' },
    orphaned: [],
  });
  expect(followSchema(form, fieldsOf(['c', 'title', 'bool']), false)).toMatchObject({
    values: { title: false },
    orphaned: [{ name: 'title', value: 'mine' }],
  });
});

test('a field that was added holds what a stored record has there', () => {
  const added = fieldsOf(['a', 'title'], ['b', 'note'], ['n', 'rank', 'number'], ['j', 'doc', 'json']);
  expect(followSchema(typed(before, {}), added, false)).toMatchObject({
    base: { rank: '0', doc: 'null' },
    values: { rank: '0', doc: 'null' },
  });
  expect(followSchema(typed(before, {}), added, true).values).toMatchObject({ rank: '', doc: '' });
});

test('a choice follows a field that may hold several now, or only one', () => {
  const one = fieldsOf(['s', 'tag', 'select', { maxSelect: 1 }]);
  const many = fieldsOf(['s', 'tag', 'select', { maxSelect: 3 }]);
  expect(followSchema(typed(one, { tag: 'x' }), many, true)).toMatchObject({
    base: { tag: [] },
    values: { tag: ['x'] },
  });
  expect(followSchema(typed(many, { tag: ['x', 'y'] }), one, true).values).toEqual({ tag: 'y' });
});

test('tells a record that was read in another state of the collection', () => {
  const record = { id: 'r', collectionId: 'c', collectionName: 'n', title: '', note: '' };
  expect(hasEveryField(before, record)).toBe(true);
  expect(hasEveryField(fieldsOf(['a', 'headline']), record)).toBe(false);
});

test('a stored draft finds its fields by their ids, and keeps what has none any more', () => {
  const form = typed(before, { title: 'mine', note: 'too' }, { title: 'stored' });
  const draft = draftOf(before, form.base, form.values);
  const text = formatDraft(before, draft ?? { values: {}, base: {}, orphaned: [] });
  // The edited record can be read by itself (ST-03).
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

test('a draft that is offered follows too', () => {
  const moved = moveDraft(followSchema(typed(before, {}), fieldsOf(['a', 'headline']), false).moves, {
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
  'finds nothing in %j',
  (text) => expect(parseDraft(before, text)).toBeUndefined(),
);
