import { batch } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { loadListState } from '#api/records/lookup.ts';
import { findListedRecords } from '#api/records/pick.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Version } from '#domain/model/version.ts';
import { cutRecord } from '#domain/records/big-values.ts';
import type { Gone } from '#domain/records/list-changes.ts';
import { applyLookup, type Lookup, missedIds } from '#domain/records/live.ts';
import {
  followLive,
  type Hint,
  type Hints,
  isDue,
  LIVE_START,
  type LiveEvent,
  loadedSince,
  type Phase,
} from '#domain/records/live-state.ts';
import { endSessionIfOver } from '#stores/app/end-session.ts';
import { $activeCollection, checkCollections } from '#stores/collections/list.ts';
import { $bulk } from './bulk/state.ts';
import {
  $listedQuery,
  $records,
  type ListQuery,
  listedFields,
  listedQuery,
  loadedList,
  recount,
  updateRows,
} from './list.ts';
import { $changes } from './list-changes.ts';
import { $ownChange, isUpdatingRows, type OwnChange } from './list-update.ts';
import { $watched } from './record-events.ts';

/** Whether a change by this page is under way: its own response shows it. */
export const isChanging = (): boolean =>
  isUpdatingRows() || $bulk.get().state === 'busy' || $watched.get().some(({ $isBusy }) => $isBusy.get());

async function findReasons(query: ListQuery, missing: Hints, signal: AbortSignal) {
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

/** Time during which ids are collected before one request asks for all of them, in ms. */
const DELAY = 200;
/** Pauses after requests that failed one after another, in ms; the last one repeats. */
const PAUSES = [2000, 5000, 15_000, 60_000];

function phaseNow(): Phase {
  const list = $records.get();
  if (list.state === 'busy') return 'all';
  const loading = list.state === 'ready' ? list.loading : undefined;
  return loading === undefined ? 'idle' : loading === 'more' ? 'more' : 'all';
}

/** The list to keep up to date. With a filter that was refused there is none: it would be refused for each change. */
const followedList = () => {
  const list = loadedList();
  return list?.isRefused ? undefined : list;
};

const listNow = () =>
  ({ type: 'list', phase: phaseNow(), rows: loadedList()?.items, now: performance.now() }) as const;

export type LiveRows = ReturnType<typeof startLiveRows>;

/**
 * Keeps the rows up to date: events are hints, after which the list's own query asks for the current state. What the
 * rows can't show is counted in `$changes`. What is known is in one state, which `followLive` (domain) changes.
 * `onVersions` gets the versions after some may have been missed.
 */
export function startLiveRows(onVersions: (versions: ReadonlyMap<string, Version>) => void) {
  const stop = new AbortController();
  const { signal } = stop;
  let state = followLive(LIVE_START, listNow());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const dispatch = (event: LiveEvent): void => {
    state = followLive(state, event);
    $changes.set(state.changes);
  };

  const schedule = () => {
    if (signal.aborted) return;
    const { failures } = state;
    timer ??= setTimeout(run, failures ? PAUSES[Math.min(failures, PAUSES.length) - 1] : DELAY);
  };

  const isIdle = () => state.phase === 'idle' && !isChanging();

  const catchUp = async (query: ListQuery) => {
    const { loads } = state;
    const collection = $activeCollection.get();
    if (!collection) return;
    const count = loadedList()?.items.length ?? 0;
    const { versions, time } = await loadListState(query, collection, count, { signal });
    const list = loadedList();
    if (!list || signal.aborted || listedQuery() !== query || state.loads !== loads) return;
    const clock = time - performance.now();
    const loaded = {
      collection,
      rows: list.items,
      hasMore: list.hasMore,
      since: loadedSince({ ...state, clock }),
    };
    dispatch({ type: 'caught up', missed: missedIds(loaded, versions), clock });
    onVersions(versions);
  };

  const lookUp = async (query: ListQuery, hints: Hints) => {
    const { loads } = state;
    const collection = $activeCollection.get();
    if (!collection) return;
    const lookup = await lookUpRecords(query, hints, { collection, signal });
    const list = loadedList();
    if (signal.aborted || listedQuery() !== query || !list) return;
    // A page that was requested meanwhile may be older or newer.
    if (state.loads !== loads) return dispatch({ type: 'outdated' });
    // Rows that are not loaded say nothing: the record may have been one of them.
    const isLoaded = (id: string) => list.items.some((row) => row.id === id);
    if (list.hasMore && [...lookup.missing.keys()].some((id) => !isLoaded(id))) void recount();
    const live = { rows: list.items, changes: state.changes };
    const { rows, changes } = applyLookup(live, lookup, { collection, sort: query.sort });
    batch(() => {
      if (rows !== list.items) updateRows(() => rows);
      dispatch({ type: 'changes', changes });
    });
  };

  const fail = async (thrown: unknown) => {
    const error = toApiError(thrown);
    if (signal.aborted || error.isAbort) return;
    const { status } = error;
    // Any other refusal, for example of a filter that is no longer valid, stays the same.
    const isLasting = !(status === 0 || status === 429 || status >= 500);
    dispatch({ type: 'failed', isLasting });
    if (status === 400) void checkCollections();
    await endSessionIfOver(error);
  };

  const update = async () => {
    const query = listedQuery();
    if (!query || !followedList() || !isIdle()) return;
    try {
      if (state.isBehind) await catchUp(query);
      if (!isIdle()) return;
      const hints = state.pending;
      dispatch({ type: 'ask' });
      if (hints.size) await lookUp(query, hints);
      dispatch({ type: 'succeeded' });
      // Another schema replaces the list.
      void checkCollections();
    } catch (thrown) {
      await fail(thrown);
    }
  };

  const run = async () => {
    await update();
    timer = undefined;
    if (isDue(state) && followedList()) schedule();
  };

  const followList = () => {
    const before = state.phase;
    dispatch(listNow());
    // The page may contain records that have appeared.
    if (before === 'more' && state.changes.appeared.size) void recount();
    if (before === 'all' && state.phase === 'idle' && followedList()) schedule();
  };

  const noteOwn = (own: OwnChange | undefined) => {
    if (own && own.collectionId === listedQuery()?.collection) dispatch({ type: 'own change', ...own });
  };

  const stops = [
    $records.listen(followList),
    $listedQuery.listen((query) => dispatch({ type: 'shown', query })),
    $ownChange.listen(noteOwn),
  ];

  return {
    /** Takes note of what the list can't know: changes elsewhere, and rows that are kept or merged. */
    note: (event: LiveEvent): void => {
      dispatch(event);
      if (isDue(state)) schedule();
    },
    state: () => state,
    stop: (): void => {
      stop.abort();
      clearTimeout(timer);
      for (const end of stops) end();
      dispatch({ type: 'shown', query: undefined });
    },
  };
}
