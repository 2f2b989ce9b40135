import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import type { Hints } from '#domain/records/live-state.ts';
import { go } from '#stores/app/route.ts';
import { $bulk } from '#stores/records/bulk/state.ts';
import { $listedQuery, listedQuery } from '#stores/records/list.ts';
import { isChanging, lookUpRecords } from '#stores/records/live-rows.ts';
import { watchRecord } from '#stores/records/record-events.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { ids, loaded, showRecords, startRecordsPage } from '../list-fixture.ts';
import { toCollection, until } from '../record-fixture.ts';

startRecordsPage();

const { signal } = new AbortController();

/** Looks records up in the list on screen; returns what was found and missing, and the filters that were sent. */
async function lookUp(collection: unknown, hints: Hints) {
  const query = listedQuery();
  if (!query) throw new Error('No list.');
  const { requests, stop } = watchRequests();
  const { found, missing } = await lookUpRecords(query, hints, {
    collection: toCollection(collection),
    signal,
  });
  stop();
  return {
    found: found.map(({ id }) => id).toSorted(),
    missing: Object.fromEntries(missing),
    sent: requests.map(({ params }) => [params['filter'], params['fields']]),
  };
}

test('with a filter, what is missing was deleted or does not match, as far as its event tells', async () => {
  const { created } = await showRecords(4);
  const [one = '', two = '', three = '', four = ''] = ids();
  go('collections', { collectionId: created.id, filter: 'title="row 0"||title="row 1"' });
  await until($listedQuery, (query) => query?.filter !== '');
  await loaded();
  const hints: Hints = new Map([
    [one, 'update'],
    [two, 'unknown'],
    [three, 'unknown'],
    [four, 'update'],
    ['gone00000000000', 'unknown'],
    ['gone00000000001', 'delete'],
  ]);
  const { found, missing, sent } = await lookUp(created, hints);
  expect(found).toEqual([one, two].toSorted());
  expect(missing).toEqual({
    [three]: 'unlisted',
    [four]: 'unlisted',
    gone00000000000: 'deleted',
    gone00000000001: 'deleted',
  });
  // What its event says is not asked again.
  const asked = (...some: string[]) => `(${some.map((id) => `id="${id}"`).join('||')})`;
  expect(sent).toEqual([
    [
      `(title="row 0"||title="row 1")&&${asked(one, two, three, four, 'gone00000000000')}`,
      expect.any(String),
    ],
    [asked(three, 'gone00000000000').slice(1, -1), 'id'],
  ]);
  expect((await lookUp(created, new Map([[four, 'update']]))).sent).toHaveLength(1);
});

test('without a filter, what is missing was deleted', async () => {
  const { created } = await showRecords(1);
  const [one = ''] = ids();
  const { found, missing, sent } = await lookUp(
    created,
    new Map([
      [one, 'unknown'],
      ['gone00000000000', 'unknown'],
      ['gone00000000001', 'update'],
    ]),
  );
  expect(found).toEqual([one]);
  expect(missing).toEqual({ gone00000000000: 'deleted', gone00000000001: 'deleted' });
  expect(sent).toHaveLength(1);
});

test('a change by this page is under way while many are changed or a panel saves', async () => {
  await showRecords(1);
  expect(isChanging()).toBe(false);
  const from = { id: 'a', name: 'a' };
  $bulk.set({ state: 'busy', action: 'change', from, done: 0, total: 1, isStopping: false });
  expect(isChanging()).toBe(true);
  $bulk.set({ state: 'reading', from, done: 0 });
  expect(isChanging()).toBe(false);
  $bulk.set({ state: 'idle' });
  const $isBusy = atom(false);
  const stop = watchRecord({ collectionId: 'a', $recordId: atom('b'), $isBusy, onEvent: () => {} });
  expect(isChanging()).toBe(false);
  $isBusy.set(true);
  expect(isChanging()).toBe(true);
  stop();
  expect(isChanging()).toBe(false);
});
