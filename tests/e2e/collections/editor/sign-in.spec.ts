import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { programOf } from '#scripts/test/programs.ts';
import { axeCheck } from '#tests/support/axe.ts';
import { chooseOption, collectionEditor, collectionHash } from '#tests/support/collections/editor.ts';
import { expect, type Site, test } from '#tests/support/fixtures.ts';
import { startOpenIdProvider } from '#tests/support/openid-provider.ts';
import { toasts } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

const bin = programOf('0.40.6');
test.skip(!existsSync(bin), 'PocketBase 0.40.6 is not at hand');

/** Opens the options of an auth collection. */
async function openOptions(page: Page, { atoll }: Site, id: string) {
  await page.goto(`${atoll.url}${collectionHash(id)}`);
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const editor = collectionEditor(page);
  await editor.tab('Options').click();
  const method = (name: string) => editor.panel.locator('details', { hasText: name }).first();
  await expect(method('OAuth2')).toBeVisible();
  return { ...editor, method };
}

type Options = Awaited<ReturnType<typeof openOptions>>;

/** Saves, also what a review asks for; the panel stays open. */
async function save(page: Page) {
  await page.keyboard.press('Control+s');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' });
  await confirm.or(toasts(page, 'success').first()).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await expect(toasts(page, 'success').first()).toHaveText('Successfully updated collection.');
  await toasts(page, 'success').first().getByRole('button').click();
}

const providerOf = ({ panel }: Options, name: string) => panel.locator(`li[data-provider="${name}"]`);

async function addOpenId(page: Page, options: Options, url: string) {
  const oauth2 = options.method('OAuth2');
  await oauth2.locator('summary').first().click();
  await oauth2.getByRole('switch', { name: 'Enable' }).check();
  await expect(oauth2).toContainText('Nobody can sign in by OAuth2 until a provider is added.');
  await oauth2.getByRole('button', { name: 'Add provider' }).click();
  await page.getByRole('menuitem', { name: 'OpenID Connect (oidc)', exact: true }).click();
  const provider = providerOf(options, 'oidc');
  await provider.locator('summary').click();
  await provider.getByRole('textbox', { name: 'Client ID' }).fill('atoll');
  await provider.getByLabel('Client secret').fill('the secret');
  await provider.getByRole('textbox', { name: 'Auth URL' }).fill(`${url}/auth`);
  await provider.getByRole('textbox', { name: 'Token URL' }).fill(`${url}/token`);
  await provider.getByRole('textbox', { name: 'User info URL' }).fill(`${url}/user`);
}

/** Signs a user in, as an app does. */
async function signsIn({ backend }: Site, collection: string, provider: string): Promise<unknown> {
  const answer = await fetch(`${backend.url}/api/collections/${collection}/auth-with-oauth2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, code: 'any', codeVerifier: 'any', redirectURL: 'http://127.0.0.1/x' }),
  });
  const { record, ...refusal } = await answer.json();
  return record?.email ?? refusal;
}

test('how people sign in to a collection of the newer line', async ({ page, startSite, step }) => {
  const site = await startSite({ bin });
  await signIn(page, site.backend, site.atoll.url);
  const openId = await startOpenIdProvider(undefined, { atoll: 'the secret' });
  const { id } = await site.backend.api.post<{ id: string }>('/api/collections', {
    ...{ name: 'people', type: 'auth', createRule: '' },
    fields: [{ name: 'nick', type: 'text' }],
  });
  const options = await openOptions(page, site, id);

  await step('[NO-03] a provider is added, and a real one signs a user in', async () => {
    await addOpenId(page, options, openId.url);
    await axeCheck(page);
    await expectFitsSmall(page, options.method('OAuth2'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await save(page);
    expect(await signsIn(site, 'people', 'oidc')).toBe('ann@example.com');
  });

  await step('[NO-01] another name asks for the secret, and users sign in with it', async () => {
    const before = providerOf(options, 'oidc');
    await before.getByRole('textbox', { name: 'Display name' }).fill('Renamed');
    await chooseOption(before.getByRole('combobox', { name: 'Name in the backend' }), 'oidc2');
    const provider = providerOf(options, 'oidc2');
    await expect(provider).toContainText('Secret needed');
    await page.keyboard.press('Control+s');
    await expect(provider).toContainText('none is stored for this provider');
    await provider.getByLabel('Client secret').fill('the secret');
    await save(page);
    expect(await signsIn(site, 'people', 'oidc2')).toBe('ann@example.com');
    const [stored] = site.backend.sql(
      "SELECT json_extract(options, '$.oauth2.providers') AS list FROM _collections WHERE name = 'people'",
    );
    expect(JSON.parse(String(stored?.['list']))).toMatchObject([
      { name: 'oidc2', displayName: 'Renamed', clientSecret: 'the secret' },
    ]);
  });

  await step('[NO-05] a field gets a unique index, and people are found by it', async () => {
    const password = options.method('Identity/Password');
    await password.locator('summary').first().click();
    await chooseOption(password.getByRole('combobox', { name: 'Identity fields' }), 'nick');
    await page.keyboard.press('Escape');
    await password.getByRole('button', { name: 'Add a unique index' }).click();
    await expect(password.getByRole('button', { name: 'Add a unique index' })).toBeHidden();
    await save(page);
  });

  await step('[NO-06] a second factor needs two methods', async () => {
    const factor = options.method('Multi-factor authentication (MFA)');
    await options.method('OAuth2').locator('summary').first().click();
    await options.method('OAuth2').getByRole('switch', { name: 'Enable' }).uncheck();
    await factor.locator('summary').first().click();
    await factor.getByRole('switch', { name: 'Enable' }).check();
    await page.keyboard.press('Control+s');
    await expect(factor).toContainText('Needs at least two of the sign-in methods above.');
    const code = options.method('One-time password (OTP)');
    await code.locator('summary').first().click();
    await code.getByRole('switch', { name: 'Enable' }).check();
    await save(page);
  });

  await step(
    '[NO-08] the body of a mail is shown as people get it, with its placeholders filled',
    async () => {
      const template = options.panel.locator('details', { hasText: '"Verification" email template' }).first();
      await template.locator('summary').click();
      await template.getByRole('button', { name: 'Preview' }).click();
      await expect(template.frameLocator('iframe').locator('body')).toContainText('Verify');
      await expect(template.frameLocator('iframe').locator('body')).not.toContainText('{APP_NAME}');
      await template.getByRole('button', { name: 'Hide preview' }).click();
      await axeCheck(page);
      await expectFitsSmall(page, options.panel.getByRole('tabpanel'));
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  await step('[NO-07] tokens get another duration, and are ended', async () => {
    const tokens = options.panel.getByRole('region', { name: 'Tokens' });
    await tokens.getByRole('spinbutton', { name: 'Sign-in token duration' }).fill('3600');
    await expect(tokens).toContainText('1 hour');
    await tokens.getByRole('button', { name: /^Invalidate .* Sign-in token/ }).click();
    await expect(tokens).toContainText('All tokens of this kind end as soon as you save.');
    await save(page);
  });

  await step('[NO-08] a test email has the stored template of the collection', async () => {
    const sink = await startSmtpSink();
    await sendMailTo(site.backend.api, sink);
    const template = options.panel.locator('details', { hasText: '"Verification" email template' }).first();
    await template.getByRole('textbox', { name: 'Subject' }).fill('Hello from people');
    const send = options.panel.getByRole('button', { name: 'Send test email' });
    await expect(send).toBeDisabled();
    await save(page);
    await send.click();
    const popup = page.getByRole('dialog', { name: 'Send test email' });
    await popup.getByRole('textbox', { name: 'To email address' }).fill('ann@example.com');
    await popup.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await sink.nextMessage()).subject).toBe('Hello from people');
    await expect(popup).toBeHidden();
    await sink.stop();
  });
  await openId.stop();
});
