import { type CallOptions, sendRequest } from '#api/client.ts';
import { firstRecordsRequest } from '#domain/app/api-requests.ts';
import type { NewestOf } from '#domain/home/newest.ts';
import { parseRecord } from '#domain/records/record.ts';

/** Loads `fields` of the newest record of a collection, if it has any, and counts all; throws ApiError. */
export async function loadNewest(
  collection: string,
  fields: string,
  options: CallOptions = {},
): Promise<Omit<NewestOf, 'collection'>> {
  const request = firstRecordsRequest(collection, { perPage: 1, sort: '-created', fields });
  const { items, totalItems } = await sendRequest(request, options);
  return { total: totalItems, record: items.map(parseRecord)[0] };
}
