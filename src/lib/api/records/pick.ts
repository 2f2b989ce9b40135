import type { CallOptions } from '#api/client.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { filtersOfAny, MAX_JOINED } from '#domain/model/filter/fit.ts';
import { narrowFilter } from '#domain/model/filter/join.ts';
import { hasId } from '#domain/model/filter/print.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { dialect } from '#wire/dialect.ts';
import { countedRecordsRequest } from '#wire/records.ts';
import { listRecords, requestRecords } from './list.ts';

/** Every field, with texts cut to 200 characters. */
const CUT_FIELDS = '*:excerpt(200)';

type PickQuery = Omit<RecordsQuery, 'fields'>;

/** Loads a page of records for a picker; throws ApiError. */
export async function listPickable(
  query: PickQuery,
  options: CallOptions = {},
): Promise<readonly RecordData[]> {
  const { items } = await listRecords({ ...query, fields: CUT_FIELDS }, options);
  return items;
}

/** Loads those of `ids` that a list with this query contains, as it shows them, in any order. Throws ApiError. */
export async function findListedRecords(
  { collection, filter, expand, fields }: Pick<RecordsQuery, 'collection' | 'filter' | 'expand' | 'fields'>,
  ids: readonly string[],
  options: CallOptions = {},
): Promise<RecordData[]> {
  const found: RecordData[] = [];
  const beside = { filter, expand, fields };
  for (const part of filtersOfAny(ids, hasId, dialect().limits, beside)) {
    const query = { collection, page: 1, perPage: MAX_JOINED, sort: '', filter: part.filter, expand, fields };
    found.push(...(await listRecords(query, options)).items);
  }
  return found;
}

/** Loads records by id, in the order of `ids`, without those that don't exist. Throws ApiError. */
export async function listByIds(
  collection: string,
  ids: readonly string[],
  expand: string,
  options: CallOptions = {},
): Promise<RecordData[]> {
  // A relation may hold any stored text, and a quote would end the text in the filter.
  const plain = ids.map((id) => id.replace(/["\\]/g, ''));
  const found = await findListedRecords(
    { collection, filter: '', expand, fields: CUT_FIELDS },
    plain,
    options,
  );
  const byId = new Map(found.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The first records that match a filter, and the number of all; throws ApiError. */
export async function firstMatching(
  { collection, perPage, filter, expand }: Pick<PickQuery, 'collection' | 'perPage' | 'filter' | 'expand'>,
  options: CallOptions = {},
): Promise<{ readonly total: number; readonly items: readonly RecordData[] }> {
  const query = { collection, page: 1, perPage, sort: '', filter, expand, fields: CUT_FIELDS };
  const { items, totalItems } = await requestRecords(query, { ...options, requestOf: countedRecordsRequest });
  return { total: totalItems, items: items.map(parseRecord) };
}

/** Loads one record as a list with this query shows it; undefined when the filter excludes it. Throws ApiError. */
export async function findListed(
  collection: string,
  id: string,
  // Other parameters of a list, such as its page size, must not become part of this request.
  { filter, expand, fields }: Pick<RecordsQuery, 'filter' | 'expand' | 'fields'>,
  options: CallOptions = {},
): Promise<RecordData | undefined> {
  const isThis = narrowFilter(filter, hasId(id));
  const query = { collection, page: 1, perPage: 1, sort: '', filter: isThis, expand, fields };
  return (await listRecords(query, options)).items[0];
}
