import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#domain/app/api-error.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { endingLink, isFatal, type Link, readingLink, readSurely } from '#stores/job/retry.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { failure } from '../failure.ts';

let isUp = true;
let unmount: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  isUp = true;
  browser.backend = 'http://backend.test/';
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return Response.json({ code: 200, message: '', data: {} });
  });
  unmount = $isOffline.listen(() => undefined);
});
afterEach(() => {
  unmount();
  // The store is unmounted a second after its last listener.
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

interface Patience extends Pick<Link, 'signal' | 'backend'> {
  readonly onWait: (isWaiting: boolean) => void;
}

/** Sends a request of a job that only reads, such as an export. */
const patiently = <T>(request: () => Promise<T>, { onWait, ...link }: Patience): Promise<T> =>
  readSurely(request, readingLink(link, onWait));

test('a patient request is sent again when the backend is back', async () => {
  isUp = false;
  const waits: boolean[] = [];
  const answers = [failure(0), failure(503)];
  const { signal } = new AbortController();
  const request = async () => {
    const answer = answers.shift();
    if (answer) throw answer;
    return 'done';
  };
  const result = patiently(request, { signal, onWait: (isWaiting) => waits.push(isWaiting) });
  await pass(6_000);
  expect(waits).toEqual([true]);
  isUp = true;
  await pass(3_000);
  expect(await result).toBe('done');
  expect(waits).toEqual([true, false, true, false]);
});

test('a patient request fails at once when it is refused, and soon when only it gets no response', async () => {
  const { signal } = new AbortController();
  let sent = 0;
  const fail = (status: number) => async () => {
    sent += 1;
    throw failure(status, 'Refused.');
  };
  const onWait = () => {};
  await expect(patiently(fail(400), { signal, onWait })).rejects.toMatchObject({ status: 400 });
  expect(sent).toBe(1);
  const lost = expect(patiently(fail(0), { signal, onWait })).rejects.toMatchObject({ status: 0 });
  await pass(10_000);
  await lost;
  expect(sent).toBe(6);
});

test('a patient request stops waiting when it is aborted', async () => {
  isUp = false;
  const aborting = new AbortController();
  const { signal } = aborting;
  const fail = async () => {
    throw failure(0);
  };
  const stopped = expect(patiently(fail, { signal, onWait: () => {} })).rejects.toMatchObject({
    isAbort: true,
  });
  await pass(3_000);
  aborting.abort();
  await stopped;
});

test('a patient request to another backend waits for that one', async () => {
  isUp = false;
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    if (!isUp) throw new TypeError('Failed to fetch');
    return Response.json({ code: 200, message: '', data: {} });
  });
  const backend = { name: 'Stage', url: 'http://stage.test/', color: 'grey', production: false } as const;
  const { signal } = new AbortController();
  const request = vi.fn(async () => 'done').mockRejectedValueOnce(failure(0));
  const result = patiently(request, { signal, onWait: () => {}, backend });
  await pass(0);
  expect(urls).toEqual(['http://stage.test/api/health']);
  await pass(3_000);
  expect(urls).toHaveLength(2);
  expect(request).toHaveBeenCalledOnce();
  isUp = true;
  await pass(3_000);
  expect(await result).toBe('done');
  await pass(20_000);
  expect(urls).toHaveLength(3);
  expect($isOffline.get()).toBe(false);
});

const aborted = new ApiError({ status: 0, isAbort: true, message: '' });

/** What follows a failure that repeats: how often a read is sent, how long that takes in ms, and how often it waits. */
test.each([
  ['a refusal', failure(400), [1, 0, 0]],
  ['a moved backend', failure(421), [1, 0, 0]],
  ['too many requests', failure(429), [5, 7_500, 0]],
  ['a fault of the backend', failure(500), [5, 7_500, 0]],
  ['a response that was cut', failure(0, 'The response is incomplete.'), [5, 7_500, 0]],
  ['no response', failure(0), [5, 0, 4]],
  ['no response behind a proxy', failure(503), [5, 0, 4]],
  ['a fault of the page', Object.assign(failure(400), { isFault: true }), [1, 0, 0]],
])('one rule says how often a read is sent after %s', async (_name, error, expected) => {
  let [sent, waited] = [0, 0];
  const begun = Date.now();
  const link = {
    signal: new AbortController().signal,
    wait: async () => {
      waited += 1;
    },
  };
  const request = async () => {
    sent += 1;
    throw error;
  };
  const failed = readSurely(request, link).catch((thrown: unknown) => [thrown, Date.now() - begun]);
  await pass(60_000);
  const [thrown, took] = (await failed) as unknown[];
  expect(thrown).toBe(error);
  expect([sent, took, waited]).toEqual(expected);
});

test.each([401, 403, 'abort'])('a session that ends (%s) is waited for, however often', async (status) => {
  const error = typeof status === 'number' ? failure(status) : aborted;
  let sent = 0;
  const waits: unknown[] = [];
  const request = async () => {
    sent += 1;
    if (sent <= 7) throw error;
    return 'done';
  };
  const wait = async (why: ApiError) => void waits.push(why);
  expect(await readSurely(request, { signal: new AbortController().signal, wait })).toBe('done');
  expect(waits).toEqual(Array(7).fill(error));
});

test('a job that ends with the connection repeats only what a busy backend refused', async () => {
  const { signal } = new AbortController();
  for (const status of [0, 401, 403, 503]) {
    const request = vi.fn(async () => Promise.reject(failure(status)));
    await expect(readSurely(request, endingLink(signal))).rejects.toMatchObject({ status });
    expect(request).toHaveBeenCalledOnce();
  }
  const busy = vi.fn(async () => 'done').mockRejectedValueOnce(failure(429));
  const done = readSurely(busy, endingLink(signal));
  await pass(500);
  expect(await done).toBe('done');
});

test('a job that was cancelled sends nothing again, also from a pause', async () => {
  const stop = new AbortController();
  const request = vi.fn(async () => Promise.reject(failure(429)));
  const link = { signal: stop.signal, wait: async () => {} };
  const failed = expect(readSurely(request, link)).rejects.toMatchObject({ status: 429 });
  await pass(100);
  stop.abort();
  await failed;
  expect(request.mock.calls.length).toBeLessThanOrEqual(2);
});

test('what says nothing about one part ends them all', () => {
  const all = [aborted, ...[0, 401, 403, 421, 502, 503, 504].map((status) => failure(status))];
  expect(all.map(isFatal)).toEqual(all.map(() => true));
  expect([400, 404, 413, 429, 500].map((status) => isFatal(failure(status)))).toEqual(Array(5).fill(false));
});
