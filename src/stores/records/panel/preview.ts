import { atom } from 'nanostores';
import { cancelRecordRequest, getRecord } from '#api/records/record.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { report } from '#stores/app/report.ts';

/** A record of a view that is shown read-only. */
export interface RecordPreview {
  readonly collection: Collection;
  readonly recordId: string;
  /** Undefined while it loads. */
  readonly source: RecordSource | undefined;
}

const REQUEST_KEY = 'record_preview';

/** The open preview, undefined while there is none (PV-01, PV-02). */
export const $preview = atom<RecordPreview | undefined>(undefined);

/** Closes the preview. */
export function closePreview(): void {
  cancelRecordRequest(REQUEST_KEY);
  $preview.set(undefined);
}

/** Opens the preview of a record; it closes again when that can't be loaded (PV-03). */
export async function openPreview(collection: Collection, recordId: string): Promise<void> {
  const opened: RecordPreview = { collection, recordId, source: undefined };
  $preview.set(opened);
  try {
    const source = await getRecord(collection.id, recordId, REQUEST_KEY);
    if ($preview.get() === opened) $preview.set({ ...opened, source });
  } catch (thrown) {
    if ($preview.get() !== opened) return;
    report(thrown, { message: `Unable to load record with id "${recordId}"` });
    closePreview();
  }
}
