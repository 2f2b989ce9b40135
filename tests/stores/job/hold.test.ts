import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $isOffline } from '#stores/app/connection.ts';
import { $session } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { PARALLEL } from '#stores/job/batches.ts';
import { createHold } from '#stores/job/hold.ts';
import { createJob } from '#stores/job/job.ts';
import { readSurely } from '#stores/job/retry.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { failure } from '../failure.ts';
import { SESSION, settled, signInOffline } from '../offline-fixture.ts';

let isUp = true;
let unmount: () => void;

beforeEach(() => {
  isUp = true;
  browser.backend = 'http://backend.test/';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return Response.json({ code: 200, message: '', data: {} });
  });
  signInOffline();
  unmount = $isOffline.listen(() => undefined);
});
afterEach(() => {
  unmount();
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  $session.set(undefined);
  $toasts.set([]);
});

const OWNER = SESSION.admin.id;

function createHeld() {
  const onResume = vi.fn();
  const held = createHold(onResume);
  const stop = new AbortController();
  return { ...held, onResume, stop, link: held.linkOf({ owner: OWNER, signal: stop.signal }) };
}

/** A request that fails with these errors before it works. */
const failing = (...errors: readonly ReturnType<typeof failure>[]) =>
  errors.reduce(
    (request, error) => request.mockRejectedValueOnce(error),
    vi.fn(async () => 'done'),
  );

test('a lost connection holds it until the backend is back', async () => {
  const { $hold, link, onResume, released } = createHeld();
  isUp = false;
  const done = readSurely(failing(failure(0)), link);
  await settled();
  expect($hold.get()).toBe('offline');
  isUp = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await done).toBe('done');
  await released();
  expect([$hold.get(), onResume.mock.calls.length]).toEqual([undefined, 1]);
});

test('a pause of somebody outlasts a lost connection', async () => {
  const { $hold, hold, link, resume } = createHeld();
  const request = failing(failure(503));
  void hold('user');
  const done = readSurely(request, link);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([$hold.get(), request.mock.calls.length]).toEqual(['user', 1]);
  resume();
  expect(await done).toBe('done');
});

test('a change that needs an answer is not replaced by another reason', () => {
  const { $hold, hold } = createHeld();
  void hold('offline');
  void hold('changed');
  void hold('session');
  expect($hold.get()).toBe('changed');
});

test('the end of the session is told once, and waits until it is resumed, not only signed in', async () => {
  const { $hold, link, resume } = createHeld();
  const requests = Array.from({ length: PARALLEL }, () => failing(failure(401, 'Signed out.')));
  const all = Promise.all(requests.map((request) => readSurely(request, link)));
  await settled();
  expect($hold.get()).toBe('session');
  expect($toasts.get().map(({ message }) => message)).toEqual(['Signed out.']);
  signInOffline();
  await settled();
  expect(requests.map((request) => request.mock.calls.length)).toEqual(Array(PARALLEL).fill(1));
  resume();
  expect(await all).toEqual(Array(PARALLEL).fill('done'));
  // A request of the former session may only fail now.
  const late = readSurely(failing(failure(401, 'Signed out.')), link);
  expect(await late).toBe('done');
  expect($hold.get()).toBeUndefined();
});

test('the requests of another administrator are not taken for late ones', async () => {
  const { $hold, hold, link, resume } = createHeld();
  void hold('session');
  resume();
  $session.set({ ...SESSION, admin: { ...SESSION.admin, id: 'another' } });
  void readSurely(failing(failure(401)), link);
  await settled();
  expect($hold.get()).toBe('session');
});

test('without a connection, what is cancelled waits for nothing', async () => {
  const { link, stop, resume } = createHeld();
  isUp = false;
  const failed = expect(readSurely(failing(failure(0), failure(0)), link)).rejects.toMatchObject({
    status: 0,
  });
  await settled();
  stop.abort();
  resume();
  await failed;
});

test('a job that outlives its session may go on for its administrator, but for no other', async () => {
  const job = createJob({ outlivesSession: true });
  await job.run(async ({ mayGoOn }) => {
    $session.set(undefined);
    expect(mayGoOn()).toBe(true);
    signInOffline();
    expect(mayGoOn()).toBe(true);
    $session.set({ ...SESSION, admin: { ...SESSION.admin, id: 'another' } });
    expect(mayGoOn()).toBe(false);
  });
});
