import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { spanOf } from '#domain/auth/sign-in.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useAuthForm } from '#islands/use-auth-form.ts';
import {
  $codeNote,
  $codeSeconds,
  $isCodeOver,
  $secondFactor,
  changeAddress,
  codeForm,
  sendCode,
  startSecondFactor,
} from '#stores/auth/second-factor.ts';
import { BackToLogin } from './BackToLogin.tsx';

const TITLE = 'Second step to sign in';

function AddressStep() {
  const { form, field, busy } = useAuthForm(codeForm);
  return (
    <form
      {...form}
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void sendCode();
      }}
    >
      <h1 className="mb-1 text-center text-lg font-semibold text-balance">{TITLE}</h1>
      <p className="mb-3 text-center text-balance text-muted">
        Your account needs a code, which is sent to its email address.
      </p>
      <EmailInput {...field('email')} label="Email" autoComplete="email" required />
      <Button type="submit" variant="primary" size="md" className="mt-3 w-full" busy={busy}>
        Send code
      </Button>
      <BackToLogin />
    </form>
  );
}

function CodeStep({ email }: { readonly email: string }) {
  const { form, field, busy } = useAuthForm(codeForm);
  const seconds = useInitial($codeSeconds);
  const isOver = useInitial($isCodeOver);
  const note = useInitial($codeNote);
  const span = seconds > 0 ? ` It works for ${spanOf(seconds)}.` : '';
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-1 text-center text-lg font-semibold text-balance">{TITLE}</h1>
      <p className="mb-3 text-center text-balance text-muted">
        If <strong className="font-semibold break-all">{email}</strong> is the address of your account, a code
        was sent to it.{span}
      </p>
      <TextInput
        {...field('code')}
        label="Code of the email"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="none"
        spellCheck={false}
        mono
        required
      />
      <p role="status" className="min-h-5 text-sm text-muted">
        {isOver ? 'The code has expired. Send a new one.' : note}
      </p>
      <Button type="submit" variant="primary" size="md" className="mt-1 w-full" busy={busy}>
        Login
      </Button>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button onClick={() => void sendCode()} disabled={busy}>
          Send a new code
        </Button>
        <Button variant="ghost" onClick={changeAddress} disabled={busy}>
          Other address
        </Button>
      </div>
      <BackToLogin />
    </form>
  );
}

function SecondFactor() {
  const factor = useInitial($secondFactor);
  useEffect(startSecondFactor, []);
  // Another form for each: its first field gets the focus.
  return factor?.codeId ? <CodeStep email={factor.email} /> : <AddressStep />;
}

export default island(inFrame('factor'), SecondFactor);
