import { expect, test } from 'vitest';
import { PROVIDER_KEYS } from '#domain/auth/providers.ts';
import {
  clearedProvider,
  groupProviders,
  providerFields,
  withEnabled,
  withSuggestions,
} from '#domain/settings/providers/fields.ts';
import { providerOptions } from '#domain/settings/providers/options.ts';
import { rawSettings } from '#tests/support/settings/stored.ts';
import { isProviderEnabled } from '#wire/setting-glance.ts';
import { readSettings } from '#wire/setting-values.ts';

const NEW = { enabled: false, clientId: '', clientSecret: '', displayName: '', pkce: null };
const read = (key: string, stored: object) =>
  readSettings(providerFields(key), rawSettings({ [`${key}Auth`]: { ...NEW, ...stored } }));
const enabledIn = (settings: object) =>
  new Set(PROVIDER_KEYS.filter((key) => isProviderEnabled(rawSettings(settings), key)));

test('[AP-02] lists 25 providers in their order while none is enabled', () => {
  const { enabled, disabled } = groupProviders(enabledIn({}));
  expect(enabled).toEqual([]);
  expect(disabled.join(' ')).toBe(
    'apple google microsoft yandex facebook instagram github gitlab bitbucket gitee gitea discord twitter kakao vk spotify twitch patreon strava livechat mailcow planningcenter oidc oidc2 oidc3',
  );
});

test('[AP-04] enabled providers keep their order and are the first group', () => {
  const settings = {
    oidcAuth: { enabled: true },
    googleAuth: { enabled: true },
    githubAuth: { enabled: false },
    s3: { enabled: true },
    nobodyAuth: { enabled: true },
    twitterAuth: 'enabled',
  };
  const { enabled, disabled } = groupProviders(enabledIn(settings));
  expect(enabled).toEqual(['google', 'oidc']);
  expect(disabled).toEqual(PROVIDER_KEYS.filter((key) => key !== 'google' && key !== 'oidc'));
});

test('[AP-03][AP-10] each provider has its own section with eight members', () => {
  for (const key of PROVIDER_KEYS) {
    expect(Object.keys(providerFields(key))).toEqual(
      [
        'isEnabled',
        'clientId',
        'clientSecret',
        'authUrl',
        'tokenUrl',
        'userInfoUrl',
        'displayName',
        'pkce',
      ].map((name) => `providers.${key}.${name}`),
    );
  }
  expect(providerFields('github')).toHaveProperty(['providers.github.clientSecret', 'isSecret'], true);
});

test.each([null, true, false])('keeps PKCE %s as it is stored', (pkce) => {
  expect(read('github', { pkce })).toHaveProperty(['providers.github.pkce'], pkce);
});

test('[AP-06] Enable starts on without a client id, else as stored', () => {
  expect(withEnabled('github', read('github', {}))).toHaveProperty(['providers.github.isEnabled'], true);
  for (const enabled of [true, false]) {
    const stored = read('github', { clientId: 'id', enabled });
    expect(withEnabled('github', stored)).toBe(stored);
  }
});

test('[AP-09][AP-13] only OpenID Connect suggests a name and PKCE', () => {
  const github = read('github', {});
  expect(withSuggestions('github', github)).toBe(github);
  expect(withSuggestions('oidc2', read('oidc2', {}))).toMatchObject({
    'providers.oidc2.displayName': 'OIDC',
    'providers.oidc2.pkce': true,
  });
  const cleared = read('oidc', { pkce: false });
  expect(withSuggestions('oidc', cleared)).toMatchObject({ 'providers.oidc.pkce': true });
  const chosen = read('oidc', { clientId: 'id', displayName: 'Work', pkce: false });
  expect(withSuggestions('oidc', chosen)).toBe(chosen);
});

test('[AP-08] clearing empties all and sets PKCE by kind', () => {
  const texts = ['clientId', 'clientSecret', 'authUrl', 'tokenUrl', 'userInfoUrl', 'displayName'];
  for (const key of PROVIDER_KEYS) {
    expect(clearedProvider(key)).toEqual({
      ...Object.fromEntries(texts.map((name) => [`providers.${key}.${name}`, ''])),
      [`providers.${key}.isEnabled`]: false,
      [`providers.${key}.pkce`]: key.startsWith('oidc') ? false : null,
    });
  }
});

test('[AP-11][AP-12][AP-13][AP-14] only these providers have additional parts', () => {
  const all = ['authUrl', 'tokenUrl', 'userInfoUrl'];
  const special = PROVIDER_KEYS.filter((key) => Object.keys(providerOptions(key)).length);
  expect(special).toEqual(['apple', 'microsoft', 'gitlab', 'gitea', 'mailcow', 'oidc', 'oidc2', 'oidc3']);
  const which = (name: 'generatesSecret' | 'isOpenId') =>
    PROVIDER_KEYS.filter((key) => providerOptions(key)[name]);
  expect(which('generatesSecret')).toEqual(['apple']);
  expect(which('isOpenId')).toEqual(['oidc', 'oidc2', 'oidc3']);
  const microsoft = 'https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT_ID/oauth2/v2.0';
  expect(providerOptions('microsoft').section?.examples).toEqual({
    authUrl: `${microsoft}/authorize`,
    tokenUrl: `${microsoft}/token`,
  });
  const sections = special.slice(1).map((key) => {
    const { title, endpoints, isRequired } = providerOptions(key).section ?? {};
    return [title, endpoints, isRequired];
  });
  const hosted = ['Self-hosted endpoints (optional)', all, false];
  const openId = ['Endpoints', all, true];
  expect(sections).toEqual([
    ['Azure AD endpoints', ['authUrl', 'tokenUrl'], true],
    hosted,
    hosted,
    ['Provider endpoints', all, true],
    openId,
    openId,
    openId,
  ]);
});
