import type { Locator, Page } from '@playwright/test';
import { axeCheck } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { insertManyLogs, requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { logPanel } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';

/** By how many px the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The buttons of the screen that are smaller than 40 x 40 px. */
const smallTargets = (frame: Locator): Promise<string[]> =>
  frame.getByRole('button').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      return height < 40 || width < 40
        ? [`${button.textContent || button.ariaLabel}: ${width} x ${height}`]
        : [];
    }),
  );

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('at 360 px everything is in reach, nothing is wider than the window, also a failure, the empty list and the opened panel', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  await onlyLogs(backend, []);
  insertManyLogs(backend, 300);
  await admin.signIn();
  await page.goto(
    logsHash({ adminRequests: '1', filter: 'level >= 0', where: 'data.status!=404', span: '7d' }),
  );
  const { frame, rows, row, labels, table, tokens, chart, bar, scroller, selectAll, found } =
    logsScreen(page);
  await test.step('the header and the list', async () => {
    await expect(found).toBeVisible();
    await expect(rows.first()).toBeAttached();
    await expect(chart.getByRole('img')).toBeVisible();
    await expect(tokens).toHaveCount(2);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(frame)).toEqual([]);
    for (const target of [
      frame.getByRole('button', { name: 'Logs settings' }),
      frame.getByRole('switch', { name: 'Include requests by admins' }),
      frame.getByRole('button', { name: '7 days', exact: true }),
      frame.getByText('Default log levels:'),
    ]) {
      await expect(target).toBeInViewport({ ratio: 1 });
    }
    // No outline: its logs are others in each run.
    await axeCheck(page);
  });

  await test.step('a low window folds what is above the list', async () => {
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(chart.getByRole('img')).toBeHidden();
    await expect(frame.getByRole('button', { name: '7 days', exact: true })).toBeHidden();
    const unfold = frame.getByRole('button', { name: 'Show overview' });
    await expect(unfold).toHaveAttribute('aria-expanded', 'false');
    await unfold.tap();
    await expect(chart.getByRole('img')).toBeVisible();
    const fold = frame.getByRole('button', { name: 'Hide overview' });
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await fold.tap();
    await expect(chart.getByRole('img')).toBeHidden();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(chart.getByRole('img')).toBeVisible();
  });

  await test.step('rows and the selection', async () => {
    await scroller.evaluate((element) => element.scrollTo(0, 600));
    await expect(table.locator('.list-head')).toBeInViewport({ ratio: 1 });
    const sixth = rows.nth(5);
    await sixth.scrollIntoViewIfNeeded();
    for (const part of ['.log-level', '.log-message', '.log-created']) {
      const box = await sixth.locator(part).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    await selectAll.check();
    await expect(bar).toContainText('Selected 50 logs');
    await expect(bar.getByRole('button', { name: 'Download as JSON' })).toBeInViewport({ ratio: 1 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    // No outline: its logs are others in each run.
    await axeCheck(page, '[data-frame="logs"]');
  });

  await test.step('a failure and its panel', async () => {
    const referer = `https://shop.example/${'x'.repeat(300)}`;
    const failed = { status: 500, error: 'Something went wrong.', details: 'database is locked', referer };
    const [id = ''] = await onlyLogs(backend, [
      requestLog({ url: `/api/${'x'.repeat(3000)}`, ...failed }, { level: 8 }),
    ]);
    await page.goto(logsHash());
    await expectLoaded(page, 1);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    // What went wrong is in sight, and in a wide window the details are too.
    await expect(labels(id).filter({ hasText: /^error:/ })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 740 });
    for (const label of await labels(id).all()) await expect(label).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    await row(id).tap();
    const { panel, filter } = logPanel(page);
    await expect(panel).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const action = filter('data.status');
    await expect(action).toBeVisible();
    await action.focus();
    await expect(action).toBeInViewport({ ratio: 1 });
    await expect(action).toHaveCSS('opacity', '1');
    await action.tap();
    await page.getByRole('menuitem', { name: 'is', exact: true }).tap();
    await expect(panel).toHaveCount(0);
    await expect(tokens).toHaveText(['status is 500']);
  });

  await test.step('the empty list', async () => {
    await page.goto(logsHash({ filter: 'nothing' }));
    await expect(frame.getByText('No logs found.')).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await checkScreen('[data-frame="logs"]');
  });
});
