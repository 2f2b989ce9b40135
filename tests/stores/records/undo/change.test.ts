import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { moveStored } from '#domain/field-types/file-value.ts';
import { filesOf } from '#domain/field-types/form-value.ts';
import { $session, signIn, signOut } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $journal, noteChanges } from '#stores/records/journal.ts';
import { undo } from '#stores/records/undo/run.ts';
import { holdRequests } from '#tests/stores/network-fixture.ts';
import { collectionOf } from '#tests/stores/offline-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { createAdmin } from '#tests/support/accounts.ts';
import {
  createRecord,
  createRecords,
  field,
  renamed,
  textFile,
  updateCollection,
} from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { createPostsCollection, openPanel, stored } from '../panel/panel-fixture.ts';
import { stubUpload } from '../panel/upload-stub.ts';
import { backend, toasts } from '../record-fixture.ts';
import { lastEntry } from './undo-fixture.ts';

beforeEach(() => $journal.set([]));

const { api } = { api: () => backend().api };
const texts = (values: object) =>
  new Map(Object.entries(values).map(([name, value]): [string, string] => [name, JSON.stringify(value)]));

test('a save is undone from its toast, with another change of another field kept', async () => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(api(), collection.id, { title: 'old', amount: 1, meta: { a: 1 } });
  const path = `/api/collections/${collection.id}/records/${record.id}`;
  const exact = new FormData();
  exact.append('meta', '9007199254740993');
  await api().patch(path, exact);
  const panel = await openPanel(collection, record.id);
  panel.set('title', 'new');
  panel.set('meta', '[]');
  await panel.save();
  await api().patch(path, { amount: 2, status: 'draft' });
  const toast = $toasts.get().find(({ action }) => action);
  expect(toast?.message).toBe('Successfully updated record.');
  expect(lastEntry().text).toBe(`Changed “new” of ${collection.name}: title, meta`);
  await undo(lastEntry().id);
  expect(typedToasts()).toContain('success: Put the old values of 1 record back.');
  expect(await stored(collection.id, record.id)).toMatchObject({ title: 'old', amount: 2, status: 'draft' });
  const [row] = backend().sql(`select cast(meta as text) as meta from ${collection.name} where id = ?`, [
    record.id,
  ]);
  expect(String(row?.['meta'])).toBe('9007199254740993');
});

test('files that a save has moved return to their places', async () => {
  const { collection } = await createPostsCollection();
  const files = ['a', 'b', 'c'].map((name) => textFile(`${name}.txt`));
  const record = await createRecord(api(), collection.id, { attachments: files });
  const panel = await openPanel(collection, record.id);
  panel.set('attachments', moveStored(filesOf(panel.$values.get()['attachments']), 2, 0));
  await panel.save();
  const names = record['attachments'];
  expect((await stored(collection.id, record.id))['attachments']).not.toEqual(names);
  await undo(lastEntry().id);
  expect((await stored(collection.id, record.id))['attachments']).toEqual(names);
});

test('the undo of an upload keeps the file that somebody else added during it', async () => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(api(), collection.id, { title: 'old' });
  stubUpload();
  onTestFinished(() => void vi.unstubAllGlobals());
  const panel = await openPanel(collection, record.id);
  panel.set('title', 'new');
  panel.set('attachments', { names: [], deleted: [], added: [textFile('mine.txt')] });
  const held = holdRequests(({ method, params }) => method === 'PATCH' && !params['elsewhere']);
  const saving = panel.save();
  await held.arrived;
  const theirs = new FormData();
  theirs.append('attachments', textFile('theirs.txt'));
  await api().patch(`/api/collections/${collection.id}/records/${record.id}?elsewhere=1`, theirs);
  held.release();
  expect(await saving).toBe(true);
  await undo(lastEntry().id);
  const now = await stored(collection.id, record.id);
  expect(now).toMatchObject({ title: 'old' });
  expect(now['attachments']).toContainEqual(expect.stringMatching(/^theirs_/));
});

test('a new record and a password are not noted', async () => {
  const { collection } = await createPostsCollection();
  const { createRecordPanel } = await import('#stores/records/panel/panel.ts');
  const panel = createRecordPanel({ collection });
  panel.set('title', 'new');
  await panel.save();
  expect($journal.get()).toEqual([]);
});

test('many changes are undone, except where somebody else has changed the same field since', async () => {
  const { collection } = await createPostsCollection();
  const records = await createRecords(api(), collection.id, 30, (index) => ({
    title: `old ${index}`,
    amount: index,
  }));
  const path = `/api/collections/${collection.id}/records`;
  const changes = await Promise.all(
    records.map(async ({ id }, index) => {
      await api().patch(`${path}/${id}`, { title: 'new', amount: -1 });
      return {
        id,
        collection,
        label: `old ${index}`,
        before: texts({ title: `old ${index}`, amount: index }),
        after: texts({ title: 'new', amount: -1 }),
      };
    }),
  );
  for (const { id } of records.slice(0, 5)) await api().patch(`${path}/${id}`, { title: 'theirs' });
  await api().delete(`${path}/${records[29]?.id}`);
  const { id } = noteChanges(collection, changes);
  await undo(id);
  expect(toasts()).toEqual(['Put the old values of 24 of 30 records back.']);
  expect(lastEntry().undo).toMatchObject({ state: 'failed', done: 24 });
  const rows = backend().sql(`select title, amount from ${collection.name} order by amount`);
  expect(rows).toEqual(
    records.slice(0, 29).map((_, index) => ({ title: index < 5 ? 'theirs' : `old ${index}`, amount: index })),
  );
  // What others changed stays theirs, and only what the backend refused can be tried again.
  expect(lastEntry().changes).toHaveLength(1);
});

test('a save is undone in its field, which was renamed since and has another one in its place', async () => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(api(), collection.id, { title: 'old' });
  const panel = await openPanel(collection, record.id);
  panel.set('title', '');
  await panel.save();
  await updateCollection(api(), collection.id, ({ fields }) => ({
    fields: [...renamed(fields, 'title', 'headline'), field('title')],
  }));
  await undo(lastEntry().id);
  expect(await stored(collection.id, record.id)).toMatchObject({ headline: 'old', title: '' });
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
});

test.each([
  ['before its record is read', 'GET', 'The collection has no field “title” any more.'],
  [
    'while it comes back',
    'PATCH',
    'The record was saved without title: the collection was changed meanwhile.',
  ],
])('a value whose field is renamed %s can be brought back by another undo', async (_when, held, reason) => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(api(), collection.id, { title: 'new' });
  const change = { id: record.id, collection, label: 'x' };
  const { id } = noteChanges(collection, [
    { ...change, before: texts({ title: 'old' }), after: texts({ title: 'new' }) },
  ]);
  const { arrived, release } = holdRequests(
    ({ method, path }) => method === held && path.endsWith(record.id),
  );
  const undoing = undo(id);
  await arrived;
  await updateCollection(api(), collection.id, ({ fields }) => ({
    fields: renamed(fields, 'title', 'headline'),
  }));
  release();
  await undoing;
  expect(lastEntry().undo).toMatchObject({ state: 'failed', done: 0, left: [{ reason }] });
  await undo(id);
  expect(await stored(collection.id, record.id)).toMatchObject({ headline: 'old' });
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
});

test('the end of the session stops an undo, and the rest can be undone after signing in again', async () => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(api(), collection.id, { title: 'new' });
  const { id } = noteChanges(collection, [
    {
      id: record.id,
      collection,
      label: 'x',
      before: texts({ title: 'old' }),
      after: texts({ title: 'new' }),
    },
  ]);
  const { arrived } = holdRequests(({ method }) => method === 'PATCH');
  const undoing = undo(id);
  await arrived;
  signOut();
  await undoing;
  expect($session.get()).toBeUndefined();
  expect(lastEntry().undo.state).toBe('open');
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  expect(lastEntry().id).toBe(id);
});

test('another administrator does not see what was changed', async () => {
  const { collection } = await createPostsCollection();
  noteChanges(collection, [
    { id: 'a', collection, label: 'x', before: texts({ title: 'old' }), after: texts({}) },
  ]);
  const { email } = await createAdmin(backend());
  signOut();
  await signIn(email, ADMIN_PASSWORD);
  expect($journal.get()).toEqual([]);
  signOut();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

test('keeps the last 50 actions, and 32 MB of them', () => {
  const collection = collectionOf({ id: 'a', name: 'a', schema: [] });
  const change = (text: string) => ({
    id: 'a',
    collection,
    label: 'a',
    before: new Map([['t', text]]),
    after: new Map(),
  });
  for (let index = 0; index < 60; index++) noteChanges(collection, [change('x')]);
  expect($journal.get()).toHaveLength(50);
  const big = change('x'.repeat(9_000_000));
  noteChanges(collection, [big]);
  noteChanges(collection, [big]);
  expect(
    $journal
      .get()
      .map(({ undo: { state } }) => state)
      .slice(0, 3),
  ).toEqual(['open', 'dropped', 'dropped']);
  noteChanges(collection, [change('x'.repeat(17_000_000))]);
  expect(lastEntry().undo.state).toBe('dropped');
});

test.each([
  ['a\r\nb', 'a\nb'],
  ['a\nb', 'x\r\ny'],
  ['', 'a\r\nb'],
])('a text gets back the line breaks that it had: %j', async (before, after) => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(api(), collection.id, { title: after });
  const change = { before: texts({ title: before }), after: texts({ title: after }) };
  const { id } = noteChanges(collection, [{ id: record.id, collection, label: 'x', ...change }]);
  await undo(id);
  expect(await stored(collection.id, record.id)).toMatchObject({ title: before });
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
});
