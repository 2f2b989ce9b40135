import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { $query, go, setQuery, startRouting } from '#stores/app/route.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { openNewRecord, openRecord } from '#stores/records/open.ts';
import { $preview, closePreview, startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, browser, until } from '../record-fixture.ts';

const stops = startStores(() => [startRouting(), $collections.listen(() => {}), startRecordPanels()]);
afterEach(() => {
  for (const panel of $panels.get()) panel.dispose();
  closePreview();
});

/** Opens a new collection with one record, and creates a view of it. */
async function show() {
  const { api } = backend();
  const created = await createCollection(api, { name: uniqueName('seen'), fields: [field('title')] });
  const row = await createRecord(api, created.name, { title: 'a' });
  const view = await createCollection(api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${created.name}`,
  });
  await loadCollections();
  go('collections', { collectionId: created.id });
  await until($activeCollection, (active) => active?.id === created.id);
  return { created, row, view };
}

const panelOf = async (recordId: string) => {
  const [panel] = await until($panels, ([first]) => first?.$recordId.get() === recordId);
  if (!panel) throw new Error('No panel is open.');
  await until(panel.$record, ({ state }) => state === 'ready');
  return panel;
};

test('[RL-13] a panel stays open while only the list changes, and closes when its record leaves the address', async () => {
  const { row } = await show();
  openRecord(row.id);
  const panel = await panelOf(row.id);
  setQuery({ filter: 'a' });
  expect($panels.get()).toEqual([panel]);
  setQuery({ recordId: undefined });
  expect($panels.get()).toEqual([]);
});

test('[RL-13] another record replaces one without changes', async () => {
  const { created, row } = await show();
  const other = await createRecord(backend().api, created.name, { title: 'b' });
  openRecord(row.id);
  await panelOf(row.id);
  openRecord(other.id);
  await panelOf(other.id);
  expect($panels.get()).toHaveLength(1);
});

test('closing a panel removes its record from the address, closing one on top does not', async () => {
  const { row } = await show();
  openRecord(row.id);
  const panel = await panelOf(row.id);
  const top = openRecordPanel({ collection: panel.$collection.get() });
  expect(await top.close()).toBe(true);
  expect($query.get()['recordId']).toBe(row.id);
  expect(await panel.close()).toBe(true);
  expect($query.get()['recordId']).toBeUndefined();
});

test('going back closes the topmost panel first', async () => {
  const { row } = await show();
  openRecord(row.id);
  const panel = await panelOf(row.id);
  openRecordPanel({ collection: panel.$collection.get() });
  setQuery({ recordId: undefined });
  expect($query.get()['recordId']).toBe(row.id);
  await until($panels, ({ length }) => length === 1);
  expect($panels.get()).toEqual([panel]);
});

test('a new record opens only one panel, and gets an address when it is saved and kept open', async () => {
  const { created } = await show();
  await openNewRecord();
  const [panel] = $panels.get();
  expect(panel).toBeDefined();
  await openNewRecord();
  expect($panels.get()).toEqual([panel]);
  panel?.set('title', 'new');
  const replaced = vi.spyOn(history, 'replaceState');
  onTestFinished(() => replaced.mockRestore());
  expect(await panel?.save({ keepOpen: true })).toBe(true);
  // Else Back would open an empty one.
  expect(replaced).toHaveBeenCalledOnce();
  expect($query.get()).toEqual({ collectionId: created.id, recordId: panel?.$recordId.get() });
  expect($panels.get()).toEqual([panel]);
});

test('a new record that closes after its creation does not change the address', async () => {
  const { created } = await show();
  await openNewRecord();
  const [panel] = $panels.get();
  panel?.set('title', 'new');
  expect(await panel?.save()).toBe(true);
  expect($query.get()).toEqual({ collectionId: created.id });
  expect($panels.get()).toEqual([]);
});

test('a new record opens neither in a view nor later when it was requested on another screen', async () => {
  const { created, view } = await show();
  go('collections', { collectionId: view.id });
  await openNewRecord();
  expect($panels.get()).toEqual([]);
  go('logs');
  await openNewRecord();
  go('collections', { collectionId: created.id });
  expect($panels.get()).toEqual([]);
  const opening = openNewRecord();
  go('collections', { collectionId: view.id });
  await opening;
  go('collections', { collectionId: created.id });
  expect($panels.get()).toEqual([]);
});

test('[PV-02] a preview stays open while only the list changes, and closes with another address', async () => {
  const { created, row, view } = await show();
  go('collections', { collectionId: view.id, recordId: row.id });
  await until($preview, (preview) => preview?.source !== undefined);
  const { sent, stop } = watchRequests();
  setQuery({ filter: 'a' });
  expect($preview.get()?.recordId).toBe(row.id);
  expect(sent).toEqual([]);
  stop();
  setQuery({ recordId: undefined });
  expect($preview.get()).toBeUndefined();
  openRecord(row.id);
  expect($preview.get()?.recordId).toBe(row.id);
  go('collections', { collectionId: created.id });
  expect($preview.get()).toBeUndefined();
  expect($query.get()).toEqual({ collectionId: created.id });
});

test('[PV-02] closing a preview removes its record from the address', async () => {
  const { row, view } = await show();
  go('collections', { collectionId: view.id, recordId: row.id });
  await until($preview, (preview) => preview?.source !== undefined);
  closePreview();
  expect($query.get()).toEqual({ collectionId: view.id });
});

test('panels and previews ignore the address after they are stopped', async () => {
  const { row, created, view } = await show();
  openRecord(row.id);
  await panelOf(row.id);
  stops.pop()?.();
  expect($panels.get()).toEqual([]);
  openRecord(row.id);
  go('collections', { collectionId: view.id, recordId: row.id });
  expect($panels.get()).toEqual([]);
  expect($preview.get()).toBeUndefined();
  go('collections', { collectionId: created.id });
  openRecordPanel({ collection: $activeCollection.get() ?? fail() }).set('title', 'typed');
  browser.quota = 10;
  browser.dispatch('pagehide');
  expect(browser.asksOnUnload()).toBe(false);
  stops.push(startRecordPanels());
});

function fail(): never {
  throw new Error('The value is missing.');
}
