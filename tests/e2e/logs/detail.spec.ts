import type { Request } from '@playwright/test';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  insertLogs,
  type LogKinds,
  logEachKind,
  requestLog,
  type StoredLog,
} from '#tests/support/logs/entries.ts';
import { logsHash, logsScreen } from '#tests/support/logs/page.ts';
import {
  expectShown,
  isLogRequest,
  logPanel,
  logsQuery,
  openLog,
  savedFile,
} from '#tests/support/logs/panel.ts';
import { gate } from '#tests/support/records/page.ts';
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

let kinds: LogKinds;

test.beforeAll(async ({ siteOf }, { file }) => {
  kinds = await logEachKind((await siteOf(file)).backend);
});

test('[LG-18][LD-01][LD-02][LD-03][LD-04][LG-10][LG-17] a click on a row opens the entry of its request', async ({
  page,
  admin,
  backend,
}) => {
  const { badPassword } = kinds;
  await admin.signIn();
  await page.goto(logsHash());
  const screen = logsScreen(page);
  const { panel, title, names, value, close, download } = logPanel(page);
  // The checkbox of a row only selects it.
  await screen.box(badPassword.id).click();
  await expect(screen.bar).toBeVisible();
  expect(logsQuery(page)['logId']).toBeUndefined();
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

  const { data, created } = await backend.api.get<StoredLog>(`/api/logs/${badPassword.id}`);
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

  await page.reload();
  await expectShown(page, badPassword.id);
});

test('[LD-02][LD-03][LD-04] the panel shows every type of value, lines and JSON readable and copied whole', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const [id = '', empty = ''] = insertLogs(backend, [
    { level: 4, message: 'Failed to send a mail.\nTrying again.', data: JOB },
    { level: 5 },
  ]);
  const clipboard = await allowClipboard(page);
  await admin.signIn();
  const { panel, names, value } = await openLog(page, id);
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
  await axe();

  // Everything fits into a small screen, and nothing moves it sideways.
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await panel.evaluate((element) =>
    [document.documentElement, element, ...element.querySelectorAll('*:not(.sr-only)')]
      .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.outerHTML.slice(0, 100)),
  );
  expect(overflow).toEqual([]);
  await axe();

  await openLog(page, empty);
  await expect(names).toHaveText(['id', 'level', 'created', 'message']);
  await expect(value('level')).toHaveText('UNKN (5)');
  await expect(value('message')).toHaveText('N/A');
});

test('[LD-05][LD-06] the id is copied, and the file contains the whole entry', async ({
  page,
  admin,
  backend,
}) => {
  const { guest } = kinds;
  const clipboard = await allowClipboard(page);
  await page.clock.install();
  await admin.signIn();
  const { value, download } = await openLog(page, guest.id);
  const copy = value('id').getByRole('button', { name: 'Copy id' });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await copy.click();
  await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
  await page.clock.runFor(499);
  await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
  await page.clock.runFor(1);
  await expect(copy.locator('[class*="ri--file-copy-line"]')).toBeVisible();
  await page.clock.resume();
  expect(await clipboard()).toBe(guest.id);
  await expect(toasts(page)).toHaveCount(0);

  const { name, text } = await savedFile(page, () => download.click());
  expect(name).toBe(`log_${guest.created.replace(/[-:. ]/g, '')}.json`);
  const stored = await backend.api.get(`/api/logs/${guest.id}`);
  expect(text).toBe(JSON.stringify(stored, null, 2));
});

test('[LD-07][LG-10] an address opens an entry that the list does not contain; closing aborts its request', async ({
  page,
  admin,
}) => {
  const { admin: hidden } = kinds;
  const answer = gate();
  await admin.signIn();
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
  const { panel, close, download, newer, older } = logPanel(page);
  await expect(panel.getByText('Loading...')).toBeVisible();
  await expect(download).toBeDisabled();
  expect((await sent).method()).toBe('GET');

  const aborted = page.waitForEvent('requestfailed', (request: Request) => isLogRequest(request, hidden.id));
  await close.click();
  await expect(panel).toHaveCount(0);
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(toasts(page)).toHaveCount(0);
  answer.open();
  await page.unrouteAll();

  await openLog(page, hidden.id);
  await expect(newer).toHaveAttribute('aria-disabled', 'true');
  await expect(older).toHaveAttribute('aria-disabled', 'true');
});

test('[LD-08][ER-12] an entry that cannot be loaded closes the panel with a message', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const [listed = ''] = insertLogs(backend, [{ message: 'deleted meanwhile' }]);
  expectedProblems.allow(
    'response 404 GET /api/logs/unknown12345678',
    `response 500 GET /api/logs/${listed}`,
  );
  await admin.signIn();
  await page.goto(logsHash({ filter: 'level>=0', adminRequests: '1', logId: 'unknown12345678' }));
  const { panel } = logPanel(page);
  await expect(toasts(page, 'error')).toHaveText(['Unable to load log with id "unknown12345678"']);
  await expect(panel).toHaveCount(0);
  expect(logsQuery(page)).toEqual({ filter: 'level>=0', adminRequests: '1' });

  await page.route(
    (url) => url.pathname === `/api/logs/${listed}`,
    (route) => route.fulfill({ status: 500, json: { code: 500, message: 'Broken.', data: {} } }),
  );
  await logsScreen(page).row(listed).click();
  await expect(toasts(page, 'error').last()).toHaveText(`Unable to load log with id "${listed}"`);
  await expect(panel).toHaveCount(0);
  expect(logsQuery(page)).toEqual({ filter: 'level>=0', adminRequests: '1' });
});

test('[LD-09][UI-02][UI-04] every way to close keeps the rest of the address and returns the focus to the row', async ({
  page,
  admin,
  backend,
}) => {
  const [id = ''] = insertLogs(backend, [{ message: 'to close' }]);
  const rest = { filter: 'to close', adminRequests: '1' };
  await admin.signIn();
  await page.goto(logsHash(rest));
  const row = logsScreen(page).row(id);
  const { panel, close, closeIcon } = logPanel(page);
  await row.focus();
  const ways = [
    () => close.click(),
    () => closeIcon.click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(100, 400),
    () => page.goBack(),
  ];
  for (const way of ways) {
    await page.keyboard.press('Enter');
    await expectShown(page, id);
    await expect(panel).toBeFocused();
    await way();
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)).toEqual(rest);
    await expect(row).toBeFocused();
  }
});

test('a value becomes a condition that the list meets and that one click removes', async ({
  page,
  admin,
  backend,
}) => {
  const [teapot = '', created = ''] = insertLogs(backend, [
    requestLog({ status: 418, url: '/api/tea?sort="a"' }, { level: 8 }),
    requestLog({ status: 201, url: '/api/tea' }),
  ]);
  await admin.signIn();
  const { panel, filter } = await openLog(page, teapot);
  const { rows, row, tokens } = logsScreen(page);
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
