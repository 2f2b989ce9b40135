import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeCheck } from '#tests/support/axe.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings } from '#tests/support/hostile.ts';
import { presses } from '#tests/support/keys.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import {
  backupContent,
  backupsPage,
  clearBackups,
  controlHealth,
  createPopup,
  EMPTY_ZIP,
  LIST,
  makeBackup,
  openBackups,
  restorePopup,
  storedBackups,
} from '#tests/support/settings/backups.ts';
import { slowUploads } from '#tests/support/slow-uploads.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const RUNNING = 'The backup was started but may take a while to complete. You can come back later.';
const CREATED = 'Successfully generated new backup.';
const WIDE = { width: 1280, height: 800 };

test.beforeEach(async ({ backend, admin }) => {
  await clearBackups(backend);
  await admin.signIn();
});

/** Holds requests with this method back until the returned function is called. */
async function hold(page: Page, url: string, method: string) {
  const { opened, open } = gate();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await opened;
    await route.continue();
  });
  return open;
}

test('[BK-01][BK-02][BK-03][BK-13][BK-14][BK-19][API-09][ER-05] the list is loaded again, sorted, downloaded from and emptied', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  await makeBackup(backend, 'older.zip');
  const shown = backupsPage(page);
  const { screen, rows, refresh, upload } = shown;
  const list = screen.getByRole('list', { name: 'Backups' });
  const loading = screen.getByRole('status', { name: 'Loading' });

  await test.step('a list that can not be loaded offers another try', async () => {
    expectedProblems.allow('response 400 GET /api/backups');
    const answer = gate();
    await page.route(LIST, async (route) => {
      await answer.opened;
      await failWith(route, 'No list.', 400);
    });
    await page.goto('/#/settings/backups');
    await expect(loading).toBeVisible();
    await expect(screen.locator('.skeleton').first()).toBeVisible();
    answer.open();
    await expect(screen.getByText('The backups could not be loaded.')).toBeVisible();
    await expect(toasts(page, 'error')).toHaveText('No list.');
    await checkScreen();
  });

  await test.step('another try keeps the focus and the options that are being edited', async () => {
    await shown.options.click();
    await shown.s3.click();
    await page.unroute(LIST);
    const release = await hold(page, LIST, 'GET');
    await screen.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(loading).toBeVisible();
    await expect(page.locator('body')).not.toBeFocused();
    await expect(shown.s3).toBeChecked();
    release();
    await expect(rows).toHaveCount(1);
    await expect(loading).toHaveCount(0);
    await expect(page.locator(':focus')).toContainText('older.zip');
    await expect(shown.s3).toBeChecked();
    await shown.reset.click();
    await shown.options.click();
    await page.unroute(LIST);
  });

  await test.step('newest first, with size, time and actions', async () => {
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
      const readable = `( ${Number((size / 1024).toFixed(2))} KB )`;
      await expect(shown.row(key)).toContainText(readable);
      await expect(shown.row(key).locator('time')).toHaveText(`${modified.slice(0, 19)} UTC`);
    }
    for (const name of ['Download', 'Restore', 'Delete'] as const) {
      await shown.action('older.zip', name).hover();
      await expect(tooltip(page)).toHaveText(name);
    }
    await page.mouse.move(0, 0);
    // The list is one tab stop.
    await shown.action('newer.zip', 'Download').focus();
    await presses(page, 'ArrowRight j');
    await expect(shown.action('older.zip', 'Restore')).toBeFocused();
    await presses(page, 'Tab');
    await expect(shown.create).toBeFocused();
    await presses(page, 'Shift+Tab ArrowUp');
    await expect(shown.action('newer.zip', 'Restore')).toBeFocused();
    await expectFitsSmall(page, screen);
    await checkScreen();
  });

  await test.step('a hostile name stays text', async () => {
    const key = `${hostileStrings.image}${hostileStrings.script}${hostileStrings.long}`;
    await page.route(LIST, (route) => route.fulfill({ json: [{ key, size: 1, modified: 'never' }] }));
    await refresh.click();
    await expect(rows).toContainText([hostileStrings.script]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectHarmless(page);
    await page.unroute(LIST);
    await page.setViewportSize(WIDE);
    await refresh.click();
    await expect(rows).toHaveCount(2);
  });

  await test.step('a download uses a fresh token that stays out of the page', async () => {
    const download = shown.action('newer.zip', 'Download');
    const release = await hold(page, '**/api/files/token', 'POST');
    const started = page.waitForEvent('download');
    await download.click();
    await expect(download).toHaveAttribute('aria-busy', 'true');
    await expect(shown.action('newer.zip', 'Delete')).toBeDisabled();
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
  });

  await test.step('a backup is deleted by keyboard after a question; the focus stays while it takes long', async () => {
    const remove = shown.action('older.zip', 'Delete');
    await remove.press('Enter');
    const question = page.getByRole('alertdialog');
    const yes = question.getByRole('button', { name: 'Yes' });
    await expect(question).toContainText('Do you really want to delete older.zip?');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();
    const release = await hold(page, '**/api/backups/older.zip', 'DELETE');
    await page.keyboard.press('Enter');
    await yes.press('Enter');
    await expect(shown.row('older.zip')).toHaveAttribute('aria-busy', 'true');
    await expect(remove).toBeDisabled();
    await expect(remove).toBeFocused();
    release();
    await expect(toasts(page, 'success')).toHaveText('Successfully deleted older.zip.');
    await expect(rows).toHaveCount(1);
    await expect(list).toBeFocused();
    expect((await storedBackups(backend)).map(({ key }) => key)).toEqual(['newer.zip']);

    await shown.action('newer.zip', 'Delete').press('Enter');
    await yes.press('Enter');
    await expect(screen.getByText('No backups yet.')).toBeVisible();
    await checkScreen();
  });
});

test('[BK-04][BK-05][BK-06][BK-07][BK-08][BK-09][BK-10][OP-07][OP-16][OP-17] backups are made by keyboard, here and elsewhere', async ({
  page,
  backend,
  expectedProblems,
  checkScreen,
}) => {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/backups'))
      bodies.push(request.postDataJSON());
  });
  await makeBackup(backend, 'taken.zip');
  const health = await controlHealth(page);
  // Moves the pauses between requests and the time until the popup closes.
  await page.clock.install();
  const shown = await openBackups(page);
  const { popup, name, start, cancel } = createPopup(page);

  await test.step('the popup, and names that are refused', async () => {
    expectedProblems.allow('response 400 POST /api/backups');
    await shown.create.press('Enter');
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
    await expectFitsSmall(page, popup);
    await checkScreen('[role=dialog]');
    await page.setViewportSize(WIDE);
    await name.fill('');
    await page.keyboard.press('Enter');
    await expect(toasts(page, 'success')).toHaveText(CREATED);
    await expect(popup).toHaveCount(0);
    expect(bodies).toEqual([{ name: 'taken.zip' }, { name: '' }]);
    await expect(shown.rows).toHaveCount(2);
    const [made] = (await storedBackups(backend)).filter(({ key }) => key !== 'taken.zip');
    await expect(shown.rows.first()).toContainText(made?.key ?? 'none');
    await shown.create.press('Enter');
    await expect(popup.locator('form')).not.toHaveAttribute('id', firstId ?? '');
    await expect(name).toHaveValue('');
  });

  let release = await hold(page, LIST, 'POST');
  await test.step('a long backup goes on after its popup has closed, and no second one is started', async () => {
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
    await shown.create.press('Enter');
    await start.click();
    await expect(toasts(page, 'error')).toHaveText('A backup has already been started, please wait.');
    expect(bodies).toHaveLength(3);
    await page.clock.resume();
    await cancel.press('Enter');
    await expect(popup).toHaveCount(0);
    await expect(shown.create).toBeFocused();
  });

  await test.step('while the backend is busy the focus stays where it is, and buttons ignore presses', async () => {
    health.set(false);
    await page.clock.fastForward(3000);
    await expect(shown.busy).toBeDisabled();
    await expect(shown.create).toHaveCount(0);
    await expect(shown.busy).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(popup).toHaveCount(0);
    const restoreRow = shown.action('taken.zip', 'Restore');
    await restoreRow.focus();
    await page.keyboard.press('Enter');
    await expect(restorePopup(page, 'taken.zip').popup).toHaveCount(0);
    await expect(restoreRow).toBeDisabled();
    await expect(shown.action('taken.zip', 'Download')).toBeEnabled();
    await checkScreen();
  });

  await test.step('a backup elsewhere disables the page until it is over', async () => {
    const before = health.polls();
    await page.clock.fastForward(3000);
    await expect.poll(health.polls).toBeGreaterThan(before);
    await page.clock.fastForward(3000);
    await expect.poll(health.polls).toBeGreaterThan(before + 1);
    await makeBackup(backend, 'elsewhere.zip');
    await expect(shown.rows).toHaveCount(2);
    health.set(true);
    await page.clock.fastForward(3000);
    await expect(shown.create).toBeEnabled();
    await expect(shown.rows).toHaveCount(3);
    await expect(shown.action('taken.zip', 'Restore')).toBeEnabled();
    await expect(shown.action('taken.zip', 'Restore')).toBeFocused();
  });

  await test.step('the long backup goes on while other pages are visited', async () => {
    await shown.create.click();
    await goToHash(page, '#/settings/mail');
    await expect(popup).toHaveCount(0);
    await page.clock.fastForward(10_000);
    release();
    await expect(toasts(page, 'success')).toHaveText(CREATED);
    expect((await storedBackups(backend)).map(({ key }) => key)).toContain('long_1.zip');
    await goToHash(page, '#/settings/backups');
    await expect(shown.row('long_1.zip')).toBeVisible();
    await page.unroute(LIST);
  });

  await test.step('a popup that is closed before the time is over tells the same', async () => {
    release = await hold(page, LIST, 'POST');
    await shown.create.click();
    await start.click();
    await cancel.click();
    await expect(toasts(page, 'info')).toHaveText(RUNNING);
    release();
    await expect(shown.rows).toHaveCount(5);
  });
});

test('[BK-11][BK-12][ER-06] a backup is uploaded, refused, slow, cancelled, and lost with its backend', async ({
  page,
  backend,
  expectedProblems,
}) => {
  await makeBackup(backend, 'first.zip');
  // Ends the toasts of one step before the next.
  await page.clock.install();
  const shown = await openBackups(page);
  const buffer = await backupContent(backend, 'first.zip');
  const progress = shown.screen.getByRole('progressbar', { name: 'Upload' });
  const cancelUpload = shown.screen.getByRole('button', { name: 'Cancel upload' });
  const failed = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'));

  await test.step('by keyboard; the focus stays while it takes long, and returns', async () => {
    await expect(shown.file).toHaveAttribute('accept', 'application/zip');
    await expect(shown.file).not.toHaveAttribute('multiple');
    const release = await hold(page, '**/upload', 'POST');
    const chooser = page.waitForEvent('filechooser');
    const sent = page.waitForRequest('**/api/backups/upload');
    await shown.upload.press('Enter');
    await (await chooser).setFiles({ name: 'uploaded.zip', mimeType: 'application/zip', buffer });
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(await request.headerValue('content-type')).toContain('multipart/form-data');
    await expect(shown.upload).toBeDisabled();
    await expect(shown.upload).toBeFocused();
    await cancelUpload.focus();
    release();
    await expect(toasts(page, 'success')).toHaveText('Successfully uploaded a new backup.');
    await expect(shown.row('uploaded.zip')).toBeVisible();
    await expect(shown.upload).toBeFocused();
    expect(await backupContent(backend, 'uploaded.zip')).toEqual(buffer);
    await page.unroute('**/upload');
  });

  await test.step('a refused file is told', async () => {
    expectedProblems.allow('response 400 POST /api/backups/upload');
    const bad = { name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from('This is no archive.') };
    await shown.file.setInputFiles(bad);
    await expect(toasts(page, 'error')).toContainText(['mime type must be one of: application/zip.']);
    await shown.file.setInputFiles({ ...bad, name: 'uploaded.zip', buffer: EMPTY_ZIP });
    await expect(toasts(page, 'error').last()).toHaveText(
      'Backup file with the specified name already exists.',
    );
    await expect(shown.upload).toBeEnabled();
    await expect(shown.rows).toHaveCount(2);
  });

  const large = { name: 'large.zip', mimeType: 'application/zip' };
  const file = { ...large, buffer: Buffer.alloc(2_000_000, 7) };
  const slow = await slowUploads(page);
  await slow(100_000);
  await test.step('a slow upload shows its progress, and can be cancelled', async () => {
    expectedProblems.allow('request failed POST /api/backups/upload net::ERR_ABORTED');
    await shown.file.setInputFiles(file);
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    await expect(shown.screen.getByText(/of 1\.91 MB$/)).toBeVisible();
    await expect(shown.upload).toBeDisabled();
    await expect(shown.action('first.zip', 'Restore')).toBeDisabled();
    // Its outline has the progress, which goes on.
    await axeCheck(page);
    // Leaving asks; "No" stays and goes on.
    await goToHash(page, '#/settings/mail');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('A backup is still being uploaded.');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(progress).toBeVisible();
    const asks = await page.evaluate(
      () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
    expect(asks).toBe(true);
    const cancelled = failed();
    await cancelUpload.click();
    await cancelled;
    await expect(progress).toHaveCount(0);
    await expect(shown.upload).toBeEnabled();
  });

  await test.step('leaving cancels it', async () => {
    await shown.file.setInputFiles(file);
    await expect(progress).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(toasts(page)).toHaveCount(0);
    const left = failed();
    await goToHash(page, '#/settings/mail');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await left;
    await expect(toasts(page)).toHaveCount(0);
    expect(await storedBackups(backend)).toHaveLength(2);
    await goToHash(page, '#/settings/backups');
    await expect(shown.rows).toHaveCount(2);
  });

  await test.step('an upload that loses its backend is told, and can be repeated', async () => {
    expectedProblems.allow(
      'response 502 POST /api/backups/upload',
      'response 502 GET /api/health',
      'response 502 GET /api/backups',
    );
    const whole = { ...large, buffer: Buffer.concat([buffer, Buffer.alloc(1_000_000)]) };
    await shown.file.setInputFiles(whole);
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    const missed = page.waitForResponse((response) => response.url().endsWith('/health') && !response.ok());
    await backend.kill();
    try {
      // A browser reads the response when it has sent everything.
      await slow(-1);
      await expect(toasts(page, 'error').last()).toContainText('The backend could not be reached.');
      await expect(progress).toHaveCount(0);
      await expect(shown.rows).toHaveCount(2);
      await missed;
    } finally {
      await backend.restart();
    }
    await shown.file.setInputFiles(whole);
    await expect(shown.row('large.zip')).toBeVisible();
    expect(await backupContent(backend, 'large.zip')).toEqual(whole.buffer);
  });
});
