import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { atPaths } from '#domain/app/settings-fields.ts';
import type { S3Storage } from '#domain/backend/settings.ts';
import { S3_TEXTS } from '#domain/settings/s3.ts';
import { $session, signIn } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createConnectionTest } from '#stores/settings/s3-connection.ts';
import { listen } from '#tests/support/listen.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import { backend, toasts, until } from '../records/record-fixture.ts';

let s3: S3;
/** A server that accepts requests and never responds. */
let silent: Awaited<ReturnType<typeof listen>>;
const connection = createConnectionTest({ filesystem: 'storage' });
const { $connection } = connection;
const isTest = ({ path }: { readonly path: string }) => path === '/api/settings/test/s3';

beforeAll(async () => {
  s3 = await startS3();
  silent = await listen(createServer(() => {}));
});
afterEach(() => {
  vi.useRealTimers();
  connection.stop();
});
afterAll(async () => {
  await s3.stop();
  await silent.stop();
});

const store = (settings: Partial<S3Storage> = {}) =>
  storeSettings(backend().api, atPaths('storage', { ...s3.settings, ...settings }));

test('[SS-05][SS-07] a working storage is connected', async () => {
  await store();
  const { sent } = watchRequests();
  const running = connection.run();
  expect($connection.get()).toEqual({ state: 'testing' });
  expect(await running).toEqual({ state: 'connected' });
  expect($connection.get()).toEqual({ state: 'connected' });
  expect(sent).toEqual(['POST /api/settings/test/s3']);
  expect(toasts()).toEqual([]);
});

test.each([
  ['a wrong secret', { secret: 'WRONG' }, /SignatureDoesNotMatch/],
  ['an unknown key', { accessKey: 'NOBODY' }, /InvalidAccessKeyId/],
  ['a missing bucket', { bucket: 'nowhere' }, /NoSuchBucket/],
  ['a dead host', { endpoint: 'http://127.0.0.1:1' }, /connection refused/],
  ['a storage that is not enabled', { isEnabled: false }, /S3/],
])('[SS-05] %s fails with the message of the backend', async (_name, settings, message) => {
  await store(settings);
  const result = await connection.run();
  expect(result).toEqual({ state: 'failed', message: expect.stringMatching(message) });
  expect($connection.get()).toEqual(result);
  expect(toasts()).toEqual([]);
});

test('[SS-07] names the files whose storage it tests', async () => {
  await store();
  // Backups have no S3 storage here, so only a test of the other storage would succeed.
  const backups = createConnectionTest({ filesystem: 'backups' });
  expect(await backups.run()).toMatchObject({ state: 'failed' });
});

test('[SS-07][API-08] a newer test aborts the older one', async () => {
  await store({ bucket: 'nowhere' });
  const { arrived, release } = holdRequests(isTest);
  const older = connection.run();
  await arrived;
  await store();
  const newer = connection.run();
  expect(await older).toEqual({ state: 'idle' });
  expect($connection.get()).toEqual({ state: 'testing' });
  release();
  expect(await newer).toEqual({ state: 'connected' });
  expect(toasts()).toEqual([]);
});

test('[SS-06] a scheduled test starts after 100 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await store();
  const { sent } = watchRequests();
  connection.schedule();
  await vi.advanceTimersByTimeAsync(50);
  connection.schedule();
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toEqual([]);
  expect($connection.get()).toEqual({ state: 'idle' });
  vi.advanceTimersByTime(1);
  expect($connection.get()).toEqual({ state: 'testing' });
  vi.useRealTimers();
  await until($connection, ({ state }) => state === 'connected');
  expect(sent).toEqual(['POST /api/settings/test/s3']);
});

test('a test that runs already replaces the scheduled one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await store();
  const { sent } = watchRequests();
  connection.schedule();
  const running = connection.run();
  vi.advanceTimersByTime(200);
  expect(await running).toEqual({ state: 'connected' });
  expect(sent).toEqual(['POST /api/settings/test/s3']);
});

test('[SS-08] aborts a test after 30 s and says so', async () => {
  await store({ endpoint: silent.url });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const running = connection.run();
  vi.advanceTimersByTime(29_999);
  await settled();
  expect($connection.get()).toEqual({ state: 'testing' });
  vi.advanceTimersByTime(1);
  expect(await running).toEqual({ state: 'failed', message: S3_TEXTS.timeout });
  expect($toasts.get()).toMatchObject([{ type: 'error', message: 'S3 test connection timeout.' }]);
});

test('stopping aborts the test and the scheduled one, and forgets the result', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent } = watchRequests();
  connection.schedule();
  connection.stop();
  vi.advanceTimersByTime(200);
  expect(sent).toEqual([]);

  const { arrived } = holdRequests(isTest);
  const running = connection.run();
  await arrived;
  connection.stop();
  expect($connection.get()).toEqual({ state: 'idle' });
  expect(await running).toEqual({ state: 'idle' });
  vi.advanceTimersByTime(60_000);
  await settled();
  expect($connection.get()).toEqual({ state: 'idle' });
  expect(toasts()).toEqual([]);
});

test('[ER-08] a test without a valid session ends the session with the message', async () => {
  const release = rejectRequests(isTest, 'The request requires a valid token.', 401);
  expect(await connection.run()).toEqual({
    state: 'failed',
    message: 'The request requires a valid token.',
  });
  expect(toasts()).toEqual(['The request requires a valid token.']);
  expect($session.get()).toBeUndefined();
  release();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});
