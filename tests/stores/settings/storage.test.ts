import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { atPaths, pathsOf } from '#domain/app/settings-fields.ts';
import type { S3Storage } from '#domain/backend/settings.ts';
import { STORAGE_FIELDS } from '#domain/settings/storage.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $storageConnection, storageForm as form, retryConnection } from '#stores/settings/storage.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { NO_S3 } from '#tests/support/settings/defaults.ts';
import { KEPT, storedSettings, storeSettings } from '#tests/support/settings/stored.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, until } from '../records/record-fixture.ts';

const SAVED = { type: 'success', message: 'Successfully saved files storage settings.' };
const NOT_CONNECTED = {
  type: 'warning',
  message: 'Successfully saved but failed to establish S3 connection.',
};
const isTest = ({ path }: { readonly path: string }) => path === '/api/settings/test/s3';

let s3: S3;
let stop: (() => void) | undefined;

const store = (settings: Partial<S3Storage> = {}) =>
  storeSettings(backend().api, atPaths('storage', { ...s3.settings, ...settings }));
const stored = () => storedSettings(backend().api, pathsOf(STORAGE_FIELDS));
const isTested = () => until($storageConnection, ({ state }) => state === 'connected' || state === 'failed');

/** Opens the page and waits until the settings are loaded. */
async function open() {
  stop = form.start();
  await until(form.$state, (state) => state === 'ready');
}

function fill(settings: S3Storage) {
  form.edit(() => atPaths('storage', settings));
}

beforeAll(async () => {
  s3 = await startS3();
});
afterEach(async () => {
  vi.useRealTimers();
  form.cancel();
  stop?.();
  stop = undefined;
  await storeSettings(backend().api, atPaths('storage', NO_S3));
});
afterAll(() => s3.stop());

test('[SS-06] tests after loading only when files are stored in S3', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent } = watchRequests();
  await open();
  vi.advanceTimersByTime(1000);
  expect($storageConnection.get()).toEqual({ state: 'idle' });
  expect(sent).toEqual(['GET /api/settings']);
  stop?.();
  await store();
  await open();
  vi.advanceTimersByTime(99);
  expect($storageConnection.get()).toEqual({ state: 'idle' });
  vi.advanceTimersByTime(1);
  expect($storageConnection.get()).toEqual({ state: 'testing' });
  expect(await isTested()).toEqual({ state: 'connected' });
  stop?.();
  expect($storageConnection.get()).toEqual({ state: 'idle' });
});

test('[SS-05] the result is shown only while nothing is changed', async () => {
  await store({ bucket: 'nowhere' });
  await open();
  expect(await isTested()).toMatchObject({ state: 'failed' });
  form.set('storage.region', 'eu-west-1');
  expect($storageConnection.get()).toEqual({ state: 'idle' });
  form.cancel();
  expect($storageConnection.get()).toMatchObject({ state: 'failed' });
  await store();
  retryConnection();
  expect(await isTested()).toEqual({ state: 'connected' });
});

test.each([
  ['cancelling', () => form.cancel()],
  ['putting back what was typed', () => form.set('storage.region', s3.settings.region)],
])('after a refused save, %s tests again what is stored', async (_what, putBack) => {
  await store();
  await open();
  await isTested();
  form.set('storage.region', 'eu-west-1');
  const accept = rejectRequests(({ method }) => method === 'PATCH', 'Refused.');
  expect(await form.save()).toBe(false);
  accept();
  const { sent } = watchRequests();
  putBack();
  expect(await isTested()).toEqual({ state: 'connected' });
  // What is known is not asked again.
  form.set('storage.region', 'eu-west-2');
  putBack();
  expect($storageConnection.get()).toEqual({ state: 'connected' });
  expect(sent).toEqual(['POST /api/settings/test/s3']);
});

test('[SS-09][SS-06] switching S3 on saves, tests once and says that it worked', async () => {
  await open();
  fill(s3.settings);
  const { sent } = watchRequests();
  expect(await form.save()).toBe(true);
  expect($toasts.get()).toMatchObject([SAVED]);
  expect($storageConnection.get()).toEqual({ state: 'connected' });
  expect(sent).toEqual(['GET /api/settings', 'PATCH /api/settings', 'POST /api/settings/test/s3']);
  expect(form.$values.get()['storage.secret']).toEqual({ kept: 'set' });
  expect(await stored()).toEqual(atPaths('storage', { ...s3.settings, secret: KEPT }));
});

test('[SS-09] a failing test after saving is a warning, and the settings are saved', async () => {
  await open();
  fill({ ...s3.settings, bucket: 'nowhere' });
  expect(await form.save()).toBe(true);
  expect($toasts.get()).toMatchObject([NOT_CONNECTED]);
  expect($storageConnection.get()).toMatchObject({ state: 'failed' });
  expect(await stored()).toMatchObject({ 'storage.isEnabled': true, 'storage.bucket': 'nowhere' });
  form.set('storage.bucket', s3.settings.bucket);
  expect(await form.save()).toBe(true);
  // The secret that is stored still opens the storage.
  expect($storageConnection.get()).toEqual({ state: 'connected' });
});

test('[SS-09] switching S3 off is a plain success without a test', async () => {
  await store({ bucket: 'nowhere' });
  await open();
  await isTested();
  form.setEnabled(false);
  const { sent } = watchRequests();
  expect(await form.save()).toBe(true);
  expect($toasts.get()).toMatchObject([SAVED]);
  expect(sent).toEqual(['GET /api/settings', 'PATCH /api/settings']);
  expect($storageConnection.get()).toEqual({ state: 'idle' });
});

test('[SS-10] refused values are not tested, and their messages go with the toggle', async () => {
  await open();
  form.setEnabled(true);
  const { sent } = watchRequests();
  expect(await form.save()).toBe(false);
  expect(sent).toEqual(['GET /api/settings', 'PATCH /api/settings']);
  const names = ['accessKey', 'bucket', 'endpoint', 'region', 'secret'];
  expect(form.$errors.get()).toEqual(
    Object.fromEntries(names.map((name) => [`storage.${name}`, 'Cannot be blank.'])),
  );
  form.setEnabled(false);
  expect(form.$errors.get()).toEqual({});
});

test('[SS-07] a save replaces the test of what was stored before', async () => {
  await store({ bucket: 'nowhere' });
  await open();
  await isTested();
  const older = holdRequests(isTest);
  retryConnection();
  await older.arrived;
  form.set('storage.bucket', s3.settings.bucket);
  const saving = form.save();
  await until(form.$isDirty, (isDirty) => !isDirty);
  older.release();
  expect(await saving).toBe(true);
  expect($storageConnection.get()).toEqual({ state: 'connected' });
  expect($toasts.get()).toMatchObject([SAVED]);
});

test('leaving the page during the test says that the settings are saved', async () => {
  await open();
  fill(s3.settings);
  const { arrived } = holdRequests(isTest);
  const saving = form.save();
  await arrived;
  stop?.();
  expect(await saving).toBe(true);
  expect($toasts.get()).toMatchObject([SAVED]);
  expect($storageConnection.get()).toEqual({ state: 'idle' });
});

test('settings that could not be loaded are tested once they are', async () => {
  await store();
  const release = rejectRequests(({ path }) => path === '/api/settings', 'Broken.', 500);
  stop = form.start();
  await until(form.$state, (state) => state === 'failed');
  expect(toasts()).toEqual(['Broken.']);
  release();
  await form.load();
  expect(await isTested()).toEqual({ state: 'connected' });
});

test('the draft keeps what was typed, but never the secret', async () => {
  await open();
  fill({ ...s3.settings, secret: 'TOP-SECRET' });
  stop?.();
  stop = undefined;
  const draft = [...browser.storage].find(([key]) => key.startsWith('settings_draft_storage'))?.[1] ?? '';
  expect(draft).toContain(s3.settings.accessKey);
  expect(draft).not.toContain('TOP-SECRET');
  await open();
  form.restoreDraft();
  expect(form.$values.get()).toMatchObject({
    'storage.isEnabled': true,
    'storage.endpoint': s3.settings.endpoint,
    'storage.secret': '',
  });
});
