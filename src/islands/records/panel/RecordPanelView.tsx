import { useStore } from '@nanostores/react';
import { startTransition, useEffect, useEffectEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#browser/after-paint.ts';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { ScrolledValue } from '#components/elements/ScrolledValue.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { closeByProps, lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { UploadProgress } from '#components/feedback/UploadProgress.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { menuItem } from '#components/overlay/Dropdown.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import { countText } from '#domain/app/count-text.ts';
import { firstNames } from '#domain/app/first-names.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { isInternal } from '#domain/collections/collection.ts';
import { shownType } from '#domain/field-types/field-type.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';
import type { RecordData } from '#domain/records/record.ts';
import { DEFAULT_NAME } from '#domain/records/templates/template.ts';
import { deleteItem, duplicateItem, EditPanel } from '#islands/EditPanel.tsx';
import { fetchControls } from '#islands/field-types/controls/registry.ts';
import { OfferedDraft, type SaveForm, useSaveForm } from '#islands/use-save-form.tsx';
import { WalkSteps } from '#islands/WalkSteps.tsx';
import { can } from '#stores/app/capabilities.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { $atField } from '#stores/records/panel/at-field.ts';
import { $canDock, $isDocked, toggleDocked } from '#stores/records/panel/docked.ts';
import { recordWalk } from '#stores/records/panel/follow-route.ts';
import type { RecordPanel, UsedTemplate } from '#stores/records/panel/panel.ts';
import { ConflictView } from './ConflictView.tsx';
import { inputProblems } from './input-problems.ts';
import { focusControl, PanelForm } from './PanelForm.tsx';
import { ProvidersSkeleton } from './ProvidersSkeleton.tsx';
import { RecordIdentity, ReferencedBy } from './RecordIdentity.tsx';
import type { TemplateDialog } from './templates/Templates.tsx';

function TemplateNote({ panel, template }: { panel: RecordPanel; template: UsedTemplate }) {
  const { name, lost, unfit, isDefault } = template;
  const from = name !== DEFAULT_NAME && (
    <>
      {isDefault ? ', from' : 'From'} the template “<bdi>{name}</bdi>”
    </>
  );
  return (
    <Callout
      kind={lost.length + unfit.length ? 'warning' : 'info'}
      className="mb-3"
      role="status"
      actions={<Button onClick={() => void panel.startFrom({ values: {} })}>Start empty</Button>}
    >
      <p>
        {isDefault && 'Filled with the default values'}
        {from}.
      </p>
      {lost.length > 0 && (
        <p>
          Left out, as the collection no longer has {lost.length === 1 ? 'this field' : 'these fields'}:{' '}
          <bdi>{lost.join(', ')}</bdi>.
        </p>
      )}
      {unfit.length > 0 && (
        <p>
          Left out, as the field no longer takes the value: <bdi>{unfit.join(', ')}</bdi>.
        </p>
      )}
    </Callout>
  );
}

/** Marks the row of the record that a docked panel shows, and keeps it in sight. */
function useShownRow(recordId: string | undefined): void {
  useEffect(() => {
    if (recordId === undefined) return;
    const row = `.list-row[data-row-id="${CSS.escape(recordId)}"]`;
    // A style sheet also marks a row that scrolls into sight later; the security policy allows a constructed one.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${row}, ${row} > * { background: var(--color-selected) }`);
    document.adoptedStyleSheets.push(sheet);
    document.querySelector(row)?.scrollIntoView({ block: 'nearest' });
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [recordId]);
}

/** Fields of the first frame: most of those that fit into the panel of a usual window. */
const FIRST = 5;
/** Fields of each further task. */
const STEP = 4;

/** Renders a long form in several tasks, a few fields at a time, once it `isReady`; another `key` starts again. */
function useShownCount(key: number, total: number, isReady: boolean) {
  const [shown, setShown] = useState({ key, count: FIRST });
  const count = shown.key === key ? shown.count : FIRST;
  useEffect(() => {
    if (!isReady || count >= total) return;
    const timer = setTimeout(() => startTransition(() => setShown({ key, count: count + STEP })));
    return () => clearTimeout(timer);
  }, [key, count, total, isReady]);
  return [count, () => setShown({ key, count: Number.POSITIVE_INFINITY })] as const;
}

function mailItems(panel: RecordPanel, record: RecordData | undefined): MenuEntry[] {
  if (panel.$collection.get().type !== 'auth' || !record?.['email']) return [];
  const { sendVerification, sendPasswordReset } = panel;
  const verification = menuItem('Send verification email', 'icon-[ri--mail-check-line]', sendVerification);
  const reset = menuItem('Send password reset email', 'icon-[ri--mail-lock-line]', sendPasswordReset);
  return [...(record['verified'] === true ? [] : [verification]), reset, 'separator'];
}

type PanelDialog = TemplateDialog | 'impersonate';

function PanelMenu({ panel, onOpen }: { panel: RecordPanel; onOpen: (dialog: PanelDialog) => void }) {
  const load = useStore(panel.$record);
  const isSaving = useStore(panel.$saving).state !== 'idle';
  const record = load.state === 'ready' ? load.value : undefined;
  return (
    <MoreMenu
      label="More record options"
      disabled={isSaving}
      items={() => [
        ...mailItems(panel, record),
        ...(record && panel.$collection.get().type === 'auth' && can().impersonates
          ? [
              menuItem('Impersonate…', 'icon-[ri--user-star-line]', () => onOpen('impersonate')),
              'separator' as const,
            ]
          : []),
        ...(record ? [duplicateItem(panel.duplicate)] : []),
        menuItem('New from template…', 'icon-[ri--file-add-line]', () => onOpen('use')),
        menuItem('Save as template…', 'icon-[ri--save-line]', () => onOpen('save')),
        ...(record ? [] : [menuItem('Default values…', 'icon-[ri--star-line]', () => onOpen('defaults'))]),
        ...(record ? [deleteItem(panel.remove)] : []),
      ]}
    />
  );
}

function CopyNote({ panel }: { readonly panel: RecordPanel }) {
  const uncopied = useStore(panel.$uncopied);
  if (!uncopied) return null;
  const { names, progress, problem } = uncopied;
  const without = `This copy is without ${countText(names.length, 'file', 'files')} of the original: ${firstNames(names)}.`;
  const text = progress
    ? `Copying the files: ${progress.done} of ${progress.total}`
    : names.length && without;
  return (
    <Callout
      kind={problem ? 'warning' : 'info'}
      className="mb-3 whitespace-pre-line [overflow-wrap:anywhere]"
      role="status"
      actions={
        progress ? (
          <Button onClick={panel.stopWaiting}>Stop</Button>
        ) : (
          names.length > 0 && <Button onClick={() => void panel.copyFiles()}>Copy the files</Button>
        )
      }
    >
      {[problem, text].filter(Boolean).join('\n')}
    </Callout>
  );
}

function RemovedFields({ panel, form }: { panel: RecordPanel; form: SaveForm['ref'] }) {
  const removed = useStore(panel.$orphaned);
  useFocusAfterRemoval(removed.length, () => form.current?.querySelector<HTMLElement>('button[type=button]'));
  return (
    <div role="status">
      {removed.map((item) => {
        const text = valueSummary(item.value);
        return (
          <div
            key={`${item.name} ${text}`}
            data-removed-field={item.name}
            className="mb-3 rounded-box border border-warning/40 bg-warning/10 py-1.5 pr-1.5 pl-3"
          >
            <div className="flex items-center gap-1">
              <span aria-hidden="true" className="icon-[ri--alert-line] size-4 shrink-0 text-warning" />
              <span className="min-w-0 grow pl-1 wrap-anywhere">
                <bdi className="font-medium">{item.name}</bdi> is no longer a field of this collection.
              </span>
              <CopyIcon value={text} label={`Copy ${item.name}`} />
              <LineAction verb="Discard" name={item.name} onClick={() => panel.removeOrphaned(item)} />
            </div>
            <ScrolledValue label={`Value of ${item.name}`}>{text}</ScrolledValue>
          </div>
        );
      })}
    </div>
  );
}

const FIRST_CONTROL = 'input:not([readonly], [type=file], :disabled), textarea:not(:disabled)';

/** Tells that somebody else changed or deleted the open record, and how to go on without losing edits. */
export function ElsewhereBanner({ panel, form }: { panel: RecordPanel; form: SaveForm['ref'] }) {
  const state = useStore(panel.$elsewhere);
  const isBusy = useStore(panel.$isBusy);
  const canKeep = useStore(panel.$isDirty);
  useFocusAfterRemoval(state === 'none' ? 0 : 1, () =>
    form.current?.querySelector<HTMLElement>(FIRST_CONTROL),
  );
  return (
    // Always there: screen readers announce only what appears in a region that they know.
    <div role="status" data-elsewhere={state}>
      {state === 'changed' && (
        <Callout
          kind="info"
          className="mb-3"
          actions={
            // Not `disabled`, for which it would lose the focus: its own press is what starts the work.
            <Button aria-disabled={isBusy || undefined} onClick={() => void panel.compare()}>
              Compare
            </Button>
          }
        >
          This record was changed elsewhere. Your edits are kept.
        </Callout>
      )}
      {state === 'deleted' && (
        <Callout
          kind="warning"
          className="mb-3"
          actions={<Button onClick={panel.keepAsNew}>Keep as a new record</Button>}
        >
          This record was deleted elsewhere. {canKeep && 'Your edits are still here.'}
        </Callout>
      )}
    </div>
  );
}

// The logos of all providers are large, and few records have linked accounts.
const Providers = lazyPart(() => import('./Providers.tsx'), {
  fallback: <ProvidersSkeleton />,
});

const Security = lazyPart(() => import('./Security.tsx'), {
  fallback: <ProvidersSkeleton what="sign-ins" />,
});

const Impersonate = lazyPanel(() => import('./Impersonate.tsx'), closeByProps);

const Templates = lazyPanel(() => import('./templates/Templates.tsx'), closeByProps);

// The account panel stays in the page while another tab is selected.
const TABS = [
  { id: 'account', title: 'Account', keepsPanel: true },
  { id: 'providers', title: 'Authorized providers' },
  { id: 'security', title: 'Security' },
] as const;

/** None for what is no account. */
function tabsOf(collection: Collection) {
  if (collection.type !== 'auth') return [];
  // Nobody signs in as an administrator by a provider.
  const isShown = { account: true, providers: !isInternal(collection), security: can().keepsSignIns };
  return TABS.filter(({ id }) => isShown[id]);
}

/** The row of a record in the list: after some steps, it is not the one that was opened. */
const rowOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`main [data-row-id="${CSS.escape(id ?? '')}"]`);

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

interface RecordFormProps {
  readonly panel: RecordPanel;
  readonly form: SaveForm;
  readonly formId: string;
  readonly shownCount: number;
}

function RecordForm({ panel, form, formId, shownCount }: RecordFormProps) {
  const collection = useStore(panel.$collection);
  const recordId = useStore(panel.$recordId);
  const load = useStore(panel.$record);
  const isLoaded = load.state === 'ready';
  const isNew = recordId === undefined;
  return (
    <>
      {isLoaded && <OfferedDraft panel={panel} form={form} text="The record has previous unsaved changes." />}
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
      <form ref={form.ref} id={formId} autoComplete="off" noValidate onSubmit={form.onSubmit}>
        <PanelForm panel={panel} count={shownCount} />
      </form>
      {isLoaded && !isNew && <ReferencedBy collection={collection} id={recordId} />}
    </>
  );
}

interface PanelDialogsProps {
  readonly panel: RecordPanel;
  readonly dialog: PanelDialog;
  readonly onClose: () => void;
}

function PanelDialogs({ panel, dialog, onClose }: PanelDialogsProps) {
  const collection = useStore(panel.$collection);
  const record = useStore(panel.$known);
  if (dialog !== 'impersonate') return <Templates panel={panel} dialog={dialog} onClose={onClose} />;
  if (!record) return null;
  return (
    <Impersonate
      collection={collection}
      recordId={record.id}
      name={recordText(record, collection)}
      onClose={onClose}
    />
  );
}

function AccountSecurity({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const record = useStore(panel.$known);
  return (
    record && (
      <Security
        key={record.id}
        collection={collection}
        accountId={record.id}
        name={recordText(record, collection)}
      />
    )
  );
}

/** The panel of a record; `isLowest`: it is the page's own, and no other panel has opened it. */
export function RecordPanelView({ panel, isLowest }: { panel: RecordPanel; isLowest: boolean }) {
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
  const [dialog, setDialog] = useState<PanelDialog>();
  const isNew = recordId === undefined;
  const isListed = useStore(recordWalk.$neighbours) !== undefined && isLowest;
  const [shownCount, showAllFields] = useShownCount(panel.id, ownFields(collection).length, hasValues);
  const isDocked = useStore($isDocked) && isLowest;
  useShownRow(isDocked ? recordId : undefined);
  const tabs = tabsOf(collection);
  const hasTabs = !isNew && tabs.length > 1;

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
  useEffect(
    () => afterPaint(() => fetchControls(ownFields(collection).map(({ type }) => shownType(type)))),
    [collection],
  );

  return (
    <EditPanel
      panel={panel}
      form={form}
      formId={id}
      isNew={isNew}
      isBusy={isCopying || saving.state !== 'idle'}
      progress={saving.state === 'uploading' ? <UploadProgress {...saving} onStop={form.stop} /> : undefined}
      title={
        <>
          {isNew ? 'New' : 'Edit'} <bdi>{collection.name}</bdi> record
        </>
      }
      headerAside={
        <>
          {!isNew && isLowest && <DockButton />}
          {!isNew && isListed && <WalkSteps walk={recordWalk} above="Previous record" below="Next record" />}
          {isLoaded ? <PanelMenu panel={panel} onOpen={setDialog} /> : hasValues && <LoadingSign />}
        </>
      }
      headerBelow={
        !isNew && (
          <>
            <RecordIdentity panel={panel} />
            {hasTabs && (
              <Tabs id={id} label="Parts of the record" tabs={tabs} selected={tab} onSelect={setTab} />
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
          <RecordForm {...{ panel, form, shownCount }} formId={id} />
        </div>
      )}
      {hasTabs && tab === 'providers' && (
        <div {...tabPanelProps(id, 'providers')}>
          <Providers key={panel.id} auths={panel.auths} />
        </div>
      )}
      {hasTabs && tab === 'security' && (
        <div {...tabPanelProps(id, 'security')}>
          <AccountSecurity panel={panel} />
        </div>
      )}
      {dialog && <PanelDialogs panel={panel} dialog={dialog} onClose={() => setDialog(undefined)} />}
      {conflicts.length > 0 && (
        <ConflictView
          conflicts={conflicts}
          onDecided={async (choices) => {
            if (!(await panel.resolveConflicts(choices))) form.focusInvalid();
          }}
          onCancel={() => {
            panel.cancelConflicts();
            form.focusSave();
          }}
        />
      )}
    </EditPanel>
  );
}
