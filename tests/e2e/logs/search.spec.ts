import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import {
  collectListRequests,
  enterSearch,
  expectLoaded,
  filtersOf,
  isListRequest,
  isStatsRequest,
  logsHash,
  logsScreen,
  REFUSED_FILTER,
  searchFor,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { appSidebar, goToHash, hashOf, signInByForm, toasts, tooltip } from '#tests/support/screens.ts';

const KEY = 'adminLogRequests';
const WITHOUT_ADMINS = 'data.auth!="admin"';
const URL_LIKE_FILTER = '/api/x?sort=a&page=2';

const contains = (operand: string) => `level~${operand}||message~${operand}||data~${operand}`;
const both = (filter: string) => [filter, filter];

test('[LG-01][LG-02][LG-03][LG-04][LG-05][LG-06][LG-07][LG-09][LG-10][LG-12][RT-06] the header and the search', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const [alpha = '', failed = ''] = await onlyLogs(backend, [
    { message: 'has an abc' },
    requestLog({}, { level: 8 }),
    requestLog({ referer: '/abc' }),
    requestLog({ url: URL_LIKE_FILTER }),
  ]);
  const screen = logsScreen(page);
  const { searchButtons: buttons, rows, messages, search, searchText, refusal } = screen;
  const panel = page.getByRole('dialog', { name: 'Request log' });

  await test.step('the logs need an admin, who then returns to the address with its filter and opened entry', async () => {
    const query = { filter: 'level > 0', adminRequests: '1', logId: failed };
    await page.goto(logsHash(query));
    await expect(page).toHaveURL(/#\/login$/);
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(panel).toContainText(query.logId);
    await expectLoaded(page, 1);
    expect(hashQuery(page)).toEqual(query);
    await expect(appSidebar(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });

  await test.step('the parts of the header, and the default levels', async () => {
    await page.goto(logsHash());
    await expectLoaded(page, 4);
    await expect(page).toHaveTitle(/^Logs - /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logs');
    const link = appSidebar(page).getByRole('link', { name: 'Logs' });
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(screen.includeAdmins).not.toBeChecked();
    await expect(search).toHaveAttribute(
      'placeholder',
      "Search term or filter like `level > 0 && data.auth = 'guest'`",
    );
    const levels = screen.scroller.getByText('Default log levels:');
    await expect(levels).toBeVisible();
    await expect(levels.locator('code')).toHaveText(['-4:DEBUG', '0:INFO', '4:WARN', '8:ERROR']);
    for (const [button, text] of [
      [screen.frame.getByRole('button', { name: 'Logs settings' }), 'Logs settings'],
      [screen.refresh, 'Refresh'],
    ] as const) {
      await button.hover();
      await expect(tooltip(page)).toHaveText(text);
    }
  });

  await test.step('Refresh loads list and totals again', async () => {
    insertLogs(backend, [{ message: 'just arrived' }]);
    const calls = [page.waitForRequest(isListRequest), page.waitForRequest(isStatsRequest)];
    await screen.refresh.click();
    await Promise.all(calls);
    await expectLoaded(page, 5);
    await expect(messages.first()).toHaveText('just arrived');
  });

  await test.step('plain text is searched everywhere; Search and Clear appear while they do something', async () => {
    await expect(buttons).toHaveCount(0);
    await enterSearch(page, 'abc');
    await expect(buttons).toHaveText(['Search', 'Clear']);
    const preset = `${WITHOUT_ADMINS}&&(${contains('"abc"')})`;
    expect(await filtersOf(page, () => buttons.first().click())).toEqual(both(preset));
    await expectLoaded(page, 2);
    await expect(rows).toHaveCount(2);
    await expect(buttons).toHaveText(['Clear']);
    expect(hashQuery(page)).toEqual({ filter: 'abc' });

    // The text can be changed and restored without a request.
    await enterSearch(page, 'abcd');
    await expect(buttons).toHaveText(['Search', 'Clear']);
    await page.keyboard.press('Backspace');
    await expect(buttons).toHaveText(['Clear']);

    const cleared = await filtersOf(page, () => buttons.click());
    expect(cleared).toEqual(both(WITHOUT_ADMINS));
    await expectLoaded(page, 5);
    expect(hashOf(page)).toBe('#/logs');
    await expect.poll(searchText).toBe('');
    await expect(buttons).toHaveCount(0);
    await expect(search).toBeFocused();
  });

  await test.step('the box offers fields and macros; a completed filter is sent as typed', async () => {
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
    await expect.poll(() => hashQuery(page)['filter']).toBe('level = 8');
    await expectLoaded(page, 1);
  });

  await test.step('search and opened entry are in the address, a reload and Back restore them', async () => {
    await page.goto(logsHash());
    await expectLoaded(page, 5);
    await searchFor(page, 'has an');
    await expectLoaded(page, 1);
    expect(hashQuery(page)).toEqual({ filter: 'has an' });
    await screen.row(alpha).click();
    await expect(panel).toBeVisible();
    expect(hashQuery(page)).toEqual({ filter: 'has an', logId: alpha });

    await page.reload();
    await expect(panel).toContainText(alpha);
    await expectLoaded(page, 1);
    await expect.poll(searchText).toBe('has an');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)).toEqual({ filter: 'has an' });

    // Back to before the entry was opened, which needs no request, and to before the search.
    const pages = collectListRequests(page);
    await page.goBack();
    await expect.poll(() => hashQuery(page)).toEqual({ filter: 'has an' });
    await page.goBack();
    await expectLoaded(page, 5);
    expect(pages.map((query) => query.get('page'))).toEqual(['1']);
    await expect.poll(searchText).toBe('');
  });

  await test.step('a filter that the server refuses is explained, and the text itself is searched instead', async () => {
    expectedProblems.allow(...REFUSED_FILTER);
    await expect(refusal).toHaveText('');
    const [refused] = await filtersOf(page, () => searchFor(page, 'sort=a&page=2'));
    expect(refused).toBe(`${WITHOUT_ADMINS}&&sort=a&page=2`);
    await expect(refusal).toContainText('This is not a valid filter');
    await expect(refusal).toContainText('The list shows logs that contain this text.');
    await expectLoaded(page, 1);
    await expect(messages).toHaveText([`GET ${URL_LIKE_FILTER}`]);
    await expect(toasts(page)).toHaveCount(0);
    await checkScreen('[data-frame="logs"]');

    // The explanation belongs to this text.
    await searchFor(page, 'posts');
    await expectLoaded(page, 2);
    await expect(refusal).toHaveText('');
    await searchFor(page, 'message = "');
    await expect(refusal).toContainText('This is not a valid filter');
    await expectLoaded(page, 0);
    await expect(rows).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectLoaded(page, 5);
    await expect(refusal).toHaveText('');
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('[LG-08][LG-09][LG-10][LG-11][ST-05] requests by admins are listed on request, which address and device remember', async ({
  page,
  admin,
  backend,
  secondTab,
}) => {
  await onlyLogs(backend, [
    requestLog({ url: '/api/posts' }),
    requestLog({ auth: 'admin', url: '/api/settings' }),
  ]);
  await admin.signIn();
  const screen = logsScreen(page);
  const stored = () => page.evaluate((key) => localStorage.getItem(key), KEY);
  expect(await filtersOf(page, () => page.goto(logsHash()))).toEqual(both(WITHOUT_ADMINS));
  await expectLoaded(page, 1);
  await expect(screen.messages).toHaveText(['GET /api/posts']);

  expect(await filtersOf(page, () => screen.includeAdmins.check())).toEqual(['', '']);
  await expectLoaded(page, 2);
  await expect(screen.messages).toHaveText(['GET /api/settings', 'GET /api/posts']);
  expect(hashQuery(page)).toEqual({ adminRequests: '1' });
  expect(await stored()).toBe('1');
  expect(await filtersOf(page, () => page.reload())).toEqual(['', '']);
  await expect(screen.includeAdmins).toBeChecked();

  // A later visit without the parameter starts with the remembered choice and puts it into the address.
  await goToHash(page, '#/settings');
  await expect(screen.frame).toBeHidden();
  await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
  await expect.poll(() => hashQuery(page)).toEqual({ adminRequests: '1' });
  await expectLoaded(page, 2);

  // With the preset, an OR gets parentheses.
  await searchFor(page, 'level = 0 || level = 8');
  await expectLoaded(page, 2);
  const preset = `${WITHOUT_ADMINS}&&(level = 0 || level = 8)`;
  expect(await filtersOf(page, () => screen.includeAdmins.uncheck())).toEqual(both(preset));
  await expectLoaded(page, 1);
  expect(hashQuery(page)).toEqual({ filter: 'level = 0 || level = 8' });
  expect(await stored()).toBe('0');

  // The address has priority, and a shared address does not change what this device remembers.
  const other = await secondTab(logsHash({ adminRequests: '1' }));
  await expectLoaded(other, 2);
  await expect(logsScreen(other).includeAdmins).toBeChecked();
  await page.reload();
  await expectLoaded(page, 1);
  expect(await stored()).toBe('0');
});
