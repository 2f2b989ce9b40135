import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { EmailInput, PasswordInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { NamedBackend } from '#domain/app/backends.ts';
import { countText } from '#domain/app/count-text.ts';
import {
  $compared,
  $selected,
  $sides,
  $signInTo,
  compare,
  type Sides,
  signInTo,
} from '#stores/promote/compare.ts';
import {
  $job,
  backUpTarget,
  leavePromote,
  promote,
  startPromote,
  stopJob,
  swapSides,
} from '#stores/promote/panel.ts';
import { Differences } from './Differences.tsx';

function Direction({ sides, isBusy }: { readonly sides: Sides; readonly isBusy: boolean }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <p>
        From <bdi className="font-semibold">{sides.from.name}</bdi> to{' '}
        <bdi className="font-semibold">{sides.to.name}</bdi>
        {sides.to.production && ' (production)'}
      </p>
      <Button icon="icon-[ri--arrow-left-right-line]" disabled={isBusy} onClick={swapSides}>
        Swap
      </Button>
    </div>
  );
}

/** What a promotion means, with the backup before it; while it runs and afterwards, what it does. */
function Note({ sides }: { readonly sides: Sides }) {
  const { isBusy, text } = useStore($job) ?? {};
  const backUp = (
    <Button onClick={() => void backUpTarget(sides)}>
      Make a backup of <bdi>{sides.to.name}</bdi> first
    </Button>
  );
  return (
    <Callout kind="info" className="mb-3" actions={isBusy ? <Button onClick={stopJob}>Stop</Button> : backUp}>
      <p>Secrets are not compared, shown or sent. Nothing is deleted. A promotion can’t be undone.</p>
      <p role="status" className="font-medium wrap-anywhere">
        <bdi>{text}</bdi>
      </p>
    </Callout>
  );
}

/** The sign-in to the other backend. The password is kept nowhere. */
function SignInForm({ backend }: { readonly backend: NamedBackend }) {
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

function Content() {
  const load = useStore($compared);
  const signIn = useStore($signInTo);
  if (signIn) return <SignInForm backend={signIn} key={signIn.name} />;
  if (load.state === 'failed')
    return <ErrorState title="The backends could not be compared." error={load.error} onRetry={compare} />;
  if (load.state === 'busy')
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner /> Comparing…
      </p>
    );
  return <Differences comparison={load.value} />;
}

export default function PromotePanel({ backend }: { readonly backend: NamedBackend }) {
  const sides = useStore($sides);
  const count = useStore($selected).size;
  const isBusy = useStore($job)?.isBusy;
  const isSigningIn = useStore($signInTo) !== undefined;
  useEffect(() => startPromote(backend), [backend]);
  return (
    <OverlayPanel
      size="xl"
      title={
        <>
          Compare with <bdi>{backend.name}</bdi>
        </>
      }
      onRequestClose={() => void leavePromote()}
      footerAside={count > 0 && <span>{countText(count, 'difference', 'differences')} selected</span>}
      cancel="Close"
      footer={
        // Not `disabled`: it has the focus when what it promoted is selected no more.
        <Button
          variant="primary"
          aria-disabled={!count || undefined}
          busy={isBusy === true}
          onClick={() => void promote()}
        >
          Promote
        </Button>
      }
    >
      {sides && <Direction sides={sides} isBusy={isBusy === true} />}
      {sides && !isSigningIn && <Note sides={sides} />}
      <Content />
    </OverlayPanel>
  );
}
