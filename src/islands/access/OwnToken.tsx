import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { PasswordInput } from '#components/form/PasswordInput.tsx';
import type { Try } from '#stores/access/panel.ts';

/** Signs in as the chosen user, so that requests are sent with that user's own token. */
export function OwnToken({ panel }: { readonly panel: Try }) {
  const hasToken = useStore(panel.$hasToken);
  const isBusy = useStore(panel.$isSigningIn);
  const { password: error } = useStore(panel.$errors);
  const [password, setPassword] = useState('');
  if (hasToken) {
    return (
      <p role="status" className="text-sm text-muted">
        Signed in as this user. The token is forgotten when this panel closes.
      </p>
    );
  }
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void panel.signIn(password);
        setPassword('');
      }}
    >
      <PasswordInput
        className="min-w-0 grow"
        label="Password of this user (optional)"
        help="With it, requests are sent with the user’s own token. It is not stored."
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={error}
      />
      <Button type="submit" className="mt-6" busy={isBusy} disabled={password === ''}>
        Sign in
      </Button>
    </form>
  );
}
