import { type CallOptions, sendRequest } from '#api/client.ts';
import { firstRecordsRequest } from '#domain/app/api-requests.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';

/** The number of a collection's records, and the one that was created last. */
export interface Newest {
  readonly total: number;
  readonly record: RecordData | undefined;
}

/** Loads `fields` of the newest record of a collection, and counts all; throws ApiError. */
export async function loadNewest(
  collection: string,
  fields: string,
  options: CallOptions = {},
): Promise<Newest> {
  const request = firstRecordsRequest(collection, { perPage: 1, sort: '-created', fields });
  const { items, totalItems } = await sendRequest(request, options);
  return { total: totalItems, record: items.map(parseRecord)[0] };
}
