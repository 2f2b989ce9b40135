import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import { insertLogs, logRequests, requestLog } from '#tests/support/logs/entries.ts';
import {
  collectListRequests,
  enterSearch,
  expectLoaded,
  filtersOf,
  isListRequest,
  isStatsRequest,
  LIST_CALLS,
  listFailure,
  logsHash,
  logsScreen,
  presetOf,
  REFUSED_FILTER,
  STATS_CALLS,
  STATS_WARNING,
  searchFor,
  statsFailure,
  WITHOUT_ADMINS,
} from '#tests/support/logs/page.ts';
import { expectShown, logPanel } from '#tests/support/logs/panel.ts';
import { onlyLogs, resumeLogging } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { appSidebar, goToHash, hashOf, signInByForm, toasts, tooltip } from '#tests/support/screens.ts';
import { newestLogs } from '#wire/newest.ts';

const URL_LIKE_FILTER = '/api/x?sort=a&page=2';
/** More than the time between two polls of the live view, in ms. */
const NEXT_POLL = 3000;
/** Maximum number of elements in a 1280 x 800 window, for any number of loaded entries. */
const MAX_ELEMENTS = 2500;

const both = (filter: string) => [filter, filter];
const visit = (page: Page, query: Record<string, string> = {}) => goToHash(page, logsHash(query).slice(1));
const numbered = (count: number, name = 'n') =>
  Array.from({ length: count }, (_, index) => ({ message: `${name} ${index}` }));

async function expectHeader(page: Page): Promise<void> {
  const screen = logsScreen(page);
  await expect(page).toHaveTitle(/^Logs - /);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logs');
  await expect(appSidebar(page).getByRole('link', { name: 'Logs' })).toHaveAttribute('aria-current', 'page');
  await expect(screen.includeAdmins).not.toBeChecked();
  await expect(screen.search).toHaveAttribute(
    'placeholder',
    `Search term or filter like \`level > 0 && data.auth = '${onLine('guest', '')}'\``,
  );
  const levels = screen.scroller.getByText('Default log levels:');
  await expect(levels.locator('code')).toHaveText(['-4:DEBUG', '0:INFO', '4:WARN', '8:ERROR']);
  for (const [button, text] of [
    [screen.frame.getByRole('button', { name: 'Logs settings' }), 'Logs settings'],
    [screen.refresh, 'Refresh'],
  ] as const) {
    await button.hover();
    await expect(tooltip(page)).toHaveText(text);
  }
}

async function searchText(page: Page): Promise<void> {
  const { searchButtons: buttons, rows, search, searchText: text } = logsScreen(page);
  await expect(buttons).toHaveCount(0);
  await enterSearch(page, 'abc');
  await expect(buttons).toHaveText(['Search', 'Clear']);
  const preset = `${WITHOUT_ADMINS}&&(level~"abc"||message~"abc"||data~"abc")`;
  expect(await filtersOf(page, () => buttons.first().click())).toEqual(both(preset));
  await expect(rows).toHaveCount(2);
  await expect(buttons).toHaveText(['Clear']);
  // The text can be changed and restored without a request.
  await enterSearch(page, 'abcd');
  await expect(buttons).toHaveText(['Search', 'Clear']);
  await page.keyboard.press('Backspace');
  await expect(buttons).toHaveText(['Clear']);
  expect(await filtersOf(page, () => buttons.click())).toEqual(both(WITHOUT_ADMINS));
  expect(hashOf(page)).toBe('#/logs');
  await expect.poll(text).toBe('');
  await expect(buttons).toHaveCount(0);
  await expect(search).toBeFocused();
}

async function completeFilter(page: Page): Promise<void> {
  const lines = page.locator('.ace_autocomplete .ace_line');
  const offered = async () => (await lines.allTextContents()).map((text) => text.trim());
  await page.keyboard.type('created > @n');
  await expect.poll(offered).toContain('@now DateTime');
  await enterSearch(page, '');
  await page.keyboard.type('leve');
  await expect.poll(offered).toEqual(['level']);
  await page.keyboard.press('Tab');
  await page.keyboard.type(' = 8');
  const sent = await filtersOf(page, () => page.keyboard.press('Enter'));
  expect(sent).toEqual(both(`${WITHOUT_ADMINS}&&level = 8`));
  await expectLoaded(page, 1);
}

async function restoreAddress(page: Page, id: string): Promise<void> {
  const { row, searchText: text } = logsScreen(page);
  const { panel } = logPanel(page);
  await visit(page);
  await expectLoaded(page, 4);
  await searchFor(page, 'has an');
  await expectLoaded(page, 1);
  await row(id).click();
  await expectShown(page, id);
  expect(hashQuery(page)).toEqual({ filter: 'has an', logId: id });
  await page.reload();
  await expectShown(page, id);
  await expectLoaded(page, 1);
  await expect.poll(text).toBe('has an');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // Back to before the entry was opened, which needs no request, and to before the search.
  const pages = collectListRequests(page);
  await page.goBack();
  await expect.poll(() => hashQuery(page)).toEqual({ filter: 'has an' });
  await page.goBack();
  await expectLoaded(page, 4);
  expect(pages.map((query) => query.get('page'))).toEqual(['1']);
  await expect.poll(text).toBe('');
}

async function refuseFilter(page: Page): Promise<void> {
  const { refusal, messages } = logsScreen(page);
  const [refused] = await filtersOf(page, () => searchFor(page, 'sort=a&page=2'));
  expect(refused).toBe(`${WITHOUT_ADMINS}&&sort=a&page=2`);
  await expect(refusal).toContainText('This is not a valid filter');
  await expect(refusal).toContainText('The list shows logs that contain this text.');
  await expectLoaded(page, 1);
  await expect(messages).toHaveText([`GET ${URL_LIKE_FILTER}`]);
  await searchFor(page, 'message = "');
  await expect(refusal).toContainText('This is not a valid filter');
  await expect(page.getByText('No logs found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectLoaded(page, 4);
  await expect(refusal).toHaveText('');
  await expect(toasts(page)).toHaveCount(0);
}

async function includeAdmins(page: Page): Promise<void> {
  const { includeAdmins: toggle, messages, frame } = logsScreen(page);
  const stored = () => page.evaluate(() => localStorage.getItem('adminLogRequests'));
  expect(await filtersOf(page, () => toggle.check())).toEqual(['', '']);
  await expectLoaded(page, 5);
  await expect(messages.first()).toHaveText('GET /api/settings');
  expect(hashQuery(page)).toEqual({ adminRequests: '1' });
  expect(await stored()).toBe('1');
  expect(await filtersOf(page, () => page.reload())).toEqual(['', '']);
  await expect(toggle).toBeChecked();
  // A later visit without the parameter starts with the remembered choice and puts it into the address.
  await goToHash(page, '#/settings');
  await expect(frame).toBeHidden();
  await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
  await expect.poll(() => hashQuery(page)).toEqual({ adminRequests: '1' });
  await expectLoaded(page, 5);
  // With the preset, an OR gets parentheses.
  await searchFor(page, 'level = 0 || level = 8');
  await expectLoaded(page, 5);
  const preset = `${WITHOUT_ADMINS}&&(level = 0 || level = 8)`;
  expect(await filtersOf(page, () => toggle.uncheck())).toEqual(both(preset));
  expect(hashQuery(page)).toEqual({ filter: 'level = 0 || level = 8' });
  expect(await stored()).toBe('0');
}

async function filterByGroups(page: Page, backend: Backend): Promise<void> {
  const post = (name: string, status: number, duration = 1) =>
    requestLog({ address: `/api/${name}?page=1`, status, duration }, { level: status < 400 ? 0 : 8 });
  await onlyLogs(backend, [
    ...['often', 'often', 'often'].map((name) => post(name, 200)),
    post('slow', 200, 800),
    ...[500, 500, 404].map((status) => post('broken', status)),
    post('brokenmore', 500),
  ]);
  await visit(page, { where: 'data.status=500&&data.method!="POST"' });
  const { tokens, messages, frame, preset, top } = logsScreen(page);
  await expectLoaded(page, 3);
  await expect(tokens).toHaveText(['status is 500', 'method is not POST']);
  for (const left of [['method is not POST'], []]) {
    await tokens.first().getByRole('button').click();
    await expect(tokens).toHaveText(left);
  }
  await expectLoaded(page, 8);
  expect(hashOf(page)).toBe('#/logs');
  // The focus stays in the page when the focused button disappears.
  expect(await frame.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  const [list, stats] = await filtersOf(page, () => preset('1 h').click());
  const since = new RegExp(`^${WITHOUT_ADMINS}&&created>="([^"]+)"$`).exec(list)?.[1] ?? '';
  expect(Math.abs(Date.parse(since) - (Date.now() - 3_600_000))).toBeLessThan(10_000);
  expect(stats).toMatch(new RegExp(`^${WITHOUT_ADMINS}&&created>="[^"]+"$`));
  await expect(preset('1 h')).toHaveAttribute('aria-pressed', 'true');
  expect(hashQuery(page)).toEqual({ span: '1h' });
  await expect(tokens).toHaveText(['Last 1 h']);
  await preset('1 h').click();
  await expect(preset('1 h')).toHaveAttribute('aria-pressed', 'false');

  // The counts are those of all levels while some are chosen.
  const levels = frame.getByRole('group', { name: 'Levels' }).getByRole('button');
  await expect(levels).toHaveText(['4 errors', '0 warnings', '4 info']);
  await levels.first().click();
  await expectLoaded(page, 4);
  await expect(levels.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(levels).toHaveText(['4 errors', '0 warnings', '4 info']);
  await levels.first().click();
  await expectLoaded(page, 8);

  const first = (group: string) =>
    top.getByRole('group', { name: group }).getByRole('button', { name: '/api/' }).first();
  await expect(first('Frequent')).toHaveText(/^\/api\/broken\s*3×$/);
  await expect(first('Slowest')).toHaveText(/^\/api\/slow\s*800 ms$/);
  await expect(first('Failing')).toHaveText(/^\/api\/broken\s*500\s*2×$/);
  await first('Failing').click();
  await expectLoaded(page, 2);
  await expect(messages).toHaveText(['GET /api/broken?page=1', 'GET /api/broken?page=1']);
  await expect(tokens).toHaveText(['url starts with /api/broken', 'status is 500']);
}

/** Moves the mouse to a part of the chart's width, from 0 to 1. */
async function moveTo(page: Page, part: number): Promise<void> {
  const box = await logsScreen(page).chart.getByRole('img').boundingBox();
  if (!box) throw new Error('The chart is not visible.');
  await page.mouse.move(box.x + box.width * part, box.y + box.height / 2, { steps: 4 });
}

/** How it is drawn is proven in `components/chart`. */
async function readChart(page: Page, backend: Backend): Promise<void> {
  const { chart } = logsScreen(page);
  const image = chart.getByRole('img');
  // Three entries at 10, four at 12 and two at 20 o'clock UTC, one of them an error.
  await onlyLogs(
    backend,
    [10, 10, 10, 12, 12, 12, 12, 20, 20].map((hour, index) =>
      requestLog({}, { created: `2026-11-05 ${hour}:0${index}:00.000Z`, level: index === 8 ? 8 : 0 }),
    ),
  );
  const loaded = page.waitForResponse((response) => isStatsRequest(response.request()));
  await visit(page);
  expect(await (await loaded).json()).toEqual([
    { date: '2026-11-05 10:00:00.000Z', total: 3 },
    { date: '2026-11-05 12:00:00.000Z', total: 4 },
    { date: '2026-11-05 20:00:00.000Z', total: 2 },
  ]);
  await expectLoaded(page, 9);
  await expect(image).toHaveAccessibleName(
    'Total requests per hour, Nov 5, 12 PM – 11 PM: 9 in total, at most 4 (Nov 5, 2 PM).',
  );
  // Moments of local time, of which the last one is whole.
  const moments = image.locator('.x.axis text');
  await expect(moments.first()).toHaveText('12 PM');
  const [inner, outer] = [await moments.last().boundingBox(), await image.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  await moveTo(page, 0.22);
  const tip = chart.locator('.graph-svg-tip');
  await expect(tip.locator('.title')).toHaveText('Nov 5, 2 PM');
  await expect(tip.locator('li')).toHaveText(/^4\s+Total requests$/);
  await page.mouse.move(0, 0);
}

async function zoomChart(page: Page): Promise<void> {
  const { chart, frame, tokens, messages } = logsScreen(page);
  const line = chart.locator('path.line-graph-path');
  // The point of 12 o'clock UTC is the third of twelve.
  await moveTo(page, 0.15);
  const dragged = await filtersOf(page, async () => {
    await page.mouse.down();
    await moveTo(page, 0.5);
    await page.mouse.up();
  });
  expect(hashQuery(page)['span']).toMatch(/^2026-11-05T1\d:00Z~2026-11-05T1\d:00Z$/);
  expect(dragged[0]).toMatch(
    new RegExp(`^${WITHOUT_ADMINS}&&created>="2026-11-05 1\\d:00:00\\.000Z"&&created<"`),
  );
  expect(dragged[1]).toBe(dragged[0]);
  await expectLoaded(page, 4);
  await expect(messages).toHaveCount(4);
  await expect(tokens).toHaveText(/^2026-11-05 1\d:00 – 1\d:00 UTC$/);
  await tokens.getByRole('button', { name: /^Remove 2026-11-05/ }).click();
  await expectLoaded(page, 9);

  // Bars are stacked by level instead, which this device remembers.
  await frame.getByRole('button', { name: 'Show by level' }).click();
  await expect(line).toHaveCount(0);
  const bars = chart.locator('.dataset-bars');
  await expect(bars).toHaveCount(2);
  await moveTo(page, 0.98);
  await expect(chart.locator('.graph-svg-tip li')).toHaveText([/^1\s+ERROR$/, /^1\s+INFO$/]);
  await page.mouse.move(0, 0);
  await page.reload();
  await expect(bars).toHaveCount(2);
  await frame.getByRole('button', { name: 'Show as line' }).click();
  await expect(line).toHaveCount(1);

  // Its table zooms, too, and Back leads back.
  await frame.getByRole('button', { name: 'Show as table' }).click();
  const table = frame.getByRole('table', { name: /^Total requests per hour/ });
  await expect(table.getByRole('rowheader')).toHaveText(['Nov 5, 10 PM', 'Nov 5, 2 PM', 'Nov 5, 12 PM']);
  await table.getByRole('button', { name: 'Zoom in: Nov 5, 12 PM' }).click();
  await expectLoaded(page, 3);
  await page.goBack();
  await expectLoaded(page, 9);
  await frame.getByRole('button', { name: 'Show as chart' }).click();
}

test('the header, the search, the filters and the chart of the logs', { tag: '@newer' }, async ({
  page,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(...REFUSED_FILTER);
  const [alpha = '', failed = ''] = await onlyLogs(backend, [
    { message: 'has an abc' },
    requestLog({}, { level: 8 }),
    requestLog({ referer: '/abc' }),
    requestLog({ address: URL_LIKE_FILTER }),
    requestLog({ who: 'administrator', address: '/api/settings' }),
  ]);
  await step('[RT-06][LG-10] they need an admin, who then returns to the address', async () => {
    await page.goto(logsHash({ filter: 'level > 0', logId: failed }));
    await expect(page).toHaveURL(/#\/login$/);
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expectShown(page, failed);
    await expectLoaded(page, 1);
    await page.keyboard.press('Escape');
    await visit(page);
    await expectLoaded(page, 4);
  });
  await step('[LG-01][LG-02][LG-05] the parts of the header', () => expectHeader(page));
  await step('[LG-03][LG-06][LG-07][LG-09] plain text is searched everywhere', () => searchText(page));
  await step('[LG-04] the box offers fields and macros', () => completeFilter(page));
  await step('[LG-10][LG-12] a reload and Back restore search and entry', () => restoreAddress(page, alpha));
  await step('[LG-07] a refused filter is explained, and searched as text', () => refuseFilter(page));
  await step('[LG-08][LG-09][LG-10][LG-11][ST-05] requests by admins on request', () => includeAdmins(page));
  await step('[LG-10] conditions, time spans, levels and paths are filters', () =>
    filterByGroups(page, backend),
  );
  await step('[LG-23][LG-24][API-09] the chart has the totals per hour', () => readChart(page, backend));
  await step('[LG-10][LG-23] it zooms by a drag and by its table', () => zoomChart(page));
});

/** Presses 'Load more' where it is: scrolling to it would load the page ahead. */
const pressLoadMore = (page: Page): Promise<void> =>
  logsScreen(page).loadMore.evaluate((button: HTMLButtonElement) => button.click());

async function loadPages(page: Page, origin: string): Promise<void> {
  const { table, rows, messages, loadMore, refresh, scroller } = logsScreen(page);
  const requests = collectListRequests(page);
  const sent = { perPage: '50', sort: newestLogs(), skipTotal: '1', filter: presetOf(origin) };
  await page.goto(logsHash());
  await expectLoaded(page, 100);
  await expect(table).toHaveAttribute('aria-rowcount', '51');
  expect((await rows.count()) % 10).toBe(0);
  await expect(messages.first()).toHaveText('n 99');
  await expect(rows.first()).toHaveAttribute('aria-rowindex', '2');
  await pressLoadMore(page);
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  expect(requests.map((query) => Object.fromEntries(query))).toEqual([
    { page: '1', ...sent },
    { page: '2', ...sent },
  ]);
  // The last page was full, so there may be more: an empty page ends the list.
  await pressLoadMore(page);
  await expect(loadMore).toHaveCount(0);
  await expect(table).toHaveAttribute('aria-rowcount', '101');

  // A refresh loads the pages on screen, another filter starts with page 1 at the top.
  requests.length = 0;
  await refresh.click();
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  expect(requests.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(messages.last()).toHaveText('n 0');
  requests.length = 0;
  await searchFor(page, 'n 9');
  await expectLoaded(page, 11);
  expect(requests.map((query) => query.get('page'))).toEqual(['1']);
  await expect(messages.first()).toBeInViewport();
  await expect(loadMore).toHaveCount(0);
}

async function selectRows(page: Page, ids: readonly string[]): Promise<void> {
  const { table, rows, messages, scroller, selectAll, bar, box } = logsScreen(page);
  await visit(page);
  await expectLoaded(page, 100);
  await expect(table).toHaveAttribute('aria-rowcount', '51');
  const [newest = '', , third = '', , fifth = ''] = ids.toReversed();
  await expect(bar).toHaveCount(0);
  await box(newest).check();
  await expect(bar).toContainText(/Selected 1 log(?!s)/);
  await expect(bar.getByRole('button')).toHaveText(['Reset', 'Download as JSON']);
  await expect(selectAll).toBeChecked({ indeterminate: true });
  // Shift selects all rows up to this one.
  await box(fifth).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('Selected 5 logs');
  await expect(box(third)).toBeChecked();
  await selectAll.click();
  await expect(bar).toContainText('Selected 50 logs');
  // More rows: the selected ones stay selected, new ones are not.
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  await expect(bar).toContainText('Selected 50 logs');
  await expect(selectAll).not.toBeChecked();
  await selectAll.click();
  await expect(bar).toContainText('Selected 100 logs');
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(bar).toHaveCount(0);
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await scroller.evaluate((element) => element.scrollTo(0, 0));
  // Unticking the last one hides the bar; another filter starts without a selection.
  await box(newest).check();
  await box(newest).uncheck();
  await expect(bar).toHaveCount(0);
  await box(newest).check();
  await searchFor(page, 'n 99');
  await expect(messages).toHaveText(['n 99']);
  await expect(bar).toHaveCount(0);
  await searchFor(page, 'nothing');
  await expectLoaded(page, 0);
  await expect(selectAll).toBeDisabled();
}

async function scrollLongList(page: Page, backend: Backend): Promise<void> {
  const { table, rows, row, messages, scroller, selectAll, bar } = logsScreen(page);
  await onlyLogs(backend, numbered(300));
  const requests = collectListRequests(page);
  await visit(page);
  await expectLoaded(page, 300);
  // Scrolls to the end again and again, as a held End key does.
  await scroller.evaluate(async (element) => {
    const list = element.querySelector('[data-logs-table]');
    while (list?.getAttribute('aria-rowcount') !== '301') {
      element.scrollTo(0, element.scrollHeight);
      await new Promise(requestAnimationFrame);
    }
    element.scrollTo(0, element.scrollHeight);
  });
  await expect(messages.last()).toHaveText('n 0');
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  // The 6th page was full.
  expect(requests.map((query) => query.get('page'))).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  await selectAll.check();
  await expect(bar).toContainText('Selected 300 logs');
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MAX_ELEMENTS);
  await bar.getByRole('button', { name: 'Reset' }).click();

  // An entry in the middle is opened and closed: its row keeps its place and gets the focus back.
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  const middle = rows.filter({ has: page.locator(':scope[aria-rowindex="155"]') });
  await expect(middle).toBeVisible();
  const id = (await middle.getAttribute('data-row-id')) ?? '';
  const before = await row(id).boundingBox();
  await row(id).click();
  await expectShown(page, id);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(id)).toBeFocused();
  expect(await row(id).boundingBox()).toEqual(before);
  expect(requests).toHaveLength(7);
}

/** Answers calls with an error until `page.unrouteAll`. */
const fail = (page: Page, calls: (url: URL) => boolean) =>
  page.route(calls, (route) => failWith(route, 'The disk is full.'));

/** Whether a failure keeps the rows is proven in `stores/logs/failures`. */
async function tryAgain(page: Page, backend: Backend): Promise<void> {
  const { frame, rows, table, refresh } = logsScreen(page);
  await onlyLogs(backend, [requestLog(), requestLog()]);
  await fail(page, (url) => LIST_CALLS(url) || STATS_CALLS(url));
  await searchFor(page, 'level = 0');
  const list = frame.getByRole('alert').filter({ hasText: 'The logs could not be loaded.' });
  const chart = frame.getByRole('alert').filter({ hasText: 'The chart could not be loaded.' });
  await expect(list).toContainText('The disk is full.');
  await expect(chart).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await chart.getByRole('button', { name: 'Try again' }).click();
  await expect(chart).toHaveCount(0);
  await list.getByRole('button', { name: 'Try again' }).click();
  await expectLoaded(page, 2);
  await expect(frame.getByRole('alert')).toHaveCount(0);
  await expect(table.locator('.animate-spin')).toHaveCount(0);

  // While a refresh runs the rows stay, and the header shows a spinner.
  const release = Promise.withResolvers<void>();
  await page.route(LIST_CALLS, async (route) => {
    await release.promise;
    await route.continue();
  });
  await refresh.click();
  await expect(table.getByRole('columnheader').first().locator('.animate-spin')).toBeVisible();
  await expect(rows).toHaveCount(2);
  release.resolve();
  await expectLoaded(page, 2);
  await page.unrouteAll({ behavior: 'wait' });
}

/** Lets time pass until the next poll was answered. */
async function nextPoll(page: Page): Promise<void> {
  const polled = page.waitForResponse((response) => isListRequest(response.request()));
  await page.clock.fastForward(NEXT_POLL);
  await (await polled).finished();
}

/** When it asks, and what it offers, is proven in `stores/logs/live`. */
async function watchLive(page: Page, backend: Backend): Promise<void> {
  const { live, frame, messages, scroller, found, rows, bar, row } = logsScreen(page);
  const news = frame.getByRole('button', { name: /^\d+\+? new$/ });
  const ids = await onlyLogs(backend, numbered(60));
  await visit(page);
  await expectLoaded(page, 60);
  await expect(live).toHaveAttribute('aria-pressed', 'false');
  await page.clock.install();
  await live.click();
  await expect(live).toHaveAttribute('aria-pressed', 'true');
  expect(hashQuery(page)).toEqual({ live: '1' });
  await nextPoll(page);
  await expect(news).toHaveCount(0);

  // New entries are counted without moving what is read.
  await scroller.evaluate((element) => element.scrollTo(0, 1000));
  const read = row(ids[40] ?? '');
  await expect(read).toBeVisible();
  const before = await read.boundingBox();
  insertLogs(backend, numbered(3, 'new'));
  await nextPoll(page);
  await expect(news).toHaveText('3 new');
  expect(await read.boundingBox()).toEqual(before);
  await news.click();
  await expect(news).toHaveCount(0);
  await expect(found).toHaveText('Found 63 logs');
  // Whoever wants to see them sees them.
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(scroller).toBeFocused();
  await expect(messages.first()).toHaveText('new 2');

  // More than a page of new entries: the button counts no further and loads the list again.
  insertLogs(backend, numbered(70, 'flood'));
  await nextPoll(page);
  await expect(news).toHaveText('50+ new');
  await news.click();
  await expectLoaded(page, 133);
  await expect(messages.first()).toHaveText('flood 69');

  // It pauses while entries are selected, and says when nothing responds.
  await rows.first().getByRole('checkbox').check();
  await expect(live).toHaveAttribute('data-live', 'paused');
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(live).toHaveAttribute('data-live', 'on');
  await fail(page, LIST_CALLS);
  await nextPoll(page);
  await expect(live).toHaveAttribute('data-live', 'failing');
  await expect(page.getByText('No response from the server. Trying again.')).toBeAttached();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await nextPoll(page);
  await expect(live).toHaveAttribute('data-live', 'on');

  // The address starts it; real requests arrive, and only those of its filter.
  await visit(page, { live: '1', filter: 'data.status = 404' });
  await expectLoaded(page, 0);
  await resumeLogging(backend);
  const path = '/api/nowhere';
  const [missing] = await logRequests(backend, [{ path }, { path: '/api/collections' }]);
  await nextPoll(page);
  await frame.getByRole('button', { name: '1 new', exact: true }).click();
  await expect(messages).toHaveText([missing?.message ?? '']);
}

test('the pages, the selection, the failures and the live view of a list of logs', async ({
  page,
  admin,
  backend,
  atoll,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(listFailure(500), statsFailure(500), STATS_WARNING);
  const ids = await onlyLogs(backend, numbered(100));
  await admin.signIn();
  await step('[LG-12][LG-19] pages of 50 until one is not full', () => loadPages(page, atoll.url));
  await step('[LG-21] the selection of loaded rows', () => selectRows(page, ids));
  await step('[LG-19] a long list stays small', () => scrollLongList(page, backend));
  await step('[LG-20][LG-25][LG-26] a failure can be repeated', () => tryAgain(page, backend));
  await step('the live view counts, pauses and shows new entries on request', () => watchLive(page, backend));
});
