import { ownOf } from '#domain/app/own.ts';
import { noFiles } from '#domain/field-types/file-value.ts';
import { type FormValues, filesOf } from '#domain/field-types/form-value.ts';
import type { FormField } from './fields.ts';
import { emptyValue } from './values.ts';

/** The values of an unsaved duplicate: id, files and passwords are empty. */
export function duplicateValues(fields: readonly FormField[], values: FormValues): FormValues {
  const isCopied = ({ kind }: FormField) => kind !== 'id' && kind !== 'file' && kind !== 'password';
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isCopied(field) ? (ownOf(values, field.name) ?? emptyValue(field)) : emptyValue(field),
    ]),
  );
}

/**
 * The edited values of a record that no longer exists, for a new one: the stored files and the password are lost, the
 * added files are kept.
 */
export function rescuedValues(fields: readonly FormField[], values: FormValues): FormValues {
  const added = fields
    .filter(({ kind }) => kind === 'file')
    .map(({ name }) => [name, { ...noFiles, added: filesOf(ownOf(values, name)).added }]);
  return { ...duplicateValues(fields, values), ...Object.fromEntries(added) };
}
