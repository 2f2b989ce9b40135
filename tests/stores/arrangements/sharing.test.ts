import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Subscription } from '#api/records/shared-realtime.ts';
import { FOLDERS_KEY, TEMPLATES_KEY } from '#domain/app/storage-keys.ts';
import { noteOf, parseNotes, withNote } from '#domain/arrangements/notes.ts';
import { ownCollectionBody } from '#domain/arrangements/own-body.ts';
import { OWN_COLLECTION, ownState } from '#domain/arrangements/own-collection.ts';
import { docsOfRows, pulled, type SharedDocs, type Texts, unsent } from '#domain/arrangements/state.ts';
import { NOTES_KEY, OWN_ARRANGEMENTS_KEY } from '#domain/arrangements/storage-keys.ts';
import * as folders from '#domain/collections/folders.ts';
import type { RecordData } from '#domain/records/record.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { startSession } from '#stores/app/session.ts';
import { $notes, setNote } from '#stores/arrangements/notes.ts';
import {
  $isOff,
  addOwn,
  copyShared,
  isDeviceArranged,
  share,
  showOwnCollection,
  takeOwn,
  takeShared,
} from '#stores/arrangements/sharing.ts';
import { startSharing } from '#stores/arrangements/start.ts';
import { $sync } from '#stores/arrangements/sync.ts';
import { $folders, finishRename, moveCollection, startFolder } from '#stores/collections/folders.ts';
import {
  $activeCollection,
  $collectionList,
  $collections,
  $ownCollection,
  checkCollections,
  loadCollections,
} from '#stores/collections/list.ts';
import { sharedCollections } from '#stores/home/basics.ts';
import { $areAllExported, $exportText, loadExport, toggleExport } from '#stores/settings/export.ts';
import { eventually } from '#tests/support/eventually.ts';
import { seedRecords } from '#tests/support/factories.ts';
import { holdRequests, loseResponses, rejectRequests, watchRequests } from '../network-fixture.ts';
import { answerQuestion, backend, browser, toasts, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

const followed: Subscription[] = [];
vi.mock('#stores/records/live.ts', () => ({
  keepSubscribed(subscription: Subscription) {
    followed.push(subscription);
    return () => followed.splice(followed.indexOf(subscription), 1);
  },
}));

startStores(() => [
  startSession(),
  startRouting(),
  $collections.listen(() => {}),
  $folders.listen(() => {}),
  $notes.listen(() => {}),
  $isOff.listen(() => {}),
]);
beforeAll(async () => {
  await until($collections, (load) => load.state === 'ready');
});

const PATH = `/api/collections/${OWN_COLLECTION}/records`;
const load = async () => {
  const { items } = await backend().api.get<{ items: RecordData[] }>(`${PATH}?perPage=500`);
  return items;
};

/** Another administrator, on another device. */
function createOther() {
  const device = { texts: {} as Texts, base: {} as SharedDocs };
  return {
    change(key: string, apply: (text: string) => string) {
      device.texts = { ...device.texts, [key]: apply(device.texts[key] ?? '') };
    },
    note(collection: string, field: string, note: string) {
      this.change(NOTES_KEY, (text) => JSON.stringify(withNote(parseNotes(text), collection, field, note)));
    },
    notes: () => parseNotes(device.texts[NOTES_KEY] ?? ''),
    folders: () => folders.parseFolders(device.texts[FOLDERS_KEY] ?? '').folders,
    async exchange() {
      for (;;) {
        const theirs = docsOfRows(await load());
        device.texts = pulled(device.texts, device.base, theirs);
        device.base = theirs;
        const docs = unsent(device.texts, device.base);
        if (!docs.length) return;
        for (const doc of docs) {
          const created = await backend()
            .api.post(PATH, doc)
            .catch(() => undefined);
          if (!created) break;
        }
      }
    },
  };
}

/** Waits until all of this device is shared. */
const settled = () =>
  eventually(() => {
    expect($sync.get()).toBe('done');
    expect(JSON.parse(browser.storage.get('atollShared') ?? '{}').base).toBeDefined();
  });
const shared = async () => docsOfRows(await load());
const newest = () => {
  for (const { onEvent } of followed) onEvent({ action: 'create', id: 'x', updated: '' });
};

let stop = () => {};
beforeEach(() => {
  browser.storage.delete('atollShared');
  for (const key of [NOTES_KEY, FOLDERS_KEY, TEMPLATES_KEY, OWN_ARRANGEMENTS_KEY, 'atollShared'])
    browser.storeElsewhere(key);
  stop = startSharing();
});
afterEach(async () => {
  stop();
  const own = $ownCollection.get();
  if (own) await backend().api.delete(`/api/collections/${own.id}`);
  await loadCollections();
});

async function begin(withOwn = true) {
  const sharing = share(withOwn);
  expect(await answerQuestion(true)).toContain('Every administrator');
  await sharing;
  await settled();
}

test('on request, an ordinary collection for admins is made; no list shows it but by its address', async () => {
  expect(isDeviceArranged()).toBe(false);
  setNote('c', 'f', 'Mine');
  expect(isDeviceArranged()).toBe(true);
  const declined = share(true);
  await answerQuestion(false);
  await declined;
  expect($ownCollection.get()).toBeUndefined();
  await begin();
  const own = $ownCollection.get();
  expect(own && ownState(own)).toBe('own');
  expect(await shared()).toEqual({ 'notes/c': { revision: 1, value: { f: 'Mine' } } });
  await expect(fetch(`${backend().url}${PATH}`)).resolves.toMatchObject({ status: 403 });

  expect($collectionList.get().map(({ name }) => name)).not.toContain(OWN_COLLECTION);
  const { sent } = watchRequests();
  await checkCollections();
  expect(sent).toEqual(['GET /api/collections']);
  if (own) showOwnCollection(own);
  expect($activeCollection.get()?.name).toBe(OWN_COLLECTION);
  await loadCollections();
  expect($activeCollection.get()?.name).toBe(OWN_COLLECTION);
  go('collections', { collectionId: $collectionList.get()[0]?.id ?? '' });

  await loadExport();
  expect($areAllExported.get()).toBe(true);
  expect($exportText.get()).not.toContain(OWN_COLLECTION);
  toggleExport(own?.id ?? '');
  expect($exportText.get()).toContain(OWN_COLLECTION);
  const listed = await sharedCollections(new AbortController().signal);
  expect(listed.map(({ name }) => name)).not.toContain(OWN_COLLECTION);
});

test('two administrators who arrange at once lose nothing', async () => {
  await begin();
  const other = createOther();
  const all = Array.from({ length: 12 }, (_, index) => `${index}`);
  for (const index of all) {
    other.note('c', `theirs ${index}`, index);
    other.change(FOLDERS_KEY, (text) =>
      JSON.stringify(folders.addFolder(folders.parseFolders(text), `t${index}`)),
    );
    setNote('c', `mine ${index}`, index);
    startFolder(`collection ${index}`);
    finishRename(`Mine ${index}`);
    newest();
    await other.exchange();
  }
  await eventually(async () => {
    newest();
    await other.exchange();
    expect(other.folders()).toHaveLength(24);
    expect(Object.keys(other.notes()['c'] ?? {})).toHaveLength(24);
    expect($folders.get().folders).toEqual(other.folders());
    expect($notes.get()).toEqual(other.notes());
  });
  await settled();
  // Who sends something deletes what newer revisions have replaced.
  setNote('c', 'last', 'One');
  newest();
  await eventually(async () => expect(await load()).toHaveLength(2));
});

/** JSON that is nested `depth` times. */
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

test('[TR-49] a record that can’t be read stops nothing: it is left out, and named once', async () => {
  setNote('c', 'f', 'Mine');
  await begin();
  const { api } = backend();
  const odd = await api.post<{ id: string }>(PATH, {
    ...{ kind: 'notes', key: 'c', revision: 2 },
    value: { f: nested(3000) },
  });
  await api.post(PATH, { kind: 'notes', key: 'd', revision: 2 ** 60, value: { f: 'Never' } });
  await api.post(PATH, { kind: 'notes', key: 'd', revision: 1, value: { f: 'Theirs' } });
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Mine' }, d: { f: 'Theirs' } }));
  await settled();
  setNote('e', 'f', 'More');
  await eventually(async () => expect((await shared())['notes/e']?.value).toEqual({ f: 'More' }));
  newest();
  await settled();
  expect(
    toasts()
      .filter((message) => message.includes('can’t be read'))
      .sort(),
  ).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Record (?:${odd.id}|\\w+) of ${OWN_COLLECTION} can’t be read, so the notes of [cd] in it are left out\\.$`,
      ),
    ),
    expect.stringMatching(/so the notes of [cd] in it are left out\.$/),
  ]);
  // The last readable revision stays until somebody changes the same.
  expect((await load()).filter((row) => row['key'] === 'c')).toHaveLength(2);
  setNote('c', 'f', 'Changed');
  await eventually(async () => {
    const revisions = (await load()).filter((row) => row['key'] === 'c').map((row) => row['revision']);
    expect(revisions).toContain(3);
  });
});

test('[TR-49] a large note of another version is in storage once', async () => {
  await begin();
  const large = 'x'.repeat(1_900_000);
  await backend().api.post(PATH, { kind: 'notes', key: 'c', revision: 1, value: { f: large } });
  newest();
  await eventually(() => expect($notes.get()['c']?.['f']).toHaveLength(1000));
  await settled();
  const sizes = [...browser.storage.values()].map(({ length }) => length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
  setNote('d', 'f', 'Mine');
  await eventually(async () => expect((await shared())['notes/d']?.value).toEqual({ f: 'Mine' }));
  expect((await shared())['notes/c']).toEqual({ revision: 1, value: { f: large } });
});

test('what one removes and the other changes stays; of two texts, both are seen', async () => {
  startFolder('a');
  finishRename('Shop');
  setNote('c', 'f', 'One');
  await begin();
  const other = createOther();
  await other.exchange();
  const [shop] = other.folders();
  other.change(FOLDERS_KEY, (text) =>
    JSON.stringify(folders.removeFolder(folders.parseFolders(text), shop?.id ?? '')),
  );
  other.note('c', 'f', '<b>Theirs</b>');
  await other.exchange();
  moveCollection('b', shop?.id);
  setNote('c', 'f', 'Mine');
  newest();
  await eventually(() => expect(toasts().join()).toContain('theirs is: <b>Theirs</b>'));
  expect($folders.get().folders[0]).toMatchObject({ name: 'Shop', collections: ['a', 'b'] });
  await settled();
  await other.exchange();
  expect(noteOf(other.notes(), 'c', 'f')).toBe('Mine');
  expect(other.folders()).toEqual($folders.get().folders);
});

test('a device keeps its own aside, can add it, and has it back when it shares no more', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'Shared');
  await other.exchange();
  // Another device, which joins later.
  stop();
  for (const key of [NOTES_KEY, FOLDERS_KEY, 'atollShared']) browser.storeElsewhere(key);
  setNote('c', 'g', 'Own');
  stop = startSharing();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Shared' } }));
  await settled();
  expect(toasts().join()).toContain('Those of this device are kept.');
  expect((await shared())['notes/c']?.value).toEqual({ f: 'Shared' });

  await takeOwn();
  expect($notes.get()).toEqual({ c: { g: 'Own' } });
  expect([$isOff.get(), $sync.get()]).toEqual([true, 'off']);
  await copyShared();
  expect($notes.get()).toEqual({ c: { f: 'Shared', g: 'Own' } });
  setNote('c', 'g', 'Owner');
  expect((await shared())['notes/c']?.value).toEqual({ f: 'Shared' });

  takeShared();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Shared' } }));
  await settled();
  await addOwn();
  await eventually(async () =>
    expect((await shared())['notes/c']?.value).toEqual({ f: 'Shared', g: 'Owner' }),
  );
  expect(browser.storage.has(OWN_ARRANGEMENTS_KEY)).toBe(false);
});

test('what waits is sent before a device shares no more', async () => {
  await begin();
  setNote('c', 'f', 'Late');
  await takeOwn();
  expect((await shared())['notes/c']?.value).toEqual({ f: 'Late' });
  expect([$isOff.get(), $notes.get()]).toEqual([true, {}]);
});

test('who is always overtaken gives up for now, and keeps what waits', async () => {
  await begin();
  const data = { revision: { code: 'validation_not_unique', message: 'Taken.' } };
  const letThrough = rejectRequests(isCreate, 'Failed.', 400, data);
  const { requests } = watchRequests();
  setNote('c', 'f', 'Mine');
  await eventually(() => expect(requests.filter(isCreate)).toHaveLength(20));
  await until($sync, (state) => state === 'done');
  expect([requests.filter(isLoad).length, requests.filter(isCreate).length, toasts()]).toEqual([20, 20, []]);
  letThrough();
  newest();
  await eventually(async () => expect((await shared())['notes/c']?.value).toEqual({ f: 'Mine' }));
});

test('a device goes on sharing while what waits can’t be sent', async () => {
  await begin();
  const data = { revision: { code: 'validation_not_unique', message: 'Taken.' } };
  rejectRequests(({ method, path }) => method === 'POST' && path.endsWith('/records'), 'Failed.', 400, data);
  setNote('c', 'f', 'Mine');
  await takeOwn();
  expect([$isOff.get(), $notes.get()]).toEqual([false, { c: { f: 'Mine' } }]);
  expect(toasts().join()).toContain('Not all changes could be shared');
});

test('a collection that was deleted elsewhere is used no more', async () => {
  await begin();
  await backend().api.delete(`/api/collections/${$ownCollection.get()?.id}`);
  newest();
  await until($ownCollection, (own) => own === undefined);
  expect([$sync.get(), toasts()]).toEqual(['off', []]);
});

test('what the backend does not take stays on this device and is sent later', async () => {
  await begin();
  const accept = rejectRequests(({ method, path }) => method === 'POST' && path.includes('/records'), 'No.');
  setNote('c', 'f', 'Kept');
  await eventually(() => expect(toasts().join()).toContain('is kept on this device and shared later: No.'));
  expect($notes.get()).toEqual({ c: { f: 'Kept' } });
  accept();
  newest();
  await eventually(async () => expect((await shared())['notes/c']?.value).toEqual({ f: 'Kept' }));
});

test('after a lost response, the exchange goes on by itself', async () => {
  await begin();
  const find = loseResponses(({ method, path }) => method === 'POST' && path.includes('/records'));
  setNote('c', 'f', 'Kept');
  await until($sync, (state) => state instanceof Error);
  find();
  await settled();
  expect((await shared())['notes/c']?.value).toEqual({ f: 'Kept' });
});

const isCreate = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'POST' && path.endsWith('/records');

test('what is taken back while it is being sent is taken back for all, without a word of others', async () => {
  await begin();
  const held = holdRequests(isCreate, 'responses');
  setNote('c', 'f', 'One');
  startFolder('a');
  newest();
  await held.arrived;
  setNote('c', 'f', '');
  setNote('c', 'g', 'Two');
  held.release();
  await eventually(async () => expect((await shared())['notes/c']?.value).toEqual({ g: 'Two' }));
  await settled();
  expect($notes.get()).toEqual({ c: { g: 'Two' } });
});

test('what was sent without a response can be taken back, also after a reload', async () => {
  await begin();
  const find = loseResponses(isCreate);
  setNote('c', 'f', 'One');
  await until($sync, (state) => state instanceof Error);
  stop();
  find();
  const other = createOther();
  await other.exchange();
  setNote('c', 'f', '');
  stop = startSharing();
  await eventually(async () => expect((await shared())['notes/c']?.value).toBeUndefined());
  await settled();
  expect([$notes.get(), storedState().sent]).toEqual([{}, []]);
  setNote('c', 'f', 'Two');
  await eventually(async () => expect((await shared())['notes/c']?.value).toEqual({ f: 'Two' }));
});

test('what changes twice while it is sent is in no conflict with itself', async () => {
  await begin();
  const held = holdRequests(isCreate, 'responses');
  setNote('c', 'f', 'One');
  newest();
  await held.arrived;
  setNote('c', 'f', 'One, two');
  held.release();
  await eventually(async () => expect((await shared())['notes/c']?.value).toEqual({ f: 'One, two' }));
  await settled();
  expect(toasts()).toEqual([]);
});

test('with full storage, a note is kept until a reload, and that is said', () => {
  browser.quota = 0;
  setNote('c', 'f', 'Mine');
  browser.quota = Number.POSITIVE_INFINITY;
  expect($notes.get()).toEqual({ c: { f: 'Mine' } });
  expect(toasts()).toEqual([
    'The storage of this browser is full or blocked: the note is kept until you reload.',
  ]);
});

test('with full storage, nothing of others is taken over or taken back', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'Theirs');
  await other.exchange();
  browser.quota = 0;
  newest();
  await until($sync, (sync) => sync instanceof Error);
  browser.quota = Number.POSITIVE_INFINITY;
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Theirs' } }));
  await settled();
  expect((await shared())['notes/c']?.value).toEqual({ f: 'Theirs' });
});

test('where what both have can’t be stored any more, nothing of others is taken over or taken back', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'One');
  await other.exchange();
  const notes = JSON.stringify({ c: { f: 'One' } });
  expect((browser.storage.get('atollShared') ?? '').length).toBeGreaterThan(notes.length);
  browser.quota = notes.length;
  newest();
  await until($sync, (sync) => sync instanceof Error);
  expect($notes.get()).toEqual({});
  browser.quota = Number.POSITIVE_INFINITY;
  other.note('c', 'f', 'Two');
  await other.exchange();
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Two' } }));
  await settled();
  expect((await shared())['notes/c']?.value).toEqual({ f: 'Two' });
  expect(toasts()).toEqual([]);
});

test('with loosened rules nothing is shared, and the collection is listed', async () => {
  await begin();
  const { id } = $ownCollection.get() ?? {};
  await backend().api.patch(`/api/collections/${id}`, { listRule: '' });
  await loadCollections();
  await eventually(() => expect(toasts().join()).toContain('let others in'));
  expect($collectionList.get().map(({ name }) => name)).toContain(OWN_COLLECTION);
  setNote('c', 'f', 'Private');
  expect($sync.get()).toBe('off');
  expect(await load()).toEqual([]);
  await backend().api.patch(`/api/collections/${id}`, { listRule: null });
  await loadCollections();
  await eventually(async () => expect(await load()).toHaveLength(1));
});

test('rules that were loosened elsewhere are noticed before anything is sent', async () => {
  await begin();
  await backend().api.patch(`/api/collections/${$ownCollection.get()?.id}`, { viewRule: '' });
  setNote('c', 'f', 'Private');
  await until($sync, (sync) => sync === 'off');
  expect(await load()).toEqual([]);
  expect($notes.get()).toEqual({ c: { f: 'Private' } });
});

test('another collection of that name is left alone', async () => {
  await backend().api.post('/api/collections', {
    ...{ name: OWN_COLLECTION, type: 'base' },
    schema: [{ name: 'kind', type: 'text' }],
  });
  await loadCollections();
  setNote('c', 'f', 'Mine');
  const own = $ownCollection.get();
  expect(own && ownState(own)).toBe('other');
  expect($collectionList.get().map(({ name }) => name)).toContain(OWN_COLLECTION);
  expect($sync.get()).toBe('off');
  expect(await load()).toEqual([]);
});

const isLoad = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'GET' && path === `/api/collections/${$ownCollection.get()?.id}/records`;

/** Holds the response of the next exchange while `meanwhile` runs. */
async function duringExchange(meanwhile: () => Promise<void> | void) {
  const held = holdRequests(isLoad, 'responses');
  newest();
  await held.arrived;
  await meanwhile();
  held.release();
}
const storedState = () => JSON.parse(browser.storage.get('atollShared') ?? '{}');

test('a response that another tab has overtaken takes nothing back', async () => {
  await begin();
  setNote('c', 'f', 'One');
  await eventually(async () => expect(storedState().base['notes/c']?.revision).toBe(1));
  await settled();
  await duringExchange(async () => {
    const two = { revision: 2, value: { f: 'Two' } };
    await backend().api.post(PATH, { kind: 'notes', key: 'c', ...two });
    browser.storeElsewhere(NOTES_KEY, JSON.stringify({ c: two.value }));
    browser.storage.set('atollShared', JSON.stringify({ ...storedState(), base: { 'notes/c': two } }));
  });
  await settled();
  expect($notes.get()).toEqual({ c: { f: 'Two' } });
});

test('an exchange that another tab has switched off changes nothing', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'Theirs');
  await other.exchange();
  await duringExchange(() => {
    // The event of the change arrives later.
    browser.storage.set('atollShared', JSON.stringify({ isOff: true, collectionId: '', base: {} }));
  });
  await until($sync, (sync) => sync === 'done');
  expect(storedState().isOff).toBe(true);
  expect($notes.get()).toEqual({});
});

test('of what was put aside, the version that was in use last stays, and one that is not added is shown', async () => {
  browser.storeElsewhere(
    OWN_ARRANGEMENTS_KEY,
    JSON.stringify({ [NOTES_KEY]: JSON.stringify({ c: { f: 'Older', g: 'Only' } }) }),
  );
  setNote('c', 'f', 'Last');
  await begin(false);
  setNote('c', 'f', 'Shared');
  await addOwn();
  expect($notes.get()).toEqual({ c: { f: 'Shared', g: 'Only' } });
  expect(toasts()).toContain('The shared text is kept; this device had: Last');
});

test('what the backend refuses keeps nothing else from being shared', async () => {
  await begin();
  const big = [{ id: 't', collectionId: 'c', text: 'x'.repeat(2_000_001) }];
  browser.storeElsewhere(TEMPLATES_KEY, JSON.stringify(big));
  setNote('c', 'f', 'Small');
  const isSent = async () => expect((await shared())['notes/c']?.value).toEqual({ f: 'Small' });
  await eventually(isSent);
  await until($sync, (state) => state instanceof Error);
  expect(toasts().join()).toContain('is kept on this device');
});

test('half of a character is sent once', async () => {
  await begin();
  setNote('c', 'f', 'x\ud83d');
  await eventually(async () => expect(Object.keys(await shared())).toEqual(['notes/c']));
  await settled();
  expect((await shared())['notes/c']).toEqual({ revision: 1, value: { f: 'x\ufffd' } });
  expect(toasts().join()).not.toContain('Another administrator');
});

test('of more than a page, none is missed while another administrator replaces one', async () => {
  await begin();
  const own = $ownCollection.get();
  if (!own) throw new Error('No collection.');
  const value = '{"f":"One"}';
  const [first] = await seedRecords(backend(), { ...own, schema: [] }, 502, (index) => ({
    ...{ kind: 'notes', key: `k${index}`, revision: 1, value },
  }));
  // The copies were created up to half a second later than the first.
  const seeded = Date.now() + 502;
  await eventually(() => expect(Date.now()).toBeGreaterThan(seeded));
  let pages = 0;
  const held = holdRequests((request) => isLoad(request) && ++pages === 2);
  newest();
  await held.arrived;
  await backend().api.post(PATH, { kind: 'notes', key: 'k0', revision: 2, value: { f: 'Two' } });
  await backend().api.delete(`${PATH}/${first}`);
  held.release();
  await settled();
  expect(Object.keys($notes.get())).toHaveLength(502);
  expect($notes.get()['k0']).toEqual({ f: 'Two' });
});

test('who shares when another administrator just has uses that collection', async () => {
  await backend().api.post('/api/collections', ownCollectionBody);
  const sharing = share(true);
  await answerQuestion(true);
  await sharing;
  expect(toasts()).toHaveLength(1);
  await settled();
});

test('a renamed collection does not keep another one from being made', async () => {
  await begin();
  const { id } = $ownCollection.get() ?? {};
  await backend().api.patch(`/api/collections/${id}`, { name: 'renamed_arrangements' });
  await loadCollections();
  expect($ownCollection.get()).toBeUndefined();
  await begin();
  expect($ownCollection.get()?.id).not.toBe(id);
  await backend().api.delete(`/api/collections/${id}`);
});
