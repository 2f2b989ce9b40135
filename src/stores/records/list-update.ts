import { findListed } from '#api/records/pick.ts';
import { ownOf } from '#domain/app/own.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { cutRecord } from '#domain/records/big-values.ts';
import { expandedOf, type RecordData } from '#domain/records/record.ts';
import { sortStateOf } from '#domain/records/sort.ts';
import { report } from '#stores/app/report.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import {
  $records,
  $selectedRecords,
  isRefusedFilter,
  listedQuery,
  recount,
  refreshRecords,
  selectRecords,
  updateRows,
} from './list.ts';

const rows = (): readonly RecordData[] => {
  const list = $records.get();
  return list.state === 'ready' ? list.items : [];
};

/** Whether a row shows this record through one of its relations. */
const showsRelated = (id: string) =>
  rows().some((row) =>
    Object.keys(row).some(
      (name) => name !== 'id' && (valuesOf(ownOf(row, name)).includes(id) || expandedOf(row, name).has(id)),
    ),
  );

/** The requests under way for single rows, by id: what an earlier one finds is older, even if it comes later. */
const lookups = new Map<string, AbortController>();

function abortLookup(id: string) {
  lookups.get(id)?.abort();
  lookups.delete(id);
}

function beginLookup(id: string): AbortController {
  abortLookup(id);
  const lookup = new AbortController();
  lookups.set(id, lookup);
  return lookup;
}

/**
 * Brings the list on screen up to date after a record was created or updated, here or inside a picker: its
 * row alone where that will do, so that loaded pages, scroll position and selection stay. Reports its errors.
 */
export async function showSavedRecord(collectionId: string, id: string, isNew: boolean): Promise<void> {
  const query = listedQuery();
  if (!query) return;
  if (query.collection !== collectionId) {
    if (showsRelated(id)) await refreshRecords();
    return;
  }
  const list = $records.get();
  if (list.state === 'ready' && list.loading === 'refresh') {
    // What is under way may have been read before the save.
    await refreshRecords();
    return;
  }
  void recount();
  const lookup = beginLookup(id);
  try {
    const found = await findListed(collectionId, id, query, { signal: lookup.signal });
    const collection = $activeCollection.get();
    if (query !== listedQuery() || !collection) return;
    const row = found && cutRecord(collection, found);
    const isShown = rows().some((other) => other.id === id);
    if (row && isShown) updateRows((items) => items.map((item) => (item.id === id ? row : item)));
    else if (row && isNew && sortStateOf(query.sort, 'created') === 'descending')
      updateRows((items) => [row, ...items]);
    // It left the filter, or nobody can tell its place in this order.
    else if (row || isShown) await refreshRecords();
  } catch (thrown) {
    if (!isRefusedFilter(thrown, query)) report(thrown);
  } finally {
    if (lookups.get(id) === lookup) lookups.delete(id);
  }
}

/** Brings the list on screen up to date after records were deleted; they leave the selection too. */
export async function showRemovedRecords(collectionId: string, ids: readonly string[]): Promise<void> {
  const query = listedQuery();
  if (!query || !ids.length) return;
  if (query.collection !== collectionId) {
    if (ids.some(showsRelated)) await refreshRecords();
    return;
  }
  // One that is being read must not come back.
  for (const id of ids) abortLookup(id);
  const removed = new Set(ids);
  const selected = [...$selectedRecords.get()];
  if (selected.some((id) => removed.has(id))) selectRecords(selected.filter((id) => !removed.has(id)));
  updateRows((items) => items.filter((item) => !removed.has(item.id)));
  // What follows moved up by as many places: without the pages anew the next one would skip some.
  await refreshRecords();
}
