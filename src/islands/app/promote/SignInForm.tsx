import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmailInput } from '#components/form/EmailInput.tsx';
import { PasswordInput } from '#components/form/PasswordInput.tsx';
import type { NamedBackend } from '#domain/app/backends.ts';
import { compare } from '#stores/promote/compare.ts';
import { signInTo } from '#stores/promote/sides.ts';

/** The sign-in to the other backend. The password is kept nowhere. */
export function SignInForm({ backend }: { readonly backend: NamedBackend }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const errorId = useId();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsBusy(true);
    try {
      await signInTo(backend, email, password);
      await compare();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : '');
      setIsBusy(false);
    }
  }

  return (
    <form
      className="flex max-w-sm flex-col gap-1"
      aria-label={`Sign in to ${backend.name}`}
      onSubmit={submit}
    >
      <p className="mb-2">
        Sign in to <bdi className="font-semibold">{backend.name}</bdi> to compare it.
      </p>
      <EmailInput label="Email" autoComplete="off" required value={email} onChange={setEmail} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <p id={errorId} role="alert" className="min-h-5 text-error">
        {error}
      </p>
      <Button type="submit" variant="primary" className="w-fit" busy={isBusy} aria-describedby={errorId}>
        Sign in
      </Button>
    </form>
  );
}
