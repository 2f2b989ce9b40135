import { atom, batch, type ReadableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { report } from '#stores/app/report.ts';
import { createSelection } from '#stores/base/create-selection.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';

export type PagedList<T> =
  | { readonly state: 'busy' }
  | {
      readonly state: 'ready';
      readonly items: readonly T[];
      /** The last page loaded, from 1; 0 before the first. */
      readonly page: number;
      readonly hasMore: boolean;
      /** The pending request: the loaded pages again, or the next page. */
      readonly loading: 'refresh' | 'more' | undefined;
      /** Loading the next page failed; only the user may start another try. */
      readonly hasLoadMoreError?: true;
      /** The backend refused the filter, so nothing was found. */
      readonly isRefused?: true;
    }
  | { readonly state: 'failed'; readonly error: ApiError };

export type ReadyList<T> = Extract<PagedList<T>, { state: 'ready' }>;

export interface ListSource<T> {
  /** Loads a page, counted from 1; throws ApiError. */
  readonly load: (page: number, signal: AbortSignal) => Promise<readonly T[]>;
  /** Items of a full page; a page with fewer is the last. */
  readonly perPage: number;
  /** Errors that mean that the filter was refused: an empty list instead of a failure. */
  readonly isRefused?: (error: ApiError) => boolean;
  /** Errors that the list shows itself, without a toast. */
  readonly isQuiet?: (error: ApiError) => boolean;
  /** Identifies items. A page adds only new ones: an item inserted at the top moves the last one to the next page. */
  readonly keyOf?: (item: T) => string;
  /** The items of a further page that belong below those on screen, as others were added above. Needs `keyOf`. */
  readonly following?: (
    found: readonly T[],
    shown: readonly T[],
    isShown: (item: T) => boolean,
  ) => readonly T[];
}

/** Rows of a source that were loaded before, shown again until they are refreshed. */
export interface KeptRows<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly hasMore: boolean;
  /** The last page to request, at most `page`; `merge` finds out about the rows of further pages itself. */
  readonly lastRequested: number;
  /** Turns the loaded items into the refreshed rows; throws ApiError. */
  readonly merge: (found: readonly T[], signal: AbortSignal) => Promise<readonly T[]> | readonly T[];
}

export interface StartOptions<T> {
  /** Shows the old rows like a refresh; a failure removes them, because they don't belong to the new source. */
  readonly keepRows?: boolean;
  /** Rows of the new source, shown at once like a refresh; a failure does not remove them. */
  readonly kept?: KeptRows<T> | undefined;
}

/** Appends items with new keys. It remembers those of its last result, so that a page costs the same in a long list. */
function createAppender<T>({ keyOf, following }: Pick<ListSource<T>, 'keyOf' | 'following'>) {
  let last: readonly T[] = [];
  let keys = new Set<string>();
  return (kept: readonly T[], found: readonly T[]): readonly T[] => {
    if (!keyOf) return [...kept, ...found];
    if (kept !== last) keys = new Set(kept.map(keyOf));
    const below = following?.(found, kept, (item) => keys.has(keyOf(item))) ?? found;
    const added = below.filter((item) => {
      const isKnown = keys.has(keyOf(item));
      keys.add(keyOf(item));
      return !isKnown;
    });
    last = [...kept, ...added];
    return last;
  };
}

/** Number of pages that a refresh loads in parallel: one by one, thousands of rows would take many seconds. */
const PARALLEL = 6;

/** The pages to load next: the first one alone, because it may now be the only one, then at most `most` in parallel. */
function nextPages(page: number, first: number, last: number, most: number): number[] {
  const count = page === first ? 1 : Math.max(1, Math.min(most, last - page + 1));
  return Array.from({ length: count }, (_, index) => page + index);
}

/** The list that was `before` the request which failed, and is `shown` now. */
function afterFailure<T>(error: ApiError, before: PagedList<T>, shown: PagedList<T>): PagedList<T> {
  // Old rows with a message are better than no rows. On page 0 they belong to another source.
  if (before.state === 'ready' && before.page > 0 && shown.state === 'ready') {
    const isMore = shown.loading === 'more';
    return { ...shown, loading: undefined, ...(isMore && { hasLoadMoreError: true }) };
  }
  // Also when it was aborted: the list would show its loading state forever.
  return { state: 'failed', error };
}

/** Creates a list store. Every call aborts the requests of the call before. */
export function createList<T>() {
  const $list = atom<PagedList<T>>({ state: 'busy' });
  let source: ListSource<T> | undefined;
  let append = createAppender<T>({});
  const loading = createLatest();

  const fail = (error: ApiError, before: PagedList<T>) => {
    if (source?.isRefused?.(error)) {
      const nothing = { items: [], page: 1, hasMore: false, loading: undefined };
      $list.set({ state: 'ready', ...nothing, isRefused: true });
      return;
    }
    report(error, { toast: !source?.isQuiet?.(error) });
    $list.set(afterFailure(error, before, $list.get()));
  };

  /** Loads pages `first` to `last`. From page 2 on they are appended to the rows on screen, else they replace them. */
  const loadPages = async (first: number, last: number, before: PagedList<T>, old?: KeptRows<T>) => {
    if (!source) return;
    const signal = loading.begin();
    const { load, perPage } = source;
    let loaded: readonly T[] = [];
    let page = first;
    let most = PARALLEL;
    try {
      for (;;) {
        const pages = nextPages(page, first, last, most);
        const found = await Promise.all(pages.map((each) => load(each, signal)));
        signal.throwIfAborted();
        const end = found.findIndex((items) => items.length < perPage);
        const used = end < 0 ? found : found.slice(0, end + 1);
        const shown = $list.get();
        const kept = first > 1 && shown.state === 'ready' ? shown.items : loaded;
        const items = used.reduce(append, kept);
        if (used.length > 1 && items.length < kept.length + used.flat().length) {
          // Added items have moved others to later pages, and those between a page that was read after that and the
          // next one, read before, are in neither. One after the other, pages only repeat items.
          most = 1;
          continue;
        }
        loaded = items;
        page += used.length;
        if (end < 0 && page <= last) continue;
        if (old) {
          const items = await old.merge(loaded, signal);
          signal.throwIfAborted();
          const size = old.lastRequested < old.page ? old : { page: page - 1, hasMore: end < 0 };
          const { page: last, hasMore } = size;
          $list.set({ state: 'ready', items, page: last, hasMore, loading: undefined });
          return;
        }
        // Added items have moved this page's items from earlier pages.
        if (first > 1 && end < 0 && items.length === kept.length) continue;
        $list.set({ state: 'ready', items, page: page - 1, hasMore: end < 0, loading: undefined });
        return;
      }
    } catch (thrown) {
      if (!loading.isReplaced(signal)) fail(toApiError(signal.aborted ? signal.reason : thrown), before);
    }
  };

  const start = (next: ListSource<T>, { keepRows = false, kept }: StartOptions<T> = {}): Promise<void> => {
    source = next;
    append = createAppender(next);
    if (kept) {
      const { items, page, hasMore } = kept;
      const before = { state: 'ready', items, page, hasMore, loading: 'refresh' } as const;
      $list.set(before);
      return loadPages(1, kept.lastRequested, before, kept);
    }
    const shown = $list.get();
    $list.set(
      keepRows && shown.state === 'ready'
        ? { state: 'ready', items: shown.items, page: 0, hasMore: false, loading: 'refresh' }
        : { state: 'busy' },
    );
    return loadPages(1, 1, { state: 'busy' });
  };

  const refresh = async (): Promise<void> => {
    const before = $list.get();
    if (before.state === 'ready') $list.set({ ...before, loading: 'refresh' });
    else $list.set({ state: 'busy' });
    const last = before.state === 'ready' ? Math.max(1, before.page) : 1;
    await loadPages(1, last, before);
  };

  /** Appends the next page; does nothing during another request. */
  const loadMore = async (): Promise<void> => {
    const before = $list.get();
    if (before.state !== 'ready' || before.loading || !before.hasMore) return;
    const { hasLoadMoreError: _previous, ...rest } = before;
    $list.set({ ...rest, loading: 'more' });
    await loadPages(before.page + 1, before.page + 1, before);
  };

  /** Changes the items on screen, for example after one was saved; does nothing unless they are loaded. */
  const update = (change: (items: readonly T[]) => readonly T[]): void => {
    const before = $list.get();
    if (before.state !== 'ready') return;
    const items = change(before.items);
    // Added items fill pages, which need not be loaded. On page 0 the rows belong to another source.
    const filled = before.page > 0 && source ? Math.floor(items.length / source.perPage) : 0;
    $list.set({ ...before, items, page: Math.max(before.page, filled) });
  };

  return {
    $list: $list as ReadableAtom<PagedList<T>>,
    start,
    refresh,
    loadMore,
    update,
    stop: loading.abort,
  };
}

export interface AddressListOptions<T, Query> {
  /** What the address requests; undefined on other screens. */
  readonly $requested: ReadableAtom<Query | undefined>;
  /** How the requested list is loaded; `before` is the list that it replaces. */
  readonly open: (
    requested: Query,
    before: Query | undefined,
  ) => ListSource<T> & StartOptions<T> & { readonly selected?: Iterable<string> | undefined };
  readonly onLeave?: (before: Query, requested: Query | undefined) => void;
  /** Whether a row can be selected; by default each. */
  readonly canSelect?: (id: string) => boolean;
}

/** A list whose only truth is the address, with a selection: rows that leave the list are deselected, being unseen. */
export function createAddressList<T extends { readonly id: string }, Query>(
  options: AddressListOptions<T, Query>,
) {
  const { $requested, open, onLeave, canSelect = () => true } = options;
  const list = createList<T>();
  const { $selected, toggle, toggleTo, extend, ...selection } = createSelection();
  const $shown = atom<Query | undefined>(undefined);

  const items = (): readonly T[] => {
    const shown = list.$list.get();
    return shown.state === 'ready' ? shown.items : [];
  };
  const ids = (): readonly string[] =>
    items()
      .map(({ id }) => id)
      .filter(canSelect);
  const selected = (): readonly T[] => items().filter(({ id }) => $selected.get().has(id));

  /** Rows that stay selected without being loaded. */
  let unloaded: ReadonlySet<string> = new Set();

  const keepSelected = (ids: Iterable<string>, unlisted = unloaded): void => {
    unloaded = unlisted;
    selection.select(ids);
  };
  const select = (ids: Iterable<string>): void => keepSelected(ids, new Set());
  const clear = (): boolean => {
    unloaded = new Set();
    return selection.clear();
  };

  const show = (requested: Query | undefined) => {
    const before = $shown.get();
    if (before !== undefined) onLeave?.(before, requested);
    batch(() => {
      clear();
      $shown.set(requested);
      if (requested === undefined) {
        list.stop();
        return;
      }
      const { selected, keepRows, kept, ...source } = open(requested, before);
      if (selected) select(selected);
      void list.start(source, { keepRows, kept });
    });
  };

  const dropUnlisted = () => {
    const shown = list.$list.get();
    const before = $selected.get();
    if (!before.size || (shown.state === 'ready' && shown.loading)) return;
    const listed = new Set(ids());
    const rest = [...before].filter((id) => listed.has(id) || unloaded.has(id));
    if (rest.length < before.size) keepSelected(rest);
  };

  return {
    ...list,
    /** What the rows on screen belong to; undefined on other screens. */
    $shown,
    $selected,
    toggle,
    /** Selects or deselects all rows between the one toggled last and this one. */
    toggleTo: (id: string): void => toggleTo(id, ids()),
    selection: {
      selectAll: (): void => select(ids()),
      extend: (from: string, to: string): void => extend(from, to, ids()),
      clear,
    },
    select,
    /** Selects only these rows; `unlisted`, by default as before, stay selected also while they are not loaded. */
    keepSelected,
    clearSelection: clear,
    items,
    selected,
    refresh: async (): Promise<void> => {
      if ($shown.get() !== undefined) await list.refresh();
    },
    loadMore: async (): Promise<void> => {
      if ($shown.get() !== undefined) await list.loadMore();
    },
    /** Loads the list of the address and follows its changes. Returns a function that stops this. */
    start: (): (() => void) => {
      const stop = $requested.subscribe(show);
      const stopSelection = list.$list.listen(dropUnlisted);
      return stopAll(stop, stopSelection, () => show(undefined));
    },
  };
}
