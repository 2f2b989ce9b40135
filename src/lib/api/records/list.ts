import { type CallOptions, type ListResult, sendRequest } from '#api/client.ts';
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

/** Sends a request for a list of records, once more without `fields` if the backend can't pick them. */
const sendList = (
  collection: string,
  request: ApiRequest & { readonly fetch?: typeof fetch },
  options: CallOptions,
): Promise<ListResult> =>
  sendRequest(request, options).catch(async (thrown: unknown) => {
    if (!request.query?.['fields']) throw thrown;
    const code = await import('./without-fields.ts').catch(() => undefined);
    if (!code) throw thrown;
    return code.againWithoutFields(collection, request, thrown, options);
  });

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
