import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field, FieldMembers, FieldType, Limit } from '#domain/backend/field.ts';
import { OPTIONS, readCollection } from '#wire/pb22/collections.ts';
import { readRefusal } from '#wire/problems.ts';
import { collectionProblems, writeCollection } from '#wire/save-collection.ts';
import { answersOf } from './answers.ts';

const FIELD_TYPES = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];
type Type22 = (typeof FIELD_TYPES)[number];

const word = fc.stringMatching(/^[a-z]\w{0,8}$/);
const words = fc.array(word, { maxLength: 3 });
const limit: fc.Arbitrary<Limit> = fc.option(fc.nat(), { nil: null });
const size: fc.Arbitrary<Limit> = fc.nat();
const most: fc.Arbitrary<Limit> = fc.integer({ min: 1, max: 99 });
const bound = fc.option(fc.integer(), { nil: null });
const rule = fc.option(fc.string(), { nil: null });
const domains = fc.record({ exceptDomains: words, onlyDomains: words });

const OWN: { [Type in Type22]: fc.Arbitrary<FieldMembers[Type]> } = {
  text: fc.record({ min: limit, max: limit, pattern: fc.string() }),
  editor: fc.record({ stripsDomain: fc.boolean() }),
  number: fc.record({ min: bound, max: bound, isWhole: fc.boolean() }),
  bool: fc.record({}),
  email: domains,
  url: domains,
  date: fc.record({ min: fc.string(), max: fc.string() }),
  select: fc.record({ choices: words, max: most }),
  file: fc.record({ max: most, maxSize: size, mimeTypes: words, thumbs: words, isProtected: fc.boolean() }),
  relation: fc.record({
    collectionId: word,
    min: limit,
    max: fc.option(most, { nil: null }),
    cascades: fc.boolean(),
  }),
  json: fc.record({ maxSize: size }),
};

const field: fc.Arbitrary<Field> = fc
  .constantFrom(...FIELD_TYPES)
  .chain((type) => OWN[type].map((own) => ({ type, own })))
  .chain(({ type, own }) =>
    fc
      .record({
        id: word,
        name: word,
        isRequired: fc.boolean(),
        isPresentable: fc.boolean(),
        isSystem: fc.boolean(),
      })
      .map(
        (common) =>
          ({
            ...{ role: undefined, isBuiltIn: false, isHidden: false, help: '', raw: undefined },
            ...common,
            ...own,
            type: type satisfies FieldType,
          }) as Field,
      ),
  );

const auth = fc.record({
  identityFields: fc.subarray(['username', 'email']),
  hasOAuth2: fc.boolean(),
  minPassword: fc.option(fc.nat(72), { nil: null }),
  exceptDomains: words,
  onlyDomains: words,
  isEmailRequired: fc.boolean(),
  isVerifiedOnly: fc.boolean(),
});

const collection: fc.Arbitrary<Collection> = fc
  .record({
    ...{
      id: word,
      name: word,
      isSystem: fc.boolean(),
      fields: fc.array(field, { maxLength: 6 }),
      indexes: words,
    },
    ...{
      listRule: rule,
      viewRule: rule,
      createRule: rule,
      updateRule: rule,
      deleteRule: rule,
      manageRule: rule,
    },
    ...{ query: fc.string(), auth, type: fc.constantFrom('auth', 'base', 'view') },
  })
  .map(({ type, query, manageRule, auth: options, ...rest }) => ({
    ...rest,
    type: type as Collection['type'],
    ...{ created: '', updated: '' },
    ...(type === 'view' && { query }),
    ...(type === 'auth' && { auth: options, manageRule }),
    raw: undefined,
  }));

const own = (fields: readonly Field[]) => ownFields({ fields }).map((one) => ({ ...one, raw: undefined }));

test('what 0.22 can express comes back as it was written', () => {
  fc.assert(
    fc.property(collection, (model) => {
      const read = readCollection(JSON.parse(JSON.stringify(writeCollection(model))));
      expect({ ...read, fields: own(read.fields), raw: undefined }).toEqual(model);
    }),
    { numRuns: 500 },
  );
});

test('a collection that nobody changed is sent as it came', () => {
  fc.assert(
    fc.property(collection, fc.jsonValue(), (model, unknown) => {
      const stored = { ...JSON.parse(JSON.stringify(writeCollection(model))), later: unknown };
      expect(writeCollection(readCollection(stored))).toEqual(
        model.raw ? stored : expect.objectContaining({ later: unknown, schema: stored.schema }),
      );
    }),
    { numRuns: 500 },
  );
});

test.each(answersOf('0.22.'))('the collections of %s are sent as they came', (_version, answer) => {
  const { items } = answer('collections').body as { items: Record<string, unknown>[] };
  expect(items.map(({ name: own }) => own)).toEqual(['bare', 'full', 'people', 'seen', 'target', 'users']);
  for (const item of items) {
    const { created: _created, updated: _updated, ...sent } = item;
    expect(writeCollection(readCollection(item))).toEqual(sent);
  }
});

test('what Atoll does not know survives an edit of a field, of its options and of the collection', () => {
  const title = { id: 'f1', name: 'title', type: 'text', required: false, unique: true };
  const later = { id: 'f2', name: 'place', type: 'geoPoint', options: { zoom: 3 } };
  const stored = {
    ...{ id: 'c1', name: 'people', type: 'auth', later: { a: [1, null] } },
    schema: [{ ...title, options: { min: null, max: 5, more: { b: 2 } } }, later],
    options: { allowEmailAuth: true, minPasswordLength: 8, manageRule: null, other: ['x'] },
  };
  const read = readCollection(stored);
  const edited = {
    ...read,
    fields: read.fields.map((one) =>
      one.type === 'text' && one.id === 'f1' ? { ...one, name: 'headline', max: 9 } : one,
    ),
    manageRule: '',
    auth: read.auth && { ...read.auth, minPassword: 10 },
  };
  expect(writeCollection(edited)).toEqual({
    ...stored,
    schema: [{ ...title, name: 'headline', options: { min: null, max: 9, more: { b: 2 } } }, later],
    options: { allowEmailAuth: true, minPasswordLength: 10, manageRule: '', other: ['x'] },
  });
});

const ERROR = { code: 'validation_x', message: 'No.' };
const sent = (type: string) =>
  readCollection({
    type,
    schema: [
      { id: 'f1', name: 'a', type: 'text' },
      { id: 'f2', name: 'b', type: 'file' },
    ],
  });

test.each<[string, object, object]>([
  ['base', { name: ERROR, listRule: ERROR }, { name: ERROR, listRule: ERROR }],
  ['base', { indexes: { 1: ERROR } }, { indexes: { 1: ERROR } }],
  ['base', { schema: ERROR }, { fields: ERROR }],
  [
    'base',
    { schema: { 0: { name: ERROR, system: ERROR, type: ERROR } } },
    { fields: { 0: { name: ERROR, isSystem: ERROR, type: ERROR } } },
  ],
  ['base', { schema: { 0: { options: { max: ERROR } } } }, { fields: { 0: { max: ERROR } } }],
  ['base', { schema: { 1: { options: { maxSelect: ERROR } } } }, { fields: { 1: { max: ERROR } } }],
  [
    'base',
    { schema: { 1: { options: { thumbs: { 2: ERROR } } } } },
    { fields: { 1: { thumbs: { 2: ERROR } } } },
  ],
  ['base', { schema: { 1: { options: { more: ERROR } } } }, { fields: { 1: { more: ERROR } } }],
  ['base', { schema: { 1: { options: ERROR } } }, { fields: { 1: { options: ERROR } } }],
  ['base', { schema: { 0: ERROR, 7: { name: ERROR } } }, { fields: { 0: ERROR, 7: { name: ERROR } } }],
  ['base', { options: ERROR }, { options: ERROR }],
  ['view', { options: { query: ERROR } }, { query: ERROR }],
  ['view', { options: ERROR }, { query: ERROR }],
  ['auth', { options: { manageRule: ERROR } }, { manageRule: ERROR }],
  [
    'auth',
    { options: { minPasswordLength: ERROR, more: ERROR } },
    { auth: { minPassword: ERROR, more: ERROR } },
  ],
  ['auth', { options: { onlyEmailDomains: { 0: ERROR } } }, { auth: { onlyDomains: { 0: ERROR } } }],
  ['auth', { options: ERROR }, { auth: ERROR }],
])('of a %s collection the error %j is told by the members of the model', (type, errors, told) => {
  const problemsIn = (data: object) => readRefusal({ data }).problems;
  expect(collectionProblems(problemsIn(errors), sent(type))).toEqual(problemsIn(told));
});
