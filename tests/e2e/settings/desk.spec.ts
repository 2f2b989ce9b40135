import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { programOf } from '#scripts/test/programs.ts';
import { createUser } from '#tests/support/accounts.ts';
import { axeCheck } from '#tests/support/axe.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';
import { frame, goToHash, hashOf, signInByForm } from '#tests/support/screens.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { setLine } from '#wire/choose.ts';
import { signInPath } from '#wire/identities.ts';

/* The security desk, on the newest PocketBase, whichever one the other tests run on. */

const bin = programOf('0.40.6');
const isHere = existsSync(bin);
const NOT_HERE = 'the program of PocketBase 0.40.6 is not at hand';

type StartSite = (options: { bin: string }) => Promise<{ backend: Backend; atoll: { url: string } }>;

async function open(page: Page, startSite: StartSite) {
  const { backend, atoll } = await startSite({ bin });
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page).toHaveURL(/#\/collections/);
  return { backend, at: (address: string) => `${atoll.url}${address}` };
}

const KEEPS_ALL = { 'logs.days': 5, 'logs.minLevel': 0, 'logs.hasAddresses': true } as const;

const question = (page: Page) => page.getByRole('alertdialog');
const answer = (page: Page, text: 'Yes' | 'No') => question(page).getByRole('button', { name: text }).click();

test('[BY-30] [BY-31] [BY-32] where an account has signed in, and a token from its issue to its end', async ({
  page,
  startSite,
}) => {
  test.skip(!isHere, NOT_HERE);
  const { backend, at } = await open(page, startSite);
  const { api, url } = backend;
  const users = await api.get<{ id: string }>('/api/collections/users');
  const user = await createUser(backend, 'users');
  const password = 'correct-horse-2';
  await api.patch(`/api/collections/users/records/${user.id}`, { password, passwordConfirm: password });
  const signIn = await fetch(`${url}/api/collections/users/auth-with-password`, {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
    body: JSON.stringify({ identity: user['email'], password }),
  });
  const session = (await signIn.json()) as { token: string };
  const statusAs = async (token: string) =>
    (
      await fetch(`${url}/api/collections/users/auth-refresh`, {
        method: 'POST',
        headers: { Authorization: token },
      })
    ).status;
  expect(await statusAs(session.token)).toBe(200);

  await page.goto(at(recordsHash(users.id, { recordId: user.id })));
  const { menu, panel } = panelScreen(page);
  await panel.getByRole('tab', { name: 'Security' }).click();
  const places = panel.getByRole('list', { name: 'Places of sign-in' });
  await expect(places.getByRole('listitem')).toHaveCount(1);
  await expect(places).toContainText(/Latest \d{4}-\d\d-\d\d/);
  await axeCheck(page);
  await places
    .getByRole('button', { name: /^Remove Places of sign-in, / })
    .first()
    .click();
  await expect(question(page)).toContainText('No session ends.');
  await answer(page, 'Yes');
  await expect(places.getByRole('listitem')).toHaveCount(0);
  expect(await statusAs(session.token)).toBe(200);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Impersonate…' }).click();
  const popup = page.getByRole('dialog', { name: 'Impersonate' });
  await popup.getByLabel('What for').fill('a <b>case</b>');
  await popup.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: '1 year' }).click();
  await popup.getByRole('button', { name: 'Create token' }).click();
  const token = await popup.getByRole('textbox', { name: 'Token' }).inputValue();
  await popup.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByRole('list', { name: 'Issued tokens' })).toContainText('a <b>case</b>');
  expect(await statusAs(token)).toBe(200);

  await goToHash(page, '#/settings/security');
  const desk = frame(page, 'settings-security');
  const tokens = desk.getByRole('list', { name: 'Issued tokens' });
  await expect(tokens).toContainText(`by ${backend.adminEmail}`);
  await expect(tokens).toContainText('Long-lived, and issued today');
  await axeCheck(page);
  await expectFitsSmall(page, desk);
  await tokens.getByRole('button', { name: /^End the token/ }).click();
  await expect(question(page)).toContainText(
    'Everybody who is signed in with this account has to sign in again.',
  );
  await expect(question(page)).toContainText('1 one of this device among them');
  await answer(page, 'Yes');
  await expect(tokens).toContainText(/Ended \d{4}/);
  expect([await statusAs(token), await statusAs(session.token)]).toEqual([401, 401]);
  await page.reload();
  await expect(tokens).toContainText(/Ended \d{4}/);
  await tokens.getByRole('button', { name: /^Remove from the list/ }).click();
  await expect(desk).toContainText('No token was issued on this device.');
});

test('[BY-33] [BY-34] rate limits are tried on a request and on last week’s log before they are saved', async ({
  page,
  startSite,
}) => {
  test.skip(!isHere, NOT_HERE);
  const { backend } = await open(page, startSite);
  for (let sent = 0; sent < 5; sent++)
    await fetch(`${backend.url}/api/collections/users/records?sent=${sent}`);
  await goToHash(page, '#/settings');
  const screen = frame(page, 'settings-application');
  await screen.locator('summary', { hasText: 'Rate limits' }).click();
  await screen.getByRole('button', { name: 'Add rule' }).click();
  const rule = screen.getByRole('group', { name: 'Rule 5' });
  await rule.getByLabel('Label').fill('users:list');
  await rule.getByLabel('Max requests').fill('2');
  await rule.getByLabel('In seconds').fill('3600');
  await screen.locator('summary', { hasText: 'Try a request' }).click();
  const said = screen.locator('[data-rate-answer]');
  await expect(said).toContainText('Rule 5: users:list, for everybody: 2 requests in 3,600 seconds');
  await screen.getByLabel('Path', { exact: true }).fill('/api/health');
  await expect(said).toContainText('Rule 4: /api/');
  await screen.getByRole('combobox', { name: 'By' }).click();
  await page.getByRole('option', { name: 'A superuser' }).click();
  await expect(said).toHaveText('Superusers are never limited.');
  await screen.getByLabel('Path', { exact: true }).press('Enter');

  const written = () => backend.sql("SELECT id FROM _logs WHERE data LIKE '%?sent=%'", [], 'logs').length;
  await expect.poll(written).toBe(5);
  await screen.locator('summary', { hasText: 'What would last week’s' }).click();
  await screen.getByRole('button', { name: 'Read the log' }).click();
  const forecast = screen.locator('[data-rate-forecast]');
  const outcome = forecast.getByRole('listitem').filter({ hasText: 'Rule 5' });
  await expect(outcome).toContainText('3 requests of 5 would have been refused.');
  await expect(outcome).toContainText('GET /api/collections/users/records');
  await rule.getByLabel('Max requests').fill('4');
  await expect(outcome).toContainText('1 request of 5 would have been refused.');
  await axeCheck(page);
  await expectFitsSmall(page, screen);
  // Nothing of it was saved.
  const { rateLimits } = await backend.api.get<{ rateLimits: { rules: unknown[] } }>('/api/settings');
  expect(rateLimits.rules).toHaveLength(4);
});

async function showsDeeds(page: Page, backend: Backend): Promise<void> {
  const { api, url } = backend;
  const { id } = await createCollection(api, { name: 'witness', fields: [field('title')] });
  await api.delete(`/api/collections/${id}`);
  await fetch(url + signInPath(), {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
    body: JSON.stringify({ identity: backend.adminEmail, password: 'wrong' }),
  });
  const failures = () => backend.sql(`SELECT id FROM _logs WHERE data LIKE '%"status":400%'`, [], 'logs');
  await expect.poll(() => failures().length).toBe(1);
  await goToHash(page, '#/settings/security');
  const desk = frame(page, 'settings-security');
  const changes = desk.getByRole('list', { name: 'Changes' });
  const deleted = changes.getByRole('listitem').filter({ hasText: 'Deleted collection' });
  await expect(deleted).toContainText(id);
  const failed = desk.getByRole('list', { name: 'Failed sign-ins' });
  await expect(failed).toContainText('1 time, latest');
  await expect(desk.getByRole('list', { name: 'New addresses' })).toContainText('127.0.0.1');
  await axeCheck(page);
  await expectFitsSmall(page, desk);
  await page.setViewportSize({ width: 1280, height: 800 });
  await failed.getByRole('link').first().click();
  await expect(frame(page, 'logs')).toContainText('Found 1 log');
  await page.goBack();
  await deleted.getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText(`/api/collections/${id}`);
  expect(hashOf(page)).toContain('logId=');
}

test('[BY-38] [BY-39] what superusers have done, and who has tried to become one', async ({
  page,
  startSite,
}) => {
  test.skip(!isHere, NOT_HERE);
  const { backend } = await open(page, startSite);
  await storeSettings(backend.api, { ...KEEPS_ALL, 'logs.hasAccounts': false });
  await showsDeeds(page, backend);
  await goToHash(page, '#/settings/security');
  await expect(frame(page, 'settings-security')).toContainText('switch on “Enable auth id logging”');
});

test('[BY-38] [BY-39] what the log tells of administrators is said on every backend', async ({
  page,
  admin,
  backend,
}) => {
  // The tests before have spoken to another one.
  setLine(backend.line);
  await storeSettings(backend.api, KEEPS_ALL);
  await admin.signIn();
  await page.goto('/#/collections');
  await showsDeeds(page, backend);
  await goToHash(page, '#/settings/security');
  const desk = frame(page, 'settings-security');
  await expect(desk.getByRole('heading', { name: 'Issued tokens' })).toHaveCount(onLine(0, 1));
});
