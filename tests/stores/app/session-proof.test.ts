import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { startProofs } from '#api/session-proof.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import { programOf } from '#scripts/test/programs.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { createAdminRequest, deleteAdminRequest } from '#wire/administrators.ts';
import { setLine } from '#wire/choose.ts';
import { signInRequest } from '#wire/identities.ts';
import { deleteRecordRequest, recordRequest, recordsRequest, saveRecordRequest } from '#wire/records.ts';

let backend: Backend;
let sent: string[];
const realFetch = globalThis.fetch;

const NOTES = {
  name: 'notes',
  type: 'base',
  ...{ listRule: 'title != "hidden"', viewRule: 'title != "hidden"' },
  ...{ createRule: '', updateRule: '', deleteRule: null },
  fields: [
    { name: 'title', type: 'text' },
    { name: 'inside', type: 'text', hidden: true },
  ],
};

const send = <T>({ path, ...request }: BackendRequest | ApiRequest) =>
  api().send<T>(path, { ...request, signal: new AbortController().signal });
const list = () =>
  send<{ items: { id: string; title: string }[] }>(
    recordsRequest({
      collection: 'notes',
      page: 1,
      perPage: 9,
      sort: '',
      filter: '',
      expand: '',
      fields: '',
    }),
  );
const proofs = () => sent.filter((path) => path === '/api/logs').length;
/** Everybody who is signed in as the administrator is a guest from now on. */
const endSessions = () =>
  backend.write('data', (db) =>
    db.exec(`UPDATE _superusers SET tokenKey = '${'x'.repeat(50)}' || hex(randomblob(4))`),
  );

beforeAll(async () => {
  setLine('pb23');
  startProofs();
  backend = await startPocketBase({ bin: programOf('0.40.6') });
  browser.backend = backend.url;
  await backend.api.post('/api/collections', NOTES);
  for (const title of ['shown', 'hidden'])
    await backend.api.post('/api/collections/notes/records', { title, inside: 'a secret' });
});
afterAll(async () => {
  setLine(undefined);
  await backend.stop();
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    sent.push(new URL(input).pathname);
    return realFetch(input, init);
  });
  sent = [];
  const request = signInRequest(backend.adminEmail, backend.adminPassword);
  const { token, record } = await send<{ token: string; record: unknown }>(request);
  api().session.save(token, record);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  api().session.clear();
});

test('[NW-30] a list that a guest may see, too, is no answer to a session that has ended', async () => {
  expect((await list()).items).toHaveLength(2);
  endSessions();
  vi.advanceTimersByTime(5001);
  await expect(list()).rejects.toMatchObject({ status: 401 });
  // It is known to be over: nothing else is shown either.
  await expect(list()).rejects.toMatchObject({ status: 401 });
  // What the backend itself answers to such a session.
  const { status } = await realFetch(`${backend.url}/api/collections/notes/records`, {
    headers: { Authorization: api().session.token },
  });
  expect(status).toBe(200);
});

test('[NW-30] a save that a guest may do, too, does not count after the session has ended', async () => {
  const [first] = (await list()).items;
  endSessions();
  vi.advanceTimersByTime(1001);
  const body = { title: 'changed', inside: 'another secret' };
  await expect(send(saveRecordRequest('notes', first?.id, body))).rejects.toMatchObject({ status: 401 });
  // The guest was not allowed to change what is hidden from it.
  expect(backend.sql('SELECT inside FROM notes WHERE id = ?', [first?.id ?? ''])).toEqual([
    { inside: 'a secret' },
  ]);
});

test('[NW-30] what only administrators change needs no proof, which their own deletion would refuse', async () => {
  const account = { email: 'gone@example.com', password: '1234567890' };
  const input = { ...account, changePassword: true, passwordConfirm: account.password, avatar: 0 };
  const { id } = await send<{ id: string }>(createAdminRequest(input));
  const { token, record } = await send<{ token: string; record: unknown }>(
    signInRequest(account.email, account.password),
  );
  api().session.save(token, record);
  vi.advanceTimersByTime(1001);
  await send(deleteAdminRequest(id));
  expect(proofs()).toBe(0);
  await expect(send(deleteAdminRequest(id))).rejects.toMatchObject({ status: 401 });
});

test.each([
  ['a record that is hidden from guests', () => send(recordRequest('notes', 'missing00000000'))],
  ['a locked rule', () => send(deleteRecordRequest('notes', 'missing00000000'))],
])('[NW-30] %s is no reason of its own after the session has ended', async (_what, ask) => {
  await list();
  // The session is valid: the answer stands, however recent the proof is.
  await expect(ask()).rejects.toMatchObject({ status: 404 });
  endSessions();
  await expect(ask()).rejects.toMatchObject({ status: 401 });
});

test('[NW-30] one answer to administrators proves the requests beside it', async () => {
  await Promise.all([send({ path: '/api/settings' }), list(), list()]);
  await list();
  expect(proofs()).toBe(0);
  vi.advanceTimersByTime(5001);
  await Promise.all([list(), list()]);
  expect(proofs()).toBe(1);
});

test('[NW-30] 0.22 is asked for nothing more', async () => {
  setLine('pb22');
  await list();
  setLine('pb23');
  expect(proofs()).toBe(0);
});
