import type { Page } from '@playwright/test';
import { roundedMs } from '#domain/logs/duration.ts';
import { axeCheck } from '#tests/support/axe.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { insertLogs, logEachKind, requestLog, type StoredLog } from '#tests/support/logs/entries.ts';
import {
  collectListRequests,
  expectLoaded,
  isListRequest,
  logsHash,
  logsScreen,
  presetOf,
  REFUSED_FILTER,
  searchFor,
} from '#tests/support/logs/page.ts';
import {
  expectShown,
  isLogRequest,
  logPanel,
  logsQuery,
  openLog,
  savedFile,
} from '#tests/support/logs/panel.ts';
import { onlyLogs, resumeLogging } from '#tests/support/logs/seed.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

/** Maximum number of elements in a 1280 x 800 window, for any number of loaded entries. */
const MAX_ELEMENTS = 2500;

const MEGABYTE = 1_000_000;

const TEXTS = {
  ...hostileStrings,
  terminal: '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J',
  isolate: '\u2066\u202e\u2067gpj.exe',
  json: '{"__proto__":{"x":1},"$ref":"#","self":"[Circular]"}',
  combining: `Z${'\u0310\u0322'.repeat(300)}`,
} as const;

/** The labels of a request's entry by LG-15. */
function requestLabels({ data }: StoredLog, isExternal = false): string[] {
  const shown = (name: string) => `${name}: ${data[name] === '' ? '-' : data[name]}`;
  const labels = [
    shown('status'),
    `execTime: ${roundedMs(Number(data['execTime']))}ms`,
    shown('auth'),
    shown('userIp'),
  ];
  if (isExternal) labels.push(shown('referer'));
  if (data['error']) labels.push(shown('error'));
  if (data['details']) labels.push(shown('details'));
  return labels;
}

/** `20261105120000123Z` for the date `2026-11-05 12:00:00.123Z`. */
const compact = (created: string) => created.replace(/[-: .]/g, '');

const elements = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ message: `n ${index}` }));

/** Presses 'Load more' where it is: scrolling to it would load the page ahead. */
const pressLoadMore = (page: Page): Promise<void> =>
  logsScreen(page).loadMore.evaluate((button: HTMLButtonElement) => button.click());

test('[LG-10][LG-13][LG-14][LG-15][LG-17][LG-18][LG-22][LD-01][LD-02][LD-03][LD-04][LD-05][LD-06][LD-07][UI-07][API-09] real requests are listed, saved and opened', async ({
  page,
  admin,
  backend,
}) => {
  await resumeLogging(backend);
  const kinds = await logEachKind(backend);
  const { badPassword, guest, unauthorized, admin: hidden } = kinds;
  const stored = (id: string) => backend.api.get<StoredLog>(`/api/logs/${id}`);
  const clipboard = await allowClipboard(page);
  await page.clock.install();
  await admin.signIn();
  const screen = logsScreen(page);
  const { panel, title, names, value, close, download, newer, older } = logPanel(page);

  await test.step('an address opens an entry that the list does not contain; closing aborts its request', async () => {
    const answer = gate();
    await page.route(
      (url) => url.pathname === `/api/logs/${hidden.id}`,
      async (route) => {
        await answer.opened;
        // The page may have aborted the request.
        await route.continue().catch(() => {});
      },
    );
    const sent = page.waitForRequest((request) => isLogRequest(request, hidden.id));
    await page.goto(logsHash({ logId: hidden.id }));
    await expect(panel.getByText('Loading...')).toBeVisible();
    await expect(download).toBeDisabled();
    expect((await sent).method()).toBe('GET');

    const aborted = page.waitForEvent('requestfailed', (request) => isLogRequest(request, hidden.id));
    await close.click();
    await expect(panel).toHaveCount(0);
    expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(toasts(page)).toHaveCount(0);
    answer.open();
    await page.unrouteAll();

    await openLog(page, hidden.id);
    await expect(newer).toHaveAttribute('aria-disabled', 'true');
    await expect(older).toHaveAttribute('aria-disabled', 'true');
    await close.click();
    await expect(panel).toHaveCount(0);
  });

  await test.step('they are listed with level, labels and dates, the newest first', async () => {
    const listed = page.waitForResponse((response) => isListRequest(response.request()));
    await page.goto(logsHash({ adminRequests: '1', filter: 'data.url ~ "sent="' }));
    const { items } = await (await listed).json();
    expect(items).toHaveLength(7);
    for (const item of items) {
      expect(Object.keys(item)).toEqual(
        expect.arrayContaining(['id', 'level', 'message', 'created', 'data']),
      );
    }
    await expectLoaded(page, 7);
    await expect(screen.table.getByRole('columnheader')).toHaveText([
      '',
      'level',
      'message',
      'created',
      'Open',
    ]);
    // The headers do not sort.
    await expect(screen.table.locator('[aria-sort], [role=columnheader] button')).toHaveCount(0);
    await expect(screen.messages).toHaveText(items.map(({ message }: StoredLog) => message));

    for (const [name, log] of Object.entries(kinds)) {
      const row = screen.row(log.id);
      await expect(row.locator('[data-level]'), name).toHaveText(log.level === 8 ? 'ERROR (8)' : 'INFO (0)');
      await expect(screen.labels(log.id), name).toHaveText(requestLabels(log, name === 'guest'));
      await expect(row.locator('time'), name).toHaveText(log.created.replace('Z', ' UTC'));
      await expect(row.locator('.log-arrow span'), name).toBeVisible();
    }
    const { notFound } = kinds;
    await expect(screen.labels(notFound.id).filter({ hasText: /^error:/ })).toHaveClass(/is-error/);
    await expect(screen.labels(notFound.id).filter({ hasText: /^details:/ })).toHaveClass(/is-warning/);

    // The browser of the tests is in Sofia, two hours ahead of UTC in winter.
    await screen.row(guest.id).locator('time').hover();
    const hour = String((Number(guest.created.slice(11, 13)) + 2) % 24).padStart(2, '0');
    await expect(tooltip(page)).toHaveText(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d ${hour}:${guest.created.slice(14, 23)} Local$`),
    );
    await page.mouse.move(0, 0);
    // No outline: the slowest paths are others in each run.
    await axeCheck(page);
  });

  await test.step('one selected entry is saved as an object, several as an array, exactly as the backend stores them', async () => {
    const save = screen.bar.getByRole('button', { name: 'Download as JSON' });
    await screen.box(badPassword.id).check();
    const one = await savedFile(page, () => save.click());
    expect(one.name).toBe(`log_${compact(badPassword.created)}.json`);
    expect(JSON.parse(one.text)).toEqual(await stored(badPassword.id));
    // The checkbox of a row only selects it.
    expect(logsQuery(page)['logId']).toBeUndefined();

    // In the order of the list, whatever the order of the clicks.
    await screen.box(unauthorized.id).check();
    await screen.box(guest.id).check();
    const several = await savedFile(page, () => save.click());
    expect(several.name).toBe(`3_logs_${compact(guest.created)}_to_${compact(unauthorized.created)}.json`);
    const chosen = [unauthorized.id, badPassword.id, guest.id];
    const listed = await screen.rows.evaluateAll((rows) =>
      rows.map((row) => row.getAttribute('data-row-id') ?? ''),
    );
    const ids = listed.filter((id) => chosen.includes(id));
    expect(ids).toHaveLength(3);
    expect(JSON.parse(several.text)).toEqual(await Promise.all(ids.map(stored)));
    await expect(screen.bar).toContainText('Selected 3 logs');
  });

  await test.step('a click on a row opens the entry of its request', async () => {
    await screen.row(badPassword.id).click();
    await expectShown(page, badPassword.id);
    await expect(title).toHaveText('Request log');
    await expect(panel).toHaveCSS('width', '760px');
    await expect(panel.getByRole('table')).toHaveCSS('border-top-width', '1px');
    await expect(close).toBeVisible();
    await expect(download).toBeVisible();
    const dataNames =
      'execTime type auth status method url referer remoteIp userIp userAgent error details'.split(' ');
    await expect(names).toHaveText(['id', 'level', 'created', ...dataNames.map((name) => `data.${name}`)]);

    const { data, created } = await stored(badPassword.id);
    await expect(value('level')).toHaveText('ERROR (8)');
    await expect(value('created')).toContainText(created.replace('Z', ' UTC'));
    await expect(value('created')).toContainText(
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} Local · (\d+ s ago|now)$/,
    );
    await expect(value('data.execTime')).toHaveText(`${data['execTime']}ms`);
    for (const name of ['type', 'auth', 'status', 'method', 'url', 'remoteIp', 'userIp', 'userAgent']) {
      await expect(value(`data.${name}`)).toHaveText(String(data[name]));
    }
    await expect(value('data.referer')).toHaveText('N/A');
    await expect(value('data.error').locator('.log-error')).toHaveText(String(data['error']));
    await expect(value('data.details').locator('pre')).toHaveText(String(data['details']));
  });

  await test.step('its file contains the whole entry, and its id is copied', async () => {
    const { name, text } = await savedFile(page, () => download.click());
    expect(name).toBe(`log_${compact(badPassword.created)}.json`);
    expect(text).toBe(JSON.stringify(await stored(badPassword.id), null, 2));

    const copy = value('id').getByRole('button', { name: 'Copy id' });
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await copy.click();
    await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
    await page.clock.runFor(499);
    await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
    await page.clock.runFor(1);
    await expect(copy.locator('[class*="ri--file-copy-line"]')).toBeVisible();
    await page.clock.resume();
    expect(await clipboard()).toBe(badPassword.id);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('[LG-14][LG-15][LG-16] every level has a name, other entries show up to six of their data, and hostile texts stay text', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  refuseDialogs(page);
  const levels = [-4, 0, 4, 8, 5, -100];
  await onlyLogs(backend, [
    ...levels.map((level) => ({ level, message: `level ${level}` })),
    {
      message: 'plain',
      data: { list: { a: [1, 'x'] }, yes: true, no: false, empty: '', none: null, zero: 0, seventh: 7 },
    },
    { message: 'failed', level: 4, data: { attempt: 2, error: 'no route', details: 'line 1\nline 2' } },
    requestLog({ referer: '', userIp: '', execTime: 0.5 }, { message: 'internal' }),
  ]);
  await admin.signIn();
  // High enough for all rows.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto(logsHash({ adminRequests: '1' }));
  const screen = logsScreen(page);
  const { row, rows, labels, top } = screen;

  await test.step('names of levels and data', async () => {
    await expectLoaded(page, 9);
    const rowOf = async (message: string) => {
      const found = rows.filter({ has: page.getByText(message, { exact: true }) });
      return (await found.getAttribute('data-row-id')) ?? '';
    };
    const shown = ['DEBUG (-4)', 'INFO (0)', 'WARN (4)', 'ERROR (8)', 'UNKN (5)', 'UNKN (-100)'];
    for (const [index, level] of levels.entries()) {
      const found = row(await rowOf(`level ${level}`));
      await expect(found.locator('[data-level]')).toHaveText(shown[index] ?? '');
      await expect(found.locator('.log-label')).toHaveCount(0);
    }
    await expect(labels(await rowOf('plain'))).toHaveText([
      // The backend sorts them by name.
      'empty: -',
      'list: {"a":[1,"x"]}',
      'no: False',
      'none: -',
      'seventh: 7',
      'yes: True',
    ]);
    await expect(labels(await rowOf('failed'))).toHaveText([
      'attempt: 2',
      'error: no route',
      /^details: line 1\s*line 2$/,
    ]);
    await expect(labels(await rowOf('internal'))).toHaveText([
      'status: 200',
      'execTime: 0.5ms',
      'auth: guest',
      'userIp: -',
    ]);
  });

  await test.step('entries with a megabyte of data do not make the page large', async () => {
    await onlyLogs(backend, []);
    const keys = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key_${index}`, index]));
    const [, , keyed = ''] = insertLogs(backend, [
      requestLog({ details: 'W'.repeat(MEGABYTE), url: `/api/${'x'.repeat(MEGABYTE / 10)}` }),
      { message: 'M'.repeat(MEGABYTE), data: { big: 'B'.repeat(MEGABYTE) } },
      { message: 'keys', data: { ...keys, deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) } },
    ]);
    await screen.refresh.click();
    await expectLoaded(page, 3);
    await expect(rows).toHaveCount(3);
    await expect(labels(keyed)).toHaveCount(6);
    const html = await page.evaluate(() => document.documentElement.outerHTML.length);
    expect(html).toBeLessThan(300_000);
    await rows.first().getByRole('checkbox').check();
    await expect(rows.first().getByRole('checkbox')).toBeChecked();
    await expectHarmless(page);
  });

  await test.step('hostile messages, data and names stay text, and rows keep their height and order', async () => {
    expectedProblems.allow(...REFUSED_FILTER);
    const texts = Object.values(TEXTS);
    const ids = await onlyLogs(
      backend,
      texts.flatMap((text) => [
        requestLog(
          { url: text, error: text, details: text, referer: text, auth: text },
          { message: text, level: 8 },
        ),
        { message: '', data: { [text]: text, nested: { [text]: [text] }, error: [text] } },
      ]),
    );
    await screen.refresh.click();
    await expectLoaded(page, texts.length * 2);
    await expect(rows).toHaveCount(texts.length * 2);
    for (const [index, text] of texts.entries()) {
      const [request = '', other = ''] = ids.slice(index * 2);
      for (const id of [request, other]) {
        await expect(row(id)).toBeVisible();
        expect((await row(id).boundingBox())?.height).toBe(44);
      }
      // The browser shows the characters themselves, at most 500 of a message.
      expect(await row(request).locator('.log-message > .cell-text').textContent()).toBe(text.slice(0, 500));
      await expect(labels(request).filter({ hasText: 'error: ' })).toHaveCSS('unicode-bidi', 'isolate');
      // What follows a right-to-left text is not turned around.
      const [level, created] = [
        await row(request).locator('[data-level]').boundingBox(),
        await row(request).locator('time').boundingBox(),
      ];
      expect(level?.x).toBeLessThan(created?.x ?? 0);
    }
    await expectHarmless(page);
    await expect(top.getByRole('group', { name: 'Failing' })).toBeVisible();

    // A tooltip shows the whole text, as text.
    await row(ids[texts.indexOf(TEXTS.image) * 2] ?? '')
      .locator('.log-label.is-error')
      .hover();
    await expect(tooltip(page)).toHaveText(`error: ${TEXTS.image}`);
    // The backend refuses it as a filter, so it is searched as text.
    await searchFor(page, TEXTS.image);
    await expectLoaded(page, 1);
    await expectHarmless(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(rows.first()).toBeVisible();
    await expectHarmless(page);
  });
});

test('[LG-12][LG-19][LG-21] pages of 50, selection of loaded rows, and a long list that stays small', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
}) => {
  const ids = await onlyLogs(backend, numbered(100));
  await admin.signIn();
  const { table, rows, messages, loadMore, refresh, scroller, selectAll, bar, row, box } = logsScreen(page);
  const requests = collectListRequests(page);
  const scrollToEnd = () => scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));

  await test.step("'Load more' is there while the last page was full, rows come in batches of 10", async () => {
    await page.goto(logsHash());
    await expectLoaded(page, 100);
    expect(requests.map((query) => Object.fromEntries(query))).toEqual([
      { page: '1', perPage: '50', sort: '-rowid', skipTotal: '1', filter: presetOf(atoll.url) },
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
      filter: presetOf(atoll.url),
    });
    await expect(table).toHaveAttribute('aria-rowcount', '101');
    await expect(messages.first()).toHaveText('n 99');
    // The last page was full, so there may be more: an empty page ends the list.
    await expect(loadMore).toBeAttached();
    await pressLoadMore(page);
    await expect(loadMore).toHaveCount(0);
    await expect(table).toHaveAttribute('aria-rowcount', '101');
    expect((await rows.count()) % 10).toBe(0);
  });

  await test.step('a refresh loads the pages on screen, another filter starts with page 1 at the top', async () => {
    requests.length = 0;
    await refresh.click();
    await expect(table).not.toHaveAttribute('aria-busy', 'true');
    expect(requests.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
    await scrollToEnd();
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

  await test.step('checkboxes select rows and all loaded rows, the bar counts them and resets', async () => {
    await page.goto(logsHash());
    await expectLoaded(page, 100);
    await expect(table).toHaveAttribute('aria-rowcount', '51');
    const [newest = '', next = '', third = '', , fifth = ''] = ids.toReversed();
    await expect(bar).toHaveCount(0);
    await box(newest).check();
    await expect(bar).toContainText(/Selected 1 log(?!s)/);
    await expect(bar.getByRole('button')).toHaveText(['Reset', 'Download as JSON']);
    await expect.poll(() => selectAll.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
    await box(next).check();
    await expect(bar).toContainText('Selected 2 logs');
    await checkScreen('[data-frame="logs"]');
    // Shift selects all rows up to this one.
    await box(fifth).click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('Selected 5 logs');
    await expect(box(third)).toBeChecked();

    await selectAll.click();
    await expect(bar).toContainText('Selected 50 logs');
    await expect(selectAll).toBeChecked();
    // More rows: the selected ones stay selected, new ones are not.
    await scrollToEnd();
    await expect(table).toHaveAttribute('aria-rowcount', '101');
    await expect(bar).toContainText('Selected 50 logs');
    await expect(selectAll).not.toBeChecked();
    await selectAll.click();
    await expect(bar).toContainText('Selected 100 logs');
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
    await searchFor(page, 'n 99');
    await expectLoaded(page, 1);
    await expect(messages).toHaveText(['n 99']);
    await expect(bar).toHaveCount(0);
    await searchFor(page, 'nothing');
    await expectLoaded(page, 0);
    await expect(selectAll).toBeDisabled();
  });

  await test.step('1,000 entries are loaded by scrolling, each page once, and the page stays small', async () => {
    await onlyLogs(backend, numbered(1000));
    requests.length = 0;
    await page.goto(logsHash());
    await expectLoaded(page, 1000);
    // Scrolls to the end again and again, as a held End key does.
    await scroller.evaluate(async (element) => {
      const list = element.querySelector('[data-logs-table]');
      while (list?.getAttribute('aria-rowcount') !== '1001') {
        element.scrollTo(0, element.scrollHeight);
        await new Promise(requestAnimationFrame);
      }
    });
    await scrollToEnd();
    await expect(messages.last()).toHaveText('n 0');
    await expect(table).not.toHaveAttribute('aria-busy', 'true');
    // The 20th page was full.
    expect(requests.map((query) => Number(query.get('page')))).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
    await selectAll.check();
    await expect(bar).toContainText('Selected 1000 logs');
    expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
    await bar.getByRole('button', { name: 'Reset' }).click();

    // An entry in the middle is opened and closed: its row keeps its place and gets the focus back.
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    const middle = rows.filter({ has: page.locator(':scope[aria-rowindex="510"]') });
    await expect(middle).toBeVisible();
    const id = (await middle.getAttribute('data-row-id')) ?? '';
    const before = await row(id).boundingBox();
    await row(id).click();
    await expectShown(page, id);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(id)).toBeFocused();
    expect(await row(id).boundingBox()).toEqual(before);
    expect(requests).toHaveLength(21);
  });
});
