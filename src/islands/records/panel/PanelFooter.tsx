import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { SlowAnswer } from '#components/feedback/SlowAnswer.tsx';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** Cancel and the button that saves (RP-01, RP-03). */
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

interface UploadProps {
  /** Bytes sent of all bytes. */
  readonly loaded: number;
  readonly total: number;
  readonly onStop: () => void;
}

function Upload({ loaded, total, onStop }: UploadProps) {
  const percent = total ? Math.floor((loaded / total) * 100) : 0;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <progress
        className="h-2 w-24 accent-primary"
        aria-label="Upload"
        max={100}
        value={percent}
        data-upload=""
      />
      <span className="w-10 text-right text-xs tabular-nums">{percent}%</span>
      <Button variant="ghost" onClick={onStop}>
        Cancel upload
      </Button>
    </div>
  );
}

/** Props of {@link SaveProgress}. */
export interface SaveProgressProps {
  readonly panel: RecordPanel;
  /** The save was stopped by a button that is gone now. */
  readonly onStopped: () => void;
}

/** How far an upload has come, with a way to stop it, as a save without an answer; or that edits can't be kept. */
export function SaveProgress({ panel, onStopped }: SaveProgressProps) {
  const saving = useStore(panel.$saving);
  const isDraftFull = useStore(panel.$isDraftFull);
  const stop = () => {
    panel.stopWaiting();
    onStopped();
  };
  if (saving.state === 'uploading') return <Upload {...saving} onStop={stop} />;
  if (saving.state === 'saving') return <SlowAnswer onStop={stop} />;
  return isDraftFull && <DraftFullNote />;
}
