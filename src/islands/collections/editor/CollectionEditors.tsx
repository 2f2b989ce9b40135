// chunks: editors
import { useStore } from '@nanostores/react';
import { type RefObject, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { CONTROL } from '#components/elements/control-class.ts';
import { copyText } from '#components/elements/copy-text.ts';
import { Sign } from '#components/elements/Sign.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { closeByProps, lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { Field } from '#components/form/Field.tsx';
import { useIsOverdue } from '#components/hooks/use-is-overdue.ts';
import { Dropdown, menuItem } from '#components/overlay/Dropdown.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { viewColumnErrors } from '#domain/collections/editor/errors.ts';
import { renameCollection } from '#domain/collections/editor/values.ts';
import { hasRules, openRules } from '#domain/collections/rules.ts';
import { deleteItem, duplicateItem, EditPanel } from '#islands/EditPanel.tsx';
import { PanelIdentity } from '#islands/PanelIdentity.tsx';
import { OfferedDraft, useSaveForm } from '#islands/use-save-form.tsx';
import { $can, can } from '#stores/app/capabilities.ts';
import { addToast } from '#stores/app/toasts.ts';
import { queryCompletions } from '#stores/collections/editor/completions.ts';
import { $editors, type CollectionEditor, startEditors } from '#stores/collections/editor/editor.ts';
import { COLLECTION_ICONS } from '../CollectionLink.tsx';
import { AuthOptionsTab } from './auth/AuthOptionsTab.tsx';
import { ConfirmChanges } from './ConfirmChanges.tsx';
import { FieldsTab } from './fields/FieldsTab.tsx';
import { RulesTab } from './rules/RulesTab.tsx';
import { SlugInput } from './SlugInput.tsx';
import { useSlice } from './use-slice.ts';

const TYPE_NAMES = { base: 'Base', view: 'View', auth: 'Auth' } as const;
const TYPES = ['base', 'view', 'auth'] as const;

/** 'Type: Base'; a menu while the collection is new. */
function TypeChip({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const isSaved = useStore(editor.$saved) !== undefined;
  // The type can't change after it was sent.
  const isBusy = useStore(editor.$isBusy);
  return (
    <Dropdown
      label={`Type: ${TYPE_NAMES[type]}`}
      disabled={isSaved || isBusy}
      triggerClass="btn btn-xs mb-1 h-6 gap-1 border-button-line bg-base-200 text-xs font-normal text-base-content disabled:border-transparent disabled:text-muted max-sm:h-10"
      items={TYPES.map((next) =>
        menuItem(`${TYPE_NAMES[next]} collection`, COLLECTION_ICONS[next], () => editor.setType(next)),
      )}
    >
      <span>Type: {TYPE_NAMES[type]}</span>
      {!isSaved && <span aria-hidden="true" className="icon-[ri--arrow-down-s-line] size-4" />}
    </Dropdown>
  );
}

function NameField({
  editor,
  input,
}: {
  editor: CollectionEditor;
  input: RefObject<HTMLInputElement | null>;
}) {
  const name = useSlice(editor.$values, (values) => values.name);
  const type = useSlice(editor.$values, (values) => values.type);
  const error = useSlice(editor.$errors, (errors) => errors['name']);
  const isSystem = useStore(editor.$saved)?.isSystem ?? false;
  return (
    <Field
      label="Name"
      required
      error={error}
      help={isSystem ? 'System collection' : undefined}
      aside={<TypeChip editor={editor} />}
    >
      {(control) => (
        <SlugInput
          {...control}
          ref={input}
          aria-required
          data-1p-ignore=""
          className={CONTROL}
          placeholder={`eg. "${type === 'auth' ? 'users' : 'posts'}"`}
          disabled={isSystem}
          value={name}
          onChange={(text) => editor.edit((values) => renameCollection(values, text), 'name')}
        />
      )}
    </Field>
  );
}

const HELP = [
  'Wildcard columns (*) are not supported.',
  'The query must have a unique id column. If your query doesn’t have a suitable one, you can use the universal (ROW_NUMBER() OVER()) as id.',
  'Expressions must be aliased with a valid formatted field name, eg. MAX(balance) as maxBalance.',
];

const QueryTrial = lazyPart(() => import('./QueryTrial.tsx'));

function QueryTab({ editor }: { readonly editor: CollectionEditor }) {
  const query = useSlice(editor.$values, (values) => values.query);
  const error = useSlice(editor.$errors, (errors) => errors['query']);
  const columnErrors = useSlice(editor.$errors, viewColumnErrors);
  const { triesViews } = useStore($can);
  return (
    <div className="flex flex-col gap-1">
      <CodeField
        label="Select query"
        required
        language="sql"
        minLines={8}
        maxLines={30}
        placeholder="eg. SELECT id, name from posts"
        completions={(prefix) => queryCompletions(editor, prefix)}
        error={error}
        value={query}
        // Errors of columns belong to the previous query.
        onChange={(text) => editor.edit((values) => ({ ...values, query: text }), 'query', 'fields')}
      />
      {columnErrors.length > 0 && (
        <ul aria-label="Errors of columns" className="text-xs text-error wrap-anywhere">
          {columnErrors.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {triesViews && <QueryTrial editor={editor} />}
      <ul className="list-disc pl-4 text-xs text-muted">
        {HELP.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The tabs with marks for errors inside and for rules with a filter. */
function EditorTabs({ editor, id }: { readonly editor: CollectionEditor; readonly id: string }) {
  const selected = useStore(editor.$tab);
  const errors = useStore(editor.$tabErrors);
  const type = useSlice(editor.$values, (values) => values.type);
  const openCount = useSlice(editor.$values, (values) => openRules(values).length);
  const hasFilter = useSlice(editor.$values, (values) => hasRules(values));
  const tabs = [
    { id: 'fields', title: type === 'view' ? 'Query' : 'Fields' },
    { id: 'rules', title: 'API Rules' },
    ...(type === 'auth' ? [{ id: 'options', title: 'Options' } as const] : []),
  ] as const;
  const marked = tabs.map((tab) => ({
    ...tab,
    mark: (
      <>
        {tab.id === 'rules' && openCount > 0 && (
          <span className="text-xs text-warning" data-tooltip="Rules that let anyone in">
            · {openCount} open
          </span>
        )}
        {tab.id === 'rules' && hasFilter && (
          <Sign label="Has rules" className="size-1.5 shrink-0 rounded-full bg-primary" />
        )}
        {errors.has(tab.id) && <ErrorIndicator />}
      </>
    ),
  }));

  return (
    <Tabs
      id={id}
      label="Parts of the collection"
      tabs={marked}
      selected={selected}
      onSelect={(tab) => editor.$tab.set(tab)}
    />
  );
}

/** Says that the stored collection is still loading, if that takes longer than a second. */
function LoadingNote({ editor }: { readonly editor: CollectionEditor }) {
  const isSlow = useIsOverdue(useStore(editor.$freshness) === 'loading', 1000);
  return (
    <p role="status" className="text-xs text-muted">
      {isSlow && 'Loading the collection as it is stored…'}
    </p>
  );
}

function MemoryNotice({ editor }: { readonly editor: CollectionEditor }) {
  const isBusy = useStore(editor.$isBusy);
  return (
    <Callout
      kind="warning"
      role="alert"
      className="mb-3"
      actions={
        <Button disabled={isBusy} onClick={() => void editor.mendMemory()}>
          Reload its memory
        </Button>
      }
    >
      The backend has another state of this collection in memory than in its database, since an import has
      failed. Saving would delete columns with their values, so nothing is sent until its memory is reloaded.
    </Callout>
  );
}

function FreshnessNotice({ editor }: { readonly editor: CollectionEditor }) {
  const freshness = useStore(editor.$freshness);
  if (freshness === 'wrong') return <MemoryNotice editor={editor} />;
  if (freshness !== 'failed' && freshness !== 'deleted') return null;
  const isDeleted = freshness === 'deleted';
  return (
    <Callout
      kind="warning"
      role="alert"
      className="mb-3"
      actions={!isDeleted && <Button onClick={() => void editor.loadStored()}>Try again</Button>}
    >
      {isDeleted
        ? 'The collection was deleted elsewhere. Changes can no longer be saved.'
        : 'The collection could not be reloaded. What you see may be out of date.'}
    </Callout>
  );
}

/** The content of the selected tab. The inputs of the other tabs are not in the page. */
function TabContent({ editor, id }: { readonly editor: CollectionEditor; readonly id: string }) {
  const tab = useStore(editor.$tab);
  const type = useSlice(editor.$values, (values) => values.type);
  return (
    <div {...tabPanelProps(id, tab)} className="pt-1">
      {tab === 'fields' && (type === 'view' ? <QueryTab editor={editor} /> : <FieldsTab editor={editor} />)}
      {tab === 'rules' && <RulesTab editor={editor} />}
      {tab === 'options' &&
        (can().hasOwnAuth ? <OwnAuthTab editor={editor} /> : <AuthOptionsTab editor={editor} />)}
    </div>
  );
}

const OwnAuthTab = lazyPart(() => import('./auth/own/OwnAuthTab.tsx'));
const NotePopup = lazyPanel(() => import('./NotePopup.tsx'), closeByProps);

function EditorMenu({ editor }: { readonly editor: CollectionEditor }) {
  const isBusy = useStore(editor.$isBusy);
  const saved = useStore(editor.$saved);
  const [hasNote, setHasNote] = useState(false);
  const { listsBuiltIn, truncates } = useStore($can);
  const isSystem = saved?.isSystem ?? false;

  async function copy() {
    const { activeElement } = document;
    const near = activeElement instanceof HTMLElement ? activeElement : document.body;
    const isCopied = await copyText(editor.json(), near);
    addToast(isCopied ? 'success' : 'error', isCopied ? 'Copied the collection.' : 'Copying failed.');
  }

  return (
    <>
      <MoreMenu
        label="More collection options"
        disabled={isBusy}
        items={[
          { label: 'Note…', icon: 'icon-[ri--pencil-line]', onSelect: () => setHasNote(true) },
          ...(isSystem ? [] : [duplicateItem(editor.duplicate)]),
          ...(listsBuiltIn ? [menuItem('Copy as JSON', 'icon-[ri--braces-line]', copy)] : []),
          ...(truncates && saved?.type !== 'view'
            ? [menuItem('Truncate', 'icon-[ri--delete-bin-7-line]', editor.truncate, true)]
            : []),
          ...(isSystem ? [] : [deleteItem(editor.remove)]),
        ]}
      />
      {hasNote && saved && <NotePopup {...saved} onClose={() => setHasNote(false)} />}
    </>
  );
}

function CollectionEditorView({ editor }: { readonly editor: CollectionEditor }) {
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const form = useSaveForm({ ...editor, stop: editor.stopWaiting, save: () => save(editor.save()) }, () =>
    save(editor.save({ keepOpen: true })),
  );
  const review = useStore(editor.$review);
  const saved = useStore(editor.$saved);
  const { listsBuiltIn } = useStore($can);
  // Must not change: another initial focus would take effect while the panel is open.
  const [wasNew] = useState(saved === undefined);
  // Renders the panel first and its content afterwards: both in one render would block the page for a moment.
  const isOpened = useDeferredValue(true, false);

  /** A review takes the focus itself. */
  async function save(saving: Promise<boolean>) {
    return (await saving) || !!editor.$review.get() || !Object.keys(editor.$errors.get()).length;
  }

  return (
    <EditPanel
      panel={editor}
      form={form}
      formId={`${id}-form`}
      isNew={!saved}
      size="lg"
      title={saved ? 'Edit collection' : 'New collection'}
      {...(wasNew ? { initialFocus: name } : {})}
      headerAside={saved && (listsBuiltIn || !saved.isSystem) && <EditorMenu editor={editor} />}
      headerBelow={
        <>
          {saved && <PanelIdentity {...saved} />}
          <EditorTabs editor={editor} id={id} />
        </>
      }
      idleNote={<LoadingNote editor={editor} />}
    >
      <OfferedDraft panel={editor} form={form} text="The collection has previous unsaved changes." />
      <FreshnessNotice editor={editor} />
      <form ref={form.ref} id={`${id}-form`} autoComplete="off" noValidate onSubmit={form.onSubmit}>
        <NameField editor={editor} input={name} />
        {isOpened && <TabContent editor={editor} id={id} />}
      </form>
      {review && (
        <ConfirmChanges
          editor={editor}
          review={review}
          onConfirm={async () => {
            if (!(await save(editor.confirmReview()))) form.focusInvalid();
          }}
        />
      )}
    </EditPanel>
  );
}

export default function CollectionEditors() {
  const editors = useStore($editors);
  useEffect(startEditors, []);
  return editors.map((editor) => <CollectionEditorView key={editor.id} editor={editor} />);
}
