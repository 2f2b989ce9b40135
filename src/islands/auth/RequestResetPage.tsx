import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmailInput } from '#components/form/TextInput.tsx';
import { inFrame, island } from '#islands/island.tsx';
import { useAdministratorWord } from '#islands/use-administrator-word.ts';
import { useAuthForm } from '#islands/use-auth-form.ts';
import { holdsBackMails, requestResetForm } from '#stores/auth/forms.ts';
import { BackToLogin } from './BackToLogin.tsx';

/** Replaces the form. Its heading gets the focus, so that screen readers announce it and Tab leads to the link. */
function Sent({ to }: { to: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4 text-center">
      <span className="icon-[ri--mail-check-line] mx-auto size-8 text-success" aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        Check <strong className="font-semibold break-all">{to}</strong> for the recovery link.
      </h1>
      {holdsBackMails() && (
        <p className="text-sm text-balance text-muted">
          No mail? Look into the spam folder. Within two minutes after a mail to this address, no other one is
          sent.
        </p>
      )}
      <BackToLogin />
    </div>
  );
}

function RequestReset() {
  const { word } = useAdministratorWord();
  const [sentTo, setSentTo] = useState<string>();
  const { form, field, busy } = useAuthForm(requestResetForm, ({ email }) => {
    requestResetForm.reset();
    setSentTo(email);
  });

  if (sentTo !== undefined) {
    return <Sent to={sentTo} />;
  }
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-1 text-center text-lg font-semibold">{`Forgotten ${word} password`}</h1>
      <p className="mb-3 text-center text-balance text-muted">
        Enter the email associated with your account and we’ll send you a recovery link:
      </p>
      <EmailInput {...field('email')} label="Email" autoComplete="username" required />
      <Button type="submit" variant="primary" size="md" className="mt-3 w-full" busy={busy}>
        Send recovery link
      </Button>
      <BackToLogin />
    </form>
  );
}

export default island(inFrame('request-reset'), RequestReset);
