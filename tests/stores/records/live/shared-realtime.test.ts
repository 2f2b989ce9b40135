import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { members, text } from '#domain/app/lenient.ts';
import type { RecordEvent } from '#domain/records/tab-message.ts';
import { rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { backend, browser } from '../record-fixture.ts';

let collection: Collection;
/** The open connections of all tabs. */
const connections = new Set<EventSource>();
/** Everything that tabs tell each other. */
let told: unknown[] = [];
const stop: (() => void)[] = [];

class CountedSource extends EventSource {
  constructor(url: string | URL) {
    super(url);
    connections.add(this);
  }
  override close() {
    super.close();
    connections.delete(this);
  }
}

class WatchedChannel extends BroadcastChannel {
  override postMessage(message: unknown) {
    told.push(message);
    super.postMessage(message);
  }
}

beforeEach(async () => {
  told = [];
  vi.stubGlobal('EventSource', CountedSource);
  vi.stubGlobal('BroadcastChannel', WatchedChannel);
  collection = await createCollection(backend().api, { name: uniqueName('live'), fields: [field('title')] });
});
afterEach(() => {
  for (const end of stop.splice(0)) end();
  vi.unstubAllGlobals();
  expect(connections.size).toBe(0);
});

/** Opens another tab of the same browser: modules of its own, the same storage. */
async function openTab() {
  vi.resetModules();
  const { followRecords } = await import('#api/records/shared-realtime.ts');
  const admins = await import('#api/auth/admins.ts');
  const { api } = await import('#api/client.ts');
  const { sdk } = await import('#api/sdk.ts');
  const follow = (record?: string, collectionId = collection.id) => {
    const end = new AbortController();
    stop.push(() => end.abort());
    const events: RecordEvent[] = [];
    const state = { events, connected: 0, error: undefined as unknown, end: () => end.abort() };
    const onConnected = () => {
      state.connected += 1;
    };
    const onEvent = (event: RecordEvent) => events.push(event);
    followRecords({ collection: collectionId, record, onEvent, onConnected }, { signal: end.signal }).catch(
      (error: unknown) => {
        state.error = error;
      },
    );
    return state;
  };
  return { follow, admins, api, sdk };
}
type Follow = ReturnType<Awaited<ReturnType<typeof openTab>>['follow']>;

const isConnected = (follow: Follow, count = 1) => expect.poll(() => follow.connected).toBe(count);
const create = (title = 'a') => createRecord(backend().api, collection.id, { title });
const hasReceived = ({ events }: Follow, id: string) =>
  expect.poll(() => events.map((event) => event.id)).toContain(id);

/** A tab that has the connection, and one that shares it. */
async function openTwo() {
  const [one, two] = [await openTab(), await openTab()];
  const first = one.follow();
  await isConnected(first);
  const second = two.follow();
  await isConnected(second);
  return { one, two, first, second };
}

/** Name of the lock of the connection. */
async function lockName(): Promise<string> {
  const { held } = await navigator.locks.query();
  return held?.find(({ name }) => name?.startsWith('live '))?.name ?? '';
}

test('tabs share a connection, and tell each other ids and times only', async () => {
  const { first, second, one } = await openTwo();
  expect(connections.size).toBe(1);
  const { id, updated } = await create('secret');
  await hasReceived(second, id);
  expect(second.events).toEqual([{ action: 'create', id, updated }]);
  expect(first.events).toEqual(second.events);
  const messages = JSON.stringify(told);
  expect(messages).toContain(id);
  expect(messages).not.toContain('secret');
  expect(messages).not.toContain(one.api().session.token);
});

test('the connection has the topics of all tabs, as long as these follow them', async () => {
  const { two, first } = await openTwo();
  const other = await createCollection(backend().api, {
    name: uniqueName('other'),
    fields: [field('title')],
  });
  const { sent } = watchRequests();
  const topicsSent = () => sent.filter((request) => request === 'POST /api/realtime').length;
  const third = two.follow(undefined, other.id);
  await isConnected(third);
  expect(topicsSent()).toBe(1);
  const { id } = await createRecord(backend().api, other.id, { title: 'a' });
  await hasReceived(third, id);
  third.end();
  await expect.poll(topicsSent).toBe(2);
  await createRecord(backend().api, other.id, { title: 'b' });
  await hasReceived(first, (await create()).id);
  expect(third.events).toHaveLength(1);
  expect(connections.size).toBe(1);
});

test('another tab takes over when the one with the connection ends, and looks for what it missed', async () => {
  const { two, first, second } = await openTwo();
  const third = (await openTab()).follow();
  await isConnected(third);
  first.end();
  await isConnected(second, 2);
  await isConnected(third, 2);
  expect(connections.size).toBe(1);
  expect(two.sdk(two.api()).realtime.isConnected).toBe(true);
  const { id } = await create();
  await hasReceived(second, id);
  await hasReceived(third, id);
  expect(first.events).toEqual([]);
});

test('after a lost connection every tab looks for what it missed', async () => {
  const { first, second } = await openTwo();
  await backend().kill();
  await backend().restart();
  await isConnected(first, 2);
  await isConnected(second, 2);
  expect(connections.size).toBe(1);
});

test('a tab that does not answer, because it is frozen, loses the connection', async () => {
  await openTwo();
  const name = await lockName();
  for (const end of stop.splice(0)) end();
  const lost = navigator.locks.request(name, () => new Promise(() => {})).catch((error: unknown) => error);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = (await openTab()).follow();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(await lost).toMatchObject({ name: 'AbortError' });
  await isConnected(waiting);
});

test('a tab that has lost the connection to another one follows through it', async () => {
  const { first, second } = await openTwo();
  const name = await lockName();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  void navigator.locks.request(name, { steal: true }, () => held);
  await expect.poll(() => connections.size).toBe(0);
  release();
  await isConnected(first, 2);
  await isConnected(second, 2);
  expect(connections.size).toBe(1);
  const { id } = await create();
  await hasReceived(first, id);
  await hasReceived(second, id);
});

test('tabs of different administrators share nothing', async () => {
  const one = await openTab();
  const two = await openTab();
  const { email } = await createAdmin(backend());
  // While storage is full, a session stays in its tab.
  browser.quota = 0;
  await two.admins.signIn(email, PASSWORD);
  browser.quota = Number.POSITIVE_INFINITY;
  expect(two.api().session.model?.['id']).not.toBe(one.api().session.model?.['id']);
  const [first, second] = [one.follow(), two.follow()];
  await isConnected(first);
  await isConnected(second);
  expect(connections.size).toBe(2);
  second.end();
  expect(connections.size).toBe(1);
  await hasReceived(first, (await create()).id);
});

test.each([
  ['without locks', undefined],
  ['with refused locks', { request: () => Promise.reject(new DOMException('No.', 'SecurityError')) }],
])('%s, each tab has a connection of its own', async (_name, locks) => {
  vi.stubGlobal('navigator', { language: 'en', locks });
  const { first, second } = await openTwo();
  expect(connections.size).toBe(2);
  const { id } = await create();
  await hasReceived(first, id);
  await hasReceived(second, id);
  first.end();
  expect(connections.size).toBe(1);
  await hasReceived(second, (await create()).id);
});

test('a refused subscription of another tab fails there, and only there', async () => {
  const { two, first } = await openTwo();
  const other = await createCollection(backend().api, {
    name: uniqueName('other'),
    fields: [field('title')],
  });
  const stopRejecting = rejectRequests(({ path }) => path === '/api/realtime', 'No.');
  const third = two.follow(undefined, other.id);
  await expect.poll(() => third.error).toMatchObject({ isAbort: false });
  stopRejecting();
  const again = two.follow(undefined, other.id);
  await isConnected(again);
  const { id } = await createRecord(backend().api, other.id, { title: 'a' });
  await hasReceived(again, id);
  await hasReceived(first, (await create()).id);
});

test('a tab that can not connect when it takes over reports it', async () => {
  const { first, second } = await openTwo();
  await backend().kill();
  first.end();
  await expect.poll(() => second.error).toMatchObject({ isAbort: false, status: 0 });
  await backend().restart();
});

test('the end of the session ends the subscription', async () => {
  const { second } = await openTwo();
  const { sessionSignal } = await import('#api/session-signal.ts');
  // That of the tab that was opened last.
  sessionSignal.abort();
  await expect.poll(() => second.error).toMatchObject({ isAbort: true });
});

test('unknown messages change nothing', async () => {
  const { first, second } = await openTwo();
  const names = [await lockName(), ...told.map((message) => members(message)['id'])];
  for (const name of names.map(text).filter(Boolean)) {
    const sender = new BroadcastChannel(name);
    for (const message of [null, 'connecting', [], { type: 'follow' }, { type: 'event', event: 1 }])
      sender.postMessage(message);
    sender.close();
  }
  const { id } = await create();
  await hasReceived(first, id);
  await hasReceived(second, id);
  expect(second).toMatchObject({ events: [{ id }], connected: 1, error: undefined });
});
