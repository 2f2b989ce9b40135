import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  collectListRequests,
  expectLoaded,
  isListRequest,
  logsHash,
  logsScreen,
  searchFor,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';

/** Maximum number of elements in a 1280 x 800 window, for any number of loaded entries. */
const MAX_ELEMENTS = 2500;

const elements = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ message: `n ${index}` }));

/** Presses 'Load more' where it is: scrolling to it would load the page ahead. */
const pressLoadMore = (page: Page): Promise<void> =>
  logsScreen(page).loadMore.evaluate((button: HTMLButtonElement) => button.click());

test("[LG-12][LG-19] loads pages of 50, 'Load more' is there while the last page was full, rows come in batches of 10", async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, numbered(100));
  await admin.signIn();
  const { table, rows, messages, loadMore, refresh } = logsScreen(page);
  const requests = collectListRequests(page);
  await page.goto(logsHash());
  await expectLoaded(page, 100);
  expect(requests.map((query) => Object.fromEntries(query))).toEqual([
    { page: '1', perPage: '50', sort: '-rowid', skipTotal: '1', filter: 'data.auth!="admin"' },
  ]);
  await expect(table).toHaveAttribute('aria-rowcount', '51');
  await expect(loadMore).toBeAttached();
  expect((await rows.count()) % 10).toBe(0);
  await expect(messages.first()).toHaveText('n 99');
  await expect(table.getByRole('row').first()).toHaveAttribute('aria-rowindex', '1');
  await expect(rows.first()).toHaveAttribute('aria-rowindex', '2');

  const second = page.waitForRequest(isListRequest);
  await pressLoadMore(page);
  expect(Object.fromEntries(new URL((await second).url()).searchParams)).toEqual({
    page: '2',
    perPage: '50',
    sort: '-rowid',
    skipTotal: '1',
    filter: 'data.auth!="admin"',
  });
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  await expect(messages.first()).toHaveText('n 99');
  // The last page was full, so there may be more: an empty page ends the list.
  await expect(loadMore).toBeAttached();
  await pressLoadMore(page);
  await expect(loadMore).toHaveCount(0);
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  expect((await rows.count()) % 10).toBe(0);

  // A refresh loads the pages on screen, another filter starts with page 1 at the top.
  requests.length = 0;
  await refresh.click();
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  expect(requests.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
  await logsScreen(page).scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(messages.last()).toHaveText('n 0');
  await expect(rows.last()).toHaveAttribute('aria-rowindex', '101');
  requests.length = 0;
  await searchFor(page, 'n 9');
  await expectLoaded(page, 11);
  expect(requests.map((query) => query.get('page'))).toEqual(['1']);
  await expect(messages.first()).toHaveText('n 99');
  await expect(messages.first()).toBeInViewport();
  await expect(loadMore).toHaveCount(0);
});

test('[LG-19] 3,000 entries are loaded by scrolling, each page once, and the page stays small', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, numbered(3000));
  await admin.signIn();
  const { table, rows, messages, scroller, selectAll, bar, row } = logsScreen(page);
  const requests = collectListRequests(page);
  await page.goto(logsHash());
  await expectLoaded(page, 3000);
  // Scrolls to the end again and again, as a held End key does.
  await scroller.evaluate(async (element) => {
    const table = element.querySelector('[data-logs-table]');
    while (table?.getAttribute('aria-rowcount') !== '3001') {
      element.scrollTo(0, element.scrollHeight);
      await new Promise(requestAnimationFrame);
    }
  });
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(messages.last()).toHaveText('n 0');
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  // The 60th page was full.
  expect(requests.map((query) => Number(query.get('page')))).toEqual(
    Array.from({ length: 61 }, (_, index) => index + 1),
  );
  expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);

  await selectAll.check();
  await expect(bar).toContainText('Selected 3000 logs');
  expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
  await bar.getByRole('button', { name: 'Reset' }).click();

  // An entry in the middle is opened and closed: its row keeps its place and gets the focus back.
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  const middle = rows.filter({ has: page.locator(':scope[aria-rowindex="1510"]') });
  await expect(middle).toBeVisible();
  const id = (await middle.getAttribute('data-row-id')) ?? '';
  const before = await row(id).boundingBox();
  await row(id).click();
  await expect(page.getByRole('dialog', { name: 'Request log' })).toContainText(id);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(id)).toBeFocused();
  expect(await row(id).boundingBox()).toEqual(before);
  expect(requests).toHaveLength(61);
});
