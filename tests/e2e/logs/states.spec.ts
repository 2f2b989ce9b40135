import type { Page } from '@playwright/test';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs, logRequests, requestLog } from '#tests/support/logs/entries.ts';
import {
  collectListRequests,
  expectLoaded,
  isListRequest,
  LIST_CALLS,
  listFailure,
  logsHash,
  logsScreen,
  STATS_CALLS,
  STATS_WARNING,
  searchFor,
  statsFailure,
} from '#tests/support/logs/page.ts';
import { onlyLogs, resumeLogging } from '#tests/support/logs/seed.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { appSidebar, goToHash, hashOf, toasts } from '#tests/support/screens.ts';

const LIST_FAILED = 'The logs could not be loaded.';
const CHART_FAILED = 'The chart could not be loaded.';

/** Answers calls with an error until `page.unrouteAll`. */
const fail = (page: Page, calls: (url: URL) => boolean, status: number, message: string) =>
  page.route(calls, (route) => failWith(route, message, status));

/** Delays calls until the returned function is called; the page may have aborted them. */
async function hold(page: Page, calls: (url: URL) => boolean): Promise<() => void> {
  const held = gate();
  await page.route(calls, async (route) => {
    await held.opened;
    await route.continue().catch(() => undefined);
  });
  return held.open;
}

const numbered = (count: number, name = 'n') =>
  Array.from({ length: count }, (_, index) => ({ message: `${name} ${index}` }));

/** More than the time between two polls, in ms. */
const NEXT_POLL = 3000;

/** Lets time pass until the next poll was answered. */
async function nextPoll(page: Page): Promise<void> {
  const polled = page.waitForResponse((response) => isListRequest(response.request()));
  await page.clock.fastForward(NEXT_POLL);
  await (await polled).finished();
}

test('[LG-12][LG-20][LG-25][LG-26] loading, empty, failing and replaced lists', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  await onlyLogs(backend, []);
  await admin.signIn();
  const { frame, table, selectAll, chart, rows, messages, found, refresh, includeAdmins, bar } =
    logsScreen(page);
  const errors = toasts(page, 'error');
  const error = (message: string) => errors.filter({ hasText: message });
  const skeleton = frame.locator('[data-skeleton]');
  const chartSpinner = frame.getByText('Loading chart...');
  const clear = frame.getByRole('button', { name: 'Clear filters' });

  await test.step("a skeleton and spinners while loading, then 'No logs found.'", async () => {
    const opens = [await hold(page, LIST_CALLS), await hold(page, STATS_CALLS)];
    await page.goto(logsHash());
    await expect(skeleton).toBeVisible();
    await expect(chartSpinner).toBeAttached();
    await expect(selectAll).toHaveCount(0);
    await expect(table.getByRole('columnheader').first().locator('.animate-spin')).toBeVisible();
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(found).toHaveCount(0);
    // Who sees that the list is slow may want another one.
    await expect(frame.getByRole('group', { name: 'Levels' })).toBeVisible();
    await expect(frame.getByRole('region', { name: 'Top paths' })).toBeAttached();
    await checkScreen('[data-frame="logs"]');
    for (const open of opens) open();
    await expectLoaded(page, 0);
    await expect(frame.getByText('No logs found.')).toBeVisible();
    await expect(skeleton).toHaveCount(0);
    await expect(chartSpinner).toHaveCount(0);
    await expect(chart).toHaveCount(0);
    await expect(selectAll).toBeDisabled();
    // The preset without requests by admins is no filter of the user.
    await expect(clear).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step("'Clear filters' while there is a filter", async () => {
    await onlyLogs(backend, [requestLog(), requestLog()]);
    await page.goto(logsHash({ filter: 'nothing', span: '1h', where: 'data.status=404' }));
    await expectLoaded(page, 0);
    await expect(frame.getByText('No logs found.')).toBeVisible();
    await checkScreen('[data-frame="logs"]');
    await clear.click();
    await expectLoaded(page, 2);
    await expect(rows).toHaveCount(2);
    expect(hashOf(page)).toBe('#/logs');
    await expect(frame.getByText('No logs found.')).toHaveCount(0);
  });

  await test.step('while a refresh runs the rows stay, and the header shows a spinner again', async () => {
    const open = await hold(page, LIST_CALLS);
    await refresh.click();
    await expect(selectAll).toHaveCount(0);
    await expect(rows).toHaveCount(2);
    await expect(skeleton).toHaveCount(0);
    open();
    await expect(selectAll).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('a list that fails shows an error with a retry; a toast too, unless it is a 400 with a filter', async () => {
    expectedProblems.allow(listFailure(400), listFailure(500));
    const alert = frame.getByRole('alert').filter({ hasText: LIST_FAILED });
    await includeAdmins.check();
    await expectLoaded(page, 2);

    // The preset is a filter, so that a 400 shows no toast.
    await fail(page, LIST_CALLS, 400, 'Refused in a test.');
    await includeAdmins.uncheck();
    await expect(alert).toContainText('Refused in a test.');
    await expect(rows).toHaveCount(0);
    await expect(errors).toHaveCount(0);
    await checkScreen('[data-frame="logs"]');
    // Without any filter it does.
    await includeAdmins.check();
    await expect(errors).toHaveText(/Refused in a test\./);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(rows).toHaveCount(2);
    await expect(alert).toHaveCount(0);

    // Other failures always do. A refresh that fails keeps the rows.
    await fail(page, LIST_CALLS, 500, 'The disk is full.');
    await searchFor(page, 'level > -1');
    await expect(error('The disk is full.')).toBeVisible();
    await expect(alert).toContainText('The disk is full.');
    await page.unrouteAll();
    await refresh.click();
    await expect(rows).toHaveCount(2);
    await fail(page, LIST_CALLS, 500, 'The disk is still full.');
    await refresh.click();
    await expect(error('The disk is still full.')).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.unrouteAll();
  });

  await test.step('totals that fail are logged to the console; a toast follows the same rule, and the list works on', async () => {
    expectedProblems.allow(statsFailure(400), statsFailure(500), STATS_WARNING);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const alert = frame.getByRole('alert').filter({ hasText: CHART_FAILED });
    await page.goto(logsHash({ adminRequests: '1' }));
    await expectLoaded(page, 2);
    await fail(page, STATS_CALLS, 400, 'No totals in a test.');
    await includeAdmins.uncheck();
    await expect(alert).toBeVisible();
    await expect(rows).toHaveCount(2);
    await expect(found).toHaveCount(0);
    await expect(error('No totals in a test.')).toHaveCount(0);
    expect(warnings).toEqual(['Failed to load the log stats. No totals in a test.']);

    await includeAdmins.check();
    await expect(error('No totals in a test.')).toBeVisible();
    expect(warnings).toHaveLength(2);
    await page.unrouteAll();
    await fail(page, STATS_CALLS, 500, 'The totals are lost.');
    await searchFor(page, 'level = 0');
    await expect(error('The totals are lost.')).toBeVisible();
    await expect(rows).toHaveCount(2);
    expect(warnings).toHaveLength(3);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectLoaded(page, 2);
    await expect(alert).toHaveCount(0);

    // A request that was replaced by another one fails silently.
    const open = await hold(page, STATS_CALLS);
    const aborted = page.waitForEvent('requestfailed', (request) => STATS_CALLS(new URL(request.url())));
    await searchFor(page, 'level = 1');
    await searchFor(page, 'level = 0');
    await aborted;
    open();
    await expectLoaded(page, 2);
    expect(warnings).toHaveLength(3);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('another search aborts the requests of the one before, whose rows never appear', async () => {
    await onlyLogs(backend, [{ message: 'alpha' }, { message: 'beta' }]);
    await page.goto(logsHash({ adminRequests: '1' }));
    await expectLoaded(page, 2);
    const open = await hold(
      page,
      (url) => url.pathname.startsWith('/api/logs') && url.search.includes('alpha'),
    );
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
    open();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(messages).toHaveText(['beta']);
  });

  await test.step('leaving the logs stops their requests, and coming back shows what the address says', async () => {
    const query = { adminRequests: '1', filter: 'alpha' };
    await page.goto(logsHash(query));
    await expectLoaded(page, 1);
    await rows.first().getByRole('checkbox').check();
    await expect(bar).toBeVisible();

    const open = await hold(page, LIST_CALLS);
    const aborted = page.waitForEvent('requestfailed', (request) => LIST_CALLS(new URL(request.url())));
    await refresh.click();
    await goToHash(page, '#/settings');
    await aborted;
    await expect(frame).toBeHidden();
    open();
    await page.unrouteAll({ behavior: 'wait' });

    await page.goBack();
    await expectLoaded(page, 1);
    await expect(messages).toHaveText(['alpha']);
    expect(hashQuery(page)).toEqual(query);
    // What was selected is no longer visible in between, so it is not selected any more.
    await expect(bar).toHaveCount(0);
    await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
    await expectLoaded(page, 2);
    await expect(messages).toHaveText(['beta', 'alpha']);
  });
});

test('a backend that crashes and an offline network cause a message, and the list continues when they are back', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  await onlyLogs(backend, [requestLog(), requestLog()]);
  expectedProblems.allow(
    listFailure(502),
    statsFailure(502),
    STATS_WARNING,
    /^request failed GET \/api\/logs\?.* net::ERR_INTERNET_DISCONNECTED$/,
    /^request failed GET \/api\/logs\/stats.* net::ERR_INTERNET_DISCONNECTED$/,
  );
  await admin.signIn();
  await page.goto(logsHash());
  const { frame, refresh, rows } = logsScreen(page);
  await expectLoaded(page, 2);
  await backend.kill();
  await refresh.click();
  await expect(toasts(page, 'error').first()).toContainText(/backend/i);
  await expect(rows).toHaveCount(2);
  await expect(frame.getByText(CHART_FAILED)).toBeVisible();
  await searchFor(page, 'posts');
  await expect(frame.getByText(LIST_FAILED)).toBeVisible();
  await expect(frame.getByRole('alert').filter({ hasText: LIST_FAILED }).getByRole('button')).toBeVisible();
  // The page asks every few seconds whether the backend is there.
  await backend.restart();
  await expectLoaded(page, 2);
  await expect(rows).toHaveCount(2);

  await page.context().setOffline(true);
  await refresh.click();
  await expect(toasts(page, 'error').filter({ hasText: /offline|went wrong|connection/i })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.context().setOffline(false);
  await expect(page.getByText("You're offline. Retrying…")).toBeHidden();
  await expectLoaded(page, 2);
});

test('the live view counts, pauses, and shows new entries on request', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const ids = await onlyLogs(backend, numbered(60));
  await admin.signIn();
  await page.clock.install();
  await page.goto(logsHash());
  const { live, frame, messages, scroller, found, rows, bar, refresh, table, ...screen } = logsScreen(page);
  const news = frame.getByRole('button', { name: /^\d+\+? new$/ });

  await test.step('new entries are counted without moving what is read, and added on request', async () => {
    await expectLoaded(page, 60);
    await expect(live).toHaveAttribute('aria-pressed', 'false');
    await live.click();
    await expect(live).toHaveAttribute('aria-pressed', 'true');
    expect(hashQuery(page)).toEqual({ live: '1' });
    await nextPoll(page);
    await expect(news).toHaveCount(0);

    await scroller.evaluate((element) => element.scrollTo(0, 1000));
    const row = screen.row(ids[40] ?? '');
    await expect(row).toBeVisible();
    const before = await row.boundingBox();
    insertLogs(backend, numbered(1, 'new'));
    await nextPoll(page);
    await expect(news).toHaveText('1 new');
    insertLogs(backend, numbered(2, 'newer'));
    await nextPoll(page);
    await expect(news).toHaveText('3 new');
    expect(await row.boundingBox()).toEqual(before);

    await news.click();
    await expect(news).toHaveCount(0);
    await expect(found).toHaveText('Found 63 logs');
    // Whoever wants to see them sees them.
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(scroller).toBeFocused();
    await expect(messages.nth(0)).toHaveText('newer 1');
    await expect(messages.nth(1)).toHaveText('newer 0');
    await expect(messages.nth(2)).toHaveText('new 0');
    await expect(messages.nth(3)).toHaveText('n 59');

    // More than a page of new entries: the button counts no further and loads the list again.
    insertLogs(backend, numbered(70, 'flood'));
    await nextPoll(page);
    await expect(news).toHaveText('50+ new');
    await checkScreen('[data-frame="logs"]');
    await news.click();
    await expect(news).toHaveCount(0);
    await expectLoaded(page, 133);
    await expect(messages.nth(0)).toHaveText('flood 69');

    await live.click();
    await expect(live).toHaveAttribute('aria-pressed', 'false');
    expect(hashOf(page)).toBe('#/logs');
  });

  await test.step('the address starts it; it pauses while entries are selected or the tab is hidden', async () => {
    await onlyLogs(backend, numbered(3));
    await page.goto(logsHash({ live: '1', adminRequests: '1' }));
    await expectLoaded(page, 3);
    await expect(live).toHaveAttribute('data-live', 'on');
    await expect(live).toHaveAttribute('aria-pressed', 'true');
    await nextPoll(page);
    const requests = collectListRequests(page);
    /** Nothing was requested in a long time but the list of the last refresh. */
    const expectPaused = async () => {
      await expect(live).toHaveAttribute('data-live', 'paused');
      await expect(live).toHaveAttribute('aria-pressed', 'true');
      requests.length = 0;
      await page.clock.fastForward(10 * NEXT_POLL);
      await refresh.click();
      await expect(table).not.toHaveAttribute('aria-busy', 'true');
      expect(requests).toHaveLength(1);
    };

    await rows.first().getByRole('checkbox').check();
    await expectPaused();
    await bar.getByRole('button', { name: 'Reset' }).click();
    await expect(live).toHaveAttribute('data-live', 'on');
    await nextPoll(page);

    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await setHidden(true);
    await expectPaused();
    await setHidden(false);
    await nextPoll(page);
  });

  await test.step('it says when nothing responds', async () => {
    expectedProblems.allow(listFailure(500));
    await fail(page, LIST_CALLS, 500, 'The disk is full.');
    await nextPoll(page);
    await expect(live).toHaveAttribute('data-live', 'failing');
    await expect(live).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('No response from the server. Trying again.')).toBeAttached();
    await expect(rows).toHaveCount(3);
    await expect(toasts(page)).toHaveCount(0);
    await page.unrouteAll();
    await nextPoll(page);
    await expect(live).toHaveAttribute('data-live', 'on');
  });

  await test.step('it shows real requests and only those of its filter', async () => {
    await page.goto(logsHash({ live: '1', filter: 'data.status = 404' }));
    await expectLoaded(page, 0);
    await resumeLogging(backend);
    const path = '/api/nowhere';
    const [missing] = await logRequests(backend, [{ path }, { path: '/api/collections' }]);
    await nextPoll(page);
    await frame.getByRole('button', { name: '1 new', exact: true }).click();
    await expect(messages).toHaveText([missing?.message ?? '']);
  });
});
