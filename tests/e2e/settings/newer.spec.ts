import { existsSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { SettingPath } from '#domain/backend/settings.ts';
import { programOf } from '#scripts/test/programs.ts';
import { axeCheck } from '#tests/support/axe.ts';
import type { Backend } from '#tests/support/backend.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs } from '#tests/support/logs/entries.ts';
import { appSidebar, frame, goToHash, hashOf, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSettings } from '#tests/support/settings/stored.ts';
import { baseCollection, diffPopup, importScreen, jsonOf, textField } from '#tests/support/settings/sync.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

/* The settings of the newest PocketBase, whichever one the other tests run on. */

const bin = programOf('0.40.6');
test.skip(!existsSync(bin), 'the program of PocketBase 0.40.6 is not at hand');

type StartSite = (options: { bin: string }) => Promise<{ backend: Backend; atoll: { url: string } }>;

async function openSettings(page: Page, startSite: StartSite): Promise<Backend> {
  const { backend, atoll } = await startSite({ bin });
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page).toHaveURL(/#\/collections/);
  await goToHash(page, '#/settings');
  return backend;
}

const save = (screen: Locator) => screen.getByRole('button', { name: 'Save changes' }).click();

/** Opens a section by its title. */
async function unfold(screen: Locator, title: string): Promise<Locator> {
  const section = screen
    .getByRole('group')
    .filter({ has: screen.page().locator('summary', { hasText: title }) });
  await section.locator('summary').click();
  return section;
}

async function savesLimits(page: Page, backend: Backend): Promise<void> {
  const screen = frame(page, 'settings-application');
  await screen.getByLabel('Accent color', { exact: true }).fill('#123456');
  const batch = await unfold(screen, 'Batch requests');
  await batch.getByLabel('Enable batch requests').check();
  await batch.getByLabel('Max requests in a batch').fill('7');
  const proxy = await unfold(screen, 'Trusted proxy');
  await proxy.getByRole('button', { name: 'See what a request carries' }).click();
  await expect(proxy).toContainText('The backend sees your address as 127.0.0.1.');
  await expect(proxy).toContainText('A request of this page carries an address in X-Forwarded-For');
  await proxy.getByRole('button', { name: 'Trust X-Forwarded-For' }).click();
  await expect(proxy.getByLabel('Trusted headers')).toHaveValue('X-Forwarded-For');
  await axeCheck(page);
  await save(screen);
  await expect(toasts(page, 'success')).toHaveText('Successfully saved application settings.');
  const saved = {
    ...{ 'batch.isEnabled': true, 'batch.maxRequests': 7, 'batch.timeout': 3 },
    ...{ 'proxy.headers': ['X-Forwarded-For'], 'application.accent': '#123456' },
  };
  expect(await storedSettings(backend.api, Object.keys(saved) as SettingPath[])).toEqual(saved);
}

async function refusesRule(page: Page, backend: Backend): Promise<void> {
  const screen = frame(page, 'settings-application');
  const limits = await unfold(screen, 'Rate limits');
  await limits.getByRole('button', { name: 'Add rule' }).click();
  const rule = limits.getByRole('group', { name: 'Rule 5' });
  const label = rule.getByLabel('Label');
  await label.fill('*:auth');
  await save(screen);
  await expect(label).toHaveAccessibleDescription(
    'Rule 1 has this label, and is for some of the same clients.',
  );
  await expect(label).toBeFocused();
  await label.fill('users:list');
  await expect(label).toHaveAccessibleDescription('');
  await rule.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'Guests' }).click();
  await limits.getByRole('button', { name: 'Remove rule 2' }).click();
  await axeCheck(page);
  await save(screen);
  await expect
    .poll(async () => (await storedSettings(backend.api, ['rateLimits.rules']))['rateLimits.rules'])
    .toMatchObject([
      { label: '*:auth', audience: 'everybody', seconds: 3, requests: 2 },
      { label: '/api/batch' },
      { label: '/api/' },
      { label: 'users:list', audience: 'guests', seconds: 10, requests: 300 },
    ]);
}

async function asksBeforeLockOut(page: Page, backend: Backend): Promise<void> {
  const screen = frame(page, 'settings-application');
  const section = await unfold(screen, 'Addresses of administrators');
  const list = section.getByLabel('Allowed addresses');
  await list.fill('10.9.8.7');
  await expect(section).toContainText('Your address 127.0.0.1 is in none of these entries.');
  await save(screen);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Do you really want to let administrators in from 10.9.8.7 alone?');
  await expect(question).toContainText('pocketbase superuser ips');
  await axeCheck(page);
  await question.getByRole('button', { name: 'No' }).click();
  const addresses = async () =>
    Object.values(await storedSettings(backend.api, ['administrators.addresses']));
  expect(await addresses()).toEqual([[]]);
  await section.getByRole('button', { name: 'Add 127.0.0.1' }).click();
  await expect(section).toContainText('Your address 127.0.0.1 is in 127.0.0.1.');
  await save(screen);
  await expect(toasts(page, 'success')).toHaveText('Successfully saved application settings.');
  await expect.poll(addresses).toEqual([['10.9.8.7', '127.0.0.1']]);
}

test('[NS-01] [NS-03] [NS-04] [BY-35] [BY-37] the sections of the application, a rule in conflict, and a lock-out', async ({
  page,
  startSite,
}) => {
  const backend = await openSettings(page, startSite);
  await savesLimits(page, backend);
  await refusesRule(page, backend);
  await asksBeforeLockOut(page, backend);
  await expectFitsSmall(page, frame(page, 'settings-application'));
});

test('[NS-05] [NS-06] [NS-08] mail: a password that may be stored, a test mail, and where templates are', async ({
  page,
  startSite,
}) => {
  await openSettings(page, startSite);
  await goToHash(page, '#/settings/mail');
  const screen = frame(page, 'settings-mail');
  await screen.getByLabel('Use SMTP mail server').check();
  const password = screen.getByLabel('Password', { exact: true });
  await expect(password).toHaveValue('');
  await expect(password).toHaveAccessibleDescription(/May be set: the backend does not tell/);
  await password.fill('typed');
  await password.fill('');
  await expect(password).toHaveAccessibleDescription(/Leave empty to keep/);
  await screen.getByLabel('Remove the stored password').check();
  await expect(password).toBeDisabled();
  await axeCheck(page);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Send test email' }).click();
  const popup = page.getByRole('dialog', { name: 'Send test email' });
  await expect(popup.getByLabel('"Login alert" template')).toBeVisible();
  await expect(popup.getByRole('combobox', { name: 'Auth collection' })).toHaveText('users');
  await axeCheck(page);
  await popup.getByRole('button', { name: 'Close' }).first().click();
  await screen.getByRole('button', { name: 'users', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit collection' });
  await expect(editor.getByRole('tab', { name: 'Options' })).toHaveAttribute('aria-selected', 'true');
  expect(hashOf(page)).toContain('#/collections?collectionId=');
});

test('[NS-07] [NS-10] [NS-11] [BY-55] [BY-56] crons, what has moved, an address of the own dashboard, and the export', async ({
  page,
  startSite,
}) => {
  const backend = await openSettings(page, startSite);
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await expect(nav.getByRole('link')).toHaveText(
    [
      ...['Application', 'Mail settings', 'Files storage', 'Backups', 'Crons', 'SQL console'],
      ...['Export collections', 'Import collections', 'Security', 'Superusers'],
    ],
    { useInnerText: true },
  );
  await nav.getByRole('link', { name: 'Crons' }).click();
  const crons = frame(page, 'settings-crons');
  const job = crons.getByRole('listitem').filter({ hasText: '__pbLogsCleanup__' });
  await expect(job).toContainText('At 00:00, 06:00, 12:00 and 18:00 (UTC)');
  await expect(job).toContainText(/Next: \d{4}-\d\d-\d\d/);
  await axeCheck(page);
  await job.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(job).toContainText('Started ');
  await expect(toasts(page, 'success')).toContainText('Started __pbLogsCleanup__.');
  await page.reload();
  const said = job.getByRole('region', { name: 'What the log says of __pbLogsCleanup__' });
  await job.getByRole('button', { name: 'What the log says' }).click();
  await expect(said).toContainText('A run is in the log only if the job writes there itself');
  insertLogs(backend, [{ level: 8, message: 'cleanup <b>failed</b>' }]);
  await said.getByRole('button', { name: 'Look again' }).click();
  await expect(said.getByRole('listitem')).toContainText('ERROR (8)');
  await expect(said.getByRole('link', { name: 'cleanup <b>failed</b>' })).toBeVisible();
  await crons.getByText('Last runs started on this device').click();
  await expect(crons.getByRole('list', { name: 'Last runs started on this device' })).toContainText(
    '__pbLogsCleanup__',
  );
  await axeCheck(page);
  await expectFitsSmall(page, crons);
  await page.setViewportSize({ width: 1280, height: 720 });
  await job.getByRole('button', { name: 'Show the log', exact: true }).first().click();
  await expect(page).toHaveURL(/#\/logs\?span=\d{4}-\d\d-\d\dT[^&]+Z(~|%7E)[^&]+Z$/);
  await goToHash(page, '#/settings/tokens');
  const tokens = frame(page, 'settings-tokens');
  await expect(tokens.getByRole('button', { name: 'users', exact: true })).toBeVisible();
  await axeCheck(page);
  await goToHash(page, '#/settings/export-collections');
  await expect(frame(page, 'settings-export').getByLabel('Preview')).toContainText('"authRule"');
  const { items } = await backend.api.get<{ items: { id: string; name: string }[] }>('/api/collections');
  const users = items.find(({ name }) => name === 'users');
  await goToHash(page, '#/collections?collection=users&filter=verified%3Dtrue');
  await expect(page).toHaveURL(
    `${new URL(page.url()).origin}/#/collections?collectionId=${users?.id}&filter=verified%3Dtrue`,
  );
  await expect(appSidebar(page)).toBeVisible();
  await goToHash(page, '#/settings/crons');
  await expectFitsSmall(page, crons);
});

/** A collection in the text of 0.22. */
const olderOf = (fieldName: string, rest: object = {}) => ({
  ...baseCollection('oldposts0000000', 'old_posts', [textField('oldtitle', fieldName)]),
  ...{ listRule: '@request.data.x = "1"', ...rest },
});

type Listed = { id: string; name: string; listRule: string | null; fields: { name: string; max?: number }[] };

test('[NS-14] [NS-15] [NS-16] [NS-17] [NS-21] an export is imported with one change; a file of 0.22 is translated', async ({
  page,
  startSite,
}) => {
  const backend = await openSettings(page, startSite);
  const listed = async () =>
    (await backend.api.get<{ items: Listed[] }>('/api/collections?perPage=200')).items;
  const users = async () => (await listed()).find(({ name }) => name === 'users');
  await goToHash(page, '#/settings/export-collections');
  const preview = frame(page, 'settings-export').getByLabel('Preview');
  await expect(preview).toContainText('"authRule"');
  const text = await preview.textContent();
  const exported: Listed[] = JSON.parse(text ?? '');
  await goToHash(page, '#/settings/import-collections');
  const { screen, text: area, changes, merge, review } = importScreen(page);
  await area.fill(jsonOf(exported));
  await expect(screen).toContainText('Your collections configuration is already up-to-date!');
  const changed = exported.map((one) =>
    one.name === 'users'
      ? { ...one, fields: one.fields.map((field) => (field.name === 'name' ? { ...field, max: 99 } : field)) }
      : one,
  );
  await area.fill(jsonOf(changed));
  await expect(changes).toHaveText(/^Changed\s*users/);
  await review.click();
  const { popup, confirm } = diffPopup(page);
  await expect(popup.getByRole('table', { name: 'users' })).toContainText('99');
  await axeCheck(page);
  const before = await users();
  await confirm.click();
  await expect(toasts(page, 'success')).toHaveText('Successfully imported collections configuration.');
  expect(await users()).toMatchObject({
    id: before?.id,
    fields: before?.fields.map((field) => (field.name === 'name' ? { ...field, max: 99 } : field)),
  });
  await merge.click();
  await area.fill(jsonOf([olderOf('password', { type: 'auth' })]));
  await expect(area).toHaveAccessibleDescription(
    /^This configuration is of PocketBase 0\.22\. Nothing can be imported .*: old_posts\.password \(a built-in field has this name\)/,
  );
  await expect(review).toBeDisabled();
  await area.fill(jsonOf([olderOf('title')]));
  await expect(changes).toHaveText(/^Added\s*old_posts/);
  await review.click();
  await expect(popup).toContainText('This configuration is of PocketBase 0.22.');
  await expect(popup).toContainText(
    '@request.data becomes @request.body in the rules of old_posts (listRule).',
  );
  await axeCheck(page);
  await confirm.click();
  await expect
    .poll(async () => (await listed()).find(({ name }) => name === 'old_posts'))
    .toMatchObject({
      listRule: '@request.body.x = "1"',
      fields: [
        { name: 'id' },
        { name: 'title', max: 2_147_483_647 },
        { name: 'created' },
        { name: 'updated' },
      ],
    });
  await expectFitsSmall(page, screen);
});
