import { type CallOptions, type ListResult, sendRequest, toApiError } from '#api/client.ts';
import { FALLBACK_MESSAGE, UNREADABLE_MESSAGE } from '#domain/app/api-error.ts';
import { queryLength } from '#domain/app/query-length.ts';
import type { ApiRequest, RecordsQuery } from '#domain/backend/request.ts';
import { parseRecord } from '#domain/records/record.ts';
import { dialect } from '#wire/dialect.ts';
import { countRequest, recordsRequest } from '#wire/records.ts';

interface ListOptions extends CallOptions {
  /** Sends the request for the records, whose response may be read otherwise, too. */
  readonly fetch?: typeof fetch;
  readonly requestOf?: typeof recordsRequest;
}

/** Collections, as they were asked for, with a record whose fields the backend can't pick. */
const whole = new Set<string>();

/**
 * Sends a request for a list of records, once more without `fields` if these could be what failed: a record with a number
 * in JSON that no double can hold, such as `1e400`, makes a backend refuse the list or answer with nothing.
 */
async function sendList(
  collection: string,
  request: ApiRequest & { readonly fetch?: typeof fetch },
  options: CallOptions,
) {
  const { fields, ...query } = request.query ?? {};
  try {
    return await sendRequest(request, options);
  } catch (thrown) {
    const { status, message } = toApiError(thrown);
    // Nothing tells it from a wrong filter, which is far more common.
    const isRefused =
      status === 400 && message === FALLBACK_MESSAGE && (!query['filter'] || whole.has(collection));
    const mayBeFields = isRefused || message === UNREADABLE_MESSAGE;
    if (!fields || !mayBeFields) throw thrown;
    const found = await sendRequest({ ...request, query }, options).catch(() => undefined);
    if (!found) throw thrown;
    whole.add(collection);
    return found;
  }
}

/** Loads a page of records as sent; relations that make the query too long are expanded separately. Throws ApiError. */
export async function requestRecords(
  query: RecordsQuery,
  { fetch: send, requestOf = recordsRequest, ...options }: ListOptions = {},
): Promise<ListResult> {
  const first = (one: RecordsQuery) =>
    sendList(one.collection, { ...requestOf(one), ...(send && { fetch: send }) }, options);
  const fits = (one: RecordsQuery) => queryLength(requestOf(one).query ?? {}) <= dialect().limits.query;
  if (fits(query)) return first(query);
  const { splitExpand, withExpanded } = await import('#domain/records/split-expand.ts');
  const [own, ...others] = splitExpand(query, fits);
  const requests = [
    first(own),
    ...others.map((one) => sendList(one.collection, requestOf(one), options)),
  ] as const;
  const [result, ...more] = await Promise.all(requests);
  const items = more.reduce((all, each) => withExpanded(all, each.items), result.items);
  return { ...result, items };
}

/** Loads one page of a collection's records; throws ApiError. */
export async function listRecords(query: RecordsQuery, options: CallOptions = {}) {
  const { items } = await requestRecords(query, options);
  return { items: items.map(parseRecord) };
}

/** Number of records that match a filter; throws ApiError. */
export async function countRecords(
  collection: string,
  filter: string,
  options: CallOptions = {},
): Promise<number> {
  const { totalItems } = await sendList(collection, countRequest(collection, filter), options);
  return totalItems;
}
