import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field, FieldMembers, FieldType, Limit } from '#domain/backend/field.ts';
import { readCollection, writeCollection } from '#wire/pb22/collections.ts';
import { FIELD_TYPES } from '#wire/pb22/fields.ts';
import { answersOf } from './answers.ts';

type Type22 = (typeof FIELD_TYPES)[number];

const word = fc.stringMatching(/^[a-z]\w{0,8}$/);
const words = fc.array(word, { maxLength: 3 });
const limit: fc.Arbitrary<Limit> = fc.oneof(fc.nat(), fc.constant('none' as const));
const size: fc.Arbitrary<Limit> = fc.nat();
const many: fc.Arbitrary<Limit | false> = fc.oneof(
  fc.integer({ min: 2, max: 99 }),
  fc.constant(false as const),
);
const bound = fc.option(fc.integer(), { nil: undefined });
const rule = fc.option(fc.string(), { nil: null });
const domains = fc.record({ exceptDomains: words, onlyDomains: words });

const OWN: { [Type in Type22]: fc.Arbitrary<FieldMembers[Type]> } = {
  text: fc.record({ min: limit, max: limit, pattern: fc.string(), autogenerate: fc.constant('') }),
  editor: fc.record({ stripsDomain: fc.boolean(), maxSize: fc.constant('none' as const) }),
  number: fc.record({ min: bound, max: bound, isWhole: fc.boolean() }),
  bool: fc.record({}),
  email: domains,
  url: domains,
  date: fc.record({ min: fc.string(), max: fc.string() }),
  select: fc.record({ choices: words, many }),
  file: fc.record({ many, maxSize: size, mimeTypes: words, thumbs: words, isProtected: fc.boolean() }),
  relation: fc.record({
    collectionId: word,
    min: limit,
    many: fc.oneof(many, fc.constant('none' as const)),
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
            ...{ role: undefined, isInvented: false, isHidden: false, help: '', raw: undefined },
            ...common,
            ...own,
            type: type satisfies FieldType,
          }) as Field,
      ),
  );

const auth = fc
  .record({
    identityFields: fc.subarray(['username', 'email']),
    hasOAuth2: fc.boolean(),
    minPassword: fc.nat(72),
    isVerifiedOnly: fc.boolean(),
    email: fc.record({ isRequired: fc.boolean(), exceptDomains: words, onlyDomains: words }),
  })
  .map((options) => ({ ...options, hasPassword: options.identityFields.length > 0 }));

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
    query: type === 'view' ? query : '',
    manageRule: type === 'auth' ? manageRule : undefined,
    authRule: undefined,
    auth: type === 'auth' ? options : undefined,
    raw: undefined,
  }));

const own = (fields: readonly Field[]) =>
  fields.filter(({ isInvented }) => !isInvented).map((one) => ({ ...one, raw: undefined }));

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
