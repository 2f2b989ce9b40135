import { afterEach, vi } from 'vitest';
import { go, startRouting } from '#stores/app/route.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { $records, $total, clearSelection, startRecords } from '#stores/records/list.ts';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { startStores } from '../start-stores.ts';
import { backend, until } from './record-fixture.ts';

let stops: (() => void)[] = [];

/** Starts the stores of the records page for all tests of a file. */
export function startRecordsPage(): void {
  stops = startStores(() => [startRouting(), $collections.listen(() => {}), startRecords()]);
  afterEach(() => {
    vi.restoreAllMocks();
    clearSelection();
  });
}

/** Stops the list until {@link startList}. */
export function stopList(): void {
  stops.pop()?.();
}

export function startList(): void {
  stops.push(startRecords());
}

export const rows = () => {
  const list = $records.get();
  return list.state === 'ready' ? list.items : [];
};
export const ids = () => rows().map(({ id }) => id);
export const loaded = () => until($records, (list) => list.state === 'ready' && !list.loading);

/** Opens a new collection with `count` records, `row 0` first. */
export async function showRecords(count: number) {
  const created = await createCollection(backend().api, {
    name: uniqueName('rows'),
    fields: [field('title', 'text', { isPresentable: true })],
  });
  await createRecords(backend().api, created.name, count, (index) => ({ title: `row ${index}` }));
  await loadCollections();
  go('collections', { collectionId: created.id, sort: '+title' });
  await until($activeCollection, (active) => active?.id === created.id);
  await until($total, (total) => total === count);
  await loaded();
  return { created, path: `/api/collections/${created.id}/records` };
}
