import { TextInput, type TextInputProps } from './TextInput.tsx';

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'mono'>;

/** A password with label, help and error. By default, password managers treat it as a new password. */
export function PasswordInput(props: PasswordInputProps) {
  return <TextInput autoComplete="new-password" {...props} type="password" />;
}
