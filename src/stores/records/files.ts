import { atom, onMount } from 'nanostores';
import type { RecordData } from '#domain/records/record.ts';
import { $hash } from '#stores/app/route.ts';

export { backendOrigins, fileUrl } from '#api/records/files.ts';

/** A file with an open preview. */
export interface PreviewedFile {
  readonly record: Pick<RecordData, 'id' | 'collectionId'>;
  readonly name: string;
  /** Whether its address needs a token. */
  readonly isProtected: boolean;
}

/** The file in the preview popup, undefined while it is closed (RL-21). */
export const $previewedFile = atom<PreviewedFile | undefined>(undefined);

// Every change of the address closes the preview (SH-07), also one of collection or record, for example by Back.
onMount($previewedFile, () => $hash.listen(closeFilePreview));

/** Opens the preview of a record's file. */
export function openFilePreview(record: PreviewedFile['record'], name: string, isProtected: boolean): void {
  $previewedFile.set({ record, name, isProtected });
}

/** Closes the preview. */
export function closeFilePreview(): void {
  $previewedFile.set(undefined);
}
