import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { logsHash } from './page.ts';

/** The parts of the panel of an entry. */
export interface LogPanel {
  readonly panel: Locator;
  readonly title: Locator;
  /** Names of the lines, in order. */
  readonly names: Locator;
  /** The button of the footer. */
  readonly close: Locator;
  /** The x of the header. */
  readonly closeIcon: Locator;
  readonly download: Locator;
  readonly newer: Locator;
  readonly older: Locator;
  /** The value of a line, such as `data.status`. */
  value(name: string): Locator;
  /** The button of a line that opens the menu with 'is' and 'is not'. */
  filter(name: string): Locator;
}

export function logPanel(page: Page): LogPanel {
  const panel = page.getByRole('dialog', { name: 'Request log' });
  const line = (name: string): Locator => panel.locator(`[data-detail=${JSON.stringify(name)}]`);
  return {
    panel,
    title: panel.getByRole('heading', { level: 1 }),
    names: panel.getByRole('rowheader'),
    close: panel.getByText('Close', { exact: true }),
    closeIcon: panel.locator('header').getByRole('button', { name: 'Close' }),
    download: panel.getByRole('button', { name: 'Download as JSON' }),
    newer: panel.getByRole('button', { name: 'Newer log' }),
    older: panel.getByRole('button', { name: 'Older log' }),
    value: (name) => line(name).locator('td').first(),
    filter: (name) => panel.getByRole('button', { name: `Filter by ${name}`, exact: true }),
  };
}

/** The query of the hash; the names and values of the address of the logs screen. */
export function logsQuery(page: Page): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? ''));
}

/** Expects that the panel shows an entry, and nothing of the one before. */
export async function expectShown(page: Page, id: string): Promise<void> {
  await expect(logPanel(page).value('id')).toHaveText(id);
  await expect.poll(() => logsQuery(page)['logId']).toBe(id);
}

/** Opens an entry by its address. */
export async function openLog(page: Page, id: string, query: Record<string, string> = {}): Promise<LogPanel> {
  await page.goto(logsHash({ ...query, logId: id }));
  await expectShown(page, id);
  return logPanel(page);
}

/** A file that the page saved. */
export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** The file that the page saves after `act`. */
export async function savedFile(page: Page, act: () => Promise<unknown>): Promise<SavedFile> {
  const saved = page.waitForEvent('download');
  await act();
  const download = await saved;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** The parts of the popup 'Logs settings'. */
export interface SettingsPopup {
  readonly popup: Locator;
  readonly days: Locator;
  readonly minLevel: Locator;
  readonly addresses: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  /** The line below a field with its help or its error. */
  note(field: Locator): Promise<Locator>;
}

export function settingsPopup(page: Page): SettingsPopup {
  const popup = page.getByRole('dialog', { name: 'Logs settings' });
  return {
    popup,
    days: popup.getByRole('spinbutton', { name: 'Max days retention' }),
    minLevel: popup.getByRole('spinbutton', { name: 'Min log level' }),
    addresses: popup.getByRole('switch', { name: 'Enable IP logging' }),
    save: popup.getByRole('button', { name: 'Save changes' }),
    cancel: popup.getByRole('button', { name: 'Cancel' }),
    note: async (field) => page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`),
  };
}

/** The gear next to the title. */
export const settingsButton = (page: Page): Locator => page.getByRole('button', { name: 'Logs settings' });

/** Opens the popup 'Logs settings' and waits for the stored values. */
export async function openSettings(page: Page): Promise<SettingsPopup> {
  await settingsButton(page).click();
  const popup = settingsPopup(page);
  await expect(popup.days).toBeVisible();
  return popup;
}
