import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#browser/after-paint.ts';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { closeByProps, lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { UploadProgress } from '#components/feedback/UploadProgress.tsx';
import { EditPanel } from '#islands/EditPanel.tsx';
import { fetchControls } from '#islands/field-types/controls/registry.ts';
import { OfferedDraft } from '#islands/OfferedDraft.tsx';
import { useSaveForm } from '#islands/use-save-form.ts';
import { WalkSteps } from '#islands/WalkSteps.tsx';
import { $atField } from '#stores/records/panel/at-field.ts';
import { $canDock, $isDocked, toggleDocked } from '#stores/records/panel/docked.ts';
import { recordWalk } from '#stores/records/panel/follow-route.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { ConflictView } from './ConflictView.tsx';
import { CopyNote } from './CopyNote.tsx';
import { ElsewhereBanner } from './ElsewhereBanner.tsx';
import { inputProblems } from './input-problems.ts';
import { focusControl } from './MarkedField.tsx';
import { PanelForm } from './PanelForm.tsx';
import { PanelMenu } from './PanelMenu.tsx';
import { ProvidersSkeleton } from './ProvidersSkeleton.tsx';
import { RecordIdentity } from './RecordIdentity.tsx';
import { ReferencedBy } from './ReferencedBy.tsx';
import { RemovedFields } from './RemovedFields.tsx';
import { TemplateNote } from './templates/TemplateNote.tsx';
import type { TemplateDialog } from './templates/Templates.tsx';
import { useShownCount } from './use-shown-count.ts';
import { useShownRow } from './use-shown-row.ts';

// The logos of all providers are large, and few records have linked accounts.
const Providers = lazyPart(() => import('./Providers.tsx'), {
  fallback: <ProvidersSkeleton />,
});

const Templates = lazyPanel(() => import('./templates/Templates.tsx'), closeByProps);

// The account panel stays in the page while another tab is selected.
const TABS = [
  { id: 'account', title: 'Account', keepsPanel: true },
  { id: 'providers', title: 'Authorized providers' },
] as const;

/** The row of a record in the list: after some steps, it is not the one that was opened. */
const rowOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`main [data-row-id="${CSS.escape(id ?? '')}"]`);

/** Docks the panel beside the table, or shows it above the page; only on wide windows. */
function DockButton() {
  const isDocked = useStore($isDocked);
  return (
    useStore($canDock) && (
      <IconButton
        icon="icon-[ri--table-line]"
        iconSize="size-5"
        label="Stand beside the table"
        aria-pressed={isDocked}
        tooltip={isDocked ? 'Show above the page' : 'Stand beside the table'}
        tooltipSide="bottom"
        onClick={toggleDocked}
      />
    )
  );
}

/** In place of the menu while the record is loaded; not visible if that takes only a moment. */
function LoadingSign() {
  return (
    <span className="grid size-8 place-items-center transition-opacity delay-300 max-sm:size-10 starting:opacity-0">
      <Spinner label="Loading record..." />
    </span>
  );
}

export interface RecordPanelViewProps {
  readonly panel: RecordPanel;
  /** Whether it is the page's panel, and no other panel has opened it. */
  readonly isLowest: boolean;
}

/** The panel in which a record is created or edited. */
export function RecordPanelView({ panel, isLowest }: RecordPanelViewProps) {
  const id = useId();
  const form = useSaveForm({ ...panel, stop: panel.stopWaiting, save: () => save(false) }, () => save(true));
  const collection = useStore(panel.$collection);
  const recordId = useStore(panel.$recordId);
  const load = useStore(panel.$record);
  const isLoaded = load.state === 'ready';
  const hasValues = useStore(panel.$awaited) !== undefined;
  const conflicts = useStore(panel.$conflicts);
  const saving = useStore(panel.$saving);
  const isCopying = useStore(panel.$uncopied)?.progress !== undefined;
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('account');
  const [templates, setTemplates] = useState<TemplateDialog>();
  const isNew = recordId === undefined;
  const isListed = useStore(recordWalk.$neighbours) !== undefined && isLowest;
  const [shownCount, showAllFields] = useShownCount(panel.id, collection.schema.length, hasValues);
  const isDocked = useStore($isDocked) && isLowest;
  useShownRow(isDocked ? recordId : undefined);
  const hasTabs = collection.type === 'auth' && !isNew;

  const focusField = useEffectEvent((name: string) => {
    showAllFields();
    return afterPaint(() => {
      const field = form.ref.current?.querySelector(`[data-field="${CSS.escape(name)}"]`);
      field?.scrollIntoView({ block: 'nearest' });
      focusControl(field);
    });
  });
  // A cell of the list has opened the panel.
  useEffect(() => {
    const wanted = $atField.get();
    if (!isLoaded || !wanted || wanted.id !== recordId) return;
    $atField.set(undefined);
    return focusField(wanted.name);
  }, [isLoaded, recordId]);

  function save(keepOpen: boolean) {
    if (!form.ref.current) return undefined;
    // Only visible inputs are checked and can get the focus.
    flushSync(() => {
      showAllFields();
      setTab('account');
    });
    return panel.save({ keepOpen, problems: inputProblems(panel, form.ref.current) });
  }
  useEffect(() => afterPaint(() => fetchControls(collection.schema.map(({ type }) => type))), [collection]);

  return (
    <EditPanel
      panel={panel}
      form={form}
      formId={id}
      isNew={isNew}
      isBusy={isCopying || saving.state !== 'idle'}
      {...(saving.state === 'uploading'
        ? { progress: <UploadProgress {...saving} onStop={form.stop} /> }
        : {})}
      title={
        <>
          {isNew ? 'New' : 'Edit'} <bdi>{collection.name}</bdi> record
        </>
      }
      headerAside={
        <>
          {!isNew && isLowest && <DockButton />}
          {!isNew && isListed && <WalkSteps walk={recordWalk} above="Previous record" below="Next record" />}
          {isLoaded ? <PanelMenu panel={panel} onTemplates={setTemplates} /> : hasValues && <LoadingSign />}
        </>
      }
      headerBelow={
        !isNew && (
          <>
            <RecordIdentity panel={panel} />
            {hasTabs && (
              <Tabs id={id} label="Parts of the record" tabs={TABS} selected={tab} onSelect={setTab} />
            )}
          </>
        )
      }
      isDocked={isDocked}
      finalFocus={() => (isListed ? rowOf(recordId) : null)}
    >
      {!hasValues ? (
        <div className="grid min-h-40 place-items-center">
          <Spinner label="Loading record..." className="size-6" />
        </div>
      ) : (
        <div
          key={panel.id}
          {...(hasTabs ? tabPanelProps(id, 'account') : {})}
          hidden={hasTabs && tab !== 'account'}
        >
          {isLoaded && (
            <OfferedDraft panel={panel} form={form} text="The record has previous unsaved changes." />
          )}
          {isNew && panel.template && <TemplateNote panel={panel} template={panel.template} />}
          {isNew && <CopyNote panel={panel} />}
          <ElsewhereBanner panel={panel} form={form.ref} />
          {load.state === 'failed' && (
            <Callout
              kind="danger"
              className="mb-3"
              actions={<Button onClick={() => void panel.retryLoad()}>Try again</Button>}
            >
              The record could not be loaded. Your edits are kept, and can be saved when it is loaded.
            </Callout>
          )}
          <RemovedFields panel={panel} form={form.ref} />
          <form ref={form.ref} id={id} autoComplete="off" noValidate onSubmit={form.onSubmit}>
            <PanelForm panel={panel} count={shownCount} />
          </form>
          {isLoaded && !isNew && <ReferencedBy collection={collection} id={recordId} />}
        </div>
      )}
      {hasTabs && tab === 'providers' && (
        <div {...tabPanelProps(id, 'providers')}>
          <Providers key={panel.id} auths={panel.auths} />
        </div>
      )}
      {templates && <Templates panel={panel} dialog={templates} onClose={() => setTemplates(undefined)} />}
      {conflicts.length > 0 && (
        <ConflictView
          panel={panel}
          conflicts={conflicts}
          onFailed={form.focusInvalid}
          onCancel={form.focusSave}
        />
      )}
    </EditPanel>
  );
}
