import { TextInput, type TextInputProps } from './TextInput.tsx';

/**
 * An email address, stored as typed: an input of the type `email` would write `müller.example` as `xn--mller-kva.example`.
 */
export function EmailInput({ onChange, ...props }: Omit<TextInputProps, 'type'>) {
  return (
    <TextInput
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      pattern="\S+@\S+"
      title="An address such as name@example.com"
      {...props}
      onChange={(typed) => onChange(typed.trim())}
    />
  );
}
