import { expect, test, vi } from 'vitest';
import { filesOf } from '#domain/field-types/form-value.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { rejectRequests } from '#tests/stores/network-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { createRecord, textFile } from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, toasts, until } from '../record-fixture.ts';
import { createPostsCollection, openPanel, stored } from './panel-fixture.ts';

test('[RP-02] reports which record could not be loaded, and closes', async () => {
  const { collection } = await createPostsCollection();
  const onClose = vi.fn();
  const panel = createRecordPanel({ collection, recordId: 'nosuchrecord123', onClose });
  await until(panel.$record, (load) => load.state === 'failed');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(toasts()).toEqual(['Unable to load record with id "nosuchrecord123"']);
});

test('merges values that were saved meanwhile in other fields', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const row = await createRecord(api, created.name, { title: 'a', amount: 1 });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'mine');
  await api.patch(`/api/collections/${created.name}/records/${row.id}`, { amount: 2 });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'mine', amount: 2 });
  expect(panel.$values.get()['amount']).toBe('2');
  expect(typedToasts()).toEqual([
    'info: Merged with what was saved meanwhile: amount.',
    'success: Successfully updated record.',
  ]);
  panel.dispose();
});

test('puts changed fields back one by one, and then has nothing to save or to lose', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a', amount: 1, cover: textFile() });
  const panel = await openPanel(collection, row.id);
  expect([...panel.$changed.get()]).toEqual([]);
  panel.set('title', 'typed');
  panel.set('amount', '2');
  const cover = filesOf(panel.$values.get()['cover']);
  panel.set('cover', { ...cover, deleted: cover.names });
  expect([...panel.$changed.get()]).toEqual(['title', 'amount', 'cover']);
  panel.putBack(['cover']);
  panel.putBack(['title']);
  expect([...panel.$changed.get()]).toEqual(['amount']);
  expect(panel.$values.get()['title']).toBe('a');
  panel.putBack(['amount']);
  expect(panel.$isDirty.get()).toBe(false);
  expect(panel.$canSave.get()).toBe(false);
  panel.dispose();
  const opened = createRecordPanel({ collection });
  opened.set('title', 'new');
  expect([...opened.$changed.get()]).toEqual([]);
  opened.dispose();
});

test('puts back what is stored, not what was when a restored draft was typed', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const { id } = await createRecord(api, created.name, { title: 'before' });
  const first = await openPanel(collection, id);
  first.set('title', 'typed');
  first.dispose();
  await api.patch(`/api/collections/${created.name}/records/${id}`, { title: 'theirs' });
  const panel = await openPanel(collection, id);
  panel.restoreDraft();
  panel.putBack(['title']);
  expect(panel.$values.get()['title']).toBe('theirs');
  expect([panel.$canSave.get(), panel.$isDirty.get()]).toEqual([false, false]);
  panel.dispose();
});

test.each(['mine', 'theirs'] as const)(
  'asks about a conflicting field and saves the chosen side (%s)',
  async (side) => {
    const { collection, created } = await createPostsCollection();
    const { api } = backend();
    const row = await createRecord(api, created.name, { title: 'a', amount: 1 });
    const panel = await openPanel(collection, row.id);
    panel.set('title', 'mine');
    panel.set('active', true);
    await api.patch(`/api/collections/${created.name}/records/${row.id}`, { title: 'theirs', amount: 2 });
    expect(await panel.save({ keepOpen: true })).toBe(false);
    expect(panel.$conflicts.get()).toMatchObject([
      { field: { name: 'title' }, base: 'a', mine: 'mine', theirs: 'theirs' },
    ]);
    expect(await stored(created.name, row.id)).toMatchObject({ title: 'theirs', active: false });
    panel.cancelConflicts();
    expect(await panel.save({ keepOpen: true })).toBe(false);
    expect(await panel.resolveConflicts({ title: side })).toBe(true);
    expect(await stored(created.name, row.id)).toMatchObject({ title: side, active: true, amount: 2 });
    expect(panel.$conflicts.get()).toEqual([]);
    panel.dispose();
  },
);

test('a choice whose save is refused is in the draft', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const row = await createRecord(api, created.name, { title: 'a', amount: 1 });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'mine');
  panel.set('amount', '2');
  await api.patch(`/api/collections/${created.name}/records/${row.id}`, { title: 'theirs' });
  expect(await panel.save()).toBe(false);
  rejectRequests(({ method }) => method === 'PATCH', 'Busy.', 500);
  expect(await panel.resolveConflicts({ title: 'theirs' })).toBe(false);
  expect(panel.$values.get()).toMatchObject({ title: 'theirs', amount: '2' });
  const { title, amount } = JSON.parse(browser.storage.get(`record_draft_${collection.id}_${row.id}`) ?? '');
  expect({ title, amount }).toEqual({ title: undefined, amount: '2' });
  panel.dispose();
});

test('[RP-12] duplicates without id and files, after asking about unsaved changes', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a', amount: 3, cover: textFile() });
  const onDuplicate = vi.fn();
  const panel = createRecordPanel({ collection, recordId: row.id, onDuplicate });
  await until(panel.$record, (load) => load.state === 'ready');
  panel.set('title', 'b');
  const declined = panel.duplicate();
  expect(await answerQuestion(false)).toBe('You have unsaved changes. Do you really want to discard them?');
  await declined;
  expect(onDuplicate).not.toHaveBeenCalled();
  const done = panel.duplicate();
  await answerQuestion(true);
  await done;
  // Unsaved changes are discarded, as the question announces.
  const initial = onDuplicate.mock.calls[0]?.[0];
  expect(initial).toMatchObject({ id: '', title: 'a' });
  expect(panel.isClosed()).toBe(true);
  const copy = createRecordPanel({ collection, initial });
  expect(copy.$isDirty.get()).toBe(true);
  expect(copy.$values.get()).toMatchObject({ id: '', title: 'a', amount: '3' });
  expect(filesOf(copy.$values.get()['cover'])).toEqual({ names: [], deleted: [], added: [] });
  copy.dispose();
});

test('[RP-13] deletes after confirmation', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const onRemoved = vi.fn();
  const onClose = vi.fn();
  const panel = createRecordPanel({ collection, recordId: row.id, onRemoved, onClose });
  await until(panel.$record, (load) => load.state === 'ready');
  const kept = panel.remove();
  expect(await answerQuestion(false)).toBe('Do you really want to delete the selected record?');
  await kept;
  expect(onClose).not.toHaveBeenCalled();
  const deleted = panel.remove();
  await answerQuestion(true);
  await deleted;
  expect(toasts()).toEqual(['Successfully deleted record.']);
  expect(onRemoved).toHaveBeenCalledWith(row.id);
  expect(onClose).toHaveBeenCalledOnce();
  await expect(stored(created.name, row.id)).rejects.toThrow('404');
});
