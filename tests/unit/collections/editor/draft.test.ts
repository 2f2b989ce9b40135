import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import {
  type CollectionDraft,
  draftKeys,
  formatDraft as formatIn,
  parseDraft as parseIn,
  rebaseDraft,
} from '#domain/collections/editor/draft.ts';
import { addField, removeField, renameField } from '#domain/collections/editor/fields.ts';
import {
  type CollectionValues,
  indexTexts,
  newCollectionValues,
  renameCollection,
  setIndex,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { readCollection } from '#wire/collections.ts';
import { firstParts, readDraft, storedCollection } from '#wire/save-collection.ts';
import { savedCollection, savedField, withFields } from './collections.ts';

const FORMAT = { write: storedCollection, read: readCollection, readDraft, firstParts };
const formatDraft = (draft: CollectionDraft) => formatIn(draft, FORMAT);
const parseDraft = (text: string, saved: Collection | undefined) => parseIn(text, saved, FORMAT);

const FIELDS = [
  savedField('title', 'text', { min: null, max: null, pattern: '' }),
  savedField('tags', 'select', { maxSelect: 2, values: ['x', 'y'], displayFields: null }),
] as const;
const POSTS = savedCollection('posts', FIELDS, {
  indexes: ['CREATE INDEX `idx_t` ON `posts` (`title`)'],
});

function edited(from: CollectionValues): CollectionValues {
  const added = renameField(addField(from, 'relation'), 'new-1', 'author');
  const indexed = setIndex(added, 1, 'CREATE INDEX `idx_author` ON `posts` (`author`)');
  return setRule(renameCollection(indexed, 'notes'), 'viewRule', '');
}
const draftText = (values: CollectionValues, base = POSTS) => formatDraft({ values, base, firstBase: base });
/** The text of a stored draft after a change. */
const changedDraft = (change: (from: Record<string, unknown>) => unknown) => {
  const from = JSON.parse(draftText(removeField(edited(valuesOf(POSTS)), 'f_tags')));
  return JSON.stringify(change(from) ?? from);
};

test('each collection has one storage key, new collections have several', () => {
  expect(draftKeys('abc')).toEqual(['collection_draft_abc']);
  expect(draftKeys(undefined)[0]).toBe('collection_draft_');
  expect(new Set(draftKeys(undefined)).size).toBe(draftKeys(undefined).length);
});

test('a draft survives formatting and parsing', () => {
  const values = removeField(edited(valuesOf(POSTS)), 'f_tags');
  expect(parseDraft(draftText(values), POSTS)).toEqual({ values, base: POSTS, firstBase: POSTS });
  for (const firstBase of [POSTS, undefined])
    expect(JSON.parse(formatDraft({ values, base: POSTS, firstBase }))).not.toHaveProperty('@begun');
  for (const type of ['base', 'auth', 'view'] as const) {
    const fresh = setType(edited(newCollectionValues()), type);
    const draft = { values: fresh, base: undefined, firstBase: undefined };
    expect(parseDraft(formatDraft(draft), undefined)).toEqual(draft);
  }
});

test('indexes of a parsed draft still follow their fields', () => {
  const draft = parseDraft(draftText(edited(valuesOf(POSTS))), POSTS);
  const renamed = renameField(draft?.values ?? newCollectionValues(), 'new-1', 'writer');
  expect(indexTexts(renamed, tools)).toEqual([
    'CREATE INDEX `idx_t` ON `notes` (`title`)',
    'CREATE INDEX `idx_author` ON `notes` (`writer`)',
  ]);
});

test('a new field that was saved meanwhile gets the key of its id', () => {
  const values = edited(valuesOf(POSTS));
  const fields = values.fields.map((changeField) =>
    changeField.key === 'new-1' ? { ...changeField, id: 'f_author' } : changeField,
  );
  const now = withFields(POSTS, [...FIELDS, savedField('author', 'relation')]);
  const draft = parseDraft(draftText({ ...values, fields }, now), now);
  expect(draft?.values.fields.map(({ key }) => key)).toEqual(['f_title', 'f_tags', 'f_author']);
  expect(draft?.values.indexes[1]?.keys.get('author')).toBe('f_author');
});

/** A parsed draft, rebased onto a collection that was saved elsewhere. */
const rebased = (text: string, now: Collection) => {
  const draft = parseDraft(text, now);
  return draft && rebaseDraft(draft, now, tools);
};

test('changes saved elsewhere are merged into the draft, and the first base is kept', () => {
  const later = { ...POSTS, updated: 'later', deleteRule: 'x' };
  const now = withFields(later, [...FIELDS, savedField('precious')]);
  const draft = rebased(draftText(edited(valuesOf(POSTS))), now);
  expect(draft).toMatchObject({ firstBase: POSTS, base: now, values: { name: 'notes', deleteRule: 'x' } });
  expect(draft?.values.fields.map(({ name }) => name)).toEqual(['title', 'tags', 'precious', 'author']);
  // The first base is still kept after formatting the draft again.
  expect(draft && parseDraft(formatDraft(draft), now)?.firstBase).toEqual(POSTS);
});

test('a conflict leaves the draft and its base unchanged', () => {
  const values = edited(valuesOf(POSTS));
  const now = { ...POSTS, viewRule: 'x', deleteRule: 'x' };
  expect(rebased(draftText(values), now)).toEqual({ values, base: POSTS, firstBase: POSTS });
});

test('values that the backend sets are never read from a draft', () => {
  const text = changedDraft((from) => ({
    ...from,
    id: 'other',
    isSystem: true,
    originalName: 'x',
    fields: (from['fields'] as object[]).map((changeField) => ({
      ...changeField,
      isSystem: true,
      originalName: 'x',
    })),
  }));
  const values = parseDraft(text, POSTS)?.values;
  expect(values).toMatchObject({ id: POSTS.id, isSystem: false, originalName: 'posts' });
  expect(values?.fields.map(({ isSystem, originalName }) => [isSystem, originalName])).toEqual([
    [false, 'title'],
    [false, 'tags'],
    [false, ''],
  ]);
});

test('a typed limit that is no number is kept as its text', () => {
  const text = changedDraft(changeField({ options: { min: '1,234' } }));
  expect(parseDraft(text, POSTS)?.values.fields[2]?.options).toEqual({ min: '1,234' });
});

const changeField = (changes: object) => (from: Record<string, unknown>) => ({
  ...from,
  fields: (from['fields'] as object[]).map((one, at) => (at === 2 ? { ...one, ...changes } : one)),
});

test.each<[string, string]>([
  ['nothing', ''],
  ['invalid JSON', '{'],
  ['a string', '"x"'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['a name that is not a text', changedDraft((from) => ({ ...from, name: 1 }))],
  ['an unknown type', changedDraft((from) => ({ ...from, type: 'evil' }))],
  ['another collection type', changedDraft((from) => ({ ...from, type: 'auth' }))],
  ['a rule that is not a text', changedDraft((from) => ({ ...from, listRule: {} }))],
  ['a missing rule', changedDraft(({ listRule, ...from }) => from)],
  ['a field that is null', changedDraft((from) => ({ ...from, fields: [null] }))],
  ['fields that are not an array', changedDraft((from) => ({ ...from, fields: { length: 1 } }))],
  ['a field of an unknown type', changedDraft(changeField({ type: 'constructor' }))],
  ['a field without a key', changedDraft(changeField({ key: '' }))],
  ['a field with an unsafe key', changedDraft(changeField({ key: '__proto__' }))],
  ['two fields with one key', changedDraft(changeField({ id: 'f_title' }))],
  ['a flag that is not a boolean', changedDraft(changeField({ isRequired: 'yes' }))],
  ['an option of another kind', changedDraft(changeField({ options: { cascades: 'yes' } }))],
  ['a limit that is a text', changedDraft(changeField({ options: { max: '5' } }))],
  ['a new limit that is a text', changedDraft(changeField({ options: { min: '2' } }))],
  ['an option that is an object', changedDraft(changeField({ options: { more: { toString: 1 } } }))],
  ['an invalid index', changedDraft((from) => ({ ...from, indexes: ['x'] }))],
  [
    'an index with invalid keys',
    changedDraft((from) => ({ ...from, indexes: [{ sql: '', keys: [1], table: '' }] })),
  ],
  ['no base', changedDraft(({ '@base': base, ...from }) => from)],
  [
    'the base of another collection',
    changedDraft((from) => ({ ...from, '@base': storedCollection({ ...POSTS, id: 'other' }) })),
  ],
  [
    'a first base of another collection',
    changedDraft((from) => ({ ...from, '@begun': storedCollection({ ...POSTS, id: 'other' }) })),
  ],
  ['an invalid first base', changedDraft((from) => ({ ...from, '@begun': true }))],
  ['fewer fields than its base', changedDraft((from) => ({ ...from, fields: [] }))],
])('a draft with %s is ignored', (_what, text) => {
  expect(parseDraft(text, POSTS)).toBeUndefined();
});

test.each<[string, object]>([
  ['a limit', { max: 5 }],
  ['a limit that it had not before', { min: 2 }],
  ['no limit', { max: null }],
  ['an unknown option', { more: 'text' }],
  ['an unknown list option', { more: ['a', 'b'] }],
])('a field with %s survives parsing', (_what, options) => {
  const values = parseDraft(changedDraft(changeField({ options })), POSTS)?.values;
  expect(values?.fields[2]?.options).toMatchObject(options);
});

test.each<[string, unknown]>([
  ['a list of other things', [1]],
  ['an object', {}],
])('a draft whose unknown option is %s is ignored', (_what, more) => {
  expect(parseDraft(changedDraft(changeField({ options: { more } })), POSTS)).toBeUndefined();
});

test('a draft whose base has a field without an id is ignored', () => {
  const withoutId = (from: Record<string, unknown>) => {
    const [title, tags] = FIELDS;
    return { ...from, '@begun': storedCollection(withFields(POSTS, [{ ...title, id: '' }, tags])) };
  };
  expect(parseDraft(changedDraft(withoutId), POSTS)).toBeUndefined();
});

test('the draft of a new collection is not rebased', () => {
  const draft = { values: edited(newCollectionValues()), base: undefined, firstBase: undefined };
  expect(rebaseDraft(draft, POSTS, tools)).toBe(draft);
  const saved = { values: edited(valuesOf(POSTS)), base: POSTS, firstBase: POSTS };
  expect(rebaseDraft(saved, undefined, tools)).toBe(saved);
});

test('the draft of a new collection contains no ids', () => {
  const draft = parseDraft(
    changedDraft((from) => from),
    undefined,
  );
  expect(draft?.values).toMatchObject({ id: '', name: 'notes', isSystem: false });
  expect(draft?.values.fields.map(({ id }) => id)).toEqual(['', '', '']);
});

/** A draft as Atoll stored it while it spoke the words of PocketBase 0.22. */
const earlierField = (field: object) => ({
  ...{ key: 'f_title', id: 'f_title', name: 'title', originalName: 'title', type: 'text' },
  ...{ required: false, presentable: false, system: false, nullable: false, toDelete: false },
  options: {},
  ...field,
});
const EARLIER_RULES = { listRule: null, viewRule: '', createRule: null, updateRule: null, deleteRule: null };

test('a draft that an earlier version stored is kept, with half-typed texts', () => {
  const json = storedCollection(POSTS);
  const text = JSON.stringify({
    ...{ name: 'notes', type: 'base', indexes: [], options: {}, ...EARLIER_RULES },
    fields: [
      earlierField({ required: true, options: { min: '1,234', max: null, pattern: '^x' } }),
      earlierField({
        ...{ key: 'f_tags', id: 'f_tags', name: 'tags', originalName: 'tags', type: 'select' },
        ...{ presentable: true, toDelete: true },
        options: { maxSelect: 3, values: ['x', 'y', 'z'], displayFields: null },
      }),
      earlierField({
        ...{ key: 'new-1', id: '', name: 'author', originalName: '', type: 'relation' },
        options: { collectionId: 'c_users', cascadeDelete: true, minSelect: null, maxSelect: null },
      }),
    ],
    '@base': json,
    '@begun': { ...json, listRule: 'x' },
  });
  const draft = parseDraft(text, POSTS);
  expect(draft).toMatchObject({
    values: { id: 'c_posts', name: 'notes', viewRule: '', manageRule: null, query: '' },
    base: POSTS,
    firstBase: { listRule: 'x' },
  });
  expect(draft?.values.fields).toMatchObject([
    { isRequired: true, options: { min: '1,234', max: null, pattern: '^x' }, raw: FIELDS[0].raw },
    {
      ...{ isPresentable: true, toDelete: true, raw: FIELDS[1].raw },
      options: { max: 3, choices: ['x', 'y', 'z'] },
    },
    { id: '', key: 'new-1', options: { collectionId: 'c_users', cascades: true, min: null, max: null } },
  ]);
  // It is written in the words of today, and read again as it is.
  const again = draft && formatDraft(draft);
  expect(again && parseDraft(again, POSTS)).toEqual(draft);
});

test('an earlier draft of a new collection keeps its query, its manage rule and its options', () => {
  const common = { name: 'new', indexes: [], fields: [], ...EARLIER_RULES };
  const view = { ...common, type: 'view', viewRule: null, options: { query: 'select 1 as id' } };
  expect(parseDraft(JSON.stringify(view), undefined)?.values).toMatchObject({
    ...{ type: 'view', query: 'select 1 as id', manageRule: null },
  });
  const options = {
    ...{ allowUsernameAuth: false, allowEmailAuth: true, allowOAuth2Auth: false, requireEmail: true },
    ...{ exceptEmailDomains: ['a.org'], onlyEmailDomains: [], minPasswordLength: 'ten', onlyVerified: true },
    manageRule: 'id = 1',
  };
  const auth = parseDraft(JSON.stringify({ ...common, type: 'auth', options }), undefined)?.values;
  expect(auth).toMatchObject({ type: 'auth', query: '', manageRule: 'id = 1' });
  expect(auth?.options).toEqual({
    ...{ signInByUsername: false, signInByEmail: true, hasOAuth2: false, isEmailRequired: true },
    ...{ exceptDomains: ['a.org'], onlyDomains: [], minPassword: 'ten', isVerifiedOnly: true },
  });
});

test('what an earlier draft holds of another kind is ignored as before', () => {
  const of = (field: object, options: object = {}) =>
    parseDraft(
      JSON.stringify({
        ...{ name: 'n', type: 'base', indexes: [], ...EARLIER_RULES },
        ...{ fields: [earlierField({ key: 'new-1', id: '', originalName: '', ...field })], options },
      }),
      undefined,
    );
  expect(of({})).toBeDefined();
  expect(of({ required: 'yes' })).toBeUndefined();
  expect(of({ type: 'select', options: { maxSelect: '5' } })).toBeUndefined();
  expect(of({ type: 'file', options: { protected: 'yes' } })).toBeUndefined();
  expect(of({}, { manageRule: 5 })).toBeUndefined();
  expect(of({}, { onlyVerified: 'yes' })).toBeUndefined();
});
