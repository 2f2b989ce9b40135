import type { Collection } from '#domain/backend/collection.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { readCollection } from '#wire/collections.ts';

/** A collection with a field of every kind that the form handles differently. */
export const collection: Collection = readCollection({
  id: 'posts_id',
  name: 'posts',
  type: 'base',
  schema: [
    { name: 'title', type: 'text' },
    { name: 'amount', type: 'number' },
    { name: 'active', type: 'bool' },
    { name: 'due', type: 'date' },
    { name: 'meta', type: 'json' },
    { name: 'status', type: 'select', options: { maxSelect: 1 } },
    { name: 'tags', type: 'select', options: { maxSelect: 3 } },
    { name: 'cover', type: 'file', options: { maxSelect: 1 } },
    { name: 'files', type: 'file', options: { maxSelect: 4 } },
    { name: 'author', type: 'relation', options: { maxSelect: 1 } },
    { name: 'others', type: 'relation', options: { maxSelect: null } },
  ],
});

export const fields: readonly FormField[] = formFieldsOf(collection, false);

export function fieldNamed(name: string): FormField {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`No field ${name}.`);
  return field;
}
