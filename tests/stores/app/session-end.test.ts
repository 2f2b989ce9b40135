import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, call } from '#api/client.ts';
import {
  $admin,
  $adminId,
  $session,
  checkSession,
  expireSession,
  forgetInvalidSession,
  signOut,
} from '#stores/app/session.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startWithRenewal } from './session-fixture.ts';

const KEY = 'pocketbase_auth';
const FILE_KEY = 'pb_admin_file_token';
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-01-01T00:00:00Z');

/** A token that is valid for `lifetime` ms. The signature is not verified here. */
function createToken(id: string, lifetime: number, type = 'admin') {
  return `x.${btoa(JSON.stringify({ id, type, exp: Math.floor((Date.now() + lifetime) / 1000) }))}.y`;
}
function storeSession(id: string, lifetime: number, type?: string) {
  const model = { id, email: `${id}@example.com`, avatar: 0 };
  browser.storage.set(KEY, JSON.stringify({ token: createToken(id, lifetime, type), model }));
}

const requested: string[] = [];

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  browser.backend = 'http://backend.test/';
  browser.storage.clear();
  api().session.clear();
  requested.length = 0;
  vi.stubGlobal('fetch', async (input: string | URL) => {
    requested.push(new URL(input).pathname);
    return Response.json({ code: 500, message: '', data: {} }, { status: 500 });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[AU-02] a session ends when its token expires, without a request', () => {
  storeSession('me', 2 * DAY);
  stop = startWithRenewal();
  vi.advanceTimersByTime(2 * DAY - 1000);
  expect($session.get()).toBeDefined();
  vi.advanceTimersByTime(1000);
  expect($session.get()).toBeUndefined();
  expect(requested).toEqual([]);
});

test('[AU-02] a session that is longer than the longest timer ends when its token expires', () => {
  storeSession('me', 40 * DAY);
  stop = startWithRenewal();
  vi.advanceTimersByTime(39 * DAY);
  expect($session.get()).toBeDefined();
  vi.advanceTimersByTime(DAY);
  expect($session.get()).toBeUndefined();
});

test('[AU-02] a session ends when its token expires, also after the clock was set back', () => {
  storeSession('me', 2 * DAY);
  stop = startWithRenewal();
  vi.setSystemTime(Date.now() - DAY);
  vi.advanceTimersByTime(2 * DAY);
  expect($session.get()).toBeDefined();
  vi.advanceTimersByTime(DAY);
  expect($session.get()).toBeUndefined();
  expect(requested).toEqual([]);
});

test('a renewed session does not end when the earlier token expires', () => {
  storeSession('me', 2 * DAY);
  stop = startWithRenewal();
  storeSession('me', 9 * DAY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  const renewed = $session.get()?.token;
  vi.advanceTimersByTime(3 * DAY);
  expect($session.get()?.token).toBe(renewed);
});

test('a stopped session no longer reacts to time, input and other tabs', () => {
  storeSession('me', 2 * DAY);
  startWithRenewal()();
  vi.advanceTimersByTime(3 * DAY);
  expect($session.get()).toBeDefined();
  document.dispatchEvent(new Event('pointerdown'));
  document.dispatchEvent(new Event('keydown'));
  storeSession('other', 5 * DAY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  browser.storage.set(FILE_KEY, createToken('me', DAY));
  expect($admin.get()?.id).toBe('me');
  signOut();
  expect(browser.storage.has(FILE_KEY)).toBe(true);
});

test.each([
  ['of a user', 'authRecord', DAY],
  ['that has expired', 'admin', -1000],
])('[AU-02] [RT-10] a stored session %s is ignored and removed', (_what, type, lifetime) => {
  storeSession('me', lifetime, type);
  stop = startWithRenewal();
  expect($session.get()).toBeUndefined();
  forgetInvalidSession();
  expect(browser.storage.has(KEY)).toBe(false);
});

test('[RT-02] a valid session is not removed', () => {
  storeSession('me', DAY);
  stop = startWithRenewal();
  forgetInvalidSession();
  expect(browser.storage.has(KEY)).toBe(true);
  expect($adminId.get()).toBe('me');
});

test('[ST-06] a file token is kept for its own administrator and removed with another one', async () => {
  const own = createToken('me', DAY);
  browser.storage.set(FILE_KEY, own);
  storeSession('me', DAY);
  stop = startWithRenewal();
  expect(browser.storage.get(FILE_KEY)).toBe(own);
  storeSession('other', DAY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  expect(browser.storage.has(FILE_KEY)).toBe(false);
  await eventually(() => expect($adminId.get()).toBe('other'));
  browser.storage.set(FILE_KEY, createToken('other', DAY));
  signOut();
  expect(browser.storage.has(FILE_KEY)).toBe(false);
});

test('[ST-06] a file token of another administrator is removed at the start', () => {
  browser.storage.set(FILE_KEY, createToken('other', DAY));
  storeSession('me', DAY);
  stop = startWithRenewal();
  expect(browser.storage.has(FILE_KEY)).toBe(false);
});

test('checking the session requests its own administrator', async () => {
  vi.useRealTimers();
  storeSession('me', 100 * DAY);
  stop = startWithRenewal();
  await expect(checkSession()).rejects.toMatchObject({ status: 500 });
  expect(requested).toEqual(['/api/admins/me']);
});

test('[ER-08] ending the session aborts pending calls', async () => {
  vi.useRealTimers();
  storeSession('me', 100 * DAY);
  stop = startWithRenewal();
  vi.stubGlobal(
    'fetch',
    (_input: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
      }),
  );
  const pending = call((client, signal) => client.send('/api/x', { method: 'GET', signal }));
  expireSession();
  await expect(pending).rejects.toMatchObject({ isAbort: true });
  expect($session.get()).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(false);
});
