import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { type Collection, createAccounts, createUser } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { answer, isSave, openRecord, partsOf } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

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

test('[RP-11] the menu offers the available mails', async ({ page, admin, backend }) => {
  const collection = await createAccounts(backend.api);
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
  const collection = await createAccounts(backend.api);
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
  const collection = await createAccounts(backend.api);
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
  const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await screen.panel.getByRole('tab', { name: 'Account' }).focus();
  await page.keyboard.press('ArrowRight');
  expect((await requested).method()).toBe('GET');
  const rows = screen.panel.getByRole('tabpanel', { name: 'Authorized providers' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'GitHub' });
  await expect(row).toContainText(`ID: ${github}`);
  await expect(rows.filter({ hasText: '(2) OpenID Connect' })).toContainText(`ID: ${oidc}`);
  for (const logo of await rows.locator('.provider-logo').all()) {
    const style = await logo.evaluate((element) => {
      const { maskImage, width } = getComputedStyle(element);
      return { maskImage, width };
    });
    expect(style.maskImage).toContain('data:image/svg+xml');
    expect(style.width).toBe('24px');
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
  // The input on the other tab is still there, and Ctrl+S saves it from here.
  const sent = page.waitForRequest((request) => isSave(request, collection.id));
  await page.keyboard.press('Control+s');
  expect(partsOf(await sent)).toEqual([{ name: 'nick', value: 'typed' }]);

  await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
  const other = await openRecord(page, collection.id, lonely.id);
  await other.panel.getByRole('tab', { name: 'Authorized providers' }).click();
  await expect(other.panel.getByText('No linked OAuth2 providers.')).toBeVisible();
});
