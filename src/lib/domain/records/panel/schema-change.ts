import { ownOf } from '#domain/app/lenient.ts';
import type { SchemaField } from '#domain/collections/collection.ts';
import {
  type FormKind,
  type FormValue,
  type FormValues,
  isFileValue,
  valueKind,
} from '#domain/field-types/form-value.ts';
import type { RecordData } from '../record.ts';
import type { FormField } from './fields.ts';
import { changedFields, emptyValue } from './values.ts';

/** A value that was typed in a field that the collection no longer has. */
export interface OrphanedValue {
  /** The last name of the field. */
  readonly name: string;
  readonly value: FormValue;
}

/** A field before the collection was changed, with the properties that are known. */
export interface FormerField {
  readonly name: string;
  readonly id?: unknown;
  readonly kind?: FormKind;
  readonly field?: SchemaField;
}

/** The current fields by the names that they had before the collection was changed, without removed fields. */
export type FieldMoves = ReadonlyMap<string, FormField>;

/**
 * Matches the fields of a form before and after its collection was changed: by id, which a renamed field keeps, else by
 * name, which finds system fields and fields that were created again.
 */
export function fieldMoves(before: readonly FormerField[], after: readonly FormField[]): FieldMoves {
  const byId = new Map(after.flatMap((field) => (field.field?.id ? [[field.field.id, field] as const] : [])));
  const isKind = ({ kind }: FormerField, field: FormField) => kind === undefined || kind === field.kind;
  const moves = new Map<string, FormField>();
  for (const former of before) {
    const id = former.field?.id ?? former.id;
    const same = typeof id === 'string' ? byId.get(id) : undefined;
    if (same && isKind(former, same)) moves.set(former.name, same);
  }
  const found = new Set(moves.values());
  for (const former of before) {
    const same = after.find(({ name }) => name === former.name);
    if (same && isKind(former, same) && !moves.has(former.name) && !found.has(same)) {
      moves.set(former.name, same);
    }
  }
  return moves;
}

/** Converts a value to a list if its field has several values, else to its last item, as the backend does. */
function reshape(field: FormField, value: FormValue): FormValue {
  if (isFileValue(value) || typeof value === 'boolean') return value;
  if (typeof value === 'string') return field.isMultiple ? [value].filter(Boolean) : value;
  return field.isMultiple ? value : (value.at(-1) ?? '');
}

/** The values by the new names of their fields, without the values of removed fields. */
export function carryValues(moves: FieldMoves, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = moves.get(name);
      return field ? [[field.name, reshape(field, value)]] : [];
    }),
  );
}

/** The value of a stored record in a field that was added later. */
const addedValue = (field: FormField): FormValue => valueKind(field.kind).added ?? emptyValue(field);

/** The typed values of a form, and the base values with which they are compared. */
export interface FormContent {
  readonly fields: readonly FormField[];
  readonly base: FormValues;
  readonly values: FormValues;
}

/**
 * Adapts a form to a changed collection: typed values move with their fields. Typed values of removed fields are in
 * `orphaned`, except passwords. `isNew` means that the record is not stored yet.
 */
export function followSchema(
  { fields, base, values }: FormContent,
  after: readonly FormField[],
  isNew: boolean,
): FormContent & { readonly moves: FieldMoves; readonly orphaned: readonly OrphanedValue[] } {
  const moves = fieldMoves(fields, after);
  const added = after.map((field) => [field.name, isNew ? emptyValue(field) : addedValue(field)] as const);
  const adapt = (from: FormValues) => ({ ...Object.fromEntries(added), ...carryValues(moves, from) });
  return {
    fields: after,
    base: adapt(base),
    values: adapt(values),
    moves,
    orphaned: changedFields(fields, base, values).flatMap(({ name, kind }) => {
      const value = ownOf(values, name);
      return moves.has(name) || kind === 'password' || value === undefined ? [] : [{ name, value }];
    }),
  };
}

/** Whether a record has every schema field of the form. If not, it was read with another version of the collection. */
export function hasEveryField(fields: readonly FormField[], record: RecordData): boolean {
  return fields.every(({ name, field }) => !field || Object.hasOwn(record, name));
}
