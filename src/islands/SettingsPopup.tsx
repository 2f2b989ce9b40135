import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { DraftBanner, DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel, type OverlayPanelProps } from '#components/overlay/OverlayPanel.tsx';
import type { AnySettingsForm } from '#stores/factories/create-settings-form.ts';
import { useSaveKeys } from './use-save-keys.ts';

/** Props of {@link SettingsPopup}. */
export interface SettingsPopupProps {
  readonly form: AnySettingsForm;
  readonly title: ReactNode;
  readonly size?: OverlayPanelProps['size'];
  readonly closeLabel: string;
  /** Called after the changes were discarded without a question. */
  readonly onClose: () => void;
  /** Saves the form; by default `form.save`. After `false` the first invalid field gets the focus. */
  readonly onSave?: () => unknown;
  readonly children: ReactNode;
}

/** A popup with a form over some of the backend's settings. Its form loads the settings while the popup is open. */
export function SettingsPopup(props: SettingsPopupProps) {
  const { form, title, size = 'sm', closeLabel, onClose, onSave, children } = props;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const state = useStore(form.$state);
  const canSave = useStore(form.$canSave);
  const isBusy = useStore(form.$isBusy);
  const draft = useStore(form.$offeredDraft);
  const isDraftFull = useStore(form.$isDraftFull);
  useEffect(() => form.start(), [form]);
  const isSaving = isBusy && state === 'ready';

  const focusInvalid = useFocusOn(element, '[aria-invalid="true"], [data-invalid] button:not(:disabled)');
  const focusSave = useFocusOn(element, 'button[type=submit]');

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // In React, this form and those of popups above it are children of the page's form.
    event.stopPropagation();
    if (event.target !== event.currentTarget) return;
    if ((await (onSave ? onSave() : form.save())) === false) focusInvalid();
  }
  useSaveKeys(element, () => {
    if (form.$canSave.get()) element.current?.requestSubmit();
  });

  function stop() {
    form.stop();
    focusSave();
  }

  function close() {
    form.cancel();
    onClose();
  }

  return (
    <OverlayPanel
      open
      variant="centered"
      size={size}
      title={title}
      onRequestClose={close}
      footerAside={
        <>
          {isSaving && <SlowResponse onStop={stop} />}
          {isDraftFull && <DraftFullNote />}
        </>
      }
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {closeLabel}
          </Button>
          <Button variant="primary" type="submit" form={formId} disabled={!canSave} busy={isSaving}>
            Save changes
          </Button>
        </>
      }
    >
      {state === 'failed' && (
        <ErrorState title="The settings could not be loaded." onRetry={() => void form.load()} />
      )}
      {state === 'busy' && (
        <p className="flex min-h-52 items-center justify-center gap-2 text-muted" role="status">
          <Spinner /> Loading...
        </p>
      )}
      {state === 'ready' && (
        <form ref={element} id={formId} onSubmit={(event: SubmitEvent) => void submit(event)}>
          <DraftBanner
            text="This form has unsaved changes."
            isOffered={draft !== undefined}
            form={element}
            onRestore={form.restoreDraft}
            onDiscard={form.discardDraft}
          />
          {children}
        </form>
      )}
    </OverlayPanel>
  );
}
