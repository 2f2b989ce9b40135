// chunks: other settings
import { useStore } from '@nanostores/react';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { saveJsonFile } from '#browser/save-file.ts';
import { LongCode } from '#components/code/LongCode.tsx';
import { Button } from '#components/elements/Button.tsx';
import { copyText } from '#components/elements/copy-text.ts';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { Checkbox } from '#components/form/ChoiceField.tsx';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { EXPORT_TEXTS } from '#domain/settings/import/words.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { addToast } from '#stores/app/toasts.ts';
import {
  $areAllExported,
  $exportable,
  $exportCount,
  $exportText,
  $selectedExports,
  loadExport,
  startExport,
  toggleAllExports,
  toggleExport,
} from '#stores/settings/export.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsExport;

async function copy(event: MouseEvent<HTMLButtonElement>) {
  if (await copyText($exportText.get(), event.currentTarget))
    addToast('info', EXPORT_TEXTS.copied, { duration: 3000 });
  else addToast('error', 'Could not copy the configuration.');
}

function Box({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-0 grow overflow-hidden rounded-box border border-base-300 max-sm:flex-col">
      {children}
    </div>
  );
}

function CollectionChoice({ collections }: { readonly collections: readonly Collection[] }) {
  const selected = useStore($selectedExports);
  const areAll = useStore($areAllExported);
  const count = useStore($exportCount);
  return (
    <fieldset
      aria-label="Collections"
      className="flex min-h-0 shrink-0 flex-col border-base-300 bg-base-200 max-sm:max-h-44 max-sm:border-b sm:w-[clamp(10rem,18vw,14rem)] sm:border-r"
    >
      <Checkbox
        label="Select all"
        className="border-b border-base-300 px-3 py-1 font-medium"
        checked={areAll}
        indeterminate={count > 0 && !areAll}
        onChange={toggleAllExports}
      />
      <ul className="min-h-0 overflow-y-auto px-3 py-1">
        {collections.map((collection) => (
          <li key={collection.id}>
            <Checkbox
              label={collection.name}
              help={isLeftAlone(collection) ? 'Atoll’s own: what administrators share' : undefined}
              checked={selected.has(collection.id)}
              onChange={() => toggleExport(collection.id)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="" className="flex min-h-0 grow pb-12">
      <Box>
        <div className="flex shrink-0 flex-col gap-4 border-base-300 bg-base-200 px-3 py-3 max-sm:border-b sm:w-[clamp(10rem,18vw,14rem)] sm:border-r">
          {['w-20', 'w-32', 'w-24', 'w-28'].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
        <div className="flex min-w-0 grow flex-col gap-2 px-3 py-3">
          {['w-4', 'w-8', 'w-48', 'w-40', 'w-44', 'w-36'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </div>
      </Box>
    </div>
  );
}

function Preview() {
  const text = useStore($exportText);
  const isEmpty = useStore($exportCount) === 0;
  return (
    <div className="relative flex min-h-0 min-w-0 grow flex-col">
      <LongCode code={text} language="json" label="Preview" className="grow pr-24" />
      <div className="absolute top-2 right-4">
        <Button icon="icon-[ri--file-copy-line]" disabled={isEmpty} onClick={copy}>
          Copy
        </Button>
      </div>
    </div>
  );
}

function DownloadButton() {
  const isEmpty = useStore($exportCount) === 0;
  return (
    <Button
      variant="primary"
      icon="icon-[ri--download-line]"
      disabled={isEmpty}
      onClick={() => saveJsonFile(EXPORT_TEXTS.fileName, $exportText.get())}
    >
      Download as JSON
    </Button>
  );
}

function Content() {
  const load = useInitial($exportable);
  if (load.state === 'busy') return <Loading />;
  if (load.state === 'failed')
    return <ErrorState title="The collections could not be loaded." onRetry={loadExport} />;
  if (!load.value.length) return <EmptyState drawing="whale" text="There are no collections to export." />;
  return (
    <>
      <Box>
        <CollectionChoice collections={load.value} />
        <Preview />
      </Box>
      <div className="flex shrink-0 justify-end py-2">
        <DownloadButton />
      </div>
    </>
  );
}

function Export() {
  useEffect(startExport, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="flex min-h-0 grow flex-col px-4 pt-1">
        <div className="wide-content flex min-h-0 grow flex-col">
          <p className="mb-3 text-muted">{EXPORT_TEXTS.intro}</p>
          <Content />
        </div>
      </div>
    </div>
  );
}

export default island(inFrame(frame), Export);
