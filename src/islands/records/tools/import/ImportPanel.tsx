import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { Collection } from '#domain/collections/collection.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { canCloseImport, closeImport, openImport } from '#stores/records/import/current.ts';
import type { Import } from '#stores/records/import/import.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ImportFooter } from './ImportFooter.tsx';
import { RunStep } from './RunStep.tsx';
import { Steps } from './Steps.tsx';

const STEPS = { file: FileStep, columns: ColumnsStep, check: CheckStep, run: RunStep } as const;

function OpenPanel({ session }: { readonly session: Import }) {
  const { name } = useStore(session.$collection);
  const step = useStore(session.$step);
  const Step = STEPS[step];
  return (
    <OverlayPanel
      open
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
      <Step session={session} />
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
