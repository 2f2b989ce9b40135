import { type CallOptions, call } from '#api/client.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';

export interface RecordsPage {
  readonly page: number;
  readonly items: readonly RecordData[];
}

export interface RecordsQuery {
  /** Id or name of the collection. */
  readonly collection: string;
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly filter: string;
  readonly expand: string;
  readonly fields: string;
}

/** Loads one page of a collection's records (RL-01); throws ApiError. */
export async function listRecords(
  { collection, page, perPage, ...query }: RecordsQuery,
  options: CallOptions = {},
): Promise<RecordsPage> {
  const found = await call(
    (client, signal) =>
      client.collection(collection).getList(page, perPage, { ...query, query: { skipTotal: 1 }, signal }),
    options,
  );
  return { page: found.page, items: found.items.map(parseRecord) };
}

/** Number of records that match a filter (RL-02); throws ApiError. */
export async function countRecords(
  collection: string,
  filter: string,
  options: CallOptions = {},
): Promise<number> {
  const { totalItems } = await call(
    (client, signal) => client.collection(collection).getList(1, 1, { filter, fields: 'id', signal }),
    options,
  );
  return totalItems;
}
