import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { createPosts, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { gate } from '#tests/support/records/page.ts';
import { openRecord, saveAndWait, storedRecord } from '#tests/support/records/panel.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';
import {
  collectBodies,
  fillS3,
  openStorage,
  placesOf,
  storagePage,
  storedS3,
  storeS3,
  TEST_S3,
} from '#tests/support/settings/storage.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { stopClock } from '#tests/support/timers.ts';

const SAVED = 'Successfully saved files storage settings.';
const SAVED_BUT_FAILED = 'Successfully saved but failed to establish S3 connection.';
const LOCAL_TO_S3 = 'from the local file system to the S3 storage';
const S3_TO_LOCAL = 'from the S3 storage to the local file system';

let s3: S3;
test.beforeAll(async () => {
  s3 = await startS3();
});
test.afterAll(() => s3.stop());
test.beforeEach(async ({ backend, admin }) => {
  await storeS3(backend.api);
  await admin.signIn();
});

/** Expects that the page fits a small screen. */
async function expectSmall(page: Page, axe: () => Promise<void>): Promise<void> {
  await expectFitsSmall(page, storagePage(page).screen);
  await axe();
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('[SS-01][SS-02][SS-03][SS-04] the toggle reveals the fields and warns about existing files', async ({
  page,
  axe,
}) => {
  const shown = await openStorage(page);
  const { screen, enabled, warning, save, reset } = shown;
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Files storage');
  await expect(screen.locator('header')).toContainText('Settings');
  await expect(screen.getByText('local file system')).toBeVisible();
  await expect(enabled).not.toBeChecked();
  await expect(shown.endpoint).toHaveCount(0);
  await expect(save).toBeDisabled();
  await expect(reset).toHaveCount(0);
  await expect(warning).toHaveCount(0);
  await axe();

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
  await axe();
  await expectSmall(page, axe);

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

test('[SS-02][SS-05][SS-06][SS-07][SS-09] S3 is switched on and tested by keyboard, and the secret disappears', async ({
  page,
  backend,
  axe,
}) => {
  const { saves, tests } = collectBodies(page);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const settings = { ...s3.settings, secret: 'S3RVER', accessKey: 'S3RVER' };
  const shown = await openStorage(page);
  await shown.enabled.focus();
  await page.keyboard.press('Space');
  // The links of the warning come first.
  for (const text of ['', '', settings.endpoint, settings.bucket, settings.region, settings.accessKey]) {
    await page.keyboard.press('Tab');
    if (text) await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await expect(shown.secret).toBeFocused();
  await page.keyboard.type('NOT-THE-SECRET');
  await expect(shown.secret).toHaveValue('NOT-THE-SECRET');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(shown.pathStyle).toBeChecked();

  // The draft has all but the secret.
  await expect.poll(() => placesOf(page, settings.bucket)).toContain('localStorage');
  expect(await placesOf(page, 'NOT-THE-SECRET')).toEqual(['elements', 'inputs']);
  await shown.secret.press('ControlOrMeta+a');
  await page.keyboard.type(settings.secret);

  const answer = gate();
  await page.route(TEST_S3, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(shown.testing).toBeVisible();
  await expect(shown.connected).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
  await expect(shown.save).toBeDisabled();
  await axe();
  answer.open();
  await expect(shown.connected).toBeVisible();
  await expect(toasts(page)).toHaveText([SAVED]);
  expect(saves).toEqual([{ s3: settings }]);
  expect(tests).toEqual([{ filesystem: 'storage' }]);
  expect(await storedS3(backend.api)).toEqual({ ...settings, secret: '******' });
  await axe();
  await expectSmall(page, axe);

  // The access key is the same text, so this looks for a new secret.
  await expect(shown.secret).toHaveValue('******');
  await expect(shown.secret).toHaveJSProperty('readOnly', true);
  await shown.newSecret.focus();
  await page.keyboard.press('Enter');
  await expect(shown.secret).toBeFocused();
  await expect(shown.secret).toHaveValue('');
  await expect(shown.secret).toHaveAttribute('type', 'password');
  await expect(shown.connected).toHaveCount(0);
  await shown.reset.focus();
  await page.keyboard.press('Enter');
  await expect(shown.secret).toHaveValue('******');
  await expect(shown.connected).toBeVisible();
  expect(tests).toHaveLength(1);

  await shown.newSecret.click();
  await page.keyboard.type('AN-UNKNOWN-SECRET');
  await page.unroute(TEST_S3);
  await page.route(TEST_S3, (route) => route.fulfill({ status: 204 }));
  await shown.save.click();
  await expect(shown.secret).toHaveValue('******');
  expect(saves.at(-1)).toEqual({ s3: { ...settings, secret: 'AN-UNKNOWN-SECRET' } });
  expect(await placesOf(page, 'AN-UNKNOWN-SECRET')).toEqual([]);
  expect(logged.join('\n')).not.toContain('SECRET');
});

test('[SS-09][SS-06][SS-03] the stored secret survives, uploads lie in the bucket, and switching off is a success', async ({
  page,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await storeS3(backend.api, s3.settings);
  const { saves, tests } = collectBodies(page);
  const shown = await openStorage(page);
  await expect(shown.connected).toBeVisible();
  expect(tests).toEqual([{ filesystem: 'storage' }]);
  const { secret: _, ...withoutSecret } = s3.settings;
  for (const region of ['eu-west-1', s3.settings.region]) {
    await shown.region.fill(region);
    await shown.save.click();
    await expect(shown.connected).toBeVisible();
    expect(saves.at(-1)).toEqual({ s3: { ...withoutSecret, region } });
  }
  expect(tests).toHaveLength(3);

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

  await page.goto('/#/settings/storage');
  await expect.poll(() => tests.length).toBe(4);
  await expect(shown.connected).toBeVisible();
  await shown.enabled.click();
  await expect(shown.warning).toContainText(S3_TO_LOCAL);
  await expect(shown.endpoint).toHaveCount(0);
  await shown.save.click();
  await expect(toasts(page).last()).toHaveText(SAVED);
  await expect(toasts(page, 'warning')).toHaveCount(0);
  await expect(shown.connected).toHaveCount(0);
  await expect(shown.warning).toHaveCount(0);
  expect(saves.at(-1)).toEqual({ s3: { ...withoutSecret, enabled: false } });
  expect(tests).toHaveLength(4);
});

test('[SS-05][SS-09][UI-06] a failing connection is a warning with the message of the backend, and is tested again', async ({
  page,
  backend,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 POST /api/settings/test/s3');
  refuseDialogs(page);
  const shown = await openStorage(page);
  await shown.enabled.click();
  await fillS3(shown, { ...s3.settings, secret: 'WRONG' });
  await shown.save.click();
  await expect(toasts(page, 'warning')).toHaveText([SAVED_BUT_FAILED]);
  await expect(toasts(page)).toHaveCount(1);
  await shown.failed.hover();
  await expect(tooltip(page)).toContainText('SignatureDoesNotMatch');
  // Screen readers hear it too.
  await expect(shown.screen.getByRole('status').filter({ hasText: 'Failed to' })).toContainText(
    'SignatureDoesNotMatch',
  );
  await page.mouse.move(0, 0);
  await axe();
  await expectSmall(page, axe);
  await shown.bucket.fill('another');
  await expect(shown.failed).toHaveCount(0);
  await shown.reset.click();
  await expect(shown.failed).toBeVisible();

  // Markup in a message is text, and a long one does not widen the page.
  const message = `${hostileStrings.image}${hostileStrings.script}${hostileStrings.quotes}${hostileStrings.long}`;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(
    TEST_S3,
    (route) => route.fulfill({ status: 400, json: { code: 400, message, data: {} } }),
    {
      times: 1,
    },
  );
  await shown.failed.focus();
  await page.keyboard.press('Tab');
  await expect(shown.retry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shown.screen.getByText(hostileStrings.script)).toBeAttached();
  // The focus has stayed beside the result.
  await page.keyboard.press('Tab');
  await expect(shown.failed).toBeFocused();
  await expect(tooltip(page)).toContainText(hostileStrings.script);
  const box = await tooltip(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 361)).toBeLessThanOrEqual(360);
  await expectHarmless(page);

  await storeS3(backend.api, s3.settings);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(shown.connected).toBeVisible();
  await expect(shown.failed).toHaveCount(0);
});

test('[SS-08][API-08] a test that takes 30 s is cancelled and reported', async ({ page, backend }) => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await storeS3(backend.api, { ...s3.settings, endpoint: `http://127.0.0.1:${port}` });
  await stopClock(page);
  const shown = await openStorage(page);
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
  await expect(shown.failed).toBeVisible();
  await expect(toasts(page, 'error')).toHaveText(['S3 test connection timeout.']);
  await shown.failed.hover();
  await expect(tooltip(page)).toHaveText('S3 test connection timeout.');
  silent.closeAllConnections();
  await new Promise((done) => silent.close(done));
});

test('[SS-10][ER-07] refused values stay, each with the message of the backend, and nothing is tested', async ({
  page,
  backend,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 PATCH /api/settings');
  const { tests } = collectBodies(page);
  const shown = await openStorage(page);
  await shown.enabled.click();
  await shown.bucket.fill('files');
  await shown.save.click();
  await expect(toasts(page, 'error')).toContainText('Something went wrong while processing your request.');
  await expect(shown.screen.getByText('Cannot be blank.')).toHaveCount(4);
  for (const field of [shown.endpoint, shown.region, shown.accessKey, shown.secret])
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(shown.bucket).toHaveValue('files');
  await axe();
  await expectSmall(page, axe);

  await shown.endpoint.fill('no address at all');
  await expect(shown.screen.getByText('Cannot be blank.')).toHaveCount(3);
  await shown.region.fill('us-east-1');
  await shown.accessKey.fill('key');
  await shown.secret.fill('secret');
  await shown.save.click();
  await expect(shown.screen.getByText('Must be a valid URL.')).toHaveCount(1);
  await expect(shown.endpoint).toHaveAttribute('aria-invalid', 'true');

  // The backend checks the address even while S3 is off: the field with the message appears.
  await shown.enabled.click();
  await expect(shown.endpoint).toHaveCount(0);
  await shown.save.click();
  await expect(shown.screen.getByText('Must be a valid URL.')).toBeVisible();
  await expect(shown.endpoint).toHaveValue('no address at all');
  expect(tests).toEqual([]);
  expect(await storedS3(backend.api)).toMatchObject({ enabled: false, bucket: '' });
});
