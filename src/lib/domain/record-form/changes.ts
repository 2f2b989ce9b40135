import type { FormField } from './fields.ts';
import { countFiles } from './files.ts';
import { loneNumberNotice } from './json-text.ts';
import { type FormValue, type FormValues, filesOf, isSameValue, textOf } from './values.ts';

/** The fields whose value is another one than at the start. */
export function changedFields(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
): FormField[] {
  return fields.filter((field) => !isSameValue(field, base[field.name], values[field.name]));
}

/**
 * Whether changes of these fields are something to lose (RP-04). Passwords alone are no change to the comparison,
 * chosen and deleted files are one on their own.
 */
export function isDirty(changed: readonly FormField[]): boolean {
  return changed.some(({ kind }) => kind !== 'password');
}

/** Whether a new file fits (RF-14). */
export function hasRoom(field: FormField, values: FormValues): boolean {
  return countFiles(filesOf(values[field.name])) < field.max;
}

const isInteger = (value: FormValue | undefined): value is string =>
  typeof value === 'string' && /^-?\d+$/.test(value);

/**
 * The fields that the backend stored otherwise than they were sent, such as an integer that no double holds.
 * Fields that were sent empty don't count, it fills some of them in; nor do files, which it renames.
 */
export function alteredFields(
  fields: readonly FormField[],
  sent: FormValues,
  stored: FormValues,
): FormField[] {
  return fields.filter((field) => {
    if (field.kind === 'file' || field.kind === 'password' || field.kind === 'id') return false;
    const [a, b] = [sent[field.name], stored[field.name]];
    if (a === undefined || (typeof a === 'string' && a.trim() === '')) return false;
    // The answer still has the digits that the database has not.
    if (field.kind === 'json' && loneNumberNotice(textOf(a))) return true;
    if (field.kind === 'number' && isInteger(a) && isInteger(b)) return BigInt(a) !== BigInt(b);
    return !isSameValue(field, a, b);
  });
}
