import { expect, type Locator, type Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { frame } from '#tests/support/screens.ts';

/** The settings of the page before each test. */
export const STORED = { appName: 'Acme', appUrl: 'http://acme.test', hideControls: false };

export const storeApplication = (backend: Pick<Backend, 'api'>, meta: object = STORED): Promise<unknown> =>
  backend.api.patch('/api/settings', { meta });

/** The stored section `meta`. */
export async function storedMeta(backend: Pick<Backend, 'api'>): Promise<Record<string, unknown>> {
  return (await backend.api.get<{ meta: Record<string, unknown> }>('/api/settings')).meta;
}

/** Whether a request reads or saves the settings. */
export const isSettingsUrl = (url: URL): boolean => url.pathname === '/api/settings';

/** The parts of the page 'Application settings'. */
export function applicationPage(page: Page) {
  const screen = frame(page, 'settings-application');
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return {
    screen,
    name: screen.getByRole('textbox', { name: 'Application name' }),
    url: screen.getByRole('textbox', { name: 'Application URL' }),
    hideControls: screen.getByRole('switch', { name: 'Hide collection create and edit controls' }),
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
