import { useStore } from '@nanostores/react';
import { Button } from '../../../components/Button.tsx';
import { DraftFullNote } from '../../../components/DraftBanner.tsx';
import type { RecordPanel } from '../../../stores/record-panel/panel.ts';

/** Cancel and the button that saves (RP-01, RP-03). */
export function PanelFooter({ panel, formId }: { readonly panel: RecordPanel; readonly formId: string }) {
  const isNew = useStore(panel.$recordId) === undefined;
  const canSave = useStore(panel.$canSave);
  const isSaving = useStore(panel.$saving).state !== 'idle';
  return (
    <>
      <Button look="ghost" disabled={isSaving} onClick={() => void panel.close()}>
        Cancel
      </Button>
      <Button look="primary" type="submit" form={formId} disabled={!canSave} busy={isSaving}>
        {isNew ? 'Create' : 'Save changes'}
      </Button>
    </>
  );
}

/** How far an upload has come, with a way to stop it; or that edits can't be kept as a draft. */
export function SaveProgress({ panel }: { readonly panel: RecordPanel }) {
  const saving = useStore(panel.$saving);
  const isDraftFull = useStore(panel.$isDraftFull);
  if (saving.state === 'uploading') {
    const percent = saving.total ? Math.floor((saving.loaded / saving.total) * 100) : 0;
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
        <Button look="ghost" onClick={panel.cancelSave}>
          Cancel upload
        </Button>
      </div>
    );
  }
  return isDraftFull && <DraftFullNote />;
}
