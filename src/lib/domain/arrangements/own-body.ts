import type { CollectionBody } from '#domain/collections/editor/body.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { OWN_COLLECTION } from './own-collection.ts';

const field = (name: string, type: FieldType, options: object, required = false) => ({
  ...{ id: '', name, type, required, presentable: false, system: false },
  options: { ...options },
});

/**
 * The body of the request that creates the collection. Each change is a record with the next revision: the unique index
 * refuses the second of two writers.
 */
export const ownCollectionBody: CollectionBody = {
  ...{ id: '', name: OWN_COLLECTION, type: 'base', system: false },
  schema: [
    field('kind', 'text', { min: null, max: null, pattern: '' }, true),
    field('key', 'text', { min: null, max: null, pattern: '' }, true),
    field('revision', 'number', { min: null, max: null, noDecimal: true }),
    field('value', 'json', { maxSize: 2_000_000 }),
  ],
  indexes: [
    `CREATE UNIQUE INDEX \`idx_${OWN_COLLECTION}\` ON \`${OWN_COLLECTION}\` (\`kind\`, \`key\`, \`revision\`)`,
  ],
  ...{ listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null, options: {} },
};
