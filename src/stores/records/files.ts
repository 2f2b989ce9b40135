import type { RecordData } from '#domain/records/record.ts';
import { createPopup } from '#stores/app/popups.ts';
import { $hash } from '#stores/app/route.ts';

export { backendOrigins, fileUrl } from '#api/records/files.ts';

export interface PreviewedFile {
  readonly record: Pick<RecordData, 'id' | 'collectionId'>;
  readonly name: string;
  /** Whether its address needs a token. */
  readonly isProtected: boolean;
}

// Every change of the address closes the preview, also one of collection or record, for example by Back.
const popup = createPopup<PreviewedFile | undefined>(undefined, $hash);

/** The file in the preview popup, undefined while it is closed. */
export const $previewedFile = popup.$content;
export const closeFilePreview = popup.close;

export function openFilePreview(record: PreviewedFile['record'], name: string, isProtected: boolean): void {
  popup.open({ record, name, isProtected });
}
