import { expect, onTestFinished } from 'vitest';
import { api } from '#api/client.ts';
import { followRecords } from '#api/records/shared-realtime.ts';
import { sdk } from '#api/sdk.ts';
import { $records, $total } from '#stores/records/list.ts';
import { $changeCount, $changes } from '#stores/records/list-changes.ts';
import { createRecord } from '#tests/support/factories.ts';
import { ids, loaded, rows, showRecords } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';

/** Changes of others in a collection, through the API; `onChange` is called before each. */
export function elsewhere({ id: collection }: { readonly id: string }, onChange = () => {}) {
  const path = (id = '') => `/api/collections/${collection}/records/${id}`;
  const api = () => {
    onChange();
    return backend().api;
  };
  return {
    create: (title: string) => createRecord(api(), collection, { title }),
    edit: (id: string | undefined, title: string) => api().patch(path(id), { title }),
    remove: (id: string | undefined) => api().delete(path(id)),
  };
}

/** Runs `change` for the numbers from `start` to `end - 1`, several at a time. */
export async function manyTimes(start: number, end: number, change: (number: number) => Promise<unknown>) {
  let next = start;
  const work = async () => {
    while (next < end) await change(next++);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

export const count = () => $changeCount.get();
export const titles = () => rows().map((row) => row['title']);
export const goneRows = () => Object.fromEntries($changes.get().gone);

/** Waits until the backend reports changes of the list. */
export async function isLive(): Promise<void> {
  await expect.poll(() => sdk(api()).realtime.isConnected).toBe(true);
}

/** Opens a list of `total` records, `row 0` first, and waits for the live connection. */
export async function showLive(total: number, onChange?: () => void) {
  const { created, path } = await showRecords(total);
  await isLive();
  return { collection: created, path, ...elsewhere(created, onChange) };
}

/** As `showLive`; `allArrived` waits for the event of every change, as the backend sends them in any order. */
export async function showCounted(total: number) {
  let [changes, events] = [0, 0];
  const shown = await showLive(total, () => changes++);
  const { id: collection } = shown.collection;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  await new Promise<void>((onConnected) => {
    followRecords({ collection, onEvent: () => events++, onConnected }, stop).catch(() => {});
  });
  return { ...shown, allArrived: () => expect.poll(() => events).toBe(changes) };
}

/** Waits until the list shows what the backend has, in its order, and says that nothing else has changed. */
export async function isCurrent(collection: { readonly id: string }, query = 'sort=%2Btitle'): Promise<void> {
  await loaded();
  const { items, totalItems } = await backend().api.get<{
    items: { id: string; title: string }[];
    totalItems: number;
  }>(`/api/collections/${collection.id}/records?perPage=500&${query}`);
  const shown = items.slice(0, rows().length);
  expect(ids()).toEqual(shown.map(({ id }) => id));
  expect(titles()).toEqual(shown.map(({ title }) => title));
  const list = $records.get();
  if (list.state === 'ready' && !list.hasMore) expect(rows()).toHaveLength(totalItems);
  // On a busy machine the backend sends an event after later ones: then it is looked up first.
  await expect.poll(count).toBe(0);
  await expect.poll(() => $total.get()).toBe(totalItems);
}
