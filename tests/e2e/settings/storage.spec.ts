import { createServer } from 'node:http';
import type { Locator } from '@playwright/test';
import { createPosts, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { listen } from '#tests/support/listen.ts';
import { gate } from '#tests/support/records/page.ts';
import { openRecord, saveAndWait, storedRecord } from '#tests/support/records/panel.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import { clearBackups, makeBackup, openBackups, storedBackups } from '#tests/support/settings/backups.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';
import { openStorage, placesOf, storedS3, storeS3, TEST_S3 } from '#tests/support/settings/storage.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { stopClock } from '#tests/support/timers.ts';

const SAVED = 'Successfully saved files storage settings.';
const SAVED_BUT_FAILED = 'Successfully saved but failed to establish S3 connection.';
const LOCAL_TO_S3 = 'from the local file system to the S3 storage';
const S3_TO_LOCAL = 'from the S3 storage to the local file system';
const MASK = '******';
const WIDE = { width: 1280, height: 800 };

let s3: S3;
test.beforeAll(async () => {
  s3 = await startS3();
});
test.afterAll(() => s3.stop());
test.beforeEach(async ({ backend, admin }) => {
  await storeS3(backend.api);
  await clearBackups(backend);
  await admin.signIn();
});

test('[SS-01][SS-02][SS-03][SS-04][SS-10][ER-07] the toggle reveals the fields, and refused values stay with their messages', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const tests = collectBodies(page, '/api/settings/test/s3');
  const shown = await openStorage(page);
  const { screen, enabled, warning, save, reset } = shown;

  await test.step('off: the local file system', async () => {
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Files storage');
    await expect(screen.locator('header')).toContainText('Settings');
    await expect(screen.getByText('local file system')).toBeVisible();
    await expect(enabled).not.toBeChecked();
    await expect(shown.endpoint).toHaveCount(0);
    await expect(save).toBeDisabled();
    await expect(reset).toHaveCount(0);
    await expect(warning).toHaveCount(0);
  });

  await test.step('on: the fields, and a warning about existing files', async () => {
    await enabled.click();
    for (const field of [shown.endpoint, shown.bucket, shown.region, shown.accessKey, shown.secret]) {
      await expect(field).toHaveValue('');
      await expect(field).toHaveJSProperty('required', true);
    }
    await expect(shown.secret).toHaveAttribute('type', 'password');
    await expect(shown.pathStyle).not.toBeChecked();
    await screen.getByRole('button', { name: 'More about this' }).hover();
    await expect(tooltip(page)).toContainText('https://s3.example.com/BUCKET/FILE');
    await expect(warning).toContainText(LOCAL_TO_S3);
    for (const [name, href] of [
      ['rclone', 'https://rclone.org/'],
      ['s5cmd', 'https://github.com/peak/s5cmd'],
    ] as const) {
      const link = warning.getByRole('link', { name });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noreferrer');
    }
    await expect(save).toBeEnabled();
  });

  await test.step('Reset switches it off again', async () => {
    await shown.bucket.fill('files');
    await reset.click();
    await expect(enabled).not.toBeChecked();
    await expect(shown.bucket).toHaveCount(0);
    await expect(warning).toHaveCount(0);
    await expect(reset).toHaveCount(0);
    await expect(save).toBeDisabled();
    await enabled.click();
    await expect(shown.bucket).toHaveValue('');
    // Switched back by hand, nothing is changed either.
    await enabled.click();
    await expect(save).toBeDisabled();
  });

  await test.step('refused values stay, each with the message of the backend', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    await enabled.click();
    await shown.bucket.fill('files');
    await save.click();
    await expect(toasts(page, 'error')).toContainText([
      'Something went wrong while processing your request.',
    ]);
    await expect(screen.getByText('Cannot be blank.')).toHaveCount(4);
    for (const field of [shown.endpoint, shown.region, shown.accessKey, shown.secret])
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(shown.bucket).toHaveValue('files');
    await expectFitsSmall(page, screen);
    const bottom = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? 0);
    };
    // The toast covers none of the buttons.
    for (const button of [save, reset])
      expect((await button.boundingBox())?.y).toBeGreaterThanOrEqual(await bottom(toasts(page, 'error')));
    await checkScreen();
    await page.setViewportSize(WIDE);

    await shown.endpoint.fill('no address at all');
    await expect(screen.getByText('Cannot be blank.')).toHaveCount(3);
    await shown.region.fill('us-east-1');
    await shown.accessKey.fill('key');
    await shown.secret.fill('secret');
    await save.click();
    await expect(screen.getByText('Must be a valid URL.')).toHaveCount(1);
    await expect(shown.endpoint).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('the backend checks the address even while S3 is off: the field with the message appears', async () => {
    await enabled.click();
    await expect(shown.endpoint).toHaveCount(0);
    await save.click();
    await expect(screen.getByText('Must be a valid URL.')).toBeVisible();
    await expect(shown.endpoint).toHaveValue('no address at all');
    expect(tests).toEqual([]);
    expect(await storedS3(backend.api)).toMatchObject({ enabled: false, bucket: '' });
  });

  await test.step('typing removes that message but not the field, until nothing is changed', async () => {
    await shown.endpoint.fill('https://s3.example.com');
    await expect(screen.getByText('Must be a valid URL.')).toHaveCount(0);
    await expect(shown.endpoint).toHaveValue('https://s3.example.com');
    await reset.click();
    await expect(shown.endpoint).toHaveCount(0);
  });
});

test('[SS-02][SS-03][SS-05][SS-06][SS-07][SS-08][SS-09][API-08][UI-06] S3 is tested, switched on by keyboard, used, and switched off', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  refuseDialogs(page);
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  const silent = await listen(createServer(() => {}));
  await storeS3(backend.api, { ...s3.settings, endpoint: silent.url });
  const saves = collectBodies(page);
  const tests = collectBodies(page, '/api/settings/test/s3');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await stopClock(page);
  const shown = await openStorage(page);
  const { screen, enabled, connected, failed, save, reset, secret } = shown;
  // The access key is the same text as the secret.
  const settings = s3.settings;
  const { secret: _, ...withoutSecret } = settings;

  await test.step('a test that takes 30 s is cancelled and reported', async () => {
    const sent = page.waitForRequest(TEST_S3);
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/test/s3'));
    await page.clock.runFor(100);
    await sent;
    await expect(shown.testing).toBeVisible();
    await page.clock.runFor(29_000);
    await expect(shown.testing).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(failed).toBeVisible();
    await expect(toasts(page, 'error')).toHaveText(['S3 test connection timeout.']);
    await failed.hover();
    await expect(tooltip(page)).toHaveText('S3 test connection timeout.');
    await page.clock.runFor(10_000);
    await expect(toasts(page)).toHaveCount(0);
    await page.clock.resume();
    await silent.stop();
  });

  await test.step('a failing connection is a warning with the message of the backend', async () => {
    expectedProblems.allow('response 400 POST /api/settings/test/s3');
    await shown.endpoint.fill(settings.endpoint);
    await expect(failed).toHaveCount(0);
    await shown.newSecret.click();
    await page.keyboard.type('WRONG');
    await save.click();
    await expect(toasts(page)).toHaveText([SAVED_BUT_FAILED]);
    await expect(toasts(page, 'warning')).toHaveCount(1);
    await failed.hover();
    await expect(tooltip(page)).toContainText('SignatureDoesNotMatch');
    // Screen readers hear it too.
    await expect(screen.getByRole('status').filter({ hasText: 'Failed to' })).toContainText(
      'SignatureDoesNotMatch',
    );
    await page.mouse.move(0, 0);
    await expectFitsSmall(page, screen);
    await checkScreen();
    await shown.bucket.fill('another');
    await expect(failed).toHaveCount(0);
    await reset.click();
    await expect(failed).toBeVisible();
  });

  await test.step('markup in a message is text, and a long one does not widen the page', async () => {
    const message = `${hostileStrings.image}${hostileStrings.script}${hostileStrings.quotes}${hostileStrings.long}`;
    const json = { code: 400, message, data: {} };
    await page.route(TEST_S3, (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await failed.focus();
    await page.keyboard.press('Tab');
    await expect(shown.retry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screen.getByText(hostileStrings.script)).toBeAttached();
    // The focus has stayed beside the result.
    await page.keyboard.press('Tab');
    await expect(failed).toBeFocused();
    await expect(tooltip(page)).toContainText(hostileStrings.script);
    const box = await tooltip(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 361)).toBeLessThanOrEqual(360);
    await expectHarmless(page);
  });

  await test.step('it is tested again on request', async () => {
    await storeS3(backend.api, settings);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(connected).toBeVisible();
    await expect(failed).toHaveCount(0);
    await page.setViewportSize(WIDE);
  });

  await test.step('the stored secret survives other saves', async () => {
    await storeS3(backend.api, { ...settings, region: 'eu-west-1' });
    saves.length = 0;
    tests.length = 0;
    await goToHash(page, '#/settings');
    await openStorage(page);
    await expect(connected).toBeVisible();
    expect(tests).toEqual([{ filesystem: 'storage' }]);
    await shown.region.fill(settings.region);
    await save.click();
    await expect.poll(() => tests.length).toBe(2);
    await expect(connected).toBeVisible();
    expect(saves).toEqual([{ s3: withoutSecret }]);
    expect(await storedS3(backend.api)).toEqual({ ...settings, secret: MASK });
  });

  await test.step('uploads lie in the bucket', async () => {
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
    // The backups of another test share the bucket.
    await backend.api.delete(`/api/collections/${collection.id}/records/${row.id}`);
    await expect.poll(() => s3.objects()).not.toContain(path);
  });

  await test.step('switching off is a success, and tests nothing', async () => {
    await openStorage(page);
    await expect.poll(() => tests.length).toBe(3);
    await expect(connected).toBeVisible();
    await enabled.click();
    await expect(shown.warning).toContainText(S3_TO_LOCAL);
    await expect(shown.endpoint).toHaveCount(0);
    await page.clock.fastForward(10_000);
    await expect(toasts(page)).toHaveCount(0);
    await save.click();
    await expect(toasts(page)).toHaveText([SAVED]);
    await expect(connected).toHaveCount(0);
    await expect(shown.warning).toHaveCount(0);
    expect(saves.at(-1)).toEqual({ s3: { ...withoutSecret, enabled: false } });
    expect(tests).toHaveLength(3);
  });

  await test.step('S3 is filled in by keyboard, and its draft is without the secret', async () => {
    await storeS3(backend.api);
    await goToHash(page, '#/settings');
    await openStorage(page);
    await expect(enabled).not.toBeChecked();
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
    await expect(shown.pathStyle).toBeChecked();
    await expect.poll(() => placesOf(page, settings.bucket)).toContain('localStorage');
    expect(await placesOf(page, 'NOT-THE-SECRET')).toEqual(['elements', 'inputs']);
    await secret.press('ControlOrMeta+a');
    await page.keyboard.type(settings.secret);
  });

  await test.step('it is tested while Save waits, and the result is shown', async () => {
    saves.length = 0;
    tests.length = 0;
    const answer = gate();
    await page.route(TEST_S3, async (route) => {
      await answer.opened;
      await route.continue();
    });
    await page.clock.fastForward(10_000);
    await expect(toasts(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(shown.testing).toBeVisible();
    await expect(connected).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(0);
    await expect(save).toBeDisabled();
    await checkScreen();
    answer.open();
    await expect(connected).toBeVisible();
    await expect(toasts(page)).toHaveText([SAVED]);
    expect(saves).toEqual([{ s3: settings }]);
    expect(tests).toEqual([{ filesystem: 'storage' }]);
    expect(await storedS3(backend.api)).toEqual({ ...settings, secret: MASK });
    await expectFitsSmall(page, screen);
    await checkScreen();
    await page.setViewportSize(WIDE);
  });

  await test.step('the secret is a mask that a new one replaces', async () => {
    await expect(secret).toHaveValue(MASK);
    await expect(secret).toHaveJSProperty('readOnly', true);
    await shown.newSecret.focus();
    await page.keyboard.press('Enter');
    await expect(secret).toBeFocused();
    await expect(secret).toHaveValue('');
    await expect(secret).toHaveAttribute('type', 'password');
    await expect(connected).toHaveCount(0);
    await reset.focus();
    await page.keyboard.press('Enter');
    await expect(secret).toHaveValue(MASK);
    await expect(connected).toBeVisible();
    expect(tests).toHaveLength(1);

    await shown.newSecret.click();
    await page.keyboard.type('AN-UNKNOWN-SECRET');
    await page.unroute(TEST_S3);
    await page.route(TEST_S3, (route) => route.fulfill({ status: 204 }));
    await save.click();
    await expect(secret).toHaveValue(MASK);
    expect(saves.at(-1)).toEqual({ s3: { ...settings, secret: 'AN-UNKNOWN-SECRET' } });
    expect(await placesOf(page, 'AN-UNKNOWN-SECRET')).toEqual([]);
    expect(logged.join('\n')).not.toContain('SECRET');
    await storeS3(backend.api);
  });
});

test('[BK-02][BK-23][BK-24][SS-05] backups in S3 lie in the bucket, and a connection that fails is told', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  await makeBackup(backend, 'local.zip');
  const saves = collectBodies(page);
  const tests = collectBodies(page, '/api/settings/test/s3');
  const shown = await openBackups(page);
  const { screen } = shown;
  await shown.options.click();
  const input = (label: string) => screen.getByLabel(label, { exact: true });
  const { enabled: _, ...settings } = s3.settings;
  const connected = screen.getByText('S3 connected successfully');

  await test.step('a connection that fails is told with the message of the backend', async () => {
    expectedProblems.allow('response 400 POST /api/settings/test/s3', /^response 400 GET \/api\/backups$/);
    await expect(input('Endpoint')).toHaveCount(0);
    await shown.s3.click();
    await input('Endpoint').fill(settings.endpoint);
    await input('Bucket').fill(settings.bucket);
    await input('Region').fill(settings.region);
    await input('Access key').fill(settings.accessKey);
    await input('Secret').fill('WRONG');
    await screen.getByRole('switch', { name: 'Force path-style addressing' }).click();
    await shown.save.click();
    await expect(screen.getByText('The backups could not be loaded.')).toBeVisible();
    const failed = screen.getByRole('button', { name: 'Failed to establish S3 connection' });
    await failed.hover();
    await expect(tooltip(page)).toContainText('SignatureDoesNotMatch');
    expect(saves).toEqual([
      { backups: { cron: '', cronMaxKeep: 3, s3: { ...settings, secret: 'WRONG', enabled: true } } },
    ]);
    expect(tests).toEqual([{ filesystem: 'backups' }]);
    await checkScreen();
    await backend.api.patch('/api/settings', { backups: { s3: s3.settings } });
    await screen.getByRole('button', { name: 'Test again' }).click();
    await expect(connected).toBeVisible();
  });

  await test.step('the list is that of the bucket, which has no backups yet', async () => {
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect(input('Secret')).toHaveValue(MASK);
    await expect(screen.getByText('No backups yet.')).toBeVisible();
  });

  await test.step('a backup is made, downloaded and deleted in the bucket', async () => {
    await shown.create.click();
    await page.getByLabel('Backup name').fill('in-bucket.zip');
    await page.keyboard.press('Enter');
    await expect(shown.row('in-bucket.zip')).toBeVisible();
    expect(s3.objects()).toContain('in-bucket.zip');
    const started = page.waitForEvent('download');
    await shown.action('in-bucket.zip', 'Download').click();
    expect((await started).suggestedFilename()).toBe('in-bucket.zip');
    await shown.action('in-bucket.zip', 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(toasts(page, 'success').last()).toHaveText('Successfully deleted in-bucket.zip.');
    await expect(screen.getByText('No backups yet.')).toBeVisible();
    expect(s3.objects()).not.toContain('in-bucket.zip');
  });

  await test.step('the untouched secret stays; another one is in no draft', async () => {
    await input('Region').fill('eu-west-1');
    await screen.getByRole('button', { name: 'Set new value' }).click();
    await page.keyboard.type('ANOTHER-KEY');
    await expect.poll(() => placesOf(page, 'eu-west-1')).toContain('localStorage');
    expect(await placesOf(page, 'ANOTHER-KEY')).not.toContain('localStorage');
    await shown.reset.click();
    expect(await placesOf(page, 'ANOTHER-KEY')).toEqual([]);
    await shown.s3.click();
    await shown.save.click();
    await expect(shown.row('local.zip')).toBeVisible();
    expect((await storedBackups(backend)).map(({ key }) => key)).toEqual(['local.zip']);
  });
});
