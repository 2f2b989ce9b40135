import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import { type Collection, createCollection, createUser, field, uniqueName } from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
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
} from '../support/record-panel.ts';
import { toasts } from '../support/screens.ts';
import { sendMailTo, startSmtpSink } from '../support/smtp.ts';

const users = (backend: Backend, options: Record<string, unknown> = {}): Promise<Collection> =>
  createCollection(backend.api, {
    name: uniqueName('users'),
    type: 'auth',
    schema: [field('nick')],
    options,
  });

const stored = (backend: Backend, collection: Collection, id: string) =>
  backend.api.get(`/api/collections/${collection.id}/records/${id}`);

/** Whether these credentials sign in. */
async function signsIn(backend: Backend, collection: Collection, identity: string, password: string) {
  const response = await fetch(`${backend.url}/api/collections/${collection.id}/auth-with-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity, password }),
  });
  return response.ok;
}

/** Links an account to a provider in the database, as signing in with it would, and gives the id there. */
function linkProvider(backend: Backend, collection: Collection, recordId: string, provider: string): string {
  const providerId = `${provider}-user-1`;
  const database = new DatabaseSync(`${backend.dir}/data.db`);
  try {
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

test('[RP-07][RP-16][RF-18][RF-19] creates an account with every system field', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await users(backend, { requireEmail: true });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await expect(screen.panel.getByRole('tab')).toHaveCount(0);
  const username = screen.panel.getByLabel('Username');
  await expect(username).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
  await expect(username).not.toHaveAttribute('required');
  const email = screen.panel.getByLabel('Email', { exact: true });
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('required', '');
  const visibility = screen.panel.getByRole('button', { name: 'Public: Off' });
  await visibility.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Make email public or private');
  await visibility.click();
  await expect(screen.panel.getByRole('button', { name: 'Public: On' })).toBeVisible();
  const password = screen.panel.getByLabel('Password', { exact: true });
  const confirmation = screen.panel.getByLabel('Password confirm');
  await expect(password).toHaveAttribute('required', '');
  await expect(confirmation).toHaveAttribute('required', '');
  await expect(screen.panel.getByLabel('Change password')).toHaveCount(0);
  const address = `${collection.name}@example.com`;
  await email.fill(address);
  await screen.save.click();
  expect(await password.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await password.fill('long enough 1');
  await confirmation.fill('long enough 1');
  // A new record is verified without a question.
  await screen.panel.getByRole('switch', { name: 'Verified' }).check();
  await expect.poll(() => storedDraft(page, collection.id)).toContain(address);
  expect(await storedDraft(page, collection.id)).not.toContain('long enough');
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([
    { name: 'username', value: '' },
    { name: 'email', value: address },
    { name: 'emailVisibility', value: 'true' },
    { name: 'password', value: 'long enough 1' },
    { name: 'passwordConfirm', value: 'long enough 1' },
    { name: 'verified', value: 'true' },
    { name: 'nick', value: '' },
  ]);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  const { items } = await backend.api.get<{ items: Record<string, unknown>[] }>(
    `/api/collections/${collection.id}/records`,
  );
  expect(items).toMatchObject([{ email: address, emailVisibility: true, verified: true }]);
  expect(items[0]?.['username']).not.toBe('');
  expect(await signsIn(backend, collection, address, 'long enough 1')).toBe(true);
});

test('[RF-18] an existing username must not be empty, and says so under its field', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 PATCH /);
  const collection = await users(backend);
  const user = await createUser(backend.api, collection.id);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, user.id);
  await expect(screen.panel.getByLabel('Email', { exact: true })).not.toHaveAttribute('required');
  const username = screen.panel.getByLabel('Username');
  await username.fill('');
  await screen.save.click();
  await expect(screen.panel.getByText('Cannot be blank.')).toBeVisible();
  await expect(username).toHaveAccessibleDescription('Cannot be blank.');
  await expect(username).toBeFocused();
});

test('[RF-19] a password is sent when "Change password" is ticked, else cleared', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await users(backend);
  const user = await createUser(backend.api, collection.id);
  const email = String(user['email']);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, user.id);
  const change = screen.panel.getByLabel('Change password');
  const password = screen.panel.getByLabel('Password', { exact: true });
  const confirmation = screen.panel.getByLabel('Password confirm');
  await expect(password).toHaveCount(0);
  await change.check();
  await expect(password).toHaveAttribute('required', '');
  await password.fill('first try 1');
  await confirmation.fill('first try 1');
  await change.uncheck();
  await expect(password).toHaveCount(0);
  await expect(screen.save).toBeDisabled();
  await screen.control('nick').fill('n');
  expect(partNames(await saveAndWait(page, collection.id))).toEqual(['nick']);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await signsIn(backend, collection, email, 'userpassword1')).toBe(true);

  const again = await openRecord(page, collection.id, user.id);
  await change.check();
  await expect(password).toHaveValue('');
  await password.fill('second try 2');
  await confirmation.fill('second try 2');
  await expect(again.save).toBeEnabled();
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([
    { name: 'password', value: 'second try 2' },
    { name: 'passwordConfirm', value: 'second try 2' },
  ]);
  await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
  expect(await signsIn(backend, collection, email, 'second try 2')).toBe(true);
});

test('[RF-20] passwords are made up on demand, long enough, to be copied and made anew', async ({
  page,
  admin,
  backend,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const short = await users(backend);
  const long = await users(backend, { minPasswordLength: 24 });
  await admin.signIn();
  for (const [collection, length] of [
    [short, 15],
    [long, 24],
  ] as const) {
    const screen = await openNew(page, collection.id);
    const generate = screen.panel.getByRole('button', { name: 'Generate' });
    await generate.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Generate');
    await generate.click();
    const popup = page.getByRole('dialog', { name: 'Generated password' });
    const secret = popup.locator('output');
    await expect(secret).toHaveText(new RegExp(`^[A-Za-z0-9]{${length}}$`));
    const first = (await secret.textContent()) ?? '';
    await popup.getByRole('button', { name: 'Refresh' }).click();
    await expect(secret).not.toHaveText(first);
    await popup.getByRole('button', { name: 'Copy password' }).click();
    await expect(popup.locator('[data-copied]')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await secret.textContent());
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(generate).toBeFocused();
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
  }
});

test('[RP-19] verifying an existing account asks; no leaves it as it was', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await users(backend);
  const user = await createUser(backend.api, collection.id);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, user.id);
  const verified = screen.panel.getByRole('switch', { name: 'Verified' });
  const text = 'Do you really want to manually change the verified account state?';
  await verified.click();
  await answer(page, text, false);
  await expect(verified).not.toBeChecked();
  await expect(screen.save).toBeDisabled();
  await verified.click();
  await answer(page, text, true);
  await expect(verified).toBeChecked();
  expect(partsOf(await saveAndWait(page, collection.id))).toEqual([{ name: 'verified', value: 'true' }]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect((await stored(backend, collection, user.id))['verified']).toBe(true);
});

test('[RP-11] the menu offers the mails that can be sent', async ({ page, admin, backend }) => {
  const collection = await users(backend);
  const unverified = await createUser(backend.api, collection.id);
  const verified = await createUser(backend.api, collection.id, { verified: true });
  const silent = await createUser(backend.api, collection.id, { email: '' });
  await admin.signIn();
  await openRecord(page, collection.id, unverified.id);
  await expect(await menuLines(page)).toHaveText([
    'Send verification email',
    'Send password reset email',
    'Duplicate',
    'Delete',
  ]);
  await openRecord(page, collection.id, verified.id);
  await expect(await menuLines(page)).toHaveText(['Send password reset email', 'Duplicate', 'Delete']);
  await openRecord(page, collection.id, silent.id);
  await expect(await menuLines(page)).toHaveText(['Duplicate', 'Delete']);
});

test('[RP-14][RP-15] verification and password reset mails are sent after a question', async ({
  page,
  admin,
  backend,
}) => {
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink);
  const collection = await users(backend);
  const user = await createUser(backend.api, collection.id);
  const email = String(user['email']);
  await admin.signIn();
  await openRecord(page, collection.id, user.id);
  for (const [what, path] of [
    ['verification', 'request-verification'],
    ['password reset', 'request-password-reset'],
  ] as const) {
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
  }
  expect(sink.messages).toHaveLength(2);
  await sink.stop();
});

test('[RP-16][RP-17][RP-18] authorized providers are listed and unlinked after a question', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await users(backend);
  const user = await createUser(backend.api, collection.id);
  const lonely = await createUser(backend.api, collection.id);
  const path = `/api/collections/${collection.id}/records/${user.id}/external-auths`;
  const github = linkProvider(backend, collection, user.id, 'github');
  const oidc = linkProvider(backend, collection, user.id, 'oidc2');
  await admin.signIn();
  const screen = await openRecord(page, collection.id, user.id);
  await expect(screen.panel.getByRole('tab')).toHaveText(['Account', 'Authorized providers']);
  await expect(screen.panel.getByRole('tab', { name: 'Account' })).toHaveAttribute('aria-selected', 'true');
  await screen.control('nick').fill('typed');
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await screen.panel.getByRole('tab', { name: 'Account' }).focus();
  await page.keyboard.press('ArrowRight');
  expect((await asked).method()).toBe('GET');
  const rows = screen.panel.getByRole('tabpanel', { name: 'Authorized providers' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'GitHub' });
  await expect(row).toContainText(`ID: ${github}`);
  await expect(rows.filter({ hasText: '(2) OpenID Connect' })).toContainText(`ID: ${oidc}`);
  for (const logo of await rows.locator('.provider-logo').all()) {
    const look = await logo.evaluate((element) => {
      const { maskImage, width } = getComputedStyle(element);
      return { maskImage, width };
    });
    expect(look.maskImage).toContain('data:image/svg+xml');
    expect(look.width).toBe('24px');
  }
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
  await expect(toasts(page, 'success')).toContainText('Successfully unlinked the GitHub provider.');
  await reloaded;
  await expect(rows).toHaveCount(1);
  expect(await backend.api.get<unknown[]>(path)).toMatchObject([{ provider: 'oidc2' }]);
  // What was typed on the other tab is still there, and Ctrl+S saves it from here.
  const sent = page.waitForRequest((request) => isSave(request, collection.id));
  await page.keyboard.press('Control+s');
  expect(partsOf(await sent)).toEqual([{ name: 'nick', value: 'typed' }]);

  await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
  const other = await openRecord(page, collection.id, lonely.id);
  await other.panel.getByRole('tab', { name: 'Authorized providers' }).click();
  await expect(other.panel.getByText('No linked OAuth2 providers.')).toBeVisible();
});

test('[RP-04] a typed password alone is no change that closing asks about', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await users(backend);
  const user = await createUser(backend.api, collection.id);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, user.id);
  await screen.panel.getByLabel('Change password').check();
  await screen.panel.getByLabel('Password', { exact: true }).fill('typed and left');
  await screen.cancel.click();
  await expect(screen.panel).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  expect(await storedDraft(page, collection.id, user.id)).toBeNull();
});
