import { afterEach, expect, test, vi } from 'vitest';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { holdRequests, rejectRequests } from '#tests/stores/network-fixture.ts';
import { createPeople } from '#tests/stores/people-fixture.ts';
import {
  createCollection,
  createRecord,
  field,
  renamed,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, toasts, toCollection, until } from '../record-fixture.ts';
import { openPanel, stored } from './panel-fixture.ts';

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

$collections.listen(() => {});
afterEach(() => {
  vi.restoreAllMocks();
  for (const panel of $panels.get()) panel.dispose();
});

/** Opens a record in a panel; returns it with spies for its callbacks. */
async function openFirst() {
  const { collection, ids } = await createPeople();
  const [id = ''] = ids;
  const callbacks = { onClose: vi.fn(), onSaved: vi.fn(), onDuplicate: vi.fn() };
  const panel = createRecordPanel({ collection, recordId: id, ...callbacks });
  expect(panel.$record.get()).toEqual({ state: 'busy' });
  await until(panel.$record, ({ state }) => state === 'ready');
  return { panel, collection, id, ...callbacks };
}

test('[RP-05] confirmClose asks without closing the panel', async () => {
  const { panel, onClose } = await openFirst();
  expect(await panel.confirmClose()).toBe(true);
  panel.set('name', 'typed');
  const declined = panel.confirmClose();
  expect(await answerQuestion(false)).toBe(CLOSE);
  expect(await declined).toBe(false);
  const confirmed = panel.confirmClose();
  await answerQuestion(true);
  expect(await confirmed).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  panel.dispose();
  panel.dispose();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a saving panel neither closes, duplicates nor saves again', async () => {
  const { panel, id, onClose, onDuplicate, onSaved, collection } = await openFirst();
  panel.set('name', 'typed');
  expect(panel.$canSave.get()).toBe(true);
  const { arrived, release } = holdRequests(({ method }) => method === 'PATCH');
  const saving = panel.save();
  await arrived;
  expect(panel.$canSave.get()).toBe(false);
  expect(await panel.confirmClose()).toBe(false);
  expect(await panel.close()).toBe(false);
  await panel.duplicate();
  expect(await panel.save()).toBe(false);
  expect(onDuplicate).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  release();
  expect(await saving).toBe(true);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id, name: 'typed' }),
    false,
    false,
  );
  expect(onClose).toHaveBeenCalledOnce();
  expect(await stored(collection.name, id)).toMatchObject({ name: 'typed' });
});

test('stopping a save keeps the panel and the edits', async () => {
  const { panel, collection, id } = await openFirst();
  panel.set('name', 'typed');
  const { arrived, release } = holdRequests(({ method }) => method === 'PATCH');
  const saving = panel.save();
  await arrived;
  panel.stopWaiting();
  expect(await saving).toBe(false);
  release();
  expect(toasts()).toEqual(['Stopped waiting. Your changes may still have been saved.']);
  expect(panel.$saving.get()).toEqual({ state: 'idle' });
  expect(panel.$values.get()['name']).toBe('typed');
  expect(await stored(collection.name, id)).toMatchObject({ name: 'ann' });
  panel.dispose();
});

test('a panel that closes stops its requests, and says what a save may have changed', async () => {
  const { panel, collection, id } = await openFirst();
  panel.set('name', 'typed');
  const { arrived } = holdRequests(({ method }) => method === 'PATCH');
  const saving = panel.save();
  await arrived;
  panel.dispose();
  expect(await saving).toBe(false);
  expect(toasts()).toEqual(['Stopped waiting. Your changes may still have been saved.']);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const loading = createRecordPanel({ collection, recordId: id });
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  loading.dispose();
  expect(fetched.mock.calls.map(([, init]) => init?.signal?.aborted)).toEqual([true]);
});

test('stopping a save before anything was sent shows no message', async () => {
  const { panel, id } = await openFirst();
  panel.set('name', 'typed');
  const { arrived, release } = holdRequests(({ path }) => path.endsWith(id));
  const saving = panel.save();
  await arrived;
  panel.stopWaiting();
  expect(await saving).toBe(false);
  release();
  expect(toasts()).toEqual([]);
  expect(panel.$canSave.get()).toBe(true);
  panel.dispose();
});

test.each([
  ['no draft', undefined],
  ['only a draft of what was typed since', 'typed since'],
])('a save that succeeds after its panel has closed leaves %s', async (_what, since) => {
  const { panel, collection, id, onSaved } = await openFirst();
  panel.set('name', 'typed');
  browser.dispatch('pagehide');
  const key = `record_draft_${collection.id}_${id}`;
  expect(browser.storage.get(key)).toContain('typed');
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method !== 'PATCH') return originalFetch(url, init);
    const response = await originalFetch(url, { ...init, signal: null });
    if (since) panel.set('name', since);
    // The save can no longer be stopped.
    panel.dispose();
    return response;
  });
  expect(await panel.save()).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  const draft = browser.storage.get(key);
  expect(draft && JSON.parse(draft)).toEqual(
    since && expect.objectContaining({ name: since, '@base': { name: 'typed' } }),
  );
});

test('[RP-08] a conflict without a choice keeps the local value', async () => {
  const { panel, collection, id } = await openFirst();
  panel.set('name', 'mine');
  await backend().api.patch(`/api/collections/${collection.id}/records/${id}`, { name: 'theirs' });
  expect(await panel.save()).toBe(false);
  expect(panel.$conflicts.get()).toHaveLength(1);
  expect(await panel.resolveConflicts({})).toBe(true);
  expect(await stored(collection.name, id)).toMatchObject({ name: 'mine' });
});

test('the error of a field stays with it when it is renamed', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('notes'),
    fields: [field('title'), field('note')],
  });
  const row = await createRecord(api, created.name, { title: 'a' });
  await loadCollections();
  const panel = await openPanel(toCollection(created), row.id);
  panel.set('title', 'b');
  const wrong = { code: 'x', message: 'Too short.' };
  const data = { title: wrong, note: { 0: wrong } };
  const stopRejecting = rejectRequests(({ method }) => method === 'PATCH', 'Refused.', 400, data);
  expect(await panel.save()).toBe(false);
  stopRejecting();
  const before = panel.$errors.get();
  expect(before).toMatchObject({ title: 'Too short.' });
  const fields = renamed(created.fields, 'title', 'headline');
  await updateCollection(api, created.id, () => ({ fields }));
  await loadCollections();
  const { title, ...rest } = before;
  expect(panel.$errors.get()).toEqual({ ...rest, headline: title });
  expect(panel.$values.get()['headline']).toBe('b');
  // The error of a removed field disappears.
  await updateCollection(api, created.id, () => ({ fields: fields.slice(0, 1) }));
  await loadCollections();
  expect(panel.$errors.get()).toEqual({ headline: title });
  panel.dispose();
});

test('[RP-12] without a callback, a duplicate opens on top of the remaining panels', async () => {
  const { collection, ids } = await createPeople();
  const below = openRecordPanel({ collection });
  const panel = openRecordPanel({ collection, recordId: ids[0] ?? '' });
  await until(panel.$record, ({ state }) => state === 'ready');
  expect($panels.get()).toEqual([below, panel]);
  await panel.duplicate();
  const copy = $panels.get().at(-1);
  expect($panels.get()).toEqual([below, copy]);
  expect(copy?.$recordId.get()).toBeUndefined();
  expect(copy?.$values.get()['name']).toBe('ann');
  expect(copy?.$isDirty.get()).toBe(true);
});

test('two records that are opened at the same time both load', async () => {
  const { collection, ids } = await createPeople();
  const panels = ids.map((recordId) => openRecordPanel({ collection, recordId }));
  for (const panel of panels) await until(panel.$record, ({ state }) => state === 'ready');
  expect(panels.map((panel) => panel.$values.get()['name'])).toEqual(['ann', 'bob']);
  expect(toasts()).toEqual([]);
});
