import { dequal } from 'dequal/lite';
import { atom } from 'nanostores';
import type { CallOptions } from '#api/client.ts';
import { findRecords } from '#api/records/by-key.ts';
import { getRecord } from '#api/records/record.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { isWhole } from '#domain/records/big-values.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { type RecordData, storedId } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/running.ts';
import { $lockOf, isExcerpted, listedQuery, shownRows } from '../list.ts';

/** A record of a view that is shown read-only. */
export interface RecordPreview {
  readonly collection: Collection;
  readonly recordId: string;
  /** The address can't name it, because other rows may have its id. */
  readonly isRow?: boolean;
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
export const openPreview = (collection: Collection, recordId: string): Promise<void> =>
  load({ collection, recordId }, async (options) => {
    const source = await getRecord(collection.id, recordId, options);
    if ($lockOf.get()(recordId)) addToast('info', 'Other rows may have this id: this is one of them.');
    return source;
  });

/** Whether a row shows this record, as far as it has whole values. */
const shows = (row: RecordData, { record }: RecordSource, { id, schema }: Collection): boolean =>
  storedId(row.id) === record.id &&
  schema.every(({ name, type }) => {
    const value = ownOf(row, name);
    const isPart = type === 'editor' || isExcerpted(id, name) || !isWhole(value);
    return isPart || dequal(value, ownOf(record, name));
  });

/** Opens the preview of a row of the list, which only its position identifies. */
export async function openRowPreview(collection: Collection, recordId: string): Promise<void> {
  const index = shownRows().findIndex(({ id }) => id === recordId);
  const row = shownRows()[index];
  const query = listedQuery();
  if (!row || !query) return;
  await load({ collection, recordId, isRow: true }, async (options) => {
    const { collection: id, filter, sort } = query;
    const at = { collection: id, filter, sort, fields: '', page: index + 1, perPage: 1 };
    const [source] = await findRecords(at, options);
    if (source && shows(row, source, collection)) return source;
    addToast('info', 'The rows of this view have changed. Load them again to open this one.');
    return undefined;
  });
}

async function load(
  shown: Omit<RecordPreview, 'source'>,
  read: (options: CallOptions) => Promise<RecordSource | undefined>,
): Promise<void> {
  const signal = loading.begin();
  $preview.set({ ...shown, source: undefined });
  try {
    const source = await read({ signal });
    if (source) $preview.set({ ...shown, source });
    else closePreview();
  } catch (thrown) {
    if (signal.aborted) return;
    report(thrown, { message: `Unable to load record with id "${storedId(shown.recordId)}"` });
    closePreview();
  }
}
