import type { Collection } from '#domain/backend/collection.ts';
import { presentableText, type RecordData } from '#domain/records/record.ts';
import { $collectionList } from '#stores/collections/list.ts';

/** The text of a record, with those of its presentable relations as far as they are expanded. */
export const recordText = (record: RecordData, collection: Collection | undefined): string =>
  presentableText(record, collection, undefined, $collectionList.get());
