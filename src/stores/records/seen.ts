import { dequal } from 'dequal/lite';
import { loadListState } from '#api/records/lookup.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { versionOf } from '#domain/model/version.ts';
import { MAX_CHANGES } from '#domain/records/list-changes.ts';
import { applyLookup, estimateLength, missedIds, newestWithin } from '#domain/records/live.ts';
import { type LiveState, limitChanges, loadedSince } from '#domain/records/live-state.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $adminId } from '#stores/app/session.ts';
import { stopAll } from '#stores/base/running.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { $seenLists, deselectRecords, type LeftList, type SeenLists, shownRows } from './list.ts';
import { $applied, $changes } from './list-changes.ts';
import { $ownChange, type OwnChange, showsRelated } from './list-update.ts';
import { isChanging, type LiveRows, lookUpRecords } from './live-rows.ts';

/** Limits of the rows that are kept beside those on screen; 5 million characters are about 10 MB. */
const LIMITS = { count: 5, length: 5_000_000 };

interface KeptList extends LeftList {
  readonly live: Pick<LiveState, 'since' | 'changes'>;
  readonly length: number;
}

const idOf = ({ requested }: KeptList): string => requested.query.collection;

/** Whether a kept list may show something else after this change. */
function isAffected(kept: KeptList, { collectionId, ids, action }: OwnChange): boolean {
  const collection = $collectionList.get().find(({ id }) => id === idOf(kept));
  // A view may read any collection.
  if (!collection || collection.id === collectionId || collection.type === 'view') return true;
  // The backend may have deleted records that are related to the deleted one, and those related to them.
  if (action === 'delete') return collection.fields.some(({ type }) => type === 'relation');
  return ids.some((id) => showsRelated(id, kept.list.items));
}

/** Merges a list as it is now, with `found` as its first page, into its rows as live updates do. Throws ApiError. */
function createMerge(kept: KeptList, rows: LiveRows, collection: Collection) {
  const { query } = kept.requested;
  const isOnePage = kept.list.page === 1;
  return async (found: readonly RecordData[], signal: AbortSignal): Promise<readonly RecordData[]> => {
    const versions = isOnePage
      ? new Map(found.map((record) => [record.id, versionOf(collection, record)]))
      : (await loadListState(query, collection, kept.list.items.length, { signal })).versions;
    const { hasMore } = kept.list;
    const loaded = { collection, rows: shownRows(), hasMore, since: loadedSince(rows.state()) };
    const missed = missedIds(loaded, versions);
    const isMany = missed.length > MAX_CHANGES;
    const lookup = await lookUpRecords(query, hintsOf(isMany ? [] : missed, found), { collection, signal });
    signal.throwIfAborted();
    const shown = shownRows();
    const isKnown = new Set([...shown.map(({ id }) => id), ...missed]);
    const current = [...lookup.found, ...found.filter(({ id }) => isKnown.has(id))];
    const live = { rows: shown, changes: $changes.get() };
    const next = applyLookup(live, { ...lookup, found: current }, { collection, sort: query.sort });
    const { changes } = next;
    rows.note({ type: 'merged', changes: limitChanges(changes, isMany) });
    const isDeleted = [...changes.gone].filter(([, reason]) => reason === 'deleted').map(([id]) => id);
    deselectRecords(new Set(isDeleted));
    return next.rows;
  };
}

/** The records to look up one by one: those that the loaded page does not contain. */
function hintsOf(missed: readonly string[], found: readonly RecordData[]) {
  const isFound = new Set(found.map(({ id }) => id));
  return new Map(missed.filter((id) => !isFound.has(id)).map((id) => [id, 'unknown'] as const));
}

/**
 * Keeps the rows of lists that leave the screen: going back shows them at once, with selection and place, and refreshes
 * them behind. A list is forgotten when its query or schema has changed, after own changes, and with the session.
 */
export function startSeenLists(rows: LiveRows): () => void {
  let lists: readonly KeptList[] = [];

  const take = (id: string): KeptList | undefined => {
    const found = lists.find((kept) => idOf(kept) === id);
    lists = lists.filter((kept) => kept !== found);
    return found;
  };

  const keep: SeenLists['keep'] = (left) => {
    take(left.requested.query.collection);
    // What the rows show is about to change, or unknown.
    if (isChanging()) return;
    const { since, changes } = rows.state();
    const kept = { ...left, live: { since, changes }, length: estimateLength(left.list.items) };
    lists = newestWithin([...lists, kept], LIMITS);
  };

  const restore: SeenLists['restore'] = (requested) => {
    const kept = take(requested.query.collection);
    const collection = $activeCollection.get();
    if (!kept || !collection || !dequal(kept.requested, requested)) return undefined;
    const { items, page, hasMore } = kept.list;
    rows.note({ type: 'resume', list: { ...kept.live, query: requested.query, rows: items } });
    // Nothing tells which rows of a view have changed.
    const isView = collection.type === 'view';
    const replace = (found: readonly RecordData[]) => {
      $applied.set($applied.get() + 1);
      return found;
    };
    const merge = isView ? replace : createMerge(kept, rows, collection);
    return { ...kept, items, page, hasMore, lastRequested: isView ? page : 1, merge };
  };

  const forgetChanged = (own: OwnChange | undefined) => {
    if (own) lists = lists.filter((kept) => !isAffected(kept, own));
  };

  $seenLists.set({ keep, restore });
  return stopAll(
    () => $seenLists.set(undefined),
    $ownChange.listen(forgetChanged),
    $adminId.listen(() => {
      lists = [];
    }),
  );
}
