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
  withPlaceholders,
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
    isDefault: false,
    unfit: [],
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
    isDefault: false,
    unfit: [],
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

test('[BY-40] values that a field no longer takes are left out and named; fitting ones are filled in', () => {
  const content = contentOf(users, { title: 'x', tags: ['a', 'b'], places: '7', due: '{today}' });
  const after = (...fields: object[]) => readCollection({ ...users, schema: fields });
  const filledIn = (...fields: object[]) => {
    const { values, unfit, lost } = fillTemplate(templateOf({ content }), after(...fields), known);
    return { values, unfit, lost: lost.toSorted() };
  };
  const tags = (options: object, name = 'tags') => ({
    ...schemaField(name, 'select', options),
    id: 'id_tags',
  });
  const rest = ['due', 'places', 'title'];
  const renamed = filledIn(tags({ maxSelect: 2, values: ['b', 'c', 'a'] }, 'labels'));
  expect(renamed).toEqual({ values: { labels: ['a', 'b'] }, unfit: [], lost: rest });
  for (const options of [
    { maxSelect: 2, values: ['a'] },
    { maxSelect: 1, values: ['a', 'b'] },
  ])
    expect(filledIn(tags(options, 'labels'))).toEqual({ values: {}, unfit: ['labels'], lost: rest });
  expect(filledIn(schemaField('places', 'number', { min: 7, max: 7 })).values).toEqual({ places: '7' });
  expect(filledIn(schemaField('places', 'number', { max: 6 })).unfit).toEqual(['places']);
  expect(filledIn(schemaField('places', 'number', { min: 8 })).unfit).toEqual(['places']);
  expect(filledIn(schemaField('places', 'bool')).lost).toContain('places');
});

test('[BY-40] what nobody has changed since keeps its placeholders', () => {
  const template = templateOf({
    content: contentOf(users, { title: 'By {admin}', due: '{today}', username: 'ann' }),
  });
  const { values } = fillTemplate(template, users, known);
  const typed = { ...values, username: 'bob', due: '2026-01-01 00:00:00' };
  expect(withPlaceholders(template, users, values, values)).toEqual({
    title: 'By {admin}',
    due: '{today}',
    username: 'ann',
  });
  expect(withPlaceholders(template, users, values, typed)).toEqual({
    title: 'By {admin}',
    due: '2026-01-01 00:00:00',
    username: 'bob',
  });
  expect(withPlaceholders(template, users, {}, typed)).toEqual(typed);
});
