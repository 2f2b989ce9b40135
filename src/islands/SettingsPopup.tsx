import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { OverlayPanel, type OverlayPanelProps } from '#components/overlay/OverlayPanel.tsx';
import type { AnySettingsForm } from '#stores/factories/create-settings-form.ts';
import { OfferedDraft, useSaveForm } from './use-save-form.tsx';

export interface SettingsPopupProps {
  readonly form: AnySettingsForm;
  readonly title: ReactNode;
  readonly size?: OverlayPanelProps['size'];
  readonly closeLabel: string;
  /** Called after the changes were discarded without a question. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A popup with a form over some of the backend's settings. Its form loads the settings while the popup is open. */
export function SettingsPopup(props: SettingsPopupProps) {
  const { form, title, size = 'sm', closeLabel, onClose, children } = props;
  const formId = useId();
  const saved = useSaveForm(form);
  useEffect(() => form.start(), [form]);
  const state = useStore(form.$state);
  const canSave = useStore(form.$canSave);
  const isBusy = useStore(form.$isBusy);
  const isDraftFull = useStore(form.$isDraftFull);
  const isSaving = isBusy && state === 'ready';

  function close() {
    form.cancel();
    onClose();
  }

  return (
    <OverlayPanel
      variant="centered"
      size={size}
      title={title}
      onRequestClose={close}
      footerAside={
        <>
          {isSaving && <SlowResponse onStop={saved.stop} />}
          {isDraftFull && <DraftFullNote />}
        </>
      }
      cancel={closeLabel}
      footer={
        <Button variant="primary" type="submit" form={formId} disabled={!canSave} busy={isSaving}>
          Save changes
        </Button>
      }
    >
      {state === 'failed' && <ErrorState title="The settings could not be loaded." onRetry={form.load} />}
      {state === 'busy' && (
        <p className="flex min-h-52 items-center justify-center gap-2 text-muted" role="status">
          <Spinner /> Loading...
        </p>
      )}
      {state === 'ready' && (
        <form ref={saved.ref} id={formId} onSubmit={saved.onSubmit}>
          <OfferedDraft panel={form} form={saved} text="This form has unsaved changes." />
          {children}
        </form>
      )}
    </OverlayPanel>
  );
}
