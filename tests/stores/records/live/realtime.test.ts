import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refreshSession } from '#api/auth/admins.ts';
import { api } from '#api/client.ts';
import { subscribeRecords } from '#api/records/shared-realtime.ts';
import { sdk } from '#api/sdk.ts';
import type { RecordEvent } from '#domain/records/tab-message.ts';
import { expireSession, signIn } from '#stores/app/session.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { backend } from '../record-fixture.ts';

let stop = new AbortController();
let collection: Collection;
beforeEach(async () => {
  stop = new AbortController();
  collection = await createCollection(backend().api, { name: uniqueName('live'), fields: [field('title')] });
});
afterEach(() => stop.abort());

/** Subscribes to a collection or a record and records its events. */
async function follow(record?: string, signal = stop.signal) {
  const events: RecordEvent[] = [];
  let connections = 0;
  await subscribeRecords(
    {
      collection: collection.id,
      record,
      onEvent: (event) => events.push(event),
      onConnected: () => {
        connections += 1;
      },
    },
    { signal },
  );
  return { events, connections: () => connections };
}

const change = (id: string, title: string) =>
  backend().api.patch(`/api/collections/${collection.id}/records/${id}`, { title });

test('reports creates, updates and deletes with the id and the time only', async () => {
  const { events, connections } = await follow();
  expect(connections()).toBe(1);
  const { id, updated } = await createRecord(backend().api, collection.id, { title: 'secret' });
  await change(id, 'other');
  await backend().api.delete(`/api/collections/${collection.id}/records/${id}`);
  await expect.poll(() => events.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(events[0]).toEqual({ action: 'create', id, updated });
});

test('subscriptions share a connection, and the last one that ends closes it', async () => {
  const { id } = await createRecord(backend().api, collection.id, { title: 'a' });
  const list = await follow();
  const own = new AbortController();
  const watched = watchRequests();
  const panel = await follow(id, own.signal);
  expect(watched.sent).toEqual(['POST /api/realtime']);
  // Both have to look for changes before the backend knew their topics.
  expect([list.connections(), panel.connections()]).toEqual([1, 1]);
  await change(id, 'b');
  await expect.poll(() => panel.events.length).toBe(1);
  await expect.poll(() => list.events.length).toBe(1);
  own.abort();
  await change(id, 'c');
  await expect.poll(() => list.events.length).toBe(2);
  expect(panel.events).toHaveLength(1);
  expect(sdk(api()).realtime.isConnected).toBe(true);
  stop.abort();
  expect(sdk(api()).realtime.isConnected).toBe(false);
});

test('topics are sent one after another, because each request contains all', async () => {
  await follow();
  const isTopics = ({ path }: { path: string }) => path === '/api/realtime';
  const { sent } = watchRequests();
  const held = holdRequests(isTopics, 'responses');
  const following = [follow('record000000001'), follow('record000000002'), follow('record000000001')];
  await held.arrived;
  expect(sent).toEqual(['POST /api/realtime']);
  held.release();
  await Promise.all(following);
  expect(sent).toHaveLength(2);
});

test('all subscriptions to a topic that the backend refuses fail', async () => {
  const stopRejecting = rejectRequests(({ path }) => path === '/api/realtime', 'No.');
  const failed = await Promise.allSettled([follow(), follow()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  stopRejecting();
  const { connections } = await follow();
  expect(connections()).toBe(1);
});

test('a subscription that ends while it connects opens nothing', async () => {
  const subscribed = follow().catch((error: unknown) => error);
  stop.abort();
  expect(await subscribed).toMatchObject({ isAbort: true });
  expect(sdk(api()).realtime.isConnected).toBe(false);
});

test('a connection that closes aborts the topics that it has sent', async () => {
  await follow();
  const send = globalThis.fetch;
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
    if (String(input).endsWith('/api/realtime')) signals.push(init?.signal);
    return send(input, init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const held = holdRequests(({ path }) => path === '/api/realtime', 'responses');
  const following = follow('record000000001').catch(() => {});
  await held.arrived;
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  stop.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  held.release();
  await following;
});

test('events still arrive after the session was renewed', async () => {
  const { events } = await follow();
  const before = api().session.token;
  // The backend writes the time of a token in seconds.
  await expect
    .poll(async () => {
      await refreshSession();
      return api().session.token;
    })
    .not.toBe(before);
  const { id } = await createRecord(backend().api, collection.id, { title: 'a' });
  await expect.poll(() => events.map((event) => event.id)).toEqual([id]);
});

test('connects again after the backend was killed', async () => {
  const { events, connections } = await follow();
  await backend().kill();
  await backend().restart();
  await expect.poll(connections).toBe(2);
  const { id } = await createRecord(backend().api, collection.id, { title: 'a' });
  await expect.poll(() => events.map((event) => event.id)).toEqual([id]);
});

test('the end of the session closes the connection', async () => {
  await follow();
  expireSession();
  expect(sdk(api()).realtime.isConnected).toBe(false);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

test('throws an error when there is no connection', async () => {
  await backend().kill();
  await expect(follow()).rejects.toMatchObject({ isAbort: false });
  await backend().restart();
});
