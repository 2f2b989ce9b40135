import { atom } from 'nanostores';

/** A panel of a collection's list, whose code is fetched when it is opened. */
export type RecordTool = 'columns' | 'export' | 'filter' | 'import' | 'change' | 'summary' | 'undo' | 'views';

/** The open tool of the records screen. */
export const $recordTool = atom<RecordTool | undefined>(undefined);

/** The records to export: all, those that the filter of the list finds, or the selected ones. */
export type ExportScope = 'all' | 'filter' | 'selected';

/** What the opener of the export has chosen; undefined leaves it to what the list shows. */
export const $exportScope = atom<ExportScope | undefined>(undefined);

/** Opens the panel 'Export records' for the list on screen. */
export function openExport(scope?: ExportScope): void {
  $exportScope.set(scope);
  openRecordTool('export');
}

export const openRecordTool = (tool: RecordTool): void => $recordTool.set(tool);
export const closeRecordTool = (): void => $recordTool.set(undefined);

/** A CSV file with which the next import begins, in place of the choice of a file. */
export const $offeredRows = atom<Blob | undefined>(undefined);

/** Whether a tool changes many records now. The list follows no changes meanwhile, and finds them afterwards. */
export const $isChangingMany = atom(false);
