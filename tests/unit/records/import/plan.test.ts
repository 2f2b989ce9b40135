import { expect, test } from 'vitest';
import { importFields, keyFields, type MappedColumn, missingFields } from '#domain/records/import/plan.ts';
import { readJsonCell } from '#domain/records/import/values.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const must = { required: true };
const posts = collection('posts', [
  field('title', 'text', must),
  field('code', 'number'),
  field('mail', 'email'),
  field('site', 'url'),
  field('due', 'date'),
  field('cover', 'file', must),
  field('note'),
]);
const people = collection('people', [field('nick')], { type: 'auth' });
const mapped = (name: string, of = posts): MappedColumn => {
  const found = importFields(of, true).find((each) => each.name === name);
  if (!found) throw new Error(`No field ${name}`);
  return { column: 0, field: found, key: 'id' };
};

test('records are found by fields whose values can be compared, and users by their names', () => {
  expect(keyFields(posts, () => true)).toEqual(['title', 'code', 'mail', 'site', 'note']);
  expect(keyFields(posts, ({ name }) => name === 'mail')).toEqual(['mail']);
  expect(keyFields(people, () => false)).toEqual(['username', 'email']);
  expect(keyFields(collection('sales', [field('2nd_code'), field('code')]), () => true)).toEqual(['code']);
});

test('a password is imported without its confirmation, and a file only from a zip', () => {
  const names = (hasFiles: boolean, of = posts) => importFields(of, hasFiles).map(({ name }) => name);
  expect(names(true, people)).toEqual([
    ...['id', 'username', 'email', 'emailVisibility', 'password', 'verified', 'nick'],
  ]);
  expect(names(false)).toEqual(['id', 'title', 'code', 'mail', 'site', 'due', 'note']);
  expect(names(true)).toContain('cover');
});

test('a field that only has the name of a confirmation is imported', () => {
  const forms = collection('forms', [field('passwordConfirm', 'text', must)]);
  expect(importFields(forms, true).map(({ name }) => name)).toEqual(['id', 'passwordConfirm']);
  expect(missingFields(forms, [])).toEqual(['passwordConfirm']);
});

test('required fields without a column are named, files and passwords too', () => {
  expect(missingFields(posts, [])).toEqual(['title', 'cover']);
  expect(missingFields(posts, [mapped('title'), mapped('note')])).toEqual(['cover']);
  expect(missingFields(posts, [mapped('title'), mapped('cover')])).toEqual([]);
  expect(missingFields(people, [])).toContain('password');
  expect(missingFields(people, [])).not.toContain('passwordConfirm');
});

test.each([
  ['{"a":1}', { problem: 'Expected a single value.' }],
  ['["a"]', { problem: 'Expected a single value.' }],
  ['null', { problem: 'Cannot be blank.' }],
  ['"a"', { value: 'a' }],
])('a text from the JSON %s', (source, expected) => {
  expect(readJsonCell(source, mapped('title'))).toEqual(expected);
});
