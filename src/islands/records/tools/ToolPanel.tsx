import { useStore } from '@nanostores/react';
import { type LazyPart, lazyPart } from '#components/feedback/lazy-part.tsx';
import { $recordTool, closeRecordTool, type RecordTool } from '#stores/records/tools.ts';

const options = { onClose: closeRecordTool, floats: true };

/** The panel of each tool, fetched when it is opened. */
const PANELS: Partial<Record<RecordTool, LazyPart<object>>> = {
  columns: lazyPart(() => import('./columns/ColumnsPanel.tsx'), options),
  export: lazyPart(() => import('./export/ExportPanel.tsx'), options),
  filter: lazyPart(() => import('./filter/FilterPanel.tsx'), options),
  import: lazyPart(() => import('./import/ImportPanel.tsx'), options),
  change: lazyPart(() => import('./change/ChangePanel.tsx'), options),
  undo: lazyPart(() => import('./undo/UndoPanel.tsx'), options),
  views: lazyPart(() => import('./views/ViewsPanel.tsx'), options),
};

/** The open tool. */
export default function ToolPanel() {
  const tool = useStore($recordTool);
  const Panel = tool && PANELS[tool];
  return Panel ? <Panel /> : null;
}
