import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/own.ts';
import type { FileValue } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  isListValue,
  listOf,
} from '#domain/field-types/form-value.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { FormField } from './fields.ts';
import type { RecordSource } from './record-source.ts';

/** The value of an empty field. */
export const emptyValue = ({ kind, isMultiple }: FormField): FormValue => valueKind(kind).empty(isMultiple);

/** What `read` returns for each field, by the names of the fields; a field is left out if that is undefined. */
export function byName<T>(
  fields: readonly FormField[],
  read: (field: FormField) => T | undefined,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = read(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** The form values of a stored record. */
export const readValues = (fields: readonly FormField[], { record, members }: RecordSource): FormValues =>
  byName(fields, ({ name, kind, isMultiple }) =>
    valueKind(kind).read(ownOf(record, name), members.get(name) ?? '', isMultiple),
  );

/** The values of these fields: the known ones, and empty ones as in a new record. */
export const newRecordValues = (fields: readonly FormField[], known: FormValues = {}): FormValues =>
  byName(fields, (field) => ownOf(known, field.name) ?? emptyValue(field));

/** What is known of these fields by their names, such as values or messages. */
export const pickKnown = <T>(
  fields: readonly FormField[],
  known: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> => byName(fields, ({ name }) => ownOf(known, name));

/**
 * The items of a list after a change (RF-08): choosing beyond the limit keeps the last `max` ones. Who removes one of more,
 * which were stored before the limit was lowered, removes only that one.
 */
export function limitChoices(
  items: readonly string[],
  before: readonly string[],
  max: number,
): readonly string[] {
  return items.length > max && items.length > before.length ? items.slice(items.length - max) : items;
}

const isSameFiles = (a: FileValue, b: FileValue) =>
  isSameList(a.names, b.names) &&
  isSameList([...a.deleted].sort(), [...b.deleted].sort()) &&
  isSameList(a.added, b.added);

/** Whether two values of a field mean the same to the backend. */
export function isSameValue(
  { kind }: FormField,
  a: FormValue | undefined,
  b: FormValue | undefined,
): boolean {
  if (a === b) return true;
  if (isFileValue(a) || isFileValue(b)) return isSameFiles(filesOf(a), filesOf(b));
  if (isListValue(a) || isListValue(b)) return isSameList(listOf(a), listOf(b));
  if (typeof a !== 'string' || typeof b !== 'string') return (a ?? false) === (b ?? false);
  return valueKind(kind).isSame(a, b);
}
