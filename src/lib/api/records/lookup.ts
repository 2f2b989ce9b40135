import { type CallOptions, sendRequest } from '#api/client.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { parseRecord } from '#domain/records/record.ts';
import { recordsRequest } from '#wire/records.ts';

/** The largest page of the backend. */
const PAGE = 500;

/**
 * Loads the ids of the first `count` records of a list, or of some more, in order and with the time of their last
 * update; `time` is the backend's clock, else this computer's, in ms since 1970. Throws ApiError.
 */
export async function loadListState(
  { collection, filter, sort }: Pick<RecordsQuery, 'collection' | 'filter' | 'sort'>,
  count: number,
  options: CallOptions = {},
) {
  const versions = new Map<string, unknown>();
  let time = Date.now();
  const timed: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) time = date;
    return response;
  };
  for (let page = 1; page === 1 || (page - 1) * PAGE < count; page += 1) {
    const query = { collection, page, perPage: PAGE, sort, filter, expand: '', fields: 'id,updated' };
    const { items } = await sendRequest({ ...recordsRequest(query), fetch: timed }, options);
    for (const { id, updated } of items.map(parseRecord)) versions.set(id, updated);
    if (items.length < PAGE) break;
  }
  return { versions, time };
}
