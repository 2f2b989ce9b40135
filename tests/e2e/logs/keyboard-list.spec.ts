import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { hashOf } from '#tests/support/screens.ts';

/** Presses a key until the focus is on the target. */
async function reach(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('[UI-11] with the keyboard only: search, open an entry, close it, select rows, download and reset', async ({
  page,
  admin,
  backend,
}) => {
  const ids = await onlyLogs(
    backend,
    Array.from({ length: 8 }, (_, index) => requestLog({ url: `/api/${index}`, status: 200 + index })),
  );
  const [first = '', second = '', third = ''] = ids.toReversed();
  await admin.signIn();
  await page.goto(logsHash());
  const { frame, row, box, bar, search, scroller, preset, live, tokens, top } = logsScreen(page);
  await expectLoaded(page, 8);

  // The way through the header is the reading order.
  await reach(page, frame.getByRole('button', { name: 'Logs settings' }));
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'Refresh' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(live).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('switch')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();
  await expect(frame.locator('.ace_editor')).toBeVisible();
  await page.keyboard.type('level = 0');
  await page.keyboard.press('Enter');
  await expect.poll(() => hashQuery(page)['filter']).toBe('level = 0');
  await page.keyboard.press('Escape');

  await reach(page, scroller);
  await reach(page, preset('24 h'));
  await page.keyboard.press('Enter');
  await expectLoaded(page, 8);
  await expect(preset('24 h')).toBeFocused();
  await reach(page, tokens.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(tokens).toHaveCount(0);
  expect(hashQuery(page)).toEqual({ filter: 'level = 0' });

  await reach(page, top.getByRole('button').first());
  await reach(page, row(first));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Request log' });
  await expect(panel).toContainText(first);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(first)).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(box(first)).toBeFocused();
  await page.keyboard.press('Space');
  await reach(page, box(second));
  await page.keyboard.press('Space');
  await expect(bar).toContainText('Selected 2 logs');
  await reach(page, box(third));
  await page.keyboard.press('Space');
  await reach(page, bar.getByRole('button', { name: 'Download as JSON' }));
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/^3_logs_\w+_to_\w+\.json$/);
  await reach(page, bar.getByRole('button', { name: 'Reset' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(bar).toHaveCount(0);
  // The bar is gone: the focus goes to the last row, which had it before.
  await expect(row(ids[0] ?? '')).toBeFocused();

  await reach(page, frame.getByRole('button', { name: 'Clear', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => hashOf(page)).toBe('#/logs');
  await expect(search).toBeFocused();
});

test('with the keyboard only: scroll, the focused row is below the header, load more', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(
    backend,
    Array.from({ length: 60 }, (_, index) => ({ message: `n ${index}` })),
  );
  await admin.signIn();
  await page.goto(logsHash());
  const { table, rows, scroller, loadMore } = logsScreen(page);
  await expectLoaded(page, 60);
  await scroller.focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);
  await page.keyboard.press('End');
  await expect(table).toHaveAttribute('aria-rowcount', '61');
  await page.keyboard.press('End');
  await expect(rows.last()).toBeInViewport();
  await expect(loadMore).toHaveCount(0);

  // Backwards through rows and checkboxes: the sticky header never covers what has the focus.
  await rows.last().focus();
  const head = table.locator('.list-head');
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Shift+Tab');
    const [focused, header] = await Promise.all([page.locator(':focus').boundingBox(), head.boundingBox()]);
    expect(focused?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1);
  }
});
