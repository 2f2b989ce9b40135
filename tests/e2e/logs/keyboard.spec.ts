import type { Locator } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import { logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { expectShown, logPanel, logsQuery, savedFile } from '#tests/support/logs/panel.ts';

const HOUR_MS = 3_600_000;
/** Start of the present hour, in ms since 1970. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** A moment in the middle of the hour that began `hours` before the present one. */
function hourAgo(hours: number, minute: number): string {
  return new Date(START - hours * HOUR_MS + minute * 60_000).toISOString().replace('T', ' ');
}

test('[LG-03][LG-18][LG-21][LG-22][UI-04] with the keyboard only: filter, zoom, open, next and previous, select three, download', async ({
  page,
  admin,
  backend,
}) => {
  const atNight = (hours: number, minute: number) =>
    requestLog({ status: 500, url: `/night/${minute}` }, { created: hourAgo(hours, minute), level: 8 });
  const ids = insertLogs(backend, [
    ...[1, 2, 3].map((minute) => atNight(7, minute)),
    ...[10, 20, 30, 40, 50].map((minute) => atNight(3, minute)),
    requestLog({ url: '/day' }, { created: hourAgo(1, 5) }),
  ]);
  const [first = '', second = '', third = ''] = [ids[7], ids[6], ids[5]];
  await admin.signIn();
  await page.goto(logsHash());
  const screen = logsScreen(page);
  const { panel } = logPanel(page);
  await expect(screen.row(ids[8] ?? '')).toBeVisible();

  const reach = async (target: Locator, key = 'Tab') => {
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return;
      await page.keyboard.press(key);
    }
    throw new Error(`The focus did not reach ${target}.`);
  };

  // Filter.
  // The plain field becomes an editor as soon as it has the focus.
  await reach(screen.frame.getByRole('search'));
  await expect(screen.frame.locator('.ace_editor')).toBeVisible();
  await expect(screen.search).toBeFocused();
  await page.keyboard.type('/night/');
  await page.keyboard.press('Enter');
  await expect(screen.found).toHaveText('Found 8 logs');

  // Zoom into the newer of two hours.
  await reach(page.getByRole('button', { name: 'Show as table' }));
  await page.keyboard.press('Enter');
  const zooms = page.getByRole('button', { name: /^Zoom in: / });
  await expect(zooms).toHaveCount(2);
  await reach(zooms.first(), 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(zooms.last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(screen.found).toHaveText('Found 5 logs');
  await expect(screen.tokens).toHaveCount(1);
  expect(logsQuery(page)).toMatchObject({ filter: '/night/', span: expect.stringContaining('~') });

  // Open an entry, go to the next and previous ones in the open panel, close it.
  await reach(screen.row(first));
  await expect(screen.row(first)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectShown(page, first);
  await page.keyboard.press('j');
  await expectShown(page, second);
  await page.keyboard.press('j');
  await expectShown(page, third);
  await page.keyboard.press('k');
  await expectShown(page, second);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(screen.row(second)).toBeFocused();

  // Select three, one by one, and download them.
  await reach(screen.box(first), 'Shift+Tab');
  await page.keyboard.press('Space');
  for (const id of [second, third]) {
    await reach(screen.box(id));
    await page.keyboard.press('Space');
  }
  await expect(screen.bar).toContainText('Selected 3 logs');
  await reach(screen.bar.getByRole('button', { name: 'Download as JSON' }));
  const { name, text } = await savedFile(page, () => page.keyboard.press('Enter'));
  const stamp = (minute: number) => hourAgo(3, minute).replace(/[-:. ]/g, '');
  expect(name).toBe(`3_logs_${stamp(30)}_to_${stamp(50)}.json`);
  const stored = await Promise.all([first, second, third].map((id) => backend.api.get(`/api/logs/${id}`)));
  expect(text).toBe(JSON.stringify(stored, null, 2));
});

test('with the keyboard only: a value of an entry becomes a token, and the token is removed again', async ({
  page,
  admin,
  backend,
}) => {
  const [id = ''] = insertLogs(backend, [requestLog({ status: 418, url: '/teapot' })]);
  await admin.signIn();
  await page.goto(logsHash({ filter: '/teapot' }));
  const screen = logsScreen(page);
  const { panel, filter } = logPanel(page);
  await screen.row(id).focus();
  await page.keyboard.press('Enter');
  await expectShown(page, id);
  for (let step = 0; step < 30; step++) {
    if (await filter('data.status').evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(filter('data.status')).toBeFocused();
  await expect(filter('data.status')).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'is', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(screen.tokens).toHaveText(['status is not 418']);
  await expect(page.getByText('No logs found.')).toBeVisible();
  // The row is no longer there; the focus is still on the screen, not at the top of the page.
  expect(await screen.frame.evaluate((frame) => frame.contains(document.activeElement))).toBe(true);
  await screen.tokens.getByRole('button').press('Enter');
  await expect(screen.tokens).toHaveCount(0);
  await expect(screen.row(id)).toBeVisible();
  expect(await screen.frame.evaluate((frame) => frame.contains(document.activeElement))).toBe(true);
});
