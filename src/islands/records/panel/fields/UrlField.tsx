import { TextInput } from '../../../../components/form/TextInput.tsx';
import { textOf } from '../../../../lib/domain/record-form/values.ts';
import { FIELD_ICONS } from '../../field-icons.ts';
import type { FieldProps } from './field-props.ts';

/** A web address (RF-03). */
export function UrlField({ field, value, error, onChange }: FieldProps) {
  return (
    <TextInput
      type="url"
      label={field.name}
      icon={FIELD_ICONS.url}
      autoComplete="off"
      required={field.required}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}
