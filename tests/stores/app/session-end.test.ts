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
  startSession,
} from '#stores/app/session.ts';
import { startRenewal } from '#stores/app/session-renewal.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'pocketbase_auth';
const FILE_KEY = 'pb_admin_file_token';
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-01-01T00:00:00Z');

/** A token with so many ms to live; nobody verifies the signature here. */
function tokenOf(id: string, lifetime: number, type = 'admin') {
  return `x.${btoa(JSON.stringify({ id, type, exp: Math.floor((Date.now() + lifetime) / 1000) }))}.y`;
}
function store(id: string, lifetime: number, type?: string) {
  const model = { id, email: `${id}@example.com`, avatar: 0 };
  browser.storage.set(KEY, JSON.stringify({ token: tokenOf(id, lifetime, type), model }));
}

const asked: string[] = [];

/** Starts the session and its renewal, as the page does for a signed-in administrator. */
function startAll(): () => void {
  const stops = [startSession(), startRenewal()];
  return () => {
    for (const stop of stops) stop();
  };
}

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  browser.backend = 'http://backend.test/';
  browser.storage.clear();
  api().authStore.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (input: string | URL) => {
    asked.push(new URL(input).pathname);
    return Response.json({ code: 500, message: '', data: {} }, { status: 500 });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[AU-02] a session ends by itself when its token does, without a call', () => {
  store('me', 2 * DAY);
  stop = startAll();
  vi.advanceTimersByTime(2 * DAY - 1000);
  expect($session.get()).toBeDefined();
  vi.advanceTimersByTime(1000);
  expect($session.get()).toBeUndefined();
  expect(asked).toEqual([]);
});

test('[AU-02] so does one that lives longer than a timer can wait', () => {
  store('me', 40 * DAY);
  stop = startAll();
  vi.advanceTimersByTime(39 * DAY);
  expect($session.get()).toBeDefined();
  vi.advanceTimersByTime(DAY);
  expect($session.get()).toBeUndefined();
});

test('the end of an earlier token ends no renewed session', () => {
  store('me', 2 * DAY);
  stop = startAll();
  store('me', 9 * DAY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  const renewed = $session.get()?.token;
  vi.advanceTimersByTime(3 * DAY);
  expect($session.get()?.token).toBe(renewed);
});

test('nothing ends a session once its watch is stopped', () => {
  store('me', 2 * DAY);
  startAll()();
  vi.advanceTimersByTime(3 * DAY);
  expect($session.get()).toBeDefined();
  document.dispatchEvent(new Event('pointerdown'));
  document.dispatchEvent(new Event('keydown'));
  store('other', 5 * DAY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  browser.storage.set(FILE_KEY, tokenOf('me', DAY));
  expect($admin.get()?.id).toBe('me');
  signOut();
  expect(browser.storage.has(FILE_KEY)).toBe(true);
});

test.each([
  ['of a user', 'authRecord', DAY],
  ['that has run out', 'admin', -1000],
])('[AU-02] [RT-10] a stored session %s counts as none and is forgotten', (_what, type, lifetime) => {
  store('me', lifetime, type);
  stop = startAll();
  expect($session.get()).toBeUndefined();
  forgetInvalidSession();
  expect(browser.storage.has(KEY)).toBe(false);
});

test('[RT-02] a valid session is not forgotten', () => {
  store('me', DAY);
  stop = startAll();
  forgetInvalidSession();
  expect(browser.storage.has(KEY)).toBe(true);
  expect($adminId.get()).toBe('me');
});

test('[ST-06] a token for files leaves with its administrator and stays with its own', () => {
  const own = tokenOf('me', DAY);
  browser.storage.set(FILE_KEY, own);
  store('me', DAY);
  stop = startAll();
  expect(browser.storage.get(FILE_KEY)).toBe(own);
  store('other', DAY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  expect(browser.storage.has(FILE_KEY)).toBe(false);
  browser.storage.set(FILE_KEY, tokenOf('other', DAY));
  signOut();
  expect(browser.storage.has(FILE_KEY)).toBe(false);
});

test('[ST-06] a token for files of another administrator is no longer there after the start', () => {
  browser.storage.set(FILE_KEY, tokenOf('other', DAY));
  store('me', DAY);
  stop = startAll();
  expect(browser.storage.has(FILE_KEY)).toBe(false);
});

test('the session is checked by its own administrator', async () => {
  vi.useRealTimers();
  store('me', 100 * DAY);
  stop = startAll();
  await expect(checkSession()).rejects.toMatchObject({ status: 500 });
  expect(asked).toEqual(['/api/admins/me']);
});

test('[ER-08] an ended session takes what is under way along', async () => {
  vi.useRealTimers();
  store('me', 100 * DAY);
  stop = startAll();
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
