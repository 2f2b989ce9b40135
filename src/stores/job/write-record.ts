import type { CallOptions } from '#api/client.ts';
import { type SavedRecord, saveRecord } from '#api/records/record.ts';
import { ignoredNames } from '#domain/records/changed-collection.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { readMany } from './read-many.ts';

export interface Written {
  readonly source: RecordSource;
  /** The names that were sent and the record lacks: somebody has renamed or removed these fields. */
  readonly ignored: readonly string[];
}

/** Creates or updates a record; `names` are those of the sent fields. Throws ApiError. */
export async function writeRecord(
  { names, ...saved }: SavedRecord & { readonly names: readonly string[] },
  options: CallOptions,
): Promise<Written> {
  const source = await saveRecord(saved, options);
  return { source, ignored: ignoredNames(names, source.record) };
}

/** Longest look for what writes without a response have done, in ms: the backend may not respond at all. */
const LOOK_TIME = 3000;

/** Reads records back whose writes got no response, by their ids; undefined when that is not possible, either. */
export async function readBack(collection: string, ids: readonly string[], fields: string) {
  if (!ids.length) return [];
  try {
    return await readMany(collection, ids, { fields }, { signal: AbortSignal.timeout(LOOK_TIME) });
  } catch {
    return undefined;
  }
}
