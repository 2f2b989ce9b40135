import { type Collection, fieldWith, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { isMultiple, isTyped, mostOf, type ShownType, shownType } from '#domain/field-types/field-type.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';
import { type IdForm, idFieldOf } from '../record-id.ts';

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
  /** Left empty in a new record, the backend makes its value. */
  readonly isGenerated?: true;
  /** Of an id, or of ids of other records; undefined where all collections have the same. */
  readonly ids?: IdForm | 'any' | undefined;
}

/** Two states of a record are compared in it: nobody can read a password, and an id never changes. */
export const isCompared = ({ kind }: FormField): boolean => kind !== 'password' && kind !== 'id';

/** A password of an account, which the backend takes with its repetition only. */
export const isOfAccount = ({ kind, field }: FormField): boolean => kind === 'password' && !field;

/** As which type it is shown. */
export const formType = ({ kind }: FormField): ShownType =>
  kind === 'id' || kind === 'password' ? 'text' : kind;

/** Another record can get its value. */
export const isCopied = (field: FormField): boolean => isCompared(field) && field.kind !== 'file';

function system(name: string, kind: FormKind, required = false): FormField {
  return { name, kind, required, isMultiple: false, max: 1 };
}

function schemaField(field: Field, isNew: boolean, ids?: 'any'): FormField {
  const isGenerated = isNew && field.type === 'text' && Boolean(field.autogenerate);
  // A stored password is not shown, but there.
  const isThere = field.type === 'password' && !isNew;
  return {
    name: field.name,
    kind: field.type === 'password' ? field.type : shownType(field.type),
    required: field.isRequired && !isGenerated && !isThere,
    isMultiple: field.type === 'relation' || isMultiple(field),
    max: mostOf(field),
    field,
    ...(isGenerated && { isGenerated }),
    ...(ids && field.type === 'relation' && { ids }),
  };
}

/** In the order of the form: id (only for a new record), those of accounts, then those of the schema that can be set. */
export function formFieldsOf(collection: Collection, isNew: boolean): FormField[] {
  const auth =
    collection.type === 'auth'
      ? [
          // The backend generates a missing username for a new record, but refuses an empty one on update.
          ...(fieldWith(collection, 'username') ? [system('username', 'text', !isNew)] : []),
          system('email', 'email', collection.auth?.isEmailRequired),
          system('emailVisibility', 'bool'),
          system('password', 'password', isNew),
          system('passwordConfirm', 'password', isNew),
          system('verified', 'bool'),
        ]
      : [];
  const ids = idFieldOf(collection);
  return [
    ...(isNew ? [{ ...system('id', 'id'), ...(ids && { ids }) }] : []),
    ...auth,
    ...ownFields(collection)
      .filter(isTyped)
      .map((field) => schemaField(field, isNew, ids && 'any')),
  ];
}
