import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import type { PagedList } from '#stores/factories/create-list.ts';
import { createWalk } from '#stores/factories/create-walk.ts';
import { settled } from '../offline-fixture.ts';

type List = PagedList<{ readonly id: string }>;

const ready = (ids: string, more: Partial<Extract<List, { state: 'ready' }>> = {}): List => ({
  state: 'ready',
  items: [...ids].map((id) => ({ id })),
  page: 1,
  hasMore: false,
  loading: undefined,
  ...more,
});

/** A walk through a list; `load` is what the next page does. */
function setUp(
  list: List,
  id: string | undefined,
  load: ($list: { set: (list: List) => void }) => void = () => {},
) {
  const [$list, $id] = [atom(list), atom(id)];
  const shown: string[] = [];
  let loads = 0;
  const walk = createWalk({
    $list,
    $id,
    show: (next) => shown.push(next),
    loadMore: async () => {
      loads += 1;
      load($list);
    },
  });
  return { ...walk, $list, $id, shown, loads: () => loads };
}

test.each<[string, List, string | undefined, object | undefined]>([
  ['the first', ready('abc'), 'a', { above: undefined, below: 'b', hasMore: false }],
  ['one between', ready('abc', { hasMore: true }), 'b', { above: 'a', below: 'c', hasMore: true }],
  ['the last', ready('abc'), 'c', { above: 'b', below: undefined, hasMore: false }],
  ['one that is not listed', ready('abc'), 'x', undefined],
  ['none', ready('abc'), undefined, undefined],
  ['one of a list that loads', { state: 'busy' }, 'a', undefined],
])('the neighbours of %s', (_which, list, id, neighbours) => {
  expect(setUp(list, id).$neighbours.get()).toEqual(neighbours);
});

test('steps show the row above or below, and nothing at the ends', async () => {
  const { shown, openAbove, openBelow, $id, loads } = setUp(ready('abc'), 'b');
  openAbove();
  await openBelow();
  expect([shown.splice(0), loads()]).toEqual([['a', 'c'], 0]);
  $id.set('a');
  openAbove();
  $id.set('c');
  await openBelow();
  expect([shown, loads()]).toEqual([[], 1]);
});

test('nothing is loaded or shown for a row that is not listed', async () => {
  const { shown, openAbove, openBelow, loads } = setUp(ready('ab'), 'x');
  openAbove();
  await openBelow();
  expect([shown, loads()]).toEqual([[], 0]);
});

test('below the last row the next page is loaded first, however long that takes', async () => {
  const { shown, openBelow, $list, $neighbours } = setUp(ready('ab', { hasMore: true }), 'b', (list) =>
    list.set(ready('ab', { hasMore: true, loading: 'more' })),
  );
  $neighbours.get();
  const listeners = $list.lc;
  const opening = openBelow();
  await settled();
  expect(shown).toEqual([]);
  $list.set(ready('abc', { page: 2 }));
  await opening;
  expect(shown).toEqual(['c']);
  // The list is no longer watched.
  expect($list.lc).toBe(listeners);
});

test('a page that fails shows nothing', async () => {
  const { shown, openBelow } = setUp(ready('ab', { hasMore: true }), 'b', (list) =>
    list.set({ state: 'failed', error: undefined as never }),
  );
  await openBelow();
  expect(shown).toEqual([]);
});

test('who opens another row meanwhile stays there', async () => {
  const { shown, openBelow, $list, $id } = setUp(ready('ab', { hasMore: true }), 'b', (list) =>
    list.set(ready('ab', { hasMore: true, loading: 'more' })),
  );
  const opening = openBelow();
  await settled();
  $id.set('a');
  $list.set(ready('abc', { page: 2 }));
  await opening;
  expect(shown).toEqual([]);
});
