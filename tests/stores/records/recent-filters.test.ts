import { cleanStores } from 'nanostores';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setFilter } from '#stores/app/list-address.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $adminId, $session } from '#stores/app/session.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { $records, startRecords } from '#stores/records/list.ts';
import {
  $recentFilters,
  clearRecentFilters,
  forgetFilter,
  noteFilters,
} from '#stores/records/recent-filters.ts';
import { allowLongLists } from '#tests/stores/limit-lists.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, browser, until } from './record-fixture.ts';

const stops: (() => void)[] = [];
const keys = () => [...browser.storage.keys()].filter((key) => key.includes('@recentFilters'));
let id = '';
beforeAll(async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('rows'),
    fields: [field('title', 'text')],
  });
  id = created.id;
  await createRecord(backend().api, id, { title: 'a' });
  stops.push(
    startRouting(),
    $collections.listen(() => {}),
    startRecords(),
  );
  await loadCollections();
});
beforeEach(async () => {
  go('collections', { collectionId: id });
  await settled();
  stops.push(noteFilters());
});
afterEach(() => {
  stops.pop()?.();
  clearRecentFilters();
  cleanStores($recentFilters);
  for (const key of keys()) browser.storage.delete(key);
});
afterAll(() => {
  for (const stop of stops.splice(0)) stop();
});

const settled = () => until($records, (list) => list.state === 'ready' && !list.loading);
async function search(filter: string) {
  setFilter(filter);
  await settled();
}

test('the last ten filters that found no error are kept, newest first and once', async () => {
  for (let number = 0; number < 11; number += 1) await search(`title != "${number}"`);
  await search('title = nothing');
  await search('title != "3"');
  const [first, second] = $recentFilters.get();
  expect([first, second]).toEqual(['title != "3"', 'title != "10"']);
  expect($recentFilters.get()).toHaveLength(10);
  expect($recentFilters.get()).not.toContain('title = nothing');
  expect(JSON.parse(browser.storage.get(`${id}@recentFilters@${$adminId.get()}`) ?? '')).toEqual(
    $recentFilters.get(),
  );
});

test('a filter of more than 2,000 characters is not kept', async () => {
  allowLongLists();
  await search(`title != "${'x'.repeat(2000)}"`);
  await search('');
  expect(keys()).toEqual([]);
});

test('one or all can be forgotten', async () => {
  await search('a');
  await search('b');
  forgetFilter('b');
  expect($recentFilters.get()).toEqual(['a']);
  clearRecentFilters();
  expect(keys()).toEqual([]);
});

test('[TR-46] the filters of one administrator are not offered to the next one', async () => {
  await search('title ~ "secret"');
  expect($recentFilters.get()).toEqual(['title ~ "secret"']);
  const own = $session.get();
  if (!own) throw new Error('Nobody has signed in.');
  $session.set({ ...own, admin: { ...own.admin, id: 'anotheradmin001' } });
  expect($recentFilters.get()).toEqual([]);
  $session.set(own);
  expect($recentFilters.get()).toEqual(['title ~ "secret"']);
});
