import { useStore } from '@nanostores/react';
import { type SubmitEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { tabPanelProps } from '#components/elements/Tabs.tsx';
import { DraftBanner, DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { AuthOptionsTab } from './auth/AuthOptionsTab.tsx';
import { ConfirmChanges } from './ConfirmChanges.tsx';
import { EditorMenu } from './EditorMenu.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { FreshnessNotice, LoadingNote } from './FreshnessNotice.tsx';
import { FieldsTab } from './fields/FieldsTab.tsx';
import { NameField } from './NameField.tsx';
import { QueryTab } from './query/QueryTab.tsx';
import { RulesTab } from './rules/RulesTab.tsx';
import { useSlice } from './use-slice.ts';

function Footer({ editor, formId }: { readonly editor: CollectionEditor; readonly formId: string }) {
  const canSave = useStore(editor.$canSave);
  const isBusy = useStore(editor.$isBusy);
  const isSaved = useStore(editor.$saved) !== undefined;
  return (
    <>
      <Button variant="ghost" disabled={isBusy} onClick={() => void editor.close()}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={formId} disabled={!canSave} busy={isBusy}>
        {isSaved ? 'Save changes' : 'Create'}
      </Button>
    </>
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
      {tab === 'options' && <AuthOptionsTab editor={editor} />}
    </div>
  );
}

/** The panel in which a collection is created or edited (CE-01). */
export function CollectionEditorView({ editor }: { readonly editor: CollectionEditor }) {
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusOn(form, '[aria-invalid="true"], [data-invalid] button:not(:disabled)');
  const focusSave = useFocusOn(form, 'button[type=submit]');
  const isBusy = useStore(editor.$isBusy);
  const review = useStore(editor.$review);
  const saved = useStore(editor.$saved);
  // Must not change: another initial focus would take effect while the panel is open.
  const [wasNew] = useState(saved === undefined);
  const isDraftOffered = useStore(editor.$offeredDraft) !== undefined;
  const isDraftFull = useStore(editor.$isDraftFull);
  // Renders the panel first and its content afterwards: both in one render would block the page for a moment.
  const isOpened = useDeferredValue(true, false);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // In React, the forms of nested panels are children of this one.
    event.stopPropagation();
    void save(editor.save());
  }

  function stopWaiting() {
    editor.stopWaiting();
    focusSave();
  }

  /** Focuses the first invalid field: among a hundred fields its message may be out of sight. */
  async function save(saving: Promise<boolean>) {
    const isSaved = await saving;
    if (!isSaved && !editor.$review.get() && Object.keys(editor.$errors.get()).length > 0) focusInvalid();
  }

  return (
    <OverlayPanel
      open
      size="lg"
      title={saved ? 'Edit collection' : 'New collection'}
      busy={isBusy}
      onRequestClose={() => void editor.close()}
      {...(wasNew ? { initialFocus: name } : {})}
      headerAside={saved && !saved.system && <EditorMenu editor={editor} />}
      headerBelow={<EditorTabs editor={editor} id={id} />}
      footerAside={
        isBusy ? (
          <SlowResponse onStop={stopWaiting} />
        ) : isDraftFull ? (
          <DraftFullNote />
        ) : (
          <LoadingNote editor={editor} />
        )
      }
      footer={<Footer editor={editor} formId={`${id}-form`} />}
    >
      <DraftBanner
        text="The collection has previous unsaved changes."
        isOffered={isDraftOffered}
        form={form}
        onRestore={editor.restoreDraft}
        onDiscard={editor.discardDraft}
      />
      <FreshnessNotice editor={editor} />
      <form ref={form} id={`${id}-form`} autoComplete="off" noValidate onSubmit={submit}>
        <NameField editor={editor} input={name} />
        {isOpened && <TabContent editor={editor} id={id} />}
      </form>
      {review && (
        <ConfirmChanges editor={editor} review={review} onConfirm={() => void save(editor.confirmReview())} />
      )}
    </OverlayPanel>
  );
}
