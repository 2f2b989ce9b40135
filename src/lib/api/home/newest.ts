import { type CallOptions, call, get, type ListResult } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';
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
  const query = { page: 1, perPage: 1, sort: '-created', fields };
  const { items, totalItems } = await call(
    (client, signal) => get<ListResult>(client, { path: recordsPath(collection), query }, signal),
    options,
  );
  return { total: totalItems, record: items.map(parseRecord)[0] };
}
