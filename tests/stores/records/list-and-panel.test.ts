import { afterEach, expect, test, vi } from 'vitest';
import { expandedOf } from '#domain/records/record.ts';
import { $query, go, startRouting } from '#stores/app/route.ts';
import { $session, signIn } from '#stores/app/session.ts';
import {
  $activeCollection,
  $collectionList,
  $collections,
  loadCollections,
} from '#stores/collections/list.ts';
import { $bulk, dismissBulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import {
  $records,
  $selectedRecords,
  $total,
  clearSelection,
  loadMoreRecords,
  selectRecords,
  startRecords,
} from '#stores/records/list.ts';
import { openNewRecord, openRecord } from '#stores/records/open.ts';
import { $preview, startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { startStores } from '../start-stores.ts';
import { answerQuestion, backend, toasts, until } from './record-fixture.ts';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecords(), startRecordPanels()]);
afterEach(() => {
  for (const panel of $panels.get()) panel.dispose();
  clearSelection();
  dismissBulk();
});

const rows = () => {
  const list = $records.get();
  return list.state === 'ready' ? list.items : [];
};

/** Opens a new collection with `count` records, the newest first. */
async function show(count: number, name = uniqueName('rows')) {
  const created = await createCollection(backend().api, {
    name,
    fields: [field('title', 'text', { isPresentable: true })],
  });
  await createRecords(backend().api, created.name, count, (index) => ({ title: `row ${index}` }));
  await loadCollections();
  go('collections', { collectionId: created.id });
  await until($activeCollection, (active) => active?.id === created.id);
  await until($records, (list) => list.state === 'ready' && list.items.length === Math.min(count, 40));
  await until($total, (total) => total === count);
  return created;
}

async function openTop(id: string) {
  openRecord(id);
  const [panel] = await until($panels, (panels) => panels.length > 0);
  if (!panel) throw new Error('No panel.');
  await until(panel.$record, (load) => load.state === 'ready');
  return panel;
}

test('keeps loaded pages and the selection when a record is saved', async () => {
  await show(85);
  await loadMoreRecords();
  const [first, second] = rows();
  selectRecords([first?.id ?? '', second?.id ?? '']);
  const panel = await openTop(second?.id ?? '');
  panel.set('title', 'other');
  expect(await panel.save()).toBe(true);
  expect($query.get()['recordId']).toBeUndefined();
  await until($records, () => rows()[1]?.['title'] === 'other');
  expect(rows()).toHaveLength(80);
  expect($selectedRecords.get().size).toBe(2);
});

test('puts a new record on top, and the next page contains no duplicates', async () => {
  await show(45);
  await openNewRecord();
  const [panel] = await until($panels, (panels) => panels.length > 0);
  panel?.set('title', 'new');
  expect(await panel?.save({ keepOpen: true })).toBe(true);
  const id = panel?.$recordId.get();
  expect($query.get()['recordId']).toBe(id);
  await until($records, () => rows()[0]?.['title'] === 'new');
  expect($panels.get()).toEqual([panel]);
  await until($total, (total) => total === 46);
  await loadMoreRecords();
  expect(new Set(rows().map((row) => row.id)).size).toBe(46);
  expect(rows()).toHaveLength(46);
});

test('removes a deleted record from the list, the count and the selection', async () => {
  await show(42);
  const [first, second] = rows();
  selectRecords([first?.id ?? '', second?.id ?? '']);
  const panel = await openTop(first?.id ?? '');
  const removed = panel.remove();
  await answerQuestion(true);
  await removed;
  await until($total, (total) => total === 41);
  expect(rows().some((row) => row.id === first?.id)).toBe(false);
  expect([...$selectedRecords.get()]).toEqual([second?.id]);
});

test('[RL-13] [RP-02] closes the panel and clears the address when the record does not exist', async () => {
  await show(1);
  openRecord('nosuchrecord123');
  await until($panels, (panels) => panels.length === 1);
  await until($panels, (panels) => panels.length === 0);
  expect($query.get()['recordId']).toBeUndefined();
  expect(toasts()).toEqual(['Unable to load record with id "nosuchrecord123"']);
});

test('[RL-13] follows the address and asks before going back discards changes', async () => {
  const created = await show(2);
  const id = rows()[0]?.id ?? '';
  const panel = await openTop(id);
  panel.set('title', 'typed');
  go('collections', { collectionId: created.id });
  expect(await answerQuestion(false)).toBe(
    'You have unsaved changes. Do you really want to close the panel?',
  );
  expect($query.get()['recordId']).toBe(id);
  expect($panels.get()).toEqual([panel]);
  go('collections', { collectionId: created.id });
  await answerQuestion(true);
  await until($panels, (panels) => panels.length === 0);
  expect($query.get()['recordId']).toBeUndefined();
  // Without changes it closes without a question.
  await openTop(id);
  go('collections', { collectionId: created.id });
  await until($panels, (panels) => panels.length === 0);
});

test('stores edits as a draft when another screen is opened', async () => {
  const created = await show(1);
  const id = rows()[0]?.id ?? '';
  const panel = await openTop(id);
  panel.set('title', 'typed');
  go('logs');
  await until($panels, (panels) => panels.length === 0);
  go('collections', { collectionId: created.id, recordId: id });
  const [again] = await until($panels, (panels) => panels.length > 0);
  await expect.poll(() => again?.$offeredDraft.get()?.values).toEqual({ title: 'typed' });
});

test('[RP-12] opens the duplicate as a new record and replaces the panel', async () => {
  await show(1);
  const panel = await openTop(rows()[0]?.id ?? '');
  await panel.duplicate();
  const panels = $panels.get();
  expect(panels).toHaveLength(1);
  expect(panels[0]?.$recordId.get()).toBeUndefined();
  expect(panels[0]?.$values.get()['title']).toBe('row 0');
  expect($query.get()['recordId']).toBeUndefined();
});

test('[PV-02] [PV-03] previews a record of a view', async () => {
  const { api } = backend();
  const source = await createCollection(api, { name: uniqueName('source'), fields: [field('title')] });
  const row = await createRecord(api, source.name, { title: 'seen' });
  const view = await createCollection(api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${source.name}`,
  });
  await loadCollections();
  go('collections', { collectionId: view.id, recordId: row.id });
  const shown = await until($preview, (preview) => preview?.source !== undefined);
  expect(shown?.source?.record['title']).toBe('seen');
  expect($panels.get()).toEqual([]);
  openRecord('nosuchrecord123');
  await until($preview, (preview) => preview === undefined);
  expect(toasts()).toEqual(['Unable to load record with id "nosuchrecord123"']);
  expect($query.get()['recordId']).toBeUndefined();
});

test('previews the row of a view by its own id, not by that with decoded percent signs', async () => {
  const { api } = backend();
  const source = await createCollection(api, { name: uniqueName('source'), fields: [field('title')] });
  for (const title of ['a b', 'a%20b']) await createRecord(api, source.name, { title });
  const view = await createCollection(api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select title as id, max(title) as top from ${source.name} group by title`,
  });
  await loadCollections();
  for (const id of ['a%20b', 'a b']) {
    go('collections', { collectionId: view.id, recordId: id });
    const shown = await until($preview, (preview) => preview?.source?.record.id === id);
    expect(shown?.source?.record['top']).toBe(id);
  }
  expect(toasts()).toEqual([]);
});

test('[RL-15] deletes the selected records after confirmation', async () => {
  const created = await show(50);
  const ids = rows()
    .map((row) => row.id)
    .slice(0, 3);
  selectRecords(ids);
  const declined = deleteSelected();
  expect(await answerQuestion(false)).toBe('Do you really want to delete the selected records?');
  await declined;
  const done = deleteSelected();
  await answerQuestion(true);
  await done;
  expect(toasts()).toEqual(['Successfully deleted the selected records.']);
  expect($selectedRecords.get().size).toBe(0);
  expect($total.get()).toBe(47);
  expect(rows()).toHaveLength(40);
  expect(await backend().sql(`select count(*) as n from ${created.name}`)[0]?.['n']).toBe(47);
});

test('[RL-15] lists the records that could not be deleted and keeps them selected', async () => {
  const { api } = backend();
  const created = await show(130);
  const referencing = await createCollection(api, {
    name: uniqueName('holders'),
    fields: [field('target', 'relation', { isRequired: true, collectionId: created.id })],
  });
  await loadMoreRecords();
  const ids = backend()
    .sql(`select id from ${created.name} order by rowid desc`)
    .map(({ id }) => String(id));
  const referenced = ids.slice(10, 17);
  for (const target of referenced) await createRecord(api, referencing.name, { target });
  selectRecords(ids);
  const progress: number[] = [];
  const stop = $bulk.listen((bulk) => {
    if (bulk.state === 'busy') progress.push(bulk.done);
  });
  const done = deleteSelected();
  await answerQuestion(true);
  await done;
  stop();
  expect(progress.at(-1)).toBe(130);
  const result = $bulk.get();
  expect(result).toMatchObject({ state: 'failed', counts: { done: 123 } });
  if (result.state !== 'failed') throw new Error('The bulk delete did not fail.');
  expect(new Set(result.refused.map(({ id }) => id))).toEqual(new Set(referenced));
  expect(result.refused.every(({ label }) => label.startsWith('row '))).toBe(true);
  expect(result.refused[0]?.message).toMatch(/required relation reference/);
  expect($selectedRecords.get()).toEqual(new Set(referenced));
  expect($total.get()).toBe(7);
  expect(rows()).toHaveLength(7);
  expect(toasts()[0]).toMatch(/^Deleted 123 of 130 records, 7 were refused\. /);
});

test.each([403, 401])(
  '[RL-15] [ER-08] [ER-09] a bulk delete that gets status %i sends no more requests',
  async (status) => {
    const created = await show(40);
    go('collections', { collectionId: created.id, sort: '-title' });
    await until($records, () => rows()[0]?.['title'] === 'row 9');
    const message = 'You may not.';
    selectRecords(rows().map(({ id }) => id));
    const send = globalThis.fetch;
    let deletes = 0;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (init?.method !== 'DELETE') return send(url, init);
      deletes += 1;
      return new Response(JSON.stringify({ code: status, message, data: {} }), { status });
    });
    const done = deleteSelected();
    await answerQuestion(true);
    await done;
    spy.mockRestore();
    // The number of concurrent requests.
    expect(deletes).toBeLessThanOrEqual(8);
    expect(toasts()).toContain(message);
    expect($bulk.get()).toEqual({ state: 'idle' });
    await until($query, (query) => query['sort'] === undefined);
    expect($session.get() === undefined).toBe(status === 401);
    if (status === 401) await signIn(backend().adminEmail, backend().adminPassword);
  },
);

test.each([
  [401, 'The request requires valid admin authorization token.'],
  [403, 'Only admins can perform this action.'],
])('[ER-08] [ER-09] keeps the edits as a draft when saving fails with %i', async (status, message) => {
  const created = await show(1);
  const id = rows()[0]?.id ?? '';
  const panel = await openTop(id);
  panel.set('title', 'typed');
  const originalFetch = globalThis.fetch;
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url, init) =>
      init?.method === 'PATCH'
        ? new Response(JSON.stringify({ code: status, message, data: {} }), { status })
        : originalFetch(url, init),
    );
  expect(await panel.save()).toBe(false);
  spy.mockRestore();
  await until($panels, (panels) => panels.length === 0);
  expect(toasts()).toContain(message);
  expect($session.get() === undefined).toBe(status === 401);
  if (status === 401) await signIn(backend().adminEmail, backend().adminPassword);
  go('collections', { collectionId: created.id, recordId: id });
  const [again] = await until($panels, (panels) => panels.length > 0);
  await expect.poll(() => again?.$offeredDraft.get()?.values).toEqual({ title: 'typed' });
});

test('shows the saved values of a related record', async () => {
  const { api } = backend();
  const related = await createCollection(api, {
    name: uniqueName('cats'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const cat = await createRecord(api, related.name, { name: 'old' });
  const created = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [field('cat', 'relation', { collectionId: related.id })],
  });
  await createRecord(api, created.name, { cat: cat.id });
  await loadCollections();
  go('collections', { collectionId: created.id });
  const shown = () => rows()[0] && expandedOf(rows()[0] ?? fail(), 'cat').get(cat.id)?.['name'];
  await until($records, () => shown() === 'old');
  const collection = $collectionList.get().find(({ id }) => id === related.id) ?? fail();
  const panel = openRecordPanel({ collection, recordId: cat.id });
  await until(panel.$record, (load) => load.state === 'ready');
  panel.set('name', 'new');
  expect(await panel.save()).toBe(true);
  await until($records, () => shown() === 'new');
});

function fail(): never {
  throw new Error('The value is missing.');
}
