import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import {
  expectLoaded,
  filtersOf,
  isStatsRequest,
  logsHash,
  logsScreen,
  STATS_CALLS,
  searchFor,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { hashOf } from '#tests/support/screens.ts';

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

test('[LG-23][LG-24][API-09] the chart shows the totals per hour of what is listed, and their number', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, ENTRIES);
  await admin.signIn();
  const { chart, found, frame, refresh } = logsScreen(page);
  const line = chart.locator('path.line-graph-path');
  const loaded = page.waitForResponse((response) => isStatsRequest(response.request()));
  await page.goto(logsHash());
  expect(await (await loaded).json()).toEqual([
    { date: '2026-11-05 10:00:00.000Z', total: 3 },
    { date: '2026-11-05 12:00:00.000Z', total: 4 },
    { date: '2026-11-05 20:00:00.000Z', total: 2 },
  ]);
  expect(Object.fromEntries(new URL((await loaded).url()).searchParams)).toEqual({
    filter: 'data.auth!="admin"',
  });
  await expectLoaded(page, 9);
  await expect(line).toHaveCount(1);
  const image = chart.getByRole('img');
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

  // Another filter removes points and number first.
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

  // A refresh and the preset load it again.
  const again = page.waitForRequest(isStatsRequest);
  await refresh.click();
  await again;
  await expectLoaded(page, 1);
  const preset = page.waitForRequest(isStatsRequest);
  await logsScreen(page).includeAdmins.check();
  expect(new URL((await preset).url()).searchParams.get('filter')).toBe('level > 0');
});

test('[LG-24] the label of the last hour is not cut off', async ({ page, admin, backend }) => {
  await onlyLogs(backend, [
    requestLog({}, { created: '2026-10-31 10:00:00.000Z' }),
    requestLog({}, { created: '2026-11-05 10:00:00.000Z' }),
  ]);
  await admin.signIn();
  await page.goto(logsHash());
  const image = logsScreen(page).chart.getByRole('img');
  const label = image.locator('.x.axis text').last();
  await expect(label).toHaveText('12 PM');
  const [inner, outer] = [await label.boundingBox(), await image.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
});

test('a drag on the chart and its table zoom into a time span, and one click leads back', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await onlyLogs(backend, ENTRIES);
  await admin.signIn();
  await page.goto(logsHash());
  const { frame, chart, tokens, messages } = logsScreen(page);
  await expectLoaded(page, 9);
  await expect(chart.getByRole('img')).toBeVisible();
  const between = (from: string, to: string) =>
    `data.auth!="admin"&&created>="2026-11-05 ${from}:00:00.000Z"&&created<"2026-11-05 ${to}:00:00.000Z"`;

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
  await page.reload();
  await expectLoaded(page, 4);
  await tokens.getByRole('button', { name: /^Remove 2026-11-05/ }).click();
  await expectLoaded(page, 9);
  expect(hashOf(page)).toBe('#/logs');

  await frame.getByRole('button', { name: 'Show as table' }).click();
  const table = frame.getByRole('table', { name: /^Total requests per hour/ });
  await expect(table.getByRole('rowheader')).toHaveText(['Nov 5, 10 PM', 'Nov 5, 2 PM', 'Nov 5, 12 PM']);
  await axe('[data-frame="logs"]');
  const zoomed = await filtersOf(page, () =>
    table.getByRole('button', { name: 'Zoom in: Nov 5, 12 PM' }).click(),
  );
  expect(zoomed).toEqual([between('10', '11'), between('10', '11')]);
  await expectLoaded(page, 3);
  // Back leads back, too.
  await page.goBack();
  await expectLoaded(page, 9);
  await expect(tokens).toHaveCount(0);
});
