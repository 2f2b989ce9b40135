import { cancelCollectionRequest, getCollection } from '#api/collections/collections.ts';
import { cancelRecordRequest, getRecord } from '#api/records/record.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { hasEveryField } from '#domain/records/panel/schema-change.ts';

/** A collection and one of its records as they are stored. */
export interface Stored {
  readonly collection: Collection;
  readonly source: RecordSource;
}

/** Reads what a panel is about to change; throws ApiError. */
export interface StoredReader {
  readonly collection: () => Promise<Collection>;
  /** A record with the schema that it fits. */
  readonly record: (id: string) => Promise<Stored>;
  /** A record for a form of these fields; with the collection, when it turns out to have others. */
  readonly fitting: (
    id: string,
    fields: () => readonly FormField[],
  ) => Promise<Pick<Stored, 'source'> & Partial<Stored>>;
  /** Stops what is being read. */
  readonly cancel: () => void;
}

/** Makes the reader of one panel; its requests go by `requestKey`. */
export function createStoredReader(collectionId: string, requestKey: string): StoredReader {
  const schemaKey = `${requestKey}_schema`;
  const recordKey = `${requestKey}_record`;
  const collection = () => getCollection(collectionId, schemaKey);
  const both = async (id: string): Promise<Stored> => {
    const [schema, source] = await Promise.all([collection(), getRecord(collectionId, id, recordKey)]);
    return { collection: schema, source };
  };
  const record = async (id: string) => {
    const stored = await both(id);
    // A change of the schema came between the two answers.
    return hasEveryField(formFieldsOf(stored.collection, false), stored.source.record) ? stored : both(id);
  };
  return {
    collection,
    record,
    fitting: async (id, fields) => {
      const source = await getRecord(collectionId, id, recordKey);
      return hasEveryField(fields(), source.record) ? { source } : record(id);
    },
    cancel: () => {
      cancelCollectionRequest(schemaKey);
      cancelRecordRequest(recordKey);
    },
  };
}
