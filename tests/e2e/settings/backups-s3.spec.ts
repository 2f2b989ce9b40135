import { expect, test } from '#tests/support/fixtures.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';
import { clearBackups, makeBackup, openBackups, storedBackups } from '#tests/support/settings/backups.ts';
import { collectBodies, placesOf } from '#tests/support/settings/storage.ts';

let s3: S3;
test.beforeAll(async () => {
  s3 = await startS3();
});
test.afterAll(() => s3.stop());
test.beforeEach(async ({ backend, admin }) => {
  await clearBackups(backend);
  await makeBackup(backend, 'local.zip');
  await admin.signIn();
});

test('[BK-23][BK-24][BK-02] backups in S3 lie in the bucket, and the list is that of the storage', async ({
  page,
  backend,
  axe,
}) => {
  const { saves, tests } = collectBodies(page);
  const shown = await openBackups(page);
  await shown.options.click();
  const input = (label: string) => shown.screen.getByLabel(label, { exact: true });
  await expect(input('Endpoint')).toHaveCount(0);
  await shown.s3.click();
  const { enabled: _, ...settings } = s3.settings;
  await input('Endpoint').fill(settings.endpoint);
  await input('Bucket').fill(settings.bucket);
  await input('Region').fill(settings.region);
  await input('Access key').fill(settings.accessKey);
  await input('Secret').fill(settings.secret);
  await shown.screen.getByRole('switch', { name: 'Force path-style addressing' }).click();
  await axe();
  await shown.save.click();
  await expect(toasts(page, 'success')).toHaveText('Successfully saved application settings.');
  expect(saves).toEqual([{ backups: { cron: '', cronMaxKeep: 3, s3: { ...settings, enabled: true } } }]);
  await expect(shown.screen.getByText('S3 connected successfully')).toBeVisible();
  expect(tests).toEqual([{ filesystem: 'backups' }]);
  await expect(input('Secret')).toHaveValue('******');
  // The bucket has no backups yet.
  await expect(shown.screen.getByText('No backups yet.')).toBeVisible();

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
  await expect(shown.screen.getByText('No backups yet.')).toBeVisible();
  expect(s3.objects()).not.toContain('in-bucket.zip');

  // The untouched secret stays; another one is in no draft.
  await input('Region').fill('eu-west-1');
  await shown.screen.getByRole('button', { name: 'Set new value' }).click();
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

test('[BK-23][SS-05] a connection that fails is told with the message of the backend', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/settings/test/s3', /^response 400 GET \/api\/backups$/);
  await backend.api.patch('/api/settings', { backups: { s3: { ...s3.settings, secret: 'WRONG' } } });
  await page.goto('/#/settings/backups');
  const screen = page.locator('[data-frame="settings-backups"]');
  await expect(screen.getByText('The backups could not be loaded.')).toBeVisible();
  await screen.getByRole('button', { name: 'Backups options' }).click();
  const failed = screen.getByRole('button', { name: 'Failed to establish S3 connection' });
  await failed.hover();
  await expect(tooltip(page)).toContainText('SignatureDoesNotMatch');
  await backend.api.patch('/api/settings', { backups: { s3: s3.settings } });
  await screen.getByRole('button', { name: 'Test again' }).click();
  await expect(screen.getByText('S3 connected successfully')).toBeVisible();
});
