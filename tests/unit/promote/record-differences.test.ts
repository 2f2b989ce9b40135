import { expect, test } from 'vitest';
import { parseCollection } from '#domain/collections/collection.ts';
import { differingFields, hasFiles, sentFields } from '#domain/promote/record-differences.ts';
import { parseRecordSource } from '#domain/records/panel/record-source.ts';

const users = parseCollection({
  id: 'u',
  name: 'users',
  type: 'auth',
  schema: ['title', 'amount:number', 'scan:file', 'data:json'].map((text) => {
    const [name, type = 'text'] = text.split(':');
    return { name, type, options: {} };
  }),
});
const sourceOf = (record: object) => parseRecordSource(JSON.stringify({ id: 'r1', ...record }));
const namesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

test('a record is sent without its id, its files, its password, and what the source does not have', () => {
  const source = sourceOf({ title: '', scan: 'a.png', email: 'a', password: 'b', other: 1 });
  expect(namesOf(sentFields(users, source))).toEqual(['email', 'title']);
});

test('fields differ by what they mean, not by how they are written', () => {
  const stored = sourceOf({ title: 'a', amount: 1, scan: 'a.png', data: { b: 1 }, username: 'x' });
  const differing = (record: object) => namesOf(differingFields(users, sourceOf(record), stored));
  expect(differing({ title: 'a', amount: 1, scan: 'b.png', data: { b: 1 } })).toEqual([]);
  expect(differing({ title: 'b', amount: 2, username: 'x' })).toEqual(['title', 'amount']);
  const text = '{"id":"r1","title":"\\u0061","amount":1.0,"data":{ "b": 2 }}';
  expect(namesOf(differingFields(users, parseRecordSource(text), stored))).toEqual(['data']);
});

test('a record has files if one of its file fields names some', () => {
  expect(hasFiles(users, sourceOf({ title: 'a', scan: '' }))).toBe(false);
  expect(hasFiles(users, sourceOf({ scan: 'a.png' }))).toBe(true);
});
