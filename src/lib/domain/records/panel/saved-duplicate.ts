import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { countFiles } from '#domain/field-types/file-value.ts';
import { type FormValues, filesOf, textOf } from '#domain/field-types/form-value.ts';
import { type FormField, formFieldsOf } from './fields.ts';
import type { RecordSource } from './record-source.ts';
import { isSameValue, readValues } from './values.ts';

/** Fields that the backend generates when they are empty. */
const GENERATED = new Set(['id', 'username']);

/** Stored forms of an empty value: numbers become 0, JSON becomes null. */
const EMPTY = new Set(['', '0', 'null']);

function isKept(field: FormField, sent: FormValues, stored: FormValues): boolean {
  const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
  // Responses contain no passwords, and the backend renames files.
  if (field.kind === 'password') return true;
  if (field.kind === 'file') return countFiles(filesOf(a)) === countFiles(filesOf(b));
  if (a === '') return GENERATED.has(field.name) || EMPTY.has(textOf(b));
  return isSameValue(field, a, b);
}

/**
 * Whether a stored record probably is the one that was created from these form values. A value that the backend
 * stores differently than it was sent, such as a number out of range, makes it another record.
 */
export function isSavedDuplicate(collection: Collection, sent: FormValues, stored: RecordSource): boolean {
  const fields = formFieldsOf(collection, true);
  const values = readValues(fields, stored);
  return fields.every((field) => isKept(field, sent, values));
}
