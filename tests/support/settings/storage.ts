import { expect, type Page } from '@playwright/test';
import { atPaths } from '#domain/app/settings-fields.ts';
import type { S3Storage } from '#domain/backend/settings.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { has } from '#tests/support/lines.ts';
import { frame } from '#tests/support/screens.ts';
import { NO_S3 } from './defaults.ts';
import { pathsIn, storeSettings } from './stored.ts';

/** Stores S3 settings; without an argument those of a new backend. */
export const storeS3 = (api: AdminApi, s3: S3Storage = NO_S3): Promise<void> =>
  storeSettings(api, atPaths('storage', s3));

export const STORAGE_PATHS = pathsIn('storage', NO_S3);

export const TEST_S3 = '**/api/settings/test/s3';

/** The parts of the page 'Files storage'. */
export function storagePage(page: Page) {
  const screen = frame(page, 'settings-storage');
  const input = (label: string) => screen.getByLabel(label, { exact: true });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return {
    screen,
    enabled: screen.getByRole('switch', { name: 'Use S3 storage' }),
    warning: screen.getByRole('status').filter({ hasText: 'migrate' }),
    endpoint: input('Endpoint'),
    bucket: input('Bucket'),
    region: input('Region'),
    accessKey: input('Access key'),
    secret: input('Secret'),
    newSecret: button('Set new value'),
    /** Types over a secret that is or may be stored. */
    async typeSecret(text: string) {
      if (has('tellsSecrets')) await button('Set new value').click();
      await input('Secret').focus();
      await page.keyboard.type(text);
    },
    pathStyle: screen.getByRole('switch', { name: 'Force path-style addressing' }),
    testing: screen.getByText('Testing...'),
    connected: screen.getByText('S3 connected successfully'),
    failed: button('Failed to establish S3 connection'),
    retry: button('Test again'),
    save: button('Save changes'),
    reset: button('Reset'),
  };
}

/** Opens the page and waits until the settings are loaded. */
export async function openStorage(page: Page) {
  await page.goto('/#/settings/storage');
  const shown = storagePage(page);
  await expect(shown.enabled).toBeVisible();
  return shown;
}

/** Where a text, or one of several, is found: in the page's elements, its inputs, or its local or session storage. */
export function placesOf(page: Page, texts: string | readonly string[]): Promise<string[]> {
  return page.evaluate((texts) => {
    const inputs = [...document.querySelectorAll('input, textarea')];
    const values = inputs.map((input) => ('value' in input ? String(input.value) : ''));
    const places = {
      elements: document.documentElement.outerHTML,
      inputs: values.join('\n'),
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      address: location.href,
    };
    return Object.entries(places)
      .filter(([, content]) => texts.some((text) => content.includes(text)))
      .map(([place]) => place);
  }, [texts].flat());
}
