import type { Page } from '@playwright/test';
import { createUser, linkProviders } from '#tests/support/accounts.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { type Collection, createAccounts } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { has, onLine } from '#tests/support/lines.ts';
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
} from '#tests/support/records/panel.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

/** Opens the popup with a generated password of this length, copies it, and closes the popup. */
async function generatePassword(page: Page, length: number, clipboard: () => Promise<string>) {
  const popup = page.getByRole('dialog', { name: 'Generated password' });
  const generate = page.getByRole('button', { name: 'Generate' });
  await generate.hover();
  await expect(tooltip(page)).toHaveText('Generate');
  await generate.click();
  const secret = popup.locator('output');
  await expect(secret).toHaveText(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  const first = (await secret.textContent()) ?? '';
  await popup.getByRole('button', { name: 'Refresh' }).click();
  await expect(secret).not.toHaveText(first);
  await popup.getByRole('button', { name: 'Copy password' }).click();
  await expect.poll(clipboard).toBe(await secret.textContent());
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(generate).toBeFocused();
}

async function controlsOfNewAccount(page: Page, collection: Collection) {
  const { panel, cancel } = await openNew(page, collection.id);
  await expect(panel.getByRole('tab')).toHaveCount(0);
  const username = panel.getByLabel('Username');
  if (!has('hasUsernames')) await expect(username).toHaveCount(0);
  else {
    await expect(username).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
    await expect(username).not.toHaveAttribute('required');
  }
  await expect(panel.getByLabel('Email', { exact: true })).toHaveAttribute('required', '');
  const visibility = panel.getByRole('button', { name: 'Public: Off' });
  await visibility.hover();
  await expect(tooltip(page)).toHaveText('Make email public or private');
  await visibility.click();
  await expect(panel.getByRole('button', { name: 'Public: On' })).toBeVisible();
  await expect(panel.getByLabel('Password', { exact: true })).toHaveAttribute('required', '');
  await expect(panel.getByLabel('Password confirm')).toHaveAttribute('required', '');
  await expect(panel.getByLabel('Change password')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Public: On' }).click();
  await cancel.click();
  await expect(panel).toHaveCount(0);
}

test('an account is created, sent mails, verified, gets a password and loses a provider', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const clipboard = await allowClipboard(page);
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink);
  const fresh = await createAccounts(backend.api, {
    minPassword: 24,
    isEmailRequired: true,
  });
  const collection = await createAccounts(backend.api);
  const user = await createUser(backend, collection.id);
  const verified = await createUser(backend, collection.id, { verified: true });
  const silent = await createUser(backend, collection.id, { email: '' });
  const email = String(user['email']);
  const { keyboard } = page;
  await admin.signIn();

  await step('[RP-16][RF-18][RF-19] a new account has its own controls, and no tabs', () =>
    controlsOfNewAccount(page, fresh),
  );
  const { panel: creating, save: create } = await openNew(page, fresh.id);
  await step('[RF-20] a password is generated, generated again and copied', () =>
    generatePassword(page, 24, clipboard),
  );
  await step(
    '[RP-07][RF-19] every system field is sent; a password is required, and in no draft',
    async () => {
      await creating.getByLabel('Email', { exact: true }).fill('new@example.com');
      const password = creating.getByLabel('Password', { exact: true });
      await create.click();
      expect(await password.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
      const secret = 'long enough for its collection 1';
      await password.fill(secret);
      await creating.getByLabel('Password confirm').fill(secret);
      await creating.getByRole('switch', { name: 'Verified' }).check();
      await expect.poll(() => storedDraft(page, fresh.id)).toContain('new@example.com');
      expect(await storedDraft(page, fresh.id)).not.toContain('long enough');
      expect(partsOf(await saveAndWait(page, fresh.id))).toEqual([
        ...(has('hasUsernames') ? [{ name: 'username', value: '' }] : []),
        { name: 'email', value: 'new@example.com' },
        { name: 'emailVisibility', value: 'false' },
        { name: 'password', value: secret },
        { name: 'passwordConfirm', value: secret },
        { name: 'verified', value: 'true' },
        { name: 'nick', value: '' },
      ]);
      await expect(creating).toHaveCount(0);
    },
  );

  const menu = page.getByRole('menu', { name: 'More record options' });
  const general = [
    ...onLine([], ['Impersonate…']),
    'Duplicate',
    'New from template…',
    'Save as template…',
    'Delete',
  ];
  const mails = ['Send verification email', 'Send password reset email'];
  await step('[RP-11] the menu offers the mails that can be sent', async () => {
    for (const [{ id }, lines] of [
      [silent, general],
      [verified, [mails[1] ?? '', ...general]],
      [user, [...mails, ...general]],
    ] as const) {
      await (await openRecord(page, collection.id, id)).menu.click();
      await expect(menu.getByRole('menuitem')).toHaveText([...lines]);
      await keyboard.press('Escape');
    }
  });
  await step('[RP-14][RP-15] they are sent after a question', async () => {
    const screen = await openRecord(page, collection.id, user.id);
    for (const [what, word] of [
      ['verification', 'verify'],
      ['password reset', 'reset'],
    ] as const) {
      await screen.menu.click();
      await menu.getByRole('menuitem', { name: `Send ${what} email` }).click();
      await answer(page, `Do you really want to send ${what} email to ${email}?`, true);
      await expect(toasts(page, 'success').last()).toContainText(
        `Successfully sent ${what} email to ${email}.`,
      );
      await sink.nextMessage(({ subject }) => (subject ?? '').toLowerCase().includes(word));
    }
    await sink.stop();
  });
  await step('[RP-19] verifying asks; no keeps the old state', async () => {
    const { panel, save } = await openRecord(page, collection.id, user.id);
    const box = panel.getByRole('switch', { name: 'Verified' });
    const text = 'Do you really want to manually change the verified account state?';
    await box.click();
    await answer(page, text, false);
    await expect(box).not.toBeChecked();
    for (const name of ['Public: Off', 'Undo change']) await panel.getByRole('button', { name }).click();
    await expect(save).toBeDisabled();
    await box.click();
    await answer(page, text, true);
    await expect(box).toBeChecked();
    expect(partsOf(await saveAndWait(page, collection.id))).toEqual([{ name: 'verified', value: 'true' }]);
    await expect(panel).toHaveCount(0);
  });
  await step('[RF-19] without "Change password" a typed one is cleared; with it, it is sent', async () => {
    const { panel, save, cancel, control } = await openRecord(page, collection.id, user.id);
    const change = panel.getByLabel('Change password');
    const password = panel.getByLabel('Password', { exact: true });
    const type = async (text: string) => {
      await change.check();
      await expect(password).toHaveValue('');
      await password.fill(text);
      await panel.getByLabel('Password confirm').fill(text);
    };
    await expect(password).toHaveCount(0);
    await type('first try 1');
    await change.uncheck();
    await expect(password).toHaveCount(0);
    await expect(save).toBeDisabled();
    await control('nick').fill('n');
    expect(partNames(await saveAndWait(page, collection.id))).toEqual(['nick']);
    await expect(panel).toHaveCount(0);

    // Closing does not ask about a typed password alone.
    await openRecord(page, collection.id, user.id);
    await type('typed and left');
    await cancel.click();
    await expect(panel).toHaveCount(0);
    await expect(question(page)).toHaveCount(0);

    await openRecord(page, collection.id, user.id);
    await type('second try 2');
    expect(partNames(await saveAndWait(page, collection.id))).toEqual(['password', 'passwordConfirm']);
    await expect(panel).toHaveCount(0);
  });
  await step(
    '[RF-18] an existing username must not be empty',
    async () => {
      expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
      const { panel, save } = await openRecord(page, collection.id, user.id);
      await expect(panel.getByLabel('Email', { exact: true })).not.toHaveAttribute('required');
      const username = panel.getByLabel('Username');
      const name = await username.inputValue();
      await username.fill('');
      await save.click();
      await expect(username).toHaveAccessibleDescription('Cannot be blank.');
      await expect(username).toBeFocused();
      await username.fill(name);
    },
    'hasUsernames',
  );

  // Not before it was verified: the newest backends remove those that were linked before.
  linkProviders(backend, { collection: collection.id, user: user.id }, [
    { id: 'github000000001', provider: 'github', providerId: 'octocat' },
    { id: 'oidc20000000001', provider: 'oidc2', providerId: 'somebody' },
  ]);
  const { panel, control } = await openRecord(page, collection.id, user.id);
  const tab = panel.getByRole('tabpanel', { name: 'Authorized providers' });
  const rows = tab.getByRole('listitem');
  await step('[RP-16][RP-17] the second tab lists the providers', async () => {
    await expect(panel.getByRole('tab')).toHaveText([
      ...['Account', 'Authorized providers'],
      ...onLine([], ['Security']),
    ]);
    await control('nick').fill('typed');
    await panel.getByRole('tab', { name: 'Account', selected: true }).focus();
    await keyboard.press('ArrowRight');
    const [first, second] = [/GitHub\s*ID: octocat/, /\(2\) OpenID Connect\s*ID: somebody/] as const;
    // The newest is the first one on newer backends.
    await expect(rows).toHaveText(onLine([first, second], [second, first]));
    for (const logo of await rows.locator('.provider-logo').all())
      await expect(logo).toHaveCSS('mask-image', /data:image\/svg\+xml/);
  });
  await step('[RP-18] one is unlinked after a question', async () => {
    await rows.getByRole('button', { name: 'Unlink GitHub' }).click();
    await answer(page, 'Do you really want to unlink the GitHub provider?', true);
    await expect(toasts(page, 'success').last()).toContainText('Successfully unlinked the GitHub provider.');
    await expect(rows).toHaveCount(1);
    expect(backend.sql('SELECT provider FROM _externalAuths')).toEqual([{ provider: 'oidc2' }]);
  });
  await step('the input on the other tab is still there, and Ctrl+S saves it from here', async () => {
    const sent = page.waitForRequest((request) => isSave(request, collection.id));
    await keyboard.press('Control+s');
    expect(partsOf(await sent)).toEqual([{ name: 'nick', value: 'typed' }]);
    await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
  });
});
