import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $preview, startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import { RecordPreview } from '../RecordPreview.tsx';
import { RecordPanelView } from './RecordPanelView.tsx';

export default function RecordPanels() {
  const panels = useStore($panels);
  const preview = useStore($preview);
  useEffect(startRecordPanels, []);
  return (
    <>
      {panels.map((panel, index) => (
        <RecordPanelView key={panel.slot} panel={panel} isLowest={index === 0} />
      ))}
      {preview && <RecordPreview key={preview.recordId} preview={preview} />}
    </>
  );
}
