import { TextInput } from '../../../../components/form/TextInput.tsx';
import { textOf } from '../../../../lib/domain/record-form/values.ts';
import { FIELD_ICONS } from '../../field-icons.ts';
import type { FieldProps } from './field-props.ts';

/** An email address (RF-03). */
export function EmailField({ field, value, error, onChange }: FieldProps) {
  return (
    <TextInput
      type="email"
      label={field.name}
      icon={FIELD_ICONS.email}
      autoComplete="off"
      required={field.required}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}
