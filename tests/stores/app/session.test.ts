import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { $admin, $session, signIn, signOut, startSession } from '#stores/app/session.ts';
import { startRenewal } from '#stores/app/session-renewal.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'pocketbase_auth';
const MINUTE = 60_000;
const stored = () => JSON.parse(browser.storage.get(KEY) ?? 'null');

/** A session as the backend gives it; nobody verifies the signature here. */
function grant(id: string, lifetime: number, mark = '') {
  const claims = { id, type: 'admin', exp: Math.floor((Date.now() + lifetime) / 1000), mark };
  const token = `x.${btoa(JSON.stringify(claims))}.y`;
  return { token, admin: { id, email: `${id}@example.com`, avatar: 0 } };
}

/** Answers of the backend that the test gives when it wants to. */
function holdAnswers() {
  const asked: { path: string; answer: (body: unknown, status?: number) => Promise<void> }[] = [];
  vi.stubGlobal('fetch', (input: string | URL) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({
      path: new URL(input).pathname,
      async answer(body, status = 200) {
        resolve(Response.json(body, { status }));
        // What follows the answer happens in a few steps of its own.
        await vi.waitFor(() => promise.then((response) => expect(response.bodyUsed).toBe(true)));
        await new Promise((done) => setImmediate(done));
      },
    });
    return promise;
  });
  return asked;
}

/** What the storage of this origin tells the page after another tab has written. */
function tellOfOtherTab(key: string | null) {
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

function store({ token, admin }: ReturnType<typeof grant>) {
  browser.storage.set(KEY, JSON.stringify({ token, model: admin }));
}

/** Starts the session and its renewal, as the page does for a signed-in administrator. */
function startAll(): () => void {
  const stops = [startSession(), startRenewal()];
  return () => {
    for (const stop of stops) stop();
  };
}

let stop = () => {};
beforeEach(() => {
  browser.quota = Number.POSITIVE_INFINITY;
  api().authStore.clear();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a renewal under way', () => {
  // Each test starts later than the pause between two renewals.
  let start = Date.now();
  beforeEach(() => {
    start += 10 * MINUTE;
    vi.useFakeTimers({ toFake: ['Date'], now: start });
  });

  test('[AU-05] ends in a new token', async () => {
    const asked = holdAnswers();
    store(grant('me', 30 * MINUTE));
    stop = startAll();
    expect(asked.map(({ path }) => path)).toEqual(['/api/admins/auth-refresh']);
    const renewed = grant('me', 60 * MINUTE, 'renewed');
    await asked[0]?.answer(renewed);
    expect($session.get()?.token).toBe(renewed.token);
    expect(stored().token).toBe(renewed.token);
  });

  test('is not tried again within a minute, however much is done', async () => {
    const asked = holdAnswers();
    store(grant('me', 30 * MINUTE));
    stop = startAll();
    await asked[0]?.answer({ code: 500, message: '', data: {} }, 500);
    vi.setSystemTime(start + MINUTE - 1);
    document.dispatchEvent(new Event('pointerdown'));
    document.dispatchEvent(new Event('keydown'));
    expect(asked).toHaveLength(1);
    vi.setSystemTime(start + MINUTE);
    document.dispatchEvent(new Event('keydown'));
    document.dispatchEvent(new Event('pointerdown'));
    expect(asked).toHaveLength(2);
    await asked[1]?.answer({ code: 500, message: '', data: {} }, 500);
  });

  test('does not sign in again who has signed out meanwhile', async () => {
    const asked = holdAnswers();
    store(grant('me', 30 * MINUTE));
    stop = startAll();
    signOut();
    await asked[0]?.answer(grant('me', 60 * MINUTE, 'renewed'));
    expect($session.get()).toBeUndefined();
    expect(stored()).toBeNull();
  });

  test('leaves the session of who has signed in meanwhile in another tab', async () => {
    const asked = holdAnswers();
    store(grant('me', 30 * MINUTE));
    stop = startAll();
    const other = grant('other', 120 * MINUTE);
    store(other);
    tellOfOtherTab(KEY);
    await asked[0]?.answer(grant('me', 60 * MINUTE, 'renewed'));
    expect($admin.get()?.id).toBe('other');
    expect(stored().token).toBe(other.token);
  });
});

test.each(['keydown', 'pointerdown'])(
  '[AU-02] a session that ran out while the machine slept ends with the next %s, without a call',
  (event) => {
    const asked = holdAnswers();
    store(grant('me', 120 * MINUTE));
    stop = startAll();
    expect($session.get()).toBeDefined();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121 * MINUTE });
    document.dispatchEvent(new Event(event));
    expect($session.get()).toBeUndefined();
    expect(asked).toEqual([]);
  },
);

describe('where nothing can be stored', () => {
  const denied = {
    configurable: true,
    get() {
      throw new DOMException('Access is denied.', 'SecurityError');
    },
  };

  async function signInAs(granted: ReturnType<typeof grant>) {
    vi.stubGlobal('fetch', async () => Response.json(granted));
    await signIn(granted.admin.email, 'secret');
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
  ])('a session lives as long as the page when storage is %s', async (_kind, disable) => {
    const { localStorage } = globalThis;
    disable();
    try {
      stop = startAll();
      const me = grant('me', 120 * MINUTE);
      await signInAs(me);
      expect($session.get()).toMatchObject({ token: me.token, admin: { id: 'me' } });
      expect(api().authStore.token).toBe(me.token);
      signOut();
      expect($session.get()).toBeUndefined();
      expect(api().authStore.token).toBe('');
    } finally {
      for (const owner of [globalThis, window]) {
        Object.defineProperty(owner, 'localStorage', { configurable: true, value: localStorage });
      }
    }
    expect(stored()).toBeNull();
  });

  test('another tab’s sign-in takes its place', async () => {
    browser.quota = 10;
    stop = startAll();
    await signInAs(grant('me', 120 * MINUTE));
    store(grant('other', 120 * MINUTE));
    tellOfOtherTab(KEY);
    expect($admin.get()?.id).toBe('other');
  });
});

test('a cleared storage ends the session, other keys do not', () => {
  stop = startAll();
  store(grant('me', 120 * MINUTE));
  tellOfOtherTab('@pinnedCollections');
  expect($session.get()).toBeUndefined();
  tellOfOtherTab(KEY);
  expect($session.get()).toBeDefined();
  browser.storage.clear();
  tellOfOtherTab(null);
  expect($session.get()).toBeUndefined();
});

test.each(['null', '42', '"text"', '{"token":7,"model":"x"}', '{"not":', '[]'])(
  'what is no session counts as none: %s',
  (text) => {
    browser.storage.set(KEY, text);
    stop = startAll();
    expect($session.get()).toBeUndefined();
    expect(api().authStore).toMatchObject({ token: '', model: null });
  },
);
