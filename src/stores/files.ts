import { atom } from 'nanostores';
import type { RecordData } from '../lib/domain/record.ts';

export { fileUrl } from '../lib/api/files.ts';

/** A file whose preview is open. */
export interface PreviewedFile {
  readonly record: Pick<RecordData, 'id' | 'collectionId'>;
  readonly name: string;
}

/** The file in the preview popup, undefined while it is closed (RL-21). */
export const $previewedFile = atom<PreviewedFile | undefined>(undefined);

/** Opens the preview of a record's file. */
export function openFilePreview(record: PreviewedFile['record'], name: string): void {
  $previewedFile.set({ record, name });
}

/** Closes the preview. */
export function closeFilePreview(): void {
  $previewedFile.set(undefined);
}
