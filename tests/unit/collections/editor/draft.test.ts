import { expect, test } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { draftKeys, formatDraft, parseDraft, rebaseDraft } from '#domain/collections/editor/draft.ts';
import { addField, removeField, renameField } from '#domain/collections/editor/fields.ts';
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import {
  type CollectionValues,
  indexTexts,
  newValues,
  renameCollection,
  setIndex,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { savedCollection, savedField } from './collections.ts';

const FIELDS = [
  savedField('title', 'text', { min: null, max: null, pattern: '' }),
  savedField('tags', 'select', { maxSelect: 2, values: ['x', 'y'], displayFields: null }),
];
const POSTS = savedCollection('posts', FIELDS, {
  indexes: ['CREATE INDEX `idx_t` ON `posts` (`title`)'],
});

function edited(from: CollectionValues): CollectionValues {
  const added = renameField(addField(from, 'relation'), 'new-1', 'author');
  const indexed = setIndex(added, 1, 'CREATE INDEX `idx_author` ON `posts` (`author`)');
  return setRule(renameCollection(indexed, 'notes'), 'viewRule', '');
}
const stored = (values: CollectionValues, base = POSTS) => formatDraft({ values, base, firstBase: base });
/** The stored object with one part of it changed. */
const spoiled = (change: (from: Record<string, unknown>) => unknown) => {
  const from = JSON.parse(stored(removeField(edited(valuesOf(POSTS)), 'f_tags')));
  return JSON.stringify(change(from) ?? from);
};

test('keys are of our own, one for each collection and a few for new ones', () => {
  expect(draftKeys('abc')).toEqual(['collection_draft_abc']);
  expect(draftKeys(undefined)[0]).toBe('collection_draft_');
  expect(new Set(draftKeys(undefined)).size).toBe(draftKeys(undefined).length);
});

test('a draft comes back as it was', () => {
  const values = removeField(edited(valuesOf(POSTS)), 'f_tags');
  expect(parseDraft(stored(values), POSTS)).toEqual({ values, base: POSTS, firstBase: POSTS });
  for (const type of ['base', 'auth', 'view'] as const) {
    const fresh = setType(edited(newValues()), type);
    const draft = { values: fresh, base: undefined, firstBase: undefined };
    expect(parseDraft(formatDraft(draft), undefined)).toEqual(draft);
  }
});

test('indexes still follow their fields', () => {
  const draft = parseDraft(stored(edited(valuesOf(POSTS))), POSTS);
  const renamed = renameField(draft?.values ?? newValues(), 'new-1', 'writer');
  expect(indexTexts(renamed, tools)).toEqual([
    'CREATE INDEX `idx_t` ON `notes` (`title`)',
    'CREATE INDEX `idx_author` ON `notes` (`writer`)',
  ]);
});

test('a field that was saved under the key of a new one goes by its id', () => {
  const values = edited(valuesOf(POSTS));
  const fields = values.fields.map((field) => (field.key === 'new-1' ? { ...field, id: 'f_author' } : field));
  const now = { ...POSTS, schema: [...FIELDS, savedField('author', 'relation')] };
  const draft = parseDraft(stored({ ...values, fields }, now), now);
  expect(draft?.values.fields.map(({ key }) => key)).toEqual(['f_title', 'f_tags', 'f_author']);
  expect(draft?.values.indexes[1]?.keys.get('author')).toBe('f_author');
});

/** A stored draft on the state that others have saved since. */
const rebased = (text: string, now: Collection) => {
  const draft = parseDraft(text, now);
  return draft && rebaseDraft(draft, now, tools);
};

test('what others saved since is brought in, and what it was before is known', () => {
  const now = { ...POSTS, updated: 'later', schema: [...FIELDS, savedField('precious')], deleteRule: 'x' };
  const draft = rebased(stored(edited(valuesOf(POSTS))), now);
  expect(draft).toMatchObject({ firstBase: POSTS, base: now, values: { name: 'notes', deleteRule: 'x' } });
  expect(draft?.values.fields.map(({ name }) => name)).toEqual(['title', 'tags', 'precious', 'author']);
  // Kept once more, it is still known.
  expect(draft && parseDraft(formatDraft(draft), now)?.firstBase).toEqual(POSTS);
});

test('what both changed differently leaves the draft as it was, with its own base', () => {
  const values = edited(valuesOf(POSTS));
  const now = { ...POSTS, viewRule: 'x', deleteRule: 'x' };
  expect(rebased(stored(values), now)).toEqual({ values, base: POSTS, firstBase: POSTS });
});

test('what the backend decides is never taken from a draft', () => {
  const text = spoiled((from) => ({
    ...from,
    id: 'other',
    system: true,
    originalName: 'x',
    fields: (from['fields'] as object[]).map((field) => ({ ...field, system: true, originalName: 'x' })),
  }));
  const values = parseDraft(text, POSTS)?.values;
  expect(values).toMatchObject({ id: POSTS.id, system: false, originalName: 'posts' });
  expect(values?.fields.map(({ system, originalName }) => [system, originalName])).toEqual([
    [false, 'title'],
    [false, 'tags'],
    [false, ''],
  ]);
});

const field = (changes: object) => (from: Record<string, unknown>) => ({
  ...from,
  fields: (from['fields'] as object[]).map((one, at) => (at === 2 ? { ...one, ...changes } : one)),
});

test.each<[string, string]>([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no object', '"x"'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['a name that is no text', spoiled((from) => ({ ...from, name: 1 }))],
  ['an unknown type', spoiled((from) => ({ ...from, type: 'evil' }))],
  ['the type of another', spoiled((from) => ({ ...from, type: 'auth' }))],
  ['a rule that is no text', spoiled((from) => ({ ...from, listRule: {} }))],
  ['a rule that is missing', spoiled(({ listRule, ...from }) => from)],
  ['fields that are none', spoiled((from) => ({ ...from, fields: [null] }))],
  ['fields that are no list', spoiled((from) => ({ ...from, fields: { length: 1 } }))],
  ['a field of no type', spoiled(field({ type: 'constructor' }))],
  ['a field without a key', spoiled(field({ key: '' }))],
  ['a field with an odd key', spoiled(field({ key: '__proto__' }))],
  ['two fields with one key', spoiled(field({ id: 'f_title' }))],
  ['a switch that is no switch', spoiled(field({ required: 'yes' }))],
  ['an option of another kind', spoiled(field({ options: { cascadeDelete: 'yes' } }))],
  ['a limit that is a text', spoiled(field({ options: { maxSelect: '5' } }))],
  ['an option that is an object', spoiled(field({ options: { more: { toString: 1 } } }))],
  ['indexes that are none', spoiled((from) => ({ ...from, indexes: ['x'] }))],
  ['columns that are none', spoiled((from) => ({ ...from, indexes: [{ sql: '', keys: [1], table: '' }] }))],
  ['no base', spoiled(({ '@base': base, ...from }) => from)],
  ['the base of another', spoiled((from) => ({ ...from, '@base': { ...POSTS, id: 'other' } }))],
  ['a beginning of another', spoiled((from) => ({ ...from, '@begun': { ...POSTS, id: 'other' } }))],
  ['a beginning that is none', spoiled((from) => ({ ...from, '@begun': true }))],
  ['fewer fields than its base', spoiled((from) => ({ ...from, fields: [] }))],
])('is nothing when there is %s in it', (_what, text) => {
  expect(parseDraft(text, POSTS)).toBeUndefined();
});

test.each<[string, object]>([
  ['a limit', { maxSelect: 5 }],
  ['no limit', { maxSelect: null }],
  ['an option that came later', { more: 'text' }],
  ['a list that came later', { more: ['a', 'b'] }],
])('a field with %s among its options comes back', (_what, options) => {
  const values = parseDraft(spoiled(field({ options })), POSTS)?.values;
  expect(values?.fields[2]?.options).toMatchObject(options);
});

test.each<[string, unknown]>([
  ['a list of other things', [1]],
  ['an object', {}],
])('an option that came later and holds %s makes the draft nothing', (_what, more) => {
  expect(parseDraft(spoiled(field({ options: { more } })), POSTS)).toBeUndefined();
});

test('a base with a field that has no id makes the draft nothing', () => {
  const nameless = (from: Record<string, unknown>) => {
    const [first, ...rest] = FIELDS;
    return { ...from, '@begun': { ...POSTS, schema: [{ ...first, id: '' }, ...rest] } };
  };
  expect(parseDraft(spoiled(nameless), POSTS)).toBeUndefined();
});

test('the draft of a new collection has no base to be brought to', () => {
  const draft = { values: edited(newValues()), base: undefined, firstBase: undefined };
  expect(rebaseDraft(draft, POSTS, tools)).toBe(draft);
  const saved = { values: edited(valuesOf(POSTS)), base: POSTS, firstBase: POSTS };
  expect(rebaseDraft(saved, undefined, tools)).toBe(saved);
});

test('a new collection takes no ids', () => {
  const draft = parseDraft(
    spoiled((from) => from),
    undefined,
  );
  expect(draft?.values).toMatchObject({ id: '', name: 'notes', system: false });
  expect(draft?.values.fields.map(({ id }) => id)).toEqual(['', '', '']);
});
