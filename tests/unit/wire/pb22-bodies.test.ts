import { expect, test } from 'vitest';
import { completeCollection, type FieldInput, field } from '#scripts/lib/schema.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

const bodyOf = (...fields: FieldInput[]) => completeCollection({ name: 'made', fields });

test('[API-04] a new collection is sent completely, with empty ids and dates', () => {
  const options = { min: null, max: null, pattern: '' };
  const kind = { type: 'text', required: false, presentable: false, system: false, options };
  expect(bodyOf(field('title'))).toEqual({
    ...{
      id: '',
      created: '',
      updated: '',
      name: 'made',
      type: 'base',
      system: false,
      indexes: [],
      options: {},
    },
    schema: [{ id: '', name: 'title', ...kind }],
    ...{ listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null },
  });
});

test('[AO-08] an auth collection is sent with each of its options', () => {
  const { options } = completeCollection({
    ...{ name: 'users', type: 'auth' },
    auth: {
      ...{ identityFields: ['email'], hasOAuth2: false, minPassword: 11, isVerifiedOnly: true },
      ...{ isEmailRequired: true, onlyDomains: ['a.org', 'b.org'] },
    },
  });
  expect(options).toEqual({
    ...{ allowUsernameAuth: false, allowEmailAuth: true, allowOAuth2Auth: false },
    ...{ exceptEmailDomains: [], onlyEmailDomains: ['a.org', 'b.org'], requireEmail: true },
    ...{ minPasswordLength: 11, onlyVerified: true, manageRule: null },
  });
});

test('[VQ-04] a view is sent with its query, and without fields', () => {
  const { options, schema } = completeCollection({ name: 'view', type: 'view', query: 'SELECT id FROM a' });
  expect([options, schema]).toEqual([{ query: 'SELECT id FROM a' }, []]);
});

const DATES = { min: '2026-01-15 00:00:00.000Z', max: '2027-12-31 03:30:00.000Z' };
const FILES = { mimeTypes: ['application/zip'], thumbs: ['50x50', '480x720f'] };

test.each<[FieldInput, object]>([
  [field('a', 'text', { min: 3, max: 30, pattern: '^a+$' }), { min: 3, max: 30, pattern: '^a+$' }],
  [field('a', 'number', { min: -1.5, max: 20, isWhole: true }), { min: -1.5, max: 20, noDecimal: true }],
  [field('a', 'number'), { min: null, max: null, noDecimal: false }],
  [field('a', 'bool'), {}],
  [field('a', 'editor', { stripsDomain: true }), { convertUrls: true }],
  [field('a', 'json', { maxSize: 1234 }), { maxSize: 1234 }],
  [field('a', 'json'), { maxSize: 2_000_000 }],
  [field('a', 'email', { exceptDomains: ['x.com'] }), { exceptDomains: ['x.com'], onlyDomains: [] }],
  [field('a', 'url', { onlyDomains: ['x.com'] }), { exceptDomains: [], onlyDomains: ['x.com'] }],
  [field('a', 'date', DATES), DATES],
  [field('a', 'date'), { min: '', max: '' }],
  [field('a', 'select', { choices: ['x', 'y z'], max: 2 }), { maxSelect: 2, values: ['x', 'y z'] }],
  [field('a', 'select', { choices: ['x'] }), { maxSelect: 1, values: ['x'] }],
  [
    field('a', 'file', { ...FILES, max: 99, maxSize: 99_999 }),
    { ...FILES, maxSelect: 99, maxSize: 99_999, protected: false },
  ],
  [
    field('a', 'file', { isProtected: true }),
    { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 5_242_880, protected: true },
  ],
  [
    field('a', 'relation', { collectionId: 'c', cascades: true, min: 3, max: null }),
    { collectionId: 'c', cascadeDelete: true, minSelect: 3, maxSelect: null },
  ],
  [
    field('a', 'relation', { collectionId: 'c' }),
    { collectionId: 'c', cascadeDelete: false, minSelect: null, maxSelect: 1 },
  ],
])('[FO-01] the options of %j are sent under their keys', (input, options) => {
  expect(bodyOf(input)['schema']).toMatchObject([{ name: 'a', type: input.type, options }]);
  expect(Object.keys((bodyOf(input)['schema'] as { options: object }[])[0]?.options ?? {})).toEqual(
    expect.arrayContaining(Object.keys(options)),
  );
});

test('a stored collection is sent without its dates, and otherwise as it is', () => {
  const stored = { ...bodyOf(field('title')), id: 'abc', unknown: [1], options: { more: null } };
  const { created: _created, updated: _updated, ...sent } = stored as Readonly<Record<string, unknown>>;
  expect(writeCollection(readCollection(stored))).toEqual(sent);
});
