import { type Collection, ownFields, withOwnFields } from '#domain/backend/collection.ts';
import type { Field, FieldOf } from '#domain/backend/field.ts';
import { type FieldValues, valuesOf } from '#domain/collections/editor/values.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

/** A saved field with these options of the backend. Its id is `f_` and its name. */
export function savedField(name: string): FieldOf<'text'>;
export function savedField<Type extends ShownType>(
  name: string,
  type: Type,
  options?: object,
): Extract<Field, { type: Type }>;
export function savedField(name: string, type: ShownType = 'text', options: object = {}): Field {
  const flags = { required: false, presentable: false, system: false };
  const [field] = ownFields(readCollection({ schema: [{ id: `f_${name}`, name, type, options, ...flags }] }));
  if (!field) throw new Error('A field.');
  return field;
}

/** A collection with other fields of its own. */
export const withFields = (collection: Collection, own: readonly Field[]): Collection => ({
  ...collection,
  fields: withOwnFields(collection.fields, own),
});

/** A saved collection. Its id is `c_` and its name; `rest` overrides any part, in the words of the backend. */
export function savedCollection(name: string, fields: readonly Field[], rest: object = {}): Collection {
  const json = {
    id: `c_${name}`,
    created: '2026-01-01 00:00:00.000Z',
    updated: '2026-01-01 00:00:00.000Z',
    name,
    type: 'base',
    options: {},
    ...rest,
  };
  const { schema } = writeCollection(withFields(readCollection(json), fields));
  return readCollection({ ...json, schema });
}

/** What the editor holds of a field. */
export function fieldValues(field: Field): FieldValues {
  const [values] = valuesOf(withFields(savedCollection('any', []), [field])).fields;
  if (!values) throw new Error('A field.');
  return values;
}
