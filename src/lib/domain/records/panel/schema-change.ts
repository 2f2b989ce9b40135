import { ownOf } from '#domain/app/lenient.ts';
import { type FormValue, type FormValues, isFileValue, valueKind } from '#domain/field-types/form-value.ts';
import type { RecordData } from '../record.ts';
import type { FormField } from './fields.ts';
import { changedFields, emptyValue } from './values.ts';

export interface OrphanedValue {
  /** The last one of the field. */
  readonly name: string;
  readonly value: FormValue;
}

/** Before the collection was changed, with the properties that are known. */
type FormerField = Pick<FormField, 'name'> &
  Partial<Pick<FormField, 'kind' | 'field'>> & { readonly id?: unknown };

/** The current fields by their names before, without removed ones. */
export type FieldMoves = ReadonlyMap<string, FormField>;

/** By id, which a renamed field keeps, else by name: system fields, and fields that were created again. */
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

/** A list if the field has several values, else the last item, as the backend does. */
function reshape(field: FormField, value: FormValue): FormValue {
  if (isFileValue(value) || typeof value === 'boolean') return value;
  if (typeof value === 'string') return field.isMultiple ? [value].filter(Boolean) : value;
  return field.isMultiple ? value : (value.at(-1) ?? '');
}

/** By the new names of fields, without removed ones. */
export const carryValues = (moves: FieldMoves, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = moves.get(name);
      return field ? [[field.name, reshape(field, value)]] : [];
    }),
  );

/** Of a stored record, in a field that was added later. */
const addedValue = (field: FormField): FormValue => valueKind(field.kind).added ?? emptyValue(field);

export interface FormContent {
  readonly fields: readonly FormField[];
  readonly base: FormValues;
  readonly values: FormValues;
}

/** Typed values move with their fields; those of removed fields are `orphaned`, except passwords. */
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

/** Otherwise the record was read with another version of the collection. */
export const hasEveryField = (fields: readonly FormField[], record: RecordData): boolean =>
  fields.every(({ name, field }) => !field || Object.hasOwn(record, name));
