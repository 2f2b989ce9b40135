import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#domain/app/api-error.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { failure } from '../failure.ts';

const broken = failure(500, 'Broken.');
const aborted = new ApiError({ ...broken, status: 0, isAbort: true, message: 'Aborted.' });

/** A request that is answered by the test; an aborted one throws. */
function setUp(keepsValue: boolean) {
  const calls: PromiseWithResolvers<string>[] = [];
  const loader = createLoader<string>({
    request: async (signal) => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      signal.addEventListener('abort', () => call.reject(new DOMException('Aborted', 'AbortError')));
      return call.promise;
    },
    keepsValue,
  });
  return { loader, calls };
}

afterEach(() => $toasts.set([]));

test.each([true, false])('loads, fails and loads again; keeps a value: %s', async (keepsValue) => {
  const { loader, calls } = setUp(keepsValue);
  const { $load, load } = loader;
  expect($load.get()).toEqual({ state: 'busy' });
  const first = load();
  calls[0]?.reject(broken);
  await first;
  expect($load.get()).toEqual({ state: 'failed', error: broken });
  expect($toasts.get()).toMatchObject([{ type: 'error', message: 'Broken.' }]);
  const second = load();
  expect($load.get()).toEqual({ state: 'busy' });
  calls[1]?.resolve('a');
  await second;
  expect($load.get()).toEqual({ state: 'ready', value: 'a' });
  const third = load();
  expect($load.get()).toEqual(keepsValue ? { state: 'ready', value: 'a' } : { state: 'busy' });
  calls[2]?.reject(broken);
  await third;
  expect($load.get()).toEqual(
    keepsValue ? { state: 'ready', value: 'a' } : { state: 'failed', error: broken },
  );
});

test('a newer request aborts the one before, and clearing aborts silently', async () => {
  const { loader, calls } = setUp(true);
  const { $load, load, clear } = loader;
  const older = load();
  const newer = load();
  calls[1]?.resolve('b');
  await Promise.all([older, newer]);
  expect($load.get()).toEqual({ state: 'ready', value: 'b' });
  const listener = vi.fn();
  const stop = $load.listen(listener);
  const last = load();
  clear();
  await last;
  stop();
  expect(listener).toHaveBeenCalledOnce();
  expect($load.get()).toEqual({ state: 'busy' });
  expect($toasts.get()).toEqual([]);
});

test('a screen that shows the error needs no toast, unless it shows an older value', async () => {
  const request = vi.fn(async () => 'a').mockRejectedValueOnce(broken);
  const { $load, load } = createLoader({ request, keepsValue: true, showsError: true });
  await load();
  expect([$load.get().state, $toasts.get()]).toEqual(['failed', []]);
  await load();
  request.mockRejectedValueOnce(broken);
  await load();
  expect($load.get()).toEqual({ state: 'ready', value: 'a' });
  expect($toasts.get()).toMatchObject([{ type: 'error', message: 'Broken.' }]);
});

test('by default a value goes when it is loaded again, and a broken is told', async () => {
  const request = vi.fn(async () => 'a');
  const { $load, load } = createLoader({ request });
  await load();
  request.mockRejectedValueOnce(broken);
  const again = load();
  expect($load.get()).toEqual({ state: 'busy' });
  await again;
  expect([$load.get().state, $toasts.get().length]).toEqual(['failed', 1]);
});

test('who waits for the latest request does not wait for an older one', async () => {
  const { loader, calls } = setUp(true);
  await loader.ended();
  void loader.load();
  void loader.load();
  let hasEnded = false;
  const ended = loader.ended().then(() => {
    hasEnded = true;
  });
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  calls[1]?.resolve('b');
  await ended;
  expect(loader.$load.get()).toEqual({ state: 'ready', value: 'b' });
});

test.each([true, false])(
  'what something else has aborted can be tried again; has a value: %s',
  async (isReady) => {
    const { loader, calls } = setUp(true);
    const { $load, load, clear } = loader;
    const before = load();
    if (isReady) calls[0]?.resolve('a');
    // As after a 403, which aborts all that is pending and keeps the session.
    else calls[0]?.reject(aborted);
    await before;
    expect($load.get()).toEqual(
      isReady ? { state: 'ready', value: 'a' } : { state: 'failed', error: aborted },
    );
    const after = load();
    calls[1]?.reject(aborted);
    await after;
    expect($load.get().state).toBe(isReady ? 'ready' : 'failed');
    expect($toasts.get()).toEqual([]);
    clear();
    expect($load.get()).toEqual({ state: 'busy' });
  },
);

test('only what has failed is loaded again when the backend is back', async () => {
  const request = vi.fn(async () => 'a').mockRejectedValueOnce(broken);
  const { $load, load } = createLoader({ request });
  const stop = $load.listen(() => {});
  const comeBack = () => {
    $isOffline.set(true);
    $isOffline.set(false);
  };
  comeBack();
  expect(request).not.toHaveBeenCalled();
  await load();
  $isOffline.set(true);
  expect(request).toHaveBeenCalledOnce();
  $isOffline.set(false);
  await vi.waitFor(() => expect($load.get()).toEqual({ state: 'ready', value: 'a' }));
  comeBack();
  expect(request).toHaveBeenCalledTimes(2);
  stop();
});
