import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { createAddressList, type KeptRows } from '#stores/factories/create-list.ts';
import { settled } from '../offline-fixture.ts';

interface Row {
  readonly id: string;
}
const rowsOf = (ids: string): Row[] => [...ids].map((id) => ({ id }));

interface Opening {
  readonly keepRows?: boolean;
  readonly kept?: KeptRows<Row>;
  readonly selected?: Iterable<string>;
}

/** A list of two rows per page; an address is the ids of all rows. */
function setUp(opening: Opening = {}) {
  const $requested = atom<string | undefined>(undefined);
  const log: unknown[] = [];
  const signals: AbortSignal[] = [];
  let held: PromiseWithResolvers<void> | undefined;
  const list = createAddressList<Row, string>({
    $requested,
    open: (requested, before) => {
      log.push(['open', requested, before]);
      return {
        load: async (page, signal) => {
          signals.push(signal);
          log.push(['load', requested, page]);
          await held?.promise;
          return rowsOf(requested.slice(2 * page - 2, 2 * page));
        },
        perPage: 2,
        keyOf: ({ id }) => id,
        ...opening,
      };
    },
    onLeave: (before, requested) => log.push(['leave', before, requested]),
  });
  return {
    list,
    $requested,
    signals,
    log: () => log.splice(0),
    hold: () => {
      held = Promise.withResolvers();
      const { resolve } = held;
      return () => {
        held = undefined;
        resolve();
      };
    },
  };
}
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).join('');

test('the list follows the address until it is stopped', async () => {
  const { list, $requested, log } = setUp();
  const stop = list.start();
  await list.refresh();
  await list.loadMore();
  expect([log(), list.items()]).toEqual([[], []]);
  $requested.set('abc');
  expect([list.$shown.get(), list.items()]).toEqual(['abc', []]);
  await settled();
  expect(ids(list.items())).toBe('ab');
  await list.loadMore();
  expect(ids(list.items())).toBe('abc');
  $requested.set('xy');
  await settled();
  expect(ids(list.items())).toBe('xy');
  await list.refresh();
  expect(log()).toEqual([
    ['open', 'abc', undefined],
    ['load', 'abc', 1],
    ['load', 'abc', 2],
    ['leave', 'abc', 'xy'],
    ['open', 'xy', 'abc'],
    ['load', 'xy', 1],
    ['load', 'xy', 1],
  ]);
  stop();
  expect(list.$shown.get()).toBeUndefined();
  $requested.set('z');
  await list.refresh();
  await list.loadMore();
  expect(log()).toEqual([['leave', 'xy', undefined]]);
});

test('selected are rows on screen, in the order of the list; another address clears them', async () => {
  const { list, $requested } = setUp();
  const stop = list.start();
  $requested.set('abcd');
  await settled();
  await list.loadMore();
  list.toggle('d');
  list.toggle('a');
  list.toggle('unknown');
  expect(ids(list.selected())).toBe('ad');
  list.toggle('d');
  list.toggleTo('b');
  expect(ids(list.selected())).toBe('abcd');
  list.selection.clear();
  expect(list.$selected.get().size).toBe(0);
  list.selection.extend('b', 'c');
  expect(ids(list.selected())).toBe('bc');
  list.selection.selectAll();
  expect(ids(list.selected())).toBe('abcd');
  $requested.set('ab');
  expect(list.$selected.get().size).toBe(0);
  stop();
});

test('rows that leave the list are no longer selected, but for those that are only not loaded', async () => {
  const { list, $requested, hold } = setUp();
  const stop = list.start();
  $requested.set('abcd');
  await settled();
  list.select(['a', 'b']);
  const release = hold();
  const refreshed = list.refresh();
  list.update(() => []);
  // It is not known yet.
  expect([...list.$selected.get()]).toEqual(['a', 'b']);
  release();
  await refreshed;
  expect([...list.$selected.get()]).toEqual(['a', 'b']);
  list.update((rows) => rows.slice(1));
  expect([...list.$selected.get()]).toEqual(['b']);
  list.keepSelected(['b', 'd', 'x'], new Set(['d']));
  list.update((rows) => [...rows]);
  expect([...list.$selected.get()]).toEqual(['b', 'd']);
  for (const end of [list.clearSelection, list.selection.clear, list.selection.selectAll]) {
    list.keepSelected(['b', 'd'], new Set(['b', 'd']));
    end();
    // What is selected from now on is on screen.
    for (const id of ['b', 'd']) if (!list.$selected.get().has(id)) list.toggle(id);
    list.update((rows) => rows.filter(({ id }) => id !== 'd'));
    expect([...list.$selected.get()]).not.toContain('d');
    await list.refresh();
  }
  list.select(['b', 'x']);
  list.keepSelected(['b', 'd', 'x'], new Set(['d', 'x']));
  list.keepSelected(['d', 'x']);
  list.update((rows) => rows.filter(({ id }) => id !== 'd'));
  expect([...list.$selected.get()]).toEqual(['d', 'x']);
  $requested.set('abc');
  await settled();
  list.select(['a', 'd']);
  list.update((rows) => [...rows]);
  expect([...list.$selected.get()]).toEqual(['a']);
  stop();
  list.select(['a', 'gone']);
  list.update((rows) => [...rows]);
  expect([...list.$selected.get()]).toEqual(['a', 'gone']);
});

test('a range begins at the row toggled last, also after the list was changed', async () => {
  const { list, $requested } = setUp();
  const stop = list.start();
  $requested.set('abcd');
  await settled();
  await list.loadMore();
  list.toggle('b');
  list.update((rows) => [...rows]);
  list.toggleTo('d');
  expect(ids(list.selected())).toBe('bcd');
  stop();
});

test('leaving the list aborts what it loads', () => {
  const { list, $requested, signals } = setUp();
  const stop = list.start();
  $requested.set('ab');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  $requested.set(undefined);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  stop();
});

test('a list can open with a selection, and with rows that are there already', async () => {
  const kept = { items: rowsOf('xy'), page: 1, hasMore: false, lastRequested: 1, merge: () => rowsOf('xyz') };
  const { list, $requested } = setUp({ kept, selected: ['y'] });
  const stop = list.start();
  $requested.set('ab');
  expect([ids(list.items()), ids(list.selected())]).toEqual(['xy', 'y']);
  await settled();
  expect([ids(list.items()), ids(list.selected())]).toEqual(['xyz', 'y']);
  stop();
});

test('a list can keep the rows of the one before until its own are there', async () => {
  const { list, $requested } = setUp({ keepRows: true });
  const stop = list.start();
  $requested.set('ab');
  await settled();
  $requested.set('cd');
  expect(ids(list.items())).toBe('ab');
  await settled();
  expect(ids(list.items())).toBe('cd');
  // The same row of another list is not the one that was selected.
  list.select(['c']);
  $requested.set('ce');
  expect([ids(list.items()), list.$selected.get().size]).toEqual(['cd', 0]);
  stop();
});
