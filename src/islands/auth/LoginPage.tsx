// chunks: core
import { useEffect, useId } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { lazySlot } from '#components/feedback/lazy-slot.tsx';
import { EmailInput, PasswordInput } from '#components/form/TextInput.tsx';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { useAuthForm } from '#islands/use-auth-form.ts';
import { $query } from '#stores/app/route.ts';
import { $hasSteps, $identityLabel, loginForm } from '#stores/auth/login-form.ts';

/** The query of the prerendered page: always the same object, because React compares it by identity. */
const NO_QUERY: Record<string, string> = {};

/** Administrators may also be found by other values than an address. */
const ANY_TEXT = { inputMode: 'text', pattern: undefined, title: undefined } as const;

/** The sign-in works without it. */
const SignInMethods = lazySlot(() => import('./SignInMethods.tsx'), {
  isStyled: true,
  failed: () => null,
});

function Login() {
  const { form, field, busy } = useAuthForm(loginForm);
  const query = usePrerendered($query, NO_QUERY);
  const error = useInitial(loginForm.$errors)['form'];
  const errorId = useId();
  const hasSteps = usePrerendered($hasSteps, false);
  const identity = useInitial($identityLabel);

  useEffect(() => {
    if (query['demoEmail']) loginForm.set('email', query['demoEmail']);
    if (query['demoPassword']) loginForm.set('password', query['demoPassword']);
  }, [query]);

  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-3 text-center text-lg font-semibold">
        {hasSteps ? 'Superuser sign in' : 'Admin sign in'}
      </h1>
      <EmailInput
        {...field('email')}
        label={identity ?? 'Email'}
        autoComplete="username"
        required
        {...(identity && ANY_TEXT)}
      />
      <PasswordInput {...field('password')} label="Password" autoComplete="current-password" required />
      <a className="link link-hover w-fit py-1 text-muted max-sm:py-2.5" href="#/request-password-reset">
        Forgotten password?
      </a>
      <p id={errorId} role="alert" className="min-h-5 text-error">
        {error}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="md"
        className="mt-1 w-full"
        busy={busy}
        aria-describedby={errorId}
      >
        Login
      </Button>
      {hasSteps && <SignInMethods />}
    </form>
  );
}

export default island(inFrame('login'), Login);
