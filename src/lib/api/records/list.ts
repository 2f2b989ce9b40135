import { api, call } from '#api/client.ts';
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

const COUNT_KEY = 'records_count';
/** Keys of the list's requests, one for each page asked for since the first. */
const pageKeys = new Set<string>();

/**
 * One page of a collection's records (RL-01). The first page begins a list anew: it cancels the pages of the
 * one before (AU-07).
 */
export async function listRecords({
  collection,
  page,
  perPage,
  ...query
}: RecordsQuery): Promise<RecordsPage> {
  if (page === 1) cancelPages();
  const requestKey = `records_page_${page}`;
  pageKeys.add(requestKey);
  const answer = await call((client) =>
    client.collection(collection).getList(page, perPage, { ...query, query: { skipTotal: 1 }, requestKey }),
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

function cancelPages(): void {
  for (const key of pageKeys) api().cancelRequest(key);
  pageKeys.clear();
}

/** Cancels the list's requests under way. */
export function cancelRecords(): void {
  cancelPages();
  api().cancelRequest(COUNT_KEY);
}
