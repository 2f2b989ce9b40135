import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { TextInput } from '#components/form/TextInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

const limit = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** A number with any step, kept as the typed text to avoid rounding. */
export function NumberField({ field, value, error, onChange }: FieldProps) {
  return (
    <TextInput
      type="number"
      step="any"
      mono
      label={field.name}
      icon={FIELD_ICONS.number}
      min={limit(field.field?.options['min'])}
      max={limit(field.field?.options['max'])}
      required={field.required}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}
