import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { noteClock } from '#api/clock.ts';
import { $admin, $session, signIn, signOut } from '#stores/app/session.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startWithRenewal } from './session-fixture.ts';

const KEY = 'pocketbase_auth';
const MINUTE = 60_000;
const stored = () => JSON.parse(browser.storage.get(KEY) ?? 'null');

/** A session as the backend returns it. The signature is not verified here. */
function createSession(id: string, lifetime: number, mark = '') {
  const claims = { id, type: 'admin', exp: Math.floor((Date.now() + lifetime) / 1000), mark };
  const token = `x.${btoa(JSON.stringify(claims))}.y`;
  return { token, admin: { id, email: `${id}@example.com`, avatar: 0 } };
}

/** Collects the requests; each test sends the responses. */
function captureRequests() {
  const requests: { path: string; respond: (body: unknown, status?: number) => Promise<void> }[] = [];
  vi.stubGlobal('fetch', (input: string | URL) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    requests.push({
      path: new URL(input).pathname,
      async respond(body, status = 200) {
        resolve(Response.json(body, { status }));
        // The code under test needs a few more steps to process the response.
        await eventually(() => promise.then((response) => expect(response.bodyUsed).toBe(true)));
        await new Promise((done) => setImmediate(done));
      },
    });
    return promise;
  });
  return requests;
}

/** Dispatches the event that the page receives after another tab has written to the storage. */
function dispatchStorageEvent(key: string | null) {
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

function storeSession({ token, admin }: ReturnType<typeof createSession>) {
  browser.storage.set(KEY, JSON.stringify({ token, model: admin }));
}

let stop = () => {};
beforeEach(() => {
  browser.quota = Number.POSITIVE_INFINITY;
  api().session.clear();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a pending renewal', () => {
  // Each test starts after the pause between two renewals.
  let start = Date.now();
  beforeEach(() => {
    start += 10 * MINUTE;
    vi.useFakeTimers({ toFake: ['Date'], now: start });
  });

  test('[AU-05] stores the new token', async () => {
    const requests = captureRequests();
    storeSession(createSession('me', 30 * MINUTE));
    stop = startWithRenewal();
    expect(requests.map(({ path }) => path)).toEqual(['/api/admins/auth-refresh']);
    const renewed = createSession('me', 60 * MINUTE, 'renewed');
    await requests[0]?.respond(renewed);
    expect($session.get()?.token).toBe(renewed.token);
    expect(stored().token).toBe(renewed.token);
  });

  test('is not repeated within a minute, regardless of user input', async () => {
    const requests = captureRequests();
    storeSession(createSession('me', 30 * MINUTE));
    stop = startWithRenewal();
    await requests[0]?.respond({ code: 500, message: '', data: {} }, 500);
    vi.setSystemTime(start + MINUTE - 1);
    document.dispatchEvent(new Event('pointerdown'));
    document.dispatchEvent(new Event('keydown'));
    expect(requests).toHaveLength(1);
    vi.setSystemTime(start + MINUTE);
    document.dispatchEvent(new Event('keydown'));
    document.dispatchEvent(new Event('pointerdown'));
    expect(requests).toHaveLength(2);
    await requests[1]?.respond({ code: 500, message: '', data: {} }, 500);
  });

  test('is repeated in time for tokens that live shorter than a minute', async () => {
    const requests = captureRequests();
    storeSession(createSession('me', MINUTE / 2));
    stop = startWithRenewal();
    await requests[0]?.respond(createSession('me', MINUTE / 2, 'renewed'));
    vi.setSystemTime(start + 5000);
    document.dispatchEvent(new Event('keydown'));
    expect(requests).toHaveLength(1);
    vi.setSystemTime(start + 20_000);
    document.dispatchEvent(new Event('keydown'));
    expect(requests).toHaveLength(2);
    await requests[1]?.respond({ code: 500, message: '', data: {} }, 500);
  });

  test('does not sign in an administrator who has signed out meanwhile', async () => {
    const requests = captureRequests();
    storeSession(createSession('me', 30 * MINUTE));
    stop = startWithRenewal();
    signOut();
    await requests[0]?.respond(createSession('me', 60 * MINUTE, 'renewed'));
    expect($session.get()).toBeUndefined();
    expect(stored()).toBeNull();
  });

  test('does not replace the session of an administrator who has signed in meanwhile in another tab', async () => {
    const requests = captureRequests();
    storeSession(createSession('me', 30 * MINUTE));
    stop = startWithRenewal();
    const other = createSession('other', 120 * MINUTE);
    storeSession(other);
    dispatchStorageEvent(KEY);
    await requests[0]?.respond(createSession('me', 60 * MINUTE, 'renewed'));
    expect($admin.get()?.id).toBe('other');
    expect(stored().token).toBe(other.token);
  });
});

describe('to the second', () => {
  const now = Date.parse('2040-01-01T00:00:00Z');
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));

  test.each([
    [60 * MINUTE, 1],
    [60 * MINUTE + 1000, 0],
  ])('[AU-05] a session that lasts %i ms more is renewed %i times', async (rest, count) => {
    const requests = captureRequests();
    storeSession(createSession('me', rest));
    stop = startWithRenewal();
    expect(requests).toHaveLength(count);
    await requests[0]?.respond({ code: 500, message: '', data: {} }, 500);
  });

  test('[AU-05] a session is renewed in time although the clock of this device is two hours slow', async () => {
    const requests = captureRequests();
    const noteDate = (time: number) =>
      noteClock(new Response(null, { headers: { Date: new Date(time).toUTCString() } }));
    noteDate(now + 120 * MINUTE);
    storeSession(createSession('me', 120 * MINUTE + 30 * MINUTE));
    stop = startWithRenewal();
    noteDate(now);
    expect(requests).toHaveLength(1);
    await requests[0]?.respond({ code: 500, message: '', data: {} }, 500);
  });

  test('[AU-05] a session is renewed although the clock of this device was set back meanwhile', async () => {
    const requests = captureRequests();
    storeSession(createSession('me', 30 * MINUTE));
    stop = startWithRenewal();
    await requests[0]?.respond({ code: 500, message: '', data: {} }, 500);
    vi.setSystemTime(now - 20 * MINUTE);
    document.dispatchEvent(new Event('keydown'));
    expect(requests).toHaveLength(2);
    await requests[1]?.respond({ code: 500, message: '', data: {} }, 500);
  });

  test('[AU-02] a session is over at the time when it expires, and is not renewed then', () => {
    const requests = captureRequests();
    storeSession(createSession('me', 120 * MINUTE));
    stop = startWithRenewal();
    vi.setSystemTime(now + 120 * MINUTE);
    document.dispatchEvent(new Event('keydown'));
    expect($session.get()).toBeUndefined();
    expect(requests).toEqual([]);
  });
});

test.each(['keydown', 'pointerdown'])(
  '[AU-02] a session that expired while the machine slept ends at the next %s, without a request',
  (event) => {
    const requests = captureRequests();
    storeSession(createSession('me', 120 * MINUTE));
    stop = startWithRenewal();
    expect($session.get()).toBeDefined();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121 * MINUTE });
    document.dispatchEvent(new Event(event));
    expect($session.get()).toBeUndefined();
    expect(requests).toEqual([]);
  },
);

describe('without usable storage', () => {
  const denied = {
    configurable: true,
    get() {
      throw new DOMException('Access is denied.', 'SecurityError');
    },
  };

  async function signInAs(session: ReturnType<typeof createSession>) {
    vi.stubGlobal('fetch', async () => Response.json(session));
    await signIn(session.admin.email, 'secret');
  }

  test.each([
    [
      'full',
      () => {
        browser.quota = 10;
      },
    ],
    [
      'blocked',
      () => {
        for (const owner of [globalThis, window]) Object.defineProperty(owner, 'localStorage', denied);
      },
    ],
  ])('a session lasts as long as the page when storage is %s', async (_kind, disable) => {
    const { localStorage } = globalThis;
    disable();
    try {
      stop = startWithRenewal();
      const me = createSession('me', 120 * MINUTE);
      await signInAs(me);
      expect($session.get()).toMatchObject({ token: me.token, admin: { id: 'me' } });
      expect(api().session.token).toBe(me.token);
      signOut();
      expect($session.get()).toBeUndefined();
      expect(api().session.token).toBe('');
    } finally {
      for (const owner of [globalThis, window]) {
        Object.defineProperty(owner, 'localStorage', { configurable: true, value: localStorage });
      }
    }
    expect(stored()).toBeNull();
  });

  test('a sign-in in another tab replaces it', async () => {
    browser.quota = 10;
    stop = startWithRenewal();
    await signInAs(createSession('me', 120 * MINUTE));
    storeSession(createSession('other', 120 * MINUTE));
    dispatchStorageEvent(KEY);
    await eventually(() => expect($admin.get()?.id).toBe('other'));
  });
});

test('clearing the storage ends the session, changing other keys does not', () => {
  stop = startWithRenewal();
  storeSession(createSession('me', 120 * MINUTE));
  dispatchStorageEvent('@pinnedCollections');
  expect($session.get()).toBeUndefined();
  dispatchStorageEvent(KEY);
  expect($session.get()).toBeDefined();
  browser.storage.clear();
  dispatchStorageEvent(null);
  expect($session.get()).toBeUndefined();
});

test.each(['null', '42', '"text"', '{"token":7,"model":"x"}', '{"not":', '[]'])(
  'ignores an invalid stored session: %s',
  (text) => {
    browser.storage.set(KEY, text);
    stop = startWithRenewal();
    expect($session.get()).toBeUndefined();
    expect(api().session).toMatchObject({ token: '', model: null });
  },
);
