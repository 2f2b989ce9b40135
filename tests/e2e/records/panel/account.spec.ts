import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { type Collection, createAccounts, createUser } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  answer,
  isSave,
  openNew,
  openRecord,
  partNames,
  partsOf,
  question,
  saveAndWait,
  storedDraft,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { watchFor } from '#tests/support/timers.ts';

/** Whether a sign-in with these credentials succeeds. */
async function signsIn(backend: Backend, collection: Collection, identity: string, password: string) {
  const response = await fetch(`${backend.url}/api/collections/${collection.id}/auth-with-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity, password }),
  });
  return response.ok;
}

/** Links an account to a provider in the database, like a sign-in with it, and returns the provider's id. */
function linkProvider(backend: Backend, collection: Collection, recordId: string, provider: string): string {
  const providerId = `${provider}-user-1`;
  const database = new DatabaseSync(`${backend.dir}/data.db`);
  try {
    // The backend may write at the same time.
    database.exec('PRAGMA busy_timeout = 10000');
    database
      .prepare(
        `insert into _externalAuths (id, collectionId, recordId, provider, providerId, created, updated)
         values (?, ?, ?, ?, ?, strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'))`,
      )
      .run(`${provider}00000000000000`.slice(0, 15), collection.id, recordId, provider, providerId);
  } finally {
    database.close();
  }
  return providerId;
}

const menuLines = async (page: Page) => {
  await page.getByRole('button', { name: 'More record options' }).click();
  return page.getByRole('menu', { name: 'More record options' }).getByRole('menuitem');
};

const updated = (page: Page) => toasts(page, 'success').filter({ hasText: 'Successfully updated record.' });

test('[RP-07][RP-16][RF-18][RF-19] creates an account with every system field; passwords can be generated', async ({
  page,
  admin,
  backend,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const short = await createAccounts(backend.api, { requireEmail: true });
  const long = await createAccounts(backend.api, { minPasswordLength: 24 });
  await admin.signIn();
  await test.step('a password can be generated, copied and generated again', async () => {
    const screen = await openNew(page, long.id);
    const generate = screen.panel.getByRole('button', { name: 'Generate' });
    await generate.hover();
    await expect(tooltip(page)).toHaveText('Generate');
    await generate.click();
    const popup = page.getByRole('dialog', { name: 'Generated password' });
    const secret = popup.locator('output');
    await expect(secret).toHaveText(/^[A-Za-z0-9]{24}$/);
    const first = (await secret.textContent()) ?? '';
    await popup.getByRole('button', { name: 'Refresh' }).click();
    await expect(secret).not.toHaveText(first);
    const copied = await watchFor(page, '[role=dialog] [data-copied]');
    await popup.getByRole('button', { name: 'Copy password' }).click();
    await copied();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await secret.textContent());
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(generate).toBeFocused();
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
  });

  const screen = await openNew(page, short.id);
  const email = screen.panel.getByLabel('Email', { exact: true });
  const password = screen.panel.getByLabel('Password', { exact: true });
  const confirmation = screen.panel.getByLabel('Password confirm');
  const address = `${short.name}@example.com`;
  await test.step('a generated password has at least 15 characters', async () => {
    await screen.panel.getByRole('button', { name: 'Generate' }).click();
    const popup = page.getByRole('dialog', { name: 'Generated password' });
    await expect(popup.locator('output')).toHaveText(/^[A-Za-z0-9]{15}$/);
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  });
  await test.step('the controls of a new account', async () => {
    await expect(screen.panel.getByRole('tab')).toHaveCount(0);
    const username = screen.panel.getByLabel('Username');
    await expect(username).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
    await expect(username).not.toHaveAttribute('required');
    await expect(email).toHaveAttribute('inputmode', 'email');
    await expect(email).toHaveAttribute('required', '');
    const visibility = screen.panel.getByRole('button', { name: 'Public: Off' });
    await visibility.hover();
    await expect(tooltip(page)).toHaveText('Make email public or private');
    await visibility.click();
    await expect(screen.panel.getByRole('button', { name: 'Public: On' })).toBeVisible();
    await expect(password).toHaveAttribute('required', '');
    await expect(confirmation).toHaveAttribute('required', '');
    await expect(screen.panel.getByLabel('Change password')).toHaveCount(0);
  });
  await test.step('a password is required, and is no part of the draft', async () => {
    await email.fill(address);
    await screen.save.click();
    expect(await password.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await password.fill('long enough 1');
    await confirmation.fill('long enough 1');
    // A new record is verified without a question.
    await screen.panel.getByRole('switch', { name: 'Verified' }).check();
    await expect.poll(() => storedDraft(page, short.id)).toContain(address);
    expect(await storedDraft(page, short.id)).not.toContain('long enough');
  });
  await test.step('every system field is sent and stored', async () => {
    expect(partsOf(await saveAndWait(page, short.id))).toEqual([
      { name: 'username', value: '' },
      { name: 'email', value: address },
      { name: 'emailVisibility', value: 'true' },
      { name: 'password', value: 'long enough 1' },
      { name: 'passwordConfirm', value: 'long enough 1' },
      { name: 'verified', value: 'true' },
      { name: 'nick', value: '' },
    ]);
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    const { items } = await backend.api.get<{ items: Record<string, unknown>[] }>(
      `/api/collections/${short.id}/records`,
    );
    expect(items).toMatchObject([{ email: address, emailVisibility: true, verified: true }]);
    expect(items[0]?.['username']).not.toBe('');
    expect(await signsIn(backend, short, address, 'long enough 1')).toBe(true);
  });
});

test('[RP-04][RP-11][RP-14][RP-15][RP-19][RF-18][RF-19] an account is sent mails, verified and gets a password', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink);
  const collection = await createAccounts(backend.api);
  const user = await createUser(backend.api, collection.id);
  const verified = await createUser(backend.api, collection.id, { verified: true });
  const silent = await createUser(backend.api, collection.id, { email: '' });
  const email = String(user['email']);
  await admin.signIn();

  await test.step('the menu offers the available mails', async () => {
    await openRecord(page, collection.id, silent.id);
    await expect(await menuLines(page)).toHaveText([
      'Duplicate',
      'New from template…',
      'Save as template…',
      'Delete',
    ]);
    await openRecord(page, collection.id, verified.id);
    await expect(await menuLines(page)).toHaveText([
      'Send password reset email',
      'Duplicate',
      'New from template…',
      'Save as template…',
      'Delete',
    ]);
    await openRecord(page, collection.id, user.id);
    await expect(await menuLines(page)).toHaveText([
      'Send verification email',
      'Send password reset email',
      'Duplicate',
      'New from template…',
      'Save as template…',
      'Delete',
    ]);
    await page.keyboard.press('Escape');
  });
  for (const [what, path] of [
    ['verification', 'request-verification'],
    ['password reset', 'request-password-reset'],
  ] as const) {
    await test.step(`a ${what} mail is sent after a question`, async () => {
      const choose = async () => (await menuLines(page)).filter({ hasText: `Send ${what} email` }).click();
      const text = `Do you really want to send ${what} email to ${email}?`;
      await choose();
      await answer(page, text, false);
      await choose();
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await answer(page, text, true);
      const request = await sent;
      expect(new URL(request.url()).pathname).toBe(`/api/collections/${collection.id}/${path}`);
      expect(request.postDataJSON()).toEqual({ email });
      await expect(toasts(page, 'success').last()).toContainText(
        `Successfully sent ${what} email to ${email}.`,
      );
      const mail = await sink.nextMessage(({ subject }) =>
        (subject ?? '').toLowerCase().includes(what === 'verification' ? 'verify' : 'reset'),
      );
      expect(mail.to?.[0]?.address).toBe(email);
    });
  }
  expect(sink.messages).toHaveLength(2);
  await sink.stop();

  const { panel, save, cancel, control } = await openRecord(page, collection.id, user.id);
  const change = panel.getByLabel('Change password');
  const password = panel.getByLabel('Password', { exact: true });
  const confirmation = panel.getByLabel('Password confirm');
  await test.step('verifying asks; no keeps the old state', async () => {
    const box = panel.getByRole('switch', { name: 'Verified' });
    const text = 'Do you really want to manually change the verified account state?';
    await box.click();
    await answer(page, text, false);
    await expect(box).not.toBeChecked();
    await expect(save).toBeDisabled();
    await box.click();
    await answer(page, text, true);
    await expect(box).toBeChecked();
    expect(partsOf(await saveAndWait(page, collection.id))).toEqual([{ name: 'verified', value: 'true' }]);
    await expect(updated(page)).toBeVisible();
    await expect(panel).toHaveCount(0);
    expect((await storedRecord(backend, collection, user.id))['verified']).toBe(true);
  });
  await test.step('without "Change password" the typed password is cleared', async () => {
    await openRecord(page, collection.id, user.id);
    await expect(password).toHaveCount(0);
    await change.check();
    await expect(password).toHaveAttribute('required', '');
    await password.fill('first try 1');
    await confirmation.fill('first try 1');
    await change.uncheck();
    await expect(password).toHaveCount(0);
    await expect(save).toBeDisabled();
    await control('nick').fill('n');
    expect(partNames(await saveAndWait(page, collection.id))).toEqual(['nick']);
    await expect(panel).toHaveCount(0);
    expect(await signsIn(backend, collection, email, 'userpassword1')).toBe(true);
  });
  await test.step('closing does not ask about a typed password alone', async () => {
    await openRecord(page, collection.id, user.id);
    await change.check();
    await expect(password).toHaveValue('');
    await password.fill('typed and left');
    await cancel.click();
    await expect(panel).toHaveCount(0);
    await expect(question(page)).toHaveCount(0);
    expect(await storedDraft(page, collection.id, user.id)).toBeNull();
  });
  await test.step('with it the password is sent', async () => {
    await openRecord(page, collection.id, user.id);
    await change.check();
    await expect(password).toHaveValue('');
    await password.fill('second try 2');
    await confirmation.fill('second try 2');
    await expect(save).toBeEnabled();
    expect(partsOf(await saveAndWait(page, collection.id))).toEqual([
      { name: 'password', value: 'second try 2' },
      { name: 'passwordConfirm', value: 'second try 2' },
    ]);
    await expect(panel).toHaveCount(0);
    expect(await signsIn(backend, collection, email, 'second try 2')).toBe(true);
  });
  await test.step('an existing username must not be empty; the error is shown under its field', async () => {
    expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
    await openRecord(page, collection.id, user.id);
    await expect(panel.getByLabel('Email', { exact: true })).not.toHaveAttribute('required');
    const username = panel.getByLabel('Username');
    await username.fill('');
    await save.click();
    await expect(panel.getByText('Cannot be blank.')).toBeVisible();
    await expect(username).toHaveAccessibleDescription('Cannot be blank.');
    await expect(username).toBeFocused();
  });
});

test('[RP-16][RP-17][RP-18] authorized providers are listed and unlinked after a question', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const collection = await createAccounts(backend.api);
  const user = await createUser(backend.api, collection.id);
  const lonely = await createUser(backend.api, collection.id);
  const path = `/api/collections/${collection.id}/records/${user.id}/external-auths`;
  const github = linkProvider(backend, collection, user.id, 'github');
  const oidc = linkProvider(backend, collection, user.id, 'oidc2');
  await admin.signIn();
  const screen = await openRecord(page, collection.id, user.id);
  const rows = screen.panel.getByRole('tabpanel', { name: 'Authorized providers' }).getByRole('listitem');
  const row = rows.filter({ hasText: 'GitHub' });
  await test.step('the second tab lists them', async () => {
    await expect(screen.panel.getByRole('tab')).toHaveText(['Account', 'Authorized providers']);
    const account = screen.panel.getByRole('tab', { name: 'Account' });
    await expect(account).toHaveAttribute('aria-selected', 'true');
    await screen.control('nick').fill('typed');
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\/\w+\/external-auths$/);
    const isList = (url: URL) => url.pathname === path;
    await page.route(isList, (route) => failWith(route, 'Not now.'));
    await account.focus();
    await page.keyboard.press('ArrowRight');
    const tab = screen.panel.getByRole('tabpanel', { name: 'Authorized providers' });
    await expect(tab).toContainText('The providers could not be loaded.');
    await expect(tab).toContainText('Not now.');
    await page.unroute(isList);
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await tab.getByRole('button', { name: 'Try again' }).click();
    expect((await requested).method()).toBe('GET');
    await expect(rows).toHaveCount(2);
    await expect(row).toContainText(`ID: ${github}`);
    await expect(rows.filter({ hasText: '(2) OpenID Connect' })).toContainText(`ID: ${oidc}`);
    await expect(rows.locator('.provider-logo')).toHaveCount(2);
    for (const logo of await rows.locator('.provider-logo').all()) {
      const style = await logo.evaluate((element) => {
        const { maskImage, width } = getComputedStyle(element);
        return { maskImage, width };
      });
      expect(style.maskImage).toContain('data:image/svg+xml');
      expect(style.width).toBe('24px');
    }
  });
  await test.step('one is unlinked after a question', async () => {
    const text = 'Do you really want to unlink the GitHub provider?';
    await row.getByRole('button', { name: 'Unlink GitHub' }).click();
    await answer(page, text, false);
    await expect(rows).toHaveCount(2);
    const removed = page.waitForRequest((request) => request.method() === 'DELETE');
    const reloaded = page.waitForRequest(
      (request) => request.method() === 'GET' && new URL(request.url()).pathname === path,
    );
    await row.getByRole('button', { name: 'Unlink GitHub' }).click();
    await answer(page, text, true);
    expect(new URL((await removed).url()).pathname).toBe(`${path}/github`);
    await expect(toasts(page, 'success')).toContainText(['Successfully unlinked the GitHub provider.']);
    await reloaded;
    await expect(rows).toHaveCount(1);
    expect(await backend.api.get<unknown[]>(path)).toMatchObject([{ provider: 'oidc2' }]);
  });
  await test.step('the input on the other tab is still there, and Ctrl+S saves it from here', async () => {
    const sent = page.waitForRequest((request) => isSave(request, collection.id));
    await page.keyboard.press('Control+s');
    expect(partsOf(await sent)).toEqual([{ name: 'nick', value: 'typed' }]);
    await expect(updated(page)).toBeVisible();
  });
  await test.step('axe finds nothing in an account, its password popup and a tab without providers', async () => {
    const { panel } = await openRecord(page, collection.id, lonely.id);
    await panel.getByLabel('Change password').check();
    await panel.getByRole('button', { name: 'Generate' }).click();
    await expect(page.getByRole('dialog', { name: 'Generated password' })).toBeVisible();
    await checkScreen('[role=dialog]');
    await page.keyboard.press('Escape');
    await panel.getByRole('tab', { name: 'Authorized providers' }).click();
    await expect(panel.getByText('No linked OAuth2 providers.')).toBeVisible();
    await checkScreen('[role=dialog]');
  });
});
