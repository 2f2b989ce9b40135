import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Textarea } from '#components/form/Textarea.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

/** A text with any number of lines. */
export function TextField({ field, value, error, onChange }: FieldProps) {
  return (
    <Textarea
      label={field.name}
      icon={FIELD_ICONS.text}
      rows={1}
      required={field.required}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}
