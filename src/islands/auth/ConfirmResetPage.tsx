import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { PasswordInput } from '#components/form/TextInput.tsx';
import { parseToken } from '#domain/auth/token.ts';
import { isExpiredLink } from '#domain/public/messages.ts';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { useAdministratorWord } from '#islands/use-administrator-word.ts';
import { useAuthForm } from '#islands/use-auth-form.ts';
import { formatHash } from '#routing/hash.ts';
import { $route } from '#stores/app/route.ts';
import { $unsureToken, confirmResetForm } from '#stores/auth/forms.ts';
import { BackToLogin } from './BackToLogin.tsx';

function ConfirmReset() {
  const { form, field, busy } = useAuthForm(confirmResetForm);
  const route = usePrerendered($route, undefined);
  const token = route?.params['token'] ?? '';
  const isRefused = useInitial(confirmResetForm.$errors)['token'] !== undefined;
  const isUnsure = useInitial($unsureToken) === token && isRefused;
  const email = parseToken(token)?.email;
  const { word } = useAdministratorWord();
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-3 text-center text-lg font-semibold text-balance">
        {`Reset your ${word} password`}
        {email && (
          <>
            {' for '}
            <strong dir="auto" className="break-all">
              {email}
            </strong>
          </>
        )}
      </h1>
      {isExpiredLink(token, Date.now()) && (
        <Callout kind="warning" role="alert" className="mb-2 text-sm">
          This link has expired.{' '}
          <a className="link" href={formatHash('requestReset')}>
            Request a new one
          </a>
        </Callout>
      )}
      <PasswordInput {...field('password')} label="New password" required />
      <PasswordInput {...field('passwordConfirm')} label="New password confirm" required />
      {isUnsure && (
        <Callout kind="warning" role="alert" className="mt-2 text-sm">
          An earlier attempt may have set your new password: try to sign in with it.
        </Callout>
      )}
      <Button type="submit" variant="primary" size="md" className="mt-3 w-full" busy={busy}>
        Set new password
      </Button>
      <BackToLogin />
    </form>
  );
}

export default island(inFrame('confirm-reset'), ConfirmReset);
