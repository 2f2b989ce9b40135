import { atom, type ReadableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from './latest.ts';

/** A list that grows page by page. */
export type PagedList<T> =
  | { readonly state: 'busy' }
  | {
      readonly state: 'ready';
      readonly items: readonly T[];
      /** The last page loaded, from 1; 0 before the first. */
      readonly page: number;
      readonly hasMore: boolean;
      /** What is under way: the same rows anew, or the next page. */
      readonly loading: 'refresh' | 'more' | undefined;
      /** Loading the next page failed: only the user may try again. */
      readonly isStuck?: true;
    }
  | { readonly state: 'failed'; readonly error: ApiError };

export interface ListSource<T> {
  /** Loads a page, counted from 1, unless it is aborted; throws ApiError. */
  readonly load: (page: number, signal: AbortSignal) => Promise<readonly T[]>;
  /** Items of a full page: a shorter one is the last (RL-04). */
  readonly perPage: number;
  /** Errors that mean "nothing found" instead of a failure (RL-12). */
  readonly isEmptyAnswer?: (error: ApiError) => boolean;
  /**
   * Identifies items. With it a page adds only items that are not in the list yet: an item inserted at the top moves
   * the last item of a page to the next page.
   */
  readonly keyOf?: (item: T) => string;
}

export interface ListStore<T> {
  readonly $list: ReadableAtom<PagedList<T>>;
  /**
   * Loads page 1 of another source. `keepRows` leaves the old rows on screen until the answer is there,
   * marked as in a refresh; when it fails they go, because they don't belong to what was asked for.
   */
  readonly start: (source: ListSource<T>, options?: { keepRows?: boolean }) => Promise<void>;
  /** Loads the pages on screen anew and keeps showing the old rows meanwhile. */
  readonly refresh: () => Promise<void>;
  /** Appends the next page; does nothing while something is under way. */
  readonly loadMore: () => Promise<void>;
  /** Changes the items on screen, as after one was saved; does nothing unless they are loaded. */
  readonly update: (change: (items: readonly T[]) => readonly T[]) => void;
  /** Aborts what is under way. */
  readonly stop: () => void;
}

function appendNew<T>(kept: readonly T[], found: readonly T[], keyOf?: (item: T) => string): readonly T[] {
  if (!keyOf) return [...kept, ...found];
  const items = new Map(kept.map((item) => [keyOf(item), item]));
  for (const item of found) if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  return [...items.values()];
}

/** Pages that a refresh asks for side by side: one by one, thousands of rows would take many seconds. */
const AT_ONCE = 6;

/** What to ask for next: the first page alone, since it may be the only one by now, then several. */
function nextPages(page: number, first: number, last: number): number[] {
  const count = page === first ? 1 : Math.min(AT_ONCE, last - page + 1);
  return Array.from({ length: count }, (_, index) => page + index);
}

/** Makes a list store. A newer call aborts the requests of the one before (AU-07). */
export function createList<T>(): ListStore<T> {
  const $list = atom<PagedList<T>>({ state: 'busy' });
  let source: ListSource<T> | undefined;
  const loading = createLatest();

  const fail = (error: ApiError, before: PagedList<T>) => {
    const shown = $list.get();
    // Rows before page 1 were left by another source.
    const keepsRows = before.state === 'ready' && before.page > 0 && shown.state === 'ready';
    const keepRows = () => {
      if (shown.state !== 'ready') return;
      const stuck = shown.loading === 'more' ? ({ isStuck: true } as const) : {};
      $list.set({ ...shown, loading: undefined, ...stuck });
    };
    if (error.isAbort) {
      if (keepsRows) keepRows();
      // The list would show its loading state forever.
      else $list.set({ state: 'failed', error });
      return;
    }
    if (source?.isEmptyAnswer?.(error)) {
      $list.set({ state: 'ready', items: [], page: 1, hasMore: false, loading: undefined });
      return;
    }
    report(error);
    // Rows stay on screen: old data with a message is better than no data.
    if (keepsRows) keepRows();
    else $list.set({ state: 'failed', error });
  };

  /** Loads pages from `first` to `last`; from the second on they join what is on screen by then. */
  const loadPages = async (first: number, last: number, before: PagedList<T>) => {
    if (!source) return;
    const signal = loading.begin();
    const { load, perPage, keyOf } = source;
    let loaded: readonly T[] = [];
    let page = first;
    try {
      for (;;) {
        const found = await Promise.all(nextPages(page, first, last).map((each) => load(each, signal)));
        signal.throwIfAborted();
        const end = found.findIndex((items) => items.length < perPage);
        const used = end < 0 ? found : found.slice(0, end + 1);
        loaded = [...loaded, ...used.flat()];
        page += used.length;
        if (end < 0 && page <= last) continue;
        const shown = $list.get();
        const kept = first > 1 && shown.state === 'ready' ? shown.items : [];
        const items = appendNew(kept, loaded, keyOf);
        $list.set({ state: 'ready', items, page: page - 1, hasMore: end < 0, loading: undefined });
        return;
      }
    } catch (thrown) {
      if (!loading.isOvertaken(signal)) fail(toApiError(signal.aborted ? signal.reason : thrown), before);
    }
  };

  const start = (next: ListSource<T>, { keepRows = false } = {}) => {
    source = next;
    const shown = $list.get();
    $list.set(
      keepRows && shown.state === 'ready'
        ? { ...shown, page: 0, hasMore: false, loading: 'refresh' }
        : { state: 'busy' },
    );
    return loadPages(1, 1, { state: 'busy' });
  };

  const refresh = async () => {
    const before = $list.get();
    if (before.state === 'ready') $list.set({ ...before, loading: 'refresh' });
    else $list.set({ state: 'busy' });
    const last = before.state === 'ready' ? Math.max(1, before.page) : 1;
    await loadPages(1, last, before);
  };

  const loadMore = async () => {
    const before = $list.get();
    if (before.state !== 'ready' || before.loading || !before.hasMore) return;
    const { isStuck: _past, ...rest } = before;
    $list.set({ ...rest, loading: 'more' });
    await loadPages(before.page + 1, before.page + 1, before);
  };

  const update = (change: (items: readonly T[]) => readonly T[]) => {
    const before = $list.get();
    if (before.state === 'ready') $list.set({ ...before, items: change(before.items) });
  };

  return { $list, start, refresh, loadMore, update, stop: loading.abort };
}
