import type { Collection, SchemaField } from '#domain/collections/collection.ts';
import { hasMultiple, isMultiple } from '#domain/field-types/field-type.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';

/** One field of a record form. */
export interface FormField {
  readonly name: string;
  readonly kind: FormKind;
  readonly required: boolean;
  /** Whether the value is a list: always for relations, for select and file if several values are allowed. */
  readonly isMultiple: boolean;
  /** Maximum number of values; `Infinity` without a limit. */
  readonly max: number;
  /** The field of the collection's schema; absent for system fields. */
  readonly field?: SchemaField;
}

const system = (name: string, kind: FormKind, required = false): FormField => ({
  name,
  kind,
  required,
  isMultiple: false,
  max: 1,
});

function schemaField(field: SchemaField): FormField {
  const limit = field.options['maxSelect'];
  const unlimited = field.type === 'relation' ? Number.POSITIVE_INFINITY : 1;
  const max = hasMultiple(field.type) ? (typeof limit === 'number' && limit > 0 ? limit : unlimited) : 1;
  return {
    name: field.name,
    kind: field.type,
    required: field.required,
    isMultiple: field.type === 'relation' || isMultiple(field),
    max,
    field,
  };
}

/**
 * The fields of a collection's record form in order: id (only for a new record), for auth collections username, email,
 * emailVisibility, password, passwordConfirm, verified, then the fields of the schema.
 */
export function formFieldsOf(collection: Collection, isNew: boolean): FormField[] {
  const auth =
    collection.type === 'auth'
      ? [
          // The backend generates a missing username for a new record, but refuses an empty one on update.
          system('username', 'text', !isNew),
          system('email', 'email', collection.options['requireEmail'] === true),
          system('emailVisibility', 'bool'),
          system('password', 'password', isNew),
          system('passwordConfirm', 'password', isNew),
          system('verified', 'bool'),
        ]
      : [];
  return [...(isNew ? [system('id', 'id')] : []), ...auth, ...collection.schema.map(schemaField)];
}
