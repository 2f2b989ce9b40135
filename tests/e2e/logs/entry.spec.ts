import type { Page } from '@playwright/test';
import { roundedMs } from '#domain/logs/duration.ts';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { onLine } from '#tests/support/lines.ts';
import {
  insertLogs,
  type LogKinds,
  logEachKind,
  requestLog,
  type StoredLog,
} from '#tests/support/logs/entries.ts';
import {
  collectListRequests,
  expectLoaded,
  isListRequest,
  logsHash,
  logsScreen,
  REFUSED_FILTER,
  searchFor,
} from '#tests/support/logs/page.ts';
import { expectShown, logPanel, logsQuery, openLog, savedFile } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { goToHash, toasts, tooltip } from '#tests/support/screens.ts';

const STACK = [
  "TypeError: Cannot read properties of undefined (reading 'price')",
  '    at orderTotal (pb_hooks/orders.pb.js:41:22)',
  '\tat <anonymous>:1:1',
].join('\n');

/** An entry of a job with values of several types. */
const JOB = {
  attempt: 2,
  details: STACK,
  error: 'dial tcp: i/o timeout',
  list: [],
  nothing: null,
  to: { name: 'Ann', tags: ['a', 'b'] },
};

const visit = (page: Page, query: Record<string, string>) => goToHash(page, logsHash(query).slice(1));

/** `20261105120000123Z` for the date `2026-11-05 12:00:00.123Z`. */
const compact = (created: string) => created.replace(/[-: .]/g, '');

const stored = (backend: Backend, id: string) => backend.api.get<StoredLog>(`/api/logs/${id}`);

/** The labels of a request's entry by LG-15. */
function requestLabels({ data }: StoredLog, isExternal: boolean): string[] {
  const shown = (name: string) => `${name}: ${data[name] === '' ? '-' : data[name]}`;
  return [
    shown('status'),
    `execTime: ${roundedMs(Number(data['execTime']))}ms`,
    shown('auth'),
    shown(onLine('userIp', 'userIP')),
    ...(isExternal ? [shown('referer')] : []),
    ...(data['error'] ? [shown('error')] : []),
    ...(data['details'] ? [shown('details')] : []),
  ];
}

async function expectListed(page: Page, kinds: LogKinds): Promise<void> {
  const { table, messages, row, labels } = logsScreen(page);
  const listed = page.waitForResponse((response) => isListRequest(response.request()));
  await page.goto(logsHash({ adminRequests: '1', filter: 'data.url ~ "sent="' }));
  const { items } = await (await listed).json();
  expect(items).toHaveLength(7);
  for (const item of items)
    expect(Object.keys(item)).toEqual(expect.arrayContaining(['id', 'level', 'message', 'created', 'data']));
  await expectLoaded(page, 7);
  await expect(table.getByRole('columnheader')).toHaveText(['', 'level', 'message', 'created', 'Open']);
  // The headers do not sort.
  await expect(table.locator('[aria-sort], [role=columnheader] button')).toHaveCount(0);
  await expect(messages).toHaveText(items.map(({ message }: StoredLog) => message));
  for (const [name, log] of Object.entries(kinds)) {
    await expect(row(log.id).locator('[data-level]'), name).toHaveText(
      log.level === 8 ? 'ERROR (8)' : 'INFO (0)',
    );
    await expect(labels(log.id), name).toHaveText(requestLabels(log, name === 'guest'));
    await expect(row(log.id).locator('time'), name).toHaveText(log.created.replace('Z', ' UTC'));
    await expect(row(log.id).locator('.log-arrow span'), name).toBeVisible();
  }
  const { badRequest, guest } = kinds;
  await expect(labels(badRequest.id).filter({ hasText: /^error:/ })).toHaveClass(/is-error/);
  await expect(labels(badRequest.id).filter({ hasText: /^details:/ })).toHaveClass(/is-warning/);
  // The browser of the tests is in Sofia, two hours ahead of UTC in winter.
  await row(guest.id).locator('time').hover();
  const hour = String((Number(guest.created.slice(11, 13)) + 2) % 24).padStart(2, '0');
  await expect(tooltip(page)).toHaveText(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d ${hour}:${guest.created.slice(14, 23)} Local$`),
  );
  await page.mouse.move(0, 0);
}

async function saveSelected(page: Page, backend: Backend, kinds: LogKinds): Promise<void> {
  const { bar, box } = logsScreen(page);
  const { badPassword, guest, unauthorized } = kinds;
  const save = bar.getByRole('button', { name: 'Download as JSON' });
  await box(badPassword.id).check();
  const one = await savedFile(page, () => save.click());
  expect(one.name).toBe(`log_${compact(badPassword.created)}.json`);
  expect(JSON.parse(one.text)).toEqual(await stored(backend, badPassword.id));
  // In the order of the list, whatever the order of the clicks.
  await box(unauthorized.id).check();
  await box(guest.id).check();
  const several = await savedFile(page, () => save.click());
  expect(several.name).toBe(`3_logs_${compact(guest.created)}_to_${compact(unauthorized.created)}.json`);
  const ids = [unauthorized, badPassword, guest].map(({ id }) => id);
  expect(JSON.parse(several.text)).toEqual(await Promise.all(ids.map((id) => stored(backend, id))));
  // The checkbox of a row only selects it; Enter opens only from the row itself.
  await box(guest.id).press('Enter');
  expect(logsQuery(page)['logId']).toBeUndefined();
}

async function expectOpened(page: Page, backend: Backend, { id }: StoredLog): Promise<void> {
  const { panel, title, names, value, close, download } = logPanel(page);
  await logsScreen(page).row(id).click();
  await expectShown(page, id);
  await expect(title).toHaveText('Request log');
  await expect(panel).toHaveCSS('width', '760px');
  await expect(panel.getByRole('table')).toHaveCSS('border-top-width', '1px');
  await expect(close).toBeVisible();
  const dataNames =
    `execTime type auth status method url referer ${onLine('remoteIp userIp', 'remoteIP userIP')} userAgent error details`.split(
      ' ',
    );
  await expect(names).toHaveText(['id', 'level', 'created', ...dataNames.map((name) => `data.${name}`)]);
  const log = await stored(backend, id);
  const { data, created } = log;
  await expect(value('level')).toHaveText('ERROR (8)');
  await expect(value('created')).toContainText(created.replace('Z', ' UTC'));
  await expect(value('created')).toContainText(
    /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} Local · (\d+ s ago|now)$/,
  );
  await expect(value('data.execTime')).toHaveText(`${data['execTime']}ms`);
  await expect(value('data.url')).toHaveText(String(data['url']));
  await expect(value('data.referer')).toHaveText('N/A');
  await expect(value('data.error').locator('.log-error')).toHaveText(String(data['error']));
  await expect(value('data.details').locator('pre')).toHaveText(String(data['details']));
  const { name, text } = await savedFile(page, () => download.click());
  expect(name).toBe(`log_${compact(created)}.json`);
  expect(text).toBe(JSON.stringify(log, null, 2));
}

async function copyId(page: Page, id: string): Promise<void> {
  const clipboard = await allowClipboard(page);
  const copy = logPanel(page).value('id').getByRole('button', { name: 'Copy id' });
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await copy.click();
  await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
  await page.clock.runFor(499);
  await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
  await page.clock.runFor(1);
  await expect(copy.locator('[class*="ri--file-copy-line"]')).toBeVisible();
  await page.clock.resume();
  expect(await clipboard()).toBe(id);
  await expect(toasts(page)).toHaveCount(0);
}

async function closeInEveryWay(page: Page, id: string): Promise<void> {
  const { row, rows } = logsScreen(page);
  const { panel, close, closeIcon } = logPanel(page);
  const rest = { filter: 'to close', adminRequests: '1' };
  await visit(page, rest);
  await expect(rows).toHaveCount(1);
  const ways = [
    () => close.click(),
    () => closeIcon.click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(100, 400),
    () => page.goBack(),
  ];
  await row(id).focus();
  for (const way of ways) {
    await page.keyboard.press('Enter');
    await expectShown(page, id);
    await expect(panel).toBeFocused();
    await way();
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual(rest);
    await expect(row(id)).toBeFocused();
  }
}

async function failToLoad(page: Page, id: string): Promise<void> {
  const { row } = logsScreen(page);
  const { panel } = logPanel(page);
  const rest = { filter: 'to close', adminRequests: '1' };
  await visit(page, { ...rest, logId: 'unknown12345678' });
  await expect(toasts(page, 'error')).toHaveText(['Unable to load log with id "unknown12345678"']);
  await expect(panel).toHaveCount(0);
  expect(logsQuery(page)).toEqual(rest);
  const isEntry = (url: URL) => url.pathname === `/api/logs/${id}`;
  await page.route(isEntry, (route) => failWith(route, 'Broken.'));
  await row(id).click();
  await expect(toasts(page, 'error').last()).toHaveText(`Unable to load log with id "${id}"`);
  await expect(panel).toHaveCount(0);
  expect(logsQuery(page)).toEqual(rest);
  await page.unroute(isEntry);
}

async function expectValues(page: Page, id: string): Promise<void> {
  const clipboard = await allowClipboard(page);
  const { names, value } = logPanel(page);
  await visit(page, { logId: id });
  await expectShown(page, id);
  await expect(names).toHaveText([
    ...['id', 'level', 'created', 'message', 'data.error', 'data.details'],
    ...['data.attempt', 'data.list', 'data.nothing', 'data.to'],
  ]);
  await expect(value('level')).toHaveText('WARN (4)');
  expect(await value('message').textContent()).toBe('Failed to send a mail.\nTrying again.');
  for (const name of ['list', 'nothing']) await expect(value(`data.${name}`)).toHaveText('N/A');
  const details = value('data.details');
  await expect(details.locator('pre')).toHaveCSS('white-space', 'pre-wrap');
  await details.getByRole('button', { name: 'Copy data.details' }).click();
  await expect(details.locator('[data-copied]')).toBeVisible();
  expect(await clipboard()).toBe(STACK);
  const to = value('data.to');
  expect(await to.locator('code').textContent()).toBe(JSON.stringify(JOB.to, null, 2));
  await expect(to.locator('.hljs-attr').first()).toHaveText('"name"');
}

/** What a step does to the history and the list is proven in `stores/logs/detail`. */
async function stepToNeighbours(page: Page, ids: readonly string[]): Promise<void> {
  const [oldest = '', middle = '', newest = ''] = ids;
  const { rows, row } = logsScreen(page);
  const { panel, newer, older, value, filter } = logPanel(page);
  await visit(page, { filter: 'steps:', adminRequests: '1' });
  await expect(rows).toHaveCount(3);
  await row(middle).click();
  await expectShown(page, middle);
  await page.keyboard.press('j');
  await expectShown(page, oldest);
  await expect(panel.getByRole('status')).toHaveText('INFO (0) steps: oldest');
  await expect(older).toHaveAttribute('aria-disabled', 'true');
  // There is no older one.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expectShown(page, middle);
  await page.keyboard.press('K');
  await expectShown(page, newest);
  await expect(newer).toHaveAttribute('aria-disabled', 'true');
  await expect(row(newest)).toHaveAttribute('data-opened');
  // The buttons keep the focus, also at the end of the list, where they do nothing.
  await older.click();
  await expectShown(page, middle);
  await older.press('Enter');
  await expectShown(page, oldest);
  await older.press('Enter');
  await expect(older).toBeFocused();
  await expectShown(page, oldest);
  // A step removes what has the focus in the content: the panel gets it.
  await value('data.stack').getByRole('button').focus();
  await page.keyboard.press('k');
  await expectShown(page, middle);
  await expect(panel).toBeFocused();
  // In a menu, letters belong to the menu, and shortcuts of the browser are no steps.
  await filter('message').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'is', exact: true })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await expect(filter('message')).toBeFocused();
  await page.keyboard.press('Alt+k');
  // Nor do the keys while the focus is outside of the panel.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('k');
  await panel.focus();
  await page.keyboard.press('j');
  await expectShown(page, oldest);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(oldest)).toBeFocused();
  await page.keyboard.press('k');
  await expect(panel).toHaveCount(0);
}

async function stepBeyondLoaded(page: Page, paged: readonly string[]): Promise<void> {
  const { row, scroller } = logsScreen(page);
  const { panel, older } = logPanel(page);
  // Opened with the page: a list that is scrolled to its end would load the next page by itself.
  const [fiftieth = '', next = ''] = [paged[10], paged[9]];
  const requests = collectListRequests(page);
  await page.goto('about:blank');
  await openLog(page, fiftieth, { filter: 'paged:' });
  await expect(row(fiftieth)).toBeVisible();
  await expect(older).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('j');
  await expectShown(page, next);
  expect(requests.map((search) => search.get('page'))).toEqual(['1', '2']);
  expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(next)).toBeFocused();
  await expect(row(next)).toBeInViewport();
}

test('requests are listed, saved and opened, and their panel closes and steps', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const kinds = await logEachKind(backend);
  const [closed = '', job = ''] = insertLogs(backend, [
    { message: 'to close' },
    { level: 4, message: 'Failed to send a mail.\nTrying again.', data: JOB },
  ]);
  const steps = insertLogs(
    backend,
    ['oldest', 'middle', 'newest'].map((name) => ({
      message: `steps: ${name}`,
      data: { stack: 'at a\nat b' },
    })),
  );
  const paged = insertLogs(
    backend,
    Array.from({ length: 60 }, (_, index) => ({ message: `paged: ${index}` })),
  );
  expectedProblems.allow(
    'response 404 GET /api/logs/unknown12345678',
    `response 500 GET /api/logs/${closed}`,
  );
  await admin.signIn();
  await step('[LG-13][LG-14][LG-15][LG-17][UI-07][API-09] the list', () => expectListed(page, kinds));
  await step('[LG-18][LG-22] one is saved as an object, several as an array', () =>
    saveSelected(page, backend, kinds),
  );
  await step(
    '[LG-18][LD-01][LD-02][LD-03][LD-04][LD-06][LD-07] a click opens the entry, which is saved',
    () => expectOpened(page, backend, kinds.badPassword),
  );
  await step('[LD-05] its id is copied', () => copyId(page, kinds.badPassword.id));
  await step('[LD-09][LG-18][UI-02][UI-04][UI-11] every way to close keeps the address and the focus', () =>
    closeInEveryWay(page, closed),
  );
  await step('[LD-08][ER-12] an entry that cannot be loaded closes its panel', () =>
    failToLoad(page, closed),
  );
  await step('[LD-02][LD-03][LD-04] every type of value', () => expectValues(page, job));
  await step('[UI-04][LD-09] J, K and the buttons show the neighbours', () => stepToNeighbours(page, steps));
  await step('the step after the last loaded entry loads the next page', () => stepBeyondLoaded(page, paged));
});

const MEGABYTE = 1_000_000;

const TEXTS: Readonly<Record<string, string>> = {
  ...hostileStrings,
  terminal: '\u001b[31mred\u001b[0m\u001b[2J\u001b]0;title\u0007 \u009b2J',
  cyclic: '{"$ref":"$","self":[Circular],"next":{"$ref":"#"}}',
  json: '{"__proto__":{"polluted":true},"a":[1,2]}',
  bidi: '\u202Egpj.exe\u2066\u202e\u2067\u2069\u200F',
  combining: `Z${'\u0310\u0322'.repeat(300)}`,
};

/** Keys that would change an object, or that no object of a program has. As JSON: a literal would lose some. */
const KEYS =
  '{"__proto__":"own","constructor":{"prototype":1},"toString":"text","a-b <i>c</i>":1,"":"empty key","\\u202Egpj.exe":"rtl"}';

async function listLevels(page: Page, backend: Backend): Promise<void> {
  const levels = [-4, 0, 4, 8, 5, -100];
  const ids = await onlyLogs(backend, [
    ...levels.map((level) => ({ level, message: `level ${level}` })),
    {
      message: 'plain',
      data: { list: { a: [1, 'x'] }, yes: true, no: false, empty: '', none: null, zero: 0, seventh: 7 },
    },
    { message: 'failed', level: 4, data: { attempt: 2, error: 'no route', details: 'line 1\nline 2' } },
    requestLog({ referer: '', client: '', duration: 0.5 }, { message: 'internal' }),
  ]);
  const { row, labels } = logsScreen(page);
  await page.goto(logsHash());
  await expectLoaded(page, 9);
  const shown = ['DEBUG (-4)', 'INFO (0)', 'WARN (4)', 'ERROR (8)', 'UNKN (5)', 'UNKN (-100)'];
  for (const [index, text] of shown.entries())
    await expect(row(ids[index] ?? '').locator('[data-level]')).toHaveText(text);
  const [plain = '', failed = '', internal = ''] = ids.slice(levels.length);
  // The backend sorts them by name.
  await expect(labels(plain)).toHaveText([
    ...['empty: -', 'list: {"a":[1,"x"]}', 'no: False', 'none: -', 'seventh: 7', 'yes: True'],
  ]);
  await expect(labels(failed)).toHaveText(['attempt: 2', 'error: no route', /^details: line 1\s*line 2$/]);
  await expect(labels(internal)).toHaveText([
    ...['status: 200', 'execTime: 0.5ms'],
    ...onLine(['auth: guest', 'userIp: -'], ['auth: -', 'userIP: -']),
  ]);
}

async function listHostile(page: Page, backend: Backend): Promise<void> {
  const { row, labels, refresh } = logsScreen(page);
  const texts = Object.values(TEXTS);
  const ids = await onlyLogs(backend, [
    requestLog({ details: 'W'.repeat(MEGABYTE), address: `/api/${'x'.repeat(MEGABYTE / 10)}` }),
    { message: 'M'.repeat(MEGABYTE), data: { big: 'B'.repeat(MEGABYTE) } },
    ...texts.flatMap((text) => [
      requestLog({ address: text, error: text, details: text, referer: text }, { message: text, level: 8 }),
      { message: '', data: { [text]: text, nested: { [text]: [text] }, error: [text] } },
    ]),
  ]);
  await refresh.click();
  await expectLoaded(page, ids.length);
  for (const [index, text] of texts.entries()) {
    const [request = '', other = ''] = ids.slice(2 + index * 2);
    await expect(row(other)).toHaveCSS('height', '44px');
    await expect(row(request)).toHaveCSS('height', '44px');
    // The browser shows the characters themselves, at most 500 of a message.
    expect(await row(request).locator('.log-message > .cell-text').textContent()).toBe(text.slice(0, 500));
    await expect(labels(request).filter({ hasText: 'error: ' })).toHaveCSS('unicode-bidi', 'isolate');
    // What follows a right-to-left text is not turned around.
    const [level, created] = await row(request)
      .locator('[data-level], time')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x));
    expect(level).toBeLessThan(created ?? 0);
  }
  await expectHarmless(page);
  const html = await page.evaluate(() => document.documentElement.outerHTML.length);
  expect(html).toBeLessThan(500_000);
  // A tooltip shows the whole text, as text.
  const image = texts.indexOf(hostileStrings.image);
  await row(ids[2 + image * 2] ?? '')
    .locator('.log-label.is-error')
    .hover();
  await expect(tooltip(page)).toHaveText(`error: ${hostileStrings.image}`);
  await page.mouse.move(0, 0);
  // The backend refuses it as a filter, so it is searched as text.
  await searchFor(page, hostileStrings.image);
  await expectLoaded(page, 1);
  await expectHarmless(page);
}

/** Expects that the panel shows the whole entry, and that its file has it. */
async function expectWholeFile(page: Page, backend: Backend, id: string): Promise<string> {
  const { text } = await savedFile(page, () => logPanel(page).download.click());
  expect(text).toBe(JSON.stringify(await stored(backend, id), null, 2));
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  expect(await page.locator('[role=dialog] :is(script, img, a, i, style)').count()).toBe(0);
  await expectHarmless(page);
  return text;
}

async function openHostile(page: Page, backend: Backend, texts: string, keys: string): Promise<void> {
  const { value, names } = logPanel(page);
  await visit(page, { logId: texts });
  await expectShown(page, texts);
  expect(await value('message').textContent()).toBe(hostileStrings.script);
  for (const [name, text] of Object.entries(TEXTS)) {
    const shown = value(`data.${name}`);
    if (text.length > 5000) await shown.getByRole('button', { name: 'Show all' }).click();
    expect(await shown.locator('code, :scope > span').first().textContent(), name).toBe(text);
  }
  expect(await value('data.error').locator('.log-error').textContent()).toBe(hostileStrings.image);
  await value('data.nested').getByRole('button', { name: 'Show all' }).click();
  expect(JSON.parse((await value('data.nested').locator('code').textContent()) ?? '')).toEqual(TEXTS);
  // A text that goes from right to left does not reach beyond its cell.
  await expect(value('data.bidi')).toHaveCSS('unicode-bidi', 'isolate');
  await expectWholeFile(page, backend, texts);

  await visit(page, { logId: keys });
  await expectShown(page, keys);
  expect((await names.allTextContents()).slice(4).toSorted()).toEqual(
    ['', '__proto__', 'a-b <i>c</i>', 'constructor', 'toString', '\u202Egpj.exe']
      .map((name) => `data.${name}`)
      .toSorted(),
  );
  await expect(value('data.__proto__')).toHaveText('own');
  await expect(value('data.constructor')).toContainText('"prototype": 1');
  expect(await expectWholeFile(page, backend, keys)).toContain('"__proto__": "own"');
}

async function openLarge(page: Page, backend: Backend): Promise<void> {
  const { panel, names, value } = logPanel(page);
  const large = {
    word: 'x'.repeat(MEGABYTE),
    lines: 'at handler (pb_hooks/main.pb.js:12:4) \u{1F41F}\n'.repeat(5000),
    list: Array.from({ length: 5000 }, (_, index) => ({ index, name: `item ${index}` })),
  };
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key_${index}`, { index }]));
  const [big = '', long = ''] = insertLogs(backend, [
    { message: 'm'.repeat(100_000), data: large },
    { message: 'many', data: many },
  ]);
  await visit(page, { logId: big });
  await expectShown(page, big);
  const count = () => panel.evaluate((element) => element.querySelectorAll('*').length);
  await expect(value('data.word')).toContainText('First 5,000 of 1,000,000 characters');
  expect((await value('data.lines').locator('code').textContent())?.length).toBeLessThan(5010);
  const toggle = value('data.lines').getByRole('button', { name: /^Show/ });
  await toggle.press('Enter');
  await expect(toggle).toHaveText('Show less');
  await expect(toggle).toBeFocused();
  expect(await value('data.lines').locator('code').textContent()).toBe(large.lines);
  await value('data.list').getByRole('button', { name: 'Show all' }).click();
  expect(await value('data.list').locator('code').textContent()).toBe(JSON.stringify(large.list, null, 2));
  // So many elements would block the page: long JSON is not highlighted.
  expect(await count()).toBeLessThan(1500);
  await expectWholeFile(page, backend, big);

  await visit(page, { logId: long });
  await expectShown(page, long);
  await expect(names).toHaveCount(100);
  await panel.getByRole('button', { name: 'Show 204 more' }).press('Enter');
  await expect(names).toHaveCount(304);
  // The focus stays in the panel.
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

test('levels have names, and hostile and large entries stay text in the list, the panel and the file', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  refuseDialogs(page);
  expectedProblems.allow(...REFUSED_FILTER);
  await onlyLogs(backend, []);
  await admin.signIn();
  // High enough for all rows.
  await page.setViewportSize({ width: 1280, height: 2200 });
  await step('[LG-14][LG-15][LG-16] names of levels, and up to six labels', () => listLevels(page, backend));
  await step('hostile and large entries in the list', () => listHostile(page, backend));
  const data = { ...TEXTS, error: hostileStrings.image, details: hostileStrings.script, nested: TEXTS };
  const [texts = '', keys = ''] = insertLogs(backend, [
    { message: hostileStrings.script, data },
    { message: 'keys', data: KEYS },
  ]);
  await step('hostile texts and names in the panel', () => openHostile(page, backend, texts, keys));
  await step('values of 1 MB are shown in part until all of it is requested', () => openLarge(page, backend));
});
