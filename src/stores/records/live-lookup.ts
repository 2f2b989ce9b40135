import { findListedRecords } from '#api/records/pick.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { cutRecord } from '#domain/records/big-values.ts';
import type { Gone } from '#domain/records/list-changes.ts';
import type { Lookup } from '#domain/records/live.ts';
import type { Hint, Hints } from '#domain/records/live-state.ts';
import { $bulk } from './bulk/state.ts';
import { listedFields } from './list.ts';
import { isUpdatingRows } from './list-update.ts';
import { $watched } from './record-events.ts';
import type { ListQuery } from './seen-lists.ts';

/** Whether a change by this page is under way: its own response shows it. */
export const isChanging = (): boolean =>
  isUpdatingRows() || $bulk.get().state === 'busy' || $watched.get().some(({ $isBusy }) => $isBusy.get());

/** Why records are missing in the list. */
async function findReasons(
  query: ListQuery,
  missing: Hints,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Gone>> {
  const unknown = [...missing].filter(([, hint]) => hint === 'unknown').map(([id]) => id);
  const isFiltered = query.filter !== '';
  const stored =
    isFiltered && unknown.length
      ? await findListedRecords({ ...query, filter: '', expand: '', fields: 'id' }, unknown, { signal })
      : [];
  const isStored = new Set(stored.map(({ id }) => id));
  const reason = (id: string, hint: Hint): Gone => {
    if (hint === 'unknown') return isStored.has(id) ? 'unlisted' : 'deleted';
    return hint !== 'delete' && isFiltered ? 'unlisted' : 'deleted';
  };
  return new Map([...missing].map(([id, hint]) => [id, reason(id, hint)]));
}

/** Asks the backend for the current state of records in the list of `query`; throws ApiError. */
export async function lookUpRecords(
  query: ListQuery,
  hints: Hints,
  { collection, signal }: { readonly collection: Collection; readonly signal: AbortSignal },
): Promise<Lookup> {
  const asked = [...hints].filter(([, hint]) => hint !== 'delete').map(([id]) => id);
  const found = await findListedRecords({ ...query, fields: listedFields() }, asked, { signal });
  const isFound = new Set(found.map(({ id }) => id));
  const missing = await findReasons(query, new Map([...hints].filter(([id]) => !isFound.has(id))), signal);
  return { found: found.map((record) => cutRecord(collection, record)), missing };
}
