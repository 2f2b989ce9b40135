import { atom, type ReadableAtom } from 'nanostores';
import type { ApiError } from '../lib/domain/api-error.ts';
import { report } from './report.ts';

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
    }
  | { readonly state: 'failed'; readonly error: ApiError };

export interface ListSource<T> {
  /** Loads a page, counted from 1; throws ApiError. */
  readonly load: (page: number) => Promise<readonly T[]>;
  /** Items of a full page: a shorter one is the last (RL-04). */
  readonly perPage: number;
  /** Errors that mean "nothing found" instead of a failure (RL-12). */
  readonly isEmptyAnswer?: (error: ApiError) => boolean;
}

export interface ListStore<T> {
  readonly $list: ReadableAtom<PagedList<T>>;
  /** Forgets what is loaded and loads page 1. */
  readonly start: (source: ListSource<T>) => Promise<void>;
  /** Loads the pages on screen anew and keeps showing the old rows meanwhile. */
  readonly refresh: () => Promise<void>;
  /** Appends the next page; does nothing while something is under way. */
  readonly loadMore: () => Promise<void>;
}

/** Makes a list store. An answer that a newer call has overtaken is dropped. */
export function createList<T>(): ListStore<T> {
  const $list = atom<PagedList<T>>({ state: 'busy' });
  let source: ListSource<T> | undefined;
  let run = 0;

  const fail = (error: ApiError, before: PagedList<T>) => {
    if (error.isAbort) {
      if (before.state === 'ready') $list.set({ ...before, loading: undefined });
      return;
    }
    if (source?.isEmptyAnswer?.(error)) {
      $list.set({ state: 'ready', items: [], page: 1, hasMore: false, loading: undefined });
      return;
    }
    report(error);
    // Rows that are on screen stay there: old data with a message beats none.
    $list.set(before.state === 'ready' ? { ...before, loading: undefined } : { state: 'failed', error });
  };

  const loadPages = async (first: number, last: number, kept: readonly T[], before: PagedList<T>) => {
    if (!source) return;
    run += 1;
    const current = run;
    const { load, perPage } = source;
    let items = kept;
    try {
      for (let page = first; page <= last; page++) {
        const found = await load(page);
        if (current !== run) return;
        items = [...items, ...found];
        if (found.length < perPage || page === last) {
          const hasMore = found.length >= perPage;
          $list.set({ state: 'ready', items, page, hasMore, loading: undefined });
          return;
        }
      }
    } catch (thrown) {
      if (current === run) fail(thrown as ApiError, before);
    }
  };

  const start = (next: ListSource<T>) => {
    source = next;
    $list.set({ state: 'busy' });
    return loadPages(1, 1, [], { state: 'busy' });
  };

  const refresh = async () => {
    const before = $list.get();
    if (before.state === 'ready') $list.set({ ...before, loading: 'refresh' });
    else $list.set({ state: 'busy' });
    const last = before.state === 'ready' ? Math.max(1, before.page) : 1;
    await loadPages(1, last, [], before);
  };

  const loadMore = async () => {
    const before = $list.get();
    if (before.state !== 'ready' || before.loading || !before.hasMore) return;
    $list.set({ ...before, loading: 'more' });
    await loadPages(before.page + 1, before.page + 1, before.items, before);
  };

  return { $list, start, refresh, loadMore };
}
