import { ownOf } from '#domain/app/own.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import { type FormValues, textOf } from '#domain/field-types/form-value.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { RecordData } from '../record.ts';
import type { FormField } from './fields.ts';
import { isSameValue } from './values.ts';

/** Whether a date has milliseconds and the stored one has none: a stored fraction is hidden, but a typed one is meant. */
const addsFraction = (stored: string, typed: string) =>
  !stored.includes('.') && dateToSend(stored) !== dateToSend(typed);

/** The fields whose value differs from their base value, which is as it is stored. */
export function changedFields(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
): FormField[] {
  return fields.filter((field) => {
    const [stored, value] = [base, values].map((side) => ownOf(side, field.name));
    const isDate = field.kind === 'date';
    return !isSameValue(field, stored, value) || (isDate && addsFraction(textOf(stored), textOf(value)));
  });
}

/**
 * Whether the user would lose anything if the changes of these fields were discarded. Passwords alone do not
 * count; chosen and deleted files do.
 */
export function isDirty(changed: readonly FormField[]): boolean {
  return changed.some(({ kind }) => kind !== 'password');
}

/**
 * The changed fields that a response does not contain: the backend ignores fields that its collection does not have.
 * `sent` are the fields that were sent; those with the same value as in `base` do not count.
 */
export function ignoredFields(
  sent: readonly FormField[],
  base: FormValues,
  values: FormValues,
  response: RecordData,
): FormField[] {
  const ignored = sent.filter(({ name, kind }) => kind !== 'password' && !Object.hasOwn(response, name));
  return changedFields(ignored, base, values);
}

/**
 * The fields that the backend stored with another value than it received, such as an integer that a double can't
 * represent. Fields that were sent empty don't count, because the backend fills in some of them. Files don't count
 * either, because the backend renames them.
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
