import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import { NO_PROVIDER } from '#tests/support/settings/defaults.ts';
import { signInAtProvider, startOpenIdServer } from '#tests/support/settings/oidc.ts';
import {
  openProvider,
  openProviders,
  providerPopup,
  providersPage,
  secretPopup,
  storedProvider,
  storeProvider,
} from '#tests/support/settings/providers.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';
import { placesOf } from '#tests/support/settings/storage.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const SAVED = 'Successfully updated provider settings.';
const MASK = '******';
const SECRET = 'a-secret-of-a-provider';
const WIDE = { width: 1280, height: 800 };

test.beforeEach(async ({ backend, admin }) => {
  const used = ['apple', 'github', 'gitlab', 'google', 'mailcow', 'microsoft', 'oidc', 'oidc3'];
  await backend.api.patch(
    '/api/settings',
    Object.fromEntries(used.map((key) => [`${key}Auth`, NO_PROVIDER])),
  );
  await admin.signIn();
});

let stopServer: (() => Promise<void>) | undefined;
test.afterEach(async () => {
  await stopServer?.();
  stopServer = undefined;
});

const isRequired = (field: Locator, required: boolean) =>
  expect(field).toHaveJSProperty('required', required);

test('[AP-01][AP-02][AP-03][AP-04][AP-05][AP-06][AP-07][AP-08][AP-09][AP-10][AP-11][AP-12] providers are listed, enabled by keyboard, and cleared', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const saves = collectBodies(page);
  const { screen, cards, card, gear, divider, keys } = providersPage(page);

  await test.step('providers that cannot be loaded are loaded again on request', async () => {
    expectedProblems.allow('response 500 GET /api/settings', 'console warning: Failed to load app settings.');
    await page.route('**/api/settings', (route) => failWith(route, 'Broken.'));
    await page.goto('/#/settings/auth-providers');
    await expect(toasts(page, 'error')).toHaveText(['Broken.']);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards).toHaveCount(25);
  });

  await test.step('all providers, in order', async () => {
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Auth providers');
    await expect(screen).toContainText('Manage the allowed users OAuth2 sign-in/sign-up methods.');
    await expect(cards.getByRole('heading')).toHaveText([
      'Apple',
      'Google',
      'Microsoft',
      'Yandex',
      'Facebook',
      'Instagram',
      'GitHub',
      'GitLab',
      'Bitbucket',
      'Gitee',
      'Gitea',
      'Discord',
      'Twitter',
      'Kakao',
      'VK',
      'Spotify',
      'Twitch',
      'Patreon (v2)',
      'Strava',
      'LiveChat',
      'mailcow',
      'Planning Center',
      'OpenID Connect',
      '(2) OpenID Connect',
      '(3) OpenID Connect',
    ]);
    await expect(card('github')).toContainText('(github)');
    await expect(card('github').locator('.provider-logo')).toBeVisible();
    await expect(gear('github')).toHaveAccessibleDescription(/^GitHub/);
    await expect(divider).toHaveCount(0);
    await expect(screen.getByText('Enabled', { exact: true })).toHaveCount(0);
  });

  const order = await keys();
  const revisit = async () => {
    await goToHash(page, '#/settings/mail');
    await expect(frame(page, 'settings-mail')).toBeVisible();
    await goToHash(page, '#/settings/auth-providers');
  };
  await test.step('the line between enabled and other providers needs both groups', async () => {
    const all = Object.fromEntries(order.map((key) => [`${key}Auth`, { enabled: true }]));
    const stored = await backend.api.get<object>('/api/settings');
    await page.route('**/api/settings', (route) => route.fulfill({ json: { ...stored, ...all } }));
    await revisit();
    await expect(screen.getByText('Enabled', { exact: true })).toHaveCount(25);
    await expect(divider).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step('enabled ones come first', async () => {
    const on = ['google', 'github'];
    for (const key of on)
      await storeProvider(backend.api, key, { enabled: true, clientId: 'id', clientSecret: 'secret' });
    await revisit();
    await expect(divider).toHaveCount(1);
    await expect.poll(keys).toEqual([...on, ...order.filter((key) => !on.includes(key ?? ''))]);
    await expect(screen.getByText('Enabled', { exact: true })).toHaveCount(2);
    await expect(card('github')).toContainText('Enabled');
    await expectFitsSmall(page, screen);
    await checkScreen();
    await page.setViewportSize(WIDE);
  });

  const shown = providerPopup(page, 'GitHub');
  const { popup, enabled, clientId, clientSecret, newSecret, save, close } = shown;
  const saved = { ...NO_PROVIDER, enabled: true, clientId: 'id-of-atoll' };
  await test.step('clearing empties a provider and switches it off; PKCE depends on the kind', async () => {
    const full = { enabled: true, clientId: 'id', clientSecret: 'secret', displayName: 'Mine', pkce: true };
    const urls = {
      authUrl: 'https://a.example',
      tokenUrl: 'https://t.example',
      userApiUrl: 'https://u.example',
    };
    await storeProvider(backend.api, 'github');
    await storeProvider(backend.api, 'gitlab', { ...full, ...urls });
    await storeProvider(backend.api, 'oidc', { ...full, ...urls });
    await revisit();
    await expect(screen.getByText('Enabled', { exact: true })).toHaveCount(3);
    for (const [key, title, pkce] of [
      ['gitlab', 'GitLab', null],
      ['oidc', 'OpenID Connect', false],
    ] as const) {
      const one = await openProvider(page, key, title);
      await expect(one.authUrl).toHaveValue(urls.authUrl);
      await one.clear.click();
      await expect(one.enabled).not.toBeChecked();
      for (const field of [one.clientId, one.clientSecret, one.authUrl, one.tokenUrl, one.userApiUrl])
        await expect(field).toHaveValue('');
      await one.save.click();
      await expect(one.popup).toHaveCount(0);
      expect(saves.pop()).toEqual({ [`${key}Auth`]: { ...NO_PROVIDER, pkce } });
      expect(await storedProvider(backend.api, key)).toEqual({ ...NO_PROVIDER, pkce });
    }
    expect((await keys()).slice(0, 2)).toEqual(['google', 'apple']);
  });

  await test.step('a provider is enabled by keyboard; its id and secret are required only while it is on', async () => {
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
    expect(saves).toEqual([{ githubAuth: { ...saved, clientSecret: SECRET } }]);
    expect((await keys()).slice(0, 3)).toEqual(['google', 'github', 'apple']);
    await expect(card('github')).toContainText('Enabled');
    await expect(gear('github')).toBeFocused();
    expect(await placesOf(page, SECRET)).toEqual([]);
  });

  await test.step('its secret stays', async () => {
    await page.keyboard.press('Enter');
    await expect(clientSecret).toHaveValue(MASK);
    await expect(clientSecret).toHaveJSProperty('readOnly', true);
    await clientId.fill('second-id');
    await save.click();
    await expect(popup).toHaveCount(0);
    const { clientSecret: _, ...others } = saved;
    expect(saves[1]).toEqual({ githubAuth: { ...others, clientId: 'second-id' } });
    expect(await storedProvider(backend.api, 'github')).toEqual({
      ...saved,
      clientId: 'second-id',
      clientSecret: MASK,
    });
  });

  await test.step('closing discards without a question', async () => {
    await openProvider(page, 'github', 'GitHub');
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
    await expectFitsSmall(page, popup);
    await checkScreen('[role=dialog]');
    await page.setViewportSize(WIDE);
    await close.click();
    await expect(popup).toHaveCount(0);
  });

  await test.step('Microsoft, GitLab and mailcow ask for their addresses', async () => {
    const kinds = [
      ['microsoft', 'Microsoft', 'Azure AD endpoints', true],
      ['gitlab', 'GitLab', 'Self-hosted endpoints (optional)', false],
      ['mailcow', 'mailcow', 'Provider endpoints', true],
    ] as const;
    for (const [key, title, section, required] of kinds) {
      const one = await openProvider(page, key, title);
      await expect(one.popup.getByRole('group', { name: section })).toBeVisible();
      const urls = [one.authUrl, one.tokenUrl, ...(key === 'microsoft' ? [] : [one.userApiUrl])];
      for (const url of urls) {
        await expect(url).toHaveAttribute('type', 'url');
        await isRequired(url, required);
      }
      if (key === 'microsoft') {
        await expect(one.userApiUrl).toHaveCount(0);
        await expect(one.popup.getByText(/YOUR_DIRECTORY_TENANT_ID.*\/(authorize|token)$/)).toHaveCount(2);
      }
      await one.enabled.click();
      for (const url of urls) await isRequired(url, false);
      await one.close.click();
      await expect(one.popup).toHaveCount(0);
    }
  });
});

test('[AP-09][AP-10][AP-13] OpenID Connect starts with its defaults, keeps refused values, and signs users in', async ({
  page,
  backend,
  checkScreen,
  newWindow,
  expectedProblems,
}) => {
  const users = uniqueName('users');
  await backend.api.post('/api/collections', {
    name: users,
    type: 'auth',
    schema: [],
    options: { allowOAuth2Auth: true, minPasswordLength: 8 },
  });
  const server = await startOpenIdServer();
  stopServer = server.stop;
  const { client, authUrl: address, tokenUrl: tokenAddress, userApiUrl: userAddress } = server;
  const { card } = await openProviders(page);
  const shown = await openProvider(page, 'oidc3', '(3) OpenID Connect');
  const { popup, displayName, authUrl, tokenUrl, userApiUrl, pkce, save } = shown;

  await test.step('its defaults', async () => {
    await expect(displayName).toHaveValue('OIDC');
    await expect(pkce).toBeChecked();
    await expect(save).toBeEnabled();
    await expect(popup.getByRole('group', { name: 'Endpoints' })).toBeVisible();
    for (const field of [displayName, authUrl, tokenUrl, userApiUrl]) await isRequired(field, true);
    for (const url of [authUrl, tokenUrl, userApiUrl]) await expect(url).toHaveAttribute('type', 'url');
    await popup.getByRole('button', { name: 'More about this' }).hover();
    await expect(tooltip(page)).toContainText('ignore the extra query parameters');
    await expect(popup.getByText(/\/api\/oauth2-redirect$/)).toBeVisible();
  });

  await test.step('refused values stay in the popup', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    await displayName.fill('Company login');
    await shown.clientId.fill(client.id);
    await shown.clientSecret.fill(client.secret);
    await authUrl.fill('x:y');
    await tokenUrl.fill(tokenAddress);
    await userApiUrl.fill(userAddress);
    await pkce.click();
    await save.click();
    await expect(toasts(page, 'error')).toHaveCount(1);
    await expect(authUrl).toHaveAttribute('aria-invalid', 'true');
    await expect(shown.clientSecret).toHaveValue(client.secret);
    expect(await storedProvider(backend.api, 'oidc3')).toEqual(NO_PROVIDER);
    await checkScreen('[role=dialog]');
    await authUrl.fill(address);
    await expect(authUrl).not.toHaveAttribute('aria-invalid');
  });

  await test.step('after a reload, the rest of what was typed is offered; the secret never was stored', async () => {
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(address);
    expect(await placesOf(page, client.secret)).toEqual(['elements', 'inputs']);
    await page.reload();
    await openProvider(page, 'oidc3', '(3) OpenID Connect');
    await expect(popup).toContainText('This form has unsaved changes.');
    await popup.getByRole('button', { name: 'Restore draft' }).click();
    await expect(authUrl).toHaveValue(address);
    await expect(pkce).not.toBeChecked();
    await expect(shown.clientSecret).toHaveValue('');
    await shown.clientSecret.fill(client.secret);
    await save.click();
    await expect(popup).toHaveCount(0);
    const stored = {
      enabled: true,
      clientId: client.id,
      clientSecret: MASK,
      authUrl: address,
      tokenUrl: tokenAddress,
      userApiUrl: userAddress,
      displayName: 'Company login',
    };
    expect(await storedProvider(backend.api, 'oidc3')).toEqual({ ...stored, pkce: false });
    await openProvider(page, 'oidc3', '(3) OpenID Connect');
    await expect(pkce).not.toBeChecked();
    await expect(save).toBeDisabled();
    await pkce.click();
    await save.click();
    await expect(popup).toHaveCount(0);
    expect(await storedProvider(backend.api, 'oidc3')).toEqual({ ...stored, pkce: true });
    await expect(card('oidc3')).toContainText('Enabled');
  });

  await test.step('a user signs in through the real OpenID provider that was configured here', async () => {
    const methods = await backend.api.get<{ authProviders: Record<string, string>[] }>(
      `/api/collections/${users}/auth-methods`,
    );
    const [method = {}] = methods.authProviders;
    expect(method).toMatchObject({
      name: 'oidc3',
      displayName: 'Company login',
      codeChallengeMethod: 'S256',
    });
    const visitor = await (await newWindow()).newPage();
    const signInUrl = `${method['authUrl']}${encodeURIComponent(server.redirectUrl)}`;
    const query = await signInAtProvider(visitor, signInUrl, 'nora');
    expect(query.get('state')).toBe(method['state']);
    const { record, meta } = await backend.api.post<Record<'record' | 'meta', Record<string, unknown>>>(
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
    const auths = await backend.api.get<unknown>(
      `/api/collections/${users}/records/${record['id']}/external-auths`,
    );
    expect(auths).toMatchObject([{ provider: 'oidc3', providerId: 'nora' }]);
  });
});

test('[AP-14][AP-15][AP-16][OP-08] Apple’s secret is generated from a private key that is kept nowhere', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/settings/apple/generate-client-secret');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
  const saves = collectBodies(page);
  const generated = collectBodies(page, '/api/settings/apple/generate-client-secret');
  await openProviders(page);
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
  await checkScreen('[role=dialog]');

  await secret.teamId.fill('TEAM567890');
  await secret.keyId.fill('short');
  await secret.privateKey.fill('no key');
  await secret.duration.fill('15777001');
  await secret.generate.click();
  await expect(secret.duration).toBeFocused();
  expect(generated).toEqual([]);
  await secret.duration.fill('7200');
  await secret.generate.click();
  await expect(toasts(page, 'error')).toHaveText(['Invalid client secret data.']);
  await expect(secret.popup).toContainText('The length must be exactly 10.');
  await expect(secret.popup).toContainText('Must be in a valid format.');
  await expect(secret.keyId).toHaveAttribute('aria-invalid', 'true');
  await expect(secret.privateKey).toHaveAttribute('aria-invalid', 'true');
  await expect(secret.privateKey).toHaveValue('no key');

  await secret.keyId.fill('KEY4567890');
  await secret.privateKey.fill(`\n ${pem} \n`);
  await expectFitsSmall(page, secret.popup);
  await page.setViewportSize({ width: 1280, height: 800 });
  await secret.generate.click();
  await expect(secret.popup).toHaveCount(0);
  await expect(toasts(page, 'success')).toHaveText(['Successfully generated client secret.']);
  expect(generated[1]).toEqual({
    clientId: 'com.example.app',
    teamId: 'TEAM567890',
    keyId: 'KEY4567890',
    privateKey: pem,
    duration: 7200,
  });
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
  expect(saves).toEqual([
    { appleAuth: { ...NO_PROVIDER, enabled: true, clientId: 'com.example.app', clientSecret: jwt } },
  ]);
  expect(await storedProvider(backend.api, 'apple')).toMatchObject({ enabled: true, clientSecret: MASK });
  expect(await placesOf(page, jwt)).toEqual([]);
});
