import type { Page } from '@playwright/test';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import { collectListRequests, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import {
  expectShown,
  isLogRequest,
  logPanel,
  logsQuery,
  openLog,
  savedFile,
} from '#tests/support/logs/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const STACK = [
  "TypeError: Cannot read properties of undefined (reading 'price')",
  '    at orderTotal (pb_hooks/orders.pb.js:41:22)',
  '\tat <anonymous>:1:1',
].join('\n');

/** An entry of a job with values of every type. */
const JOB = {
  attempt: 2,
  details: STACK,
  error: 'dial tcp: i/o timeout',
  flag: false,
  list: [],
  nothing: null,
  referer: '',
  to: { name: 'Ann', tags: ['a', 'b'] },
};

const TEXTS: Readonly<Record<string, string>> = {
  ...hostileStrings,
  terminal: '\u001b[31mred\u001b[0m\u001b[2J\u001b]0;title\u0007',
  cyclic: '{"$ref":"$","self":[Circular],"next":{"$ref":"#"}}',
  json: '{"__proto__":{"polluted":true},"a":[1,2]}',
  bidi: '\u202Egpj.exe\u2066\u2069\u200F',
};

/** Keys that would change an object, or that no object of a program has. As JSON: a literal would lose some. */
const KEYS =
  '{"__proto__":"own","constructor":{"prototype":1},"toString":"text","a-b <i>c</i>":1,"":"empty key","\\u202Egpj.exe":"rtl"}';

/** Elements and scripts that the texts would create if they were not treated as text. */
async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  expect(await page.locator('[onerror], [onload], [role=dialog] :is(script, img, a, i, style)').count()).toBe(
    0,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test('[LD-02][LD-03][LD-04][LD-08][LD-09][LG-18][ER-12][UI-02][UI-04][UI-11] a panel opens from its row or address, shows every type of value, and closes', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const [listed = '', closed = '', job = '', empty = '', teapot = '', created = ''] = insertLogs(backend, [
    { message: 'deleted meanwhile' },
    { message: 'to close' },
    { level: 4, message: 'Failed to send a mail.\nTrying again.', data: JOB },
    { level: 5 },
    requestLog({ status: 418, url: '/api/tea?sort="a"' }, { level: 8 }),
    requestLog({ status: 201, url: '/api/tea' }),
  ]);
  expectedProblems.allow(
    'response 404 GET /api/logs/unknown12345678',
    `response 500 GET /api/logs/${listed}`,
  );
  const clipboard = await allowClipboard(page);
  await admin.signIn();
  const { rows, row, box, tokens } = logsScreen(page);
  const { panel, close, closeIcon, names, value, filter } = logPanel(page);

  await test.step('an entry that cannot be loaded closes the panel with a message, and the list is usable', async () => {
    const rest = { filter: 'level>=0', adminRequests: '1' };
    await page.goto(logsHash({ ...rest, logId: 'unknown12345678' }));
    await expect(toasts(page, 'error')).toHaveText(['Unable to load log with id "unknown12345678"']);
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual(rest);

    const isEntry = (url: URL) => url.pathname === `/api/logs/${listed}`;
    await page.route(isEntry, (route) => failWith(route, 'Broken.'));
    await row(listed).click();
    await expect(toasts(page, 'error').last()).toHaveText(`Unable to load log with id "${listed}"`);
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual(rest);

    await page.unroute(isEntry);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => logsQuery(page)).toEqual({ adminRequests: '1' });
    await row(listed).click();
    await expectShown(page, listed);
    await close.click();
    await expect(panel).toHaveCount(0);
  });

  await test.step('a checkbox selects and does not open its row', async () => {
    const rest = { filter: 'to close', adminRequests: '1' };
    await page.goto(logsHash(rest));
    await expect(rows).toHaveCount(1);
    await expect(row(closed)).toHaveAttribute('tabindex', '0');
    await box(closed).check();
    await row(closed)
      .locator('.cell-select')
      .click({ position: { x: 3, y: 3 } });
    await expect(box(closed)).not.toBeChecked();
    // Space selects with the checkbox focused, Enter opens only from the row itself.
    await box(closed).focus();
    await page.keyboard.press('Space');
    await expect(box(closed)).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual(rest);
    await page.keyboard.press('Space');
    await expect(box(closed)).not.toBeChecked();
  });

  await test.step('every way to close keeps the rest of the address and returns the focus to the row', async () => {
    const rest = { filter: 'to close', adminRequests: '1' };
    const ways = [
      () => close.click(),
      () => closeIcon.click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(100, 400),
      () => page.goBack(),
    ];
    await row(closed).click();
    for (const [index, way] of ways.entries()) {
      if (index > 0) await page.keyboard.press('Enter');
      await expectShown(page, closed);
      await expect(panel).toBeFocused();
      await way();
      await expect(panel).toHaveCount(0);
      expect(logsQuery(page)).toEqual(rest);
      await expect(row(closed)).toBeFocused();
    }
  });

  await test.step('every type of value, lines and JSON readable and copied whole', async () => {
    await openLog(page, job);
    await expect(names).toHaveText([
      ...['id', 'level', 'created', 'message', 'data.referer', 'data.error', 'data.details'],
      ...['data.attempt', 'data.flag', 'data.list', 'data.nothing', 'data.to'],
    ]);
    await expect(value('level')).toHaveText('WARN (4)');
    expect(await value('message').textContent()).toBe('Failed to send a mail.\nTrying again.');
    await expect(value('data.attempt')).toHaveText('2');
    await expect(value('data.flag')).toHaveText('false');
    for (const name of ['referer', 'list', 'nothing']) await expect(value(`data.${name}`)).toHaveText('N/A');
    await expect(value('data.error').locator('.log-error')).toHaveText(JOB.error);

    const details = value('data.details');
    expect(await details.locator('code').textContent()).toBe(STACK);
    await expect(details.locator('pre')).toHaveCSS('white-space', 'pre-wrap');
    await details.getByRole('button', { name: 'Copy data.details' }).click();
    await expect(details.locator('[data-copied]')).toBeVisible();
    expect(await clipboard()).toBe(STACK);

    const to = value('data.to');
    expect(await to.locator('code').textContent()).toBe(JSON.stringify(JOB.to, null, 2));
    await expect(to.locator('.hljs-attr').first()).toHaveText('"name"');
    await checkScreen('[role=dialog]');

    // Everything fits into a small screen, and nothing moves it sideways.
    await page.setViewportSize({ width: 360, height: 740 });
    const overflow = await panel.evaluate((element) =>
      [document.documentElement, element, ...element.querySelectorAll('*:not(.sr-only)')]
        .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.outerHTML.slice(0, 100)),
    );
    expect(overflow).toEqual([]);
    await checkScreen('[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });

    await openLog(page, empty);
    await expect(names).toHaveText(['id', 'level', 'created', 'message']);
    await expect(value('level')).toHaveText('UNKN (5)');
    await expect(value('message')).toHaveText('N/A');
  });

  await test.step('a value becomes a condition that the list meets and that one click removes', async () => {
    await openLog(page, teapot);
    // The backend cannot compare ids with a condition of the panel, or lists.
    await expect(filter('id')).toHaveCount(0);
    await filter('data.status').hover();
    await filter('data.status').click();
    await page.getByRole('menuitem', { name: 'is', exact: true }).click();
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual({ where: 'data.status=418' });
    await expect(tokens).toHaveText(['status is 418']);
    await expect(rows).toHaveCount(1);

    await row(teapot).click();
    await filter('data.url').click();
    await page.getByRole('menuitem', { name: 'is not' }).click();
    await expect(tokens).toHaveText(['status is 418', 'url is not /api/tea?sort="a"']);
    await expect(page.getByText('No logs found.')).toBeVisible();
    await tokens.first().getByRole('button').click();
    await expect(row(created)).toBeVisible();
    await expect(row(teapot)).toHaveCount(0);
  });
});

test('[UI-04][LD-09] J, K and the arrows show the neighbours in the open panel; the focus ends on the last row', async ({
  page,
  admin,
  backend,
}) => {
  const [oldest = '', middle = '', newest = ''] = insertLogs(
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
  const passed = insertLogs(
    backend,
    Array.from({ length: 40 }, (_, index) => ({ message: `held: ${index}` })),
  );
  const query = { filter: 'steps:', adminRequests: '1' };
  await admin.signIn();
  const { rows, row, scroller } = logsScreen(page);
  const { panel, newer, older, value, filter } = logPanel(page);

  await test.step('the step after the last loaded entry loads the next page, and the list follows', async () => {
    // Opened with the page: a list that is scrolled to its end would load the next page by itself.
    const [fiftieth = '', next = ''] = [paged[10], paged[9]];
    const requests = collectListRequests(page);
    await openLog(page, fiftieth, { filter: 'paged:' });
    await expect(row(fiftieth)).toBeVisible();
    await expect(older).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('j');
    await expectShown(page, next);
    expect(requests.map((search) => search.get('page'))).toEqual(['1', '2']);
    await expect(row(next)).toBeInViewport();
    expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);

    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(row(next)).toBeFocused();
    await expect(row(next)).toBeInViewport();
  });

  await test.step('the keys and the buttons, up to the ends of the list', async () => {
    await page.goto(logsHash(query));
    await expect(rows).toHaveCount(3);
    await row(middle).click();
    await expectShown(page, middle);
    const isSame = await panel.evaluateHandle((element) => ({ check: () => element.isConnected }));

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
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(filter('message')).toBeFocused();
    await page.keyboard.press('Alt+k');
    await expectShown(page, middle);
    expect(await isSame.evaluate(({ check }) => check())).toBe(true);
  });

  await test.step('J and K do nothing while the focus is outside of the panel', async () => {
    const leave = async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await expect(page.locator('body')).toBeFocused();
    };
    // A step that was taken by mistake would show in where the next one leads.
    await leave();
    await page.keyboard.press('j');
    await panel.focus();
    await page.keyboard.press('k');
    await expectShown(page, newest);
    await page.keyboard.press('j');
    await expectShown(page, middle);
    await leave();
    await page.keyboard.press('k');
    await panel.focus();
    await page.keyboard.press('j');
    await expectShown(page, oldest);
  });

  await test.step('the focus ends on the last row, where the keys do nothing', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(row(oldest)).toBeFocused();
    expect(logsQuery(page)).toEqual(query);
    await page.keyboard.press('j');
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual(query);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('a held key passes every entry once and shows the last response only', async () => {
    await openLog(page, passed[39] ?? '', { filter: 'held:' });
    await expect(row(passed[39] ?? '')).toBeVisible();
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.failure()?.errorText ?? ''));
    const last = page.waitForResponse((response) => isLogRequest(response.request(), passed[9] ?? ''));
    for (let step = 0; step < 30; step++) await page.keyboard.down('j');
    await page.keyboard.up('j');
    await expectShown(page, passed[9] ?? '');
    await last;
    await expect(value('message')).toHaveText('held: 9');
    expect(new Set(failed)).toEqual(failed.length ? new Set(['net::ERR_ABORTED']) : new Set());
    // One entry of the history, whatever the number of steps.
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('hostile texts, names and JSON and large values stay text in the panel and whole in the file', async ({
  page,
  admin,
  backend,
}) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  const data = {
    ...TEXTS,
    error: hostileStrings.image,
    details: hostileStrings.script,
    nested: { ...TEXTS },
  };
  const line = 'at handler (pb_hooks/main.pb.js:12:4) \u{1F41F}\n';
  const large = {
    word: 'x'.repeat(1_000_000),
    lines: line.repeat(25_000),
    list: Array.from({ length: 20_000 }, (_, index) => ({ index, name: `item ${index}` })),
  };
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key_${index}`, { index }]));
  const [texts = '', keys = '', big = '', long = ''] = insertLogs(backend, [
    { message: hostileStrings.script, data },
    { message: 'keys', data: KEYS },
    { message: 'm'.repeat(100_000), data: large },
    { message: 'many', data: many },
  ]);
  await admin.signIn();
  const { value, names, download, panel } = await openLog(page, texts);
  const expectWholeFile = async (id: string) => {
    const { text } = await savedFile(page, () => download.click());
    expect(text).toBe(JSON.stringify(await backend.api.get(`/api/logs/${id}`), null, 2));
    return text;
  };

  await test.step('texts', async () => {
    await expect(logsScreen(page).row(texts)).toBeVisible();
    expect(await value('message').textContent()).toBe(hostileStrings.script);
    for (const [name, text] of Object.entries(TEXTS)) {
      const shown = value(`data.${name}`);
      if (text.length > 5000) await shown.getByRole('button', { name: 'Show all' }).click();
      const content = shown.locator('code, :scope > span').first();
      expect(await content.textContent(), name).toBe(text);
    }
    expect(await value('data.error').locator('.log-error').textContent()).toBe(data.error);
    expect(await value('data.details').locator('code').textContent()).toBe(data.details);
    await value('data.nested').getByRole('button', { name: 'Show all' }).click();
    expect(JSON.parse((await value('data.nested').locator('code').textContent()) ?? '')).toEqual(TEXTS);
    // A text that goes from right to left does not reach beyond its cell.
    await expect(value('data.bidi')).toHaveCSS('unicode-bidi', 'isolate');
    await expectHarmless(page);
    await expectWholeFile(texts);

    await page.setViewportSize({ width: 360, height: 740 });
    await expectHarmless(page);
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  await test.step('names', async () => {
    await openLog(page, keys);
    expect((await names.allTextContents()).slice(4).toSorted()).toEqual(
      [
        'data.',
        'data.__proto__',
        'data.a-b <i>c</i>',
        'data.constructor',
        'data.toString',
        'data.\u202Egpj.exe',
      ].toSorted(),
    );
    await expect(value('data.__proto__')).toHaveText('own');
    await expect(value('data.constructor')).toContainText('"prototype": 1');
    await expectHarmless(page);
    expect(await expectWholeFile(keys)).toContain('"__proto__": "own"');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a value of 1 MB is shown in part until all of it is requested, and the file has all', async () => {
    await openLog(page, big);
    const count = () => panel.evaluate((element) => element.querySelectorAll('*').length);
    expect(await count()).toBeLessThan(1500);
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
    await toggle.press('Enter');
    expect((await value('data.lines').locator('code').textContent())?.length).toBeLessThan(5010);
    await expectWholeFile(big);
  });

  await test.step('300 values are shown in two steps', async () => {
    await openLog(page, long);
    await expect(names).toHaveCount(100);
    await panel.getByRole('button', { name: 'Show 204 more' }).press('Enter');
    await expect(names).toHaveCount(304);
    // The focus stays in the panel.
    expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await logPanel(page).close.click();
    await expect(panel).toHaveCount(0);
  });
});
