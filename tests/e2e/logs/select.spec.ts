import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { logEachKind } from '#tests/support/logs/entries.ts';
import { expectLoaded, logsHash, logsScreen, searchFor } from '#tests/support/logs/page.ts';
import { onlyLogs, resumeLogging } from '#tests/support/logs/seed.ts';

/** Presses 'Download as JSON' in the bar and reads the file. */
async function download(page: Page): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await logsScreen(page).bar.getByRole('button', { name: 'Download as JSON' }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** `20261105120000123Z` for the date `2026-11-05 12:00:00.123Z`. */
const compact = (created: string) => created.replace(/[-: .]/g, '');

test('[LG-21] checkboxes select rows and all loaded rows, the bar counts them and resets', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const ids = await onlyLogs(
    backend,
    Array.from({ length: 55 }, (_, index) => ({ message: `n ${index}` })),
  );
  await admin.signIn();
  await page.goto(logsHash());
  const { bar, box, selectAll, table, rows, scroller, messages } = logsScreen(page);
  await expectLoaded(page, 55);
  const [newest = '', next = '', third = '', , fifth = ''] = ids.toReversed();
  await expect(bar).toHaveCount(0);
  await box(newest).check();
  await expect(bar).toContainText(/Selected 1 log(?!s)/);
  await expect(bar.getByRole('button')).toHaveText(['Reset', 'Download as JSON']);
  await expect.poll(() => selectAll.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await box(next).check();
  await expect(bar).toContainText('Selected 2 logs');
  await axe('[data-frame="logs"]');
  // Shift selects all rows up to this one.
  await box(fifth).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('Selected 5 logs');
  await expect(box(third)).toBeChecked();

  await selectAll.click();
  await expect(bar).toContainText('Selected 50 logs');
  await expect(selectAll).toBeChecked();
  // More rows: the selected ones stay selected, new ones are not.
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(table).toHaveAttribute('aria-rowcount', '56');
  await expect(bar).toContainText('Selected 50 logs');
  await expect(selectAll).not.toBeChecked();
  await selectAll.click();
  await expect(bar).toContainText('Selected 55 logs');
  await selectAll.click();
  await expect(bar).toHaveCount(0);
  await selectAll.check();
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(bar).toHaveCount(0);
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await scroller.evaluate((element) => element.scrollTo(0, 0));
  // Unticking the last one hides the bar; another filter starts without a selection.
  const last = box(newest);
  await last.check();
  await expect(bar).toContainText(/Selected 1 log(?!s)/);
  await last.uncheck();
  await expect(bar).toHaveCount(0);
  await last.check();
  await searchFor(page, 'n 54');
  await expectLoaded(page, 1);
  await expect(messages).toHaveText(['n 54']);
  await expect(bar).toHaveCount(0);
  await searchFor(page, 'nothing');
  await expectLoaded(page, 0);
  await expect(selectAll).toBeDisabled();
});

test('[LG-22] one selected entry is saved as an object, several as an array, exactly as the backend stores them', async ({
  page,
  admin,
  backend,
}) => {
  await resumeLogging(backend);
  const { badPassword, guest, unauthorized } = await logEachKind(backend);
  await admin.signIn();
  await page.goto(logsHash({ filter: 'data.url ~ "sent="' }));
  const { box } = logsScreen(page);
  const stored = (id: string) => backend.api.get(`/api/logs/${id}`);
  await expect(box(guest.id)).toBeAttached();

  await box(badPassword.id).check();
  const one = await download(page);
  expect(one.name).toBe(`log_${compact(badPassword.created)}.json`);
  expect(JSON.parse(one.text)).toEqual(await stored(badPassword.id));

  // In the order of the list, whatever the order of the clicks.
  await box(unauthorized.id).check();
  await box(guest.id).check();
  const several = await download(page);
  expect(several.name).toBe(`3_logs_${compact(guest.created)}_to_${compact(unauthorized.created)}.json`);
  const chosen = [unauthorized.id, badPassword.id, guest.id];
  const listed = await page
    .locator('[data-logs-table] [data-row-id]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-id') ?? ''));
  const ids = listed.filter((id) => chosen.includes(id));
  expect(ids).toHaveLength(3);
  expect(JSON.parse(several.text)).toEqual(await Promise.all(ids.map(stored)));
  await expect(logsScreen(page).bar).toContainText('Selected 3 logs');
});
