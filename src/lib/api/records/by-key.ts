import type { ListResult } from 'pocketbase';
import { type CallOptions, call } from '#api/client.ts';
import { keepText } from '#api/kept-text.ts';
import { type RecordsQuery, recordsRequest } from '#domain/app/api-requests.ts';
import { narrowFilter, quoteText } from '#domain/app/filter.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';

/** Records of a collection that match a filter; empty `fields` requests values as they are stored. */
export type KeyQuery = Pick<RecordsQuery, 'collection' | 'filter' | 'expand' | 'fields' | 'perPage'>;

export interface KeyPage {
  readonly items: readonly RecordData[];
  /** The body of the response, in which JSON values and numbers have all their digits. */
  readonly text: string;
}

/** `filter` and only records after the one with this id, in the order of their ids. */
const after = (filter: string, id: string): string =>
  id ? narrowFilter(filter, `id>${quoteText(id)}`) : filter;

/**
 * The pages of all matching records in the order of their ids. Each page starts after the last id of the one before,
 * not at a number of rows: a record that is created, changed or deleted meanwhile moves no other one to another page.
 * Throws ApiError.
 */
export async function* pagesByKey(
  { filter, ...query }: KeyQuery,
  options: CallOptions = {},
): AsyncGenerator<KeyPage, void, undefined> {
  for (let last = ''; ; ) {
    const kept = keepText();
    const request = recordsRequest({ ...query, page: 1, sort: 'id', filter: after(filter, last) });
    const found = await call(
      (client, signal) =>
        client.send<ListResult<unknown>>(request.path, {
          method: 'GET',
          query: { ...request.query },
          signal,
          fetch: kept.fetch,
        }),
      options,
    );
    const items = found.items.map(parseRecord);
    const id = items.at(-1)?.id ?? '';
    if (items.length) yield { items, text: await kept.text() };
    // A view may have one id several times; without another id the same page would follow forever.
    if (items.length < query.perPage || id <= last) return;
    last = id;
  }
}
