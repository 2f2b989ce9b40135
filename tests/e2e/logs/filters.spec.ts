import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, filtersOf, logsHash, logsScreen, searchFor } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { hashOf } from '#tests/support/screens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment before now as the backend stores it. */
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString().replace('T', ' ');

const post = (name: string, status: number, execTime = 1) =>
  requestLog({ url: `/api/${name}?page=1`, status, execTime }, { level: status < 400 ? 0 : 8 });

test('tokens limit the list together with the search, and each can be removed', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await onlyLogs(backend, [post('a', 200), post('a', 404), post('b', 404), post('b', 500)]);
  await admin.signIn();
  const { tokens, messages, frame } = logsScreen(page);
  const where = 'data.status=404&&data.method!="POST"';
  const opened = await filtersOf(page, () => page.goto(logsHash({ where, filter: '/api/b' })));
  const search = 'level~"/api/b"||message~"/api/b"||data~"/api/b"';
  const filter = `data.auth!="admin"&&${where}&&(${search})`;
  expect(opened).toEqual([filter, filter]);
  await expectLoaded(page, 1);
  await expect(messages).toHaveText(['GET /api/b?page=1']);
  await expect(tokens).toHaveText(['status is 404', 'method is not POST']);
  await axe();

  await tokens.getByRole('button', { name: 'Remove method is not POST' }).click();
  await expect(tokens).toHaveText(['status is 404']);
  expect(hashQuery(page)).toEqual({ where: 'data.status=404', filter: '/api/b' });
  await searchFor(page, '');
  await expectLoaded(page, 2);
  await tokens.getByRole('button', { name: 'Remove status is 404' }).click();
  await expectLoaded(page, 4);
  expect(hashOf(page)).toBe('#/logs');
  await expect(tokens).toHaveCount(0);
  // The focus stays in the page when the focused button disappears.
  expect(await frame.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  // A filter that somebody wrote into the address is one token.
  await page.goto(logsHash({ where: 'level > 0 || data.status = 1' }));
  await expectLoaded(page, 3);
  await expect(tokens).toHaveText(['level > 0 || data.status = 1']);
  await tokens.getByRole('button').click();
  await expectLoaded(page, 4);
});

test('time presets limit list and chart to the last minutes, hours or days', async ({
  page,
  admin,
  backend,
}) => {
  const ages = [10 * DAY, 3 * DAY, 5 * HOUR, 30 * MINUTE, 5 * MINUTE];
  await onlyLogs(
    backend,
    ages.map((age, index) => requestLog({}, { message: `n ${index}`, created: ago(age) })),
  );
  await admin.signIn();
  await page.goto(logsHash());
  const { preset, tokens, messages } = logsScreen(page);
  await expectLoaded(page, 5);
  for (const [label, id, age, count] of [
    ['15 min', '15m', 15 * MINUTE, 1],
    ['1 h', '1h', HOUR, 2],
    ['24 h', '24h', DAY, 3],
    ['7 days', '7d', 7 * DAY, 4],
  ] as const) {
    const [list, stats] = await filtersOf(page, () => preset(label).click());
    const since = /^data\.auth!="admin"&&created>="([^"]+)"$/.exec(list)?.[1] ?? '';
    expect(Math.abs(Date.parse(since) - (Date.now() - age)), label).toBeLessThan(10_000);
    expect(stats).toMatch(/^data\.auth!="admin"&&created>="[^"]+"$/);
    await expectLoaded(page, count);
    await expect(messages).toHaveCount(count);
    await expect(preset(label)).toHaveAttribute('aria-pressed', 'true');
    expect(hashQuery(page)).toEqual({ span: id });
    await expect(tokens).toHaveText([`Last ${label}`]);
  }
  await page.reload();
  await expectLoaded(page, 4);
  await expect(preset('7 days')).toHaveAttribute('aria-pressed', 'true');
  await preset('7 days').click();
  await expectLoaded(page, 5);
  await expect(preset('7 days')).toHaveAttribute('aria-pressed', 'false');
  expect(hashOf(page)).toBe('#/logs');
});

test('the most frequent, slowest and failing paths of the loaded entries are filters', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, [
    ...['often', 'often', 'often'].map((name) => post(name, 200)),
    post('slow', 200, 800),
    post('broken', 500),
    post('broken', 500),
    post('broken', 404),
    post('brokenmore', 500),
  ]);
  await admin.signIn();
  await page.goto(logsHash());
  const { top, tokens, messages } = logsScreen(page);
  await expectLoaded(page, 8);
  const first = (group: string) => top.getByRole('group', { name: group }).getByRole('button').first();
  await expect(first('Frequent')).toHaveText(/^\/api\/broken\s*3×$/);
  await expect(first('Slowest')).toHaveText(/^\/api\/slow\s*800 ms$/);
  await expect(first('Failing')).toHaveText(/^\/api\/broken\s*500\s*2×$/);

  await first('Failing').click();
  await expectLoaded(page, 2);
  await expect(messages).toHaveText(['GET /api/broken?page=1', 'GET /api/broken?page=1']);
  await expect(tokens).toHaveText(['url starts with /api/broken', 'status is 500']);
  await page.reload();
  await expectLoaded(page, 2);
  await expect(tokens).toHaveText(['url starts with /api/broken', 'status is 500']);
  await page.goBack();
  await expectLoaded(page, 8);
  await first('Slowest').click();
  await expectLoaded(page, 1);
  await expect(tokens).toHaveText(['url starts with /api/slow']);
});

test('[LG-10] the address of a page opened in another window shows the same', async ({
  page,
  admin,
  backend,
  atoll,
  newWindow,
}) => {
  const ids = await onlyLogs(backend, [
    requestLog({ status: 404, url: '/api/x?q="é"&b=1' }, { level: 8, created: ago(MINUTE) }),
    requestLog({ status: 404, auth: 'admin', url: '/api/x' }, { created: ago(2 * MINUTE) }),
    requestLog({ status: 200, url: '/api/x' }, { created: ago(3 * MINUTE) }),
    requestLog({ status: 404, url: '/api/x' }, { created: ago(2 * HOUR) }),
  ]);
  await admin.signIn();
  await page.goto(logsHash());
  const screen = logsScreen(page);
  await expectLoaded(page, 3);
  await screen.includeAdmins.check();
  await screen.preset('1 h').click();
  await expectLoaded(page, 3);
  await searchFor(page, '/api/x');
  const failing = screen.top.getByRole('group', { name: 'Failing' }).getByRole('button').first();
  await failing.click();
  await expectLoaded(page, 2);
  await screen.row(ids[0] ?? '').click();
  await expect(page.getByRole('dialog', { name: 'Request log' })).toBeVisible();

  const other = await (await newWindow()).newPage();
  await admin.signIn(other);
  await other.goto(atoll.url + new URL(page.url()).hash.replace(/^/, '/'));
  const shown = logsScreen(other);
  await expect(other.getByRole('dialog', { name: 'Request log' })).toContainText(ids[0] ?? '');
  await expectLoaded(other, 2);
  await expect(shown.rows).toHaveCount(2);
  await expect(shown.includeAdmins).toBeChecked();
  await expect(shown.preset('1 h')).toHaveAttribute('aria-pressed', 'true');
  expect(await shown.searchText()).toBe('/api/x');
  expect(await shown.tokens.allTextContents()).toEqual(await screen.tokens.allTextContents());
  expect(await shown.messages.allTextContents()).toEqual(await screen.messages.allTextContents());
});
