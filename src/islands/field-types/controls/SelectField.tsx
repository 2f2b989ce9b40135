import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Select } from '#components/form/Select.tsx';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { listOf, textOf } from '#domain/field-types/form-value.ts';
import { limitChoices } from '#domain/records/panel/values.ts';
import type { FieldProps } from './field-props.ts';

/** A select with one choice, or with several, of which the last ones are kept up to the limit. */
export function SelectField({ field, value, error, onChange }: FieldProps) {
  const shared = {
    label: field.name,
    icon: FIELD_ICONS.select,
    required: field.required,
    options: valuesOf(field.field?.options['values']).map((option) => ({ value: option })),
    error,
  };
  const chosen = listOf(value);
  if (!field.isMultiple) return <Select {...shared} value={textOf(value)} onChange={onChange} />;
  return (
    <Select
      {...shared}
      multiple
      help={`Select up to ${field.max} items.`}
      value={chosen}
      onChange={(next) => onChange(limitChoices(next, chosen, field.max))}
    />
  );
}
