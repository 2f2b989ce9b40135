import type { CallOptions } from '#api/client.ts';
import { findRecords, pagesByKey } from '#api/records/by-key.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { filtersOfAny, narrowFilter } from '#domain/model/filter/join.ts';
import { hasId } from '#domain/model/filter/print.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import type { RecordSelection } from '../selection.ts';

/** The records of an action, which were found before anything was sent. */
export interface Targets {
  readonly ids: readonly string[];
  /** What each of them must still match right before its turn; undefined when it need not match anything. */
  readonly filter: string | undefined;
}

/** The `fields` from which the label of a record is made: all, but only the beginning of long texts. */
export const LABEL_FIELDS = '*:excerpt(200)';

/** Longest look for what requests without a response have done, in ms: the backend may not respond at all. */
const LOOK_TIME = 3000;
const PARALLEL = 8;

/** Loads those records that match, exactly, in the order of the ids; without `fields` all of them. Throws ApiError. */
export async function readBatch(
  collection: string,
  ids: readonly string[],
  { filter, fields }: { readonly filter: string; readonly fields: string },
  options: CallOptions,
): Promise<readonly RecordSource[]> {
  const found: RecordSource[] = [];
  await inParallel(filtersOfAny(ids, hasId, { filter, fields }), PARALLEL, async (part) => {
    found.push(...(await findRecords({ collection, filter: part.filter, fields }, options)));
  });
  return found.sort((a, b) => ids.indexOf(a.record.id) - ids.indexOf(b.record.id));
}

/** Reads records that got no response, as {@link readBatch} does; undefined when that is not possible, either. */
export async function readUnanswered(collection: string, ids: readonly string[], fields: string) {
  if (!ids.length) return [];
  try {
    const signal = AbortSignal.timeout(LOOK_TIME);
    return await readBatch(collection, ids, { filter: '', fields }, { signal });
  } catch {
    return undefined;
  }
}

/** Finds the records of a selection before any is changed; `clause` is a further condition. Throws ApiError. */
export async function readTargets(
  collection: string,
  selection: RecordSelection,
  { clause, onFound, ...options }: CallOptions & { clause?: string; onFound?: (count: number) => void } = {},
): Promise<Targets> {
  const ids: string[] = [];
  const add = (found: readonly string[]) => {
    ids.push(...found);
    onFound?.(ids.length);
  };
  if (selection.by === 'filter') {
    const { filter: listed } = selection.query;
    const filter = clause ? narrowFilter(listed, clause) : listed;
    const query = { collection, filter, expand: '', fields: 'id' };
    for await (const found of pagesByKey(query, options)) add(found.map(({ record }) => record.id));
    return { ids, filter };
  }
  const selected = [...selection.ids];
  if (!clause) return { ids: selected, filter: undefined };
  await inParallel(filtersOfAny(selected, hasId, { filter: clause }), PARALLEL, async (part) => {
    const found = await findRecords({ collection, filter: part.filter, fields: 'id' }, options);
    add(found.map(({ record }) => record.id));
  });
  return { ids, filter: clause };
}
