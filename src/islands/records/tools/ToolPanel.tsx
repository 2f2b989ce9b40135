import { useStore } from '@nanostores/react';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import type { LazyPart } from '#components/feedback/lazy-slot.tsx';
import { $recordTool, closeRecordTool, type RecordTool } from '#stores/records/tools.ts';

const PANELS: Partial<Record<RecordTool, LazyPart<object>>> = {
  columns: lazyPanel(() => import('./columns/ColumnsPanel.tsx'), closeRecordTool),
  export: lazyPanel(() => import('./export/ExportPanel.tsx'), closeRecordTool),
  filter: lazyPanel(() => import('./filter/FilterPanel.tsx'), closeRecordTool),
  import: lazyPanel(() => import('./import/ImportPanel.tsx'), closeRecordTool),
  change: lazyPanel(() => import('./change/ChangePanel.tsx'), closeRecordTool),
  summary: lazyPanel(() => import('./summary/SummaryPanel.tsx'), closeRecordTool),
  undo: lazyPanel(() => import('./undo/UndoPanel.tsx'), closeRecordTool),
  views: lazyPanel(() => import('./views/ViewsPanel.tsx'), closeRecordTool),
};

export default function ToolPanel() {
  const tool = useStore($recordTool);
  const Panel = tool && PANELS[tool];
  return Panel ? <Panel /> : null;
}
