import { findRecords, type KeyOptions } from '#api/records/by-key.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { filtersOfAny } from '#domain/model/filter/fit.ts';
import { hasId } from '#domain/model/filter/print.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { dialect } from '#stores/app/dialect.ts';
import { PARALLEL } from './batches.ts';

export interface ManyQuery {
  /** What the records must match, too. */
  readonly filter?: string;
  /** By default all of them, exactly as they are stored. */
  readonly fields?: string;
}

export interface ManyOptions extends KeyOptions {
  /** Called with how many are found so far. */
  readonly onFound?: ((count: number) => void) | undefined;
}

/** Loads records by their ids, in their order, in as many requests as the ids need. Throws ApiError. */
export async function readMany(
  collection: string,
  ids: readonly string[],
  { filter = '', fields = '' }: ManyQuery,
  { send = (request) => request(), onFound, ...options }: ManyOptions = {},
): Promise<readonly RecordSource[]> {
  const found: RecordSource[] = [];
  const { limits } = dialect();
  await inParallel(filtersOfAny(ids, hasId, limits, { filter, fields }), PARALLEL, async (part) => {
    found.push(...(await send(() => findRecords({ collection, filter: part.filter, fields }, options))));
    onFound?.(found.length);
  });
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return found.sort((a, b) => (placeOf.get(a.record.id) ?? 0) - (placeOf.get(b.record.id) ?? 0));
}

/** Longest look for what writes without a response have done, in ms: the backend may not respond at all. */
const LOOK_TIME = 3000;

/** Reads records back whose writes got no response, by their ids; undefined when that is not possible, either. */
export async function readBack(collection: string, ids: readonly string[], fields: string) {
  if (!ids.length) return [];
  try {
    return await readMany(collection, ids, { fields }, { signal: AbortSignal.timeout(LOOK_TIME) });
  } catch {
    return undefined;
  }
}
