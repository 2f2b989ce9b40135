import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';
import {
  backupContent,
  clearBackups,
  createPopup,
  HEALTH,
  LIST,
  makeBackup,
  openBackups,
  restorePopup,
} from '#tests/support/settings/backups.ts';

const REFUSAL = { status: 400, json: { code: 400, message: 'Refused.', data: {} } };

test.beforeEach(async ({ backend, admin }) => {
  await clearBackups(backend);
  for (const name of ['a.zip', 'b.zip']) await makeBackup(backend, name);
  await admin.signIn();
});

/** Answers requests for health with the last value passed to the returned function. */
async function controlHealth(page: Page) {
  let canBackup = true;
  await page.route(HEALTH, (route) =>
    route.fulfill({ json: { code: 200, message: '', data: { canBackup } } }),
  );
  return (can: boolean) => {
    canBackup = can;
  };
}

/** Holds requests with this method back until the returned function is called. */
async function hold(page: Page, url: string, method: string) {
  const { opened, open } = gate();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await opened;
    await route.continue();
  });
  return open;
}

test('[BK-05][BK-09] during a slow backup the focus stays where it is, and the button ignores presses', async ({
  page,
}) => {
  const setHealth = await controlHealth(page);
  const shown = await openBackups(page);
  const { popup, name } = createPopup(page);
  const release = await hold(page, LIST, 'POST');
  await shown.create.focus();
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  // The backend is busy before the popup closes.
  setHealth(false);
  await page.keyboard.type('slow.zip');
  await page.keyboard.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(shown.busy).toBeDisabled();
  await expect(shown.busy).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(popup).toHaveCount(0);
  const restoreRow = shown.action('a.zip', 'Restore');
  await restoreRow.focus();
  await page.keyboard.press('Enter');
  await expect(restorePopup(page, 'a.zip').popup).toHaveCount(0);
  setHealth(true);
  release();
  await expect(shown.row('slow.zip')).toBeVisible();
  await expect(restoreRow).toBeEnabled();
  await expect(restoreRow).toBeFocused();
});

test('[BK-14][BK-17][BK-18] a slow delete or restore keeps the focus', async ({ page, expectedProblems }) => {
  expectedProblems.allow('response 400 POST /api/backups/b.zip/restore');
  const setHealth = await controlHealth(page);
  const shown = await openBackups(page);
  const remove = shown.action('a.zip', 'Delete');
  const release = await hold(page, '**/api/backups/a.zip', 'DELETE');
  await remove.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(shown.row('a.zip')).toHaveAttribute('aria-busy', 'true');
  await expect(remove).toBeDisabled();
  await expect(remove).toBeFocused();
  release();
  await expect(shown.row('a.zip')).toHaveCount(0);
  await expect(shown.screen.getByRole('list', { name: 'Backups' })).toBeFocused();

  const { popup, name, restore, cancel } = restorePopup(page, 'b.zip');
  const answer = gate();
  await page.route('**/restore', async (route) => {
    await answer.opened;
    await route.fulfill(REFUSAL);
  });
  await shown.action('b.zip', 'Restore').press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.type('b.zip');
  await restore.press('Enter');
  await expect(restore).toBeDisabled();
  await expect(name).toBeFocused();
  answer.open();
  await expect(toasts(page, 'error')).toHaveText('Refused.');
  await restore.focus();
  setHealth(false);
  await expect(restore).toBeDisabled();
  await expect(restore).toBeFocused();
  await cancel.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(shown.action('b.zip', 'Restore')).toBeFocused();
});

test('[BK-11][BK-12] a slow upload keeps the focus, and its end returns it', async ({ page, backend }) => {
  const shown = await openBackups(page);
  const buffer = await backupContent(backend, 'a.zip');
  const release = await hold(page, '**/upload', 'POST');
  const chooser = page.waitForEvent('filechooser');
  await shown.upload.press('Enter');
  await (await chooser).setFiles({ name: 'c.zip', mimeType: 'application/zip', buffer });
  await expect(shown.upload).toBeDisabled();
  await expect(shown.upload).toBeFocused();
  await shown.screen.getByRole('button', { name: 'Cancel upload' }).focus();
  release();
  await expect(shown.row('c.zip')).toBeVisible();
  await expect(shown.upload).toBeFocused();
});

test('[BK-03][BK-19] another try keeps the focus and the options that are being edited', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 GET /api/backups');
  const shown = await openBackups(page);
  await page.route(LIST, (route) => route.fulfill(REFUSAL));
  await page.reload();
  const retry = shown.screen.getByRole('button', { name: 'Try again' });
  await shown.options.click();
  await shown.s3.click();
  await expect(retry).toBeVisible();
  await page.unroute(LIST);
  const release = await hold(page, LIST, 'GET');
  await retry.press('Enter');
  await expect(shown.screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await expect(shown.s3).toBeChecked();
  release();
  await expect(shown.rows).toHaveCount(2);
  await expect(page.locator(':focus')).toContainText('a.zip');
  await expect(shown.s3).toBeChecked();
  await shown.reset.click();
});
