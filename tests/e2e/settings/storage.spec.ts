import type { Page } from '@playwright/test';
import { atPaths, pathsOf } from '#domain/app/settings-fields.ts';
import { BACKUP_FIELDS } from '#domain/settings/backup-fields.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createPosts, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings } from '#tests/support/hostile.ts';
import { has, NO_SECRET, REFUSED_SETTINGS, SECRET } from '#tests/support/lines.ts';
import { chooseMore, gate, recordsHash } from '#tests/support/records/page.ts';
import { openRecord, saveAndWait, storedRecord } from '#tests/support/records/panel.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';
import { backupsPage, makeBackup, openBackups } from '#tests/support/settings/backups.ts';
import { NO_S3 } from '#tests/support/settings/defaults.ts';
import { collectBodies, collectSaves } from '#tests/support/settings/saves.ts';
import {
  openStorage,
  placesOf,
  STORAGE_PATHS,
  storagePage,
  storeS3,
  TEST_S3,
} from '#tests/support/settings/storage.ts';
import { settingsInDatabase, storedSettings, storeSettings } from '#tests/support/settings/stored.ts';

const SAVED = 'Successfully saved files storage settings.';
const SAVED_BUT_FAILED = 'Successfully saved but failed to establish S3 connection.';
const LOCAL_TO_S3 = 'from the local file system to the S3 storage';
const S3_TO_LOCAL = 'from the S3 storage to the local file system';
const MASK = '******';
/** A field with a secret that is or may be stored. */
const SHOWN_SECRET = has('tellsSecrets') ? MASK : '';

async function revealsFields(page: Page): Promise<void> {
  const shown = storagePage(page);
  const { enabled, warning, save, reset } = shown;
  await expect(enabled).not.toBeChecked();
  await expect(shown.endpoint).toHaveCount(0);
  await expect(save).toBeDisabled();
  await expect(reset).toHaveCount(0);
  await expect(warning).toHaveCount(0);

  await enabled.click();
  await expect(shown.endpoint).toHaveValue('');
  await expect(warning).toContainText(LOCAL_TO_S3);
  await expect(save).toBeEnabled();
}

async function resets(page: Page): Promise<void> {
  const { enabled, bucket, warning, save, reset } = storagePage(page);
  await bucket.fill('files');
  await reset.click();
  await expect(enabled).not.toBeChecked();
  await expect(bucket).toHaveCount(0);
  await expect(warning).toHaveCount(0);
  await expect(reset).toHaveCount(0);
  await expect(save).toBeDisabled();
  await enabled.click();
  await expect(bucket).toHaveValue('');
  // Switched back by hand, nothing is changed either.
  await enabled.click();
  await expect(save).toBeDisabled();
}

async function keepsRefusedValues(page: Page, backend: Backend): Promise<void> {
  const shown = storagePage(page);
  const { screen, enabled, endpoint, bucket, region, accessKey, secret, save, reset } = shown;
  const tests = collectBodies(page, '/api/settings/test/s3');
  await enabled.click();
  await bucket.fill('files');
  await save.click();
  await expect(toasts(page, 'error')).toContainText([REFUSED_SETTINGS]);
  await expect(screen.getByText('Cannot be blank.')).toHaveCount(4);
  for (const field of [endpoint, region, accessKey, secret])
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(bucket).toHaveValue('files');
  await endpoint.fill('no address at all');
  await expect(screen.getByText('Cannot be blank.')).toHaveCount(3);

  // The backend checks the address even while S3 is off: the field with the message appears.
  await enabled.click();
  await expect(endpoint).toHaveCount(0);
  await save.click();
  await expect(screen.getByText('Must be a valid URL.')).toBeVisible();
  await expect(endpoint).toHaveValue('no address at all');
  await expect(endpoint).toHaveAttribute('aria-invalid', 'true');
  expect(tests).toEqual([]);
  expect(await storedSettings(backend.api, STORAGE_PATHS)).toEqual(
    atPaths('storage', { ...NO_S3, secret: NO_SECRET }),
  );

  // Typing removes that message but not the field, until nothing is changed.
  await endpoint.fill('https://s3.example.com');
  await expect(screen.getByText('Must be a valid URL.')).toHaveCount(0);
  await expect(endpoint).toHaveValue('https://s3.example.com');
  await reset.click();
  await expect(endpoint).toHaveCount(0);
}

async function isFilledInByKeyboard(page: Page, { settings }: S3): Promise<void> {
  const { enabled, secret, pathStyle } = storagePage(page);
  await enabled.focus();
  await page.keyboard.press('Space');
  // The links of the warning come first.
  for (const text of ['', '', settings.endpoint, settings.bucket, settings.region, settings.accessKey]) {
    await page.keyboard.press('Tab');
    if (text) await page.keyboard.insertText(text);
  }
  await page.keyboard.press('Tab');
  await expect(secret).toBeFocused();
  await page.keyboard.type('NOT-THE-SECRET');
  await expect(secret).toHaveValue('NOT-THE-SECRET');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(pathStyle).toBeChecked();
  await expect.poll(() => placesOf(page, settings.bucket)).toContain('localStorage');
  expect(await placesOf(page, 'NOT-THE-SECRET')).toEqual(['elements', 'inputs']);
  await secret.press('ControlOrMeta+a');
  await page.keyboard.type(settings.secret);
}

async function testsWhileSaving(page: Page, backend: Backend, { settings }: S3): Promise<void> {
  const { testing, connected, save } = storagePage(page);
  const saves = collectSaves(page, STORAGE_PATHS);
  const tests = collectBodies(page, '/api/settings/test/s3');
  const answer = gate();
  await page.route(
    TEST_S3,
    async (route) => {
      await answer.opened;
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press('Enter');
  await expect(testing).toBeVisible();
  await expect(connected).toHaveCount(0);
  await expect(toasts(page, 'success')).toHaveCount(0);
  await expect(save).toBeDisabled();
  answer.open();
  await expect(connected).toBeVisible();
  await expect(toasts(page, 'success')).toHaveText([SAVED]);
  expect(saves).toEqual([atPaths('storage', settings)]);
  expect(tests).toEqual([{ filesystem: 'storage' }]);
  const stored = atPaths('storage', { ...settings, secret: SECRET });
  expect(await storedSettings(backend.api, STORAGE_PATHS)).toEqual(stored);
  expect(settingsInDatabase(backend, ['storage.secret'])).toEqual({ 'storage.secret': settings.secret });
}

async function masksSecret(page: Page): Promise<void> {
  const { secret, newSecret, connected, reset } = storagePage(page);
  const tests = collectBodies(page, '/api/settings/test/s3');
  await expect(secret).toHaveValue(MASK);
  await expect(secret).toHaveJSProperty('readOnly', true);
  await newSecret.focus();
  await page.keyboard.press('Enter');
  await expect(secret).toBeFocused();
  await expect(secret).toHaveValue('');
  await expect(secret).toHaveAttribute('type', 'password');
  await expect(connected).toHaveCount(0);
  await reset.focus();
  await page.keyboard.press('Enter');
  await expect(secret).toHaveValue(MASK);
  await expect(connected).toBeVisible();
  expect(tests).toEqual([]);
}

async function warnsOfFailure(page: Page, { settings }: S3): Promise<void> {
  const { screen, typeSecret, secret, bucket, failed, save, reset } = storagePage(page);
  const saves = collectSaves(page, STORAGE_PATHS);
  await typeSecret('AN-UNKNOWN-SECRET');
  await save.click();
  await expect(toasts(page, 'warning')).toHaveText([SAVED_BUT_FAILED]);
  await expect(secret).toHaveValue(SHOWN_SECRET);
  expect(saves).toEqual([atPaths('storage', { ...settings, secret: 'AN-UNKNOWN-SECRET' })]);
  expect(await placesOf(page, 'AN-UNKNOWN-SECRET')).toEqual([]);
  await failed.hover();
  await expect(tooltip(page)).toContainText('SignatureDoesNotMatch');
  // Screen readers hear it too.
  await expect(screen.getByRole('status').filter({ hasText: 'Failed to' })).toContainText(
    'SignatureDoesNotMatch',
  );
  await page.mouse.move(0, 0);
  await bucket.fill('another');
  await expect(failed).toHaveCount(0);
  await reset.click();
  await expect(failed).toBeVisible();
}

async function testsAgain(page: Page, backend: Backend, { settings }: S3): Promise<void> {
  const { screen, failed, retry, connected } = storagePage(page);
  const message = `${hostileStrings.image}${hostileStrings.script}${hostileStrings.quotes}${hostileStrings.long}`;
  const json = { code: 400, message, data: {} };
  await page.route(TEST_S3, (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await failed.focus();
  await page.keyboard.press('Tab');
  await expect(retry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screen.getByText(hostileStrings.script)).toBeAttached();
  // The focus has stayed beside the result.
  await page.keyboard.press('Tab');
  await expect(failed).toBeFocused();
  await expect(tooltip(page)).toContainText(hostileStrings.script);
  await expectHarmless(page);
  await storeS3(backend.api, settings);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(connected).toBeVisible();
  await expect(failed).toHaveCount(0);
}

async function storesUploads(page: Page, backend: Backend, s3: S3): Promise<void> {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  const record = await openRecord(page, collection.id, row.id);
  const buffer = Buffer.from('Stored in S3.\n');
  await record
    .field('cover')
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer });
  await saveAndWait(page, collection.id);
  await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
  const name = String((await storedRecord(backend, collection, row.id))['cover']);
  const path = `${collection.id}/${row.id}/${name}`;
  expect(s3.objects()).toContain(path);
  const file = await page.request.get(`/api/files/${path}`);
  expect(await file.text()).toBe('Stored in S3.\n');
  // The backups share the bucket.
  await backend.api.delete(`/api/collections/${collection.id}/records/${row.id}`);
  await expect.poll(() => s3.objects()).not.toContain(path);
}

async function switchesOff(page: Page, { settings }: S3): Promise<void> {
  const tests = collectBodies(page, '/api/settings/test/s3');
  const { enabled, endpoint, connected, warning, save } = await openStorage(page);
  await expect(connected).toBeVisible();
  expect(tests).toEqual([{ filesystem: 'storage' }]);
  const saves = collectSaves(page, STORAGE_PATHS);
  const bodies = collectBodies(page);
  await enabled.click();
  await expect(warning).toContainText(S3_TO_LOCAL);
  await expect(endpoint).toHaveCount(0);
  await save.click();
  await expect(toasts(page, 'success').last()).toHaveText(SAVED);
  await expect(connected).toHaveCount(0);
  await expect(warning).toHaveCount(0);
  expect(saves).toEqual([atPaths('storage', { ...settings, isEnabled: false, secret: '' })]);
  // Left out, which '' is not.
  expect(JSON.stringify(bodies)).not.toContain('"secret"');
  expect(tests).toHaveLength(1);
}

async function connectsBackups(page: Page, backend: Backend, s3: S3): Promise<void> {
  const { screen, options, s3: inS3, save } = await openBackups(page);
  const saves = collectSaves(page, pathsOf(BACKUP_FIELDS));
  const tests = collectBodies(page, '/api/settings/test/s3');
  const { settings } = s3;
  const input = (label: string) => screen.getByLabel(label, { exact: true });
  await options.click();
  await expect(input('Endpoint')).toHaveCount(0);
  await inS3.click();
  await input('Endpoint').fill(settings.endpoint);
  await input('Bucket').fill(settings.bucket);
  await input('Region').fill(settings.region);
  await input('Access key').fill(settings.accessKey);
  await input('Secret').fill('WRONG');
  await screen.getByRole('switch', { name: 'Force path-style addressing' }).click();
  await save.click();
  await expect(screen.getByText('The backups could not be loaded.')).toBeVisible();
  await screen.getByRole('button', { name: 'Failed to establish S3 connection' }).hover();
  await expect(tooltip(page)).toContainText('SignatureDoesNotMatch');
  expect(saves).toEqual([
    {
      ...{ 'backups.schedule': '', 'backups.keep': 3 },
      ...atPaths('backups.storage', { ...settings, secret: 'WRONG' }),
    },
  ]);
  expect(tests).toEqual([{ filesystem: 'backups' }]);
  await storeSettings(backend.api, atPaths('backups.storage', settings));
  await screen.getByRole('button', { name: 'Test again' }).click();
  await expect(screen.getByText('S3 connected successfully')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(input('Secret')).toHaveValue(SHOWN_SECRET);
  await expect(screen.getByText('No backups yet.')).toBeVisible();
}

async function keepsBackupsInBucket(page: Page, s3: S3): Promise<void> {
  const { screen, create, row, action } = backupsPage(page);
  await create.click();
  await page.getByLabel('Backup name').fill('in-bucket.zip');
  await page.keyboard.press('Enter');
  await expect(row('in-bucket.zip')).toBeVisible();
  expect(s3.objects()).toContain('in-bucket.zip');
  const started = page.waitForEvent('download');
  await action('in-bucket.zip', 'Download').click();
  expect((await started).suggestedFilename()).toBe('in-bucket.zip');
  await action('in-bucket.zip', 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(toasts(page, 'success').last()).toHaveText('Successfully deleted in-bucket.zip.');
  await expect(screen.getByText('No backups yet.')).toBeVisible();
  expect(s3.objects()).not.toContain('in-bucket.zip');
}

test('the storage of files, and backups in S3', { tag: '@newer' }, async ({
  page,
  backend,
  admin,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    'response 400 PATCH /api/settings',
    'response 400 POST /api/settings/test/s3',
    /^response 400 GET \/api\/backups$/,
  );
  const s3 = await startS3();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await admin.signIn();
  await openStorage(page);

  await step('[SS-03] the toggle reveals the fields, and a warning about existing files', () =>
    revealsFields(page),
  );
  await step('[SS-04] Reset switches it off again', () => resets(page));
  await step('[SS-10][ER-07] refused values stay, each with the message of the backend', () =>
    keepsRefusedValues(page, backend),
  );
  await step('S3 is filled in by keyboard, and its draft is without the secret', () =>
    isFilledInByKeyboard(page, s3),
  );
  await step('[SS-05][SS-07][SS-09] it is tested while Save waits, and the result is shown', () =>
    testsWhileSaving(page, backend, s3),
  );
  await step('[SS-02] the secret is a mask that a new one replaces', () => masksSecret(page), 'tellsSecrets');
  await step('[SS-05][SS-09] a failing connection is a warning with the message of the backend', () =>
    warnsOfFailure(page, s3),
  );
  await step('[SS-05][UI-06] it is tested again on request; markup in a message is text', () =>
    testsAgain(page, backend, s3),
  );
  await step('uploads lie in the bucket', () => storesUploads(page, backend, s3));
  await step('[SS-03][SS-06][SS-09] switching off is a success, and tests nothing', () =>
    switchesOff(page, s3),
  );
  await makeBackup(backend, 'local.zip');
  await step('[BK-23][BK-24][SS-05] backups in S3: a connection that fails is told, and tested again', () =>
    connectsBackups(page, backend, s3),
  );
  await step('[BK-02] a backup is made, downloaded and deleted in the bucket', () =>
    keepsBackupsInBucket(page, s3),
  );
  expect(logged.join('\n')).not.toContain('SECRET');
  await s3.stop();
});

test('[BY-58] where people look for files without a record, the page says that nothing lists them', async ({
  page,
  backend,
  admin,
}) => {
  const said = (collection: string) =>
    `Files that no record names can't be listed: PocketBase's API has no list of files. Look in the storage itself (pb_data/storage/${collection}/RECORD_ID).`;
  const { collection: posts } = await createPosts(backend.api);
  await admin.signIn();
  await openStorage(page);
  await expect(page.getByText(said('COLLECTION_ID'))).toBeVisible();
  await page.goto(recordsHash(posts.id));
  await chooseMore(page, 'Export records…');
  const panel = page.getByRole('dialog', { name: /^Export records/ });
  await expect(panel).toBeVisible();
  await expect(panel.getByText(said(posts.id))).toHaveCount(0);
  await panel.getByLabel('With files').check();
  await expect(panel.getByText(said(posts.id))).toBeVisible();
});
