import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { TextInput } from '#components/form/TextInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

/** One line of text with an input type of the browser. */
function LineField({ type, field, value, error, onChange }: FieldProps & { type: 'email' | 'url' }) {
  return (
    <TextInput
      type={type}
      label={field.name}
      icon={FIELD_ICONS[type]}
      autoComplete="off"
      required={field.required}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}

/** An email address. */
export function EmailField(props: FieldProps) {
  return <LineField {...props} type="email" />;
}

/** A web address. */
export function UrlField(props: FieldProps) {
  return <LineField {...props} type="url" />;
}
