import '../newer-line.ts';
import { rmSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Subscription } from '#api/records/shared-realtime.ts';
import { NOTES_KEY } from '#domain/arrangements/notes.ts';
import { OWN_COLLECTION, ownState } from '#domain/arrangements/own-collection.ts';
import { newOwnCollection } from '#domain/arrangements/state.ts';
import type { RecordData } from '#domain/records/record.ts';
import { programOf } from '#scripts/test/programs.ts';
import { startRouting } from '#stores/app/route.ts';
import { startSession } from '#stores/app/session.ts';
import { $notes, setNote } from '#stores/arrangements/notes.ts';
import { $isOff, share } from '#stores/arrangements/sharing.ts';
import { startSharing } from '#stores/arrangements/start.ts';
import { $sync } from '#stores/arrangements/sync.ts';
import { $collections, $ownCollection, loadCollections } from '#stores/collections/list.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';
import { holdRequests, rejectRequests } from '../network-fixture.ts';
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
  $notes.listen(() => {}),
  $isOff.listen(() => {}),
]);
beforeAll(async () => {
  await until($collections, (load) => load.state === 'ready');
});

const PATH = `/api/collections/${OWN_COLLECTION}/records`;
const stored = async () => (await backend().api.get<{ items: RecordData[] }>(PATH)).items;
const settled = () => eventually(() => expect($sync.get()).toBe('done'));
const changedElsewhere = () => {
  for (const { onEvent } of followed) onEvent({ action: 'update', id: 'x', updated: '' });
};

let stop = () => {};
beforeEach(async () => {
  for (const key of [NOTES_KEY, 'atollShared']) browser.storeElsewhere(key);
  stop = startSharing();
  setNote('c', 'f', 'Mine');
  const sharing = share(true);
  await answerQuestion(true);
  await sharing;
  await settled();
});
afterEach(async () => {
  stop();
  const own = $ownCollection.get();
  if (own) await backend().api.delete(`/api/collections/${own.id}`);
  await loadCollections();
});

test('[NC-53] the shared collection is known on 0.23 and newer, and is closed to others', async () => {
  const own = $ownCollection.get();
  expect(own && ownState(own)).toBe('own');
  expect(own?.fields.map(({ name }) => name).slice(-2)).toEqual(['created', 'updated']);
  const [record] = await stored();
  expect(record).toMatchObject({ kind: 'notes', key: 'c/f', revision: 0, value: { text: 'Mine' } });
  expect((await fetch(`${backend().url}${PATH}`)).status).toBe(403);
});

test('[NC-53] two administrators share at once: both notes are kept, and a second copy of one is refused', async () => {
  const { api } = backend();
  const { id } = $ownCollection.get() ?? {};
  // Another one is faster with the same thing.
  const held = holdRequests(
    ({ method, path }) => method === 'POST' && path === `/api/collections/${id}/records`,
  );
  setNote('c', 'g', 'Same');
  await held.arrived;
  await api.post(PATH, { kind: 'notes', key: 'c/g', revision: 0, value: { text: 'Same' } });
  await api.post(PATH, { kind: 'notes', key: 'c/h', revision: 0, value: { text: 'Theirs' } });
  held.release();
  await eventually(() => expect($notes.get()['c']).toEqual({ f: 'Mine', g: 'Same', h: 'Theirs' }));
  await settled();
  expect((await stored()).map(({ key }) => key).sort()).toEqual(['c/f', 'c/g', 'c/h']);
  expect(toasts()).toEqual([]);
});

test('[NC-53] what is arranged without a connection is sent later', async () => {
  const recover = rejectRequests(({ path }) => path.includes('/records'), 'Down.', 503);
  setNote('c', 'f', 'Changed');
  await eventually(() => expect($sync.get()).toBeInstanceOf(Error));
  recover();
  changedElsewhere();
  await settled();
  await eventually(async () => expect(await stored()).toMatchObject([{ value: { text: 'Changed' } }]));
});

test('[NC-53] one that was made on 0.22 is known after the upgrade', async () => {
  const old = await startPocketBase({ bin: programOf('0.22.27') });
  await old.api.post('/api/collections', writeCollection(newOwnCollection()));
  await old.pause();
  const upgraded = await startPocketBase({ dir: old.dir });
  onTestFinished(async () => {
    await upgraded.stop();
    rmSync(old.dir, { recursive: true });
  });
  const collection = readCollection(await upgraded.api.get(`/api/collections/${OWN_COLLECTION}`));
  expect(collection.fields.map(({ name }) => name)).toContain('updated');
  expect(ownState(collection)).toBe('own');
});
