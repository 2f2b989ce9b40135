import type { FormField } from './fields.ts';
import { countFiles } from './files.ts';
import { type FormValues, filesOf, isSameValue } from './values.ts';

/** The fields whose value is another one than at the start. */
export function changedFields(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
): FormField[] {
  return fields.filter((field) => !isSameValue(field, base[field.name], values[field.name]));
}

/**
 * Whether there is something to lose (RP-04). Passwords alone are no change to the comparison, chosen and
 * deleted files are one on their own.
 */
export function isDirty(fields: readonly FormField[], base: FormValues, values: FormValues): boolean {
  return changedFields(fields, base, values).some((field) => field.kind !== 'password');
}

/** Whether a new file fits (RF-14). */
export function hasRoom(field: FormField, values: FormValues): boolean {
  return countFiles(filesOf(values[field.name])) < field.max;
}
