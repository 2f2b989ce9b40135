import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { pathsOf } from '#domain/app/settings-fields.ts';
import { providerFields } from '#domain/settings/providers/fields.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { without } from '#tests/support/lines.ts';
import { frame, goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import { providerAt } from '#tests/support/settings/defaults.ts';
import { type OpenIdServer, signInAtProvider, startOpenIdServer } from '#tests/support/settings/oidc.ts';
import {
  openProvider,
  openProviders,
  providerPopup,
  providersPage,
  secretPopup,
  storedProvider,
  storeProvider,
} from '#tests/support/settings/providers.ts';
import { collectBodies, collectSaves } from '#tests/support/settings/saves.ts';
import { placesOf } from '#tests/support/settings/storage.ts';
import { KEPT } from '#tests/support/settings/stored.ts';

const SAVED = 'Successfully updated provider settings.';
const MASK = '******';
const SECRET = 'a-secret-of-a-provider';
const TO_GENERATE = '/api/settings/apple/generate-client-secret';
const OIDC3 = ['oidc3', '(3) OpenID Connect'] as const;

const isRequired = (field: Locator, required: boolean) =>
  expect(field).toHaveJSProperty('required', required);

/** Leaves the page and comes back, with the settings of the backend. */
async function revisit(page: Page): Promise<void> {
  await goToHash(page, '#/settings/mail');
  await expect(frame(page, 'settings-mail')).toBeVisible();
  await goToHash(page, '#/settings/auth-providers');
}

async function listsProviders(page: Page, backend: Backend): Promise<void> {
  const { screen, cards, card, gear, divider, keys } = providersPage(page);
  const enabled = screen.getByText('Enabled', { exact: true });
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Auth providers');
  await expect(screen).toContainText('Manage the allowed users OAuth2 sign-in/sign-up methods.');
  await expect(cards).toHaveCount(25);
  await expect(cards.getByRole('heading').first()).toHaveText('Apple');
  await expect(cards.getByRole('heading').last()).toHaveText('(3) OpenID Connect');
  await expect(card('github')).toContainText('(github)');
  await expect(card('github').locator('.provider-logo')).toBeVisible();
  await expect(gear('github')).toHaveAccessibleDescription(/^GitHub/);
  await expect(divider).toHaveCount(0);
  await expect(enabled).toHaveCount(0);

  const order = await keys();
  const on = ['google', 'github'];
  for (const key of on)
    await storeProvider(backend.api, key, { isEnabled: true, clientId: 'id', clientSecret: 'secret' });
  await revisit(page);
  await expect(divider).toHaveCount(1);
  await expect.poll(keys).toEqual([...on, ...order.filter((key) => !on.includes(key ?? ''))]);
  await expect(enabled).toHaveCount(2);
  await expect(card('github')).toContainText('Enabled');
}

async function clearsProvider(page: Page, backend: Backend): Promise<void> {
  await storeProvider(backend.api, 'github');
  await storeProvider(backend.api, 'oidc', {
    ...{ isEnabled: true, clientId: 'id', clientSecret: 'secret', displayName: 'Mine', pkce: true },
    ...{ authUrl: 'https://a.example', tokenUrl: 'https://t.example', userInfoUrl: 'https://u.example' },
  });
  await revisit(page);
  const one = await openProvider(page, 'oidc', 'OpenID Connect');
  await expect(one.authUrl).toHaveValue('https://a.example');
  await one.clear.click();
  await expect(one.enabled).not.toBeChecked();
  for (const field of [one.clientId, one.clientSecret, one.authUrl, one.tokenUrl, one.userInfoUrl])
    await expect(field).toHaveValue('');
  const saves = collectSaves(page, pathsOf(providerFields('oidc')));
  await one.save.click();
  await expect(one.popup).toHaveCount(0);
  const cleared = providerAt('oidc', { pkce: false });
  expect(saves).toEqual([cleared]);
  expect(await storedProvider(backend.api, 'oidc')).toEqual(cleared);
}

async function enablesByKeyboard(page: Page, backend: Backend): Promise<void> {
  const { card, gear, keys } = providersPage(page);
  const { popup, enabled, clientId, clientSecret, save } = providerPopup(page, 'GitHub');
  const saves = collectSaves(page, pathsOf(providerFields('github')));
  const bodies = collectBodies(page);
  const saved = { isEnabled: true, clientId: 'id-of-atoll' };
  await gear('github').focus();
  await page.keyboard.press('Enter');
  await expect(enabled).toBeChecked();
  await expect(save).toBeDisabled();
  await isRequired(clientId, true);
  await isRequired(clientSecret, true);
  await enabled.focus();
  await page.keyboard.press('Space');
  await isRequired(clientId, false);
  await isRequired(clientSecret, false);
  await expect(save).toBeEnabled();
  await page.keyboard.press('Space');
  await expect(save).toBeDisabled();
  await clientId.fill('id-of-atoll');
  // The browser stops the save without a secret.
  await page.keyboard.press('Enter');
  await expect(clientSecret).toBeFocused();
  expect(saves).toEqual([]);
  await expect(clientSecret).toHaveAttribute('type', 'password');
  await page.keyboard.insertText(SECRET);
  await page.keyboard.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(toasts(page, 'success').last()).toHaveText(SAVED);
  expect(saves).toEqual([providerAt('github', { ...saved, clientSecret: SECRET })]);
  expect((await keys()).slice(0, 3)).toEqual(['google', 'github', 'apple']);
  await expect(card('github')).toContainText('Enabled');
  await expect(gear('github')).toBeFocused();
  expect(await placesOf(page, SECRET)).toEqual([]);

  // Its secret stays.
  await page.keyboard.press('Enter');
  await expect(clientSecret).toHaveValue(MASK);
  await expect(clientSecret).toHaveJSProperty('readOnly', true);
  await clientId.fill('second-id');
  await save.click();
  await expect(popup).toHaveCount(0);
  const second = { ...saved, clientId: 'second-id' };
  expect(saves[1]).toEqual(providerAt('github', second));
  // Left out, which '' is not.
  expect(JSON.stringify(bodies[1])).not.toContain('"clientSecret"');
  const stored = providerAt('github', { ...second, clientSecret: KEPT });
  expect(await storedProvider(backend.api, 'github')).toEqual(stored);
}

async function closesWithoutQuestion(page: Page): Promise<void> {
  const { popup, clientId, clientSecret, newSecret, close } = await openProvider(page, 'github', 'GitHub');
  await clientId.fill('third-id');
  await newSecret.click();
  await expect(clientSecret).toHaveValue('');
  await expect(clientSecret).toBeFocused();
  await close.click();
  await expect(popup).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await openProvider(page, 'github', 'GitHub');
  await expect(clientId).toHaveValue('second-id');
  await expect(clientSecret).toHaveValue(MASK);
  await close.click();
  await expect(popup).toHaveCount(0);
}

async function asksForAddresses(page: Page): Promise<void> {
  const kinds = [
    ['microsoft', 'Microsoft', 'Azure AD endpoints', true],
    ['gitlab', 'GitLab', 'Self-hosted endpoints (optional)', false],
  ] as const;
  for (const [key, title, section, required] of kinds) {
    const one = await openProvider(page, key, title);
    await expect(one.popup.getByRole('group', { name: section })).toBeVisible();
    const isMicrosoft = key === 'microsoft';
    await expect(one.userInfoUrl).toHaveCount(isMicrosoft ? 0 : 1);
    await expect(one.popup.getByText(/YOUR_DIRECTORY_TENANT_ID.*\/(authorize|token)$/)).toHaveCount(
      isMicrosoft ? 2 : 0,
    );
    for (const url of [one.authUrl, one.tokenUrl]) {
      await expect(url).toHaveAttribute('type', 'url');
      await isRequired(url, required);
    }
    await one.enabled.click();
    await isRequired(one.authUrl, false);
    await one.close.click();
    await expect(one.popup).toHaveCount(0);
  }
}

async function startsOpenId(page: Page): Promise<void> {
  const { popup, displayName, pkce, save } = await openProvider(page, ...OIDC3);
  await expect(displayName).toHaveValue('OIDC');
  await expect(pkce).toBeChecked();
  await expect(save).toBeEnabled();
  await expect(popup.getByRole('group', { name: 'Endpoints' })).toBeVisible();
  await popup.getByRole('button', { name: 'More about this' }).hover();
  await expect(tooltip(page)).toContainText('ignore the extra query parameters');
  await expect(popup.getByText(/\/api\/oauth2-redirect$/)).toBeVisible();
}

async function keepsRefusedValues(page: Page, backend: Backend, server: OpenIdServer): Promise<void> {
  const shown = providerPopup(page, OIDC3[1]);
  const { popup, authUrl, pkce, clientSecret, save } = shown;
  const { client, authUrl: address, tokenUrl: tokenAddress, userInfoUrl: userAddress } = server;
  await shown.displayName.fill('Company login');
  await shown.clientId.fill(client.id);
  await clientSecret.fill(client.secret);
  await authUrl.fill('x:y');
  await shown.tokenUrl.fill(tokenAddress);
  await shown.userInfoUrl.fill(userAddress);
  await pkce.click();
  await save.click();
  await expect(toasts(page, 'error')).toHaveCount(1);
  await expect(authUrl).toHaveAttribute('aria-invalid', 'true');
  await expect(clientSecret).toHaveValue(client.secret);
  expect(await storedProvider(backend.api, 'oidc3')).toEqual(providerAt('oidc3', {}));
  await authUrl.fill(address);
  await expect(authUrl).not.toHaveAttribute('aria-invalid');

  await save.click();
  await expect(popup).toHaveCount(0);
  const stored = {
    isEnabled: true,
    clientId: client.id,
    clientSecret: KEPT,
    authUrl: address,
    tokenUrl: tokenAddress,
    userInfoUrl: userAddress,
    displayName: 'Company login',
  };
  expect(await storedProvider(backend.api, 'oidc3')).toEqual(providerAt('oidc3', { ...stored, pkce: false }));
  await openProvider(page, ...OIDC3);
  await expect(save).toBeDisabled();
  await pkce.click();
  await save.click();
  await expect(popup).toHaveCount(0);
  expect(await storedProvider(backend.api, 'oidc3')).toEqual(providerAt('oidc3', { ...stored, pkce: true }));
  await expect(providersPage(page).card('oidc3')).toContainText('Enabled');
}

/** A user of `users` signs in through the provider that was configured in the page. */
async function signsUserIn(
  visitor: Page,
  { api }: Backend,
  server: OpenIdServer,
  users: string,
): Promise<void> {
  const methods = await api.get<{ authProviders: Record<string, string>[] }>(
    `/api/collections/${users}/auth-methods`,
  );
  const method = methods.authProviders.find(({ name }) => name === 'oidc3') ?? {};
  expect(method).toMatchObject({ displayName: 'Company login', codeChallengeMethod: 'S256' });
  const signInUrl = `${method['authUrl']}${encodeURIComponent(server.redirectUrl)}`;
  const query = await signInAtProvider(visitor, signInUrl, 'nora');
  expect(query.get('state')).toBe(method['state']);
  const { record, meta } = await api.post<Record<'record' | 'meta', Record<string, unknown>>>(
    `/api/collections/${users}/auth-with-oauth2`,
    {
      provider: 'oidc3',
      code: query.get('code'),
      codeVerifier: method['codeVerifier'],
      redirectUrl: server.redirectUrl,
    },
  );
  expect(record).toMatchObject({ email: 'nora@example.com', verified: true });
  expect(meta).toMatchObject({ id: 'nora', name: 'nora Example', isNew: true });
  const auths = await api.get<unknown>(`/api/collections/${users}/records/${record['id']}/external-auths`);
  expect(auths).toMatchObject([{ provider: 'oidc3', providerId: 'nora' }]);
}

async function opensSecretPopup(page: Page): Promise<void> {
  const shown = await openProvider(page, 'apple', 'Apple');
  await shown.clientId.fill('com.example.app');
  await shown.generate.click();
  const secret = secretPopup(page);
  await expect(secret.clientId).toHaveValue('com.example.app');
  await expect(secret.duration).toHaveValue('15777000');
  await expect(secret.privateKey).toHaveAttribute(
    'placeholder',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  );
  await expect(secret.popup).toContainText('does not store the key');
  for (const name of ['clientId', 'teamId', 'keyId', 'duration', 'privateKey'] as const)
    await isRequired(secret[name], true);
  await secret.popup.getByRole('button', { name: 'More about this' }).hover();
  await expect(tooltip(page)).toHaveText('Max 15777000 seconds (~6 months).');
}

async function refusesKey(page: Page): Promise<void> {
  const { popup, teamId, keyId, privateKey, duration, generate } = secretPopup(page);
  const generated = collectBodies(page, TO_GENERATE);
  await teamId.fill('TEAM567890');
  await keyId.fill('short');
  await privateKey.fill('no key');
  await duration.fill('15777001');
  await generate.click();
  await expect(duration).toBeFocused();
  expect(generated).toEqual([]);
  await duration.fill('7200');
  await generate.click();
  await expect(toasts(page, 'error')).toHaveText(['Invalid client secret data.']);
  await expect(popup).toContainText('The length must be exactly 10.');
  await expect(popup).toContainText('Must be in a valid format.');
  await expect(keyId).toHaveAttribute('aria-invalid', 'true');
  await expect(privateKey).toHaveAttribute('aria-invalid', 'true');
  await expect(privateKey).toHaveValue('no key');
}

async function generatesSecret(page: Page, backend: Backend): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
  const saves = collectSaves(page, pathsOf(providerFields('apple')));
  const generated = collectBodies(page, TO_GENERATE);
  const shown = providerPopup(page, 'Apple');
  const secret = secretPopup(page);
  await secret.keyId.fill('KEY4567890');
  await secret.privateKey.fill(`\n ${pem} \n`);
  await secret.generate.click();
  await expect(secret.popup).toHaveCount(0);
  await expect(toasts(page, 'success').last()).toHaveText('Successfully generated client secret.');
  const ids = { clientId: 'com.example.app', teamId: 'TEAM567890', keyId: 'KEY4567890' };
  expect(generated).toEqual([{ ...ids, privateKey: pem, duration: 7200 }]);
  await expect(shown.generate).toBeFocused();
  await expect(shown.clientId).toHaveValue('com.example.app');
  const jwt = await shown.clientSecret.inputValue();
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  const read = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(header)).toMatchObject({ alg: 'ES256', kid: 'KEY4567890' });
  const { iat, exp, ...others } = read(claims);
  expect(others).toMatchObject({ iss: 'TEAM567890', sub: 'com.example.app' });
  expect(Number(exp) - Number(iat)).toBe(7200);
  const isSigned = createVerify('SHA256')
    .update(`${header}.${claims}`)
    .verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, signature, 'base64url');
  expect(isSigned).toBe(true);
  expect(saves).toEqual([]);
  expect(await placesOf(page, pem.slice(40, 80))).toEqual([]);
  expect(await placesOf(page, jwt)).toEqual(['elements', 'inputs']);

  await shown.save.click();
  await expect(shown.popup).toHaveCount(0);
  const { clientId } = ids;
  expect(saves).toEqual([providerAt('apple', { isEnabled: true, clientId, clientSecret: jwt })]);
  expect(await storedProvider(backend.api, 'apple')).toEqual(
    providerAt('apple', { isEnabled: true, clientId, clientSecret: KEPT }),
  );
  expect(await placesOf(page, jwt)).toEqual([]);
}

// Newer backends have them in each collection: tests/e2e/collections/editor/sign-in.spec.ts.
test.skip(...without('hasSignInSettings'));

test('the auth providers', async ({ page, backend, admin, step, newWindow, expectedProblems }) => {
  expectedProblems.allow('response 400 PATCH /api/settings', `response 400 POST ${TO_GENERATE}`);
  await admin.signIn();

  await openProviders(page);
  await step(
    '[AP-01][AP-02][AP-04] all providers; enabled ones come first, above a line if there are others',
    () => listsProviders(page, backend),
  );
  await step('[AP-03][AP-08] clearing empties a provider and switches it off', () =>
    clearsProvider(page, backend),
  );
  await step(
    '[AP-05][AP-06][AP-07][AP-09][AP-10] a provider is enabled by keyboard; only while it is on, its id and secret are required',
    () => enablesByKeyboard(page, backend),
  );
  await step('[AP-05] closing discards without a question', () => closesWithoutQuestion(page));
  await step('[AP-11][AP-12] Microsoft and GitLab ask for their addresses', () => asksForAddresses(page));
  await step('[AP-09][AP-13] OpenID Connect starts with its defaults', () => startsOpenId(page));
  const server = await startOpenIdServer();
  await step('[AP-10] refused values stay in the popup until they are saved', () =>
    keepsRefusedValues(page, backend, server),
  );
  await step('a user signs in through the real OpenID provider that was configured here', async () => {
    const auth = { identityFields: [] };
    const users = await createCollection(backend.api, { name: uniqueName('users'), type: 'auth', auth });
    await signsUserIn(await (await newWindow()).newPage(), backend, server, users.name);
  });
  await server.stop();
  await step('[AP-14] Apple’s secret is generated from a private key', () => opensSecretPopup(page));
  await step('[AP-16][OP-08] a refused key stays with its message', () => refusesKey(page));
  await step('[AP-15][OP-08] the secret lands in the form, and the key is kept nowhere', () =>
    generatesSecret(page, backend),
  );
});
