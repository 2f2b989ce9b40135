import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, hashOf, toasts, tooltip } from '#tests/support/screens.ts';
import { backupsPage, clearBackups, makeBackup, openBackups } from '#tests/support/settings/backups.ts';
import { NO_S3 } from '#tests/support/settings/defaults.ts';
import { collectBodies } from '#tests/support/settings/storage.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const SAVED = 'Successfully saved application settings.';
const PRESETS = [
  ['Every day at 00:00h', '0 0 * * *'],
  ['Every sunday at 00:00h', '0 0 * * 0'],
  ['Every Mon and Wed at 00:00h', '0 0 * * 1,3'],
  ['Every first day of the month at 00:00h', '0 0 1 * *'],
] as const;
const MACROS = '@yearly\n@annually\n@monthly\n@weekly\n@daily\n@midnight\n@hourly';

test.beforeEach(async ({ backend, admin }) => {
  await clearBackups(backend);
  await makeBackup(backend, 'first.zip');
  await admin.signIn();
});

test('[BK-19][BK-20][BK-21][BK-22][BK-24] auto backups are switched on with a preset, saved, reset and switched off', async ({
  page,
  backend,
  axe,
}) => {
  const { saves } = collectBodies(page);
  const shown = await openBackups(page);
  await expect(shown.options).toHaveAttribute('aria-expanded', 'false');
  await expect(shown.auto).toHaveCount(0);
  await shown.options.focus();
  await page.keyboard.press('Enter');
  await expect(shown.options).toHaveAttribute('aria-expanded', 'true');
  await expect(shown.auto).not.toBeChecked();
  await expect(shown.s3).not.toBeChecked();
  await expect(shown.save).toBeDisabled();
  await expect(shown.reset).toHaveCount(0);
  await expect(shown.cron).toHaveCount(0);

  await shown.auto.focus();
  await page.keyboard.press('Space');
  await expect(shown.cron).toHaveValue('');
  await expect(shown.cron).toHaveAttribute('placeholder', '* * * * *');
  await expect(shown.cron).toHaveJSProperty('required', true);
  await expect(shown.maxKeep).toHaveValue('3');
  await expect(shown.maxKeep).toHaveAttribute('min', '1');
  await expect(shown.maxKeep).toHaveAttribute('type', 'number');
  await expect(shown.screen).toContainText('Supports numeric list, steps, ranges or macros.');
  await expect(shown.screen).toContainText('The timezone is in UTC.');
  const macros = shown.screen.getByRole('button', { name: 'macros' });
  await macros.hover();
  await expect(tooltip(page)).toHaveText(MACROS);
  await page.mouse.move(0, 0);
  await macros.focus();
  await expect(tooltip(page)).toHaveText(MACROS);

  for (const [label, cron] of PRESETS) {
    await shown.screen.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    await expect(shown.cron).toHaveValue(cron);
  }
  await expect(shown.meaning).toContainText('At 00:00 on day 1 of the month');
  await axe();
  await expectFitsSmall(page, shown.screen);
  await axe();
  await page.setViewportSize({ width: 1280, height: 800 });
  await shown.maxKeep.fill('0');
  await shown.save.click();
  await expect(shown.maxKeep).toBeFocused();
  expect(saves).toEqual([]);
  await shown.maxKeep.fill('4');
  await makeBackup(backend, 'second.zip');
  await shown.save.click();
  await expect(toasts(page, 'success')).toHaveText(SAVED);
  const { secret: _, ...s3 } = NO_S3;
  expect(saves).toEqual([{ backups: { cron: '0 0 1 * *', cronMaxKeep: 4, s3: { ...s3, secret: '' } } }]);
  await expect(shown.rows).toHaveCount(2);
  await expect(shown.save).toBeDisabled();
  await expect(shown.reset).toHaveCount(0);

  await shown.cron.fill('5 5 * * *');
  await shown.auto.click();
  await expect(shown.cron).toHaveCount(0);
  await shown.reset.click();
  await expect(shown.auto).toBeChecked();
  await expect(shown.cron).toHaveValue('0 0 1 * *');
  await expect(shown.save).toBeDisabled();
  await page.reload();
  await shown.options.click();
  await expect(shown.auto).toBeChecked();
  await shown.auto.click();
  await shown.save.click();
  await expect(toasts(page, 'success')).toHaveText(SAVED);
  expect(saves.at(-1)).toMatchObject({ backups: { cron: '', cronMaxKeep: 4 } });
  const stored = await backend.api.get<{ backups: object }>('/api/settings');
  expect(stored.backups).toMatchObject({ cron: '', cronMaxKeep: 4 });
});

test('[BK-20][ER-07] an expression is explained while it is typed, and the backend decides', async ({
  page,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 PATCH /api/settings');
  await page.clock.setFixedTime(new Date('2026-11-21T12:00:30Z'));
  const shown = await openBackups(page);
  await shown.options.click();
  await shown.auto.click();
  await shown.cron.fill('0 0 13 * 5');
  await expect(shown.meaning).toContainText('At 00:00 on day 13 of the month, only if that day is a Friday');
  await expect(shown.meaning.locator('time')).toHaveText([
    '2027-08-13 00:00:00 UTC',
    '2028-10-13 00:00:00 UTC',
    '2029-04-13 00:00:00 UTC',
  ]);
  await shown.cron.fill('0 0 30 2 *');
  await expect(shown.meaning).toContainText('No date matches, so it never runs.');
  await shown.cron.fill('0 0 * * MON');
  await expect(shown.meaning).toContainText('The weekday is invalid: “MON” is no number.');
  await axe();
  // The check of the page blocks nothing.
  await shown.save.click();
  await expect(shown.cron).toHaveAttribute('aria-invalid', 'true');
  await expect(shown.cron).toBeFocused();
  await expect(shown.cron).toHaveValue('0 0 * * MON');
  await axe();
  await shown.cron.fill('@weekly');
  await expect(shown.cron).not.toHaveAttribute('aria-invalid');
  await expect(shown.meaning).toContainText('At 00:00 on Sunday');
  await shown.save.click();
  await expect(toasts(page, 'success')).toHaveText(SAVED);
});

test('[BK-19] the section is absent while the settings load, and keeps what was typed', async ({
  page,
  expectedProblems,
}) => {
  const answer = gate();
  await page.route('**/api/settings', async (route) => {
    await answer.opened;
    await route.fulfill({ status: 400, json: { code: 400, message: 'No settings.', data: {} } });
  });
  expectedProblems.allow('response 400 GET /api/settings', 'console warning: Failed to load app settings.');
  await page.goto('/#/settings/backups');
  const shown = backupsPage(page);
  await expect(shown.rows).toHaveCount(1);
  await expect(shown.options).toHaveCount(0);
  answer.open();
  await expect(shown.screen.getByText('The options could not be loaded.')).toBeVisible();
  await page.unroute('**/api/settings');
  await shown.screen.getByRole('button', { name: 'Try again' }).click();
  await shown.options.click();
  await shown.auto.click();
  await shown.cron.fill('1 2 3 * *');
  // Collapsed and left by mistake.
  await shown.options.click();
  await expect(shown.cron).toHaveCount(0);
  await goToHash(page, '#/settings/mail');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You have unsaved changes.');
  await question.getByRole('button', { name: 'No' }).click();
  expect(hashOf(page)).toBe('#/settings/backups');
  await shown.options.click();
  await expect(shown.cron).toHaveValue('1 2 3 * *');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await shown.screen.getByRole('button', { name: 'Restore draft' }).click();
  await expect(shown.cron).toHaveValue('1 2 3 * *');
});
