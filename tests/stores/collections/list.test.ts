import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { $query, go, replaceHash, startRouting } from '#stores/app/route.ts';
import { $session, expireSession, startSession } from '#stores/app/session.ts';
import { $pageTitle } from '#stores/app/settings.ts';
import {
  $activeCollection,
  $collectionList,
  $collections,
  $ownCollection,
  checkCollections,
  followActiveCollection,
  hideDeletedCollection,
  loadCollections,
  notifyOtherTabs,
  showSavedCollection,
} from '#stores/collections/list.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { holdRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, toCollection, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

const stops = startStores(() => [
  startSession(),
  startRouting(),
  $collections.listen(() => {}),
  followActiveCollection(),
]);
beforeAll(async () => {
  await until($collections, (load) => load.state === 'ready');
});

const make = () => createCollection(backend().api, { name: uniqueName('base'), fields: [field('title')] });

/** Sends a message of another tab, and waits until all tabs have it. */
async function postElsewhere(message: string): Promise<void> {
  const [sender, receiver] = [new BroadcastChannel('collections'), new BroadcastChannel('collections')];
  const received = new Promise((resolve) => {
    receiver.onmessage = resolve;
  });
  sender.postMessage(message);
  await received;
  for (const channel of [sender, receiver]) channel.close();
}

test('loads for its first listener, and again when another tab requests it', async () => {
  const created = await make();
  expect($collectionList.get().map(({ id }) => id)).not.toContain(created.id);
  const { sent } = watchRequests();
  await postElsewhere('something else');
  expect(sent).toEqual([]);
  await postElsewhere('reload');
  await until($collectionList, (list) => list.some(({ id }) => id === created.id));
});

test('a check for changes lets a load end that is under way, for those who wait for it', async () => {
  const created = await make();
  const isListed = () => $collectionList.get().some(({ id }) => id === created.id);
  const list = holdRequests(({ path, params }) => path === '/api/collections' && !params['fields']);
  const loaded = loadCollections().then(isListed);
  await list.arrived;
  const check = holdRequests(({ params }) => params['fields'] === 'updated', 'responses');
  const checked = checkCollections();
  await check.arrived;
  check.release();
  // The check has read its response.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
  list.release();
  await checked;
  expect(await loaded).toBe(true);
});

test('a check whose turn comes after the end of the session is not sent', async () => {
  const { token, model } = api().session;
  const first = holdRequests(({ params }) => params['fields'] === 'updated');
  const checks = [checkCollections(), checkCollections()];
  await first.arrived;
  const { sent, stop } = watchRequests();
  expireSession();
  await Promise.all(checks);
  await postElsewhere('reload');
  stop();
  first.release();
  expect(sent).toEqual([]);
  api().session.save(token, model ?? {});
  await until($collections, (load) => load.state === 'ready');
});

test('an address without a known collection is changed to the first, and the title follows', async () => {
  const created = await make();
  await loadCollections();
  const first = $collectionList.get()[0];
  const replaced = vi.spyOn(history, 'replaceState');
  go('collections', { collectionId: 'gone', filter: 'a', sort: '-title', recordId: 'x', recordOf: 'y' });
  // Back leaves the list, not to the address that is corrected.
  expect(replaced).toHaveBeenCalledOnce();
  replaced.mockRestore();
  expect($activeCollection.get()).toBe(first);
  expect($query.get()).toEqual({ collectionId: first?.id });
  expect($pageTitle.get()).toBe(first?.name);
  go('collections', { collectionId: created.id, filter: 'a' });
  expect($activeCollection.get()?.name).toBe(created.name);
  expect($query.get()).toEqual({ collectionId: created.id, filter: 'a' });
  expect($pageTitle.get()).toBe(created.name);

  // Deleted elsewhere: the first one replaces it, without its filter.
  await backend().api.delete(`/api/collections/${created.id}`);
  await loadCollections();
  expect($query.get()).toEqual({ collectionId: $collectionList.get()[0]?.id });
});

test('a failed reload keeps the list; a failed first load has an error and can be repeated', async () => {
  const before = $collections.get();
  const { url } = backend();
  await backend().pause();
  await loadCollections();
  expect($collections.get()).toBe(before);
  expect(toasts()).toHaveLength(1);
  $collections.set({ state: 'busy' });
  await loadCollections();
  expect($collections.get()).toMatchObject({ state: 'failed', error: { status: 0 } });
  await backend().restart();
  expect(browser.backend).toBe(url);
  const again = loadCollections();
  expect($collections.get()).toEqual({ state: 'busy' });
  await again;
  expect($collections.get().state).toBe('ready');
});

test('[NS-10] an address of the own dashboard, with a name, opens the same collection, filter and record', async () => {
  const { id, name } = await make();
  await loadCollections();
  // The own dashboard of 0.22 has the names that Atoll has.
  const [ofCollection, ofRecord] =
    backend().line === 'pb23' ? ['collection', 'record'] : ['collectionId', 'recordId'];
  replaceHash(`#/collections?${ofCollection}=${name}&filter=a%3D1&${ofRecord}=abcdefghijklmno`);
  await until($activeCollection, (active) => active?.id === id);
  expect($query.get()).toEqual({ collectionId: id, filter: 'a=1', recordId: 'abcdefghijklmno' });
  // One that does not exist leads to the first, without what belongs to it.
  replaceHash(`#/collections?${ofCollection}=nothing&filter=a%3D1`);
  await until($query, ({ filter }) => filter === undefined);
  expect($query.get()).toEqual({ collectionId: $collectionList.get()[0]?.id });
});

test('a renewed session does not reload the list, another administrator does', async () => {
  const calls = vi.spyOn(globalThis, 'fetch');
  const { token, model } = api().session;
  const requestCount = () =>
    calls.mock.calls.filter(([url]) => String(url).includes('/api/collections?')).length;
  api().session.save(`${token}`, { ...model, avatar: 5 });
  expect($session.get()?.admin.avatar).toBe(5);
  expect(requestCount()).toBe(0);
  const switchTo = async (id: string) => {
    api().session.save(token, { ...model, id });
    // The screens of one administrator close before those of the next one open.
    await until($session, (session) => session?.admin.id === id);
  };
  const own = $session.get()?.admin.id ?? '';
  await switchTo('somebody_else_1');
  expect(requestCount()).toBe(1);
  await until($collections, (load) => load.state === 'ready');
  calls.mockRestore();
  await switchTo(own);
});

test('a list that was requested before a collection was deleted does not bring it back', async () => {
  const created = await make();
  await loadCollections();
  const originalFetch = globalThis.fetch;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (url, init) => {
    const response = await originalFetch(url, init);
    // The backend has sent the list, but the page has not read it yet.
    const body = await response.arrayBuffer();
    arrive();
    await held;
    return new Response(body, response);
  });
  const old = loadCollections();
  await arrived;
  await backend().api.delete(`/api/collections/${created.id}`);
  hideDeletedCollection(created.id);
  const ids = () => $collectionList.get().map(({ id }) => id);
  expect(ids()).not.toContain(created.id);
  release();
  await old;
  expect(ids()).not.toContain(created.id);
  vi.restoreAllMocks();
});

test('a saved collection is updated in the list immediately, and a deleted one is removed', async () => {
  const [first, second] = [await make(), await make()];
  await loadCollections();
  const names = () =>
    $collectionList.get().flatMap(({ id, name }) => ([first.id, second.id].includes(id) ? name : []));
  const before = $collectionList.get().length;
  const renamed = uniqueName('renamed');
  const updated = await backend().api.patch(`/api/collections/${second.id}`, { name: renamed });
  showSavedCollection(toCollection(updated));
  expect(names()).toEqual([first.name, renamed].toSorted());
  expect($collectionList.get()).toHaveLength(before);
  hideDeletedCollection(second.id);
  expect(names()).toEqual([first.name]);
  expect($collectionList.get()).toHaveLength(before - 1);
  await until($collectionList, ({ length }) => length === before);
});

test('Atoll’s own collection is known but not listed, unless the address names it', async () => {
  const own = await createCollection(backend().api, {
    name: 'atoll_arrangements',
    fields: [field('kind'), field('key'), field('revision', 'number'), field('value', 'json')],
    indexes: ['CREATE UNIQUE INDEX own ON atoll_arrangements (kind, `key`, revision)'],
  });
  const isListed = () => $collectionList.get().some(({ id }) => id === own.id);
  await checkCollections();
  expect([isListed(), $ownCollection.get()?.id]).toEqual([false, own.id]);
  const { sent, stop } = watchRequests();
  await checkCollections();
  stop();
  // It counts, so nothing seems to be new.
  expect(sent).toEqual(['GET /api/collections']);
  $collections.set({ state: 'busy' });
  go('collections', { collectionId: own.id });
  await loadCollections();
  expect(isListed()).toBe(true);
  expect($activeCollection.get()?.id).toBe(own.id);
  await backend().api.delete(`/api/collections/${own.id}`);
  await checkCollections();
  expect([isListed(), $ownCollection.get()]).toEqual([false, undefined]);
});

test('a check loads again what was changed elsewhere, and only that', async () => {
  const created = await make();
  await loadCollections();
  const { sent, stop } = watchRequests();
  const loads = () => sent.splice(0).length;
  await checkCollections();
  expect(loads()).toBe(1);
  await backend().api.patch(`/api/collections/${created.id}`, { listRule: '' });
  await checkCollections();
  expect(loads()).toBeGreaterThan(1);
  expect($collectionList.get().find(({ id }) => id === created.id)?.listRule).toBe('');
  await checkCollections();
  expect(loads()).toBe(1);
  await backend().api.delete(`/api/collections/${created.id}`);
  await checkCollections();
  expect(loads()).toBeGreaterThan(1);
  expect($collectionList.get().some(({ id }) => id === created.id)).toBe(false);
  stop();
});

test('[CS-13] other tabs are notified to reload their list', async () => {
  const channel = new BroadcastChannel('collections');
  const message = new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
  });
  notifyOtherTabs();
  expect(await message).toBe('reload');
  channel.close();
});

test('without a listener, a pending load ends, and neither other tabs nor another administrator cause one', async () => {
  const { arrived } = holdRequests(({ path }) => path === '/api/collections');
  const before = $collections.get();
  const pending = loadCollections();
  await arrived;
  // A store without listeners waits a second before it ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const stop of stops.splice(2).reverse()) stop();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await pending;
  // Reading it would be a short visit.
  expect($collections.value).toBe(before);
  const { sent, stop } = watchRequests();
  await postElsewhere('reload');
  const { token, model } = api().session;
  api().session.save(token, { ...model, id: 'somebody_else_2' });
  await until($session, (session) => session?.admin.id === 'somebody_else_2');
  stop();
  expect(sent).toEqual([]);
  expect(toasts()).toEqual([]);
  // Neither address nor title follow any more.
  go('collections', { collectionId: 'gone' });
  expect($query.get()).toEqual({ collectionId: 'gone' });
  api().session.save(token, model ?? {});
});

test('a check brings its answer when no screen shows the list any more', async () => {
  const { id } = await make();
  const list = holdRequests(({ path, params }) => path === '/api/collections' && !params['fields']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const checked = checkCollections().then(() => $collectionList.get().map((one) => one.id));
  await list.arrived;
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  list.release();
  expect(await checked).toContain(id);
});
