import { type CallOptions, sendRequest } from '#api/client.ts';
import { countRequest, type RecordsQuery, recordsRequest } from '#domain/app/api-requests.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';

export interface RecordsPage {
  readonly page: number;
  readonly items: readonly RecordData[];
}

/** Loads one page of a collection's records; throws ApiError. */
export async function listRecords(query: RecordsQuery, options: CallOptions = {}): Promise<RecordsPage> {
  const { page, items } = await sendRequest(recordsRequest(query), options);
  return { page, items: items.map(parseRecord) };
}

/** Number of records that match a filter; throws ApiError. */
export async function countRecords(
  collection: string,
  filter: string,
  options: CallOptions = {},
): Promise<number> {
  const { totalItems } = await sendRequest(countRequest(collection, filter), options);
  return totalItems;
}
