import { afterEach, expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { $toasts, removeToast } from '#stores/app/toasts.ts';
import { createList, type ListSource } from '#stores/factories/create-list.ts';

interface Call {
  readonly page: number;
  readonly signal: AbortSignal;
  answer(items: readonly string[]): void;
  refuse(error: ApiError): void;
}

/** A source whose answers the test gives, in the order it likes. */
function source(rest: Partial<ListSource<string>> = {}): ListSource<string> & { readonly calls: Call[] } {
  const calls: Call[] = [];
  const load = (page: number, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    calls.push({ page, signal, answer: resolve, refuse: reject });
    return promise;
  };
  return { load, perPage: 2, calls, ...rest };
}

const failure = (status: number, isAbort = false) =>
  new ApiError({
    url: '',
    status,
    isAbort,
    message: `no ${status}`,
    body: { code: status, message: '', data: {} },
  });
const toasts = () => $toasts.get().map(({ message }) => message);
const ready = (items: string[], page: number, hasMore: boolean, loading?: 'refresh' | 'more') => ({
  state: 'ready',
  items,
  page,
  hasMore,
  loading,
});

afterEach(() => {
  for (const { id } of $toasts.get()) removeToast(id);
});

test('grows page by page until one is short', async () => {
  const list = createList<string>();
  const from = source();
  const started = list.start(from);
  expect(list.$list.get()).toEqual({ state: 'busy' });
  from.calls[0]?.answer(['a', 'b']);
  await started;
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true));

  const more = list.loadMore();
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true, 'more'));
  await list.loadMore();
  expect(from.calls.map(({ page }) => page)).toEqual([1, 2]);
  from.calls[1]?.answer(['c']);
  await more;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c'], 2, false));
  await list.loadMore();
  expect(from.calls).toHaveLength(2);
});

test('an item that moved to the next page stands once', async () => {
  const list = createList<string>();
  const from = source({ keyOf: (item) => item });
  const started = list.start(from);
  from.calls[0]?.answer(['a', 'b']);
  await started;
  const more = list.loadMore();
  from.calls[1]?.answer(['b', 'c']);
  await more;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c'], 2, true));
});

test('a refresh loads every page on screen anew and shows the old rows meanwhile', async () => {
  const list = createList<string>();
  const from = source();
  const started = list.start(from);
  from.calls[0]?.answer(['a', 'b']);
  await started;
  const more = list.loadMore();
  from.calls[1]?.answer(['c', 'd']);
  await more;

  const refreshed = list.refresh();
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true, 'refresh'));
  from.calls[2]?.answer(['A', 'B']);
  await expect.poll(() => from.calls.length).toBe(4);
  from.calls[3]?.answer(['C']);
  await refreshed;
  expect(list.$list.get()).toEqual(ready(['A', 'B', 'C'], 2, false));

  // There are fewer by now: it stops where the list ends.
  const again = list.refresh();
  from.calls[4]?.answer(['A']);
  await again;
  expect(from.calls.map(({ page }) => page)).toEqual([1, 2, 1, 2, 1]);
  expect(list.$list.get()).toEqual(ready(['A'], 1, false));
});

test('a refresh of many pages asks for six at a time and keeps their order and their end', async () => {
  const list = createList<string>();
  const from = source();
  const rows = (page: number) => [`${page}a`, `${page}b`];
  const started = list.start(from);
  from.calls[0]?.answer(rows(1));
  await started;
  for (let page = 2; page <= 9; page++) {
    const more = list.loadMore();
    from.calls.at(-1)?.answer(rows(page));
    await more;
  }

  const before = from.calls.length;
  const asked = () => from.calls.slice(before);
  const pages = () => asked().map(({ page }) => page);
  const refreshed = list.refresh();
  expect(pages()).toEqual([1]);
  asked()[0]?.answer(rows(1));
  await expect.poll(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const call of asked().slice(1).reverse()) call.answer(rows(call.page));
  await expect.poll(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The eighth page is the last by now.
  asked().at(-1)?.answer([]);
  asked().at(-2)?.answer(['8a']);
  await refreshed;
  expect(list.$list.get()).toEqual(ready([1, 2, 3, 4, 5, 6, 7].flatMap(rows).concat('8a'), 8, false));
});

test('an answer that was overtaken is dropped, late or failed', async () => {
  const list = createList<string>();
  const [slow, quick] = [source(), source()];
  const first = list.start(slow);
  const second = list.start(quick);
  quick.calls[0]?.answer(['new']);
  await second;
  slow.calls[0]?.answer(['old']);
  await first;
  expect(list.$list.get()).toEqual(ready(['new'], 1, false));

  const third = list.start(slow);
  const fourth = list.start(quick);
  slow.calls[1]?.refuse(failure(500));
  await third;
  quick.calls[1]?.answer(['newer']);
  await fourth;
  expect(list.$list.get()).toEqual(ready(['newer'], 1, false));
  expect(toasts()).toEqual([]);
});

test('[AU-07] a newer call aborts every request of the one before', async () => {
  const list = createList<string>();
  const [old, next] = [source(), source()];
  const started = list.start(old);
  old.calls[0]?.answer(['a', 'b']);
  await started;
  const more = list.loadMore();
  old.calls[1]?.answer(['c', 'd']);
  await more;
  void list.refresh();
  old.calls[2]?.answer(['a', 'b']);
  await expect.poll(() => old.calls.length).toBe(4);
  void list.start(next);
  expect(old.calls.slice(2).map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(next.calls[0]?.signal.aborted).toBe(false);
});

test('a stopped list aborts what is under way, and shows neither its answer nor its failure', async () => {
  const list = createList<string>();
  const from = source();
  for (const end of [
    (call?: Call) => call?.answer(['late']),
    (call?: Call) => call?.refuse(failure(500)),
    (call?: Call) => call?.refuse(failure(0, true)),
  ]) {
    const started = list.start(from);
    const call = from.calls.at(-1);
    list.stop();
    expect(call?.signal.aborted).toBe(true);
    end(call);
    await started;
    expect(list.$list.get()).toMatchObject({ state: 'failed', error: { isAbort: true } });
  }
  expect(toasts()).toEqual([]);
  const again = list.start(from);
  from.calls.at(-1)?.answer(['a']);
  await again;
  expect(list.$list.get()).toEqual(ready(['a'], 1, false));
});

test('a failure keeps the rows it belongs to, with a message', async () => {
  const list = createList<string>();
  const from = source();
  const started = list.start(from);
  from.calls[0]?.answer(['a', 'b']);
  await started;
  for (const act of [list.loadMore, list.refresh]) {
    const acted = act();
    from.calls.at(-1)?.refuse(failure(500));
    await acted;
    // The next page is not asked for by itself any more.
    expect(list.$list.get()).toEqual({ ...ready(['a', 'b'], 1, true), isStuck: true });
  }
  expect(toasts()).toEqual(['no 500']);
  const asked = list.loadMore();
  expect(list.$list.get()).toEqual(ready(['a', 'b'], 1, true, 'more'));
  from.calls.at(-1)?.answer(['c', 'd']);
  await asked;
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 2, true));

  const other = source();
  const failed = list.start(other, { keepRows: true });
  expect(list.$list.get()).toEqual(ready(['a', 'b', 'c', 'd'], 0, false, 'refresh'));
  other.calls[0]?.refuse(failure(404));
  await failed;
  expect(list.$list.get()).toMatchObject({ state: 'failed', error: { status: 404 } });

  const retried = list.refresh();
  expect(list.$list.get()).toEqual({ state: 'busy' });
  other.calls[1]?.answer([]);
  await retried;
  expect(list.$list.get()).toEqual(ready([], 1, false));
});

test('rows of another source do not stay when the refresh of this one fails', async () => {
  const list = createList<string>();
  const [old, next] = [source(), source()];
  const started = list.start(old);
  old.calls[0]?.answer(['a']);
  await started;
  void list.start(next, { keepRows: true });
  const refreshed = list.refresh();
  next.calls[1]?.refuse(failure(500));
  await refreshed;
  expect(list.$list.get()).toMatchObject({ state: 'failed', error: { status: 500 } });
});

test('an aborted call is silent and leaves the rows; without any it can be tried again', async () => {
  const list = createList<string>();
  const from = source();
  const started = list.start(from);
  from.calls[0]?.refuse(failure(0, true));
  await started;
  expect(list.$list.get()).toMatchObject({ state: 'failed', error: { isAbort: true } });
  const again = list.refresh();
  expect(list.$list.get()).toEqual({ state: 'busy' });
  from.calls[1]?.answer(['a', 'b']);
  await again;
  const more = list.loadMore();
  from.calls[2]?.refuse(failure(0, true));
  await more;
  // What was cancelled is not asked for again by itself.
  expect(list.$list.get()).toEqual({ ...ready(['a', 'b'], 1, true), isStuck: true });
  expect(toasts()).toEqual([]);
});

test('an answer that means nothing was found is no failure', async () => {
  const list = createList<string>();
  const from = source({ isEmptyAnswer: ({ status }) => status === 400 });
  const started = list.start(from);
  from.calls[0]?.refuse(failure(400));
  await started;
  expect(list.$list.get()).toEqual(ready([], 1, false));
  expect(toasts()).toEqual([]);
});

test('rows on screen can be changed, and only those', async () => {
  const list = createList<string>();
  list.update(() => ['x']);
  expect(list.$list.get()).toEqual({ state: 'busy' });
  const from = source();
  const started = list.start(from);
  from.calls[0]?.answer(['a']);
  await started;
  list.update((items) => ['new', ...items]);
  expect(list.$list.get()).toEqual(ready(['new', 'a'], 1, false));
});

test('another source takes the rows off the screen at once, unless they are to be kept', async () => {
  const list = createList<string>();
  const from = source();
  const started = list.start(from);
  expect(list.$list.get()).toEqual({ state: 'busy' });
  from.calls[0]?.answer(['a']);
  await started;
  void list.start(source(), { keepRows: true });
  expect(list.$list.get()).toEqual(ready(['a'], 0, false, 'refresh'));
  void list.start(source());
  expect(list.$list.get()).toEqual({ state: 'busy' });
});
