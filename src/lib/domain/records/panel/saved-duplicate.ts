import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { countFiles } from '#domain/field-types/file-value.ts';
import { type FormValues, filesOf, textOf } from '#domain/field-types/form-value.ts';
import { type FormField, formFieldsOf } from './fields.ts';
import type { RecordSource } from './record-source.ts';
import { isSameValue, readValues } from './values.ts';

/** Left empty, the backend makes them up. */
const MADE_UP = new Set(['id', 'username']);

/** What an empty value of a field is once it is stored: a number's is 0, that of JSON null. */
const EMPTY = new Set(['', '0', 'null']);

function isKept(field: FormField, sent: FormValues, stored: FormValues): boolean {
  const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
  // Passwords are never told, files get other names.
  if (field.kind === 'password') return true;
  if (field.kind === 'file') return countFiles(filesOf(a)) === countFiles(filesOf(b));
  if (a === '') return MADE_UP.has(field.name) || EMPTY.has(textOf(b));
  return isSameValue(field, a, b);
}

/**
 * Whether a stored record may well be the one that was sent with these values of a new record's form. What
 * the backend stores otherwise than it was sent, such as a number beyond its range, makes it another one.
 */
export function isSavedDuplicate(collection: Collection, sent: FormValues, stored: RecordSource): boolean {
  const fields = formFieldsOf(collection, true);
  const values = readValues(fields, stored);
  return fields.every((field) => isKept(field, sent, values));
}
