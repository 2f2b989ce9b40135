import { afterEach, expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createList, type ListSource } from '#stores/factories/create-list.ts';
import { removeToasts } from '../toasts.ts';

interface Call {
  readonly page: number;
  readonly signal: AbortSignal;
  resolve(items: readonly string[]): void;
  reject(error: ApiError): void;
}

/** A source whose pages each test resolves or rejects, in any order. */
function createSource(
  rest: Partial<ListSource<string>> = {},
): ListSource<string> & { readonly calls: Call[] } {
  const calls: Call[] = [];
  const load = (page: number, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    calls.push({ page, signal, resolve, reject });
    return promise;
  };
  return { load, perPage: 2, calls, ...rest };
}

const failure = (status: number, isAbort = false) =>
  new ApiError({ status, isAbort, message: `no ${status}` });
const toasts = () => $toasts.get().map(({ message }) => message);
const ready = (items: string[], page: number, hasMore: boolean, loading?: 'refresh' | 'more') => ({
  state: 'ready',
  items,
  page,
  hasMore,
  loading,
});

afterEach(removeToasts);

test('loads page by page until one is incomplete', async () => {
  const list = createList<string>();
  const source = createSource();
  const started = list.start(source);
  expect(list.$list.get()).toEqual({ state: 'busy' });
  source.calls[0]?.resolve(['a', 'b']);
  await started;
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true));

  const more = list.loadMore();
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true, 'more'));
  await list.loadMore();
  expect(source.calls.map(({ page }) => page)).toEqual([1, 2]);
  source.calls[1]?.resolve(['c']);
  await more;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c'], 2, false));
  await list.loadMore();
  expect(source.calls).toHaveLength(2);
});

test('an item that moved to the next page is listed once', async () => {
  const list = createList<string>();
  const source = createSource({ keyOf: (item) => item });
  const started = list.start(source);
  source.calls[0]?.resolve(['a', 'b']);
  await started;
  const more = list.loadMore();
  source.calls[1]?.resolve(['b', 'c']);
  await more;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c'], 2, true));
});

test('a refresh reloads every page on screen and shows the old rows meanwhile', async () => {
  const list = createList<string>();
  const source = createSource();
  const started = list.start(source);
  source.calls[0]?.resolve(['a', 'b']);
  await started;
  const more = list.loadMore();
  source.calls[1]?.resolve(['c', 'd']);
  await more;

  const refreshed = list.refresh();
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true, 'refresh'));
  source.calls[2]?.resolve(['A', 'B']);
  await expect.poll(() => source.calls.length).toBe(4);
  source.calls[3]?.resolve(['C']);
  await refreshed;
  expect(list.$list.get()).toEqual(ready(['A', 'B', 'C'], 2, false));

  // The source has fewer items now, so that the refresh stops at the last page.
  const again = list.refresh();
  source.calls[4]?.resolve(['A']);
  await again;
  expect(source.calls.map(({ page }) => page)).toEqual([1, 2, 1, 2, 1]);
  expect(list.$list.get()).toEqual(ready(['A'], 1, false));
});

test('a refresh of many pages loads six at a time and keeps their order and their end', async () => {
  const list = createList<string>();
  const source = createSource();
  const rows = (page: number) => [`${page}a`, `${page}b`];
  const started = list.start(source);
  source.calls[0]?.resolve(rows(1));
  await started;
  for (let page = 2; page <= 9; page++) {
    const more = list.loadMore();
    source.calls.at(-1)?.resolve(rows(page));
    await more;
  }

  const before = source.calls.length;
  const refreshCalls = () => source.calls.slice(before);
  const pages = () => refreshCalls().map(({ page }) => page);
  const refreshed = list.refresh();
  expect(pages()).toEqual([1]);
  refreshCalls()[0]?.resolve(rows(1));
  await expect.poll(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const call of refreshCalls().slice(1).reverse()) call.resolve(rows(call.page));
  await expect.poll(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The eighth page is now the last one.
  refreshCalls().at(-1)?.resolve([]);
  refreshCalls().at(-2)?.resolve(['8a']);
  await refreshed;
  expect(list.$list.get()).toEqual(ready([1, 2, 3, 4, 5, 6, 7].flatMap(rows).concat('8a'), 8, false));
});

test('a refresh misses no item when one is added while some of its pages were read already', async () => {
  const list = createList<string>();
  let rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  let isBusy = false;
  const read = (page: number) => rows.slice(2 * page - 2, 2 * page);
  const source = createSource({
    keyOf: (item) => item,
    load: async (page) => {
      // The third page arrives before the item is added, the second one after.
      if (isBusy && page === 2) {
        await Promise.resolve();
        isBusy = false;
        rows = ['new', ...rows];
      }
      return read(page);
    },
  });
  await list.start(source);
  await list.loadMore();
  await list.loadMore();
  isBusy = true;
  await list.refresh();
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd', 'e'], 3, true));
  await list.refresh();
  expect(list.$list.get()).toEqual(ready(['new', 'a', 'b', 'c', 'd', 'e'], 3, true));
});

test('items that are added during a refresh do not come below older ones', async () => {
  const list = createList<string>();
  let rows = ['d', 'c', 'b', 'a'];
  const following = (found: readonly string[], shown: readonly string[]) =>
    found.filter((item) => item < (shown.at(-1) ?? '~'));
  const load = async (page: number) => {
    const found = rows.slice(2 * page - 2, 2 * page);
    if (page === 1 && isBusy) rows = ['h', 'g', 'f', 'e', ...rows];
    return found;
  };
  let isBusy = false;
  await list.start(createSource({ keyOf: (item) => item, following, load }));
  await list.loadMore();
  isBusy = true;
  await list.refresh();
  expect(list.$list.get()).toEqual(ready(['d', 'c'], 2, true));
  await list.loadMore();
  expect(list.$list.get()).toEqual(ready(['d', 'c', 'b', 'a'], 4, true));
});

test('ignores the result of a call that a newer one has replaced', async () => {
  const list = createList<string>();
  const [slow, quick] = [createSource(), createSource()];
  const first = list.start(slow);
  const second = list.start(quick);
  quick.calls[0]?.resolve(['new']);
  await second;
  slow.calls[0]?.resolve(['old']);
  await first;
  expect(list.$list.get()).toEqual(ready(['new'], 1, false));

  const third = list.start(slow);
  const fourth = list.start(quick);
  slow.calls[1]?.reject(failure(500));
  await third;
  quick.calls[1]?.resolve(['newer']);
  await fourth;
  expect(list.$list.get()).toEqual(ready(['newer'], 1, false));
  expect(toasts()).toEqual([]);
});

test('[AU-07] a newer call aborts every request of the previous one', async () => {
  const list = createList<string>();
  const [old, next] = [createSource(), createSource()];
  const started = list.start(old);
  old.calls[0]?.resolve(['a', 'b']);
  await started;
  const more = list.loadMore();
  old.calls[1]?.resolve(['c', 'd']);
  await more;
  void list.refresh();
  old.calls[2]?.resolve(['a', 'b']);
  await expect.poll(() => old.calls.length).toBe(4);
  void list.start(next);
  expect(old.calls.slice(2).map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(next.calls[0]?.signal.aborted).toBe(false);
});

test('a stopped list aborts pending requests, and shows neither their results nor their errors', async () => {
  const list = createList<string>();
  const source = createSource();
  for (const end of [
    (call?: Call) => call?.resolve(['late']),
    (call?: Call) => call?.reject(failure(500)),
    (call?: Call) => call?.reject(failure(0, true)),
  ]) {
    const started = list.start(source);
    const call = source.calls.at(-1);
    list.stop();
    expect(call?.signal.aborted).toBe(true);
    end(call);
    await started;
    expect(list.$list.get()).toMatchObject({ state: 'failed', error: { isAbort: true } });
  }
  expect(toasts()).toEqual([]);
  const again = list.start(source);
  source.calls.at(-1)?.resolve(['a']);
  await again;
  expect(list.$list.get()).toEqual(ready(['a'], 1, false));
});

test('a failure keeps the rows of the same source and shows a message', async () => {
  const list = createList<string>();
  const source = createSource();
  const started = list.start(source);
  source.calls[0]?.resolve(['a', 'b']);
  await started;
  for (const act of [list.loadMore, list.refresh]) {
    const acted = act();
    source.calls.at(-1)?.reject(failure(500));
    await acted;
    // The next page is no longer loaded automatically.
    expect(list.$list.get()).toEqual({ ...ready(['a', 'b'], 1, true), hasLoadMoreError: true });
  }
  expect(toasts()).toEqual(['no 500']);
  const retriedPage = list.loadMore();
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true, 'more'));
  source.calls.at(-1)?.resolve(['c', 'd']);
  await retriedPage;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true));

  const other = createSource();
  const failed = list.start(other, { keepRows: true });
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 0, false, 'refresh'));
  other.calls[0]?.reject(failure(404));
  await failed;
  expect(list.$list.get()).toMatchObject({ state: 'failed', error: { status: 404 } });

  const retried = list.refresh();
  expect(list.$list.get()).toEqual({ state: 'busy' });
  other.calls[1]?.resolve([]);
  await retried;
  expect(list.$list.get()).toEqual(ready([], 1, false));
});

test('rows of another source are removed when the refresh of this one fails', async () => {
  const list = createList<string>();
  const [old, next] = [createSource(), createSource()];
  const started = list.start(old);
  old.calls[0]?.resolve(['a']);
  await started;
  void list.start(next, { keepRows: true });
  const refreshed = list.refresh();
  next.calls[1]?.reject(failure(500));
  await refreshed;
  expect(list.$list.get()).toMatchObject({ state: 'failed', error: { status: 500 } });
});

test('an aborted call is silent and keeps the rows; without rows it can be repeated', async () => {
  const list = createList<string>();
  const source = createSource();
  const started = list.start(source);
  source.calls[0]?.reject(failure(0, true));
  await started;
  expect(list.$list.get()).toMatchObject({ state: 'failed', error: { isAbort: true } });
  const again = list.refresh();
  expect(list.$list.get()).toEqual({ state: 'busy' });
  source.calls[1]?.resolve(['a', 'b']);
  await again;
  const more = list.loadMore();
  source.calls[2]?.reject(failure(0, true));
  await more;
  // A cancelled page is not loaded again automatically.
  expect(list.$list.get()).toEqual({ ...ready(['a', 'b'], 1, true), hasLoadMoreError: true });
  expect(toasts()).toEqual([]);
});

test('a refused filter results in an empty list that says so, until another source starts', async () => {
  const list = createList<string>();
  const source = createSource({ isRefused: ({ status }) => status === 400 });
  const started = list.start(source);
  source.calls[0]?.reject(failure(400));
  await started;
  expect(list.$list.get()).toEqual({ ...ready([], 1, false), isRefused: true });
  expect(toasts()).toEqual([]);
  void list.start(createSource(), { keepRows: true });
  expect(list.$list.get()).toEqual({ ...ready([], 0, false), loading: 'refresh' });
});

test('update changes rows on screen, and does nothing before they have loaded', async () => {
  const list = createList<string>();
  list.update(() => ['x']);
  expect(list.$list.get()).toEqual({ state: 'busy' });
  const source = createSource();
  const started = list.start(source);
  source.calls[0]?.resolve(['a']);
  await started;
  list.update((items) => ['new', ...items]);
  expect(list.$list.get()).toEqual(ready(['new', 'a'], 1, false));
});

test('another source removes the rows immediately, unless keepRows is set', async () => {
  const list = createList<string>();
  const source = createSource();
  const started = list.start(source);
  expect(list.$list.get()).toEqual({ state: 'busy' });
  source.calls[0]?.resolve(['a']);
  await started;
  void list.start(createSource(), { keepRows: true });
  expect(list.$list.get()).toEqual(ready(['a'], 0, false, 'refresh'));
  void list.start(createSource());
  expect(list.$list.get()).toEqual({ state: 'busy' });
});

test('a page whose items have all moved there from earlier ones is followed by the next page', async () => {
  const list = createList<string>();
  const source = createSource({ keyOf: (item) => item });
  const started = list.start(source);
  source.calls[0]?.resolve(['a', 'b']);
  await started;
  const more = list.loadMore();
  source.calls[1]?.resolve(['a', 'b']);
  await expect.poll(() => source.calls.length).toBe(3);
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true, 'more'));
  source.calls[2]?.resolve(['c', 'd']);
  await more;
  expect(source.calls.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 3, true));
  // The last page ends the search.
  const last = list.loadMore();
  source.calls[3]?.resolve(['d']);
  await last;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 4, false));
});

test('only the items of a further page that follow the list are appended', async () => {
  const list = createList<string>();
  const source = createSource({
    keyOf: (item) => item,
    following: (found, shown, isShown) =>
      found.filter((item) => !isShown(item) && item > (shown.at(-1) ?? '')),
  });
  const started = list.start(source);
  source.calls[0]?.resolve(['b', 'c']);
  await started;
  const more = list.loadMore();
  source.calls[1]?.resolve(['a', 'd']);
  await more;
  expect(list.$list.get()).toEqual(ready(['b', 'c', 'd'], 2, true));
});

test('added items count as loaded pages, unless the rows belong to another source', async () => {
  const list = createList<string>();
  const source = createSource({ keyOf: (item) => item });
  const started = list.start(source);
  source.calls[0]?.resolve(['d', 'e']);
  await started;
  list.update((items) => ['b', 'c', ...items]);
  expect(list.$list.get()).toEqual(ready(['b', 'c', 'd', 'e'], 2, true));
  list.update((items) => ['a', ...items]);
  const more = list.loadMore();
  expect(source.calls.map(({ page }) => page)).toEqual([1, 3]);
  source.calls[1]?.resolve(['e', 'f']);
  await more;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd', 'e', 'f'], 3, true));

  const other = createSource();
  void list.start(other, { keepRows: true });
  list.update((items) => items.slice(1));
  const refreshed = list.refresh();
  other.calls[1]?.reject(failure(500));
  await refreshed;
  expect(list.$list.get()).toMatchObject({ state: 'failed' });
});

/** Rows `a` to `d` of two pages, of which page 1 is requested again. */
const keptRows = (merge: (found: readonly string[]) => readonly string[] | Promise<readonly string[]>) => ({
  kept: { items: ['a', 'b', 'c', 'd'], page: 2, hasMore: true, lastRequested: 1, merge },
});

test('kept rows are shown at once, and their merge with the first page replaces them', async () => {
  const list = createList<string>();
  const source = createSource();
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const found: (readonly string[])[] = [];
  const started = list.start(
    source,
    keptRows((items) => {
      found.push(items);
      return promise;
    }),
  );
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true, 'refresh'));
  source.calls[0]?.resolve(['a', 'B']);
  await expect.poll(() => found).toEqual([['a', 'B']]);
  expect(list.$list.get()).toMatchObject({ loading: 'refresh' });
  resolve(['a', 'B', 'c', 'd']);
  await started;
  expect(list.$list.get()).toEqual(ready(['a', 'B', 'c', 'd'], 2, true));
  const more = list.loadMore();
  expect(source.calls.map(({ page }) => page)).toEqual([1, 3]);
  source.calls[1]?.resolve(['e']);
  await more;
  expect(list.$list.get()).toEqual(ready(['a', 'B', 'c', 'd', 'e'], 3, false));
});

test('kept rows of which all pages are requested become the loaded ones', async () => {
  const list = createList<string>();
  const source = createSource();
  const { kept } = keptRows((items) => items);
  const started = list.start(source, { kept: { ...kept, lastRequested: 2 } });
  source.calls[0]?.resolve(['a', 'c']);
  await expect.poll(() => source.calls.length).toBe(2);
  source.calls[1]?.resolve(['d']);
  await started;
  expect(list.$list.get()).toEqual(ready(['a', 'c', 'd'], 2, false));
});

test('kept rows stay after a failure, also one of the merge', async () => {
  const list = createList<string>();
  const source = createSource();
  const started = list.start(
    source,
    keptRows(() => Promise.reject(failure(500))),
  );
  source.calls[0]?.resolve(['a']);
  await started;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true));
  expect(toasts()).toEqual(['no 500']);
});

test('an error that the list shows itself needs no toast', async () => {
  const list = createList<string>();
  const source = createSource({ isQuiet: ({ status }) => status === 400 });
  for (const status of [400, 500]) {
    const started = list.start(source);
    source.calls.at(-1)?.reject(failure(status));
    await started;
    expect(list.$list.get()).toMatchObject({ state: 'failed', error: { status } });
  }
  expect(toasts()).toEqual(['no 500']);
});

test('without a source nothing is loaded', async () => {
  const list = createList<string>();
  await list.refresh();
  await list.loadMore();
  expect(list.$list.get()).toEqual({ state: 'busy' });
  expect(toasts()).toEqual([]);
});

test('a merge that ends after its list was stopped shows nothing', async () => {
  const list = createList<string>();
  const source = createSource();
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const { promise: merging, resolve: merge } = Promise.withResolvers<void>();
  const started = list.start(
    source,
    keptRows(() => {
      merge();
      return promise;
    }),
  );
  source.calls[0]?.resolve(['a', 'B']);
  await merging;
  list.stop();
  resolve(['late']);
  await started;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true));
  expect(toasts()).toEqual([]);
});

test('rows that were changed on screen are known to the next page', async () => {
  const list = createList<string>();
  const source = createSource({ keyOf: (item) => item });
  const started = list.start(source);
  source.calls[0]?.resolve(['a', 'b']);
  await started;
  list.update(() => ['b', 'c']);
  const more = list.loadMore();
  source.calls[1]?.resolve(['c', 'a']);
  await more;
  expect(list.$list.get()).toEqual(ready(['b', 'c', 'a'], 2, true));
});
