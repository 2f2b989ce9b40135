import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $isOffline, onReconnect } from '#stores/app/connection.ts';
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
