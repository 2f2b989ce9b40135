import { afterEach, expect, test, vi } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { filesOf } from '#domain/field-types/form-value.ts';
import type { RecordData } from '#domain/records/record.ts';
import { createRecordPanel, type RecordPanel } from '#stores/records/panel/panel.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import {
  createRecord,
  field,
  type RecordRow,
  renamed,
  textFile,
  updateCollection,
} from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, toasts, toCollection, until } from '../record-fixture.ts';
import { createPostsCollection, spyOnForms, stored } from './panel-fixture.ts';

afterEach(() => void vi.restoreAllMocks());

/** Opens a record of the list; its first request waits for `respond`, which can fail it. */
function openListed(collection: Collection, row: RecordRow) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (url, init) => {
    await promise;
    return originalFetch(url, init);
  });
  const onClose = vi.fn();
  const panel = createRecordPanel({
    collection,
    recordId: row.id,
    listed: { row: row as unknown as RecordData, isExcerpt: () => false },
    onClose,
  });
  return { panel, onClose, respond: () => resolve(), fail: () => reject(new TypeError('Failed to fetch')) };
}

const isReady = (panel: RecordPanel) => until(panel.$record, (load) => load.state === 'ready');

async function createPost(data: Record<string, unknown> = {}) {
  const created = await createPostsCollection();
  const row = await createRecord(backend().api, created.created.name, { title: 'a', amount: 1, ...data });
  const path = `/api/collections/${created.created.name}/records/${row.id}`;
  return { ...created, row, path };
}

test('typing before the record is there is not offered as a draft', async () => {
  const { collection, row } = await createPost();
  const { panel, respond } = openListed(collection, row);
  panel.set('title', 'ab');
  browser.dispatch('pagehide');
  panel.set('title', 'abc');
  respond();
  await isReady(panel);
  expect(panel.$offeredDraft.get()).toBeUndefined();
  expect(panel.$values.get()['title']).toBe('abc');
  panel.dispose();
});

test('shows what the list knows until the record is there, without saving', async () => {
  const { collection, row } = await createPost({
    meta: { a: 1 },
    body: '<p>x</p>',
    cover: textFile('c.txt'),
  });
  const { panel, respond } = openListed(collection, row);
  expect(panel.$values.get()).toMatchObject({ title: 'a', amount: '1', body: '' });
  expect(panel.$known.get()).toBe(row);
  expect([...(panel.$awaited.get() ?? [])]).toEqual(['body', 'meta', 'cover', 'attachments']);
  expect(panel.$isDirty.get()).toBe(false);
  panel.set('title', 'typed');
  expect(panel.$isDirty.get()).toBe(true);
  expect(panel.$canSave.get()).toBe(false);
  expect(await panel.save()).toBe(false);
  respond();
  await isReady(panel);
  expect(panel.$awaited.get()?.size).toBe(0);
  expect(panel.$known.get()).toMatchObject({ id: row.id, meta: { a: 1 } });
  expect(panel.$known.get()).not.toBe(row);
  expect(panel.$values.get()).toMatchObject({ title: 'typed', body: '<p>x</p>', meta: '{\n  "a": 1\n}' });
  expect(filesOf(panel.$values.get()['cover']).names).toHaveLength(1);
  expect(panel.$canSave.get()).toBe(true);
  panel.dispose();
});

test('a record that the list does not have has no values before it is loaded', async () => {
  const { collection, row } = await createPost();
  const panel = createRecordPanel({ collection, recordId: row.id });
  expect(panel.$awaited.get()).toBeUndefined();
  await isReady(panel);
  expect(panel.$awaited.get()?.size).toBe(0);
  panel.dispose();
});

test('fields that were not edited take what was saved since the list was loaded; only edits are sent', async () => {
  const { collection, created, row, path } = await createPost();
  await backend().api.patch(path, { amount: 2, contact: 'x@example.com' });
  const { panel, respond } = openListed(collection, row);
  panel.set('title', 'typed');
  panel.set('amount', '5');
  panel.set('amount', '1');
  respond();
  await isReady(panel);
  expect(panel.$values.get()).toMatchObject({ title: 'typed', amount: '2', contact: 'x@example.com' });
  vi.restoreAllMocks();
  const sent = spyOnForms();
  expect(await panel.save()).toBe(true);
  sent.stop();
  expect(sent.forms).toEqual([[['title', 'typed']]]);
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'typed', amount: 2 });
});

test('an edit of a value that others had changed is a conflict', async () => {
  const { collection, created, row, path } = await createPost();
  await backend().api.patch(path, { title: 'theirs' });
  const { panel, respond } = openListed(collection, row);
  panel.set('title', 'mine');
  respond();
  await isReady(panel);
  expect(panel.$values.get()['title']).toBe('mine');
  expect(await panel.save()).toBe(false);
  expect(panel.$conflicts.get()).toMatchObject([{ base: 'a', mine: 'mine', theirs: 'theirs' }]);
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'theirs' });
  panel.dispose();
});

test('without edits, a record that cannot be loaded closes its panel', async () => {
  const { collection, row } = await createPost();
  const { panel, onClose, fail } = openListed(collection, row);
  fail();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(panel.isClosed()).toBe(true);
  expect(toasts()).toHaveLength(1);
});

test('with edits, it stays open and is loaded again on request', async () => {
  const { collection, created, row } = await createPost();
  const { panel, onClose, fail } = openListed(collection, row);
  panel.set('title', 'typed');
  fail();
  await until(panel.$record, (load) => load.state === 'failed');
  expect(panel.isClosed()).toBe(false);
  expect(panel.$canSave.get()).toBe(false);
  await panel.retryLoad();
  expect(panel.$record.get().state).toBe('ready');
  const { sent, stop } = watchRequests();
  await panel.retryLoad();
  stop();
  expect(sent).toEqual([]);
  expect(await panel.save()).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'typed' });
});

test('[RP-09] edits made before the record is loaded are in a draft, together with one that is still offered', async () => {
  const { collection, row } = await createPost();
  const key = `record_draft_${collection.id}_${row.id}`;
  const before = openListed(collection, row);
  before.panel.set('title', 'first');
  before.panel.dispose();
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'first' });
  before.respond();

  const { panel, respond } = openListed(collection, row);
  panel.set('contact', 'second@example.com');
  browser.dispatch('pagehide');
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({
    title: 'first',
    contact: 'second@example.com',
  });
  respond();
  await isReady(panel);
  panel.restoreDraft();
  expect(panel.$values.get()).toMatchObject({ title: 'first', contact: 'second@example.com' });
  panel.dispose();
});

test('a draft that equals the row in the list is kept: the record itself may have another value by now', async () => {
  const { collection, row, path } = await createPost();
  const key = `record_draft_${collection.id}_${row.id}`;
  browser.storage.set(key, JSON.stringify({ title: 'a' }));
  await backend().api.patch(path, { title: 'theirs' });
  const { panel, respond } = openListed(collection, row);
  panel.set('contact', 'typed@example.com');
  browser.dispatch('pagehide');
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'a' });
  respond();
  await isReady(panel);
  expect(panel.$values.get()['title']).toBe('theirs');
  panel.restoreDraft();
  expect(panel.$values.get()).toMatchObject({ title: 'a', contact: 'typed@example.com' });
  panel.dispose();
});

test('[RP-05] closing asks about edits made before the record is loaded', async () => {
  const { collection, row } = await createPost();
  const { panel, onClose, respond } = openListed(collection, row);
  panel.set('title', 'typed');
  const closed = panel.close();
  await answerQuestion(true);
  expect(await closed).toBe(true);
  respond();
  expect(onClose).toHaveBeenCalledOnce();
  expect(browser.storage.has(`record_draft_${collection.id}_${row.id}`)).toBe(false);
});

test('a field that was renamed since the page loaded the collection keeps waiting and its edit follows', async () => {
  const { collection, created, row } = await createPost({ meta: { a: 1.5 } });
  const { panel, respond } = openListed(collection, row);
  panel.set('title', 'typed');
  await updateCollection(backend().api, created.id, ({ fields }) => ({
    fields: [...renamed(renamed(fields, 'title', 'headline'), 'meta', 'facts'), field('late')],
  }));
  respond();
  await isReady(panel);
  expect(panel.$values.get()).toMatchObject({ headline: 'typed', facts: '{\n  "a": 1.5\n}', late: '' });
  expect(panel.$collection.get()).toMatchObject(
    toCollection(await backend().api.get(`/api/collections/${created.name}`)),
  );
  panel.dispose();
});
