import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings } from '#tests/support/hostile.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';
import {
  backupContent,
  backupsPage,
  clearBackups,
  createPopup,
  EMPTY_ZIP,
  HEALTH,
  LIST,
  makeBackup,
  openBackups,
  slowUploads,
  storedBackups,
} from '#tests/support/settings/backups.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const RUNNING = 'The backup was started but may take a while to complete. You can come back later.';
const CREATED = 'Successfully generated new backup.';

test.beforeEach(async ({ backend, admin }) => {
  await clearBackups(backend);
  await admin.signIn();
});

test('[BK-01][BK-02][BK-03][API-09] the page lists the backups, newest first', async ({
  page,
  backend,
  axe,
}) => {
  await page.goto('/#/settings/backups');
  const shown = backupsPage(page);
  const { screen, rows, refresh, upload } = shown;
  await expect(screen.getByText('No backups yet.')).toBeVisible();
  await expect(screen.locator('header')).toContainText('Settings');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Backups');
  await expect(screen.getByText('Backup and restore your PocketBase data')).toBeVisible();
  await axe();
  await refresh.hover();
  await expect(tooltip(page)).toHaveText('Refresh');
  await upload.hover();
  await expect(tooltip(page)).toHaveText('Upload backup');

  await makeBackup(backend, 'older.zip');
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
  await axe();
  await expectFitsSmall(page, screen);
  await axe();

  const answer = gate();
  await page.route(LIST, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.reload();
  await expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(screen.locator('.skeleton').first()).toBeVisible();
  answer.open();
  await expect(rows).toHaveCount(2);
  await expect(screen.getByRole('status', { name: 'Loading' })).toHaveCount(0);
});

test('[BK-03][ER-05] a list that can not be loaded offers another try, and a hostile one stays text', async ({
  page,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 GET /api/backups');
  await page.route(LIST, (route) =>
    route.fulfill({ status: 400, json: { code: 400, message: 'No list.', data: {} } }),
  );
  await page.goto('/#/settings/backups');
  const { screen, rows } = backupsPage(page);
  await expect(screen.getByText('The backups could not be loaded.')).toBeVisible();
  await expect(toasts(page, 'error')).toHaveText('No list.');
  await axe();
  await page.unroute(LIST);
  const key = `${hostileStrings.image}${hostileStrings.script}${hostileStrings.long}`;
  await page.route(LIST, (route) => route.fulfill({ json: [{ key, size: 1, modified: 'never' }] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toContainText(hostileStrings.script);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectHarmless(page);
});

test('[BK-06][BK-07][BK-08][OP-07] a backup is made by keyboard, after names that are refused', async ({
  page,
  backend,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 POST /api/backups');
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/backups'))
      bodies.push(request.postDataJSON());
  });
  await makeBackup(backend, 'taken.zip');
  const shown = await openBackups(page);
  await shown.create.focus();
  await page.keyboard.press('Enter');
  const { popup, name } = createPopup(page);
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('placeholder', 'Leave empty to autogenerate');
  await expect(popup).toContainText('Must be in the format [a-z0-9_-].zip');
  await expect(popup).toContainText('locked');
  await expect(popup).toContainText('S3');
  await expect(popup.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const firstId = await popup.locator('form').getAttribute('id');
  expect(firstId).toMatch(/[A-Za-z0-9]{5}$/);
  await axe();
  await expectFitsSmall(page, popup);
  await axe();

  await page.keyboard.type('Not valid.zip');
  await page.keyboard.press('Enter');
  await expect(popup.getByText('Use only the characters a-z')).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(bodies).toEqual([]);
  await name.fill('taken.zip');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await expect(popup.getByText('The backup file name is invalid or already exists.')).toBeVisible();
  await axe();
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'success')).toHaveText(CREATED);
  await expect(popup).toHaveCount(0);
  expect(bodies).toEqual([{ name: 'taken.zip' }, { name: '' }]);
  await expect(shown.rows).toHaveCount(2);
  const [made] = await storedBackups(backend).then((all) => all.filter(({ key }) => key !== 'taken.zip'));
  await expect(shown.rows.first()).toContainText(made?.key ?? 'none');

  await shown.create.click();
  await expect(popup.locator('form')).not.toHaveAttribute('id', firstId ?? '');
  await expect(name).toHaveValue('');
  await name.fill('named_1.zip');
  await popup.getByRole('button', { name: 'Start backup' }).click();
  await expect(shown.row('named_1.zip')).toBeVisible();
});

test('[BK-09][BK-10][OP-16][OP-17] a long backup goes on while the popup is closed and other pages are visited', async ({
  page,
  backend,
}) => {
  const answer = gate();
  let starts = 0;
  await page.route(LIST, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    starts += 1;
    await answer.opened;
    return route.continue();
  });
  await page.goto('/#/settings/backups');
  const shown = backupsPage(page);
  const { popup, name, start } = createPopup(page);
  await shown.create.click();
  await name.fill('long.zip');
  await start.click();
  await expect(popup).toBeVisible();
  await expect(popup).toHaveCount(0);
  await expect(toasts(page, 'info')).toHaveText(RUNNING);
  await shown.create.click();
  await start.click();
  await expect(toasts(page, 'error')).toHaveText('A backup has already been started, please wait.');
  expect(starts).toBe(1);
  await goToHash(page, '#/settings/mail');
  await expect(popup).toHaveCount(0);
  answer.open();
  await expect(toasts(page, 'success')).toHaveText(CREATED);
  expect((await storedBackups(backend)).map(({ key }) => key)).toEqual(['long.zip']);
  await goToHash(page, '#/settings/backups');
  await expect(shown.row('long.zip')).toBeVisible();
  await page.unroute(LIST);

  // Closed by the user before the time is over.
  const second = gate();
  await page.route(LIST, async (route) => {
    if (route.request().method() === 'POST') await second.opened;
    return route.continue();
  });
  await shown.create.click();
  await start.click();
  await createPopup(page).cancel.click();
  await expect(toasts(page, 'info')).toHaveText(RUNNING);
  second.open();
  await expect(shown.rows).toHaveCount(2);
});

test('[BK-04][BK-05] a backup elsewhere disables the page until it is over', async ({
  page,
  backend,
  axe,
}) => {
  await makeBackup(backend, 'first.zip');
  let canBackup = false;
  let polls = 0;
  await page.route(HEALTH, (route) => {
    polls += 1;
    return route.fulfill({ json: { code: 200, message: 'API is healthy.', data: { canBackup } } });
  });
  const shown = await openBackups(page);
  await expect(shown.busy).toBeDisabled();
  await expect(shown.create).toHaveCount(0);
  await expect(shown.action('first.zip', 'Restore')).toBeDisabled();
  await expect(shown.action('first.zip', 'Download')).toBeEnabled();
  await axe();
  const before = polls;
  await expect.poll(() => polls).toBeGreaterThan(before + 1);
  await makeBackup(backend, 'second.zip');
  await expect(shown.rows).toHaveCount(1);
  canBackup = true;
  await expect(shown.create).toBeEnabled();
  await expect(shown.rows).toHaveCount(2);
  await expect(shown.action('first.zip', 'Restore')).toBeEnabled();
});

test('[BK-11][BK-12] a backup is uploaded, and a refused file is told', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/backups/upload');
  await makeBackup(backend, 'first.zip');
  const shown = await openBackups(page);
  await expect(shown.file).toHaveAttribute('accept', 'application/zip');
  await expect(shown.file).not.toHaveAttribute('multiple');
  const buffer = await backupContent(backend, 'first.zip');
  const chooser = page.waitForEvent('filechooser');
  await shown.upload.focus();
  await page.keyboard.press('Enter');
  const sent = page.waitForRequest('**/api/backups/upload');
  await (await chooser).setFiles({ name: 'uploaded.zip', mimeType: 'application/zip', buffer });
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(await request.headerValue('content-type')).toContain('multipart/form-data');
  await expect(toasts(page, 'success')).toHaveText('Successfully uploaded a new backup.');
  await expect(shown.row('uploaded.zip')).toBeVisible();
  expect(await backupContent(backend, 'uploaded.zip')).toEqual(buffer);

  const bad = { name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from('This is no archive.') };
  await shown.file.setInputFiles(bad);
  await expect(toasts(page, 'error')).toContainText('mime type must be one of: application/zip.');
  await shown.file.setInputFiles({ ...bad, name: 'uploaded.zip', buffer: EMPTY_ZIP });
  await expect(toasts(page, 'error').last()).toHaveText(
    'Backup file with the specified name already exists.',
  );
  await expect(shown.upload).toBeEnabled();
  await expect(shown.rows).toHaveCount(2);
});

test('[BK-12] a slow upload shows its progress, asks before it is left, and can be cancelled', async ({
  page,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow('request failed POST /api/backups/upload net::ERR_ABORTED');
  await makeBackup(backend, 'first.zip');
  const shown = await openBackups(page);
  const slow = await slowUploads(page);
  const file = { name: 'large.zip', mimeType: 'application/zip', buffer: Buffer.alloc(6_000_000, 7) };
  await slow(300_000);
  await shown.file.setInputFiles(file);
  const progress = shown.screen.getByRole('progressbar', { name: 'Upload' });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await expect(shown.screen.getByText(/of 5\.72 MB$/)).toBeVisible();
  await expect(shown.upload).toBeDisabled();
  await expect(shown.action('first.zip', 'Restore')).toBeDisabled();
  await axe();
  // Leaving asks; "No" stays and goes on.
  await page.evaluate(() => {
    location.hash = '#/settings/mail';
  });
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('A backup is still being uploaded.');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(progress).toBeVisible();
  const asks = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(asks).toBe(true);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'));
  await shown.screen.getByRole('button', { name: 'Cancel upload' }).click();
  await cancelled;
  await expect(progress).toHaveCount(0);
  await expect(shown.upload).toBeEnabled();

  await shown.file.setInputFiles(file);
  await expect(progress).toBeVisible();
  const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'));
  await page.evaluate(() => {
    location.hash = '#/settings/mail';
  });
  await question.getByRole('button', { name: 'Yes' }).click();
  await left;
  await slow(-1);
  await expect(toasts(page)).toHaveCount(0);
  expect(await storedBackups(backend)).toHaveLength(1);
});

test('[BK-12][ER-06] an upload that loses its backend is told, and can be repeated', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow(
    'response 502 POST /api/backups/upload',
    'response 502 GET /api/health',
    'response 502 GET /api/backups',
  );
  const { backend, atoll } = await startSite();
  await makeBackup(backend, 'first.zip');
  const buffer = Buffer.concat([await backupContent(backend, 'first.zip'), Buffer.alloc(3_000_000)]);
  await signIn(page, backend, atoll.url);
  const shown = await openBackups(page, atoll.url);
  const slow = await slowUploads(page);
  await slow(300_000);
  const file = { name: 'large.zip', mimeType: 'application/zip', buffer };
  await shown.file.setInputFiles(file);
  const progress = shown.screen.getByRole('progressbar', { name: 'Upload' });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  const missed = page.waitForResponse((response) => response.url().endsWith('/health') && !response.ok());
  await backend.kill();
  // A browser reads the response when it has sent everything.
  await slow(-1);
  await expect(toasts(page, 'error')).toContainText('The backend could not be reached.');
  await expect(progress).toHaveCount(0);
  await expect(shown.rows).toHaveCount(1);
  await missed;
  await backend.restart();
  await shown.file.setInputFiles(file);
  await expect(shown.row('large.zip')).toBeVisible();
  expect(await backupContent(backend, 'large.zip')).toEqual(buffer);
});

test('[BK-13] a download uses a fresh token that stays out of the page', async ({ page, backend }) => {
  await makeBackup(backend, 'wanted.zip');
  const shown = await openBackups(page);
  const answer = gate();
  await page.route('**/api/files/token', async (route) => {
    await answer.opened;
    await route.continue();
  });
  const started = page.waitForEvent('download');
  await shown.action('wanted.zip', 'Download').click();
  await expect(shown.action('wanted.zip', 'Download')).toHaveAttribute('aria-busy', 'true');
  await expect(shown.action('wanted.zip', 'Delete')).toBeDisabled();
  answer.open();
  const download = await started;
  expect(download.suggestedFilename()).toBe('wanted.zip');
  const url = new URL(download.url());
  expect(url.pathname).toBe('/api/backups/wanted.zip');
  const token = url.searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(await readFile(await download.path())).toEqual(await backupContent(backend, 'wanted.zip'));
  await expect(shown.action('wanted.zip', 'Download')).toBeEnabled();
  expect(await page.content()).not.toContain(token);
  expect(page.url()).not.toContain(token);
});

test('[BK-14] a backup is deleted by keyboard after a question', async ({ page, backend }) => {
  for (const name of ['a.zip', 'b.zip']) await makeBackup(backend, name);
  const shown = await openBackups(page);
  const remove = shown.action('a.zip', 'Delete');
  await remove.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Do you really want to delete a.zip?');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  const answer = gate();
  await page.route('**/api/backups/a.zip', async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(shown.row('a.zip')).toHaveAttribute('aria-busy', 'true');
  await expect(remove).toBeDisabled();
  answer.open();
  await expect(toasts(page, 'success')).toHaveText('Successfully deleted a.zip.');
  await expect(shown.rows).toHaveCount(1);
  await expect(shown.screen.getByRole('list', { name: 'Backups' })).toBeFocused();
  expect((await storedBackups(backend)).map(({ key }) => key)).toEqual(['b.zip']);
});
