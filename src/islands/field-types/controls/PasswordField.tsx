import { PasswordInput } from '#components/form/TextInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import { type FieldProps, fieldOptions } from './simple-fields.tsx';

/** A password that nobody signs in with. What is stored is never shown; what is typed replaces it. */
export default function PasswordField(props: FieldProps) {
  const { field } = props.field;
  const min = field?.type === 'password' && typeof field.min === 'number' ? field.min : undefined;
  return (
    <PasswordInput
      {...fieldOptions(props, 'text')}
      icon="icon-[ri--lock-line]"
      value={textOf(props.value)}
      onChange={props.onChange}
      minLength={min}
      help="Sets a new one. The stored one is never shown, and stays while this is empty."
    />
  );
}
