import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextInput } from '../../components/form/TextInput.tsx';
import { requestResetForm } from '../../stores/sign-in.ts';
import { inFrame, island } from '../island.tsx';
import { BackToLogin } from './BackToLogin.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for a mail to reset an administrator's password (LI-05 to LI-07). */
function RequestReset() {
  const { form, field, values, busy, isAwake } = useAuthForm(requestResetForm);
  const [sentTo, setSentTo] = useState<string>();

  if (sentTo !== undefined) {
    return (
      <div className="flex flex-col gap-4 text-center" role="status">
        <span className="icon-[ri--mail-check-line] mx-auto size-8 text-success" aria-hidden="true" />
        <p>
          Check <strong className="font-semibold break-all">{sentTo}</strong> for the recovery link.
        </p>
        <BackToLogin />
      </div>
    );
  }
  return (
    <form
      ref={form.ref}
      onSubmit={async (event) => {
        event.preventDefault();
        const { email } = values;
        if (await requestResetForm.submit()) {
          requestResetForm.reset();
          setSentTo(email);
        }
      }}
      className="flex flex-col gap-1"
    >
      <h1 className="mb-1 text-center text-lg font-semibold">Forgotten admin password</h1>
      <p className="mb-3 text-center text-balance text-muted">
        Enter the email associated with your account and we’ll send you a recovery link:
      </p>
      <TextInput {...field('email')} label="Email" type="email" autoComplete="username" required />
      <Button type="submit" look="primary" size="md" className="mt-3 w-full" busy={busy} disabled={!isAwake}>
        Send recovery link
      </Button>
      <BackToLogin />
    </form>
  );
}

export default island(inFrame('request-reset'), RequestReset);
