import type { CallOptions } from '#api/client.ts';
import { requestRecords } from '#api/records/list.ts';
import type { NewestOf } from '#domain/home/newest.ts';
import { parseRecord } from '#domain/records/record.ts';
import { countedRecordsRequest, newest } from '#wire/records.ts';

/** Loads `fields` of the newest record of a collection, if it has any, and counts all; throws ApiError. */
export async function loadNewest(
  collection: string,
  fields: string,
  options: CallOptions = {},
): Promise<Omit<NewestOf, 'collection'>> {
  const query = { collection, page: 1, perPage: 1, sort: newest(), filter: '', expand: '', fields };
  const { items, totalItems } = await requestRecords(query, { ...options, requestOf: countedRecordsRequest });
  return { total: totalItems, record: items.map(parseRecord)[0] };
}
