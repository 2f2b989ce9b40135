import { expect, test } from 'vitest';
import { isItemOf, withImported, withItem } from '#domain/collections/named-items.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';
import { fillPlaceholders, placeholderText } from '#domain/records/templates/placeholders.ts';
import {
  contentOf,
  fillTemplate,
  parseTemplates,
  type Template,
  templateFields,
} from '#domain/records/templates/template.ts';
import { readCollection } from '#wire/collections.ts';

const known = { now: new Date('2026-11-23T14:02:03.456Z'), admin: 'ann@example.com' };

const schemaField = (name: string, type: string, options: object = {}) => ({
  id: `id_${name}`,
  name,
  type,
  options,
});
const users = readCollection({
  id: 'users',
  name: 'users',
  type: 'auth',
  schema: [
    schemaField('title', 'text'),
    schemaField('due', 'date'),
    schemaField('tags', 'select', { maxSelect: 3, values: ['a', 'b'] }),
    schemaField('photo', 'file'),
    schemaField('big', 'json'),
    schemaField('places', 'number', { min: 5 }),
  ],
});
const templateOf = (values: Partial<Template> = {}): Template => ({
  id: 'a',
  name: 'A',
  collectionId: 'users',
  collectionName: 'users',
  isDefault: false,
  content: {},
  ...values,
});

test.each<[FormKind, string, string]>([
  ['text', 'By {admin} on {today}, {now}', 'By ann@example.com on 2026-11-23, 2026-11-23 14:02:03Z'],
  ['email', '{admin}', 'ann@example.com'],
  ['editor', '<p>{today}</p>', '<p>2026-11-23</p>'],
  ['url', 'https://a.b/{today}', 'https://a.b/2026-11-23'],
  ['date', '{now}', '2026-11-23 14:02:03.456Z'],
  ['date', '{today}', '2026-11-23 00:00:00.000Z'],
  ['date', '{admin}', '{admin}'],
  ['text', '{other} {NOW}', '{other} {NOW}'],
  ['json', '{now}', '{now}'],
  ['select', '{now}', '{now}'],
])('in a %s field, %s becomes %s', (kind, typed, filled) => {
  const field = { name: 'f', kind, required: false, isMultiple: false, max: 1 };
  expect(fillPlaceholders([field], { f: typed }, known)).toEqual({ f: filled });
});

test('values that are no texts, and those of other fields, have no placeholders', () => {
  const field = { name: 'f', kind: 'text' as const, required: false, isMultiple: false, max: 1 };
  const values = { f: true, g: '{now}' };
  expect(fillPlaceholders([field], values, known)).toEqual(values);
  expect(placeholderText('today')).toBe('{today}');
});

test('a template has no ids, files and passwords', () => {
  expect(templateFields(users).map(({ name }) => name)).toEqual([
    ...['username', 'email', 'emailVisibility', 'verified', 'title', 'due', 'tags', 'big', 'places'],
  ]);
});

test('a template keeps values with all digits, but no id, files, passwords and empty values', () => {
  const content = contentOf(users, {
    id: 'given',
    title: '{today}',
    username: 'ann',
    password: 'secret',
    passwordConfirm: 'secret',
    due: '',
    tags: ['a'],
    photo: { names: [], deleted: [], added: [new File(['x'], 'x.png')] },
    big: '9007199254740993',
    verified: true,
    // Not set: the limit excludes 0.
    places: '0',
  });
  const [read] = parseTemplates(JSON.stringify([templateOf({ content })]));
  expect(read && fillTemplate(read, users, known)).toEqual({
    name: 'A',
    values: { title: '2026-11-23', username: 'ann', tags: ['a'], big: '9007199254740993', verified: true },
    lost: [],
  });
  expect(JSON.stringify(content)).not.toContain('secret');
});

test('a renamed field keeps its value; a removed one is named', () => {
  const content = contentOf(users, { title: 'x', due: '2026-01-01 00:00:00.000Z', tags: ['a'] });
  const changed = readCollection({
    ...users,
    schema: [{ ...schemaField('headline', 'text'), id: 'id_title' }, schemaField('due', 'date')],
  });
  expect(fillTemplate(templateOf({ content }), changed, known)).toEqual({
    name: 'A',
    values: { headline: 'x', due: '2026-01-01 00:00:00.000Z' },
    lost: ['tags'],
  });
});

test.each([
  ...['', 'x', '{}', 'null', '[1, null, {}, {"id":"a"}]', '[{"id":"a","name":"A","content":[]}]'],
  ...[[], null, 'x'].map((content) => JSON.stringify([{ ...templateOf(), content }])),
])('reads no template from %s', (text) => expect(parseTemplates(text)).toEqual([]));

test('one template of a collection is the default, and a name stands once', () => {
  const other = templateOf({ id: 'o', collectionId: 'posts', isDefault: true });
  const list = withItem(
    [templateOf({ isDefault: true }), other],
    templateOf({ id: 'b', name: 'B', isDefault: true }),
  );
  expect(list.map(({ id, isDefault }) => [id, isDefault])).toEqual([
    ['a', false],
    ['o', true],
    ['b', true],
  ]);
  expect(withItem(list, templateOf({ id: 'c' })).map(({ id }) => id)).toEqual(['o', 'b', 'c']);
});

test('a template is for the collection with its id, on another backend for the one with its name', () => {
  expect(isItemOf(users, templateOf({ collectionName: 'other' }))).toBe(true);
  expect(isItemOf(users, templateOf({ collectionId: 'other' }))).toBe(true);
  expect(isItemOf(users, templateOf({ collectionId: 'other', collectionName: 'other' }))).toBe(false);
});

test('an import replaces nothing, and the same one twice adds nothing', () => {
  const list = [templateOf({ content: { title: 'mine' }, isDefault: true })];
  const imported = [templateOf({ id: 'i', content: { title: 'theirs' }, isDefault: true })];
  const once = withImported(list, imported);
  expect(once.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['A', true],
    ['A (2)', false],
  ]);
  expect(withImported(once, imported)).toEqual(once);
});
