import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Toggle } from '#components/form/Toggle.tsx';
import type { FieldProps } from './field-props.ts';

/** A bool; an unset value counts as false. */
export function BoolField({ field, value, error, onChange }: FieldProps) {
  return (
    <Toggle
      className="pb-2"
      label={field.name}
      icon={FIELD_ICONS.bool}
      required={field.required}
      checked={value === true}
      error={error}
      onChange={onChange}
    />
  );
}
