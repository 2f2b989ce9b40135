import type { Page } from '@playwright/test';
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
} from '#tests/support/logs/page.ts';
import { onlyLogs, resumeLogging } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { hashOf, toasts } from '#tests/support/screens.ts';

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

test('the live view counts new entries without moving what is read, and adds them on request', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const ids = await onlyLogs(backend, numbered(60));
  await admin.signIn();
  await page.clock.install();
  await page.goto(logsHash());
  const { live, frame, messages, scroller, found, ...screen } = logsScreen(page);
  const news = frame.getByRole('button', { name: /^\d+\+? new$/ });
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
  await axe('[data-frame="logs"]');
  await news.click();
  await expect(news).toHaveCount(0);
  await expectLoaded(page, 133);
  await expect(messages.nth(0)).toHaveText('flood 69');

  await live.click();
  await expect(live).toHaveAttribute('aria-pressed', 'false');
  expect(hashOf(page)).toBe('#/logs');
});

test('the live view pauses while entries are selected or the tab is hidden, and says when nothing responds', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  await onlyLogs(backend, numbered(3));
  expectedProblems.allow(listFailure(500));
  await admin.signIn();
  await page.clock.install();
  // The address starts it, too.
  await page.goto(logsHash({ live: '1' }));
  const { live, rows, bar, refresh, table } = logsScreen(page);
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

  await page.route(LIST_CALLS, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'The disk is full.', data: {} } }),
  );
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

test('the live view shows real requests and only those of its filter', async ({ page, admin, backend }) => {
  await onlyLogs(backend, [requestLog({ url: '/api/old' })]);
  await admin.signIn();
  await page.goto(logsHash({ live: '1', filter: 'data.status = 404' }));
  const { frame, messages } = logsScreen(page);
  await expectLoaded(page, 0);
  await resumeLogging(backend);
  const path = '/api/nowhere';
  const [missing] = await logRequests(backend, [{ path }, { path: '/api/collections' }]);
  await frame.getByRole('button', { name: '1 new', exact: true }).click();
  await expect(messages).toHaveText([missing?.message ?? '']);
});
