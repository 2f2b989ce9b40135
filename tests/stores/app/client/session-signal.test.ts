import { describe, expect, onTestFinished, test, vi } from 'vitest';
import '#tests/support/browser-stub.ts';
import { checkSession } from '#api/auth/admins.ts';
import { type CallOptions, call } from '#api/client.ts';
import { unlinkExternalAuth } from '#api/records/auth.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { requestFileToken } from '#api/records/files.ts';
import { countRecords } from '#api/records/list.ts';
import { listByIds } from '#api/records/pick.ts';
import { getRecord, saveRecord } from '#api/records/record.ts';
import { sessionSignal } from '#api/session-signal.ts';

/** Never responds; fails when it is aborted, like a real request. */
const neverResponds: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(init?.signal?.reason);
    if (init?.signal?.aborted) fail();
    init?.signal?.addEventListener('abort', fail);
  });
const responds: typeof fetch = async () => Response.json({ code: 200 });

const check = (send: typeof fetch, options?: Parameters<typeof call>[1]) =>
  call((client, signal) => client.send('/api/health', { signal, fetch: send }), options);
const aborted = { isAbort: true, status: 0, message: 'The request was autocancelled.' };

test('[ER-08] the end of the session aborts every pending call, with or without its own signal', async () => {
  const own = new AbortController();
  const pending = [check(neverResponds), check(neverResponds, { signal: own.signal })];
  sessionSignal.abort();
  for (const each of pending) await expect(each).rejects.toMatchObject(aborted);
  expect(own.signal.aborted).toBe(false);
});

test('[ER-08] calls after the end of the session, such as a sign-in, are not aborted', async () => {
  const before = sessionSignal.current();
  sessionSignal.abort();
  expect(before.aborted).toBe(true);
  expect(sessionSignal.current().aborted).toBe(false);
  await expect(check(responds)).resolves.toMatchObject({ code: 200 });
  const pending = check(neverResponds);
  sessionSignal.abort();
  await expect(pending).rejects.toMatchObject(aborted);
});

test('a call that outlives the session is only aborted by its own signal', async () => {
  const own = new AbortController();
  const pending = check(neverResponds, { signal: own.signal, outlivesSession: true });
  const settled = vi.fn();
  pending.catch(settled);
  sessionSignal.abort();
  await new Promise((done) => setImmediate(done));
  expect(settled).not.toHaveBeenCalled();
  own.abort();
  await expect(pending).rejects.toMatchObject(aborted);
});

test('a call with an already aborted signal is rejected', async () => {
  await expect(check(responds, { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted);
});

test('a complete response to an aborted call is only used where the call accepts it', async () => {
  const own = new AbortController();
  const late: typeof fetch = async () => {
    own.abort();
    return Response.json({ code: 200 });
  };
  const { signal } = own;
  await expect(check(late, { signal, acceptsLateResponse: true })).resolves.toMatchObject({ code: 200 });
  await expect(check(late, { signal })).rejects.toMatchObject(aborted);
});

describe('[ER-08] when the session ends', () => {
  const stubFetch = () => {
    vi.stubGlobal('fetch', neverResponds);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
  };

  test.each<[string, (options: CallOptions) => Promise<unknown>]>([
    ['the deletion of a record', (options) => deleteRecord('posts', 'r1', options)],
    [
      'the unlinking of a provider',
      (options) => unlinkExternalAuth('users', 'u1', { id: 'x', provider: 'google' }, options),
    ],
    ['the check of the session', (options) => checkSession('me', options)],
  ])('%s continues, because its outcome must be known', async (_what, run) => {
    stubFetch();
    const own = new AbortController();
    const pending = run({ signal: own.signal });
    const settled = vi.fn();
    pending.catch(settled);
    sessionSignal.abort();
    await new Promise((done) => setImmediate(done));
    expect(settled).not.toHaveBeenCalled();
    own.abort();
    await expect(pending).rejects.toMatchObject(aborted);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a list', () => listByIds('posts', ['r1'], '')],
    ['a count', () => countRecords('posts', '')],
    ['a record', () => getRecord('posts', 'r1')],
    ['a save', () => saveRecord({ collection: 'posts', id: 'r1', parts: [{ name: 'title', value: 'a' }] })],
    ['a request for a file token', () => requestFileToken()],
  ])('%s is aborted', async (_what, run) => {
    stubFetch();
    const pending = run();
    sessionSignal.abort();
    await expect(pending).rejects.toMatchObject(aborted);
  });
});
