import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $isOffline, onReconnect } from '#stores/app/connection.ts';
import { patiently } from '#stores/app/patiently.ts';
import { report } from '#stores/app/report.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { failure } from '../failure.ts';

let isUp = true;
let asked = 0;
let unmount: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  isUp = true;
  asked = 0;
  browser.backend = 'http://backend.test/';
  vi.stubGlobal('fetch', async () => {
    asked += 1;
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

test.each([0, 502, 503, 504])(
  'a request without a response (%d) asks whether the backend is there',
  async (status) => {
    isUp = false;
    report(failure(status), { toast: false });
    await pass(0);
    expect($isOffline.get()).toBe(true);
    report(failure(status), { toast: false });
    await pass(0);
    expect(asked).toBe(1);
    await pass(3_000);
    expect(asked).toBe(2);
    isUp = true;
    await pass(3_000);
    expect($isOffline.get()).toBe(false);
    await pass(20_000);
    expect(asked).toBe(3);
  },
);

test('is not offline when only that request failed, and does not ask after a response', async () => {
  report(failure(0), { toast: false });
  await pass(0);
  expect($isOffline.get()).toBe(false);
  expect(asked).toBe(1);
  report(failure(400), { toast: false });
  report(failure(0, 'The response is not JSON.'), { toast: false });
  await pass(20_000);
  expect(asked).toBe(1);
});

test('a backend that does not answer in time counts as not there', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  report(failure(0), { toast: false });
  await pass(9_000);
  expect($isOffline.get()).toBe(false);
  await pass(1_000);
  expect($isOffline.get()).toBe(true);
});

test('what failed is loaded again, and screens are told', async () => {
  isUp = false;
  const request = vi.fn(async () => 'value');
  request.mockRejectedValueOnce(failure(0));
  const loader = createLoader<string>({ request });
  const stopLoader = loader.$load.listen(() => undefined);
  await loader.load();
  const reload = vi.fn();
  const stopReload = onReconnect(reload);
  await pass(0);
  expect($isOffline.get()).toBe(true);
  expect(loader.$load.get().state).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  await pass(3_000);
  expect(loader.$load.get()).toEqual({ state: 'ready', value: 'value' });
  expect(reload).toHaveBeenCalledTimes(1);
  stopLoader();
  stopReload();
});

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

test('the browser’s own news is asked about at once, and only when something is wrong', async () => {
  isUp = false;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(asked).toBe(0);
  window.dispatchEvent(new Event('offline'));
  await pass(0);
  expect([asked, $isOffline.get()]).toEqual([1, true]);
  isUp = true;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect([asked, $isOffline.get()]).toEqual([2, false]);
  unmount();
  await pass(2_000);
  for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event));
  await pass(20_000);
  expect(asked).toBe(2);
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
