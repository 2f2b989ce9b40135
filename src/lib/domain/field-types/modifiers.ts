import { type FieldType, isMultiple, type TypedField } from './field-type.ts';

const WITHOUT_LETTERS: ReadonlySet<FieldType> = new Set(['number', 'bool', 'date']);

/** Offered after a field in filters and rules; undefined is a system field. */
export const fieldModifiers = (field: TypedField | undefined): readonly string[] =>
  field && isMultiple(field) ? ['each', 'length'] : [];

/** After a value such as `@request.data.title`: the backend refuses `:lower` after fields of stored records. */
export const requestModifiers = (field: TypedField | undefined): readonly string[] =>
  field && WITHOUT_LETTERS.has(field.type) ? fieldModifiers(field) : [...fieldModifiers(field), 'lower'];
