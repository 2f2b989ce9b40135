import { ownOf } from '#domain/app/own.ts';
import type { SchemaField } from '#domain/collections/collection.ts';
import {
  type FormKind,
  type FormValue,
  type FormValues,
  isFileValue,
} from '#domain/field-types/form-value.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { RecordData } from '../record.ts';
import { changedFields } from './changes.ts';
import type { FormField } from './fields.ts';
import { emptyValue } from './values.ts';

/** What was typed in a field that the collection does not have any more. */
export interface OrphanedValue {
  /** Name that the field had last. */
  readonly name: string;
  readonly value: FormValue;
}

/** A field as it was, or as much as is known of it. */
export interface FormerField {
  readonly name: string;
  readonly id?: unknown;
  readonly kind?: FormKind;
  readonly field?: SchemaField;
}

/** The fields of a form by the names they had before the collection was changed; removed ones are absent. */
export type FieldMoves = ReadonlyMap<string, FormField>;

/**
 * Finds the fields of a form among those it has after its collection was changed: by the id that a field keeps
 * when it is renamed, else by name, as for system fields and for one that was created again.
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

/** A value in the shape its field has: a list where it may hold several, else the last one, as the backend keeps it. */
function reshape(field: FormField, value: FormValue): FormValue {
  if (isFileValue(value) || typeof value === 'boolean') return value;
  if (typeof value === 'string') return field.isMultiple ? [value].filter(Boolean) : value;
  return field.isMultiple ? value : (value.at(-1) ?? '');
}

/** Values under the names that their fields have after the change. */
export function carryValues(moves: FieldMoves, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = moves.get(name);
      return field ? [[field.name, reshape(field, value)]] : [];
    }),
  );
}

/** What a record that is stored holds in a field that was added later. */
const addedValue = (field: FormField): FormValue => valueKind(field.kind).added ?? emptyValue(field);

/** What is typed in a form beside what it is compared with. */
export interface TypedForm {
  readonly fields: readonly FormField[];
  readonly base: FormValues;
  readonly values: FormValues;
}

/**
 * A form after its collection was changed: what was typed goes with its field, and what has no field any more
 * is in `orphaned`, passwords aside. `isNew` tells that the record is not stored yet.
 */
export function followSchema(
  { fields, base, values }: TypedForm,
  after: readonly FormField[],
  isNew: boolean,
): TypedForm & { readonly moves: FieldMoves; readonly orphaned: readonly OrphanedValue[] } {
  const moves = fieldMoves(fields, after);
  const added = after.map((field) => [field.name, isNew ? emptyValue(field) : addedValue(field)] as const);
  const take = (from: FormValues) => ({ ...Object.fromEntries(added), ...carryValues(moves, from) });
  return {
    fields: after,
    base: take(base),
    values: take(values),
    moves,
    orphaned: changedFields(fields, base, values).flatMap(({ name, kind }) => {
      const value = ownOf(values, name);
      return moves.has(name) || kind === 'password' || value === undefined ? [] : [{ name, value }];
    }),
  };
}

/** Whether a record has every field of this schema; one without was read in another state of the collection. */
export function hasEveryField(fields: readonly FormField[], record: RecordData): boolean {
  return fields.every(({ name, field }) => !field || Object.hasOwn(record, name));
}
