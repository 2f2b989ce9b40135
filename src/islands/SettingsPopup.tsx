import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import type { OverlayPanelProps } from '#components/overlay/OverlayPanel.tsx';
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
    <FormPopup
      writes
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
      submit={{ disabled: !canSave, busy: isSaving, children: 'Save changes' }}
      form={{ ref: saved.ref }}
      onSubmit={saved.onSubmit}
    >
      {state === 'failed' && <ErrorState title="The settings could not be loaded." onRetry={form.load} />}
      {state === 'busy' && (
        <p className="flex min-h-52 items-center justify-center gap-2 text-muted" role="status">
          <Spinner /> Loading...
        </p>
      )}
      {state === 'ready' && (
        <>
          <OfferedDraft panel={form} form={saved} text="This form has unsaved changes." />
          {children}
        </>
      )}
    </FormPopup>
  );
}
