import { TextInput } from '../../../../components/form/TextInput.tsx';
import { DATE_LENGTH, textOf } from '../../../../lib/domain/record-form/values.ts';
import { FIELD_ICONS } from '../../field-icons.ts';
import type { FieldProps } from './field-props.ts';

/** A date in UTC (RF-06). */
export function DateField({ field, value, error, onChange }: FieldProps) {
  return (
    <TextInput
      label={`${field.name} (UTC)`}
      icon={FIELD_ICONS.date}
      mono
      maxLength={DATE_LENGTH}
      required={field.required}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}
