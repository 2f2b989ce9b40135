import { expect, type Locator, type Page } from '@playwright/test';
import { pathsOf } from '#domain/app/settings-fields.ts';
import type { Provider } from '#domain/backend/settings.ts';
import { providerFields } from '#domain/settings/providers/fields.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { frame } from '#tests/support/screens.ts';
import { providerAt } from './defaults.ts';
import { storedSettings, storeSettings } from './stored.ts';

/** Stores settings of a provider such as `github`, on top of those of a new backend. */
export const storeProvider = (api: AdminApi, key: string, settings: Partial<Provider> = {}): Promise<void> =>
  storeSettings(api, providerAt(key, settings));

export const storedProvider = (api: AdminApi, key: string) =>
  storedSettings(api, pathsOf(providerFields(key)));

/** The page 'Auth providers'. */
export function providersPage(page: Page) {
  const screen = frame(page, 'settings-auth-providers');
  const cards = screen.locator('[data-provider-card]');
  const card = (key: string): Locator => screen.locator(`[data-provider-card="${key}"]`);
  return {
    screen,
    cards,
    card,
    gear: (key: string) => card(key).getByRole('button', { name: 'Provider settings' }),
    divider: screen.locator('[data-divider]'),
    keys: () => cards.evaluateAll((found) => found.map((one) => one.getAttribute('data-provider-card'))),
  };
}

/** Opens the page and waits for its cards. */
export async function openProviders(page: Page) {
  await page.goto('/#/settings/auth-providers');
  const shown = providersPage(page);
  await expect(shown.cards).toHaveCount(25);
  return shown;
}

/** The popup of a provider. */
export function providerPopup(page: Page, title: string) {
  const popup = page.getByRole('dialog', { name: `${title} provider`, exact: true });
  const input = (label: string) => popup.getByRole('textbox', { name: label, exact: true });
  const button = (name: string) => popup.getByRole('button', { name, exact: true });
  return {
    popup,
    enabled: popup.getByRole('switch', { name: 'Enable' }),
    clear: button('Clear all fields'),
    clientId: input('Client ID'),
    clientSecret: popup.getByLabel('Client secret', { exact: true }),
    newSecret: button('Set new value'),
    displayName: input('Display name'),
    authUrl: input('Auth URL'),
    tokenUrl: input('Token URL'),
    userInfoUrl: input('User API URL'),
    pkce: popup.getByRole('checkbox', { name: 'Support PKCE' }),
    generate: button('Generate secret'),
    close: popup.locator('footer').getByRole('button', { name: 'Close' }),
    save: button('Save changes'),
  };
}

/** Opens the popup of a provider and waits for the stored values. */
export async function openProvider(page: Page, key: string, title: string) {
  await providersPage(page).gear(key).click();
  const shown = providerPopup(page, title);
  await expect(shown.clientId).toBeVisible();
  return shown;
}

/** The popup that generates Apple's client secret. */
export function secretPopup(page: Page) {
  const popup = page.getByRole('dialog', { name: 'Generate Apple client secret' });
  const input = (label: string) => popup.getByLabel(label, { exact: true });
  return {
    popup,
    clientId: input('Client ID'),
    teamId: input('Team ID'),
    keyId: input('Key ID'),
    duration: input('Duration (in seconds)'),
    privateKey: input('Private key'),
    close: popup.locator('footer').getByRole('button', { name: 'Close' }),
    generate: popup.getByRole('button', { name: 'Generate and set secret' }),
  };
}
