import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import {
  expectLoaded,
  LIST_CALLS,
  listFailure,
  logsHash,
  logsScreen,
  STATS_CALLS,
  STATS_WARNING,
  searchFor,
  statsFailure,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { appSidebar, goToHash, hashOf, toasts } from '#tests/support/screens.ts';

const LIST_FAILED = 'The logs could not be loaded.';
const CHART_FAILED = 'The chart could not be loaded.';

/** Answers calls with an error until `page.unrouteAll`. */
const fail = (page: Page, calls: (url: URL) => boolean, status: number, message: string) =>
  page.route(calls, (route) => route.fulfill({ status, json: { code: status, message, data: {} } }));

test("[LG-20] shows a skeleton and spinners while loading, then 'No logs found.', with 'Clear filters' while there is a filter", async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await onlyLogs(backend, []);
  await admin.signIn();
  const held = gate();
  for (const calls of [LIST_CALLS, STATS_CALLS]) {
    await page.route(calls, async (route) => {
      await held.opened;
      await route.continue();
    });
  }
  await page.goto(logsHash());
  const { frame, table, selectAll, chart, rows, found } = logsScreen(page);
  const skeleton = frame.locator('[data-skeleton]');
  const chartSpinner = frame.getByText('Loading chart...');
  const clear = frame.getByRole('button', { name: 'Clear filters' });
  await expect(skeleton).toBeVisible();
  await expect(chartSpinner).toBeAttached();
  await expect(selectAll).toHaveCount(0);
  await expect(table.getByRole('columnheader').first().locator('.animate-spin')).toBeVisible();
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expect(found).toHaveCount(0);
  await axe('[data-frame="logs"]');
  held.open();
  await expectLoaded(page, 0);
  await expect(frame.getByText('No logs found.')).toBeVisible();
  await expect(skeleton).toHaveCount(0);
  await expect(chartSpinner).toHaveCount(0);
  await expect(chart).toHaveCount(0);
  await expect(selectAll).toBeDisabled();
  // The preset without requests by admins is no filter of the user.
  await expect(clear).toHaveCount(0);
  await page.unrouteAll();

  await onlyLogs(backend, [requestLog(), requestLog()]);
  await page.goto(logsHash({ filter: 'nothing', span: '1h', where: 'data.status=404' }));
  await expectLoaded(page, 0);
  await expect(frame.getByText('No logs found.')).toBeVisible();
  await axe();
  await clear.click();
  await expectLoaded(page, 2);
  await expect(rows).toHaveCount(2);
  expect(hashOf(page)).toBe('#/logs');
  await expect(frame.getByText('No logs found.')).toHaveCount(0);

  // While a refresh runs the rows stay, and the header shows a spinner again.
  const again = gate();
  await page.route(LIST_CALLS, async (route) => {
    await again.opened;
    await route.continue();
  });
  await frame.getByRole('button', { name: 'Refresh' }).click();
  await expect(selectAll).toHaveCount(0);
  await expect(rows).toHaveCount(2);
  await expect(skeleton).toHaveCount(0);
  again.open();
  await expect(selectAll).toBeVisible();
});

test('[LG-25] a list that fails shows an error with a retry; a toast too, unless it is a 400 with a filter', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  await onlyLogs(backend, [requestLog()]);
  expectedProblems.allow(listFailure(400), listFailure(500));
  await admin.signIn();
  const { frame, rows, refresh } = logsScreen(page);
  const alert = frame.getByRole('alert').filter({ hasText: LIST_FAILED });
  const errors = toasts(page, 'error');

  // The preset is a filter, so that a 400 shows no toast.
  await fail(page, LIST_CALLS, 400, 'Refused in a test.');
  await page.goto(logsHash());
  await expect(alert).toContainText('Refused in a test.');
  await expect(rows).toHaveCount(0);
  await expect(errors).toHaveCount(0);
  await axe();
  // Without any filter it does.
  await logsScreen(page).includeAdmins.check();
  await expect(errors).toHaveText(/Refused in a test\./);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(1);
  await expect(alert).toHaveCount(0);

  // Other failures always do. A refresh that fails keeps the rows.
  await fail(page, LIST_CALLS, 500, 'The disk is full.');
  await searchFor(page, 'level > -1');
  await expect(errors.filter({ hasText: 'The disk is full.' })).toBeVisible();
  await expect(alert).toContainText('The disk is full.');
  await page.unrouteAll();
  await refresh.click();
  await expect(rows).toHaveCount(1);
  await fail(page, LIST_CALLS, 500, 'The disk is still full.');
  await refresh.click();
  await expect(errors.filter({ hasText: 'The disk is still full.' })).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('[LG-26] totals that fail are logged to the console; a toast follows the same rule, and the list works on', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  await onlyLogs(backend, [requestLog(), requestLog()]);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  expectedProblems.allow(statsFailure(400), statsFailure(500), STATS_WARNING);
  await admin.signIn();
  const { frame, rows, found } = logsScreen(page);
  const alert = frame.getByRole('alert').filter({ hasText: CHART_FAILED });
  const errors = toasts(page, 'error');
  await fail(page, STATS_CALLS, 400, 'Refused in a test.');
  await page.goto(logsHash());
  await expect(alert).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(found).toHaveCount(0);
  await expect(errors).toHaveCount(0);
  expect(warnings).toEqual(['Failed to load the log stats. Refused in a test.']);

  await logsScreen(page).includeAdmins.check();
  await expect(errors).toHaveText(/Refused in a test\./);
  expect(warnings).toHaveLength(2);
  await page.unrouteAll();
  await fail(page, STATS_CALLS, 500, 'The disk is full.');
  await searchFor(page, 'level = 0');
  await expect(errors.filter({ hasText: 'The disk is full.' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(warnings).toHaveLength(3);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectLoaded(page, 2);
  await expect(alert).toHaveCount(0);

  // A request that was replaced by another one fails silently.
  const held = gate();
  await page.route(STATS_CALLS, async (route) => {
    await held.opened;
    await route.continue().catch(() => undefined);
  });
  const aborted = page.waitForEvent('requestfailed', (request) => STATS_CALLS(new URL(request.url())));
  await searchFor(page, 'level = 1');
  await searchFor(page, 'level = 0');
  await aborted;
  held.open();
  await expectLoaded(page, 2);
  expect(warnings).toHaveLength(3);
});

test('a backend that crashes and an offline network cause a message, and the list continues when they are back', async ({
  page,
  admin,
  startSite,
  expectedProblems,
}) => {
  const site = await startSite();
  await onlyLogs(site.backend, [requestLog(), requestLog()]);
  expectedProblems.allow(
    listFailure(502),
    statsFailure(502),
    STATS_WARNING,
    /^request failed GET \/api\/logs\?.* net::ERR_INTERNET_DISCONNECTED$/,
    /^request failed GET \/api\/logs\/stats.* net::ERR_INTERNET_DISCONNECTED$/,
  );
  await admin.signIn(page, site);
  await page.goto(site.atoll.url + logsHash());
  const { frame, refresh, rows } = logsScreen(page);
  await expectLoaded(page, 2);
  await site.backend.kill();
  await refresh.click();
  await expect(toasts(page, 'error').first()).toContainText(/backend/i);
  await expect(rows).toHaveCount(2);
  await expect(frame.getByText(CHART_FAILED)).toBeVisible();
  await searchFor(page, 'posts');
  await expect(frame.getByText(LIST_FAILED)).toBeVisible();
  await site.backend.restart();
  // One button loads the list, another the chart.
  await frame.getByRole('alert').filter({ hasText: LIST_FAILED }).getByRole('button').click();
  await expectLoaded(page, 2);
  await expect(rows).toHaveCount(2);

  await page.context().setOffline(true);
  await refresh.click();
  await expect(toasts(page, 'error').filter({ hasText: /offline|went wrong|connection/i })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.context().setOffline(false);
  await refresh.click();
  await expectLoaded(page, 2);
});

test('[LG-12] another search aborts the requests of the one before, whose rows never appear', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, [{ message: 'alpha' }, { message: 'beta' }]);
  await admin.signIn();
  await page.goto(logsHash());
  const { messages } = logsScreen(page);
  await expectLoaded(page, 2);
  const held = gate();
  const isSlow = (url: URL) => url.pathname.startsWith('/api/logs') && url.search.includes('alpha');
  await page.route(isSlow, async (route) => {
    await held.opened;
    await route.continue().catch(() => undefined);
  });
  const aborted = [LIST_CALLS, STATS_CALLS].map((calls) =>
    page.waitForEvent('requestfailed', (request) => calls(new URL(request.url()))),
  );
  await searchFor(page, 'alpha');
  // The rows of the last search stay until others arrive.
  await expect(messages).toHaveText(['beta', 'alpha']);
  await searchFor(page, 'beta');
  await Promise.all(aborted);
  await expectLoaded(page, 1);
  await expect(messages).toHaveText(['beta']);
  held.open();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(messages).toHaveText(['beta']);
});

test('leaving the logs stops their requests, and coming back shows what the address says', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, [{ message: 'alpha' }, { message: 'beta' }]);
  await admin.signIn();
  await page.goto(logsHash({ filter: 'alpha' }));
  const { frame, messages, rows, bar } = logsScreen(page);
  await expectLoaded(page, 1);
  await rows.first().getByRole('checkbox').check();
  await expect(bar).toBeVisible();

  const held = gate();
  await page.route(LIST_CALLS, async (route) => {
    await held.opened;
    await route.continue().catch(() => undefined);
  });
  const aborted = page.waitForEvent('requestfailed', (request) => LIST_CALLS(new URL(request.url())));
  await frame.getByRole('button', { name: 'Refresh' }).click();
  await goToHash(page, '#/settings');
  await aborted;
  await expect(frame).toBeHidden();
  held.open();
  await page.unrouteAll({ behavior: 'wait' });

  await page.goBack();
  await expectLoaded(page, 1);
  await expect(messages).toHaveText(['alpha']);
  expect(hashQuery(page)).toEqual({ filter: 'alpha' });
  // What was selected is no longer visible in between, so it is not selected any more.
  await expect(bar).toHaveCount(0);
  await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
  await expectLoaded(page, 2);
  await expect(messages).toHaveText(['beta', 'alpha']);
});
