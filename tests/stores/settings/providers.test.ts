import { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { pathsOf } from '#domain/app/settings-fields.ts';
import type { Settings } from '#domain/backend/settings.ts';
import { providerFields } from '#domain/settings/providers/fields.ts';
import { $openProvider, closeProvider, openProvider } from '#stores/app/popups.ts';
import { createProviderForm, type ProviderForm } from '#stores/settings/providers/form.ts';
import { $enabledProviders, loadProviders, startProviders } from '#stores/settings/providers/list.ts';
import { redirectUrl } from '#stores/settings/redirect-url.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { providerAt } from '#tests/support/settings/defaults.ts';
import { KEPT, storedSettings, storeSettings } from '#tests/support/settings/stored.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, until } from '../records/record-fixture.ts';

const USED = ['github', 'apple', 'oidc', 'google'];
const isSettings = ({ path }: { readonly path: string }) => path === '/api/settings';
const isSave = ({ path, method }: { readonly path: string; readonly method: string }) =>
  path === '/api/settings' && method === 'PATCH';

const stops: (() => void)[] = [];
const store = (settings: Partial<Settings>) => storeSettings(backend().api, settings);
const stored = (key: string) => storedSettings(backend().api, pathsOf(providerFields(key)));
const drafts = () => [...browser.storage.keys()].filter((key) => key.startsWith('settings_draft_'));
const enabledKeys = () => {
  const load = $enabledProviders.get();
  return load.state === 'ready' ? [...load.value] : load.state;
};

/** Opens the popup of a provider and waits for the stored values. */
async function open(key: string): Promise<ProviderForm> {
  openProvider(key);
  const form = createProviderForm(key);
  stops.push(form.start());
  await until(form.$state, (state) => state === 'ready');
  return form;
}

async function openPage() {
  $enabledProviders.set({ state: 'busy' });
  stops.push(startProviders());
  await until($enabledProviders, ({ state }) => state === 'ready');
}

afterEach(async () => {
  closeProvider();
  for (const stop of stops.splice(0).reverse()) stop();
  for (const key of drafts()) browser.storage.delete(key);
  for (const key of USED) await store(providerAt(key));
});

test('[AP-06][AP-09] Enable starts on without counting as a change, and is saved', async () => {
  await openPage();
  const form = await open('github');
  expect(form.$values.get()).toMatchObject({
    'providers.github.isEnabled': true,
    'providers.github.pkce': null,
  });
  expect(form.$canSave.get()).toBe(false);
  form.set('providers.github.clientId', 'id');
  form.set('providers.github.clientSecret', 'secret');
  expect(form.$canSave.get()).toBe(true);
  expect(await form.save()).toBe(true);
  expect(toasts()).toEqual(['Successfully updated provider settings.']);
  expect($openProvider.get()).toBeUndefined();
  expect(enabledKeys()).toEqual(['github']);
  expect(await stored('github')).toEqual(
    providerAt('github', {
      isEnabled: true,
      clientId: 'id',
      clientSecret: KEPT,
    }),
  );
});

test('[AP-06] a provider that was switched off stays off', async () => {
  await store(providerAt('github', { clientId: 'id', clientSecret: 'secret' }));
  const form = await open('github');
  expect(form.$values.get()).toMatchObject({ 'providers.github.isEnabled': false });
  expect(form.$isDirty.get()).toBe(false);
});

test('[AP-09][AP-13] OpenID Connect starts changed by its defaults, which need no draft', async () => {
  const form = await open('oidc');
  expect(form.$values.get()).toMatchObject({
    'providers.oidc.displayName': 'OIDC',
    'providers.oidc.pkce': true,
  });
  expect(form.$canSave.get()).toBe(true);
  stops.pop()?.();
  expect(drafts()).toEqual([]);
});

test('[AP-08] clearing switches off and empties what is stored, the secret too', async () => {
  await store({
    ...providerAt('github', { isEnabled: true, clientId: 'id', clientSecret: 'secret', pkce: true }),
    ...providerAt('google', { isEnabled: true, clientId: 'id', clientSecret: 'secret' }),
  });
  await openPage();
  expect(enabledKeys().toString().split(',').sort()).toEqual(['github', 'google']);
  const form = await open('github');
  form.setErrors({ 'providers.github.clientId': 'Wrong.' });
  form.clear();
  expect(form.$errors.get()).toEqual({});
  expect(await form.save()).toBe(true);
  expect(await stored('github')).toEqual(providerAt('github'));
  expect(enabledKeys()).toEqual(['google']);
});

test('[AP-10] a save sends one section, without an unchanged secret, and keeps what another admin stored', async () => {
  await store(providerAt('github', { isEnabled: true, clientId: 'id', clientSecret: 'secret' }));
  const form = await open('github');
  await store({ 'providers.github.displayName': 'Hub', 'providers.google.clientId': 'theirs' });
  form.set('providers.github.clientId', 'id2');
  expect(await form.save()).toBe(true);
  expect(await stored('github')).toEqual(
    providerAt('github', {
      isEnabled: true,
      clientId: 'id2',
      clientSecret: KEPT,
      displayName: 'Hub',
    }),
  );
  expect(await stored('google')).toMatchObject({ 'providers.google.clientId': 'theirs' });
});

test('a provider that another admin has switched off meanwhile is shown as such after a save', async () => {
  await store(providerAt('github', { isEnabled: true, clientId: 'id', clientSecret: 'secret' }));
  await openPage();
  const form = await open('github');
  await store({ 'providers.github.isEnabled': false });
  form.set('providers.github.clientId', 'id2');
  expect(await form.save()).toBe(true);
  expect(await stored('github')).toMatchObject({
    'providers.github.isEnabled': false,
    'providers.github.clientId': 'id2',
  });
  expect(enabledKeys()).toEqual([]);
});

test('the draft of a provider has no secret and is offered once', async () => {
  const form = await open('github');
  form.set('providers.github.clientId', 'typed');
  form.set('providers.github.clientSecret', 'not to be stored');
  // Leaving the page without closing the popup, as after a 401.
  stops.pop()?.();
  const draft = browser.storage.get('settings_draft_provider_github') ?? '';
  expect(draft).toContain('typed');
  expect(draft).not.toContain('not to be stored');
  const next = await open('github');
  expect(next.$values.get()).toMatchObject({ 'providers.github.clientId': '' });
  next.restoreDraft();
  expect(next.$values.get()).toMatchObject({
    'providers.github.clientId': 'typed',
    'providers.github.clientSecret': '',
  });
  next.cancel();
  expect(drafts()).toEqual([]);
});

test('[AP-10] a refused save keeps popup and values, with the message at its field', async () => {
  const form = await open('oidc');
  form.edit((values) => ({
    ...values,
    'providers.oidc.clientId': 'id',
    'providers.oidc.clientSecret': 'secret',
  }));
  form.set('providers.oidc.authUrl', 'nowhere');
  expect(await form.save()).toBe(false);
  expect(Object.keys(form.$errors.get())).toContain('providers.oidc.authUrl');
  expect($openProvider.get()).toBe('oidc');
  expect(form.$values.get()).toMatchObject({ 'providers.oidc.authUrl': 'nowhere' });
  expect(await stored('oidc')).toEqual(providerAt('oidc'));
});

test('closing during a save says what may have happened and loads the cards again', async () => {
  await openPage();
  const form = await open('github');
  form.set('providers.github.clientId', 'id');
  form.set('providers.github.clientSecret', 'secret');
  const { arrived, release } = holdRequests(isSave, 'responses');
  const saving = form.save();
  await arrived;
  closeProvider();
  stops.pop()?.();
  release();
  expect(await saving).toBe(false);
  expect(toasts()).toEqual(['Stopped waiting. Your changes may still have been saved.']);
  await until($enabledProviders, () => enabledKeys().includes('github'));
});

test('cards that can’t be loaded can be requested again; a later failure keeps them', async () => {
  await openPage();
  const accept = rejectRequests(isSettings, 'No settings.', 500);
  await loadProviders();
  expect(toasts()).toEqual(['No settings.']);
  expect(enabledKeys()).toEqual([]);
  accept();
  // The first visit.
  $enabledProviders.set({ state: 'busy' });
  const acceptLater = rejectRequests(isSettings, 'None.', 500);
  await loadProviders();
  expect(enabledKeys()).toBe('failed');
  acceptLater();
  await loadProviders();
  expect(enabledKeys()).toEqual([]);
});

test('[AP-14][AP-15][OP-08] a generated secret lands in the form, unsaved, and the key nowhere', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const form = await open('apple');
  form.set('providers.apple.clientId', 'com.example.app');
  form.openSecretForm();
  const secretForm = form.$secretForm.get();
  if (!secretForm) throw new Error('No form.');
  expect(secretForm.$values.get()).toMatchObject({ clientId: 'com.example.app', duration: 15777000 });
  secretForm.set('clientId', 'com.example.other');
  secretForm.set('teamId', 'TEAM567890');
  secretForm.set('keyId', 'short');
  secretForm.set('duration', 3600);
  secretForm.set('privateKey', `\n  ${pem}\n `);
  expect(await secretForm.save()).toBe(false);
  expect(secretForm.$errors.get()).toEqual({ keyId: 'The length must be exactly 10.' });
  expect(form.$secretForm.get()).toBe(secretForm);

  secretForm.set('keyId', 'KEY4567890');
  const { sent } = watchRequests();
  expect(await secretForm.save()).toBe(true);
  expect(sent).toEqual(['POST /api/settings/apple/generate-client-secret']);
  expect(typedToasts().at(-1)).toBe('success: Successfully generated client secret.');
  expect(form.$secretForm.get()).toBeUndefined();
  expect(form.$values.get()).toMatchObject({
    'providers.apple.clientId': 'com.example.other',
    'providers.apple.clientSecret': expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  expect(await stored('apple')).toEqual(providerAt('apple'));
  secretForm.forget();
  expect(secretForm.$values.get()).toMatchObject({ teamId: '', privateKey: '' });
  stops.pop()?.();
  expect(drafts()).toEqual(['settings_draft_provider_apple']);
  expect(browser.storage.get('settings_draft_provider_apple')).not.toMatch(/PRIVATE KEY|eyJ/);
});

test('the redirect URL belongs to the backend', () => {
  expect(redirectUrl()).toBe(`${backend().url}/api/oauth2-redirect`);
});
