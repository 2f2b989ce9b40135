import { ownOf } from '#domain/app/lenient.ts';
import { rangeOf } from '#domain/field-types/field-type.ts';
import { noFiles } from '#domain/field-types/file-value.ts';
import { type FormValue, type FormValues, filesOf } from '#domain/field-types/form-value.ts';
import { type FormField, isCopied } from './fields.ts';
import { byName, emptyValue } from './values.ts';

/** A number is outside of its limits because it is not set: the backend stores 0 then. */
function isUnset({ kind, field }: FormField, value: FormValue): boolean {
  if (kind !== 'number' || !field || Number(value) !== 0) return false;
  const { min = 0, max = 0 } = rangeOf(field);
  return min > 0 || max < 0;
}

/** Ids, files, passwords and numbers that are not set are empty. */
export function duplicateValues(fields: readonly FormField[], values: FormValues): FormValues {
  return byName(fields, (field) => {
    const value = ownOf(values, field.name);
    const isKept = value !== undefined && isCopied(field) && !isUnset(field, value);
    return isKept ? value : emptyValue(field);
  });
}

/** Of a record that is gone, for a new one: stored files and passwords are lost, added files are kept. */
export function rescuedValues(fields: readonly FormField[], values: FormValues): FormValues {
  const files = fields.filter(({ kind }) => kind === 'file');
  const added = byName(files, ({ name }) => ({ ...noFiles, added: filesOf(ownOf(values, name)).added }));
  return { ...duplicateValues(fields, values), ...added };
}
