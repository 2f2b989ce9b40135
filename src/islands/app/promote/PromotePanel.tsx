import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FileButton } from '#components/elements/FileButton.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { NamedBackend } from '#domain/app/backends.ts';
import { countText } from '#domain/app/count-text.ts';
import { promote } from '#stores/promote/apply.ts';
import { $compared, $selected, compare } from '#stores/promote/compare.ts';
import { $job } from '#stores/promote/job.ts';
import { leavePromote, startPromote, swapSides } from '#stores/promote/panel.ts';
import { $chosenRecords } from '#stores/promote/records.ts';
import { $sides, $signInTo, type Sides } from '#stores/promote/sides.ts';
import { undoFile } from '#stores/promote/undo.ts';
import { Differences } from './Differences.tsx';
import { JobNote } from './JobNote.tsx';
import { SignInForm } from './SignInForm.tsx';

/** From where to where, and the button that turns it around. */
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
      <FileButton
        label="Undo from a file…"
        accept=".json"
        disabled={isBusy}
        onFile={(file) => void undoFile(file)}
      />
    </div>
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

/** The panel that compares two backends and promotes selected differences. */
export default function PromotePanel({ backend }: { readonly backend: NamedBackend }) {
  const sides = useStore($sides);
  const count = useStore($selected).size + useStore($chosenRecords).length;
  const isBusy = useStore($job)?.state === 'busy';
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
          busy={isBusy}
          onClick={() => void promote()}
        >
          Promote
        </Button>
      }
    >
      {sides && <Direction sides={sides} isBusy={isBusy} />}
      <JobNote />
      <Content />
    </OverlayPanel>
  );
}
