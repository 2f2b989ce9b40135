import type { CallOptions } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { getRecord } from '#api/records/record.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { hasEveryField } from '#domain/records/panel/schema-change.ts';

/** A collection and one of its records as they are stored. */
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

/** A record with the schema that it fits; throws ApiError. */
export async function readStored(collectionId: string, id: string, options: CallOptions): Promise<Stored> {
  const stored = await readBoth(collectionId, id, options);
  const fields = formFieldsOf(stored.collection, false);
  // A change of the schema came between the two answers.
  return hasEveryField(fields, stored.source.record) ? stored : readBoth(collectionId, id, options);
}

/** A record for a form of these fields; with the collection, when it turns out to have others. Throws ApiError. */
export async function readFitting(
  collectionId: string,
  id: string,
  fields: () => readonly FormField[],
  options: CallOptions,
): Promise<Pick<Stored, 'source'> & Partial<Stored>> {
  const source = await getRecord(collectionId, id, options);
  return hasEveryField(fields(), source.record) ? { source } : readStored(collectionId, id, options);
}
