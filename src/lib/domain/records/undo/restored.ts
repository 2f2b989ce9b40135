import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { noFiles } from '#domain/field-types/file-value.ts';
import { type FormValue, type FormValues, isListValue } from '#domain/field-types/form-value.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';
import { followSchema } from '../panel/schema-change.ts';
import { byName, newRecordValues, readValues } from '../panel/values.ts';
import { type KeptRecord, keyOf } from './kept.ts';

/** The form of a deleted record, with which it is created again. */
export interface RestoredForm {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Names of the fields with values that the collection no longer has. */
  readonly lost: readonly string[];
}

/** The value of a relation without the records in `missing`. */
function referable({ field }: FormField, value: readonly string[], missing: ReadonlySet<string>) {
  const target = String(field?.options['collectionId']);
  return value.filter((id) => !missing.has(keyOf(target, id)));
}

/**
 * The form that creates a kept record in the current state of its collection, without references to `missing`, which
 * are keys of records. An auth record gets `password`.
 */
export function restoredForm(
  { collection, source, files }: KeptRecord,
  current: Collection,
  { missing, password }: { readonly missing: ReadonlySet<string>; readonly password: string },
): RestoredForm {
  const former = formFieldsOf(collection, true);
  const stored = readValues(former, source);
  const values = byName(former, ({ name, kind }): FormValue => {
    if (kind === 'file') return { ...noFiles, added: files.get(name) ?? [] };
    return kind === 'password' ? password : (ownOf(stored, name) ?? '');
  });
  const base = newRecordValues(former);
  const fields = formFieldsOf(current, true);
  const after = followSchema({ fields: former, base, values }, fields, true);
  const sent = byName(fields, (field): FormValue => {
    const value = ownOf(after.values, field.name) ?? '';
    const isRelation = field.kind === 'relation' && isListValue(value);
    return isRelation ? referable(field, value, missing) : value;
  });
  return { fields, values: sent, lost: after.orphaned.map(({ name }) => name) };
}
