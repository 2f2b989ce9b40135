import { expect, test } from 'vitest';
import { DEFAULT_THUMB, fileKind, hasThumb } from '#domain/field-types/file-type.ts';
import type { RecordData } from '#domain/records/record.ts';
import { missingIdsText } from '#domain/records/relations.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createFilePicker } from '#stores/field-types/file-picker.ts';
import { createRecordPicker } from '#stores/field-types/record-picker.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { $ownChange } from '#stores/records/list-update.ts';
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
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, chosenIn, toasts, toCollection, until } from '../records/record-fixture.ts';

/** The hyphen keeps the names from occurring in the random ids, which a search also finds. */
const nameOf = (index: number) => `p-${index}`;

async function createPeople(count: number) {
  const created = await createCollection(backend().api, {
    name: uniqueName('people'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const records = await createRecords(backend().api, created.name, count, (index) => ({
    name: nameOf(index),
  }));
  return { collection: toCollection(created), created, ids: records.map(({ id }) => id) };
}

const itemsOf = (picker: { $list: { get(): { state: string; items?: readonly RecordData[] } } }) =>
  picker.$list.get().items ?? [];

async function whenReady(picker: ReturnType<typeof createRecordPicker>) {
  await until(picker.$list, (list) => list.state === 'ready');
  await until(picker.$selectedState, (state) => state === 'ready');
}

test('[PK-02] [PK-03] lists 50 at a time, newest first, and searches', async () => {
  const { collection } = await createPeople(60);
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  await whenReady(picker);
  const dates = itemsOf(picker).map(({ created }) => String(created));
  expect(dates).toHaveLength(50);
  expect(dates).toEqual(dates.toSorted().toReversed());
  await picker.loadMore();
  expect(itemsOf(picker)).toHaveLength(60);
  picker.search(nameOf(17));
  await until(picker.$list, (list) => list.state === 'ready' && list.items.length === 1);
  picker.search('name = ');
  await until(picker.$list, (list) => list.state === 'ready' && list.items.length === 0);
  expect(toasts()).toEqual([]);
  picker.stop();
});

test('[TR-05][TR-06] a picker searches texts with operators, and letters of other alphabets', async () => {
  const { collection, created } = await createPeople(1);
  for (const name of ['2 < 3', 'Мария']) await createRecord(backend().api, created.name, { name });
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  for (const [text, name] of [
    ['2 < 3', '2 < 3'],
    ['мария', 'Мария'],
  ] as const) {
    picker.search(text);
    await until(picker.$list, (list) => list.state === 'ready' && !list.loading);
    expect(itemsOf(picker).map((record) => record['name'])).toEqual([name]);
  }
  picker.stop();
});

test('records are created and edited in a picker, but not those of a view, nor where one only chooses', async () => {
  const { collection } = await createPeople(0);
  const canEdit = (options: Partial<Parameters<typeof createRecordPicker>[0]>) => {
    const picker = createRecordPicker({ collection, ids: [], max: 1, ...options });
    picker.stop();
    return picker.canEdit;
  };
  expect(canEdit({})).toBe(true);
  expect(canEdit({ collection: { ...collection, type: 'view' } })).toBe(false);
  expect(canEdit({ isChoiceOnly: true })).toBe(false);
});

test('refreshing several pages loads each of them, and none aborts another', async () => {
  const { collection, created } = await createPeople(120);
  const picker = createRecordPicker({ collection, ids: [], max: 1 });
  await whenReady(picker);
  await picker.loadMore();
  await picker.loadMore();
  expect(itemsOf(picker)).toHaveLength(120);
  const added = await createRecord(backend().api, created.name, { name: 'added' });
  await picker.refresh();
  expect(itemsOf(picker)).toHaveLength(121);
  expect(itemsOf(picker).map(({ id }) => id)).toContain(added.id);
  picker.stop();
});

test('[PK-04] [PK-05] [PK-06] adds records up to the maximum, removes and reorders them', async () => {
  const { collection, ids } = await createPeople(4);
  const picker = createRecordPicker({ collection, ids: ids.slice(0, 1), max: 3 });
  await whenReady(picker);
  expect(picker.$heading.get()).toBe('Selected (1 of MAX 3)');
  const records = ids.flatMap((id) => itemsOf(picker).find((record) => record.id === id) ?? []);
  for (const record of records.slice(1)) picker.toggle(record);
  expect(chosenIn(picker)).toEqual(ids.slice(0, 3));
  expect(picker.$canAdd.get()).toBe(false);
  picker.move(2, 0);
  expect(chosenIn(picker)).toEqual([ids[2], ids[0], ids[1]]);
  if (records[0]) picker.toggle(records[0]);
  expect(chosenIn(picker)).toEqual([ids[2], ids[1]]);
  expect(picker.$canAdd.get()).toBe(true);
  picker.stop();
});

test('[PK-05] replaces the selection when only one record is allowed', async () => {
  const { collection, ids } = await createPeople(2);
  const picker = createRecordPicker({ collection, ids: ids.slice(0, 1), max: 1 });
  await whenReady(picker);
  expect(picker.$heading.get()).toBe('Selected (1)');
  expect(picker.$canAdd.get()).toBe(true);
  const other = itemsOf(picker).find(({ id }) => id === ids[1]);
  if (other) picker.toggle(other);
  expect(chosenIn(picker)).toEqual([ids[1]]);
  picker.stop();
});

test('[PK-07] selects a record created in a panel over it and shows edits', async () => {
  const { collection, ids } = await createPeople(1);
  const picker = createRecordPicker({ collection, ids, max: Number.POSITIVE_INFINITY });
  await whenReady(picker);
  picker.create();
  const created = $panels.get().at(-1);
  created?.set('name', 'made here');
  expect(await created?.save()).toBe(true);
  await until(picker.$selected, (records) => records.length === 2);
  expect(picker.$selected.get()[1]?.['name']).toBe('made here');
  expect(itemsOf(picker)).toHaveLength(2);
  picker.edit(ids[0] ?? '');
  const edited = $panels.get().at(-1);
  if (!edited) throw new Error('No panel.');
  await until(edited.$record, (load) => load.state === 'ready');
  edited.set('name', 'renamed');
  expect(await edited.save()).toBe(true);
  await until(picker.$selected, (records) => records[0]?.['name'] === 'renamed');
  expect(picker.$heading.get()).toBe('Selected (2)');
  picker.stop();
});

test('[PK-08] loads the current values in several batches, in their order', async () => {
  const { collection, ids } = await createPeople(120);
  const picker = createRecordPicker({ collection, ids, max: Number.POSITIVE_INFINITY });
  await whenReady(picker);
  expect(chosenIn(picker)).toEqual(ids);
  picker.stop();
});

test('[RF-16] [RF-17] loads the records of a relation and lists the missing ids', async () => {
  const { collection, ids } = await createPeople(130);
  const related = createRelatedRecords(collection);
  const given = ['gone0000000000a', ...ids, 'x"||id!=""'];
  expect(await related.load(given)).toEqual(ids);
  expect(related.$records.get().size).toBe(130);
  expect(related.$missing.get()).toEqual(['gone0000000000a', 'x"||id!=""']);
  expect(missingIdsText(related.$missing.get())).toBe(
    'The following relation ids were removed from the list because they are missing or invalid: gone0000000000a, x"||id!="".',
  );
});

test('listed records that a panel above has changed or deleted are loaded again, and no others', async () => {
  const { collection, created, ids } = await createPeople(3);
  const [first = '', second = ''] = ids;
  const related = createRelatedRecords(collection);
  const stop = related.$missing.listen(() => {});
  await related.load([first, second]);
  await backend().api.patch(`/api/collections/${created.name}/records/${first}`, { name: 'renamed' });
  await backend().api.delete(`/api/collections/${created.name}/records/${second}`);
  const { sent } = watchRequests();
  $ownChange.set({ collectionId: 'another000000', ids: [first], action: 'update' });
  $ownChange.set({ collectionId: collection.id, ids: [ids[2] ?? ''], action: 'update' });
  expect(sent).toEqual([]);
  $ownChange.set({ collectionId: collection.id, ids: [...ids], action: 'update' });
  await until(related.$missing, (missing) => missing.length > 0);
  expect(related.$missing.get()).toEqual([second]);
  expect([...related.$records.get().values()].map(({ id, name }) => [id, name])).toEqual([
    [first, 'renamed'],
  ]);
  expect(await related.load([first, second])).toEqual([first]);

  rejectRequests(({ path }) => path.includes('/records'), 'Busy.', 500);
  $ownChange.set({ collectionId: collection.id, ids: [first], action: 'update' });
  await eventually(() => expect(toasts()).toEqual(['Busy.']));
  expect(await related.load([ids[2] ?? ''])).toEqual([ids[2]]);
  expect(related.$isFailed.get()).toBe(true);
  stop();
});

test('[FP-02] [FP-04] [FP-06] [FP-07] picks files of collections with unprotected file fields', async () => {
  const { api } = backend();
  const open = await createCollection(api, {
    name: uniqueName('open'),
    fields: [
      field('title'),
      field('photo', 'file', { thumbs: ['0x50', '100x100'] }),
      field('more', 'file', { max: 5 }),
      field('secret', 'file', { isProtected: true }),
    ],
  });
  const closed = await createCollection(api, {
    name: uniqueName('closed'),
    fields: [field('secret', 'file', { isProtected: true })],
  });
  await createRecord(api, open.name, { title: 'a', photo: pngFile('a.png'), secret: pngFile('s.png') });
  await createRecord(api, open.name, { title: 'b', more: [textFile(), pngFile('b.png')] });
  await createRecord(api, open.name, { title: 'c' });
  const stop = $collections.listen(() => {});
  await loadCollections();
  const picker = createFilePicker({ onlyImages: true });
  const names = picker.collections.map(({ name }) => name);
  expect(names).toContain(open.name);
  expect(names).not.toContain(closed.name);
  const target = picker.collections.find(({ id }) => id === open.id);
  if (!target) throw new Error('No collection.');
  picker.show(target);
  await until(picker.$files, (files) => files.length > 0);
  expect(itemsOf(picker)).toHaveLength(2);
  expect(picker.$files.get().map(({ name }) => name[0])).toEqual(['b', 'a']);
  const photo = picker.$files.get()[1];
  if (!photo) throw new Error('No file.');
  picker.choose(photo);
  expect(photo.sizes).toEqual(['100x100', '0x50']);
  expect(picker.url()).toMatch(new RegExp(`/api/files/${open.id}/\\w{15}/a\\w*\\.png$`));
  picker.setSize('0x50');
  expect(picker.url()).toMatch(/\.png\?thumb=0x50$/);
  picker.search('title = "a"');
  await until(picker.$files, (files) => files.length === 1);
  expect(picker.url()).toMatch(/\.png\?thumb=0x50$/);
  picker.search('title = "b"');
  await until(picker.$files, (files) => files.length === 1);
  expect([picker.$chosen.get(), picker.url()]).toEqual([undefined, undefined]);
  picker.search('');
  await until(picker.$files, (files) => files.length === 2);
  expect(picker.$chosen.get()?.name).toBe(photo.name);
  picker.stop();
  stop();
});

test('keeps stored records beyond a maximum that was lowered later, which the backend then refuses', async () => {
  const { collection, ids } = await createPeople(4);
  const picker = createRecordPicker({ collection, ids: ids.slice(0, 3), max: 2 });
  await whenReady(picker);
  expect(chosenIn(picker)).toEqual(ids.slice(0, 3));
  expect(picker.$canAdd.get()).toBe(false);
  picker.stop();
});

test('[PK-05] selecting while the current values load respects the maximum', async () => {
  const { collection, ids } = await createPeople(4);
  const picker = createRecordPicker({ collection, ids: ids.slice(0, 2), max: 2 });
  const early = ids.slice(2).map((id) => ({ id }) as RecordData);
  for (const record of early) picker.toggle(record);
  await whenReady(picker);
  expect(chosenIn(picker)).toEqual(ids.slice(0, 2));
  picker.stop();
});

/** The smallest images that the backend takes for their kind, 1 x 1 pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const JPEG =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';
const WEBP = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=';
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAAAD/AA==';
const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

test.each([
  ['a.png', PNG],
  ['a.PNG', PNG],
  ['a.gif', GIF],
  ['a.jpg', JPEG],
  ['a.jpeg', JPEG],
  ['a.jpe', JPEG],
  ['a.jfif', JPEG],
  ['a.webp', WEBP],
  ['a.bmp', BMP],
  ['a.svg', SVG],
])('the image %s is expected to have a thumb if the backend makes one', async (name, base64) => {
  const { api, url } = backend();
  const collection = await createCollection(api, {
    name: uniqueName('thumbs'),
    fields: [field('photo', 'file')],
  });
  const content = Buffer.from(base64, 'base64');
  const record = await createRecord(api, collection.name, { photo: new File([content], name) });
  const path = `${url}/api/files/${collection.id}/${record.id}/${record['photo']}`;
  const served = await fetch(`${path}?thumb=${DEFAULT_THUMB}`);
  expect(served.status).toBe(200);
  const isThumb = !Buffer.from(await served.arrayBuffer()).equals(content);
  expect(hasThumb(name)).toBe(isThumb);
  expect(fileKind(name)).toBe('image');
});
