import { ownOf } from '#domain/app/own.ts';
import { editedDate, isSameDate } from '#domain/app/typed-date.ts';
import { valuesOf } from '../record.ts';
import type { FormField } from './fields.ts';
import { type FileValue, noFiles, readFiles } from './files.ts';
import { isSameJson, prettyJson, unescapeStored } from './json-text.ts';
import type { RecordSource } from './record-source.ts';

/**
 * What a form holds for a field: text (JSON and numbers too, as typed, so that nothing is rounded), a flag, a
 * list (select that may hold several, relation) or files.
 */
export type FormValue = string | boolean | readonly string[] | FileValue;
export type FormValues = Readonly<Record<string, FormValue>>;

export const isFileValue = (value: FormValue | undefined): value is FileValue =>
  typeof value === 'object' && !Array.isArray(value);
const isList = (value: FormValue | undefined): value is readonly string[] => Array.isArray(value);

/** The text of a value that is one. */
export const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');
/** The list of a value that is one. */
export const listOf = (value: FormValue | undefined): readonly string[] => (isList(value) ? value : []);
/** The files of a value that is them. */
export const filesOf = (value: FormValue | undefined): FileValue => (isFileValue(value) ? value : noFiles);

/** The value of a field nothing is known of. */
export function emptyValue(field: FormField): FormValue {
  if (field.kind === 'file') return noFiles;
  if (field.kind === 'bool') return false;
  return field.isMultiple ? [] : '';
}

/** Reads a value of a record into the form (RF-05, RF-06, RF-07); `source` is exact where JSON.parse is not. */
function readValue(field: FormField, value: unknown, source: string): FormValue {
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'bool':
      return value === true;
    case 'number':
      return typeof value === 'number' ? source : '';
    case 'json':
      return source === '' ? '' : prettyJson(unescapeStored(source));
    case 'date':
      // Dates with milliseconds keep them for a copy; the input shows none.
      return text.endsWith('.000Z') ? editedDate(text) : text;
    case 'file':
      return readFiles(value);
    case 'select':
    case 'relation':
      return field.isMultiple ? valuesOf(value) : (valuesOf(value)[0] ?? '');
    case 'password':
      return '';
    default:
      return text;
  }
}

/** The values of a form for a record as it is stored. */
export function readValues(fields: readonly FormField[], { record, members }: RecordSource): FormValues {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      readValue(field, ownOf(record, field.name), members.get(field.name) ?? ''),
    ]),
  );
}

/** The values of a form for a new record, with what is already known of it. */
export function newValues(fields: readonly FormField[], known: FormValues = {}): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, ownOf(known, field.name) ?? emptyValue(field)]),
  );
}

/** Keeps the last `max` items of a list: choosing beyond the limit pushes the oldest out (RF-08). */
export function trimToLast(items: readonly string[], max: number): readonly string[] {
  return items.length > max ? items.slice(items.length - max) : items;
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const isSameFiles = (a: FileValue, b: FileValue) =>
  isSameList(a.names, b.names) &&
  isSameList([...a.deleted].sort(), [...b.deleted].sort()) &&
  a.added.length === b.added.length &&
  a.added.every((file, index) => file === b.added[index]);

/** A text area writes every line break as `\n`: that alone is no change. */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

const isInteger = (text: string) => /^-?\d+$/.test(text);

/** Integers by all of their digits: the backend keeps fewer of them, which is another value. */
function isSameNumber(a: string, b: string): boolean {
  if (isInteger(a) && isInteger(b)) return BigInt(a) === BigInt(b);
  return a !== '' && b !== '' && Number(a) === Number(b);
}

/** Whether two values of a field come to the same on the backend. */
export function isSameValue(field: FormField, a: FormValue | undefined, b: FormValue | undefined): boolean {
  if (a === b) return true;
  if (isFileValue(a) || isFileValue(b)) return isSameFiles(filesOf(a), filesOf(b));
  if (isList(a) || isList(b)) return isSameList(listOf(a), listOf(b));
  if (typeof a !== 'string' || typeof b !== 'string') return (a ?? false) === (b ?? false);
  switch (field.kind) {
    case 'json':
      return isSameJson(a, b);
    case 'number':
      return isSameNumber(a.trim(), b.trim());
    case 'date':
      return isSameDate(a, b);
    case 'text':
    case 'editor':
      return withPlainBreaks(a) === withPlainBreaks(b);
    default:
      return false;
  }
}
