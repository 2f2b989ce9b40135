import { EmailInput, PasswordInput } from '#components/form/TextInput.tsx';
import type { useAuthForm } from '#islands/use-auth-form.ts';

type Named = 'email' | 'password' | 'passwordConfirm';

interface Props {
  readonly field: ReturnType<typeof useAuthForm<Record<Named, string>>>['field'];
  /** Characters of the shortest password. */
  readonly minPassword: number;
}

/** What the first administrator types. */
export function FirstAccountFields({ field, minPassword }: Props) {
  return (
    <>
      <EmailInput {...field('email')} label="Email" autoComplete="username" required />
      <PasswordInput
        {...field('password')}
        label="Password"
        help={`Minimum ${minPassword} characters.`}
        minLength={minPassword}
        required
      />
      <PasswordInput
        {...field('passwordConfirm')}
        label="Password confirm"
        minLength={minPassword}
        required
      />
    </>
  );
}
