import * as fc from 'fast-check';
import type { JsonObject } from '#domain/app/lenient.ts';
import { type Entry, rawOf } from '#tests/support/settings/entries.ts';

/** A field as the API returns it. */
export const fieldOf = (id: string, name: string, rest: object = {}): JsonObject => ({
  system: false,
  id,
  name,
  type: 'text',
  required: false,
  presentable: false,
  unique: false,
  options: { min: null, max: null, pattern: '' },
  ...rest,
});

/** A relation to the collection with this id. */
export const relationOf = (id: string, name: string, collectionId: string): JsonObject =>
  fieldOf(id, name, { type: 'relation', options: { collectionId, cascadeDelete: false, maxSelect: 1 } });

const HOSTILE = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '<img src=x onerror=alert(1)>'];

const nameArbitrary = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ minLength: 1, maxLength: 8 }));
const ruleArbitrary = fc.option(fc.string({ maxLength: 12 }), { nil: null });

const schemaArbitrary = (targets: readonly string[]) =>
  fc.uniqueArray(
    fc.record({
      id: nameArbitrary,
      name: nameArbitrary,
      required: fc.boolean(),
      target: fc.option(fc.constantFrom(...targets), { nil: undefined }),
      options: fc.dictionary(nameArbitrary, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  );

/** Collections with different ids and names, fields with different ids, and relations among the collections. */
export const collectionsArbitrary: fc.Arbitrary<readonly Entry[]> = fc
  .uniqueArray(nameArbitrary, { minLength: 1, maxLength: 6 })
  .chain((ids) => {
    const collection = (id: string, index: number) =>
      fc
        .record({
          schema: schemaArbitrary(ids),
          listRule: ruleArbitrary,
          indexes: fc.array(fc.string({ maxLength: 12 }), { maxLength: 2 }),
        })
        .map(({ schema, listRule, indexes }) =>
          rawOf(
            id,
            `name ${index}`,
            schema.map(({ id: fieldId, name, required, target, options }) =>
              target === undefined
                ? fieldOf(fieldId, name, { required, options })
                : relationOf(fieldId, name, target),
            ),
            { listRule, indexes },
          ),
        );
    return fc.tuple(...ids.map(collection));
  });
