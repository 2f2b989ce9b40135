import { ownOf } from '#domain/app/own.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import type { FormField } from './fields.ts';
import { emptyValue } from './values.ts';

/** The values of an unsaved duplicate: id, files and passwords are empty (RP-12). */
export function duplicateValues(fields: readonly FormField[], values: FormValues): FormValues {
  const isCopied = ({ kind }: FormField) => kind !== 'id' && kind !== 'file' && kind !== 'password';
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isCopied(field) ? (ownOf(values, field.name) ?? emptyValue(field)) : emptyValue(field),
    ]),
  );
}
