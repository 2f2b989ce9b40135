import { countText } from '#domain/app/count-text.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMIN_IN_LOG, ADMINS } from '#tests/support/lines.ts';
import { type StoredLog, storedLogs } from '#tests/support/logs/entries.ts';
import { logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { goToHash, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';

/** The hashes of all screens of an administrator. */
const SCREENS = [
  ...['', '/admins', '/mail', '/storage', '/auth-providers', '/tokens', '/backups'].map(
    (name) => `#/settings${name}`,
  ),
  ...['export', 'import'].map((name) => `#/settings/${name}-collections`),
];

test('[LG-08] a visit of all screens logs no error, and nothing that the list shows by default', async ({
  page,
  backend,
}) => {
  const name = uniqueName('pictures');
  await createCollection(backend.api, {
    name,
    fields: [field('title'), field('picture', 'file')],
  });
  await createRecord(backend.api, name, { title: 'One', picture: pngFile('one.png') });
  const before = () => storedLogs(backend).filter(({ data }) => !data['referer']);

  await page.goto('/');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await page.getByRole('link', { name, exact: true }).click();
  const picture = page.getByRole('grid').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  for (const hash of SCREENS) {
    // Newer backends log a response that nobody takes any more as an error.
    const listed = hash.endsWith('collections') && page.waitForResponse(/\/api\/collections\?/);
    await goToHash(page, hash);
    if (listed) await (await listed).finished();
    await page.waitForLoadState('networkidle');
  }
  await goToHash(page, logsHash().slice(1));
  const { found, rows } = logsScreen(page);
  await expect(found).toBeVisible();
  // PocketBase writes its entries when it stops. Nothing asks it meanwhile.
  await page.goto('about:blank');
  await backend.restart();
  await page.goto(logsHash());
  // Newer backends log also who asks whether they are there.
  const shown = before().filter(({ data }) => data['auth'] !== ADMIN_IN_LOG);
  await expect(found).toHaveText(`Found ${countText(shown.length, 'log', 'logs')}`);
  await expect(rows).toContainText(shown.map(({ message }) => message).toReversed());
  await expect(rows.filter({ hasText: 'auth-with-password' })).toHaveCount(1);
  await expect(page.getByText(`Requests by ${ADMINS} and by Atoll itself are hidden.`)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

  await page.goto('about:blank');
  await backend.restart();
  const logs = storedLogs(backend);
  const urls = logs.map(({ data }) => String(data['url']));
  for (const part of [ADMIN_CALLS.signIn, '/api/files/', '/api/realtime'])
    expect(urls.filter((url) => url.startsWith(part))).not.toEqual([]);
  const isBad = ({ level, message, data }: StoredLog) =>
    // Newer backends send a mail about a sign-in, for which this one has no server.
    (level >= 4 && !message.includes('login alert')) || Number(data['status']) >= 400;
  expect(logs.filter(isBad)).toEqual([]);
});
