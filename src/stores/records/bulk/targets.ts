import type { CallOptions } from '#api/client.ts';
import { pagesByKey } from '#api/records/by-key.ts';
import { narrowFilter } from '#domain/model/filter/join.ts';
import { readMany } from '#stores/job/read-many.ts';
import type { RecordSelection } from '../selection.ts';

/** The records of an action, which were found before anything was sent. */
export interface Targets {
  readonly ids: readonly string[];
  /** What each of them must still match right before its turn; undefined when it need not match anything. */
  readonly filter: string | undefined;
}

/** The `fields` from which the label of a record is made: all, but only the beginning of long texts. */
export const LABEL_FIELDS = '*:excerpt(200)';

/** Finds the records of a selection before any is changed; `clause` is a further condition. Throws ApiError. */
export async function readTargets(
  collection: string,
  selection: RecordSelection,
  { clause, onFound, ...options }: CallOptions & { clause?: string; onFound?: (count: number) => void } = {},
): Promise<Targets> {
  if (selection.by === 'filter') {
    const { filter: listed } = selection.query;
    const filter = clause ? narrowFilter(listed, clause) : listed;
    const query = { collection, filter, expand: '', fields: 'id' };
    const ids: string[] = [];
    for await (const found of pagesByKey(query, options)) {
      ids.push(...found.map(({ record }) => record.id));
      onFound?.(ids.length);
    }
    return { ids, filter };
  }
  const selected = [...selection.ids];
  if (!clause) return { ids: selected, filter: undefined };
  const found = await readMany(
    collection,
    selected,
    { filter: clause, fields: 'id' },
    { ...options, onFound },
  );
  return { ids: found.map(({ record }) => record.id), filter: clause };
}
