import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { $fileToken } from '#stores/app/file-token.ts';
import { $session, signOut, startSession } from '#stores/app/session.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'pb_admin_file_token';
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const session = {
  token: 'a',
  admin: { id: 'a', email: 'a@example.com', avatar: 0, created: '', updated: '' },
};

/** A token with this many ms to live. */
function grant(lifetime: number, mark = '', id = 'a'): string {
  const claims = { id, exp: Math.floor((Date.now() + lifetime) / 1000), type: 'admin', mark };
  return `x.${btoa(JSON.stringify(claims))}.y`;
}

let asked = 0;
/** What the backend answers; undefined while it is down. */
let answer: (() => string) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01') });
  asked = 0;
  answer = () => grant(120 * SECOND, String(asked));
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (!answer) throw new TypeError('Failed to fetch');
    return Response.json({ token: answer() });
  });
  browser.storage.delete(KEY);
  $session.set(session);
});

afterEach(async () => {
  stop();
  // A store that nobody listens to goes to sleep after a second.
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  $session.set(undefined);
});

let stop = () => {};
async function listen() {
  stop = $fileToken.listen(() => {});
  await vi.advanceTimersByTimeAsync(0);
}

test('[AU-12] a token is renewed 10 s before its end', async () => {
  await listen();
  const first = $fileToken.get();
  expect(first).toBe(browser.storage.get(KEY));
  await vi.advanceTimersByTimeAsync(109 * SECOND);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(asked).toBe(2);
  expect($fileToken.get()).not.toBe(first);
});

test('a token is asked for again after a failure', async () => {
  const down = answer;
  answer = undefined;
  await listen();
  expect($fileToken.get()).toBe('');
  answer = down;
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect($fileToken.get()).toBe(browser.storage.get(KEY));
});

test('after a failure there is a pause before a token is asked for again', async () => {
  answer = undefined;
  await listen();
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(9 * SECOND);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(12 * SECOND);
  expect(asked).toBe(3);
});

test('a token that has run out already is not asked for without a pause', async () => {
  answer = () => grant(-SECOND);
  await listen();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(asked).toBeLessThanOrEqual(6);
});

test('nobody asks once nobody listens, even when an answer comes late', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    await promise;
    return Response.json({ token: grant(120 * SECOND) });
  });
  await listen();
  expect(asked).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  resolve();
  await vi.advanceTimersByTimeAsync(600 * SECOND);
  expect(asked).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('no token comes in or is stored after the session has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async () => {
    await promise;
    return Response.json({ token: grant(120 * SECOND) });
  });
  await listen();
  $session.set(undefined);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect($fileToken.get()).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a token that holds for months is not checked without a pause', async () => {
  answer = () => grant(90 * DAY);
  await listen();
  const reads = vi.spyOn(browser.storage, 'get');
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  expect(asked).toBe(1);
});

test('a token that lives shorter than the margin is not asked for every second', async () => {
  answer = () => grant(8 * SECOND);
  await listen();
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  expect(asked).toBeLessThanOrEqual(7);
});

const other = { token: 'b', admin: { ...session.admin, id: 'b', email: 'b@example.com' } };

test('leaving clears the token from storage and memory, also when nobody looks at files any more', async () => {
  await listen();
  stop();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect($fileToken.value).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(true);
  api().authStore.save(grant(DAY), { ...session.admin });
  const end = startSession();
  expect(browser.storage.has(KEY)).toBe(true);
  signOut();
  expect(browser.storage.has(KEY)).toBe(false);
  end();
});

test('the token of one administrator is never the next one’s', async () => {
  const answers = new Map<number, (token: string) => void>();
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    const token = await new Promise<string>((resolve) => answers.set(asked, resolve));
    return Response.json({ token });
  });
  await listen();
  $session.set(other);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(2);
  const theirs = grant(120 * SECOND, '', 'b');
  answers.get(2)?.(theirs);
  await vi.advanceTimersByTimeAsync(0);
  answers.get(1)?.(grant(120 * SECOND));
  await vi.advanceTimersByTimeAsync(0);
  expect([$fileToken.get(), browser.storage.get(KEY)]).toEqual([theirs, theirs]);
});

test('a stored token of somebody else is not used', async () => {
  browser.storage.set(KEY, grant(120 * SECOND, 'kept', 'b'));
  await listen();
  expect(asked).toBe(1);
  expect($fileToken.get()).toBe(grant(120 * SECOND, '1'));
});

test('[AU-12] a stored token is used without a call while it holds for longer than the margin', async () => {
  const known = grant(60 * SECOND);
  browser.storage.set(KEY, known);
  await listen();
  expect($fileToken.get()).toBe(known);
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(51 * SECOND);
  expect(asked).toBe(1);
});

test.each([
  [10, 1],
  [11, 0],
])('[AU-12] a stored token that holds for %i s more makes %i calls', async (rest, calls) => {
  browser.storage.set(KEY, grant(rest * SECOND));
  await listen();
  expect(asked).toBe(calls);
});
