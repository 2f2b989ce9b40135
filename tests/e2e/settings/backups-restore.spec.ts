import { createAdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, hashOf, loginScreen, toasts, tooltip } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';
import {
  backupsPage,
  clearBackups,
  controlHealth,
  EMPTY_ZIP,
  HEALTH,
  LIST,
  makeBackup,
  openBackups,
  restorePopup,
} from '#tests/support/settings/backups.ts';
import { NO_S3 } from '#tests/support/settings/defaults.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const RESTORE = '**/api/backups/*/restore';
const SAVED = 'Successfully saved application settings.';
const WIDE = { width: 1280, height: 800 };
const PRESETS = [
  ['Every day at 00:00h', '0 0 * * *'],
  ['Every sunday at 00:00h', '0 0 * * 0'],
  ['Every Mon and Wed at 00:00h', '0 0 * * 1,3'],
  ['Every first day of the month at 00:00h', '0 0 1 * *'],
] as const;
const MACROS = '@yearly\n@annually\n@monthly\n@weekly\n@daily\n@midnight\n@hourly';

test.beforeEach(({ backend }) => clearBackups(backend));

/** Whether the backend responds and `isRestored` holds; while it restarts, its database may be missing. */
async function isBack(backend: Backend, isRestored: () => boolean): Promise<boolean> {
  try {
    return isRestored() && (await fetch(`${backend.url}/api/health`)).ok;
  } catch {
    return false;
  }
}

test('[BK-19][BK-20][BK-21][BK-22][BK-24][ER-07] auto backups are explained, refused, saved, reset and switched off', async ({
  page,
  backend,
  admin,
  checkScreen,
  expectedProblems,
}) => {
  await makeBackup(backend, 'first.zip');
  await admin.signIn();
  const saves = collectBodies(page);
  await page.clock.setFixedTime(new Date('2026-11-21T12:00:30Z'));
  const shown = backupsPage(page);
  const { screen, options, auto, cron, meaning, maxKeep, save, reset } = shown;

  await test.step('the section is absent while the settings load', async () => {
    const answer = gate();
    await page.route('**/api/settings', async (route) => {
      await answer.opened;
      await failWith(route, 'No settings.', 400);
    });
    expectedProblems.allow('response 400 GET /api/settings', 'console warning: Failed to load app settings.');
    await page.goto('/#/settings/backups');
    await expect(shown.rows).toHaveCount(1);
    await expect(options).toHaveCount(0);
    answer.open();
    await expect(screen.getByText('The options could not be loaded.')).toBeVisible();
    await page.unroute('**/api/settings');
    await screen.getByRole('button', { name: 'Try again' }).click();
  });

  await test.step('the section and its fields, by keyboard', async () => {
    await expect(options).toHaveAttribute('aria-expanded', 'false');
    await expect(auto).toHaveCount(0);
    await options.focus();
    await page.keyboard.press('Enter');
    await expect(options).toHaveAttribute('aria-expanded', 'true');
    await expect(auto).not.toBeChecked();
    await expect(shown.s3).not.toBeChecked();
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
    await expect(maxKeep).toHaveRole('spinbutton');
    await expect(screen).toContainText('Supports numeric list, steps, ranges or macros.');
    await expect(screen).toContainText('The timezone is in UTC.');
    const macros = screen.getByRole('button', { name: 'macros' });
    await macros.hover();
    await expect(tooltip(page)).toHaveText(MACROS);
    await page.mouse.move(0, 0);
    await macros.focus();
    await expect(tooltip(page)).toHaveText(MACROS);
  });

  await test.step('an expression is explained while it is typed', async () => {
    await cron.fill('0 0 13 * 5');
    await expect(meaning).toContainText('At 00:00 on day 13 of the month, only if that day is a Friday');
    await expect(meaning.locator('time')).toHaveText([
      '2027-08-13 00:00:00 UTC',
      '2028-10-13 00:00:00 UTC',
      '2029-04-13 00:00:00 UTC',
    ]);
    await cron.fill('0 0 30 2 *');
    await expect(meaning).toContainText('No date matches, so it never runs.');
    await cron.fill('0 0 * * MON');
    await expect(meaning).toContainText('The weekday is invalid: “MON” is no number.');
  });

  await test.step('the check of the page blocks nothing: the backend decides', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    await save.click();
    await expect(cron).toHaveAttribute('aria-invalid', 'true');
    await expect(cron).toBeFocused();
    await expect(cron).toHaveValue('0 0 * * MON');
    await checkScreen();
    await cron.fill('@weekly');
    await expect(cron).not.toHaveAttribute('aria-invalid');
    await expect(meaning).toContainText('At 00:00 on Sunday');
  });

  await test.step('presets', async () => {
    for (const [label, expression] of PRESETS) {
      await screen.getByRole('button', { name: 'Presets' }).click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
      await expect(cron).toHaveValue(expression);
    }
    await expect(meaning).toContainText('At 00:00 on day 1 of the month');
    await expectFitsSmall(page, screen);
    await checkScreen();
    await page.setViewportSize(WIDE);
  });

  await test.step('what was typed stays when the section is collapsed, the page left by mistake, or reloaded', async () => {
    await options.click();
    await expect(cron).toHaveCount(0);
    await goToHash(page, '#/settings/mail');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('You have unsaved changes.');
    await question.getByRole('button', { name: 'No' }).click();
    expect(hashOf(page)).toBe('#/settings/backups');
    await options.click();
    await expect(cron).toHaveValue('0 0 1 * *');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(screen).toContainText('This section has unsaved changes.');
    await screen.getByRole('button', { name: 'Restore draft' }).click();
    await expect(cron).toHaveValue('0 0 1 * *');
  });

  await test.step('a save sends the section, and loads the list', async () => {
    await maxKeep.fill('0');
    saves.length = 0;
    await save.click();
    await expect(maxKeep).toBeFocused();
    expect(saves).toEqual([]);
    await maxKeep.fill('4');
    await makeBackup(backend, 'second.zip');
    await save.click();
    await expect(toasts(page, 'success')).toHaveText(SAVED);
    const { secret: _, ...s3 } = NO_S3;
    expect(saves).toEqual([{ backups: { cron: '0 0 1 * *', cronMaxKeep: 4, s3: { ...s3, secret: '' } } }]);
    await expect(shown.rows).toHaveCount(2);
    await expect(save).toBeDisabled();
    await expect(reset).toHaveCount(0);
  });

  await test.step('Reset, and off', async () => {
    await cron.fill('5 5 * * *');
    await auto.click();
    await expect(cron).toHaveCount(0);
    await reset.click();
    await expect(auto).toBeChecked();
    await expect(cron).toHaveValue('0 0 1 * *');
    await expect(save).toBeDisabled();
    await auto.click();
    saves.length = 0;
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await save.click();
    await saved;
    expect(saves).toMatchObject([{ backups: { cron: '', cronMaxKeep: 4 } }]);
    const stored = await backend.api.get<{ backups: object }>('/api/settings');
    expect(stored.backups).toMatchObject({ cron: '', cronMaxKeep: 4 });
    await goToHash(page, '#/settings/mail');
    await goToHash(page, '#/settings/backups');
    await options.click();
    await expect(auto).not.toBeChecked();
  });
});

test('[BK-15][BK-16][BK-17] a restore brings the data back, and the page finds its way again', async ({
  page,
  backend,
  admin,
  checkScreen,
  expectedProblems,
}) => {
  // The backend restarts.
  expectedProblems.allowLostLive();
  const name = uniqueName('posts');
  const posts = await createCollection(backend.api, { name, schema: [field('title')] });
  const kept = await createRecord(backend.api, posts.id, { title: 'before' });
  await makeBackup(backend, 'saved.zip');
  await backend.api.delete(`/api/collections/${name}/records/${kept.id}`);
  await createRecord(backend.api, posts.id, { title: 'after' });
  const titles = () => backend.sql(`select title from ${name}`).map(({ title }) => title);
  expect(titles()).toEqual(['after']);
  await admin.signIn();
  const shown = await openBackups(page);
  const popup = restorePopup(page, 'saved.zip');
  const { restore } = popup;

  await test.step('the popup warns, and demands the exact name', async () => {
    await shown.action('saved.zip', 'Restore').focus();
    await page.keyboard.press('Enter');
    await expect(popup.name).toBeFocused();
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
      await expect(popup.alert).toContainText(words);
    await expect(popup.popup).toContainText('Type the backup name saved.zip to confirm:');
    await expect(popup.name).toHaveAttribute('name', 'name');
    await expect(popup.copy).toBeVisible();
    await expectFitsSmall(page, popup.popup);
    await checkScreen('[role=dialog]');
    await page.setViewportSize(WIDE);
    await expect(restore).toBeDisabled();
    for (const wrong of ['saved.zi', 'Saved.zip', 'saved.zip ', ' ']) {
      await popup.name.fill(wrong);
      await expect(restore).toBeDisabled();
    }
  });

  const answer = gate();
  await page.route(RESTORE, async (route) => {
    await answer.opened;
    await route.continue();
  });
  // While the backend restarts, it would refuse some requests and not others.
  await page.route(HEALTH, async (route) => {
    await answer.opened;
    await expect.poll(() => isBack(backend, () => titles().join() === 'before')).toBe(true);
    await route.continue();
  });
  await test.step('nothing closes it while the backup is restored', async () => {
    await popup.name.fill('saved.zip');
    await page.keyboard.press('Enter');
    await expect(restore).toHaveAttribute('aria-busy', 'true');
    await expect(restore).toBeDisabled();
    await expect(popup.cancel).toBeDisabled();
    await expect(popup.close).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await goToHash(page, '#/settings/mail');
    await expect(popup.popup).toBeVisible();
    expect(hashOf(page)).toBe('#/settings/backups');
  });

  await test.step('the page reloads, with the restored data', async () => {
    const reloaded = page.waitForEvent('load');
    const sent = Date.now();
    answer.open();
    await expect(popup.popup.getByRole('status')).toContainText('reloads as soon as it responds again');
    await reloaded;
    expect(Date.now() - sent).toBeGreaterThanOrEqual(2000);
    await expect(popup.popup).toHaveCount(0);
    await expect(shown.row('saved.zip')).toBeVisible();
    await expect(shown.create).toBeEnabled();
    await expect(shown.options).toBeVisible();
    expect(titles()).toEqual(['before']);
    expect(hashOf(page)).toBe('#/settings/backups');
  });
});

test('[BK-15][BK-17][BK-18] a restore that is refused, lost with the backend, or of an invalid backup changes nothing', async ({
  page,
  backend,
  admin,
  expectedProblems,
  checkScreen,
}) => {
  await makeBackup(backend, 'saved.zip');
  await admin.signIn();
  const health = await controlHealth(page);
  const shown = await openBackups(page);
  const { popup, name, restore, cancel } = restorePopup(page, 'saved.zip');

  await test.step('refused, the popup can be used again, and keeps the focus', async () => {
    expectedProblems.allow('response 400 POST /api/backups/saved.zip/restore');
    const answer = gate();
    await page.route(
      RESTORE,
      async (route) => {
        await answer.opened;
        const json = { code: 400, message: 'Missing or invalid backup file.', data: {} };
        await route.fulfill({ status: 400, json });
      },
      { times: 1 },
    );
    await shown.action('saved.zip', 'Restore').press('Enter');
    await expect(name).toBeFocused();
    await page.keyboard.type('saved.zip');
    await restore.press('Enter');
    await expect(restore).toBeDisabled();
    await expect(name).toBeFocused();
    answer.open();
    await expect(toasts(page, 'error')).toHaveText('Missing or invalid backup file.');
    await expect(restore).toBeEnabled();
    await expect(name).toHaveValue('saved.zip');
    await checkScreen('[role=dialog]');
  });

  await test.step('a backup elsewhere disables the button, which keeps the focus', async () => {
    await restore.focus();
    health.set(false);
    await expect(restore).toBeDisabled();
    await expect(restore).toBeFocused();
    // The list is loaded then, and the next step kills the backend.
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/backups');
    health.set(true);
    await expect(restore).toBeEnabled();
    await (await listed).finished();
    await page.unroute(HEALTH);
  });

  await test.step('also when the backend died; the list is loaded when it responds again', async () => {
    expectedProblems.allow(
      /^response 502 POST \/api\/backups\/saved\.zip\/restore$/,
      /^response 502 GET \/api\/health$/,
    );
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
    await expect(shown.action('saved.zip', 'Restore')).toBeFocused();
    await expect(shown.row('later.zip')).toBeVisible();
  });

  await test.step('an invalid backup changes nothing, and the page tells once what the backend found', async () => {
    await shown.file.setInputFiles({ name: 'invalid.zip', mimeType: 'application/zip', buffer: EMPTY_ZIP });
    const invalid = restorePopup(page, 'invalid.zip');
    await shown.action('invalid.zip', 'Restore').click();
    await invalid.name.fill('invalid.zip');
    const reloaded = page.waitForEvent('load');
    await invalid.restore.click();
    await reloaded;
    await expect(toasts(page, 'error')).toContainText(['Failed to restore invalid.zip: ']);
    await expect(shown.rows).toHaveCount(3);
    await page.reload();
    await expect(shown.rows).toHaveCount(3);
    expect(await page.evaluate(() => sessionStorage.getItem('restored_backup'))).toBe(null);
  });
});

test('[BK-17][ER-08] restored data with other admins leads to the sign-in, also after a long restart', async ({
  page,
  backend,
  atoll,
  expectedProblems,
}) => {
  await makeBackup(backend, 'saved.zip');
  // Only the database of now has this administrator.
  const late = { email: 'late@example.com', password: '1234567890' };
  await backend.api.post('/api/admins', { ...late, passwordConfirm: late.password });
  await signIn(page, { ...backend, api: createAdminApi(backend.url, late) }, atoll.url);
  const shown = await openBackups(page);
  let polls = 0;
  let isDown = true;
  await page.route(HEALTH, (route) => {
    polls += 1;
    return isDown ? failWith(route, 'Down.', 502) : route.continue();
  });
  const { popup, name, restore } = restorePopup(page, 'saved.zip');
  await shown.action('saved.zip', 'Restore').click();
  await name.fill('saved.zip');
  await restore.click();
  await expect.poll(() => polls).toBeGreaterThan(5);
  await expect(popup).toBeVisible();
  const left = () => backend.sql('select id from _admins where email = ?', [late.email]);
  await expect.poll(() => isBack(backend, () => left().length === 0)).toBe(true);
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
  await expect(loginScreen(page).button).toBeVisible();
  await expect(toasts(page, 'error')).toContainText(['valid admin authorization token']);
});
