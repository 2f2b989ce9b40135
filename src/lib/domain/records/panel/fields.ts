import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { isMultiple, mostOf, shownType } from '#domain/field-types/field-type.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';

export interface FormField {
  readonly name: string;
  readonly kind: FormKind;
  readonly required: boolean;
  /** Always for relations, for select and file if several values are allowed. */
  readonly isMultiple: boolean;
  /** Number of values; `Infinity` without a limit. */
  readonly max: number;
  /** In the schema; absent for system fields. */
  readonly field?: Field;
}

/** Two states of a record are compared in it: nobody can read a password, and an id never changes. */
export const isCompared = ({ kind }: FormField): boolean => kind !== 'password' && kind !== 'id';

/** Another record can get its value. */
export const isCopied = (field: FormField): boolean => isCompared(field) && field.kind !== 'file';

function system(name: string, kind: FormKind, required = false): FormField {
  return { name, kind, required, isMultiple: false, max: 1 };
}

function schemaField(field: Field): FormField {
  return {
    name: field.name,
    kind: shownType(field.type),
    required: field.isRequired,
    isMultiple: field.type === 'relation' || isMultiple(field),
    max: mostOf(field),
    field,
  };
}

/** In the order of the form: id (only for a new record), those of accounts, then those of the schema. */
export function formFieldsOf(collection: Collection, isNew: boolean): FormField[] {
  const auth =
    collection.type === 'auth'
      ? [
          // The backend generates a missing username for a new record, but refuses an empty one on update.
          system('username', 'text', !isNew),
          system('email', 'email', collection.auth?.isEmailRequired),
          system('emailVisibility', 'bool'),
          system('password', 'password', isNew),
          system('passwordConfirm', 'password', isNew),
          system('verified', 'bool'),
        ]
      : [];
  return [...(isNew ? [system('id', 'id')] : []), ...auth, ...ownFields(collection).map(schemaField)];
}
