import { ownOf } from '#domain/app/own.ts';
import { type FormValues, textOf } from '#domain/field-types/form-value.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { RecordData } from '../record.ts';
import type { FormField } from './fields.ts';
import { isSameValue } from './values.ts';

/** The fields whose value is another one than at the start. */
export function changedFields(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
): FormField[] {
  return fields.filter((field) => !isSameValue(field, ownOf(base, field.name), ownOf(values, field.name)));
}

/**
 * Whether changes of these fields are something to lose (RP-04). Passwords alone are no change to the comparison,
 * chosen and deleted files are one on their own.
 */
export function isDirty(changed: readonly FormField[]): boolean {
  return changed.some(({ kind }) => kind !== 'password');
}

/**
 * The fields whose changed values an answer does not hold at all: the backend ignores the ones that its collection
 * does not have. `sent` are the fields that were sent; those left as they were in `base` lose nothing.
 */
export function ignoredFields(
  sent: readonly FormField[],
  base: FormValues,
  values: FormValues,
  answer: RecordData,
): FormField[] {
  const ignored = sent.filter(({ name, kind }) => kind !== 'password' && !Object.hasOwn(answer, name));
  return changedFields(ignored, base, values);
}

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
    const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
    if (a === undefined || (typeof a === 'string' && a.trim() === '')) return false;
    const { isAltered } = valueKind(field.kind);
    return isAltered ? isAltered(textOf(a), textOf(b)) : !isSameValue(field, a, b);
  });
}
