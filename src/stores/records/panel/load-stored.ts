import type { CallOptions } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { getRecord } from '#api/records/record.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { hasEveryField } from '#domain/records/panel/schema-change.ts';

/** A stored collection and one of its stored records. */
export interface Stored {
  readonly collection: Collection;
  readonly source: RecordSource;
}

async function readBoth(collectionId: string, id: string, options: CallOptions): Promise<Stored> {
  const [collection, source] = await Promise.all([
    getCollection(collectionId, options),
    getRecord(collectionId, id, options),
  ]);
  return { collection, source };
}

/** Loads a record and its collection with a matching schema; throws ApiError. */
export async function loadStored(collectionId: string, id: string, options: CallOptions): Promise<Stored> {
  const stored = await readBoth(collectionId, id, options);
  const fields = formFieldsOf(stored.collection, false);
  // The schema was changed between the two responses.
  return hasEveryField(fields, stored.source.record) ? stored : readBoth(collectionId, id, options);
}

/**
 * Loads a record for a form with these fields; also loads the collection if the record has not all of them. Throws
 * ApiError.
 */
export async function loadFitting(
  collectionId: string,
  id: string,
  fields: () => readonly FormField[],
  options: CallOptions,
): Promise<Pick<Stored, 'source'> & Partial<Stored>> {
  const source = await getRecord(collectionId, id, options);
  return hasEveryField(fields(), source.record) ? { source } : loadStored(collectionId, id, options);
}
