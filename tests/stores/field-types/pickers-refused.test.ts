import { afterEach, expect, test, vi } from 'vitest';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createFilePicker } from '#stores/field-types/file-picker.ts';
import { createRecordPicker } from '#stores/field-types/record-picker.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { hold, refuse, watch } from '../network-fixture.ts';
import { people } from '../people-fixture.ts';
import { answer, backend, toasts, until } from '../records/record-fixture.ts';

const MESSAGE = 'The backend says no.';

afterEach(() => {
  vi.restoreAllMocks();
  for (const panel of $panels.get()) panel.dispose();
});

test('[PK-08] current values that can’t be looked up can be looked up again', async () => {
  const { collection, ids } = await people();
  const isLookup = ({ path }: { path: string }) => path === `/api/collections/${collection.id}/records`;
  const allow = refuse(isLookup, MESSAGE);
  const picker = createRecordPicker({ collection, ids, max: 5 });
  expect(picker.$selectedState.get()).toBe('busy');
  await until(picker.$selectedState, (state) => state === 'failed');
  expect(toasts()).toContain(MESSAGE);
  allow();
  const again = picker.loadSelected();
  expect(picker.$selectedState.get()).toBe('busy');
  await again;
  expect(picker.$selectedState.get()).toBe('ready');
  expect(picker.ids()).toEqual(ids);
  picker.stop();
});

test('a picker that is closed early says nothing of what was under way', async () => {
  const { collection, ids } = await people();
  const { arrived, letThrough } = hold(({ path }) => path.endsWith('/records'));
  const picker = createRecordPicker({ collection, ids, max: 5 });
  await arrived;
  const again = picker.loadSelected();
  picker.stop();
  letThrough();
  await again;
  expect(picker.$selected.get()).toEqual([]);
  expect(picker.$selectedState.get()).toBe('busy');
  expect(toasts()).toEqual([]);
});

test('a picker that is closed early does not tell of a failure either', async () => {
  const { collection, ids } = await people();
  const picker = createRecordPicker({ collection, ids: [], max: 5 });
  const other = createRecordPicker({ collection, ids, max: 5 });
  refuse(({ path }) => path.endsWith('/records'), MESSAGE);
  const again = other.loadSelected();
  for (const one of [picker, other]) one.stop();
  await again;
  expect(toasts()).toEqual([]);
  expect(other.$selectedState.get()).toBe('busy');
});

test('[PK-07] a record that is deleted on top of the dialog leaves its list and its choice', async () => {
  const { collection, ids } = await people();
  const picker = createRecordPicker({ collection, ids, max: 5 });
  await until(picker.$selectedState, (state) => state === 'ready');
  await until(picker.$list, ({ state }) => state === 'ready');
  picker.edit(ids[0] ?? '');
  const panel = $panels.get().at(-1);
  if (!panel) throw new Error('No panel is open.');
  await until(panel.$record, ({ state }) => state === 'ready');
  const removed = panel.remove();
  await answer(true);
  await removed;
  expect(picker.ids()).toEqual([ids[1]]);
  const list = picker.$list.get();
  expect(list.state === 'ready' && list.items.map(({ id }) => id)).toEqual([ids[1]]);
  picker.stop();
});

test('[PK-07] a saved record that can’t be read again is told', async () => {
  const { collection } = await people();
  const picker = createRecordPicker({ collection, ids: [], max: 5 });
  await until(picker.$list, ({ state }) => state === 'ready');
  picker.create();
  const panel = $panels.get().at(-1);
  panel?.set('name', 'cid');
  refuse(({ method, path }) => method === 'GET' && path.endsWith('/records'), MESSAGE);
  expect(await panel?.save()).toBe(true);
  await vi.waitFor(() => expect(toasts()).toContain(MESSAGE));
  expect(picker.ids()).toEqual([]);
  picker.stop();
});

test('[RF-17] related records that can’t be loaded are neither missing nor dropped', async () => {
  const { collection, ids } = await people();
  const related = createRelatedRecords(collection);
  const allow = refuse(({ path }) => path.endsWith('/records'), MESSAGE);
  const loading = related.load(ids);
  expect(related.$isLoading.get()).toBe(true);
  expect(await loading).toEqual(ids);
  expect(related.$isLoading.get()).toBe(false);
  expect(related.$isFailed.get()).toBe(true);
  expect(related.$missing.get()).toEqual([]);
  expect(toasts()).toEqual([MESSAGE]);
  allow();
  const again = related.load(ids);
  expect(related.$isFailed.get()).toBe(false);
  await again;
  expect([...related.$records.get().keys()].toSorted()).toEqual(ids.toSorted());
});

test('[RF-16] related records that are known, or known to be missing, are not asked for again', async () => {
  const { collection, ids } = await people();
  const related = createRelatedRecords(collection);
  const { id: collectionId, name: collectionName } = collection;
  related.add([{ id: ids[0] ?? '', collectionId, collectionName, name: 'ann' }]);
  expect(await related.load([...ids, 'gone0000000000a'])).toEqual(ids);
  const { sent } = watch();
  expect(await related.load([...ids, 'gone0000000000a'])).toEqual(ids);
  expect(sent).toEqual([]);
  expect(related.$isLoading.get()).toBe(false);
});

test('[FP-05] a file of a record that is created on top of the dialog can be chosen', async () => {
  const { api } = backend();
  const made = await createCollection(api, {
    name: uniqueName('files'),
    schema: [field('photo', 'file', { options: { thumbs: ['0x50'] } })],
  });
  await createRecord(api, made.name, { photo: pngFile('a.png') });
  await createRecord(api, made.name, { photo: textFile('b.txt') });
  const stop = $collections.listen(() => {});
  await loadCollections();
  const picker = createFilePicker();
  expect(picker.$collection.get()).toBe(picker.collections[0]);
  const collection = picker.collections.find(({ id }) => id === made.id);
  if (!collection) throw new Error('The dialog does not offer it.');
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
  expect(panel?.$collection.get().id).toBe(made.id);
  expect(await panel?.save()).toBe(true);
  await createRecord(api, made.name, { photo: pngFile('c.png') });
  await picker.refresh();
  expect(picker.$files.get()).toHaveLength(3);
  picker.stop();
  stop();
});

test('[FP-03] without a collection with files there is nothing to show or to create', () => {
  $collections.set({ state: 'ready', value: [] });
  const { sent } = watch();
  const picker = createFilePicker();
  expect(picker.collections).toEqual([]);
  expect(picker.$collection.get()).toBeUndefined();
  picker.search('a');
  picker.create();
  expect($panels.get()).toEqual([]);
  expect(sent).toEqual([]);
});

test('a picker that is closed while its list loads gives the call up, without a message', async () => {
  const { collection } = await people();
  const { arrived, letThrough } = hold(({ path }) => path.endsWith('/records'));
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  await arrived;
  picker.stop();
  await until(picker.$list, ({ state }) => state === 'failed');
  letThrough();
  expect(toasts()).toEqual([]);
});

test('a search that stays the same is not sent again', async () => {
  const { collection } = await people();
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  await until(picker.$list, ({ state }) => state === 'ready');
  picker.search('ann');
  await until(picker.$list, (list) => list.state === 'ready' && list.items.length === 1);
  const { sent } = watch();
  picker.search('ann');
  expect(sent).toEqual([]);
  expect(picker.$search.get()).toBe('ann');
  picker.stop();
});
