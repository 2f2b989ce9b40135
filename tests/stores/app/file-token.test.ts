import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { noteClock } from '#api/clock.ts';
import { createFileLoader } from '#api/records/load-file.ts';
import { RequestError } from '#api/request-error.ts';
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

/** Creates a token that is valid for `lifetime` ms. */
function createToken(lifetime: number, mark = '', id = 'a'): string {
  const claims = { id, exp: Math.floor((Date.now() + lifetime) / 1000), type: 'admin', mark };
  return `x.${btoa(JSON.stringify(claims))}.y`;
}

let requestCount = 0;
/** Creates the token of the next response; undefined while the backend is down. */
let nextToken: (() => string) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01') });
  requestCount = 0;
  nextToken = () => createToken(120 * SECOND, String(requestCount));
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    if (!nextToken) throw new TypeError('Failed to fetch');
    return Response.json({ token: nextToken() });
  });
  browser.storage.delete(KEY);
  $session.set(session);
});

afterEach(async () => {
  stop();
  // A store without a listener unmounts after a second.
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

test('[AU-12] a token is renewed 10 s before it expires', async () => {
  await listen();
  const first = $fileToken.get();
  expect(first).toBe(browser.storage.get(KEY));
  await vi.advanceTimersByTimeAsync(109 * SECOND);
  expect(requestCount).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(requestCount).toBe(2);
  expect($fileToken.get()).not.toBe(first);
});

test('requests a token again after a failure', async () => {
  const whileUp = nextToken;
  nextToken = undefined;
  await listen();
  expect($fileToken.get()).toBe('');
  nextToken = whileUp;
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect($fileToken.get()).toBe(browser.storage.get(KEY));
});

test('waits after a failure before it requests a token again', async () => {
  nextToken = undefined;
  await listen();
  expect(requestCount).toBe(1);
  await vi.advanceTimersByTimeAsync(9 * SECOND);
  expect(requestCount).toBe(1);
  await vi.advanceTimersByTimeAsync(12 * SECOND);
  expect(requestCount).toBe(3);
});

test('an expired token is not requested again without a pause', async () => {
  nextToken = () => createToken(-SECOND);
  await listen();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(requestCount).toBeLessThanOrEqual(6);
});

describe('while the computer sleeps, timers stand still', () => {
  const sleep = () => vi.setSystemTime(Date.now() + 3600 * SECOND);
  const wakeBy = async (event: string) => {
    document.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
  };

  test.each(['visibilitychange', 'pointerdown', 'keydown'])(
    'an expired token is renewed at once by %s',
    async (event) => {
      await listen();
      const first = $fileToken.get();
      await wakeBy(event);
      expect(requestCount).toBe(1);
      sleep();
      await wakeBy(event);
      expect(requestCount).toBe(2);
      expect($fileToken.get()).not.toBe(first);
      await vi.advanceTimersByTimeAsync(109 * SECOND);
      expect(requestCount).toBe(2);
      await vi.advanceTimersByTimeAsync(2 * SECOND);
      expect(requestCount).toBe(3);
    },
  );

  test('several events cause one request, and none without a listener', async () => {
    await listen();
    sleep();
    document.dispatchEvent(new Event('pointerdown'));
    await wakeBy('keydown');
    expect(requestCount).toBe(2);
    stop();
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    sleep();
    await wakeBy('pointerdown');
    expect(requestCount).toBe(2);
  });

  test('a failed request is not repeated by each event', async () => {
    nextToken = undefined;
    await listen();
    await wakeBy('pointerdown');
    expect(requestCount).toBe(1);
  });
});

test('sends no request without a listener, even when a response arrives late', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    await promise;
    return Response.json({ token: createToken(120 * SECOND) });
  });
  await listen();
  expect(requestCount).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  resolve();
  await vi.advanceTimersByTimeAsync(600 * SECOND);
  expect(requestCount).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('no token is set or stored after the session has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async () => {
    await promise;
    return Response.json({ token: createToken(120 * SECOND) });
  });
  await listen();
  $session.set(undefined);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect($fileToken.get()).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a token that is valid for months does not cause constant checks', async () => {
  nextToken = () => createToken(90 * DAY);
  await listen();
  const reads = vi.spyOn(browser.storage, 'get');
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  expect(requestCount).toBe(1);
});

test('a token that expires within the margin is not requested every second', async () => {
  nextToken = () => createToken(8 * SECOND);
  await listen();
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  expect(requestCount).toBeLessThanOrEqual(7);
});

describe.each([
  ['ahead', 600 * SECOND],
  ['behind', -600 * SECOND],
])('with a clock of this device that is %s', (_, wrong) => {
  const backendDate = () => new Date(Date.now() - wrong).toUTCString();
  beforeEach(() => {
    vi.stubGlobal('fetch', async () => {
      requestCount += 1;
      const token = createToken(120 * SECOND - wrong, String(requestCount));
      return Response.json({ token }, { headers: { Date: backendDate() } });
    });
  });
  afterEach(() => noteClock(new Response(null, { headers: { Date: new Date().toUTCString() } })));

  test('[AU-12] a token is renewed 10 s before the backend refuses it, and not before', async () => {
    await listen();
    await vi.advanceTimersByTimeAsync(108 * SECOND);
    expect(requestCount).toBe(1);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(requestCount).toBe(2);
  });

  test.each([
    [5, 1],
    [60, 0],
  ])(
    '[AU-12] a stored token that the backend takes for %i s more causes %i requests',
    async (rest, calls) => {
      noteClock(new Response(null, { headers: { Date: backendDate() } }));
      browser.storage.set(KEY, createToken(rest * SECOND - wrong));
      await listen();
      expect(requestCount).toBe(calls);
    },
  );
});

const other = { token: 'b', admin: { ...session.admin, id: 'b', email: 'b@example.com' } };

test('signing out clears the token from storage and memory, also without a listener', async () => {
  await listen();
  stop();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect($fileToken.value).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(true);
  api().session.save(createToken(DAY), { ...session.admin });
  const end = startSession();
  expect(browser.storage.has(KEY)).toBe(true);
  signOut();
  expect(browser.storage.has(KEY)).toBe(false);
  end();
});

test('the token of one administrator is never used for the next', async () => {
  const resolveById = new Map<number, (token: string) => void>();
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    const token = await new Promise<string>((resolve) => resolveById.set(requestCount, resolve));
    return Response.json({ token });
  });
  await listen();
  $session.set(other);
  await vi.advanceTimersByTimeAsync(0);
  expect(requestCount).toBe(2);
  const theirs = createToken(120 * SECOND, '', 'b');
  resolveById.get(2)?.(theirs);
  await vi.advanceTimersByTimeAsync(0);
  resolveById.get(1)?.(createToken(120 * SECOND));
  await vi.advanceTimersByTimeAsync(0);
  expect([$fileToken.get(), browser.storage.get(KEY)]).toEqual([theirs, theirs]);
});

test('a stored token of another administrator is not used', async () => {
  browser.storage.set(KEY, createToken(120 * SECOND, 'kept', 'b'));
  await listen();
  expect(requestCount).toBe(1);
  expect($fileToken.get()).toBe(createToken(120 * SECOND, '1'));
});

test('[AU-12] a stored token is used without a request while it is valid for longer than the margin', async () => {
  const storedToken = createToken(60 * SECOND);
  browser.storage.set(KEY, storedToken);
  await listen();
  expect($fileToken.get()).toBe(storedToken);
  expect(requestCount).toBe(0);
  await vi.advanceTimersByTimeAsync(51 * SECOND);
  expect(requestCount).toBe(1);
});

test.each([
  [10, 1],
  [11, 0],
])('[AU-12] a stored token that expires in %i s causes %i requests', async (rest, calls) => {
  browser.storage.set(KEY, createToken(rest * SECOND));
  await listen();
  expect(requestCount).toBe(calls);
});

test('files of another backend share a token until it is refused, which is stored nowhere and asked for after a failure', async () => {
  const backend = { name: 'Other', url: 'https://other.test', color: 'red', production: false } as const;
  const withToken = createFileLoader({ backend });
  let refused = '';
  const load = async (token: string) => {
    if (token === refused) throw new RequestError({ status: 403 });
    return token;
  };
  const whileUp = nextToken;
  nextToken = undefined;
  await expect(withToken(load)).rejects.toMatchObject({ status: 0, elsewhere: 'Other' });
  nextToken = whileUp;
  const first = createToken(120 * SECOND, '2');
  expect(await Promise.all([withToken(load), withToken(load)])).toEqual([first, first]);
  expect([...browser.storage.values()].join()).not.toContain(first);
  refused = first;
  const second = createToken(120 * SECOND, '3');
  expect(await Promise.all([withToken(load), withToken(load)])).toEqual([second, second]);
  expect(await withToken(load)).toBe(second);
  expect(requestCount).toBe(3);
  const missing = new RequestError({ status: 404 });
  await expect(withToken(() => Promise.reject(missing))).rejects.toBe(missing);
  await expect(withToken(() => Promise.reject(new RequestError({ status: 403 })))).rejects.toMatchObject({
    status: 403,
  });
  expect(requestCount).toBe(4);
});

test.each([
  ['Failed to generate file token.', 401],
  ['A hook of the backend refuses.', 400],
])('a refusal with “%s” has the status %i: only a guest gets the first', async (message, status) => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 400, message, data: {} }, { status: 400 }));
  const withToken = createFileLoader({});
  await expect(withToken(async () => {})).rejects.toMatchObject({ status, message });
});

test('who stops waiting for a token gets none', async () => {
  const stopping = new AbortController();
  const wanted = createFileLoader({ signal: stopping.signal })(async (token) => token);
  stopping.abort();
  await expect(wanted).rejects.toMatchObject({ isAbort: true });
  expect(browser.storage.has(KEY)).toBe(false);
});
