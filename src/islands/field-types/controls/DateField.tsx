import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { DateInput } from '#components/form/DateInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

/** A date in UTC or the chosen zone, typed or picked from a calendar. */
export function DateField({ field, value, error, onChange }: FieldProps) {
  return (
    <DateInput
      name={field.name}
      icon={FIELD_ICONS.date}
      required={field.required}
      error={error}
      value={textOf(value)}
      onChange={onChange}
    />
  );
}
