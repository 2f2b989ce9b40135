import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import {
  enterSearch,
  expectLoaded,
  filtersOf,
  logsHash,
  logsScreen,
  REFUSED_FILTER,
  searchFor,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { hashOf, toasts } from '#tests/support/screens.ts';

const contains = (operand: string) => `level~${operand}||message~${operand}||data~${operand}`;
const both = (filter: string) => [filter, filter];

test('[LG-03][LG-06][LG-09] plain text is searched everywhere; Search and Clear appear while they do something', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, [{ message: 'has an abc' }, requestLog({ referer: '/abc' }), requestLog()]);
  await admin.signIn();
  await page.goto(logsHash());
  const { searchButtons: buttons, rows, search, searchText } = logsScreen(page);
  await expectLoaded(page, 3);
  await expect(buttons).toHaveCount(0);

  await enterSearch(page, 'abc');
  await expect(buttons).toHaveText(['Search', 'Clear']);
  const preset = `data.auth!="admin"&&(${contains('"abc"')})`;
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
  expect(cleared).toEqual(both('data.auth!="admin"'));
  await expectLoaded(page, 3);
  expect(hashOf(page)).toBe('#/logs');
  await expect.poll(searchText).toBe('');
  await expect(buttons).toHaveCount(0);
  await expect(search).toBeFocused();
});

test('[LG-06][LG-07][LG-09] numbers and booleans are not quoted, filters are sent as typed, the parts are joined', async ({
  page,
  admin,
  backend,
}) => {
  const entry = requestLog(
    { status: 404, error: 'say "hi" at C:\\', auth: 'admin' },
    { message: 'the one', level: 8 },
  );
  await onlyLogs(backend, [entry, requestLog()]);
  await admin.signIn();
  await page.goto(logsHash({ adminRequests: '1' }));
  const { messages } = logsScreen(page);
  await expectLoaded(page, 2);
  for (const [typed, sent] of [
    ['404', contains('404')],
    [' the one ', contains('"the one"')],
    ["level > 0 && data.auth = 'admin'", "level > 0 && data.auth = 'admin'"],
    ['level = 8 || level = 9', 'level = 8 || level = 9'],
  ] as const) {
    expect(await filtersOf(page, () => searchFor(page, typed)), typed).toEqual(both(sent));
    await expectLoaded(page, 1);
    await expect(messages).toHaveText(['the one']);
  }
  expect(await filtersOf(page, () => searchFor(page, 'true'))).toEqual(both(contains('true')));

  // A text with a quote is found as it is stored, within the JSON of the data.
  await searchFor(page, 'say "hi" at C:\\');
  await expectLoaded(page, 1);
  await expect(messages).toHaveText(['the one']);

  // With the preset, an OR gets parentheses and everything else stays as it is.
  await searchFor(page, 'level >= 0');
  await expectLoaded(page, 2);
  const { includeAdmins } = logsScreen(page);
  expect(await filtersOf(page, () => includeAdmins.uncheck())).toEqual(
    both('data.auth!="admin"&&level >= 0'),
  );
  await expectLoaded(page, 1);
  expect(await filtersOf(page, () => searchFor(page, 'level = 0 || level = 8'))).toEqual(
    both('data.auth!="admin"&&(level = 0 || level = 8)'),
  );
  await expectLoaded(page, 1);
  await expect(messages).toHaveText(['GET /api/collections/posts/records']);
});

test('[LG-04] the search box offers the fields of the log, the fields of every record and macros', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, [{ level: 4 }]);
  await admin.signIn();
  await page.goto(logsHash());
  await expectLoaded(page, 1);
  const lines = page.locator('.ace_autocomplete .ace_line');
  const offered = async () => (await lines.allTextContents()).map((text) => text.trim());
  for (const [typed, word] of [
    ['lev', 'level'],
    ['mess', 'message'],
    ['dat', 'data.'],
    ['created > @n', '@now'],
    ['@todayS', '@todayStart'],
    ['upd', 'updated'],
    ['crea', 'created'],
    ['tru', 'true'],
    ['fals', 'false'],
    ['level = 4 && i', 'id'],
  ] as const) {
    await enterSearch(page, '');
    await page.keyboard.type(typed);
    await expect.poll(offered, typed).toContain(word);
  }
  // A completed filter works on the real backend.
  await enterSearch(page, '');
  await page.keyboard.type('leve');
  await expect.poll(offered).toEqual(['level']);
  await page.keyboard.press('Tab');
  await page.keyboard.type(' = 4');
  await page.keyboard.press('Enter');
  await expect.poll(() => hashQuery(page)['filter']).toBe('level = 4');
  await expectLoaded(page, 1);
});

test('a filter that the server refuses is explained, and the text itself is searched instead', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  const url = '/api/x?sort=a&page=2';
  await onlyLogs(backend, [requestLog({ url }), requestLog()]);
  expectedProblems.allow(...REFUSED_FILTER);
  await admin.signIn();
  await page.goto(logsHash());
  const { refusal, rows, messages } = logsScreen(page);
  await expectLoaded(page, 2);
  await expect(refusal).toHaveText('');
  const [refused] = await filtersOf(page, () => searchFor(page, 'sort=a&page=2'));
  expect(refused).toBe('data.auth!="admin"&&sort=a&page=2');
  await expect(refusal).toContainText('This is not a valid filter');
  await expect(refusal).toContainText('The list shows logs that contain this text.');
  await expectLoaded(page, 1);
  await expect(messages).toHaveText([`GET ${url}`]);
  await expect(toasts(page)).toHaveCount(0);
  await axe();

  // The explanation belongs to this text.
  await searchFor(page, 'posts');
  await expectLoaded(page, 1);
  await expect(refusal).toHaveText('');
  for (const text of ['message = "', 'nosuch = 1', '((( > 1']) {
    await searchFor(page, text);
    await expect(refusal).toContainText('This is not a valid filter');
    await expectLoaded(page, 0);
    await expect(rows).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectLoaded(page, 2);
  await expect(refusal).toHaveText('');
  await expect(toasts(page)).toHaveCount(0);
});
