import { atom } from 'nanostores';
import { getRecord } from '#api/records/record.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/latest.ts';

/** A record of a view that is shown read-only. */
export interface RecordPreview {
  readonly collection: Collection;
  readonly recordId: string;
  /** Undefined while it loads. */
  readonly source: RecordSource | undefined;
}

/** The open preview, undefined while there is none. */
export const $preview = atom<RecordPreview | undefined>(undefined);

const loading = createLatest();

/** Closes the preview. */
export function closePreview(): void {
  loading.abort();
  $preview.set(undefined);
}

/** Opens the preview of a record; reports an error and closes the preview if loading fails. */
export async function openPreview(collection: Collection, recordId: string): Promise<void> {
  const signal = loading.begin();
  $preview.set({ collection, recordId, source: undefined });
  try {
    const source = await getRecord(collection.id, recordId, { signal });
    $preview.set({ collection, recordId, source });
  } catch (thrown) {
    if (signal.aborted) return;
    report(thrown, { message: `Unable to load record with id "${recordId}"` });
    closePreview();
  }
}
