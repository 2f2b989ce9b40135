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

/** Never answers; fails when it is aborted, as the network does. */
const unanswered: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(init?.signal?.reason);
    if (init?.signal?.aborted) fail();
    init?.signal?.addEventListener('abort', fail);
  });
const answered: typeof fetch = async () => Response.json({ code: 200 });

const check = (send: typeof fetch, options?: Parameters<typeof call>[1]) =>
  call((client, signal) => client.health.check({ signal, fetch: send }), options);
const aborted = { isAbort: true, status: 0, message: 'The request was autocancelled.' };

test('[ER-08] the end of the session aborts every call under way, with a signal of its own or without', async () => {
  const own = new AbortController();
  const pending = [check(unanswered), check(unanswered, { signal: own.signal })];
  sessionSignal.abort();
  for (const each of pending) await expect(each).rejects.toMatchObject(aborted);
  expect(own.signal.aborted).toBe(false);
});

test('[ER-08] calls after the end of the session, such as a sign-in, are not concerned', async () => {
  const before = sessionSignal.current();
  sessionSignal.abort();
  expect(before.aborted).toBe(true);
  expect(sessionSignal.current().aborted).toBe(false);
  await expect(check(answered)).resolves.toMatchObject({ code: 200 });
  const pending = check(unanswered);
  sessionSignal.abort();
  await expect(pending).rejects.toMatchObject(aborted);
});

test('a call that outlives the session ends by its own signal alone', async () => {
  const own = new AbortController();
  const pending = check(unanswered, { signal: own.signal, outlivesSession: true });
  const settled = vi.fn();
  pending.catch(settled);
  sessionSignal.abort();
  await new Promise((done) => setImmediate(done));
  expect(settled).not.toHaveBeenCalled();
  own.abort();
  await expect(pending).rejects.toMatchObject(aborted);
});

test('a call whose signal is aborted already is not answered', async () => {
  await expect(check(answered, { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted);
});

test('an answer that came in full counts only where it is said to', async () => {
  const own = new AbortController();
  const late: typeof fetch = async () => {
    own.abort();
    return Response.json({ code: 200 });
  };
  const { signal } = own;
  await expect(check(late, { signal, takesLateAnswer: true })).resolves.toMatchObject({ code: 200 });
  await expect(check(late, { signal })).rejects.toMatchObject(aborted);
});

describe('[ER-08] when the session ends', () => {
  const begin = () => {
    vi.stubGlobal('fetch', unanswered);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
  };

  test.each<[string, (options: CallOptions) => Promise<unknown>]>([
    ['a delete of a record', (options) => deleteRecord('posts', 'r1', options)],
    ['an unlinked provider', (options) => unlinkExternalAuth('users', 'u1', 'google', options)],
    ['the check of the session', (options) => checkSession('me', options)],
  ])('%s goes on: its outcome must be known', async (_what, run) => {
    begin();
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
    ['a list', () => listByIds('posts', ['r1'], 50, '')],
    ['a count', () => countRecords('posts', '')],
    ['a record', () => getRecord('posts', 'r1')],
    ['a save', () => saveRecord({ collection: 'posts', id: 'r1', parts: [{ name: 'title', value: 'a' }] })],
    ['a token for files', () => requestFileToken()],
  ])('%s is aborted', async (_what, run) => {
    begin();
    const pending = run();
    sessionSignal.abort();
    await expect(pending).rejects.toMatchObject(aborted);
  });
});
