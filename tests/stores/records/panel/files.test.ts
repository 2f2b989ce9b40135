import { expect, test, vi } from 'vitest';
import { deleteFile, type FileValue, moveStored } from '#domain/field-types/file-value.ts';
import { filesOf } from '#domain/field-types/form-value.ts';
import { createRecordPanel, type RecordPanel } from '#stores/records/panel/panel.ts';
import { holdRequests, loseResponses, rejectRequests } from '#tests/stores/network-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import type { Json } from '#tests/support/admin-api.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { backend, toasts, toCollection, until } from '../record-fixture.ts';
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

/** Opens the unsaved copy of a new record with two attachments and a protected cover. */
async function openCopy() {
  const created = await createCollection(backend().api, {
    name: uniqueName('copies'),
    fields: [
      field('title'),
      field('cover', 'file', { isProtected: true }),
      field('attachments', 'file', { max: 3 }),
    ],
  });
  const row = await createRecord(backend().api, created.name, {
    title: 'first',
    cover: textFile('cover.txt', 'the cover'),
    attachments: [textFile('alpha.txt', 'alpha'), textFile('beta.txt', 'beta')],
  });
  const collection = toCollection(created);
  const copies: RecordPanel[] = [];
  const panel = createRecordPanel({
    collection,
    recordId: row.id,
    onDuplicate: (initial, begun) => copies.push(createRecordPanel({ collection, initial, ...begun })),
  });
  await until(panel.$record, (load) => load.state === 'ready');
  await panel.duplicate();
  const [copy] = copies;
  if (!copy) throw new Error('There is no copy.');
  return { copy, row, created };
}

const isFile = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.startsWith('/api/files/');
const addedTo = (panel: RecordPanel, name: string) => filesOf(panel.$values.get()[name]).added;

test('[TR-37] a copy says which files it does not have, and gets them on request', async () => {
  const { copy, row, created } = await openCopy();
  expect(copy.$uncopied.get()).toEqual({ names: ['cover.txt', 'alpha.txt', 'beta.txt'] });
  expect(addedTo(copy, 'cover')).toEqual([]);
  const held = holdRequests(isFile);
  const copied = copy.copyFiles();
  await held.arrived;
  // What is read is not saved without.
  expect(copy.$canSave.get()).toBe(false);
  expect(copy.$uncopied.get()?.progress).toEqual({ done: 0, total: 3 });
  held.release();
  await copied;
  expect(copy.$uncopied.get()).toBeUndefined();
  stubUpload();
  expect(await copy.save({ keepOpen: true })).toBe(true);
  const saved: Json = await stored(created.name, copy.$recordId.get() ?? '');
  expect(saved['cover']).toMatch(/^cover_\w{10}\.txt$/);
  expect(saved['cover']).not.toBe(row['cover']);
  expect(saved['attachments']).toEqual([expect.stringMatching(/^alpha_/), expect.stringMatching(/^beta_/)]);
  const [, b = ''] = saved['attachments'] as string[];
  const file = await fetch(`${backend().url}/api/files/${created.id}/${saved['id']}/${b}`);
  expect(await file.text()).toBe('beta');
  copy.dispose();
  vi.unstubAllGlobals();
});

test('[TR-37] files that can’t be read are named before the copy is saved', async () => {
  const { copy, row } = await openCopy();
  const [a = ''] = row['attachments'] as string[];
  const found = rejectRequests((sent) => isFile(sent) && sent.path.endsWith(a), 'Not found.', 404);
  await copy.copyFiles();
  found();
  expect(addedTo(copy, 'attachments').map(({ name }) => name)).toEqual(['beta.txt']);
  expect(await addedTo(copy, 'cover')[0]?.text()).toBe('the cover');
  expect(copy.$uncopied.get()).toEqual({
    names: [],
    problem: 'The storage does not have these files of the original: alpha.txt.',
  });
  copy.dispose();
});

test('[TR-37] after a failure the rest can be copied again, and what does not fit is named', async () => {
  const { copy } = await openCopy();
  const works = rejectRequests((sent) => isFile(sent) && sent.path.includes('cover_'), 'Busy.', 500);
  await copy.copyFiles();
  works();
  expect(toasts()).toEqual(['Busy.']);
  expect(addedTo(copy, 'attachments').map(({ name }) => name)).toEqual(['alpha.txt', 'beta.txt']);
  expect(copy.$uncopied.get()).toEqual({ names: ['cover.txt'], problem: '' });
  copy.set('cover', { names: [], deleted: [], added: [textFile('mine.txt')] });
  await copy.copyFiles();
  expect(addedTo(copy, 'cover').map(({ name }) => name)).toEqual(['mine.txt']);
  expect(copy.$uncopied.get()).toEqual({
    names: [],
    problem: 'Left out, because the field takes 1 file: cover.txt.',
  });
  copy.dispose();
});

test('[TR-37] stopped copying leaves the files to copy, and a record without files has none', async () => {
  const { copy, created } = await openCopy();
  const held = holdRequests(isFile);
  const copied = copy.copyFiles();
  await held.arrived;
  copy.stopWaiting();
  await copied;
  expect(copy.$uncopied.get()?.names).toHaveLength(3);
  expect(copy.$canSave.get()).toBe(true);
  copy.dispose();
  const plain = await createRecord(backend().api, created.name, { title: 'plain' });
  const panel = await openPanel(toCollection(created), plain.id);
  expect(panel.$uncopied.get()).toBeUndefined();
  panel.dispose();
});
