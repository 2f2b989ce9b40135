import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord } from '#tests/support/records/panel.ts';
import { avatarButton } from '#tests/support/screens.ts';

test('dates are shown and typed in the chosen time zone, and stored in UTC', async ({
  page,
  admin,
  backend,
  step,
  secondTab,
}) => {
  const dates = await createCollection(backend.api, {
    name: uniqueName('dates'),
    fields: [field('due', 'date')],
  });
  const { id } = await createRecord(backend.api, dates.id, { due: '2026-11-05 12:00:00.123Z' });
  const stored = () => backend.sql(`select cast(due as text) due from ${dates.name}`)[0]?.['due'];
  await admin.signIn();
  await page.goto(recordsHash(dates.id));

  const due = (on = page) => recordsScreen(on).rows.first().locator('[data-column=due] time');
  await expect(due()).toHaveText('2026-11-05 12:00:00 UTC');
  const other = await secondTab(recordsHash(dates.id));
  await expect(due(other)).toHaveText('2026-11-05 12:00:00 UTC');
  const choose = (zone: string) => other.evaluate((name) => localStorage.setItem('atollZone', name), zone);

  await step('chosen in the menu; other tabs follow, and the next visit', async () => {
    const avatar = avatarButton(page);
    await avatar.click();
    await page.getByRole('menuitem', { name: 'Times: UTC' }).click();
    const panel = page.getByRole('dialog', { name: 'Times' });
    await expect(panel.getByRole('radio', { name: 'UTC, as stored' })).toBeChecked();
    const another = panel.getByRole('combobox', { name: 'Another zone' });
    await panel.getByRole('radio', { name: 'This computer’s (Europe/Sofia)' }).check();
    await expect(panel.getByRole('radio')).toHaveCount(2);
    await expect(panel.getByRole('radio', { name: 'This computer’s' })).toBeChecked();
    await expect(another).toHaveText('- Select -');
    await expect(due(other)).toHaveText(/^2026-11-05 14:00:00 /);
    await another.click();
    await expect(page.getByRole('combobox', { name: 'Search Another zone' })).toBeFocused();
    await page.keyboard.type('new york');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('radio', { name: 'America/New_York' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(avatar).toBeFocused();
    await expect(due()).toHaveText('2026-11-05 07:00:00 EST');
    await expect(due()).toHaveAttribute('data-tooltip', '2026-11-05 12:00:00.123 UTC');
    await expect(due(other)).toHaveText('2026-11-05 07:00:00 EST');
    await page.reload();
    await expect(due()).toHaveText('2026-11-05 07:00:00 EST');
    expect(stored()).toBe('2026-11-05 12:00:00.123Z');
  });

  await step('an hour that comes twice is asked for', async () => {
    const panel = await openRecord(page, dates.id, id);
    const input = panel.control('due');
    await expect(panel.field('due').locator('label')).toHaveText('due (America/New_York)');
    await expect(input).toHaveValue('2026-11-05 07:00:00');
    await expect(input).toHaveAccessibleDescription('EST, 2026-11-05 12:00:00.123 UTC');
    await input.fill('2026-11-05 08:00');
    await choose('Asia/Kathmandu');
    await expect(input).toHaveValue('2026-11-05 18:45:00');
    await choose('America/New_York');
    await expect(input).toHaveValue('2026-11-05 08:00:00');
    await input.fill('2026-03-08 02:30');
    await expect(input).toHaveAccessibleDescription(/skips this time: 03:30:00 EDT is used/);
    await input.fill('2026-11-01 01:30');
    await expect(panel.field('due').getByRole('radio', { name: 'EDT (GMT-4)' })).toBeChecked();
    await expect(panel.field('due').getByRole('radio')).toHaveCount(2);
    await panel.field('due').getByText('EST (GMT-5)').click();
    await expect(input).toHaveAccessibleDescription('EST, 2026-11-01 06:30:00.000 UTC');
    await panel.save.click();
    await expect(panel.panel).toHaveCount(0);
    await expect(due()).toHaveText('2026-11-01 01:30:00 EST');
    expect(stored()).toBe('2026-11-01 06:30:00.000Z');
  });

  await step('a day is picked in the zone, and the palette goes back to UTC', async () => {
    const panel = await openRecord(page, dates.id, id);
    await panel.field('due').getByRole('button', { name: 'Choose due' }).click();
    const calendar = page.getByRole('dialog', { name: 'Calendar of due' });
    await expect(calendar.getByLabel('Time (America/New_York)')).toHaveValue('01:30:00');
    await calendar.getByRole('button', { name: '2 November', exact: true }).click();
    await expect(panel.control('due')).toHaveValue('2026-11-02 01:30:00');
    await panel.save.click();
    await expect(panel.panel).toHaveCount(0);
    expect(stored()).toBe('2026-11-02 06:30:00.000Z');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search commands/ })).toBeFocused();
    await page.keyboard.type('times');
    await page.keyboard.press('Enter');
    const utc = page.getByRole('radio', { name: 'UTC, as stored' });
    await choose('Mars/Olympus');
    await expect(utc).toBeChecked();
    await choose('America/New_York');
    await expect(utc).not.toBeChecked();
    await utc.check();
    await expect(due()).toHaveText('2026-11-02 06:30:00 UTC');
  });
});
