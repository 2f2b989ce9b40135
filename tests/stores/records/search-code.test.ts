import { expect, test, vi } from 'vitest';
import { setFilter } from '#stores/app/list-address.ts';
import type { createCode } from '#stores/base/create-code.ts';
import { $records, $total, listedQuery, refreshRecords } from '#stores/records/list.ts';
import { watchRequests } from '../network-fixture.ts';
import { loaded, rows, showRecords, startRecordsPage } from './list-fixture.ts';
import { toasts, until } from './record-fixture.ts';

const network = vi.hoisted(() => ({ isDown: true }));
vi.mock('#stores/base/create-code.ts', async (original) => {
  const actual = await original<{ createCode: typeof createCode }>();
  return {
    createCode: <Module>(load: () => Promise<Module>) =>
      actual.createCode(async () => {
        if (network.isDown) throw new TypeError('Failed to fetch');
        return load();
      }),
  };
});

startRecordsPage();

test('a search waits for its code, and sends nothing without it; a list without one needs none', async () => {
  const { path } = await showRecords(3);
  expect(rows()).toHaveLength(3);
  const { requests, stop } = watchRequests();
  const isOfList = (request: { path: string }) => request.path === path;

  setFilter('row 1');
  // The rows stay until it fails.
  expect(rows()).toHaveLength(3);
  expect([listedQuery(), $total.get()]).toEqual([undefined, undefined]);
  await until($records, ({ state }) => state === 'failed');
  expect(toasts()).toHaveLength(1);
  await refreshRecords();
  expect($records.get().state).toBe('failed');
  expect(requests.filter(isOfList)).toEqual([]);

  network.isDown = false;
  await refreshRecords();
  await loaded();
  expect(rows().map(({ title }) => title)).toEqual(['row 1']);
  await until($total, (total) => total === 1);
  stop();
  const sent = 'id~"row 1"||created~"row 1"||updated~"row 1"||title~"row 1"';
  expect(new Set(requests.filter(isOfList).map(({ params }) => params['filter']))).toEqual(new Set([sent]));
});
