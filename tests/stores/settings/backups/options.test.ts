import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { atPaths } from '#domain/app/settings-fields.ts';
import { $question } from '#stores/app/confirm.ts';
import { go } from '#stores/app/route.ts';
import { removeBackup } from '#stores/settings/backups/files.ts';
import { $backups, $recoveries, loadBackups } from '#stores/settings/backups/list.ts';
import {
  $backupsConnection,
  $isAuto,
  backupOptionsForm as form,
  retryBackupsConnection,
  setAuto,
  setBackupsInS3,
} from '#stores/settings/backups/options.ts';
import { $restore, openRestore } from '#stores/settings/backups/restore-open.ts';
import {
  answerRequests,
  holdRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import {
  backend,
  browser,
  changeSettings,
  settingsInDatabase,
  startSettingsTests,
  toasts,
  until,
} from '#tests/stores/settings-fixture.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { isList, makeBackup, shownKeys, startBackupTests } from './backups-fixture.ts';

const SAVED = 'Successfully saved application settings.';
const CRON = '0 0 * * 0';

startSettingsTests();
startBackupTests();

let stop: (() => void) | undefined;
afterEach(() => {
  form.cancel();
  stop?.();
  stop = undefined;
});
async function open() {
  stop?.();
  stop = form.start();
  await until(form.$state, (state) => state === 'ready');
}

test('[BK-20] auto backups start on if a schedule is stored, and off empties it', async () => {
  await open();
  expect([$isAuto.get(), form.$isDirty.get()]).toEqual([false, false]);
  setAuto(true);
  expect([$isAuto.get(), form.$isDirty.get()]).toEqual([true, false]);
  setAuto(false);
  await changeSettings({ backups: { cron: CRON, cronMaxKeep: 5 } });
  await open();
  expect([$isAuto.get(), form.$values.get()['backups.schedule']]).toEqual([true, CRON]);
  // Emptied to be typed again.
  form.set('backups.schedule', '');
  expect($isAuto.get()).toBe(true);
  setAuto(false);
  expect([form.$values.get()['backups.schedule'], form.$isDirty.get()]).toEqual(['', true]);
  form.cancel();
  expect([$isAuto.get(), form.$values.get()['backups.schedule']]).toEqual([true, CRON]);
});

test('[BK-20] a restored draft that switched auto backups off shows them off', async () => {
  await changeSettings({ backups: { cron: CRON, cronMaxKeep: 5 } });
  await open();
  setAuto(false);
  await open();
  expect($isAuto.get()).toBe(true);
  form.restoreDraft();
  expect([form.$values.get()['backups.schedule'], $isAuto.get()]).toEqual(['', false]);
});

test('[BK-24] a save sends the section, tells and loads the list; others keep their changes', async () => {
  await open();
  setAuto(true);
  form.set('backups.schedule', CRON);
  form.set('backups.keep', 2);
  await changeSettings({ backups: { cronMaxKeep: 2, s3: { bucket: 'theirs' } } });
  const { sent } = watchRequests();
  expect(await form.save()).toBe(true);
  await expect.poll(() => sent).toEqual(['GET /api/settings', 'PATCH /api/settings', 'GET /api/backups']);
  expect(toasts()).toEqual([SAVED]);
  expect(settingsInDatabase()['backups']).toMatchObject({
    cron: CRON,
    cronMaxKeep: 2,
    s3: { bucket: 'theirs' },
  });
  expect([form.$isDirty.get(), $isAuto.get()]).toEqual([false, true]);
  setAuto(false);
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()['backups']).toMatchObject({ cron: '' });
  expect($isAuto.get()).toBe(false);
});

describe('another storage', () => {
  beforeEach(async () => {
    await makeBackup('a.zip');
    await loadBackups();
    await open();
    expect(shownKeys()).toEqual(['a.zip']);
  });
  const unreachable = {
    isEnabled: true,
    endpoint: 'http://127.0.0.1:1',
    bucket: 'other',
    region: 'r',
    accessKey: 'k',
    secret: 's',
  };
  const move = () => {
    form.edit((values) => ({ ...values, ...atPaths('backups.storage', unreachable) }));
    return form.save();
  };

  test('shows none of the backups of the one before, also when its list can not be read', async () => {
    expect(await move()).toBe(true);
    await until($backups, ({ state }) => state === 'failed');
  });

  test('keeps no question open, and nothing is deleted or restored', async () => {
    const held = holdRequests(({ method }) => method === 'PATCH', 'responses');
    const removed = removeBackup('a.zip');
    await until($question, (question) => question !== undefined);
    openRestore('a.zip');
    const { sent } = watchRequests();
    const moved = move();
    await removed;
    expect([$question.get(), $restore.get(), shownKeys()]).toEqual([undefined, undefined, undefined]);
    await held.arrived;
    held.release();
    expect(await moved).toBe(true);
    expect(sent.filter((request) => request.includes('a.zip'))).toEqual([]);
  });

  test('counts as possible when the response of the save is lost', async () => {
    const reach = loseResponses(({ method }) => method === 'PATCH');
    expect(await move()).toBe(false);
    reach();
    await until($backups, ({ state }) => state === 'failed');
  });

  test('may be the choice of another administrator', async () => {
    await storeSettings(backend().api, atPaths('backups.storage', unreachable));
    form.set('backups.keep', 2);
    expect(await form.save()).toBe(true);
    await until($backups, ({ state }) => state === 'failed');
  });

  test('is not meant by other options: the backups stay', async () => {
    rejectRequests(isList, 'No list.');
    form.set('backups.keep', 2);
    form.set('backups.storage.bucket', 'not used');
    expect(await form.save()).toBe(true);
    await expect.poll(toasts).toContain('No list.');
    expect(shownKeys()).toEqual(['a.zip']);
  });
});

test('[BK-23] the connection is tested after loading, again on request, and after a cancelled save that failed', async () => {
  const tests: string[] = [];
  answerRequests(
    ({ path }) => path === '/api/settings/test/s3',
    () => {
      tests.push($backupsConnection.get().state);
      return tests.length > 2
        ? new Response(null, { status: 204 })
        : Response.json({ code: 400, message: 'No bucket.', data: {} }, { status: 400 });
    },
  );
  const s3 = { enabled: true, endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', accessKey: 'k' };
  await changeSettings({ backups: { s3: { ...s3, secret: 's' } } });
  await open();
  const failed = { state: 'failed', message: 'No bucket.' };
  expect(await until($backupsConnection, ({ state }) => state === 'failed')).toEqual(failed);
  retryBackupsConnection();
  expect($backupsConnection.get()).toEqual({ state: 'testing' });
  expect(await until($backupsConnection, ({ state }) => state !== 'testing')).toEqual(failed);
  form.set('backups.keep', 4);
  const accept = rejectRequests(({ method }) => method === 'PATCH', 'Refused.');
  expect(await form.save()).toBe(false);
  accept();
  form.cancel();
  await until($backupsConnection, ({ state }) => state === 'connected');
  form.set('backups.keep', 4);
  expect($backupsConnection.get()).toEqual({ state: 'idle' });
  // A save tests anew.
  expect(await form.save()).toBe(true);
  await until($backupsConnection, ({ state }) => state === 'connected');
  expect(tests).toHaveLength(4);
});

test('options that failed to load are loaded again after a backup elsewhere, others are not', async () => {
  const restore = rejectRequests(({ path }) => path === '/api/settings', 'Busy.', 500);
  stop = form.start();
  await until(form.$state, (state) => state === 'failed');
  restore();
  const { sent } = watchRequests();
  $recoveries.set($recoveries.get() + 1);
  await until(form.$state, (state) => state === 'ready');
  $recoveries.set($recoveries.get() + 1);
  expect(sent.filter((request) => request === 'GET /api/settings')).toHaveLength(1);
});

test('[BK-20] an invalid schedule is sent and refused beside its field', async () => {
  await open();
  setAuto(true);
  form.set('backups.schedule', 'never');
  expect(await form.save()).toBe(false);
  expect(Object.keys(form.$errors.get())).toEqual(['backups.schedule']);
  form.set('backups.schedule', CRON);
  expect(form.$errors.get()).toEqual({});
});

test('[BK-23] the draft keeps the S3 settings without the secret', async () => {
  go('settingsBackups');
  await open();
  form.setErrors({ 'backups.storage.bucket': 'Missing.', 'backups.schedule': 'Wrong.' });
  setBackupsInS3(true);
  expect(form.$errors.get()).toEqual({ 'backups.schedule': 'Wrong.' });
  form.set('backups.storage.bucket', 'mine');
  form.set('backups.storage.secret', 'TOP-SECRET');
  form.set('backups.schedule', CRON);
  stop?.();
  stop = undefined;
  const draft = [...browser.storage].find(([key]) => key.startsWith('settings_draft_backups'))?.[1] ?? '';
  expect(draft).toContain('mine');
  expect(draft).not.toContain('TOP-SECRET');
  await open();
  form.restoreDraft();
  expect(form.$values.get()).toMatchObject({
    'backups.storage.bucket': 'mine',
    'backups.storage.secret': '',
  });
  expect($isAuto.get()).toBe(true);
});
