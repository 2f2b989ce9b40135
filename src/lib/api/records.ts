import { parseRecord, type RecordData } from '../domain/record.ts';
import { api, call } from './client.ts';

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

/** Key of the list's requests: a newer one cancels the one under way (RL-01, AU-07). */
const LIST_KEY = 'records_list';
const COUNT_KEY = 'records_count';

/** One page of a collection's records (RL-01). */
export async function listRecords({
  collection,
  page,
  perPage,
  ...query
}: RecordsQuery): Promise<RecordsPage> {
  const answer = await call((client) =>
    client
      .collection(collection)
      .getList(page, perPage, { ...query, query: { skipTotal: 1 }, requestKey: LIST_KEY }),
  );
  return { page: answer.page, items: answer.items.map(parseRecord) };
}

/** How many records match a filter (RL-02). */
export async function countRecords(collection: string, filter: string): Promise<number> {
  const answer = await call((client) =>
    client.collection(collection).getList(1, 1, { filter, fields: 'id', requestKey: COUNT_KEY }),
  );
  return answer.totalItems;
}

/** Cancels the list's requests under way. */
export function cancelRecords(): void {
  api().cancelRequest(LIST_KEY);
  api().cancelRequest(COUNT_KEY);
}
