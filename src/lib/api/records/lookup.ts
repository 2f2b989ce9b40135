import { type CallOptions, sendRequest } from '#api/client.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { type Version, versionFields, versionOf } from '#domain/model/version.ts';
import { parseRecord } from '#domain/records/record.ts';
import { recordsRequest } from '#wire/records.ts';

/** The largest page of the backend. */
const PAGE = 500;

/**
 * Loads the versions of the first `count` records of a list, or of some more, by their ids and in order; `time` is the backend's clock, else this computer's, in ms since 1970. Throws ApiError.
 */
export async function loadListState(
  { collection, filter, sort }: Pick<RecordsQuery, 'collection' | 'filter' | 'sort'>,
  shape: Pick<Collection, 'fields'>,
  count: number,
  options: CallOptions = {},
) {
  const versions = new Map<string, Version>();
  let time = Date.now();
  const timed: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) time = date;
    return response;
  };
  const fields = versionFields(shape);
  for (let page = 1; page === 1 || (page - 1) * PAGE < count; page += 1) {
    const query = { collection, page, perPage: PAGE, sort, filter, expand: '', fields };
    const { items } = await sendRequest({ ...recordsRequest(query), fetch: timed }, options);
    for (const record of items.map(parseRecord)) versions.set(record.id, versionOf(shape, record));
    if (items.length < PAGE) break;
  }
  return { versions, time };
}
