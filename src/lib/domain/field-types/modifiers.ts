import { type FieldType, isMultiple, type TypedField } from './field-type.ts';

/** Whether values of a type can contain letters, which `:lower` changes. */
const HAS_LETTERS: Readonly<Record<FieldType, boolean>> = {
  text: true,
  editor: true,
  number: false,
  bool: false,
  email: true,
  url: true,
  date: false,
  select: true,
  file: true,
  relation: true,
  json: true,
};

/** The modifiers that a filter or rule offers after a field. Pass undefined for a system field. */
export const fieldModifiers = (field: TypedField | undefined): readonly string[] =>
  field && isMultiple(field) ? ['each', 'length'] : [];

/**
 * The modifiers after a value of the request, such as `@request.data.title`. The backend accepts `:lower` only there
 * and refuses it after fields of stored records.
 */
export const requestModifiers = (field: TypedField | undefined): readonly string[] =>
  !field || HAS_LETTERS[field.type] ? [...fieldModifiers(field), 'lower'] : fieldModifiers(field);
