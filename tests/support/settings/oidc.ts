import type { Page } from '@playwright/test';
import { startServerProcess } from '#tests/support/server-process.ts';

/** A real OpenID provider with one client. */
export interface OpenIdServer {
  readonly client: { readonly id: string; readonly secret: string };
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
  /** The page of the app to which the provider returns. */
  readonly redirectUrl: string;
  stop(): Promise<void>;
}

const CLIENT = { id: 'atoll-test', secret: 'the-secret-of-the-client' };

/** Starts a provider that demands PKCE. Any name and password signs in; the name becomes that of the email address. */
export async function startOpenIdServer(): Promise<OpenIdServer> {
  const parameters = [CLIENT.id, CLIENT.secret];
  const { url, stop } = await startServerProcess('tests/support/settings/oidc-server.ts', parameters);
  return {
    client: CLIENT,
    authUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    userInfoUrl: `${url}/me`,
    redirectUrl: `${url}/app`,
    stop,
  };
}

/** Signs a user in at the provider and agrees to share the data; returns the query of the redirect to the app. */
export async function signInAtProvider(page: Page, authUrl: string, user: string): Promise<URLSearchParams> {
  // The pages of the provider ask for a font.
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css' }));
  await page.goto(authUrl);
  await page.getByPlaceholder('Enter any login').fill(user);
  await page.getByPlaceholder('and password').fill('any password');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Back in the app.').waitFor();
  return new URL(page.url()).searchParams;
}
