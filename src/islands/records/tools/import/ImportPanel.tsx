import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { sendPasswordMails } from '#stores/records/bulk/mails.ts';
import { canCloseImport, closeImport, openImport } from '#stores/records/import/current.ts';
import type { Import, ImportStep } from '#stores/records/import/import.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ChangedNote, CheckStep, RunStep } from './Outcome.tsx';

const close = async () => {
  if (await canCloseImport()) closeImport();
};

function ColumnsFooter({ session }: { readonly session: Import }) {
  const choices = useStore(session.columns.$choices);
  const repeated = useStore(session.columns.$repeated);
  const { newName } = useStore(session.columns.$options);
  const isSaving = useStore(session.$isSaving);
  const isEmpty = choices.every(({ use }) => use === 'none');
  const hasNameless = choices.some(({ use, name }) => use === 'new' && name === '');
  return (
    <>
      <Button variant="ghost" disabled={isSaving} onClick={session.back}>
        Back
      </Button>
      <Button
        variant="primary"
        busy={isSaving}
        disabled={isEmpty || hasNameless || repeated.size > 0 || newName === ''}
        onClick={() => void session.toCheck()}
      >
        Check the rows
      </Button>
    </>
  );
}

function CheckFooter({ session }: { readonly session: Import }) {
  const dryRun = useStore(session.$dryRun);
  const counts = dryRun.state === 'ready' ? dryRun.counts : undefined;
  const count = counts ? counts.create + counts.update : 0;
  return (
    <>
      <Button variant="ghost" onClick={session.back}>
        {dryRun.state === 'busy' ? 'Cancel' : 'Back'}
      </Button>
      <WriteButton variant="primary" disabled={count === 0} onClick={() => void session.start()}>
        Import {count ? numberText(count) : ''} {count === 1 ? 'row' : 'rows'}
      </WriteButton>
    </>
  );
}

function RunFooter({ session }: { readonly session: Import }) {
  const run = useStore(session.run.$run);
  const collection = useStore(session.columns.$collection);
  if (run?.state === 'ended') {
    const { unaware = [] } = run;
    const hasRefused = run.counts.invalid > 0 || run.notRun > 0;
    // The panel closes with them.
    const leave = async () => {
      if (hasRefused) await session.saveRefused();
      closeImport();
    };
    return (
      <>
        {unaware.length > 0 && (
          <Button
            icon="icon-[ri--mail-line]"
            onClick={() => void sendPasswordMails(collection, unaware, () => void leave())}
          >
            Send emails to set a password
          </Button>
        )}
        {hasRefused && (
          <Button icon="icon-[ri--download-line]" onClick={() => void session.saveRefused()}>
            Save the refused rows as a file
          </Button>
        )}
        <Button variant="primary" onClick={() => void close()}>
          Done
        </Button>
      </>
    );
  }
  const isCancelling = run?.state === 'cancelling';
  const hold = run?.hold;
  const isStuck = hold === 'offline' || (hold === 'changed' && !run?.changed?.isSafe);
  const canResume = hold !== undefined && hold !== 'offline';
  return (
    <>
      <Button variant="ghost" busy={isCancelling} onClick={session.run.cancel}>
        Cancel import
      </Button>
      <Button
        variant="primary"
        disabled={isCancelling || isStuck}
        onClick={canResume ? session.run.resume : session.run.pause}
      >
        {canResume ? 'Resume' : 'Pause'}
      </Button>
    </>
  );
}

function ImportFooter({ session }: { readonly session: Import }) {
  const step = useStore(session.$step);
  const content = useStore(session.$content);
  if (step === 'columns') return <ColumnsFooter session={session} />;
  if (step === 'check') return <CheckFooter session={session} />;
  if (step === 'run') return <RunFooter session={session} />;
  return (
    content && (
      <Button variant="primary" onClick={session.toColumns}>
        Choose the columns
      </Button>
    )
  );
}

const STEPS = {
  file: { title: 'File', Content: FileStep },
  columns: { title: 'Columns', Content: ColumnsStep },
  check: { title: 'Check', Content: CheckStep },
  run: { title: 'Import', Content: RunStep },
} as const;

function Steps({ step }: { readonly step: ImportStep }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {Object.entries(STEPS).map(([id, { title }], at) => (
        <li
          key={id}
          aria-current={id === step ? 'step' : undefined}
          className={id === step ? 'font-medium' : 'text-muted'}
        >
          <span className="tabular-nums">{at + 1}.</span> {title}
        </li>
      ))}
    </ol>
  );
}

function OpenPanel({ collection }: { readonly collection: Collection }) {
  const [session] = useState(() => openImport(collection));
  const { name } = useStore(session.columns.$collection);
  const step = useStore(session.$step);
  const changed = useStore(session.$changed);
  const { Content } = STEPS[step];
  return (
    <OverlayPanel
      size="xl"
      title={
        <>
          Import records: <bdi>{name}</bdi>
        </>
      }
      overlayClose={false}
      headerBelow={<Steps step={step} />}
      beforeHide={canCloseImport}
      onRequestClose={closeImport}
      cancel={step === 'file' ? 'Cancel' : undefined}
      footer={<ImportFooter session={session} />}
    >
      {changed && step === 'columns' && (
        <ChangedNote changed={changed}>
          <p>Look at the columns again before you go on.</p>
        </ChangedNote>
      )}
      <Content session={session} />
    </OverlayPanel>
  );
}

export default function ImportPanel() {
  const collection = useStore($activeCollection);
  return collection ? <OpenPanel collection={collection} /> : null;
}
