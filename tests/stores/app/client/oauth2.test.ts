import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { sdk } from '#api/sdk.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startOpenIdProvider } from '#tests/support/openid-provider.ts';
import { backend, watchCalls } from './client-fixture.ts';

/** The user of the identity provider. */
const IDENTITY = { sub: 'provider-user-1', email: 'oauth@example.com', email_verified: true, name: 'O Auth' };
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;

/** The window that the client opens. */
const popup = { location: { href: '' }, close: vi.fn() };
const open = vi.fn();
const sources: EventSource[] = [];

beforeAll(async () => {
  provider = await startOpenIdProvider(IDENTITY);
  await backend().api.patch('/api/settings', {
    oidcAuth: {
      enabled: true,
      clientId: 'atoll',
      clientSecret: 'secret',
      authUrl: `${provider.url}/authorize`,
      tokenUrl: `${provider.url}/token`,
      userApiUrl: `${provider.url}/userinfo`,
      pkce: true,
    },
  });
});
beforeEach(() => {
  popup.location.href = '';
  open.mockReset().mockReturnValue(popup);
  popup.close.mockReset();
  Object.assign(window, { open, innerWidth: 1600, innerHeight: 900 });
  sources.length = 0;
  const RealEventSource = EventSource;
  vi.stubGlobal(
    'EventSource',
    class extends RealEventSource {
      constructor(url: string | URL) {
        super(url);
        sources.push(this);
      }
    },
  );
});
afterAll(() => provider.stop());

/** Starts a sign-in and waits until the popup opens the provider; returns the popup's address. */
async function startSignIn() {
  const result = sdk(api()).collection('users').authWithOAuth2({ provider: 'oidc' });
  // The test checks the failure later.
  result.catch(() => {});
  await eventually(() => expect(popup.location.href).not.toBe(''));
  return { result, address: new URL(popup.location.href) };
}

test('[AU-10] opens a popup, waits for the callback and exchanges the code', async () => {
  const { result, address } = await startSignIn();
  expect(open.mock.calls[0]?.[2]).toContain('width=1024,height=768');
  expect(address.pathname).toBe('/authorize');
  const redirect = address.searchParams.get('redirect_uri') ?? '';
  expect(redirect).toBe(`${backend().url}/api/oauth2-redirect`);
  const state = address.searchParams.get('state') ?? '';
  expect(state).not.toBe('');

  const calls = watchCalls();
  // The provider redirects the popup to the backend, which notifies the client.
  const callback = await fetch(`${redirect}?${new URLSearchParams({ state, code: 'the code' })}`);
  expect(callback.ok).toBe(true);
  const { record, token } = await result;
  expect(record['email']).toBe(IDENTITY.email);
  expect(token).not.toBe('');
  const exchange = calls.find(({ path }) => path.endsWith('/auth-with-oauth2'));
  expect(exchange?.body).toMatchObject({ provider: 'oidc', code: 'the code', redirectUrl: redirect });
  expect(popup.close).toHaveBeenCalled();
});

test('[AU-10] the popup is never larger than the window', async () => {
  Object.assign(window, { innerWidth: 800, innerHeight: 500 });
  const { result, address } = await startSignIn();
  expect(open.mock.calls[0]?.[2]).toContain('width=800,height=500');
  const query = new URLSearchParams({ state: address.searchParams.get('state') ?? '', error: 'denied' });
  await fetch(`${backend().url}/api/oauth2-redirect?${query}`);
  await expect(result).rejects.toMatchObject({ status: 0 });
});

test('[AU-10] a message with another state is rejected', async () => {
  const { result } = await startSignIn();
  const data = JSON.stringify({ state: 'somebody else', code: 'the code' });
  sources[0]?.dispatchEvent(new MessageEvent('@oauth2', { data }));
  await expect(result).rejects.toMatchObject({
    originalError: { message: "State parameters don't match." },
  });
  expect(popup.close).toHaveBeenCalled();
});

test('[AU-09] an unknown provider is rejected', async () => {
  const result = sdk(api()).collection('users').authWithOAuth2({ provider: 'nobody' });
  await expect(result).rejects.toMatchObject({
    originalError: { message: 'Missing or invalid provider "nobody".' },
  });
  expect(popup.close).toHaveBeenCalled();
});

test('[AU-11] lists the auth methods of a collection', async () => {
  const methods = await sdk(api()).collection('users').listAuthMethods();
  expect(methods).toMatchObject({ usernamePassword: true, emailPassword: true });
  expect(methods.authProviders).toHaveLength(1);
  expect(methods.authProviders[0]).toMatchObject({
    name: 'oidc',
    authUrl: expect.stringContaining('/authorize'),
    codeVerifier: expect.stringMatching(/^\w{43}$/),
  });
});
