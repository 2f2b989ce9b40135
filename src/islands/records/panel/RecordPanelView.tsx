import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#browser/after-paint.ts';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { tabPanelProps } from '#components/elements/Tabs.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { DraftBanner } from '#components/feedback/DraftBanner.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { fetchControls } from '#islands/field-types/controls/registry.ts';
import { useSaveKeys } from '#islands/use-save-keys.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { ConflictView } from './ConflictView.tsx';
import { ElsewhereBanner } from './ElsewhereBanner.tsx';
import { inputProblems } from './input-problems.ts';
import { PanelFooter, SaveProgress } from './PanelFooter.tsx';
import { PanelForm } from './PanelForm.tsx';
import { PanelMenu } from './PanelMenu.tsx';
import { type PanelTab, PanelTabs } from './PanelTabs.tsx';
import type { ProvidersProps } from './Providers.tsx';
import { ProvidersSkeleton } from './ProvidersSkeleton.tsx';
import { RemovedFields } from './RemovedFields.tsx';
import { useShownCount } from './use-shown-count.ts';

// The logos of all providers are large, and few records have linked accounts.
const Providers = lazyPart<ProvidersProps>(() => import('./Providers.tsx'), {
  fallback: <ProvidersSkeleton />,
});

/** In place of the menu while the record is loaded; not visible if that takes only a moment. */
function LoadingSign() {
  return (
    <span className="grid size-8 place-items-center transition-opacity delay-300 max-sm:size-10 starting:opacity-0">
      <Spinner label="Loading record..." />
    </span>
  );
}

/** The panel in which a record is created or edited (RP-01). */
export function RecordPanelView({ panel }: { readonly panel: RecordPanel }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const collection = useStore(panel.$collection);
  const recordId = useStore(panel.$recordId);
  const load = useStore(panel.$record);
  const isLoaded = load.state === 'ready';
  const hasValues = useStore(panel.$awaited) !== undefined;
  const conflicts = useStore(panel.$conflicts);
  const isSaving = useStore(panel.$saving).state !== 'idle';
  const isDraftOffered = useStore(panel.$offeredDraft) !== undefined;
  const [tab, setTab] = useState<PanelTab>('account');
  const focusInvalid = useFocusOn(form, '[aria-invalid="true"], [data-invalid] button:not(:disabled)');
  const focusSave = useFocusOn(form, 'button[type=submit]');
  const isNew = recordId === undefined;
  const [shownCount, showAllFields] = useShownCount(collection.schema.length, hasValues);
  const hasTabs = collection.type === 'auth' && !isNew;

  async function save(keepOpen: boolean) {
    if (!panel.$canSave.get() || !form.current) return;
    // Only visible inputs are checked and can get the focus.
    flushSync(() => {
      showAllFields();
      setTab('account');
    });
    const problems = inputProblems(panel, form.current);
    if (!(await panel.save({ keepOpen, problems }))) focusInvalid();
  }
  useSaveKeys(form, () => void save(true));
  useEffect(() => afterPaint(() => fetchControls(collection.schema.map(({ type }) => type))), [collection]);

  return (
    <OverlayPanel
      open
      title={
        <>
          {isNew ? 'New' : 'Edit'} <bdi>{collection.name}</bdi> record
        </>
      }
      busy={isSaving}
      onRequestClose={() => void panel.close()}
      headerAside={!isNew && (isLoaded ? <PanelMenu panel={panel} /> : hasValues && <LoadingSign />)}
      headerBelow={hasTabs && <PanelTabs id={id} selected={tab} onSelect={setTab} />}
      footerAside={<SaveProgress panel={panel} onStopped={focusSave} />}
      footer={<PanelFooter panel={panel} formId={id} />}
    >
      {!hasValues ? (
        <div className="grid min-h-40 place-items-center">
          <Spinner label="Loading record..." className="size-6" />
        </div>
      ) : (
        <div {...(hasTabs ? tabPanelProps(id, 'account') : {})} hidden={hasTabs && tab !== 'account'}>
          <DraftBanner
            text="The record has previous unsaved changes."
            isOffered={isDraftOffered && isLoaded}
            form={form}
            onRestore={panel.restoreDraft}
            onDiscard={panel.discardDraft}
          />
          <ElsewhereBanner panel={panel} form={form} />
          {load.state === 'failed' && (
            <Callout
              kind="danger"
              className="mb-3"
              actions={<Button onClick={() => void panel.retryLoad()}>Try again</Button>}
            >
              The record could not be loaded. Your edits are kept, and can be saved when it is loaded.
            </Callout>
          )}
          <RemovedFields panel={panel} form={form} />
          <form
            ref={form}
            id={id}
            autoComplete="off"
            noValidate
            onSubmit={(event: SubmitEvent) => {
              event.preventDefault();
              // In React, the forms of pickers and nested panels are children of this one.
              event.stopPropagation();
              void save(false);
            }}
          >
            <PanelForm panel={panel} count={shownCount} />
          </form>
        </div>
      )}
      {hasTabs && tab === 'providers' && (
        <div {...tabPanelProps(id, 'providers')}>
          <Providers auths={panel.auths} />
        </div>
      )}
      {conflicts.length > 0 && (
        <ConflictView panel={panel} conflicts={conflicts} onFailed={focusInvalid} onCancel={focusSave} />
      )}
    </OverlayPanel>
  );
}
