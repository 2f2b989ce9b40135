import type { Backend } from '#tests/support/backend.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { logsHash } from '#tests/support/logs/page.ts';
import { openSettings } from '#tests/support/logs/panel.ts';
import { type S3, startS3 } from '#tests/support/s3.ts';
import { toasts } from '#tests/support/screens.ts';
import { collectSaves, openApplication } from '#tests/support/settings/application.ts';
import { openMail, storeMail } from '#tests/support/settings/mail.ts';
import { openProvider, openProviders, storeProvider } from '#tests/support/settings/providers.ts';
import { openStorage, placesOf, storeS3 } from '#tests/support/settings/storage.ts';
import { TOKENS, tokensScreen } from '#tests/support/settings/tokens.ts';

const MASK = '******';

let s3: S3;
test.beforeAll(async () => {
  s3 = await startS3();
});
test.afterAll(() => s3.stop());
// Files of other tests belong into the local file system.
test.afterEach(({ backend }) => storeS3(backend.api));

/** All secrets of the stored settings, by their paths; the backend's API masks them. */
function storedSecrets(backend: Pick<Backend, 'sql'>): Record<string, string> {
  const [row] = backend.sql("SELECT value FROM _params WHERE key = 'settings'");
  const settings = JSON.parse(String(row?.['value']));
  return {
    'smtp.password': settings.smtp.password,
    's3.secret': settings.s3.secret,
    'backups.s3.secret': settings.backups.s3.secret,
    'githubAuth.clientSecret': settings.githubAuth.clientSecret,
    'appleAuth.clientSecret': settings.appleAuth.clientSecret,
    ...Object.fromEntries(TOKENS.map((token) => [`${token}.secret`, settings[token].secret])),
  };
}

test('[SM-11][SS-09][AP-10][TK-05][UI-10] stored secrets survive saving every page, and are sent and shown nowhere', async ({
  page,
  backend,
  admin,
  expectedProblems,
}) => {
  // The S3 server knows another secret.
  expectedProblems.allow('response 400 POST /api/settings/test/s3');
  await storeMail(backend.api, {}, { password: 'PASSWORD-OF-SMTP' });
  await storeS3(backend.api, { ...s3.settings, secret: 'SECRET-OF-S3' });
  await backend.api.patch('/api/settings', { backups: { s3: { secret: 'SECRET-OF-BACKUPS' } } });
  await storeProvider(backend.api, 'github', {
    enabled: true,
    clientId: 'id',
    clientSecret: 'SECRET-OF-GITHUB',
  });
  await storeProvider(backend.api, 'apple', { clientSecret: 'SECRET-OF-APPLE' });
  const before = storedSecrets(backend);
  expect(before).toMatchObject({
    'smtp.password': 'PASSWORD-OF-SMTP',
    's3.secret': 'SECRET-OF-S3',
    'backups.s3.secret': 'SECRET-OF-BACKUPS',
    'githubAuth.clientSecret': 'SECRET-OF-GITHUB',
    'appleAuth.clientSecret': 'SECRET-OF-APPLE',
    'adminAuthToken.secret': expect.stringMatching(/^.{50}$/),
  });
  const saves = collectSaves(page);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await admin.signIn();

  const saved = async (message: string, section: string) => {
    await expect(toasts(page).last()).toHaveText(message);
    expect(Object.keys(saves.at(-1) ?? {})).toContain(section);
    for (const secret of Object.values(before)) expect(await placesOf(page, secret)).toEqual([]);
  };

  const application = await openApplication(page);
  await application.name.fill('Acme and secrets');
  await application.save.click();
  await saved('Successfully saved application settings.', 'meta');

  const mail = await openMail(page);
  await mail.senderName.fill('Support and secrets');
  await mail.save.click();
  await saved('Successfully saved mail settings.', 'smtp');

  const storage = await openStorage(page);
  await storage.region.fill('eu-west-1');
  await storage.save.click();
  await saved('Successfully saved but failed to establish S3 connection.', 's3');

  await openProviders(page);
  for (const [key, title] of [
    ['github', 'GitHub'],
    ['apple', 'Apple'],
  ] as const) {
    const { clientId, save, popup } = await openProvider(page, key, title);
    await clientId.fill('another-id');
    await save.click();
    await expect(popup).toHaveCount(0);
    await saved('Successfully updated provider settings.', `${key}Auth`);
  }

  await page.goto('/#/settings/tokens');
  const tokens = tokensScreen(page);
  await tokens.duration('recordFileToken').fill('240');
  await tokens.save.click();
  await saved('Successfully saved tokens options.', 'recordFileToken');

  await page.goto(logsHash());
  const logs = await openSettings(page);
  await logs.maxDays.fill('9');
  await logs.save.click();
  await expect(logs.popup).toHaveCount(0);
  await saved('Successfully saved logs settings.', 'logs');

  expect(saves).toHaveLength(7);
  for (const secret of [MASK, ...Object.values(before)]) {
    expect(JSON.stringify(saves)).not.toContain(secret);
    expect(logged.join('\n')).not.toContain(secret);
  }
  expect(storedSecrets(backend)).toEqual(before);
});
