import { expect, test } from 'vitest';
import type { CollectionType } from '#domain/backend/collection.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { changesOf, needsConfirm } from '#domain/collections/editor/changes.ts';
import { type CollectionDraft, formatDraft, parseDraft } from '#domain/collections/editor/draft.ts';
import {
  addField,
  canEdit,
  duplicateField,
  type FieldSwitch,
  hasSwitch,
  moveField,
  removeField,
  renameField,
  setHelp,
  setHidden,
  setPresentable,
} from '#domain/collections/editor/fields.ts';
import { localProblems } from '#domain/collections/editor/local-problems.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import {
  type CollectionValues,
  newCollectionValues,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import { blankField, firstParts, readDraft, storedCollection } from '#wire/pb23/save-collection.ts';

const FORMAT = { write: storedCollection, read: readCollection, readDraft, firstParts };

const begun = (type: CollectionType = 'base') => newCollectionValues(type, firstParts(type));
const namesOf = ({ fields }: CollectionValues) => fields.map(({ name }) => name).join(' ');
const keyOf = ({ fields }: CollectionValues, name: string) =>
  fields.find((one) => one.name === name)?.key ?? '';
const as = (values: CollectionValues, type: CollectionType) => setType(values, type, firstParts(type).fields);

const ACCOUNT = 'id password tokenKey email emailVisibility verified';

test('[NC-06] a new collection begins with what is built in and with dates, which can be removed', () => {
  expect(namesOf(begun())).toBe('id created updated');
  expect(namesOf(begun('auth'))).toBe(`${ACCOUNT} created updated`);
  expect(namesOf(begun('view'))).toBe('');
  const left = removeField(removeField(begun(), keyOf(begun(), 'created')), keyOf(begun(), 'id'));
  expect(namesOf(left)).toBe('id updated');
});

test('[NC-06] a new field stands before the dates at the end, with the limits of its backend', () => {
  const values = addField(begun(), 'text', blankField('text'));
  expect(namesOf(values)).toBe('id field created updated');
  expect(values.fields[1]?.options).toMatchObject({ min: null, max: 'default', autogenerate: '' });
  expect(addField(values, 'autodate', blankField('autodate')).fields[2]?.options).toEqual({
    ...{ onCreate: true, onUpdate: false },
  });
});

test('[NC-06] another type replaces what is built in, and keeps the fields of people', () => {
  const values = addField(begun(), 'text', blankField('text'));
  const auth = as(values, 'auth');
  expect(namesOf(auth)).toBe(`${ACCOUNT} field created updated`);
  expect(new Set(auth.fields.map(({ key }) => key)).size).toBe(auth.fields.length);
  const base = as(auth, 'base');
  expect(namesOf(base)).toBe('id field created updated');
  expect(keyOf(base, 'id')).toBe(keyOf(values, 'id'));
  expect(namesOf(as(base, 'view'))).toBe('id field created updated');
  expect(toCollection(as(base, 'view'), undefined).fields).toEqual([]);
});

const ALL: readonly FieldSwitch[] = ['isRequired', 'isPresentable', 'isHidden'];

test.each([
  ['id', ['isPresentable']],
  ['password', []],
  ['tokenKey', []],
  ['email', ['isRequired', 'isPresentable']],
  ['verified', ALL],
  ['created', ['isPresentable', 'isHidden']],
])('[NC-07] of %s can be switched what its backend does not decide', (name, expected) => {
  const field = begun('auth').fields.find((one) => one.name === name);
  expect(field && ALL.filter((one) => hasSwitch(field, one))).toEqual(expected);
  expect(field && canEdit(field)).toBe(name === 'created');
});

test('[NC-07] a built-in field is neither renamed, moved nor removed, and its copy is an ordinary one', () => {
  const values = begun('auth');
  const key = keyOf(values, 'email');
  expect(renameField(values, key, 'mail')).toEqual(values);
  expect(moveField(values, key, 0)).toBe(values);
  expect(removeField(values, key)).toBe(values);
  const copy = duplicateField(values, key).fields.find((one) => one.name === 'email_copy');
  expect(copy).toMatchObject({ isSystem: false, builtIn: undefined, id: '' });
});

const STORED = readCollection({
  ...{ id: 'c', name: 'posts', type: 'auth', system: false, indexes: [], authRule: '', listRule: null },
  fields: [
    { id: 'i', name: 'id', type: 'text', system: true },
    { id: 'e', name: 'email', type: 'email', system: true },
    { id: 't', name: 'title', type: 'text', hidden: true, presentable: false, help: '' },
  ],
});

test('[NC-07] what a field shows to users is asked about, and what it hides is not', () => {
  const stored = valuesOf(STORED);
  const shown = setHidden(stored, 't', false);
  expect(needsConfirm(shown, STORED)).toBe(true);
  expect(changesOf(shown, STORED).map(({ text }) => text)).toEqual([
    'Hidden of field title: on → off (whoever may see a record will see its value)',
  ]);
  const help = setHelp(stored, 't', 'Short.');
  expect(needsConfirm(help, STORED)).toBe(false);
  expect(changesOf(help, STORED).map(({ text }) => text)).toEqual([
    'Help text of field title: none → Short.',
  ]);
});

test('[NC-07] a hidden field represents no record', () => {
  const shown = setPresentable(setHidden(valuesOf(STORED), 't', false), 't', true);
  expect(setHidden(shown, 't', true).fields.at(-1)).toMatchObject({ isHidden: true, isPresentable: false });
});

test('[NC-07] a changed rule is asked about where that is asked for; that of authentication always', () => {
  const listed = setRule(valuesOf(STORED), 'listRule', '');
  expect([needsConfirm(listed, STORED), needsConfirm(listed, STORED, true)]).toEqual([false, true]);
  expect(needsConfirm(valuesOf(STORED), STORED, true)).toBe(false);
  const signIn = setRule(valuesOf(STORED), 'authRule', null);
  expect(needsConfirm(signIn, STORED)).toBe(true);
  expect(changesOf(signIn, STORED).map(({ text }) => text)).toEqual([
    'Authentication rule: everybody with an account → nobody (ends all sessions of this collection)',
  ]);
});

test('[NC-05] what two administrators change of one field is merged: switches, help and the rule of sign-in', () => {
  const base = valuesOf(STORED);
  const mine = setRule(setHelp(base, 't', 'Mine.'), 'authRule', 'verified = true');
  const theirs = setHidden(setHelp(base, 't', 'Theirs.'), 't', false);
  const { values, conflicts } = mergeVersions({ base, mine, theirs }, new Map(), undefined);
  expect(conflicts.map(({ label }) => label)).toEqual(['Help text of field title']);
  expect(values.fields.at(-1)).toMatchObject({ isHidden: false, help: 'Mine.' });
  expect(values.authRule).toBe('verified = true');
  const rules = {
    base: setRule(base, 'listRule', ''),
    mine: setRule(base, 'listRule', 'a = 1'),
    theirs: base,
  };
  const merged = mergeVersions(rules, new Map(), undefined, 'superuser');
  expect(merged.conflicts.map((one) => one.theirs)).toEqual(['superusers only']);
});

test('[NC-06] a date that the backend sets needs a moment', () => {
  const values = addField(begun(), 'autodate');
  const none = {
    ...values,
    fields: values.fields.map((one) =>
      one.name === 'field' ? { ...one, options: { onCreate: false, onUpdate: false } } : one,
    ),
  };
  expect(localProblems(none)).toEqual([
    {
      path: `fields.${none.fields.findIndex(({ name }) => name === 'field')}.onCreate`,
      text: 'Choose at least one.',
    },
  ]);
});

test('[NC-06] drafts of new and of stored collections keep fields of every kind', () => {
  const fresh = as(renameField(addField(begun(), 'geoPoint'), 'new-4', 'place'), 'auth');
  const draft: CollectionDraft = { values: fresh, base: undefined, firstBase: undefined };
  const parsed = parseDraft(formatDraft(draft, FORMAT), undefined, FORMAT);
  expect(parsed && toCollection(parsed.values, undefined).fields).toEqual(
    toCollection(fresh, undefined).fields,
  );
  const edited = setRule(setHidden(valuesOf(STORED), 't', false), 'authRule', null);
  const kept: CollectionDraft = { values: edited, base: STORED, firstBase: STORED };
  const again = parseDraft(formatDraft(kept, FORMAT), STORED, FORMAT);
  expect(again?.values.fields.at(-1)).toMatchObject({ name: 'title', isHidden: false });
  expect(again?.values.authRule).toBeNull();
});
