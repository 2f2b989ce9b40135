import { expect, type Locator, type Page } from '@playwright/test';
import { pathsOf } from '#domain/app/settings-fields.ts';
import type { Backend } from '#tests/support/backend.ts';
import { frame } from '#tests/support/screens.ts';
import { settingsRequest } from '#wire/settings.ts';
import { storedSettings, storeSettings } from './stored.ts';

/** The settings of the page before each test. */
export const STORED = {
  'application.name': 'Acme',
  'application.url': 'http://acme.test',
  'application.hidesControls': false,
};

export const storeApplication = ({ api }: Pick<Backend, 'api'>, values = STORED): Promise<void> =>
  storeSettings(api, values);

export const storedApplication = ({ api }: Pick<Backend, 'api'>) => storedSettings(api, pathsOf(STORED));

/** Whether a request reads or saves the settings. */
export const isSettingsUrl = (url: URL): boolean => url.pathname === settingsRequest.path;

/** The parts of the page 'Application settings'. */
export function applicationPage(page: Page) {
  const screen = frame(page, 'settings-application');
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return {
    screen,
    name: screen.getByRole('textbox', { name: 'Application name' }),
    url: screen.getByRole('textbox', { name: 'Application URL' }),
    hidesControls: screen.getByRole('switch', { name: 'Hide collection create and edit controls' }),
    save: button('Save changes'),
    cancel: button('Cancel'),
    restoreDraft: button('Restore draft'),
    /** The help or error below a field. */
    note: async (field: Locator) => page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`),
  };
}

/** Opens the page and waits for the stored values. */
export async function openApplication(page: Page) {
  await page.goto('/#/settings');
  const shown = applicationPage(page);
  await expect(shown.name).toBeVisible();
  return shown;
}

/** The links of the settings pages. */
export const settingsSidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Settings' });
