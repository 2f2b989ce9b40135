import { atom } from 'nanostores';

/** A panel for many records of a collection, whose code is fetched when it is opened. */
export type RecordTool = 'export' | 'import' | 'change' | 'undo';

/** The open tool of the records screen. */
export const $recordTool = atom<RecordTool | undefined>(undefined);

export const openRecordTool = (tool: RecordTool): void => $recordTool.set(tool);
export const closeRecordTool = (): void => $recordTool.set(undefined);

/** Whether a tool changes many records now. The list is loaded again afterwards, so live updates ask for none of them. */
export const $isChangingMany = atom(false);
