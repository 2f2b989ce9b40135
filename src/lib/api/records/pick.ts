import { type CallOptions, call } from '#api/client.ts';
import { narrowFilter } from '#domain/app/filter.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';

/** Every field, texts cut to 200 characters (PK-02, API-10). */
const CUT_FIELDS = '*:excerpt(200)';

export interface PickQuery {
  /** Id or name of the collection. */
  readonly collection: string;
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly filter: string;
  readonly expand: string;
}

/** A page of records to choose from (PK-02, FP-04); throws ApiError. */
export async function listPickable(
  { collection, page, perPage, ...query }: PickQuery,
  options: CallOptions = {},
): Promise<RecordData[]> {
  const answer = await call(
    (client, signal) =>
      client.collection(collection).getList(page, perPage, {
        ...query,
        fields: CUT_FIELDS,
        query: { skipTotal: 1 },
        signal,
      }),
    options,
  );
  return answer.items.map(parseRecord);
}

/**
 * Records by their ids, in the order asked for, asked `batch` at a time; ids that don't exist are missing in
 * the answer (API-10, RF-17). Throws ApiError.
 */
export async function listByIds(
  collection: string,
  ids: readonly string[],
  batch: number,
  expand: string,
  options: CallOptions = {},
): Promise<RecordData[]> {
  const found = new Map<string, RecordData>();
  for (let at = 0; at < ids.length; at += batch) {
    const part = ids.slice(at, at + batch);
    // The value comes from the database: a quote would end the filter's text.
    const filter = part.map((id) => `id="${id.replace(/["\\]/g, '')}"`).join('||');
    const answer = await call(
      (client, signal) =>
        client.collection(collection).getList(1, batch, {
          filter,
          fields: CUT_FIELDS,
          expand,
          query: { skipTotal: 1 },
          signal,
        }),
      options,
    );
    for (const item of answer.items.map(parseRecord)) found.set(item.id, item);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The record with this id as a list with this query shows it; undefined when the filter leaves it out. */
export async function findListed(
  collection: string,
  id: string,
  // Other parameters of a list, such as its page size, must not become part of this request.
  { filter, expand, fields }: Pick<PickQuery, 'filter' | 'expand'> & { readonly fields: string },
  options: CallOptions = {},
): Promise<RecordData | undefined> {
  const own = `id="${id}"`;
  const answer = await call(
    (client, signal) =>
      client.collection(collection).getList(1, 1, {
        expand,
        fields,
        filter: narrowFilter(filter, own),
        query: { skipTotal: 1 },
        signal,
      }),
    options,
  );
  const item = answer.items[0];
  return item && parseRecord(item);
}
