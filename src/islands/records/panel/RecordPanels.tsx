import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $preview } from '#stores/records/panel/preview.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import { RecordPreview } from '../RecordPreview.tsx';
import { RecordPanelView } from './RecordPanelView.tsx';

/** A file that is dropped beside a file field must not replace the page with itself. */
function keepPageOnDrop(): () => void {
  const stop = new AbortController();
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse, { signal: stop.signal });
  window.addEventListener('drop', refuse, { signal: stop.signal });
  return () => stop.abort();
}

/** The open record panels and the preview of a view's record, as the address asks for them (RL-13). */
export default function RecordPanels() {
  const panels = useStore($panels);
  const preview = useStore($preview);
  useEffect(startRecordPanels, []);
  useEffect(keepPageOnDrop, []);
  return (
    <>
      {panels.map((panel) => (
        <RecordPanelView key={panel.id} panel={panel} />
      ))}
      {preview && <RecordPreview key={preview.recordId} preview={preview} />}
    </>
  );
}
