import { ownOf } from '#domain/app/own.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import { type FormValue, type FormValues, textOf } from '#domain/field-types/form-value.ts';
import { loneNumberNotice, unescapeStored } from '#domain/field-types/json-text.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { FormField } from '../panel/fields.ts';
import type { RecordSource } from '../panel/record-source.ts';
import { isSameValue, readValues } from '../panel/values.ts';

const isNamed = (values: FormValues) => (field: FormField) => Object.hasOwn(values, field.name);

/**
 * The body, to be sent as JSON, of a request that stores these values. Numbers and JSON are sent as texts, of which the
 * backend keeps all digits.
 */
export function recordBody(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const sent = fields.filter(isNamed(values)).flatMap((field): [string, unknown][] => {
    const value = ownOf(values, field.name);
    const isText = typeof value === 'string';
    const part = isText ? valueKind(field.kind).toSend(value, '') : value;
    // The backend needs the password together with its confirmation.
    return field.kind === 'password'
      ? [
          [field.name, part],
          ['passwordConfirm', part],
        ]
      : [[field.name, part]];
  });
  return Object.fromEntries(sent);
}

/** Whether a value would be stored as it is already; unlike in a form, line breaks and milliseconds count. */
function isStoredValue(
  field: FormField,
  value: FormValue | undefined,
  stored: FormValue | undefined,
): boolean {
  const [a, b] = [textOf(value), textOf(stored)];
  if (field.kind === 'text' || field.kind === 'editor') return a === b;
  if (field.kind === 'number') return Number(a) === Number(b);
  if (field.kind === 'date') return a === b || dateToSend(a) === dateToSend(b);
  if (field.kind !== 'json') return isSameValue(field, value, stored);
  // The database stores a document that is a single number with other digits.
  if (loneNumberNotice(a) && Number(a) === Number(b)) return true;
  return isSameValue(field, unescapeStored(a), unescapeStored(b));
}

/** The fields whose values differ from those of a stored record. Passwords can't be compared and stay as they are. */
export function changedFields(
  fields: readonly FormField[],
  values: FormValues,
  stored: RecordSource,
): readonly FormField[] {
  const named = fields.filter(isNamed(values)).filter(({ kind }) => kind !== 'password' && kind !== 'id');
  const before = readValues(named, stored);
  return named.filter((field) => !isStoredValue(field, ownOf(values, field.name), ownOf(before, field.name)));
}
