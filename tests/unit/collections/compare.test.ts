import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import {
  changedFieldOptions,
  differencesBetween,
  isBlank,
  isSameCollection,
  isSameCollectionOption,
  isSameField,
  isSameFieldOption,
} from '#domain/collections/compare.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { fieldValues, savedCollection, savedField, withFields } from './editor/collections.ts';

test.each([
  [null, true],
  [undefined, true],
  ['', true],
  [false, true],
  [[], true],
  [0, false],
  [true, false],
  [' ', false],
  [[''], false],
  [{}, false],
])('%j is blank: %s', (value, expected) => {
  expect(isBlank(value)).toBe(expected);
});

test.each<[ShownType, unknown, unknown, boolean]>([
  ['text', null, '', true],
  ['text', false, [], true],
  ['text', 0, null, false],
  ['text', 5, 5, true],
  ['text', '2026-11-05', '2026-11-05 00:00:00', false],
  ['date', '2026-11-05', '2026-11-05 00:00:00.000Z', true],
  ['date', '2026-11-05', '2026-11-06', false],
  ['date', '2026-11-05', '', false],
  ['date', 'soon', 'soon', true],
  ['date', 'soon', 'later', false],
  ['date', 5, 5, true],
  ['date', 5, '5', false],
])('an option of a %s: %j equals %j: %s', (type, a, b, expected) => {
  expect(isSameFieldOption(type, a, b)).toBe(expected);
  expect(isSameFieldOption(type, b, a)).toBe(expected);
});

test('lists the options that differ or exist on only one side', () => {
  const [a, b] = [
    fieldValues(savedField('a', 'text', { min: 1, max: null })),
    fieldValues(savedField('a', 'text', { min: 2, pattern: 'x' })),
  ];
  expect(changedFieldOptions(a, b)).toEqual(['min', 'pattern']);
});

test.each([
  [{}, true],
  [{ id: 'other' }, true],
  [{ name: 'b' }, false],
  [{ type: 'number' as const }, false],
  [{ isRequired: true }, false],
  [{ isPresentable: true }, false],
  [{ options: { min: 1 } }, false],
  [{ options: { min: null } }, true],
])('a field with %j equals the original: %s', (change, expected) => {
  const field = fieldValues(savedField('a'));
  expect(isSameField(field, { ...field, ...change })).toBe(expected);
});

test.each([
  [[], null, true],
  [null, [], true],
  [['a'], null, false],
  ['', null, false],
  [['a'], ['a'], true],
])('an option of a collection: %j equals %j: %s', (a, b, expected) => {
  expect(isSameCollectionOption(a, b)).toBe(expected);
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: undefined }, {}, true],
  [Number.NaN, Number.NaN, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, [], false],
  [{}, null, false],
  [null, {}, false],
  ['a', {}, false],
  [1, '1', false],
  [{}, { constructor: Object }, false],
])('%j and %j have the same structure: %s', (a, b, expected) => {
  expect(isSameStructure(a, b)).toBe(expected);
});

test('collections are compared without their dates', () => {
  const posts = savedCollection('posts', [savedField('a')]);
  expect(isSameCollection(posts, { ...posts, created: 'x', updated: 'y' })).toBe(true);
  expect(isSameCollection(posts, { ...posts, name: 'notes' })).toBe(false);
  expect(isSameCollection(posts, withFields(posts, []))).toBe(false);
});

test('the parts that differ have both of their values, whatever the dates', () => {
  const users = savedCollection('users', [savedField('a'), savedField('b')], {
    ...{ type: 'auth', listRule: null, indexes: ['CREATE INDEX `one` ON `users` (`a`)'] },
    options: { onlyVerified: false },
  });
  const [a, b] = ownFields(users);
  if (!a || !b || !users.auth) throw new Error('The collection has no fields.');
  const changed = {
    ...withFields(users, [b, { ...a, name: 'c' }]),
    ...{ updated: 'later', name: 'people', listRule: '', indexes: [] },
    auth: { ...users.auth, isVerifiedOnly: true },
  };
  const [from, to] = [valuesOf(users), valuesOf(changed)];
  expect(differencesBetween(from, to, undefined)).toEqual([
    { of: 'name', from: 'users', to: 'people' },
    { of: 'field', from: from.fields[0], to: to.fields[1] },
    { of: 'order', to: to.fields },
    { of: 'rule', name: 'listRule', from: null, to: '' },
    { of: 'option', name: 'isVerifiedOnly', from: false, to: true },
    { of: 'index', from: 'CREATE INDEX `one` ON `users` (`a`)', to: undefined },
  ]);
  expect(differencesBetween(from, valuesOf({ ...users, updated: 'later' }), undefined)).toEqual([]);
});
