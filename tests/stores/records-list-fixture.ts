import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { $activeCollection, $collections, loadCollections } from '../../src/stores/collections.ts';
import { $records, $total, clearSelection, startRecords } from '../../src/stores/records.ts';
import { go, startRouting } from '../../src/stores/route.ts';
import { createCollection, createRecords, field, uniqueName } from '../support/factories.ts';
import { backend, until } from './record-fixture.ts';

const stops: (() => void)[] = [];
let stopRecords: (() => void) | undefined;

export function startList(): void {
  stopRecords = startRecords();
}

export function stopList(): void {
  stopRecords?.();
}

/** Runs the stores of the records page for all tests of a file. */
export function startRecordsPage(): void {
  beforeAll(() => {
    stops.push(
      startRouting(),
      $collections.listen(() => {}),
    );
    startList();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    clearSelection();
  });
  afterAll(() => {
    stopList();
    for (const stop of stops.splice(0).reverse()) stop();
  });
}

export const rows = () => {
  const list = $records.get();
  return list.state === 'ready' ? list.items : [];
};
export const ids = () => rows().map(({ id }) => id);
export const loaded = () => until($records, (list) => list.state === 'ready' && !list.loading);

/** Shows a new collection with so many records, `row 0` first. */
export async function show(count: number) {
  const made = await createCollection(backend().api, {
    name: uniqueName('rows'),
    schema: [field('title', 'text', { presentable: true })],
  });
  await createRecords(backend().api, made.name, count, (index) => ({ title: `row ${index}` }));
  await loadCollections();
  go('collections', { collectionId: made.id, sort: '+title' });
  await until($activeCollection, (active) => active?.id === made.id);
  await until($total, (total) => total === count);
  await loaded();
  return { made, path: `/api/collections/${made.id}/records` };
}
