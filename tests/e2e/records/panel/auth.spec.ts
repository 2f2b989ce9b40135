import type { Backend } from '#tests/support/backend.ts';
import { type Collection, createAccounts, createUser } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  answer,
  openNew,
  openRecord,
  partNames,
  partsOf,
  question,
  saveAndWait,
  storedDraft,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';
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

test('[RP-07][RP-16][RF-18][RF-19] creates an account with every system field', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createAccounts(backend.api, { requireEmail: true });
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

test('[RF-18] an existing username must not be empty; the error is shown under its field', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
  const collection = await createAccounts(backend.api);
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

test('[RF-19] a password is sent when "Change password" is checked, else cleared', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createAccounts(backend.api);
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

test('passwords can be generated, long enough, copied, and generated again', async ({
  page,
  admin,
  backend,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const short = await createAccounts(backend.api);
  const long = await createAccounts(backend.api, { minPasswordLength: 24 });
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
    const copied = await watchFor(page, '[role=dialog] [data-copied]');
    await popup.getByRole('button', { name: 'Copy password' }).click();
    await copied();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await secret.textContent());
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(generate).toBeFocused();
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
  }
});

test('[RP-19] verifying an existing account asks; no keeps the old state', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createAccounts(backend.api);
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
  expect((await storedRecord(backend, collection, user.id))['verified']).toBe(true);
});

test('[RP-04] closing does not ask about a typed password alone', async ({ page, admin, backend }) => {
  const collection = await createAccounts(backend.api);
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
