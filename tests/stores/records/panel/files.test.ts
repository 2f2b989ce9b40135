import { expect, test, vi } from 'vitest';
import { deleteFile, type FileValue, moveStored } from '#domain/field-types/file-value.ts';
import { filesOf } from '#domain/field-types/form-value.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { holdRequests, loseResponses } from '#tests/stores/network-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { createRecord, textFile } from '#tests/support/factories.ts';
import { backend, toasts, until } from '../record-fixture.ts';
import { createPostsCollection, openPanel, stored } from './panel-fixture.ts';
import { stubUpload, upload } from './upload-stub.ts';

test('[RF-15] deletes, reorders and adds files in one request', async () => {
  const { collection, created } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  const added = ['a.txt', 'b.txt', 'c.txt'].map((name) => textFile(name));
  panel.set('attachments', { names: [], deleted: [], added } satisfies FileValue);
  expect(panel.$isDirty.get()).toBe(true);
  stubUpload();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const names = filesOf(panel.$values.get()['attachments']).names;
  expect(names.map((name) => name[0])).toEqual(['a', 'b', 'c']);
  const [first = '', , third = ''] = names;
  const moved = moveStored(deleteFile(filesOf(panel.$values.get()['attachments']), names[1] ?? ''), 2, 0);
  panel.set('attachments', { ...moved, added: [textFile('d.txt')] });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const after = (await stored(created.name, panel.$recordId.get() ?? ''))['attachments'];
  expect(after).toEqual([third, first, expect.stringMatching(/^d/)]);
  panel.dispose();
  vi.unstubAllGlobals();
});

test('shows the progress of an upload and keeps all values when it is cancelled', async () => {
  const { collection } = await createPostsCollection();
  stubUpload();
  const panel = createRecordPanel({ collection });
  const file = textFile('a.txt');
  panel.set('title', 'kept');
  panel.set('cover', { names: [], deleted: [], added: [file] });
  const saved = panel.save();
  expect(await until(panel.$saving, ({ state }) => state === 'uploading')).toEqual({
    state: 'uploading',
    loaded: 1,
    total: 2,
  });
  panel.stopWaiting();
  expect(await saved).toBe(false);
  expect(toasts()).toEqual([]);
  expect(panel.$saving.get()).toEqual({ state: 'idle' });
  expect(panel.$values.get()).toMatchObject({ title: 'kept', cover: { added: [file] } });
  panel.dispose();
  vi.unstubAllGlobals();
});

test('stopping after all bytes were sent says that the record may be stored', async () => {
  const { collection } = await createPostsCollection();
  stubUpload();
  const panel = createRecordPanel({ collection });
  panel.set('cover', { names: [], deleted: [], added: [textFile('a.txt')] });
  const held = holdRequests(({ method }) => method === 'POST');
  const saved = panel.save();
  await held.arrived;
  upload.report(2, 2);
  expect(panel.$saving.get()).toEqual({ state: 'uploading', loaded: 2, total: 2 });
  panel.stopWaiting();
  expect(await saved).toBe(false);
  held.release();
  expect(typedToasts()).toEqual(['warning: Stopped waiting. Your changes may still have been saved.']);
  panel.dispose();
  vi.unstubAllGlobals();
});

test('keeps a file whose upload got no response when the stored record was compared since', async () => {
  const { collection, created } = await createPostsCollection();
  const record = await createRecord(backend().api, created.name, { title: 'old' });
  stubUpload();
  const panel = await openPanel(collection, String(record['id']));
  panel.set('attachments', { names: [], deleted: [], added: [textFile('first.txt')] });
  const found = loseResponses(({ method }) => method === 'PATCH');
  expect(await panel.save({ keepOpen: true })).toBe(false);
  found();
  await panel.compare();
  const value = filesOf(panel.$values.get()['attachments']);
  panel.set('attachments', { ...value, added: [textFile('second.txt')] });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect((await stored(created.name, String(record['id'])))['attachments']).toEqual([
    expect.stringMatching(/^first_/),
    expect.stringMatching(/^second_/),
  ]);
  panel.dispose();
  vi.unstubAllGlobals();
});

test('shows the errors of a rejected upload', async () => {
  const { collection } = await createPostsCollection();
  stubUpload();
  const panel = createRecordPanel({ collection });
  panel.set('contact', 'nobody');
  panel.set('cover', { names: [], deleted: [], added: [textFile('a.txt')] });
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toEqual({ contact: 'Must be a valid email.' });
  panel.dispose();
  vi.unstubAllGlobals();
});

test('reports that a proxy rejected an upload because of its size, and keeps the values and files', async () => {
  const { collection } = await createPostsCollection();
  stubUpload();
  const originalFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
    init.method === 'POST'
      ? Promise.resolve(new Response('<html><h1>413 Request Entity Too Large</h1></html>', { status: 413 }))
      : originalFetch(input, init),
  );
  const panel = createRecordPanel({ collection });
  const file = textFile('a.txt');
  panel.set('title', 'kept');
  panel.set('cover', { names: [], deleted: [], added: [file] });
  expect(await panel.save()).toBe(false);
  expect(toasts()).toEqual([
    'The upload is too large for the server in front of the backend. Choose a smaller file, or raise that server’s limit.',
  ]);
  expect(panel.$values.get()).toMatchObject({ title: 'kept', cover: { added: [file] } });
  expect(panel.$isDirty.get()).toBe(true);
  panel.dispose();
  vi.unstubAllGlobals();
});
