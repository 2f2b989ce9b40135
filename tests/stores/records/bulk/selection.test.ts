import { expect, test } from 'vitest';
import { setFilter, setSort } from '#stores/app/list-address.ts';
import { go } from '#stores/app/route.ts';
import {
  $total,
  clearSelection,
  loadMoreRecords,
  refreshRecords,
  selectRecords,
  toggleRecord,
} from '#stores/records/list.ts';
import {
  $selectableTotal,
  $selection,
  exportSelected,
  selectAllMatching,
} from '#stores/records/selection.ts';
import { $exportScope } from '#stores/records/tools.ts';
import { ids, loaded, startRecordsPage } from '../list-fixture.ts';
import { backend, until } from '../record-fixture.ts';
import { createPosts, openPosts, rowCount, selectAll, selected, selectLoaded } from './bulk-fixture.ts';

startRecordsPage();

test('offers all that match only while all loaded records are selected and more match', async () => {
  const posts = await createPosts(45);
  await openPosts(posts);
  expect($selectableTotal.get()).toBeUndefined();
  selectAllMatching();
  expect($selection.get()).toMatchObject({ by: 'ids', count: 0 });
  selectLoaded();
  expect($selectableTotal.get()).toBe(45);
  toggleRecord(ids()[3] ?? '');
  expect($selectableTotal.get()).toBeUndefined();
  await loadMoreRecords();
  selectLoaded();
  expect(rowCount()).toBe(45);
  expect($selectableTotal.get()).toBeUndefined();
});

test('all that match stay selected while more are loaded, refreshed, created and deleted', async () => {
  const posts = await createPosts(90);
  await openPosts(posts, 'price<85', 85);
  selectAll();
  expect($selection.get()).toMatchObject({ by: 'filter', search: 'price<85', count: 85 });
  exportSelected();
  expect($exportScope.get()).toBe('filter');
  expect($selectableTotal.get()).toBeUndefined();
  await loadMoreRecords();
  expect(selected()).toEqual(ids());
  expect(rowCount()).toBe(80);
  await backend().api.delete(`/api/collections/${posts.collection.id}/records/${ids()[0]}`);
  await backend().api.patch(`/api/collections/${posts.collection.id}/records/${posts.ids[88]}`, { price: 1 });
  await refreshRecords();
  await until($total, (total) => total === 85);
  expect($selection.get()).toMatchObject({ by: 'filter', count: 85 });
  expect(selected().toSorted()).toEqual(ids().toSorted());
});

test('a deselected record ends it, and the other loaded ones stay selected', async () => {
  const posts = await createPosts(45);
  await openPosts(posts);
  selectAll();
  exportSelected();
  expect($exportScope.get()).toBe('all');
  toggleRecord(ids()[1] ?? '');
  expect($selection.get()).toMatchObject({ by: 'ids', count: 39 });
  exportSelected();
  expect($exportScope.get()).toBe('selected');
  toggleRecord(ids()[1] ?? '');
  expect($selection.get()).toMatchObject({ by: 'ids', count: 40 });
  // It is offered anew.
  expect($selectableTotal.get()).toBe(45);
  selectAllMatching();
  selectRecords(ids().slice(0, 2));
  expect($selection.get()).toMatchObject({ by: 'ids', count: 2 });
});

test.each([
  ['Reset', () => clearSelection()],
  ['another filter', () => setFilter('price>1')],
  ['another sort', () => setSort('-price')],
] as const)('%s clears it', async (_what, change) => {
  const posts = await createPosts(45);
  await openPosts(posts);
  selectAll();
  await change();
  expect($selection.get()).toEqual({ by: 'ids', ids: new Set(), count: 0 });
  await loaded();
  expect(selected()).toEqual([]);
});

test('another collection clears it, and Back does not select what was not loaded', async () => {
  const [first, second] = [await createPosts(45), await createPosts(45)];
  await openPosts(first);
  selectAll();
  await openPosts(second);
  expect($selection.get()).toMatchObject({ by: 'ids', count: 0 });
  selectLoaded();
  go('collections', { collectionId: first.collection.id, sort: '+created' });
  await loaded();
  await refreshRecords();
  expect($selection.get().by).toBe('ids');
  expect($selection.get().count).toBeLessThanOrEqual(40);
});
