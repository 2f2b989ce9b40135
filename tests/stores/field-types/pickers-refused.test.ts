import { afterEach, expect, test, vi } from 'vitest';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createFilePicker } from '#stores/field-types/file-picker.ts';
import { createRecordPicker } from '#stores/field-types/record-picker.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { createPeople } from '../people-fixture.ts';
import { answerQuestion, backend, chosenIn, toasts, until } from '../records/record-fixture.ts';

const MESSAGE = 'The backend says no.';

afterEach(() => {
  vi.restoreAllMocks();
  for (const panel of $panels.get()) panel.dispose();
});

test('[PK-08] current values that failed to load can be loaded again', async () => {
  const { collection, ids } = await createPeople();
  const isLookup = ({ path }: { path: string }) => path === `/api/collections/${collection.id}/records`;
  const stopRejecting = rejectRequests(isLookup, MESSAGE);
  const picker = createRecordPicker({ collection, ids, max: 5 });
  expect(picker.$selectedState.get()).toBe('busy');
  await until(picker.$selectedState, (state) => state === 'failed');
  expect(toasts()).toContain(MESSAGE);
  stopRejecting();
  const again = picker.loadSelected();
  expect(picker.$selectedState.get()).toBe('busy');
  await again;
  expect(picker.$selectedState.get()).toBe('ready');
  expect(chosenIn(picker)).toEqual(ids);
  picker.stop();
});

test('closing a picker early aborts its requests without a message', async () => {
  const { collection, ids } = await createPeople();
  const { arrived, release } = holdRequests(({ path }) => path.endsWith('/records'));
  const picker = createRecordPicker({ collection, ids, max: 5 });
  await arrived;
  const again = picker.loadSelected();
  picker.stop();
  release();
  await again;
  expect(picker.$selected.get()).toEqual([]);
  expect(picker.$selectedState.get()).toBe('busy');
  expect(toasts()).toEqual([]);
});

test('closing a picker early hides failures of its requests', async () => {
  const { collection, ids } = await createPeople();
  const picker = createRecordPicker({ collection, ids: [], max: 5 });
  const other = createRecordPicker({ collection, ids, max: 5 });
  rejectRequests(({ path }) => path.endsWith('/records'), MESSAGE);
  const again = other.loadSelected();
  for (const one of [picker, other]) one.stop();
  await again;
  expect(toasts()).toEqual([]);
  expect(other.$selectedState.get()).toBe('busy');
});

/** Deletes a record in a panel that is opened over the dialog. */
async function deleteOver(picker: ReturnType<typeof createRecordPicker>, id = '') {
  picker.edit(id);
  const panel = $panels.get().at(-1);
  if (!panel) throw new Error('No panel is open.');
  await until(panel.$record, ({ state }) => state === 'ready');
  const removed = panel.remove();
  await answerQuestion(true);
  await removed;
}

test('[PK-07] a record that is deleted in a panel over the dialog leaves the list and the selection', async () => {
  const { collection, ids } = await createPeople();
  const picker = createRecordPicker({ collection, ids, max: 5 });
  await until(picker.$selectedState, (state) => state === 'ready');
  await until(picker.$list, ({ state }) => state === 'ready');
  await deleteOver(picker, ids[0]);
  expect(chosenIn(picker)).toEqual([ids[1]]);
  const list = picker.$list.get();
  expect(list.state === 'ready' && list.items.map(({ id }) => id)).toEqual([ids[1]]);
  picker.stop();
});

test('[PK-07] a record that is deleted over the dialog does not return with the current values', async () => {
  const { collection, ids } = await createPeople();
  const isLookup = ({ params }: { params: Readonly<Record<string, string>> }) =>
    params['filter']?.startsWith('id=') === true && params['fields'] !== '';
  const held = holdRequests(isLookup, 'responses');
  const picker = createRecordPicker({ collection, ids, max: 5 });
  await held.arrived;
  await until(picker.$list, ({ state }) => state === 'ready');
  await deleteOver(picker, ids[0]);
  held.release();
  await until(picker.$selectedState, (state) => state === 'ready');
  expect(chosenIn(picker)).toEqual([ids[1]]);
  picker.stop();
});

test('[PK-02] [PK-07] after a delete over the dialog the next page lacks no record', async () => {
  const { collection, ids } = await createPeople();
  const others = await createRecords(backend().api, collection.name, 58, (index) => ({ name: `p-${index}` }));
  const picker = createRecordPicker({ collection, ids: [], max: 5 });
  const whenLoaded = () => until(picker.$list, (list) => list.state === 'ready' && !list.loading);
  await whenLoaded();
  const [first, ...kept] = others.map(({ id }) => id).toReversed();
  await deleteOver(picker, first);
  await whenLoaded();
  await picker.loadMore();
  const list = picker.$list.get();
  const listed = list.state === 'ready' ? list.items.map(({ id }) => id) : [];
  expect(listed.toSorted()).toEqual([...kept, ...ids].toSorted());
  picker.stop();
});

test('[TR-60] records that can’t be loaded are named once, in their place; further ones by a toast', async () => {
  const { collection } = await createPeople();
  const isList = ({ path }: { path: string }) => path === `/api/collections/${collection.id}/records`;
  const works = rejectRequests(isList, MESSAGE, 500);
  const picker = createRecordPicker({ collection, ids: [], max: 5 });
  await until(picker.$list, ({ state }) => state === 'failed');
  expect(toasts()).toEqual([]);
  works();
  await picker.refresh();
  rejectRequests(isList, MESSAGE, 500);
  await picker.refresh();
  expect(toasts()).toEqual([MESSAGE]);
  picker.stop();
});

test('[PK-07] a failure to reload a saved record is reported', async () => {
  const { collection } = await createPeople();
  const picker = createRecordPicker({ collection, ids: [], max: 5 });
  await until(picker.$list, ({ state }) => state === 'ready');
  picker.create();
  const panel = $panels.get().at(-1);
  panel?.set('name', 'cid');
  rejectRequests(({ method, path }) => method === 'GET' && path.endsWith('/records'), MESSAGE);
  expect(await panel?.save()).toBe(true);
  await eventually(() => expect(toasts()).toContain(MESSAGE));
  expect(chosenIn(picker)).toEqual([]);
  picker.stop();
});

test('[RF-17] related records that failed to load are neither missing nor removed', async () => {
  const { collection, ids } = await createPeople();
  const related = createRelatedRecords(collection);
  const stopRejecting = rejectRequests(({ path }) => path.endsWith('/records'), MESSAGE);
  const loading = related.load(ids);
  expect(related.$isLoading.get()).toBe(true);
  expect(await loading).toEqual(ids);
  expect(related.$isLoading.get()).toBe(false);
  expect(related.$isFailed.get()).toBe(true);
  expect(related.$missing.get()).toEqual([]);
  expect(toasts()).toEqual([MESSAGE]);
  stopRejecting();
  const again = related.load(ids);
  expect(related.$isFailed.get()).toBe(false);
  await again;
  expect([...related.$records.get().keys()].toSorted()).toEqual(ids.toSorted());
});

test('[RF-16] related records that were loaded, or are known to be missing, are not requested again', async () => {
  const { collection, ids } = await createPeople();
  const related = createRelatedRecords(collection);
  const { id: collectionId, name: collectionName } = collection;
  related.add([{ id: ids[0] ?? '', collectionId, collectionName, name: 'ann' }]);
  expect(await related.load([...ids, 'gone0000000000a'])).toEqual(ids);
  const { sent } = watchRequests();
  expect(await related.load([...ids, 'gone0000000000a'])).toEqual(ids);
  expect(sent).toEqual([]);
  expect(related.$isLoading.get()).toBe(false);
});

test('[FP-05] a file of a record that is created in a panel over the dialog can be selected', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('files'),
    fields: [field('photo', 'file', { thumbs: ['0x50'] })],
  });
  await createRecord(api, created.name, { photo: pngFile('a.png') });
  await createRecord(api, created.name, { photo: textFile('b.txt') });
  const stop = $collections.listen(() => {});
  await loadCollections();
  const picker = createFilePicker();
  expect(picker.$collection.get()).toBe(picker.collections[0]);
  const collection = picker.collections.find(({ id }) => id === created.id);
  if (!collection) throw new Error('The dialog does not offer the collection.');
  picker.show(collection);
  const files = await until(picker.$files, ({ length }) => length === 2);
  const [first, second] = files;
  if (!first || !second) throw new Error('A file is missing.');
  expect(picker.url()).toBeUndefined();
  picker.choose(first);
  picker.setSize('0x50');
  picker.choose(second);
  expect(picker.$chosen.get()).toBe(second);
  expect(picker.$size.get()).toBe('');
  picker.choose(second);
  expect(picker.$chosen.get()).toBeUndefined();
  picker.choose(first);
  picker.setSize('0x50');
  picker.show(collection);
  expect([picker.$chosen.get(), picker.$size.get(), picker.$search.get()]).toEqual([undefined, '', '']);
  await until(picker.$files, ({ length }) => length === 2);
  picker.create();
  const panel = $panels.get().at(-1);
  expect(panel?.$collection.get().id).toBe(created.id);
  expect(await panel?.save()).toBe(true);
  await createRecord(api, created.name, { photo: pngFile('c.png') });
  await picker.refresh();
  expect(picker.$files.get()).toHaveLength(3);
  picker.stop();
  stop();
});

test('[FP-03] without a collection with files nothing is shown or created', () => {
  $collections.set({ state: 'ready', value: [] });
  const { sent } = watchRequests();
  const picker = createFilePicker();
  expect(picker.collections).toEqual([]);
  expect(picker.$collection.get()).toBeUndefined();
  picker.search('a');
  picker.create();
  expect($panels.get()).toEqual([]);
  expect(sent).toEqual([]);
});

test('closing a picker while its list loads aborts the request without a message', async () => {
  const { collection } = await createPeople();
  const { arrived, release } = holdRequests(({ path }) => path.endsWith('/records'));
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  await arrived;
  picker.stop();
  await until(picker.$list, ({ state }) => state === 'failed');
  release();
  expect(toasts()).toEqual([]);
});

test('an unchanged search is not sent again', async () => {
  const { collection } = await createPeople();
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  await until(picker.$list, ({ state }) => state === 'ready');
  picker.search('ann');
  await until(picker.$list, (list) => list.state === 'ready' && list.items.length === 1);
  const { sent } = watchRequests();
  picker.search('ann');
  expect(sent).toEqual([]);
  expect(picker.$search.get()).toBe('ann');
  picker.stop();
});
