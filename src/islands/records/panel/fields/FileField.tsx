import { Field } from '../../../../components/form/Field.tsx';
import { FIELD_ICONS } from '../../field-icons.ts';
import type { FieldProps } from './field-props.ts';

/** Files: the stored ones and those that come with the next save (RF-12 to RF-15). */
export function FileField({ field, error }: FieldProps) {
  return (
    <Field label={field.name} icon={FIELD_ICONS.file} required={field.required} error={error}>
      {() => null}
    </Field>
  );
}
