import { Button } from '../../components/Button.tsx';
import { PasswordInput } from '../../components/form/PasswordInput.tsx';
import { TextInput } from '../../components/form/TextInput.tsx';
import { installerForm } from '../../stores/sign-in.ts';
import { inFrame, island } from '../island.tsx';
import { useAuthForm } from './use-auth-form.ts';

const MIN_PASSWORD = 10;

/** Makes the first administrator of a fresh backend (IN-01 to IN-06). */
function Installer() {
  const { form, field, busy } = useAuthForm(installerForm);
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-3 text-center text-lg font-semibold text-balance">
        Create your first admin account in order to continue
      </h1>
      <TextInput {...field('email')} label="Email" type="email" autoComplete="username" required />
      <PasswordInput
        {...field('password')}
        label="Password"
        help="Minimum 10 characters."
        minLength={MIN_PASSWORD}
        required
      />
      <PasswordInput
        {...field('passwordConfirm')}
        label="Password confirm"
        minLength={MIN_PASSWORD}
        required
      />
      <Button type="submit" look="primary" size="md" className="mt-3 w-full" busy={busy}>
        Create and login
      </Button>
    </form>
  );
}

export default island(inFrame('installer'), Installer);
