import { cleanStores } from 'nanostores';
import { expect, test } from 'vitest';
import type { Limit } from '#domain/backend/field.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { $ownChange, showRemovedRecords } from '#stores/records/list-update.ts';
import { createReferences } from '#stores/records/panel/references.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { settled } from '#tests/stores/offline-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection, until } from '../record-fixture.ts';

startStores(() => [$collections.listen(() => {})]);

/** Ids that a search without case and with wildcards takes for one another. */
const [ID, OTHER_CASE, WILD] = ['abcdefghij_lmno', 'ABCDEFGHIJ_LMNO', 'abcdefghijklmno'];

test('every relation of every collection counts and names exactly what refers to the record', async () => {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('title')] });
  for (const id of [ID, OTHER_CASE, WILD]) await createRecord(api, cats.name, { id, title: id });
  const toCats = (name: string, max: Limit) => field(name, 'relation', { collectionId: cats.id, max });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [field('title', 'text', { isPresentable: true }), toCats('cat', 1), toCats('cats', null)],
  });
  const view = await createCollection(api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, cat from ${posts.name}`,
  });
  for (let index = 0; index < 6; index += 1)
    await createRecord(api, posts.name, { title: `p${index}`, cat: ID, cats: [WILD, OTHER_CASE] });
  const last = await createRecord(api, posts.name, { title: 'last', cat: WILD, cats: [OTHER_CASE, ID] });
  await loadCollections();

  const { $references } = createReferences(toCollection(cats), ID);
  const shown = () =>
    $references
      .get()
      .map(({ collection, field, load }) => [
        `${collection.name}.${field.name}`,
        load.state === 'ready' ? [load.value.total, load.value.items.length] : load.state,
      ]);
  const isLoaded = () => until($references, (all) => all.every(({ load }) => load.state === 'ready'));
  const stop = $references.listen(() => {});
  await isLoaded();
  expect(shown()).toEqual([
    [`${posts.name}.cat`, [6, 5]],
    [`${posts.name}.cats`, [1, 1]],
    [`${view.name}.cat`, [6, 5]],
  ]);
  // The same filter finds them in their list.
  const [, several] = $references.get();
  const found = await api.get<{ items: { id: string }[] }>(
    `/api/collections/${posts.name}/records?filter=${encodeURIComponent(several?.filter ?? '')}`,
  );
  expect(found.items.map(({ id }) => id)).toEqual([last.id]);

  await api.delete(`/api/collections/${posts.name}/records/${last.id}`);
  await showRemovedRecords(posts.id, [last.id]);
  await until($references, ([, one]) => one?.load.state === 'ready' && one.load.value.total === 0);
  stop();
});

test('relations whose names begin with a digit count what refers to the record, too', async () => {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('title')] });
  for (const id of [ID, WILD]) await createRecord(api, cats.name, { id, title: id });
  const toCats = (name: string, max: Limit) => field(name, 'relation', { collectionId: cats.id, max });
  const years = await createCollection(api, {
    name: uniqueName('years'),
    fields: [toCats('2023', 1), toCats('1st', null)],
  });
  await createRecord(api, years.name, { 2023: ID, '1st': [WILD] });
  await createRecord(api, years.name, { 2023: ID, '1st': [WILD, ID] });
  await createRecord(api, years.name, { 2023: WILD });
  await loadCollections();
  const { $references } = createReferences(toCollection(cats), ID);
  const stop = $references.listen(() => {});
  const all = await until($references, (one) => one.every(({ load }) => load.state === 'ready'));
  stop();
  expect(all.map(({ load }) => load.state === 'ready' && load.value.total)).toEqual([2, 1]);
});

test('what could not be counted says so until it is tried again; a change counts only what it may touch', async () => {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('title')] });
  await createRecord(api, cats.name, { id: ID });
  const fields = [field('cat', 'relation', { collectionId: cats.id })];
  const posts = await createCollection(api, { name: uniqueName('posts'), fields });
  await loadCollections();
  const { $references, reload } = createReferences(toCollection(cats), ID);
  const isState = (state: string) => until($references, ([one]) => one?.load.state === state);
  const restore = rejectRequests(({ path }) => path.includes(posts.id), 'Busy.', 500);
  const stop = $references.listen(() => {});
  const [failed] = await isState('failed');
  expect(failed?.load).toMatchObject({ error: { status: 500, message: 'Busy.' } });
  restore();
  await reload();
  await isState('ready');

  const { sent } = watchRequests();
  const change = async (collectionId: string, action: 'update' | 'delete') => {
    sent.length = 0;
    $ownChange.set({ collectionId, ids: [], action });
    await settled();
    return sent.filter((request) => request.includes(posts.id)).length;
  };
  expect(await change(cats.id, 'update')).toBe(0);
  expect(await change(posts.id, 'update')).toBe(1);
  expect(await change(cats.id, 'delete')).toBe(1);

  // Once nobody looks at them, what is under way ends, and changes load nothing.
  const { arrived } = holdRequests(({ path }) => path.includes(posts.id));
  const before = $references.get();
  const reloading = reload();
  await arrived;
  stop();
  cleanStores($references);
  await reloading;
  expect($references.get()).toBe(before);
  expect(await change(posts.id, 'update')).toBe(0);
});

test('changes in quick succession leave no reference with an old number', async () => {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('title')] });
  await createRecord(api, cats.name, { id: ID });
  const fields = [field('cat', 'relation', { collectionId: cats.id })];
  const posts = await createCollection(api, { name: uniqueName('posts'), fields });
  const notes = await createCollection(api, { name: uniqueName('notes'), fields });
  await loadCollections();
  const { $references } = createReferences(toCollection(cats), ID);
  const stop = $references.listen(() => {});
  const totals = () =>
    $references.get().map(({ load }) => (load.state === 'ready' ? load.value.total : load.state));
  await until($references, () => totals().every((total) => total === 0));
  // As an undone delete does, which creates records of one collection after another.
  const { release } = holdRequests(({ path }) => path.includes(posts.id));
  for (const { id, name } of [posts, notes]) {
    await createRecord(api, name, { cat: ID });
    $ownChange.set({ collectionId: id, ids: [], action: 'create' });
  }
  release();
  await until($references, () => totals().every((total) => total === 1));
  expect(totals()).toEqual([1, 1]);
  stop();
});
