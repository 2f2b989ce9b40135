import { TextInput, type TextInputProps } from './TextInput.tsx';

/** Props of {@link PasswordInput}. */
export type PasswordInputProps = Omit<TextInputProps, 'type' | 'mono'>;

/** A password with label, help and error. Managers are offered a new password unless told otherwise. */
export function PasswordInput(props: PasswordInputProps) {
  return <TextInput autoComplete="new-password" {...props} type="password" />;
}
