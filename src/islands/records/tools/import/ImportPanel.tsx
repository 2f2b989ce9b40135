import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { Collection } from '#domain/collections/collection.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { canCloseImport, closeImport, openImport } from '#stores/records/import/current.ts';
import type { Import, ImportStep } from '#stores/records/import/import.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ImportFooter } from './ImportFooter.tsx';
import { ChangedNote } from './Outcome.tsx';
import { RunStep } from './RunStep.tsx';

/** In their order. */
const STEPS = {
  file: { title: 'File', Content: FileStep },
  columns: { title: 'Columns', Content: ColumnsStep },
  check: { title: 'Check', Content: CheckStep },
  run: { title: 'Import', Content: RunStep },
} as const;

/** Where the import is. */
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

function OpenPanel({ session }: { readonly session: Import }) {
  const { name } = useStore(session.$collection);
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

function NewPanel({ collection }: { readonly collection: Collection }) {
  const [session] = useState(() => openImport(collection));
  return <OpenPanel session={session} />;
}

/** The panel 'Import records'. */
export default function ImportPanel() {
  const collection = useStore($activeCollection);
  return collection ? <NewPanel collection={collection} /> : null;
}
