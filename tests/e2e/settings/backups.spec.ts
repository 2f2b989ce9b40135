import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { atPaths, pathsOf } from '#domain/app/settings-fields.ts';
import { BACKUP_FIELDS } from '#domain/settings/backup-fields.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings } from '#tests/support/hostile.ts';
import { presses } from '#tests/support/keys.ts';
import { ADMINS, onLine, SIGNED_OUT } from '#tests/support/lines.ts';
import { gate } from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';
import { goToHash, hashOf, loginScreen, toasts, tooltip } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';
import {
  backupContent,
  backupsPage,
  clearBackups,
  controlHealth,
  createPopup,
  EMPTY_ZIP,
  HEALTH,
  LIST,
  makeBackup,
  openBackups,
  restorePopup,
  storedBackups,
} from '#tests/support/settings/backups.ts';
import { NO_S3 } from '#tests/support/settings/defaults.ts';
import { collectBodies, collectSaves } from '#tests/support/settings/saves.ts';
import { storedSettings } from '#tests/support/settings/stored.ts';
import { slowUploads } from '#tests/support/slow-uploads.ts';

const SETTINGS = '**/api/settings';
const RESTORE = '**/api/backups/*/restore';
const RUNNING = 'The backup was started but may take a while to complete. You can come back later.';
const CREATED = 'Successfully generated new backup.';
const SAVED = 'Successfully saved application settings.';
const PRESETS = [
  ['Every day at 00:00h', '0 0 * * *'],
  ['Every sunday at 00:00h', '0 0 * * 0'],
  ['Every Mon and Wed at 00:00h', '0 0 * * 1,3'],
  ['Every first day of the month at 00:00h', '0 0 1 * *'],
] as const;
const MACROS = '@yearly\n@annually\n@monthly\n@weekly\n@daily\n@midnight\n@hourly';

test.beforeEach(({ backend }) => clearBackups(backend));

/** Holds requests with this method back until the returned function is called. */
async function hold(page: Page, url: string, method: string) {
  const { opened, open } = gate();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await opened;
    await route.continue();
  });
  return open;
}

const yes = (page: Page) => question(page).getByRole('button', { name: 'Yes' });
const loading = (page: Page) => backupsPage(page).screen.getByRole('status', { name: 'Loading' });

async function offersAnotherTry(page: Page): Promise<void> {
  const { screen, rows, options } = backupsPage(page);
  const answers = { [LIST]: gate(), [SETTINGS]: gate() };
  for (const [url, { opened }] of Object.entries(answers))
    await page.route(url, async (route) => {
      await opened;
      await failWith(route, 'Not now.', 400);
    });
  await page.goto('/#/settings/backups');
  await expect(loading(page)).toBeVisible();
  await expect(screen.locator('.skeleton').first()).toBeVisible();
  await expect(options).toHaveCount(0);
  answers[LIST]?.open();
  await expect(screen.getByText('The backups could not be loaded.')).toBeVisible();
  await expect(toasts(page, 'error')).toHaveText('Not now.');
  await expect(options).toHaveCount(0);
  answers[SETTINGS]?.open();
  await expect(screen.getByText('The options could not be loaded.')).toBeVisible();
  await page.unroute(SETTINGS);
  await screen.getByRole('button', { name: 'Try again' }).last().click();
  await expect(options).toBeVisible();
  await expect(rows).toHaveCount(0);
}

async function keepsWhatIsEdited(page: Page): Promise<void> {
  const { screen, rows, options, s3, reset } = backupsPage(page);
  await options.click();
  await s3.click();
  await page.unroute(LIST);
  const release = await hold(page, LIST, 'GET');
  await screen.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(loading(page)).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await expect(s3).toBeChecked();
  release();
  await expect(rows).toHaveCount(1);
  await expect(loading(page)).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('older.zip');
  await expect(s3).toBeChecked();
  await reset.click();
  await options.click();
  await page.unroute(LIST);
}

async function listsBackups(page: Page, backend: Backend): Promise<void> {
  const { screen, rows, row, action, refresh, upload, create } = backupsPage(page);
  await expect(screen.locator('header')).toContainText('Settings');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Backups');
  await expect(screen.getByText('Backup and restore your PocketBase data')).toBeVisible();
  await upload.hover();
  await expect(tooltip(page)).toHaveText('Upload backup');
  await refresh.hover();
  await expect(tooltip(page)).toHaveText('Refresh');
  await makeBackup(backend, 'newer.zip');
  await refresh.click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('newer.zip');
  await expect(rows.nth(1)).toContainText('older.zip');
  for (const { key, size, modified } of await storedBackups(backend)) {
    await expect(row(key)).toContainText(`( ${Number((size / 1024).toFixed(2))} KB )`);
    await expect(row(key).locator('time')).toHaveText(`${modified.slice(0, 19)} UTC`);
  }
  for (const name of ['Download', 'Restore', 'Delete'] as const) {
    await action('older.zip', name).hover();
    await expect(tooltip(page)).toHaveText(name);
  }
  await page.mouse.move(0, 0);
  // The list is one tab stop.
  await action('newer.zip', 'Download').focus();
  await presses(page, 'ArrowRight j');
  await expect(action('older.zip', 'Restore')).toBeFocused();
  await presses(page, 'Tab');
  await expect(create).toBeFocused();
  await presses(page, 'Shift+Tab ArrowUp');
  await expect(action('newer.zip', 'Restore')).toBeFocused();

  const key = `${hostileStrings.image}${hostileStrings.script}${hostileStrings.long}`;
  await page.route(LIST, (route) => route.fulfill({ json: [{ key, size: 1, modified: 'never' }] }));
  await refresh.click();
  await expect(rows).toContainText([hostileStrings.script]);
  await expectHarmless(page);
  await page.unroute(LIST);
  await refresh.click();
  await expect(rows).toHaveCount(2);
}

async function downloads(page: Page, backend: Backend): Promise<void> {
  const { action } = backupsPage(page);
  const download = action('newer.zip', 'Download');
  const release = await hold(page, '**/api/files/token', 'POST');
  const started = page.waitForEvent('download');
  await download.click();
  await expect(download).toHaveAttribute('aria-busy', 'true');
  await expect(action('newer.zip', 'Delete')).toBeDisabled();
  release();
  const file = await started;
  expect(file.suggestedFilename()).toBe('newer.zip');
  const url = new URL(file.url());
  expect(url.pathname).toBe('/api/backups/newer.zip');
  const token = url.searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(await readFile(await file.path())).toEqual(await backupContent(backend, 'newer.zip'));
  await expect(download).toBeEnabled();
  expect(await page.content()).not.toContain(token);
  expect(page.url()).not.toContain(token);
}

/** Deletes all backups with the keyboard; the focus stays while it takes long. */
async function deletes(page: Page, backend: Backend): Promise<void> {
  const { screen, rows, row, action } = backupsPage(page);
  const remove = action('older.zip', 'Delete');
  await remove.press('Enter');
  await expect(question(page)).toContainText('Do you really want to delete older.zip?');
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveCount(0);
  await expect(remove).toBeFocused();
  const release = await hold(page, '**/api/backups/older.zip', 'DELETE');
  await page.keyboard.press('Enter');
  await yes(page).press('Enter');
  await expect(row('older.zip')).toHaveAttribute('aria-busy', 'true');
  await expect(remove).toBeDisabled();
  await expect(remove).toBeFocused();
  release();
  await expect(toasts(page, 'success')).toHaveText('Successfully deleted older.zip.');
  await expect(rows).toHaveCount(1);
  await expect(screen.getByRole('list', { name: 'Backups' })).toBeFocused();
  expect((await storedBackups(backend)).map(({ key }) => key)).toEqual(['newer.zip']);
  await action('newer.zip', 'Delete').press('Enter');
  await yes(page).press('Enter');
  await expect(screen.getByText('No backups yet.')).toBeVisible();
}

async function namesBackup(page: Page, backend: Backend, bodies: readonly unknown[]): Promise<void> {
  const { rows, create, refresh } = backupsPage(page);
  const { popup, name, cancel } = createPopup(page);
  await makeBackup(backend, 'taken.zip');
  await refresh.click();
  await expect(rows).toHaveCount(1);
  await create.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('placeholder', 'Leave empty to autogenerate');
  await expect(popup).toContainText('Must be in the format [a-z0-9_-].zip');
  await expect(popup).toContainText('locked');
  await expect(popup).toContainText('S3');
  await expect(cancel).toBeVisible();
  const firstId = await popup.locator('form').getAttribute('id');
  expect(firstId).toMatch(/[A-Za-z0-9]{5}$/);
  await page.keyboard.type('Not valid.zip');
  await page.keyboard.press('Enter');
  await expect(popup.getByText('Use only the characters a-z')).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(bodies).toEqual([]);
  await name.fill('taken.zip');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await expect(popup.getByText('The backup file name is invalid or already exists.')).toBeVisible();
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'success').last()).toHaveText(CREATED);
  await expect(popup).toHaveCount(0);
  expect(bodies).toEqual([{ name: 'taken.zip' }, { name: '' }]);
  await expect(rows).toHaveCount(2);
  const [made] = (await storedBackups(backend)).filter(({ key }) => key !== 'taken.zip');
  await expect(rows.first()).toContainText(made?.key ?? 'none');
  await create.press('Enter');
  await expect(popup.locator('form')).not.toHaveAttribute('id', firstId ?? '');
  await expect(name).toHaveValue('');
}

async function takesLong(page: Page, bodies: readonly unknown[]): Promise<void> {
  const { create } = backupsPage(page);
  const { popup, name, start, cancel } = createPopup(page);
  await name.fill('long_1.zip');
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await start.click();
  await sent;
  await page.clock.runFor(1400);
  await expect(popup).toBeVisible();
  await page.clock.runFor(100);
  await expect(popup).toHaveCount(0);
  await expect(toasts(page, 'info')).toHaveText(RUNNING);
  await create.press('Enter');
  await start.click();
  await expect(toasts(page, 'error')).toHaveText('A backup has already been started, please wait.');
  expect(bodies).toHaveLength(3);
  await page.clock.resume();
  await cancel.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(create).toBeFocused();
}

/** A backup elsewhere: the focus stays where it is, and buttons ignore presses until it is over. */
async function waitsForOthers(
  page: Page,
  backend: Backend,
  health: Awaited<ReturnType<typeof controlHealth>>,
): Promise<void> {
  const { rows, create, busy, action } = backupsPage(page);
  const { popup } = createPopup(page);
  health.set(false);
  // Newer backends log each question, and are asked rarely while nothing happens.
  await page.clock.fastForward(onLine(3000, 20_000));
  await expect(busy).toBeDisabled();
  await expect(create).toHaveCount(0);
  await expect(busy).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(popup).toHaveCount(0);
  const restoreRow = action('taken.zip', 'Restore');
  await restoreRow.focus();
  await page.keyboard.press('Enter');
  await expect(restorePopup(page, 'taken.zip').popup).toHaveCount(0);
  await expect(restoreRow).toBeDisabled();
  await expect(action('taken.zip', 'Download')).toBeEnabled();

  const before = health.polls();
  await page.clock.fastForward(3000);
  await expect.poll(health.polls).toBeGreaterThan(before);
  await makeBackup(backend, 'elsewhere.zip');
  await expect(rows).toHaveCount(2);
  health.set(true);
  await page.clock.fastForward(3000);
  await expect(create).toBeEnabled();
  await expect(rows).toHaveCount(3);
  await expect(restoreRow).toBeEnabled();
  await expect(restoreRow).toBeFocused();
}

async function uploads(page: Page, backend: Backend, content: Buffer): Promise<void> {
  const { screen, rows, row, file, upload } = backupsPage(page);
  await expect(file).toHaveAttribute('accept', 'application/zip');
  await expect(file).not.toHaveAttribute('multiple');
  const release = await hold(page, '**/upload', 'POST');
  const chooser = page.waitForEvent('filechooser');
  const sent = page.waitForRequest('**/api/backups/upload');
  await upload.press('Enter');
  await (await chooser).setFiles({ name: 'uploaded.zip', mimeType: 'application/zip', buffer: content });
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(await request.headerValue('content-type')).toContain('multipart/form-data');
  await expect(upload).toBeDisabled();
  await expect(upload).toBeFocused();
  await screen.getByRole('button', { name: 'Cancel upload' }).focus();
  release();
  await expect(toasts(page, 'success').last()).toHaveText('Successfully uploaded a new backup.');
  await expect(row('uploaded.zip')).toBeVisible();
  await expect(upload).toBeFocused();
  expect(await backupContent(backend, 'uploaded.zip')).toEqual(content);
  await page.unroute('**/upload');

  const count = await rows.count();
  const bad = { name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from('This is no archive.') };
  await file.setInputFiles(bad);
  await expect(toasts(page, 'error').last()).toContainText('mime type must be one of: application/zip.');
  await file.setInputFiles({ ...bad, name: 'uploaded.zip', buffer: EMPTY_ZIP });
  await expect(toasts(page, 'error').last()).toHaveText(
    'Backup file with the specified name already exists.',
  );
  await expect(upload).toBeEnabled();
  await expect(rows).toHaveCount(count);
}

async function uploadsSlowly(page: Page): Promise<void> {
  const { screen, file, upload, action } = backupsPage(page);
  const progress = screen.getByRole('progressbar', { name: 'Upload' });
  const slow = await slowUploads(page);
  await slow(100_000);
  const buffer = Buffer.alloc(2_000_000, 7);
  await file.setInputFiles({ name: 'large.zip', mimeType: 'application/zip', buffer });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await expect(screen.getByText(/of 1\.91 MB$/)).toBeVisible();
  await expect(upload).toBeDisabled();
  await expect(action('taken.zip', 'Restore')).toBeDisabled();
  const asks = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(asks).toBe(true);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'));
  await screen.getByRole('button', { name: 'Cancel upload' }).click();
  await cancelled;
  await expect(progress).toHaveCount(0);
  await expect(upload).toBeEnabled();
  await slow(-1);
}

async function showsOptions(page: Page): Promise<void> {
  const { screen, options, auto, cron, maxKeep, s3, save, reset } = backupsPage(page);
  await expect(options).toHaveAttribute('aria-expanded', 'false');
  await expect(auto).toHaveCount(0);
  await options.focus();
  await page.keyboard.press('Enter');
  await expect(options).toHaveAttribute('aria-expanded', 'true');
  await expect(auto).not.toBeChecked();
  await expect(s3).not.toBeChecked();
  await expect(save).toBeDisabled();
  await expect(reset).toHaveCount(0);
  await expect(cron).toHaveCount(0);
  await auto.focus();
  await page.keyboard.press('Space');
  await expect(cron).toHaveValue('');
  await expect(cron).toHaveAttribute('placeholder', '* * * * *');
  await expect(cron).toHaveJSProperty('required', true);
  await expect(maxKeep).toHaveValue('3');
  await expect(maxKeep).toHaveAttribute('aria-valuemin', '1');
  await expect(screen).toContainText('Supports numeric list, steps, ranges or macros.');
  await expect(screen).toContainText('The timezone is in UTC.');
  await screen.getByRole('button', { name: 'macros' }).focus();
  await expect(tooltip(page)).toHaveText(MACROS);
}

async function explainsSchedules(page: Page): Promise<void> {
  const { screen, cron, meaning, save } = backupsPage(page);
  await cron.fill('0 0 13 * 5');
  await expect(meaning).toContainText('At 00:00 on day 13 of the month, only if that day is a Friday');
  await expect(meaning.locator('time')).toHaveText(Array.from({ length: 3 }, () => /-13 00:00:00 UTC$/));
  await cron.fill('0 0 * * MON');
  await expect(meaning).toContainText('The weekday is invalid: “MON” is no number.');
  // The check of the page blocks nothing: the backend decides.
  await save.click();
  await expect(cron).toHaveAttribute('aria-invalid', 'true');
  await expect(cron).toBeFocused();
  await expect(cron).toHaveValue('0 0 * * MON');
  await cron.fill('@weekly');
  await expect(cron).not.toHaveAttribute('aria-invalid');
  await expect(meaning).toContainText('At 00:00 on Sunday');
  for (const [label, expression] of PRESETS) {
    await screen.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    await expect(cron).toHaveValue(expression);
  }
  await expect(meaning).toContainText('At 00:00 on day 1 of the month');
}

async function savesOptions(page: Page, backend: Backend): Promise<void> {
  const { rows, auto, cron, maxKeep, save, reset } = backupsPage(page);
  const saves = collectSaves(page, pathsOf(BACKUP_FIELDS));
  const count = await rows.count();
  await maxKeep.fill('0');
  await save.click();
  await expect(maxKeep).toBeFocused();
  expect(saves).toEqual([]);
  await maxKeep.fill('4');
  await makeBackup(backend, 'second.zip');
  await save.click();
  await expect(toasts(page, 'success').last()).toHaveText(SAVED);
  const schedule = { 'backups.schedule': '0 0 1 * *', 'backups.keep': 4 };
  expect(saves).toEqual([{ ...schedule, ...atPaths('backups.storage', NO_S3) }]);
  await expect(rows).toHaveCount(count + 1);
  await expect(save).toBeDisabled();
  await expect(reset).toHaveCount(0);

  await cron.fill('5 5 * * *');
  await auto.click();
  await expect(cron).toHaveCount(0);
  await reset.click();
  await expect(auto).toBeChecked();
  await expect(cron).toHaveValue('0 0 1 * *');
  await expect(save).toBeDisabled();
  await auto.click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await save.click();
  await saved;
  const without = { ...schedule, 'backups.schedule': '' };
  expect(saves[1]).toMatchObject(without);
  expect(await storedSettings(backend.api, pathsOf(schedule))).toEqual(without);
}

test('backups are made, downloaded, uploaded, deleted and scheduled', { tag: '@newer' }, async ({
  page,
  backend,
  admin,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    'response 400 GET /api/backups',
    'response 400 GET /api/settings',
    'console warning: Failed to load app settings.',
    'response 400 POST /api/backups',
    'response 400 POST /api/backups/upload',
    'request failed POST /api/backups/upload net::ERR_ABORTED',
    'response 400 PATCH /api/settings',
  );
  await makeBackup(backend, 'older.zip');
  await admin.signIn();
  // Moves the pauses between requests and the time until a popup closes.
  await page.clock.install();
  const bodies = collectBodies(page, '/api/backups');

  await step('[BK-03][BK-19][ER-05] list and options that can not be loaded offer another try', () =>
    offersAnotherTry(page),
  );
  await step('another try keeps the focus and the options that are being edited', () =>
    keepsWhatIsEdited(page),
  );
  await step('[BK-01][BK-02][API-09] newest first, with size, time and actions', () =>
    listsBackups(page, backend),
  );
  await step('[BK-13] a download uses a fresh token that stays out of the page', () =>
    downloads(page, backend),
  );
  await step('[BK-14][BK-03] backups are deleted by keyboard after a question', () => deletes(page, backend));
  const health = await controlHealth(page);
  await step('[BK-06][BK-07][BK-08][OP-07] the popup of a new backup, and names that are refused', () =>
    namesBackup(page, backend, bodies),
  );
  const release = await hold(page, LIST, 'POST');
  await step(
    '[BK-09][BK-10][OP-16][OP-17] a long backup goes on after its popup has closed, and no second one is started',
    () => takesLong(page, bodies),
  );
  await step('[BK-04][BK-05] a backup elsewhere disables the page until it is over', () =>
    waitsForOthers(page, backend, health),
  );
  await step('[BK-09] the long backup goes on while other pages are visited', async () => {
    await goToHash(page, '#/settings/mail');
    release();
    await expect(toasts(page, 'success').last()).toHaveText(CREATED);
    await goToHash(page, '#/settings/backups');
    await expect(backupsPage(page).row('long_1.zip')).toBeVisible();
    await page.unroute(LIST);
  });
  const content = await backupContent(backend, 'taken.zip');
  await step('[BK-11][BK-12] a backup is uploaded by keyboard, and a refused one is told', () =>
    uploads(page, backend, content),
  );
  await step('[BK-12] a slow upload shows its progress, and is cancelled', () => uploadsSlowly(page));
  await step('[BK-19][BK-20][BK-22] the options and their fields, by keyboard', () => showsOptions(page));
  await step('[BK-20][BK-21][ER-07] schedules are explained, chosen, and refused by the backend', () =>
    explainsSchedules(page),
  );
  await step('[BK-20][BK-24] a save sends the section, and loads the list; Reset, and off', () =>
    savesOptions(page, backend),
  );
});

async function demandsName(page: Page): Promise<void> {
  const { popup, alert, name, copy, restore, cancel } = restorePopup(page, 'saved.zip');
  await backupsPage(page).action('saved.zip', 'Restore').focus();
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  for (const words of [
    'trust',
    'experimental',
    'UNIX based systems',
    'pb_data',
    'restarts',
    `settings, users and ${ADMINS}`,
    'Nothing happens',
    'data.db',
  ])
    await expect(alert).toContainText(words);
  await expect(popup).toContainText('Type the backup name saved.zip to confirm:');
  await expect(name).toHaveAttribute('name', 'name');
  await expect(copy).toBeVisible();
  await expect(restore).toBeDisabled();
  await name.fill('saved.zi');
  await expect(restore).toBeDisabled();
  await expect(cancel).toBeEnabled();
}

async function isRefused(page: Page): Promise<void> {
  const { name, restore } = restorePopup(page, 'saved.zip');
  const answer = gate();
  await page.route(
    RESTORE,
    async (route) => {
      await answer.opened;
      await failWith(route, 'Missing or invalid backup file.', 400);
    },
    { times: 1 },
  );
  await name.fill('saved.zip');
  await restore.press('Enter');
  await expect(restore).toBeDisabled();
  await expect(name).toBeFocused();
  answer.open();
  await expect(toasts(page, 'error')).toHaveText('Missing or invalid backup file.');
  await expect(restore).toBeEnabled();
  await expect(name).toHaveValue('saved.zip');
}

async function losesBackend(page: Page, backend: Backend): Promise<void> {
  const { action, row } = backupsPage(page);
  const { popup, restore, cancel } = restorePopup(page, 'saved.zip');
  await backend.kill();
  try {
    const missed = page.waitForResponse((response) => response.url().endsWith('/health') && !response.ok());
    await restore.click();
    await expect(toasts(page, 'error').last()).toContainText('The backend could not be reached.');
    await expect(restore).toBeEnabled();
    await missed;
  } finally {
    await backend.restart();
  }
  await makeBackup(backend, 'later.zip');
  await cancel.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(action('saved.zip', 'Restore')).toBeFocused();
  await expect(row('later.zip')).toBeVisible();
}

async function tellsInvalidBackup(page: Page): Promise<void> {
  const { rows, file, action } = backupsPage(page);
  await file.setInputFiles({ name: 'invalid.zip', mimeType: 'application/zip', buffer: EMPTY_ZIP });
  const { name, restore } = restorePopup(page, 'invalid.zip');
  await action('invalid.zip', 'Restore').click();
  await name.fill('invalid.zip');
  const reloaded = page.waitForEvent('load');
  await restore.click();
  await reloaded;
  await expect(toasts(page, 'error')).toContainText(['Failed to restore invalid.zip: ']);
  await expect(rows).toHaveCount(3);
  expect(await page.evaluate(() => sessionStorage.getItem('restored_backup'))).toBe(null);
}

/** While the backend restarts, it would refuse some requests and not others. */
const isBack = (isRestored: () => Promise<boolean>) => () => isRestored().catch(() => false);

async function restores(page: Page, titles: () => Promise<string>): Promise<void> {
  const { row, action, create, options } = backupsPage(page);
  const { popup, name, restore, cancel, close } = restorePopup(page, 'saved.zip');
  expect(await titles()).toBe('after');
  const answer = gate();
  await page.route(RESTORE, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.route(HEALTH, async (route) => {
    await answer.opened;
    await expect.poll(isBack(async () => (await titles()) === 'before')).toBe(true);
    await route.continue();
  });
  await action('saved.zip', 'Restore').click();
  await name.fill('saved.zip');
  await page.keyboard.press('Enter');
  // Nothing closes the popup while the backup is restored.
  await expect(restore).toHaveAttribute('aria-busy', 'true');
  for (const control of [restore, cancel, close]) await expect(control).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await goToHash(page, '#/settings/mail');
  await expect(popup).toBeVisible();
  expect(hashOf(page)).toBe('#/settings/backups');

  const reloaded = page.waitForEvent('load');
  const sent = Date.now();
  answer.open();
  await expect(popup.getByRole('status')).toContainText('reloads as soon as it responds again');
  await reloaded;
  expect(Date.now() - sent).toBeGreaterThanOrEqual(2000);
  await expect(popup).toHaveCount(0);
  await expect(row('saved.zip')).toBeVisible();
  await expect(create).toBeEnabled();
  await expect(options).toBeVisible();
  expect(await titles()).toBe('before');
  expect(hashOf(page)).toBe('#/settings/backups');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Restores as an administrator who is only in the database of now, and lets the restart last. */
async function endsSession(page: Page, backend: Backend, origin: string): Promise<void> {
  const late = { email: 'late@example.com', password: '1234567890' };
  await backend.api.post(ADMIN_CALLS.all, { ...late, passwordConfirm: late.password });
  await signIn(page, { ...backend, api: createAdminApi(backend.url, late) }, origin);
  const { action } = await openBackups(page);
  let polls = 0;
  let isDown = true;
  await page.route(HEALTH, (route) => {
    polls += 1;
    return isDown ? failWith(route, 'Down.', 502) : route.continue();
  });
  const { popup, name, restore } = restorePopup(page, 'saved.zip');
  await action('saved.zip', 'Restore').click();
  await name.fill('saved.zip');
  await restore.click();
  await expect.poll(() => polls).toBeGreaterThan(5);
  await expect(popup).toBeVisible();
  const isGone = async () =>
    (await backend.api.get(`${ADMIN_CALLS.all}?filter=(email='${late.email}')`))['totalItems'] === 0;
  await expect.poll(isBack(isGone)).toBe(true);
  const refused = page.waitForResponse((response) => response.status() === 401);
  // Of the requests of the page, the first that is refused ends the session and aborts the others.
  await page.route(LIST, async (route) => {
    await refused;
    await route.continue();
  });
  const reloaded = page.waitForEvent('load');
  isDown = false;
  await reloaded;
  await expect(loginScreen(page).button).toBeVisible();
  await expect(toasts(page, 'error')).toContainText([SIGNED_OUT]);
}

test('a backup is restored', async ({ page, backend, atoll, admin, step, expectedProblems }) => {
  // The backend restarts.
  expectedProblems.allowLostLive();
  expectedProblems.allow(
    'response 400 POST /api/backups/saved.zip/restore',
    /^response 502 POST \/api\/backups\/saved\.zip\/restore$/,
    /^response 502 GET \/api\/health$/,
    /^response 401 GET \/api\/.*$/,
    'console warning: Failed to load app settings.',
  );
  const name = uniqueName('posts');
  const posts = await createCollection(backend.api, { name, fields: [field('title')] });
  const records = `/api/collections/${name}/records`;
  const kept = await createRecord(backend.api, posts.id, { title: 'before' });
  await makeBackup(backend, 'saved.zip');
  await backend.api.delete(`${records}/${kept.id}`);
  await createRecord(backend.api, posts.id, { title: 'after' });
  const titles = async () => {
    const { items } = await backend.api.get<{ items: { title: string }[] }>(records);
    return items.map(({ title }) => title).join();
  };
  await admin.signIn();
  await openBackups(page);

  await step('[BK-15][BK-16] the popup warns, and demands the exact name', () => demandsName(page));
  await step('[BK-18] refused, it can be used again, and keeps the focus', () => isRefused(page));
  await step('[BK-18] it can be used again when the backend died', () => losesBackend(page, backend));
  await step('an invalid backup changes nothing, and the page tells what the backend found', () =>
    tellsInvalidBackup(page),
  );
  await step('[BK-17] a restore brings the data back, and the page finds its way again', () =>
    restores(page, titles),
  );
  await step(
    '[BK-17][ER-08] restored data with other admins leads to the sign-in, also after a long restart',
    () => endsSession(page, backend, atoll.url),
  );
});
