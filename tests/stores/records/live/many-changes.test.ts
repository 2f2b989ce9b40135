import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_CHANGES } from '#domain/records/list-changes.ts';
import { $total, refreshRecords } from '#stores/records/list.ts';
import { $changes, applyChanges } from '#stores/records/list-changes.ts';
import { startLive } from '#stores/records/live.ts';
import { holdRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { ids, rows, startRecordsPage } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';
import { count, goneRows, isCurrent, manyTimes, showCounted, titles } from './live-fixture.ts';

// A thousand of them would take a request each.
vi.mock('#domain/records/list-changes.ts', async (original) => ({
  ...(await original<object>()),
  MAX_CHANGES: 100,
}));

type Sent = { readonly params: Readonly<Record<string, string>> };

/** Whether a request looks up single records. */
const isLookup = ({ params }: Sent) =>
  params['perPage'] === '50' && (params['filter'] ?? '').includes('id="');
const isList = ({ params }: Sent) => params['perPage'] === '40';

startRecordsPage();
beforeEach(() => startLive());

async function show(total: number) {
  const shown = await showCounted(total);
  /** New records whose titles are before those of the rows, in the order of their numbers. */
  const createMany = (start: number, end: number) =>
    manyTimes(start, end, (number) => shown.create(`new ${String(number).padStart(4, '0')}`));
  return { ...shown, createMany };
}

test('more changes than are counted are counted exactly up to there, and applying shows what the backend has', async () => {
  const { allArrived, collection, create, createMany, edit, remove } = await show(45);
  const [first = '', second = '', third = ''] = ids();
  const before = titles();
  await createMany(0, 60);
  await expect.poll(count).toBe(60);
  await edit(first, 'z');
  await expect.poll(() => titles()[0]).toBe('z');
  expect(count()).toBe(61);
  await remove(second);
  await expect.poll(count).toBe(62);
  expect(goneRows()).toEqual({ [second]: 'deleted' });
  await createMany(60, 110);
  await expect.poll(() => $changes.get().isMany).toBe(true);
  expect(count()).toBe(MAX_CHANGES);
  expect(titles()).toEqual(['z', ...before.slice(1)]);

  // Later ones are not looked up any more, and are there after applying.
  const watched = watchRequests();
  await create('a');
  await edit(third, 'b');
  await allArrived();
  await applyChanges();
  expect(watched.requests.filter(isLookup)).toEqual([]);
  expect(titles().slice(0, 3)).toEqual(['a', 'b', 'new 0000']);
  await isCurrent(collection);

  // The list is live again.
  await edit(ids()[0], 'aa');
  await expect.poll(() => titles()[0]).toBe('aa');
  await create('c');
  await expect.poll(() => $changes.get().appeared.size).toBe(1);
  await applyChanges();
  await isCurrent(collection);
});

test('more records than are counted, edited elsewhere at once, need no request each', async () => {
  const { allArrived, collection, create, edit } = await show(110);
  const held = holdRequests(isLookup);
  const watched = watchRequests();
  await create('first');
  await held.arrived;
  const all = backend()
    .sql(`SELECT id FROM ${collection.name}`)
    .map(({ id }) => String(id));
  await manyTimes(0, 105, (number) => edit(all[number], `edited ${String(number).padStart(4, '0')}`));
  await expect.poll(() => $changes.get().isMany).toBe(true);
  expect(count()).toBe(MAX_CHANGES);
  held.release();
  // Nothing more is asked, and the rows wait for the user.
  await create('a');
  await edit(ids()[0], 'b');
  await allArrived();
  expect(titles()[0]).toBe('row 0');
  await applyChanges();
  expect(watched.requests.filter(isLookup)).toHaveLength(1);
  expect(titles().slice(0, 2)).toEqual(['a', 'b']);
  await isCurrent(collection);
});

test('changes while more than are counted are being applied are found afterwards', async () => {
  const { allArrived, collection, create, createMany, edit } = await show(3);
  await createMany(0, 110);
  await expect.poll(() => $changes.get().isMany).toBe(true);
  await allArrived();
  const held = holdRequests(isList, 'responses');
  const applying = applyChanges();
  await held.arrived;
  await create('a');
  held.release();
  await applying;
  await expect.poll(count).toBe(1);
  await applyChanges();
  expect(titles()[0]).toBe('a');
  await edit(rows()[0]?.id, 'b');
  await expect.poll(() => titles()[0]).toBe('b');
  await applyChanges();
  await isCurrent(collection);
});

test('a record asked about when all rows are loaded again does not count as new afterwards', async () => {
  const { create, createMany, edit } = await show(3);
  await createMany(0, 45);
  await expect.poll(count).toBe(45);
  const held = holdRequests(isLookup);
  await create('z');
  await held.arrived;
  await applyChanges();
  expect([rows().length, $total.get()]).toEqual([40, 49]);
  held.release();
  await edit(ids()[0], 'a');
  await expect.poll(() => titles()[0]).toBe('a');
  expect($changes.get().appeared).toEqual(new Set());
});

test('more changes than are counted during one refresh are not forgotten', async () => {
  const { allArrived, collection, createMany } = await show(3);
  const held = holdRequests(isList, 'responses');
  const refreshing = refreshRecords();
  await held.arrived;
  await createMany(0, 110);
  held.release();
  await refreshing;
  await expect.poll(count).toBe(MAX_CHANGES);
  await allArrived();
  await applyChanges();
  await isCurrent(collection);
});
