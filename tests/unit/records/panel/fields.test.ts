import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { readCollection } from '#wire/collections.ts';

const accounts = (options: Record<string, unknown> = {}): Collection =>
  readCollection({ id: 'users_id', name: 'users', type: 'auth', options });
const summary = (part: Collection, isNew: boolean) =>
  formFieldsOf(part, isNew).map(
    ({ name, kind, required }) => `${name} ${kind}${required ? ' required' : ''}`,
  );

test('[RP-07] a new account has an id and needs a password, not a username', () => {
  expect(summary(accounts(), true)).toEqual([
    'id id',
    'username text',
    'email email',
    'emailVisibility bool',
    'password password required',
    'passwordConfirm password required',
    'verified bool',
  ]);
});

test('[RP-07] a stored account needs a username, not a password', () => {
  expect(summary(accounts(), false)).toEqual([
    'username text required',
    'email email',
    'emailVisibility bool',
    'password password',
    'passwordConfirm password',
    'verified bool',
  ]);
});

test.each([
  [true, true],
  [false, false],
  [undefined, false],
])('[RP-07] with requireEmail %s the email is required: %s', (requireEmail, isRequired) => {
  const email = formFieldsOf(accounts({ requireEmail }), true).find(({ name }) => name === 'email');
  expect(email?.required).toBe(isRequired);
});

test('[RP-07] system fields have one value', () => {
  const system = formFieldsOf(accounts(), true);
  expect(system.filter(({ isMultiple, max }) => isMultiple || max !== 1)).toEqual([]);
});

test.each([
  ['relation', undefined, Number.POSITIVE_INFINITY, true],
  ['relation', null, Number.POSITIVE_INFINITY, true],
  ['relation', 0, Number.POSITIVE_INFINITY, true],
  ['relation', 1, 1, true],
  ['relation', 3, 3, true],
  ['select', undefined, 1, false],
  ['select', 0, 1, false],
  ['select', 1, 1, false],
  ['select', 2, 2, true],
  ['file', undefined, 1, false],
  ['file', 5, 5, true],
  ['text', 5, 1, false],
])('a %s with maxSelect %s has up to %s values, as a list: %s', (type, maxSelect, max, isMultiple) => {
  const schema = [{ name: 'field', type, required: true, options: { maxSelect } }];
  const [field] = formFieldsOf(readCollection({ id: 'c', name: 'c', schema }), false);
  expect(field).toMatchObject({ name: 'field', kind: type, required: true, max, isMultiple });
});
