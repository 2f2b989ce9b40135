import type { Locator } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach as reachIn } from '#tests/support/keys.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { expectShown, logPanel, logsQuery, savedFile } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashOf } from '#tests/support/screens.ts';

const HOUR_MS = 3_600_000;
/** Start of the present hour, in ms since 1970. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** A moment in the middle of the hour that began `hours` before the present one. */
function hourAgo(hours: number, minute: number): string {
  return new Date(START - hours * HOUR_MS + minute * 60_000).toISOString().replace('T', ' ');
}

test('[LG-03][LG-18][LG-21][LG-22][UI-04][UI-11] with the keyboard only: filter, zoom, open, next and previous, select, download, reset', async ({
  page,
  admin,
  backend,
}) => {
  const atNight = (hours: number, minute: number) =>
    requestLog({ status: 500, url: `/night/${minute}` }, { created: hourAgo(hours, minute), level: 8 });
  const ids = await onlyLogs(backend, [
    ...[1, 2, 3].map((minute) => atNight(7, minute)),
    ...[10, 20, 30, 40, 50].map((minute) => atNight(3, minute)),
    requestLog({ url: '/day' }, { created: hourAgo(1, 5) }),
  ]);
  const [first = '', second = '', third = ''] = [ids[7], ids[6], ids[5]];
  await admin.signIn();
  await page.goto(logsHash());
  const screen = logsScreen(page);
  const { frame, row, box, bar, search, scroller, preset, live, tokens, top, table, rows } = screen;
  const { panel, filter } = logPanel(page);

  const reach = (target: Locator, key?: 'Tab' | 'Shift+Tab') => reachIn(page, target, key);
  const expectFocusInFrame = async () =>
    expect(await frame.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await test.step('the way through the header is the reading order', async () => {
    await expectLoaded(page, 9);
    await reach(frame.getByRole('button', { name: 'Logs settings' }));
    await page.keyboard.press('ArrowRight');
    await expect(frame.getByRole('button', { name: 'Refresh' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(live).toBeFocused();
    await page.keyboard.press('End');
    await expect(frame.getByRole('switch')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(search).toBeFocused();
  });

  await test.step('filter', async () => {
    // The plain field becomes an editor as soon as it has the focus.
    await expect(frame.locator('.ace_editor')).toBeVisible();
    await expect(search).toBeFocused();
    await page.keyboard.type('/night/');
    await page.keyboard.press('Enter');
    await expectLoaded(page, 8);
    await page.keyboard.press('Escape');
  });

  await test.step('choose a time span and remove it', async () => {
    await reach(preset('24 h'));
    await page.keyboard.press('Enter');
    await expectLoaded(page, 8);
    await expect(preset('24 h')).toBeFocused();
    await reach(tokens.getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(tokens).toHaveCount(0);
    expect(logsQuery(page)).toEqual({ filter: '/night/' });
  });

  await test.step('zoom into the newer of two hours', async () => {
    await reach(frame.getByRole('button', { name: 'Show as table' }));
    await page.keyboard.press('Enter');
    const zooms = page.getByRole('button', { name: /^Zoom in: / });
    await expect(zooms).toHaveCount(2);
    await reach(zooms.first(), 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await expect(zooms.last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(zooms.first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(zooms.last()).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expectLoaded(page, 5);
    await expect(tokens).toHaveCount(1);
    expect(logsQuery(page)).toMatchObject({ filter: '/night/', span: expect.stringContaining('~') });
  });

  await test.step('open an entry, go to the next and previous ones in the open panel, close it', async () => {
    await reach(top.getByRole('button').first());
    await presses(page, 'Tab Tab');
    await expect(row(first)).toBeFocused();
    await presses(page, 'ArrowUp');
    await expect(screen.selectAll).toBeFocused();
    await presses(page, 'ArrowDown');
    await expect(row(first)).toBeFocused();
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
    await expect(row(second)).toBeFocused();
  });

  await test.step('select three, one by one, download them and reset', async () => {
    await presses(page, 'ArrowUp ArrowRight');
    await expect(box(first)).toBeFocused();
    await presses(page, 'Space ArrowLeft ArrowDown Space');
    await expect(bar).toContainText('Selected 2 logs');
    await presses(page, 'Shift+ArrowDown');
    await expect(bar).toContainText('Selected 3 logs');
    await reach(bar.getByRole('button', { name: 'Download as JSON' }), 'Shift+Tab');
    const { name, text } = await savedFile(page, () => page.keyboard.press('Enter'));
    const stamp = (minute: number) => hourAgo(3, minute).replace(/[-:. ]/g, '');
    expect(name).toBe(`3_logs_${stamp(30)}_to_${stamp(50)}.json`);
    const stored = await Promise.all([first, second, third].map((id) => backend.api.get(`/api/logs/${id}`)));
    expect(text).toBe(JSON.stringify(stored, null, 2));

    await reach(bar.getByRole('button', { name: 'Reset' }));
    await page.keyboard.press('Enter');
    await expect(bar).toHaveCount(0);
    // The bar is gone: the focus goes to the row that had it before.
    await expect(row(third)).toBeFocused();
  });

  await test.step('a value of an entry becomes a token, and the token is removed again', async () => {
    await page.keyboard.press('Enter');
    await expectShown(page, third);
    await reach(filter('data.status'));
    await expect(filter('data.status')).toBeFocused();
    await expect(filter('data.status')).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'is', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(panel).toHaveCount(0);
    const token = tokens.filter({ hasText: 'status is not 500' });
    await expect(token).toHaveCount(1);
    await expect(page.getByText('No logs found.')).toBeVisible();
    // The row is no longer there; the focus is still on the screen, not at the top of the page.
    await expectFocusInFrame();
    await token.getByRole('button').press('Enter');
    await expect(tokens).toHaveCount(1);
    await expect(row(first)).toBeVisible();
    await expectFocusInFrame();
    await tokens.getByRole('button').press('Enter');
    await expect(tokens).toHaveCount(0);
    await expectFocusInFrame();
  });

  await test.step('clear the filter', async () => {
    await row(first).focus();
    await reach(frame.getByRole('button', { name: 'Clear', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toBe('#/logs');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('scroll and load more; the focused row is below the header', async () => {
    await onlyLogs(
      backend,
      Array.from({ length: 60 }, (_, index) => ({ message: `n ${index}` })),
    );
    await screen.refresh.press('Enter');
    await expectLoaded(page, 60);
    await screen.selectAll.focus();
    await presses(page, 'ArrowDown PageDown PageDown');
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);
    await page.keyboard.press('End');
    await expect(table).toHaveAttribute('aria-rowcount', '61');
    await page.keyboard.press('End');
    await expect(rows.last()).toBeFocused();
    await expect(rows.last()).toBeInViewport();
    await expect(screen.loadMore).toHaveCount(0);

    // Upwards: the sticky header never covers what has the focus.
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('ArrowUp');
      const distance = await table
        .locator('.list-head')
        .evaluate(
          (head) =>
            (document.activeElement ?? head).getBoundingClientRect().top -
            head.getBoundingClientRect().bottom,
        );
      expect(distance).toBeGreaterThanOrEqual(-1);
    }
  });
});
