import { atom } from 'nanostores';
import { findListed } from '#api/records/pick.ts';
import { isRefusedFilter } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { cutRecord } from '#domain/records/big-values.ts';
import { expandedOf, type RecordData } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { newestFirst } from '#wire/records.ts';
import {
  deselectRecords,
  type ListQuery,
  listedQuery,
  loadedList,
  recount,
  refreshRecords,
  shownRows,
  updateRows,
} from './list.ts';

/** Whether one of `shown` shows this record through one of its relations. */
export const showsRelated = (id: string, shown = shownRows()): boolean =>
  shown.some((row) =>
    Object.keys(row).some(
      (name) =>
        name !== 'id' &&
        (valuesOf(ownOf(row, name)).includes(id) || showsRelated(id, [...expandedOf(row, name).values()])),
    ),
  );

/** Pending requests for single rows, by id. A new one aborts the previous one, whose result would be older. */
const lookups = new Map<string, AbortController>();

export const isUpdatingRows = (): boolean => lookups.size > 0;

/** A change by this page. The backend reports it as well, like the changes of others. */
export interface OwnChange {
  readonly collectionId: string;
  readonly ids: readonly string[];
  readonly action: 'create' | 'update' | 'delete';
}

/** The latest change by this page, for the live updates. */
export const $ownChange = atom<OwnChange | undefined>(undefined);

function abortLookup(id: string) {
  lookups.get(id)?.abort();
  lookups.delete(id);
}

/** Updates the list after a save, only the row if possible: pages, scrolling and selection stay. Reports errors. */
export async function showSavedRecord(collectionId: string, id: string, isNew: boolean): Promise<void> {
  const query = noteOwn({ collectionId, ids: [id], action: isNew ? 'create' : 'update' });
  if (!query) return;
  // The backend may have handled the pending request before the save.
  if (query === 'related' || loadedList()?.loading === 'refresh') return refreshRecords();
  void recount();
  abortLookup(id);
  const lookup = new AbortController();
  lookups.set(id, lookup);
  try {
    const found = await findListed(collectionId, id, query, { signal: lookup.signal });
    const collection = $activeCollection.get();
    if (query !== listedQuery() || !collection) return;
    const row = found && cutRecord(collection, found);
    const isShown = shownRows().some((other) => other.id === id);
    if (row && isShown) updateRows((items) => items.map((item) => (item.id === id ? row : item)));
    else if (row && isNew && query.sort.split(',', 1)[0] === newestFirst(collection))
      updateRows((items) => [row, ...items]);
    // It no longer matches the filter, or its position in the list is unknown.
    else if (row || isShown) await refreshRecords();
  } catch (thrown) {
    if (!isRefusedFilter(thrown, query.filter)) report(thrown);
  } finally {
    if (lookups.get(id) === lookup) lookups.delete(id);
  }
}

/** Shows the saved values of some fields in their rows, which stay where they are. Reports errors. */
export async function showSavedValues(collectionId: string, saved: ReadonlyMap<string, Partial<RecordData>>) {
  if (!saved.size) return;
  $ownChange.set({ collectionId, ids: [...saved.keys()], action: 'update' });
  const collection = $activeCollection.get();
  const list = loadedList();
  if (!list || listedQuery()?.collection !== collectionId || !collection) return;
  updateRows((items) =>
    items.map((item) => {
      const values = saved.get(item.id);
      return values ? cutRecord(collection, { ...item, ...values }) : item;
    }),
  );
  // The backend may have handled the pending request before the save.
  if (list.loading === 'refresh') await refreshRecords();
}

/** Number of changed records from which a list is loaded again without a look at its relations. */
const MANY = 500;

/** Notes an own change. Returns the query of its list, if that is on screen; 'related' if another one shows it. */
function noteOwn(change: OwnChange): ListQuery | 'related' | undefined {
  const { collectionId, ids } = change;
  $ownChange.set(change);
  const query = listedQuery();
  if (!query || query.collection === collectionId) return query;
  return ids.length > MANY || ids.some((id) => showsRelated(id)) ? 'related' : undefined;
}

/** Updates the list on screen after many records were updated. Reports errors. */
export async function showChangedRecords(collectionId: string, ids: readonly string[]): Promise<void> {
  if (ids.length && noteOwn({ collectionId, ids, action: 'update' })) await refreshRecords();
}

/** Updates the list on screen and the selection after records were deleted. Reports errors. */
export async function showRemovedRecords(collectionId: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const query = noteOwn({ collectionId, ids, action: 'delete' });
  if (!query) return;
  if (query === 'related') return refreshRecords();
  // A pending request must not add a deleted record again.
  for (const id of ids) abortLookup(id);
  const removed = new Set(ids);
  deselectRecords(removed);
  updateRows((items) => items.filter((item) => !removed.has(item.id)));
  // Later records moved up, so the next page would skip some of them without a refresh.
  await refreshRecords();
}
