import { expect, type Page } from '@playwright/test';
import { atPaths } from '#domain/app/settings-fields.ts';
import type { Backend } from '#tests/support/backend.ts';
import { frame } from '#tests/support/screens.ts';
import { NO_S3 } from './defaults.ts';
import { storeSettings } from './stored.ts';

/** A backup as the backend returns it. */
export interface StoredBackup {
  readonly key: string;
  readonly size: number;
  readonly modified: string;
}

export const LIST = '**/api/backups';
export const HEALTH = '**/api/health';

export const storedBackups = ({ api }: Backend): Promise<StoredBackup[]> => api.get('/api/backups');

export const makeBackup = ({ api }: Backend, name: string): Promise<unknown> =>
  api.post('/api/backups', { name });

/** Removes all backups and restores the options of a new backend. */
export async function clearBackups(backend: Backend): Promise<void> {
  await storeSettings(backend.api, {
    ...{ 'backups.schedule': '', 'backups.keep': 3 },
    ...atPaths('backups.storage', NO_S3),
  });
  for (const { key } of await storedBackups(backend))
    await backend.api.delete(`/api/backups/${encodeURIComponent(key)}`);
}

/** The content of a backup's file. */
export async function backupContent(backend: Backend, key: string): Promise<Buffer> {
  const { token } = await backend.api.post<{ token: string }>('/api/files/token', {});
  const response = await fetch(`${backend.url}/api/backups/${encodeURIComponent(key)}?token=${token}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A zip file without any entry, which is a valid upload but no backup. */
export const EMPTY_ZIP = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array.from({ length: 18 }, () => 0)]);

/** The parts of the page 'Backups'. */
export function backupsPage(page: Page) {
  const screen = frame(page, 'settings-backups');
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const rows = screen.getByRole('list', { name: 'Backups' }).getByRole('listitem');
  const row = (key: string) => rows.filter({ has: page.getByText(key, { exact: true }) });
  return {
    screen,
    rows,
    refresh: button('Refresh'),
    upload: button('Upload backup'),
    file: screen.locator('input[type=file]'),
    create: button('Initialize new backup'),
    busy: button('Backup/restore operation is in process'),
    options: button('Backups options'),
    auto: screen.getByRole('switch', { name: 'Enable auto backups' }),
    cron: screen.getByLabel('Cron expression'),
    meaning: screen.locator('[data-cron]'),
    maxKeep: screen.getByLabel('Max @auto backups to keep'),
    s3: screen.getByRole('switch', { name: 'Store backups in S3 storage' }),
    save: button('Save changes'),
    reset: button('Reset'),
    row,
    action: (key: string, name: 'Download' | 'Restore' | 'Delete') => row(key).getByRole('button', { name }),
  };
}

/** Opens the page and waits until list and options are loaded. */
export async function openBackups(page: Page) {
  await page.goto('/#/settings/backups');
  const shown = backupsPage(page);
  await expect(shown.rows.first()).toBeVisible();
  await expect(shown.options).toBeVisible();
  return shown;
}

/** Answers requests for health: `set` says whether the backend can back up, and `polls` counts the requests. */
export async function controlHealth(page: Page) {
  let canBackup = true;
  let polls = 0;
  await page.route(HEALTH, (route) => {
    polls += 1;
    return route.fulfill({ json: { code: 200, message: 'API is healthy.', data: { canBackup } } });
  });
  return {
    set(can: boolean) {
      canBackup = can;
    },
    polls: () => polls,
  };
}

/** The popup 'Initialize new backup'. */
export function createPopup(page: Page) {
  const popup = page.getByRole('dialog', { name: 'Initialize new backup' });
  return {
    popup,
    name: popup.getByLabel('Backup name'),
    start: popup.getByRole('button', { name: 'Start backup' }),
    cancel: popup.getByRole('button', { name: 'Cancel' }),
  };
}

/** The popup 'Restore {backup name}'. */
export function restorePopup(page: Page, key: string) {
  const popup = page.getByRole('dialog', { name: `Restore ${key}` });
  return {
    popup,
    alert: popup.getByRole('alert'),
    name: popup.getByLabel('Backup name'),
    copy: popup.getByRole('button', { name: 'Copy' }),
    restore: popup.getByRole('button', { name: 'Restore backup' }),
    cancel: popup.getByRole('button', { name: 'Cancel' }),
    close: popup.getByRole('button', { name: 'Close' }),
  };
}
