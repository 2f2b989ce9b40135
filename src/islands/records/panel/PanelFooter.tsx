import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { UploadProgress } from '#components/feedback/UploadProgress.tsx';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** The Cancel and save buttons (RP-01, RP-03). */
export function PanelFooter({ panel, formId }: { readonly panel: RecordPanel; readonly formId: string }) {
  const isNew = useStore(panel.$recordId) === undefined;
  const canSave = useStore(panel.$canSave);
  const isSaving = useStore(panel.$saving).state !== 'idle';
  return (
    <>
      <Button variant="ghost" disabled={isSaving} onClick={() => void panel.close()}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={formId} disabled={!canSave} busy={isSaving}>
        {isNew ? 'Create' : 'Save changes'}
      </Button>
    </>
  );
}

/** Props of {@link SaveProgress}. */
export interface SaveProgressProps {
  readonly panel: RecordPanel;
  /** Called when the user stops the save; the button with the focus disappears. */
  readonly onStopped: () => void;
}

/** Shows the progress of an upload or a slow save, with a button to stop it, or that drafts can't be stored. */
export function SaveProgress({ panel, onStopped }: SaveProgressProps) {
  const saving = useStore(panel.$saving);
  const isDraftFull = useStore(panel.$isDraftFull);
  const stop = () => {
    panel.stopWaiting();
    onStopped();
  };
  if (saving.state === 'uploading') return <UploadProgress {...saving} onStop={stop} />;
  if (saving.state === 'saving') return <SlowResponse onStop={stop} />;
  return isDraftFull && <DraftFullNote />;
}
