import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, hashOf, loginScreen, toasts } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';
import {
  EMPTY_ZIP,
  HEALTH,
  LIST,
  makeBackup,
  openBackups,
  restorePopup,
} from '#tests/support/settings/backups.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const RESTORE = '**/api/backups/*/restore';

test('[BK-15][BK-16][BK-17] a restore brings the data back, and the page finds its way again', async ({
  page,
  startSite,
  axe,
}) => {
  const site = await startSite();
  const { backend, atoll } = site;
  const posts = await createCollection(backend.api, { name: 'posts', schema: [field('title')] });
  const kept = await createRecord(backend.api, posts.id, { title: 'before' });
  await makeBackup(backend, 'saved.zip');
  await backend.api.delete(`/api/collections/posts/records/${kept.id}`);
  await createRecord(backend.api, posts.id, { title: 'after' });
  const titles = () => backend.sql('select title from posts').map(({ title }) => title);
  expect(titles()).toEqual(['after']);

  await signIn(page, backend, atoll.url);
  const shown = await openBackups(page, atoll.url);
  const { popup, alert, name, copy, restore, cancel, close } = restorePopup(page, 'saved.zip');
  await shown.action('saved.zip', 'Restore').focus();
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  for (const words of [
    'trust',
    'experimental',
    'UNIX based systems',
    'pb_data',
    'restarts',
    'settings, users and admins',
    'Nothing happens',
    'data.db',
  ])
    await expect(alert).toContainText(words);
  await expect(popup).toContainText('Type the backup name saved.zip to confirm:');
  await expect(name).toHaveAttribute('name', 'name');
  await expect(copy).toBeVisible();
  await axe();
  await expectFitsSmall(page, popup);
  await axe();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(restore).toBeDisabled();
  for (const wrong of ['saved.zi', 'Saved.zip', 'saved.zip ', ' ']) {
    await name.fill(wrong);
    await expect(restore).toBeDisabled();
  }

  const answer = gate();
  await page.route(RESTORE, async (route) => {
    await answer.opened;
    await route.continue();
  });
  // While the backend restarts, it would refuse some requests and not others.
  await page.route(HEALTH, async (route) => {
    await answer.opened;
    await expect.poll(() => isRestored()).toBe(true);
    await route.continue();
  });
  const isRestored = async () => {
    try {
      return titles().join() === 'before' && (await fetch(`${backend.url}/api/health`)).ok;
    } catch {
      return false;
    }
  };
  await name.fill('saved.zip');
  await page.keyboard.press('Enter');
  await expect(restore).toHaveAttribute('aria-busy', 'true');
  await expect(restore).toBeDisabled();
  await expect(cancel).toBeDisabled();
  await expect(close).toBeDisabled();
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
  await expect(shown.row('saved.zip')).toBeVisible();
  await expect(shown.create).toBeEnabled();
  await expect(shown.options).toBeVisible();
  expect(titles()).toEqual(['before']);
  expect(hashOf(page)).toBe('#/settings/backups');
});

test('[BK-18] after a failed restore the popup can be used again, also when the backend died', async ({
  page,
  startSite,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow(
    'response 400 POST /api/backups/saved.zip/restore',
    /^response 502 POST \/api\/backups\/saved\.zip\/restore$/,
    /^response 502 GET \/api\/health$/,
  );
  const { backend, atoll } = await startSite();
  await makeBackup(backend, 'saved.zip');
  await signIn(page, backend, atoll.url);
  const shown = await openBackups(page, atoll.url);
  const { popup, name, restore, cancel } = restorePopup(page, 'saved.zip');
  await shown.action('saved.zip', 'Restore').click();
  await name.fill('saved.zip');
  await page.route(
    RESTORE,
    (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, message: 'Missing or invalid backup file.', data: {} },
      }),
    { times: 1 },
  );
  await restore.click();
  await expect(toasts(page, 'error')).toHaveText('Missing or invalid backup file.');
  await expect(restore).toBeEnabled();
  await expect(name).toHaveValue('saved.zip');
  await axe();

  await backend.kill();
  const missed = page.waitForResponse((response) => response.url().endsWith('/health') && !response.ok());
  await restore.click();
  await expect(toasts(page, 'error').last()).toContainText('The backend could not be reached.');
  await expect(restore).toBeEnabled();
  await missed;
  await backend.restart();
  await makeBackup(backend, 'later.zip');
  // The list is loaded when the backend responds again.
  await cancel.click();
  await expect(popup).toHaveCount(0);
  await expect(shown.row('later.zip')).toBeVisible();
});

test('[BK-15][BK-17] an invalid backup changes nothing, and the page tells what the backend found', async ({
  page,
  startSite,
}) => {
  const { backend, atoll } = await startSite();
  await signIn(page, backend, atoll.url);
  await makeBackup(backend, 'other.zip');
  const shown = await openBackups(page, atoll.url);
  await shown.file.setInputFiles({ name: 'invalid.zip', mimeType: 'application/zip', buffer: EMPTY_ZIP });
  const { name, restore } = restorePopup(page, 'invalid.zip');
  await shown.action('invalid.zip', 'Restore').click();
  await name.fill('invalid.zip');
  const reloaded = page.waitForEvent('load');
  await restore.click();
  await reloaded;
  await expect(toasts(page, 'error')).toContainText('Failed to restore invalid.zip: ');
  await expect(shown.rows).toHaveCount(2);
  // It is told once.
  await page.reload();
  await expect(shown.rows).toHaveCount(2);
  expect(await page.evaluate(() => sessionStorage.getItem('restored_backup'))).toBe(null);
});

test('[BK-17][ER-08] restored data with other admins leads to the sign-in, also after a long restart', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  const { backend, atoll } = await startSite();
  await makeBackup(backend, 'saved.zip');
  // Only the database of now has this administrator.
  await backend.api.post('/api/admins', {
    email: 'late@example.com',
    password: '1234567890',
    passwordConfirm: '1234567890',
  });
  await page.goto(`${atoll.url}/#/login`);
  const login = loginScreen(page);
  await login.email.fill('late@example.com');
  await login.password.fill('1234567890');
  await login.button.click();
  await expect.poll(() => hashOf(page)).toContain('#/collections');
  const shown = await openBackups(page, atoll.url);
  let polls = 0;
  let isDown = true;
  await page.route(HEALTH, (route) => {
    polls += 1;
    return isDown
      ? route.fulfill({ status: 502, json: { code: 502, message: 'Down.', data: {} } })
      : route.continue();
  });
  const { popup, name, restore } = restorePopup(page, 'saved.zip');
  await shown.action('saved.zip', 'Restore').click();
  await name.fill('saved.zip');
  await restore.click();
  await expect.poll(() => polls).toBeGreaterThan(5);
  await expect(popup).toBeVisible();
  await expect.poll(() => backend.sql("select id from _admins where email = 'late@example.com'")).toEqual([]);
  await expect
    .poll(async () => (await fetch(`${backend.url}/api/health`).catch(() => undefined))?.ok)
    .toBe(true);
  expectedProblems.allow(
    'response 502 GET /api/health',
    /^response 401 GET \/api\/.*$/,
    'console warning: Failed to load app settings.',
  );
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/settings'));
  // Of the requests of the page, the first that is refused ends the session and aborts the others.
  await page.route(LIST, async (route) => {
    await refused;
    await route.continue();
  });
  const reloaded = page.waitForEvent('load');
  isDown = false;
  await reloaded;
  await expect(login.button).toBeVisible();
  await expect(toasts(page, 'error')).toContainText('valid admin authorization token');
});
