import { type Collection, parseCollection, type SchemaField } from '#domain/collections/collection.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';

/** A saved field. Its id is `f_` and its name. */
export function savedField(name: string, type: FieldType = 'text', options: object = {}): SchemaField {
  const field = { id: `f_${name}`, name, type, options, required: false, presentable: false, system: false };
  return field as SchemaField;
}

/** A saved collection. Its id is `c_` and its name; `rest` overrides any part. */
export function savedCollection(
  name: string,
  schema: readonly SchemaField[],
  rest: Partial<Collection> = {},
): Collection {
  return parseCollection({
    id: `c_${name}`,
    created: '2026-01-01 00:00:00.000Z',
    updated: '2026-01-01 00:00:00.000Z',
    name,
    type: 'base',
    schema,
    ...rest,
  });
}
