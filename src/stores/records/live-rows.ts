import { batch } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { loadListState } from '#api/records/lookup.ts';
import { type Changes, NO_CHANGES } from '#domain/records/list-changes.ts';
import { applyLookup, missedIds } from '#domain/records/live.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { RecordEvent } from '#domain/records/record-event.ts';
import { endSessionIfOver } from '#stores/app/end-session.ts';
import { $activeCollection, checkCollections } from '#stores/collections/list.ts';
import { $listedQuery, $records, listedQuery, updateRows } from './list.ts';
import { $changes, MAX_CHANGES } from './list-changes.ts';
import { $ownChange, type OwnChange } from './list-update.ts';
import { formatTime, type Hint, isChanging, lookUpRecords } from './live-lookup.ts';
import type { ListQuery } from './seen-lists.ts';

/** Time during which ids are collected before one request asks for all of them, in ms. */
const DELAY = 200;
/** Pauses after requests that failed one after another, in ms; the last one repeats. */
const PAUSES = [2000, 5000, 15_000, 60_000];

const loadedList = () => {
  const list = $records.get();
  return list.state === 'ready' ? list : undefined;
};

/** What the list does: nothing, load the next page, or load all rows (again). */
function phaseNow(): 'idle' | 'more' | 'all' {
  const list = $records.get();
  if (list.state === 'busy') return 'all';
  const loading = list.state === 'ready' ? list.loading : undefined;
  return loading === undefined ? 'idle' : loading === 'more' ? 'more' : 'all';
}

export interface LiveRowsOptions {
  /** Called with the times of the last updates after changes may have been missed. */
  readonly onVersions: (versions: ReadonlyMap<string, unknown>) => void;
}

/** What is known about the age of a list's rows. */
export interface LiveState {
  /** Start of the request for the rows, in ms since the page was opened. */
  readonly since: number;
  readonly changes: Changes;
}

/** A list that is shown again. */
interface ResumedList {
  readonly query: ListQuery;
  readonly items: readonly RecordData[];
}

/** See {@link startLiveRows}. */
export type LiveRows = ReturnType<typeof startLiveRows>;

/**
 * Keeps the rows on screen up to date: events are hints, after which the list's own query asks for the current state.
 * Rows change in place; what they can't show is counted in `$changes`.
 */
export function startLiveRows({ onVersions }: LiveRowsOptions) {
  const stop = new AbortController();
  const { signal } = stop;
  const pending = new Map<string, Hint>();
  /** Changes by this page whose event is still to come: the list shows them already. */
  const expected = new Set<string>();
  let isBehind = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let phase = phaseNow();
  let rowsBefore = loadedList()?.items;
  /** Number of times that the list began to load anything. */
  let loads = 0;
  /** Start of the request for the rows on screen, and of a pending one, in ms since the page was opened. */
  let since = 0;
  let nextSince = 0;
  /** Difference between the backend's clock and the time since the page was opened, in ms. */
  let clock: number | undefined;
  /** The changes of a list that is shown again, until the change of the list is handled. */
  let resumed: { readonly query: ListQuery; readonly changes: Changes } | undefined;
  /** Whether the rows that are being loaded are merged into those on screen. */
  let isMerged = false;

  /** Start of the request for the rows on screen, in the backend's notation of time. */
  const loadedSince = () => (clock === undefined ? undefined : formatTime(clock + since));

  const schedule = () => {
    if (signal.aborted) return;
    const pause = failures ? PAUSES[Math.min(failures, PAUSES.length) - 1] : DELAY;
    timer ??= setTimeout(run, pause);
  };

  /** Whether the list was replaced or loaded since `query` and `before` were read. */
  const isReplaced = (query: ListQuery, before: number) =>
    signal.aborted || listedQuery() !== query || loads !== before;

  const catchUp = async (query: ListQuery) => {
    const before = loads;
    const { versions, time } = await loadListState(query, loadedList()?.items.length ?? 0, { signal });
    const list = loadedList();
    if (!list || isReplaced(query, before)) return;
    isBehind = false;
    clock = time - performance.now();
    const loaded = { rows: list.items, hasMore: list.hasMore, since: loadedSince() };
    for (const id of missedIds(loaded, versions)) if (!pending.has(id)) pending.set(id, 'unknown');
    onVersions(versions);
  };

  const lookUp = async (query: ListQuery, hints: ReadonlyMap<string, Hint>) => {
    const before = loads;
    const collection = $activeCollection.get();
    if (!collection) return;
    const lookup = await lookUpRecords(query, hints, { collection, signal });
    const list = loadedList();
    if (signal.aborted || listedQuery() !== query || !list) return;
    if (loads !== before) {
      // A page that was requested meanwhile may be older or newer.
      restore(hints);
      return;
    }
    const { rows, changes } = applyLookup({ rows: list.items, changes: $changes.get() }, lookup, query.sort);
    batch(() => {
      if (rows !== list.items) updateRows(() => rows);
      $changes.set({ ...changes, isMany: changes.isMany || changes.appeared.size > MAX_CHANGES });
    });
  };

  const restore = (hints: ReadonlyMap<string, Hint>) => {
    for (const [id, hint] of hints) if (!pending.has(id)) pending.set(id, hint);
  };

  const fail = async (thrown: unknown, hints: ReadonlyMap<string, Hint>) => {
    const error = toApiError(thrown);
    if (signal.aborted || error.isAbort) return;
    failures += 1;
    const { status } = error;
    // Any other refusal, for example of a filter that is no longer valid, stays the same.
    if (status === 0 || status === 429 || status >= 500) restore(hints);
    else isBehind = false;
    if (status === 400) void checkCollections();
    await endSessionIfOver(error);
  };

  /** Asks the backend about all collected ids. */
  const update = async () => {
    const query = listedQuery();
    if (!query || !loadedList() || phase !== 'idle' || isChanging()) return;
    let hints: ReadonlyMap<string, Hint> = new Map();
    try {
      if (isBehind) await catchUp(query);
      if (phase !== 'idle' || isChanging()) return;
      hints = new Map(pending);
      pending.clear();
      if (hints.size) await lookUp(query, hints);
      failures = 0;
      // Another schema replaces the list.
      void checkCollections();
    } catch (thrown) {
      await fail(thrown, hints);
    }
  };

  const run = async () => {
    await update();
    timer = undefined;
    if ((pending.size || isBehind) && loadedList()) schedule();
  };

  /** Above the limit, changes are no longer looked up one by one. */
  const limitPending = () => {
    if (pending.size <= MAX_CHANGES && !$changes.get().isMany) return;
    pending.clear();
    $changes.set({ ...$changes.get(), isMany: true });
  };

  /** Follows the list: loading all of its rows makes everything known before obsolete. */
  const followLoads = () => {
    const before = phase;
    phase = phaseNow();
    const items = loadedList()?.items;
    if (phase !== before && phase !== 'idle') loads += 1;
    if (phase === 'all' && before !== 'all') {
      pending.clear();
      rowsBefore = items;
      nextSince = performance.now();
      isMerged = false;
    }
    if (phase !== 'idle' || before !== 'all' || !items) return;
    if (isMerged) {
      isMerged = false;
    } else if (items !== rowsBefore) {
      since = nextSince;
      $changes.set(NO_CHANGES);
    } else isBehind = true;
    limitPending();
    schedule();
  };

  const forget = () => {
    pending.clear();
    expected.clear();
    isBehind = false;
    failures = 0;
    isMerged = false;
    $changes.set(resumed && resumed.query === listedQuery() ? resumed.changes : NO_CHANGES);
    resumed = undefined;
  };

  const noteOwn = (own: OwnChange | undefined) => {
    if (!own || own.collectionId !== listedQuery()?.collection) return;
    for (const id of own.ids) {
      pending.delete(id);
      if (own.action !== 'update') expected.add(`${own.action} ${id}`);
    }
  };

  const stops = [$records.listen(followLoads), $listedQuery.listen(forget), $ownChange.listen(noteOwn)];

  return {
    /** Notes a change of a record of the collection on screen. */
    note: ({ action, id }: RecordEvent): void => {
      if (expected.delete(`${action} ${id}`)) return;
      pending.set(id, action);
      // The rows that are being loaded may not contain it, but make the changes known so far obsolete.
      if (phase !== 'all') limitPending();
      schedule();
    },
    /** Looks for changes that may have been missed. */
    catchUp: (): void => {
      isBehind = true;
      schedule();
    },
    /** What to pass to `resume` when the rows on screen are shown again later. */
    state: (): LiveState => ({ since, changes: $changes.get() }),
    /** Goes on where the list of `query`, which is about to be shown, was left with the rows `items`. */
    resume: ({ since: start, changes }: LiveState, list: ResumedList): void => {
      since = start;
      rowsBefore = list.items;
      resumed = { query: list.query, changes };
      $changes.set(changes);
    },
    loadedSince,
    /** Announces that the rows which are being loaded contain all rows on screen, with the changes set. */
    noteMerged: (): void => {
      isMerged = true;
    },
    stop: (): void => {
      stop.abort();
      clearTimeout(timer);
      for (const end of stops) end();
      forget();
    },
  };
}
