import { useStore } from '@nanostores/react';
import { type LazyPart, lazyPart } from '#components/feedback/lazy-part.tsx';
import { $recordTool, closeRecordTool, type RecordTool } from '#stores/records/tools.ts';

/** The panel of each tool, fetched when it is opened: `lazyPart(() => import('./export/ExportPanel.tsx'), ...)`. */
const PANELS: Partial<Record<RecordTool, LazyPart<object>>> = {
  import: lazyPart(() => import('./import/ImportPanel.tsx'), { onClose: closeRecordTool, floats: true }),
};

/** The open tool. */
export function RecordTools() {
  const tool = useStore($recordTool);
  const Panel = tool && PANELS[tool];
  return Panel ? <Panel /> : null;
}
