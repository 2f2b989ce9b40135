import type { CallOptions } from '#api/client.ts';
import { keepText } from '#api/kept-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { narrowFilter } from '#domain/model/filter/join.ts';
import { canQuote, hasId, quoteText } from '#domain/model/filter/print.ts';
import { listSources, type RecordSource } from '#domain/records/record-source.ts';
import { countRecords, listRecords, requestRecords } from './list.ts';

/** Records of a collection that match a filter; empty `fields` requests values as they are stored. */
export interface KeyQuery extends Pick<RecordsQuery, 'collection' | 'filter' | 'expand' | 'fields'> {
  /** By default the most that the backend sends. */
  readonly perPage?: number;
  /** Whether several rows may have the same id, as in a view. A page then has all of them or none. */
  readonly repeatsIds?: boolean;
}

export interface KeyOptions extends CallOptions {
  /** Sends a request, for example again after a lost connection. */
  readonly send?: <T>(request: () => Promise<T>) => Promise<T>;
}

/** Pages of records with the source texts of their values, in which numbers have all their digits. */
export type KeyPages = AsyncGenerator<RecordSource[], void, undefined>;

/** Records of the first page, and characters of those that follow: records of some megabytes come a few at a time. */
const FIRST = 50;
const PAGE_LENGTH = 4_000_000;

/** What follows an id that can't be quoted begins with it, and has another character. */
const isAfter = (id: string): string =>
  canQuote(id) ? `id>${quoteText(id)}` : `id>=${quoteText(`${id}\u0001`)}`;

/** A page of records with the source texts of their values, and the length of the response. Throws ApiError. */
async function listWithSources(
  query: RecordsQuery,
  options: CallOptions,
): Promise<{ items: RecordSource[]; length: number }> {
  const kept = keepText();
  const { items } = await requestRecords(query, { ...options, fetch: kept.fetch });
  return { items: listSources(items, kept.text()), length: kept.text().length };
}

/** Counts the rows of a view, and whether ids repeat: the backend counts different ids. Throws ApiError. */
export async function countRows(
  { collection, filter }: Pick<RecordsQuery, 'collection' | 'filter'>,
  options: CallOptions = {},
): Promise<{ readonly total: number; readonly repeatsIds: boolean }> {
  const query = { collection, filter, perPage: 1, sort: '', expand: '', fields: 'id' };
  const hasRow = async (page: number) => (await listRecords({ ...query, page }, options)).items.length > 0;
  const ids = await countRecords(collection, filter, options);
  let [total, beyond] = [ids, ids + 1];
  while (await hasRow(beyond)) [total, beyond] = [beyond, beyond * 2];
  while (beyond - total > 1) {
    const middle = Math.floor((total + beyond) / 2);
    if (await hasRow(middle)) total = middle;
    else beyond = middle;
  }
  return { total, repeatsIds: total > ids };
}

/** The largest page of the backend: more records are not found. */
export const MAX_FOUND = 500;

/** Number of records or rows of a view that match a filter; throws ApiError. */
export const countAny = async (
  { id, type }: Pick<Collection, 'id' | 'type'>,
  filter: string,
  options: CallOptions = {},
): Promise<number> =>
  type === 'view'
    ? (await countRows({ collection: id, filter }, options)).total
    : countRecords(id, filter, options);

/** Loads records with the exact texts of their values: by default the first 500, in any order. Throws ApiError. */
export async function findRecords(
  query: Pick<RecordsQuery, 'collection' | 'filter' | 'fields'> & Partial<RecordsQuery>,
  options: CallOptions = {},
): Promise<RecordSource[]> {
  const whole = { page: 1, perPage: MAX_FOUND, sort: '', ...query, expand: '' };
  return (await listWithSources(whole, options)).items;
}

/**
 * The pages of all matching records in the order of their ids. Each starts after the last id of the one before, not at
 * a number of rows: what is created, changed or deleted meanwhile moves no other record. Throws ApiError.
 */
export async function* pagesByKey(
  { repeatsIds = false, perPage: most = MAX_FOUND, ...query }: KeyQuery,
  { send = (request) => request(), ...options }: KeyOptions = {},
): KeyPages {
  const load = (filter: string, page: number, perPage: number) =>
    send(() => listWithSources({ ...query, page, perPage, sort: 'id', filter }, options));

  let filter = query.filter;
  let size = Math.min(most, FIRST);
  for (let last: string | undefined; ; ) {
    const { items, length } = await load(filter, 1, size);
    const isEnd = items.length < size;
    const id = items.at(-1)?.record.id ?? '';
    const end = isEnd || !repeatsIds ? items.length : items.findIndex(({ record }) => record.id === id);
    if (end) yield items.slice(0, end);
    // A backend that ignores the filter would send the same page forever.
    if (isEnd || id === last) return;
    if (!end) yield* sameId(id);
    last = items[end - 1]?.record.id ?? id;
    filter = narrowFilter(query.filter, isAfter(last));
    size = Math.min(most, Math.max(1, Math.floor((PAGE_LENGTH * items.length) / length)));
  }

  /** Rows that fill more than a page with one id: only their number tells them apart. */
  async function* sameId(id: string): KeyPages {
    for (let page = 1; ; page++) {
      const { items } = await load(narrowFilter(query.filter, hasId(id)), page, size);
      if (items.length) yield items;
      if (items.length < size) return;
    }
  }
}
