import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { startRecordPanels } from '../../../stores/record-panel/follow-route.ts';
import { $preview } from '../../../stores/record-panel/preview.ts';
import { $panels } from '../../../stores/record-panel/stack.ts';
import { RecordPreview } from '../preview/RecordPreview.tsx';
import { RecordPanelView } from './RecordPanelView.tsx';

/** The open record panels and the preview of a view's record, as the address asks for them (RL-13). */
export default function RecordPanels() {
  const panels = useStore($panels);
  const preview = useStore($preview);
  useEffect(startRecordPanels, []);
  return (
    <>
      {panels.map((panel) => (
        <RecordPanelView key={panel.id} panel={panel} />
      ))}
      {preview && <RecordPreview key={preview.recordId} preview={preview} />}
    </>
  );
}
