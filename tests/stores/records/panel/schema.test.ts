import { afterEach, expect, test, vi } from 'vitest';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createRecordPanel, type RecordPanel } from '#stores/records/panel/panel.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import {
  type Collection,
  type CollectionInput,
  createCollection,
  createRecord,
  type FieldInput,
  field,
  textFile,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { backend, browser, toasts, toCollection, until } from '../record-fixture.ts';
import { openPanel, stored } from './panel-fixture.ts';
import { stubUpload } from './upload-stub.ts';

$collections.listen(() => {});

const open: RecordPanel[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const panel of open.splice(0)) panel.dispose();
});
const disposeAfter = (panel: RecordPanel): RecordPanel => {
  open.push(panel);
  return panel;
};

/** Creates a collection with the fields title and note. */
const notes = (...more: FieldInput[]) =>
  createCollection(backend().api, {
    name: uniqueName('notes'),
    fields: [field('title'), field('note'), ...more],
  });

/** Changes a collection like another client, without notifying this page. */
const changeSchema = (created: Collection, fields: NonNullable<CollectionInput['fields']>) =>
  updateCollection(backend().api, created.id, () => ({ fields }));

/** Renames the first field to 'headline'. */
const renameTitle = (created: Collection) =>
  changeSchema(
    created,
    created.fields.map((one, index) => (index ? one : { ...one, name: 'headline' })),
  );
const removeTitle = (created: Collection) => changeSchema(created, created.fields.slice(1));

/** Runs `act` once, before the next record is sent. */
function beforeSending(method: 'POST' | 'PATCH', act: () => Promise<unknown>): void {
  const originalFetch = globalThis.fetch;
  let isDone = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!isDone && init?.method === method && init.body instanceof FormData) {
      isDone = true;
      await act();
    }
    return originalFetch(url, init);
  });
}

const rows = async (created: Collection) => {
  const { items } = await backend().api.get<{ items: Record<string, unknown>[] }>(
    `/api/collections/${created.id}/records`,
  );
  return items;
};

test('a new record is stored with the new name of a field that was renamed meanwhile', async () => {
  const created = await notes();
  const panel = disposeAfter(createRecordPanel({ collection: toCollection(created) }));
  panel.set('title', 'typed');
  await renameTitle(created);
  expect(await panel.save()).toBe(true);
  expect(await rows(created)).toMatchObject([{ headline: 'typed', note: '' }]);
});

test('nothing is sent if the field of an edit was removed; its value stays visible and in the draft', async () => {
  const created = await notes();
  const panel = disposeAfter(createRecordPanel({ collection: toCollection(created) }));
  panel.set('title', 'precious');
  panel.set('note', 'n');
  await removeTitle(created);
  expect(await panel.save()).toBe(false);
  expect(await rows(created)).toEqual([]);
  expect(typedToasts()).toEqual(['warning: Nothing was saved: the collection has no field title any more.']);
  expect(panel.$orphaned.get()).toEqual([{ name: 'title', value: 'precious' }]);
  expect(panel.$fields.get().map(({ name }) => name)).toEqual(['id', 'note']);

  browser.dispatch('pagehide');
  panel.dispose();
  const again = disposeAfter(createRecordPanel({ collection: panel.$collection.get() }));
  again.restoreDraft();
  expect(again.$values.get()['note']).toBe('n');
  expect(again.$orphaned.get()).toEqual([{ name: 'title', value: 'precious' }]);
  // After the value was shown, the other fields are saved, and the panel stays open.
  const onClose = vi.fn();
  const last = disposeAfter(createRecordPanel({ collection: panel.$collection.get(), onClose }));
  last.set('note', 'n');
  expect(await again.save()).toBe(true);
  expect(await rows(created)).toMatchObject([{ note: 'n' }]);
  expect(again.$isDirty.get()).toBe(true);
  again.removeOrphaned({ name: 'title', value: 'another' });
  expect(again.$isDirty.get()).toBe(true);
  for (const orphaned of again.$orphaned.get()) again.removeOrphaned(orphaned);
  expect(again.$isDirty.get()).toBe(false);
});

test('the fields of all edits that were removed are named', async () => {
  const created = await notes(field('more'));
  const panel = disposeAfter(createRecordPanel({ collection: toCollection(created) }));
  panel.set('title', 'a');
  panel.set('note', 'b');
  await changeSchema(created, created.fields.slice(2));
  expect(await panel.save()).toBe(false);
  expect(toasts()).toEqual(['Nothing was saved: the collection has no field title, note any more.']);
});

test('a renamed field is not a conflict, and its edit is saved', async () => {
  const created = await notes();
  const row = await createRecord(backend().api, created.id, { title: 'stored' });
  const panel = disposeAfter(await openPanel(toCollection(created), row.id));
  panel.set('title', 'typed');
  await renameTitle(created);
  expect(await panel.save()).toBe(true);
  expect(panel.$conflicts.get()).toEqual([]);
  expect(toasts()).toEqual(['Successfully updated record.']);
  expect(await stored(created.id, row.id)).toMatchObject({ headline: 'typed' });
});

test('an open panel follows the list of collections, including its offered draft', async () => {
  const created = await notes();
  const row = await createRecord(backend().api, created.id, { title: 'stored' });
  const first = disposeAfter(await openPanel(toCollection(created), row.id));
  first.set('title', 'kept');
  first.dispose();
  const panel = disposeAfter(await openPanel(toCollection(created), row.id));
  panel.set('note', 'typed');
  await renameTitle(created);
  await loadCollections();
  expect(panel.$fields.get().map(({ name }) => name)).toEqual(['headline', 'note']);
  expect(panel.$values.get()).toEqual({ headline: 'stored', note: 'typed' });
  panel.restoreDraft();
  expect(panel.$values.get()).toEqual({ headline: 'kept', note: 'typed' });
  // An older list that arrives late changes nothing.
  $collections.set({ state: 'ready', value: [toCollection(created)] });
  expect(panel.$values.get()).toEqual({ headline: 'kept', note: 'typed' });
  expect(await panel.save()).toBe(true);
  expect(await stored(created.id, row.id)).toMatchObject({ headline: 'kept', note: 'typed' });
});

test('a record that does not match the loaded schema is opened with the current schema', async () => {
  const created = await notes();
  const row = await createRecord(backend().api, created.id, { title: 'stored' });
  await renameTitle(created);
  const panel = disposeAfter(await openPanel(toCollection(created), row.id));
  expect(panel.$values.get()).toEqual({ headline: 'stored', note: '' });
});

test('a draft is restored into a field that was renamed meanwhile', async () => {
  const created = await notes();
  const panel = disposeAfter(createRecordPanel({ collection: toCollection(created) }));
  panel.set('title', 'typed');
  panel.dispose();
  await renameTitle(created);
  const now = readCollection(await backend().api.get(`/api/collections/${created.id}`));
  const again = disposeAfter(createRecordPanel({ collection: now }));
  again.restoreDraft();
  expect(again.$values.get()).toMatchObject({ headline: 'typed' });
});

test.each(['new', 'stored'] as const)(
  'values that the backend ignored in a %s record stay in the open panel',
  async (kind) => {
    const created = await notes();
    const row = kind === 'stored' ? await createRecord(backend().api, created.id, { title: 'a' }) : undefined;
    const onClose = vi.fn();
    const panel = disposeAfter(
      createRecordPanel({ collection: toCollection(created), recordId: row?.id, onClose }),
    );
    await until(panel.$record, (load) => load.state === 'ready');
    panel.set('title', 'typed');
    panel.set('note', 'n');
    beforeSending(row ? 'PATCH' : 'POST', () => renameTitle(created));
    expect(await panel.save()).toBe(true);
    const done = row ? 'updated' : 'created';
    expect(toasts()).toEqual([
      `The record was ${done} without headline: the collection was changed meanwhile.`,
    ]);
    expect(onClose).not.toHaveBeenCalled();
    expect(panel.$values.get()).toMatchObject({ headline: 'typed', note: 'n' });
    expect(panel.$isDirty.get()).toBe(true);
    // The values can be saved into the stored record.
    expect(await panel.save()).toBe(true);
    expect(await rows(created)).toMatchObject([{ headline: 'typed', note: 'n' }]);
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test('text and files of fields that are removed during the save stay in the panel', async () => {
  stubUpload();
  const created = await notes(field('photo', 'file'));
  const panel = disposeAfter(createRecordPanel({ collection: toCollection(created) }));
  const file = textFile();
  panel.set('title', 'typed');
  panel.set('note', 'n');
  panel.set('photo', { names: [], deleted: [], added: [file] });
  beforeSending('POST', () => changeSchema(created, created.fields.slice(1, 2)));
  expect(await panel.save()).toBe(true);
  expect(toasts()).toEqual([
    'The record was created without title, photo: the collection was changed meanwhile.',
  ]);
  expect(panel.$orphaned.get()).toMatchObject([
    { name: 'title', value: 'typed' },
    { name: 'photo', value: { added: [file] } },
  ]);
});

test('a panel stays open with the typed values when the backend stored other values', async () => {
  const created = await notes(field('rank', 'number'), field('due', 'date'));
  const onClose = vi.fn();
  const panel = disposeAfter(createRecordPanel({ collection: toCollection(created), onClose }));
  panel.set('rank', '9007199254740993');
  // The backend stores the date in its own format, which is the same value.
  panel.set('due', '2026-01-02T03:04:05Z');
  expect(await panel.save()).toBe(true);
  expect(toasts()).toContain('The backend stored other values than were typed: rank.');
  expect(onClose).not.toHaveBeenCalled();
  expect(panel.$values.get()).toMatchObject({ rank: '9007199254740993', due: '2026-01-02 03:04:05' });
  expect(panel.$isDirty.get()).toBe(true);
  browser.dispatch('pagehide');
  const key = `record_draft_${created.id}_${panel.$recordId.get()}`;
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ rank: '9007199254740993' });
});

test('a field that was added meanwhile is not a conflict', async () => {
  const created = await notes();
  const row = await createRecord(backend().api, created.id, { title: 'stored' });
  const panel = disposeAfter(await openPanel(toCollection(created), row.id));
  panel.set('title', 'typed');
  await changeSchema(created, [
    ...created.fields,
    field('rank', 'number'),
    field('doc', 'json', { maxSize: 1000 }),
  ]);
  expect(await panel.save()).toBe(true);
  expect(toasts()).toEqual(['Successfully updated record.']);
  expect(await stored(created.id, row.id)).toMatchObject({ title: 'typed', rank: 0, doc: null });
});
