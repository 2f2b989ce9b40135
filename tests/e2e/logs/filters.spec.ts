import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import {
  expectLoaded,
  filtersOf,
  isStatsRequest,
  logsHash,
  logsScreen,
  presetOf,
  STATS_CALLS,
  searchFor,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { hashOf } from '#tests/support/screens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment before now as the backend stores it. */
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString().replace('T', ' ');

const post = (name: string, status: number, execTime = 1) =>
  requestLog({ url: `/api/${name}?page=1`, status, execTime }, { level: status < 400 ? 0 : 8 });

/** Three entries at 10, four at 12 and two at 20 o'clock UTC, one of them an error. */
const ENTRIES = [10, 10, 10, 12, 12, 12, 12, 20, 20].map((hour, index) =>
  requestLog({}, { created: `2026-11-05 ${hour}:0${index}:00.000Z`, level: index === 8 ? 8 : 0 }),
);

/** Moves the mouse to a part of the chart's width, from 0 to 1. */
async function moveTo(page: Page, part: number): Promise<void> {
  const box = await logsScreen(page).chart.getByRole('img').boundingBox();
  if (!box) throw new Error('The chart is not visible.');
  await page.mouse.move(box.x + box.width * part, box.y + box.height / 2, { steps: 4 });
}

test('[LG-10] conditions, time spans and frequent paths limit the list, and another window shows the same', async ({
  page,
  admin,
  backend,
  atoll,
  newWindow,
  checkScreen,
}) => {
  await onlyLogs(backend, [post('a', 200), post('a', 404), post('b', 404), post('b', 500)]);
  await admin.signIn();
  const screen = logsScreen(page);
  const { tokens, messages, frame, preset, top } = screen;

  await test.step('tokens limit the list together with the search, and each can be removed', async () => {
    const where = 'data.status=404&&data.method!="POST"';
    const opened = await filtersOf(page, () => page.goto(logsHash({ where, filter: '/api/b' })));
    const search = 'level~"/api/b"||message~"/api/b"||data~"/api/b"';
    const filter = `data.auth!="admin"&&${where}&&(${search})`;
    expect(opened).toEqual([filter, filter]);
    await expectLoaded(page, 1);
    await expect(messages).toHaveText(['GET /api/b?page=1']);
    await expect(tokens).toHaveText(['status is 404', 'method is not POST']);
    await checkScreen('[data-frame="logs"]');

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

  await test.step('time presets limit list and chart to the last minutes, hours or days', async () => {
    const ages = [10 * DAY, 3 * DAY, 5 * HOUR, 30 * MINUTE, 5 * MINUTE];
    await onlyLogs(
      backend,
      ages.map((age, index) => requestLog({}, { message: `n ${index}`, created: ago(age) })),
    );
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
    await preset('7 days').click();
    await expectLoaded(page, 5);
    await expect(preset('7 days')).toHaveAttribute('aria-pressed', 'false');
    expect(hashOf(page)).toBe('#/logs');
  });

  await test.step('failing, slowest and frequent paths and the counts of levels are filters', async () => {
    await onlyLogs(backend, [
      ...['often', 'often', 'often'].map((name) => post(name, 200)),
      post('slow', 200, 800),
      post('broken', 500),
      post('broken', 500),
      post('broken', 404),
      post('brokenmore', 500),
    ]);
    await screen.refresh.click();
    await expectLoaded(page, 8);
    const first = (group: string) =>
      top.getByRole('group', { name: group }).getByRole('button', { name: '/api/' }).first();
    await expect(first('Frequent')).toHaveText(/^\/api\/broken\s*3×$/);
    await expect(first('Slowest')).toHaveText(/^\/api\/slow\s*800 ms$/);
    await expect(first('Failing')).toHaveText(/^\/api\/broken\s*500\s*2×$/);

    // The counts are those of all levels while some are chosen.
    const levels = frame.getByRole('group', { name: 'Levels' }).getByRole('button');
    await expect(levels).toHaveText(['4 errors', '0 warnings', '4 info']);
    await levels.first().click();
    await expectLoaded(page, 4);
    expect(hashQuery(page)).toEqual({ levels: 'error' });
    await expect(levels.first()).toHaveAttribute('aria-pressed', 'true');
    await levels.nth(1).click();
    await expectLoaded(page, 4);
    await expect(levels).toHaveText(['4 errors', '0 warnings', '4 info']);
    await page.goBack();
    await levels.first().click();
    await expectLoaded(page, 8);
    expect(hashOf(page)).toBe('#/logs');

    await first('Failing').click();
    await expectLoaded(page, 2);
    await expect(messages).toHaveText(['GET /api/broken?page=1', 'GET /api/broken?page=1']);
    await expect(tokens).toHaveText(['url starts with /api/broken', 'status is 500']);
    await page.goBack();
    await expectLoaded(page, 8);
    await first('Slowest').click();
    await expectLoaded(page, 1);
    await expect(tokens).toHaveText(['url starts with /api/slow']);
  });

  await test.step('the address opened in another window shows the same', async () => {
    const ids = await onlyLogs(backend, [
      requestLog({ status: 404, url: '/api/x?q="é"&b=1' }, { level: 8, created: ago(MINUTE) }),
      requestLog({ status: 404, auth: 'admin', url: '/api/x' }, { created: ago(2 * MINUTE) }),
      requestLog({ status: 200, url: '/api/x' }, { created: ago(3 * MINUTE) }),
      requestLog({ status: 404, url: '/api/x' }, { created: ago(2 * HOUR) }),
    ]);
    await page.goto(logsHash());
    await expectLoaded(page, 3);
    await screen.includeAdmins.check();
    await preset('1 h').click();
    await expectLoaded(page, 3);
    await searchFor(page, '/api/x');
    const failing = top.getByRole('group', { name: 'Failing' }).getByRole('button').first();
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
    expect(await shown.tokens.allTextContents()).toEqual(await tokens.allTextContents());
    expect(await shown.messages.allTextContents()).toEqual(await messages.allTextContents());
  });
});

test('[LG-23][LG-24][API-09] the chart shows the totals per hour of what is listed, and zooms', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
}) => {
  await onlyLogs(backend, ENTRIES);
  await admin.signIn();
  const { chart, found, frame, refresh, tokens, messages, includeAdmins } = logsScreen(page);
  const line = chart.locator('path.line-graph-path');
  const image = chart.getByRole('img');

  await test.step('the totals, their number, and the moments', async () => {
    const loaded = page.waitForResponse((response) => isStatsRequest(response.request()));
    await page.goto(logsHash());
    expect(await (await loaded).json()).toEqual([
      { date: '2026-11-05 10:00:00.000Z', total: 3 },
      { date: '2026-11-05 12:00:00.000Z', total: 4 },
      { date: '2026-11-05 20:00:00.000Z', total: 2 },
    ]);
    expect(Object.fromEntries(new URL((await loaded).url()).searchParams)).toEqual({
      filter: presetOf(atoll.url),
    });
    await expectLoaded(page, 9);
    await expect(line).toHaveCount(1);
    await expect(image).toHaveAccessibleName(
      'Total requests per hour, Nov 5, 12 PM – 11 PM: 9 in total, at most 4 (Nov 5, 2 PM).',
    );
    // Integers at the left, moments of local time below.
    await expect(image.locator('.y.axis text')).toHaveText(['0', '2', '4']);
    const moments = await image.locator('.x.axis text').allTextContents();
    expect(moments.length).toBeGreaterThan(1);
    expect(moments.length).toBeLessThanOrEqual(15);
    expect(moments[0]).toBe('12 PM');
    await moveTo(page, 0.22);
    const tip = chart.locator('.graph-svg-tip');
    await expect(tip.locator('.title')).toHaveText('Nov 5, 2 PM');
    await expect(tip.locator('li')).toHaveText(/^4\s+Total requests$/);
    await page.mouse.move(0, 0);
  });

  await test.step('a drag on the chart zooms into a time span, and one click leads back', async () => {
    // The point of 12 o'clock UTC is the third of twelve.
    await moveTo(page, 0.15);
    const dragged = await filtersOf(page, async () => {
      await page.mouse.down();
      await moveTo(page, 0.5);
      await page.mouse.up();
    });
    await expect(tokens).toHaveCount(1);
    const span = hashQuery(page)['span'] ?? '';
    expect(span).toMatch(/^2026-11-05T1\d:00Z~2026-11-05T1\d:00Z$/);
    expect(dragged[0]).toMatch(/^data\.auth!="admin"&&created>="2026-11-05 1\d:00:00\.000Z"&&created<"/);
    expect(dragged[1]).toBe(dragged[0]);
    await expectLoaded(page, 4);
    await expect(messages).toHaveCount(4);
    await expect(tokens).toHaveText(/^2026-11-05 1\d:00 – 1\d:00 UTC$/);
    await tokens.getByRole('button', { name: /^Remove 2026-11-05/ }).click();
    await expectLoaded(page, 9);
    expect(hashOf(page)).toBe('#/logs');
  });

  await test.step('bars are stacked by level instead, which this device remembers', async () => {
    await frame.getByRole('button', { name: 'Show by level' }).click();
    await expect(line).toHaveCount(0);
    const bars = chart.locator('.dataset-bars');
    await expect(bars).toHaveCount(2);
    await moveTo(page, 0.98);
    await expect(chart.locator('.graph-svg-tip li')).toHaveText([/^1\s+ERROR$/, /^1\s+INFO$/]);
    await page.mouse.move(0, 0);
    await checkScreen('[data-frame="logs"]');
    await page.reload();
    await expect(bars).toHaveCount(2);
    await frame.getByRole('button', { name: 'Show as line' }).click();
    await expect(line).toHaveCount(1);
  });

  await test.step('its table zooms, too', async () => {
    await frame.getByRole('button', { name: 'Show as table' }).click();
    const table = frame.getByRole('table', { name: /^Total requests per hour/ });
    await expect(table.getByRole('rowheader')).toHaveText(['Nov 5, 10 PM', 'Nov 5, 2 PM', 'Nov 5, 12 PM']);
    await checkScreen('[data-frame="logs"]');
    const zoomed = await filtersOf(page, () =>
      table.getByRole('button', { name: 'Zoom in: Nov 5, 12 PM' }).click(),
    );
    const between =
      'data.auth!="admin"&&created>="2026-11-05 10:00:00.000Z"&&created<"2026-11-05 11:00:00.000Z"';
    expect(zoomed).toEqual([between, between]);
    await expectLoaded(page, 3);
    // Back leads back, too.
    await page.goBack();
    await expectLoaded(page, 9);
    await expect(tokens).toHaveCount(0);
    await frame.getByRole('button', { name: 'Show as chart' }).click();
    await expect(line).toHaveCount(1);
  });

  await test.step('another filter removes points and number first; a refresh and the preset load it again', async () => {
    const held = gate();
    await page.route(STATS_CALLS, async (route) => {
      await held.opened;
      await route.continue();
    });
    await searchFor(page, 'level > 0');
    await expect(found).toHaveCount(0);
    await expect(line).toHaveCount(0);
    await expect(frame.getByText('Loading chart...')).toBeAttached();
    held.open();
    await expect(found).toHaveText('Found 1 log');
    await expect(line).toHaveCount(1);
    await page.unrouteAll();

    const again = page.waitForRequest(isStatsRequest);
    await refresh.click();
    await again;
    await expectLoaded(page, 1);
    // The groups above the list ask for statistics, too, also those of the refresh.
    const unlimited = page.waitForRequest(
      (request) =>
        isStatsRequest(request) && new URL(request.url()).searchParams.get('filter') === 'level > 0',
    );
    await includeAdmins.check();
    await unlimited;
  });

  await test.step('the label of the last hour is not cut off', async () => {
    await onlyLogs(backend, [
      requestLog({}, { created: '2026-10-31 10:00:00.000Z' }),
      requestLog({}, { created: '2026-11-05 10:00:00.000Z' }),
    ]);
    await page.goto(logsHash({ adminRequests: '1' }));
    await expectLoaded(page, 2);
    const label = image.locator('.x.axis text').last();
    await expect(label).toHaveText('12 PM');
    const [inner, outer] = [await label.boundingBox(), await image.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  });
});
