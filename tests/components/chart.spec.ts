import type { Locator, Page } from '@playwright/test';
import type { ProblemGuard } from '#tests/support/guard.ts';
import { expect, type Open, test } from './fixtures.ts';

const area = (page: Page): Locator => page.getByRole('region', { name: 'Chart' });
const plot = (page: Page): Locator => area(page).getByRole('img');
const toggle = (page: Page, name: 'Show as table' | 'Show as chart'): Locator =>
  area(page).getByRole('button', { name });
const range = (page: Page): Locator => page.locator('.line-chart-range');
const zoom = (page: Page): Locator => page.locator('[data-zoom]');

const show = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A position within the chart, as fractions of its width and height. */
async function at(page: Page, x: number, y = 0.5): Promise<{ x: number; y: number }> {
  const box = await plot(page).boundingBox();
  if (!box) throw new Error('The chart is not visible.');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function moveTo(page: Page, x: number): Promise<void> {
  const point = await at(page, x);
  await page.mouse.move(point.x, point.y, { steps: 4 });
}

const colourOf = (locator: Locator, property: 'stroke' | 'stop-color'): Promise<string> =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** The theme's colour for errors, as the browser computes it. */
const themeRed = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--color-error)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

async function drawsValues(page: Page, open: Open) {
  await open('chart');
  const line = plot(page).locator('path.line-graph-path');
  const tip = area(page).locator('.graph-svg-tip');

  await test.step('one red line with a filled area, at once and without a legend', async () => {
    await expect(line).toHaveCount(1);
    await expect(plot(page).locator('path')).toHaveCount(2);
    // The library alone would begin with a flat line.
    const heights = new Set((await line.getAttribute('d'))?.match(/(?<=,)[\d.]+/g));
    expect(heights.size).toBeGreaterThan(20);
    expect(
      await plot(page)
        .locator('path.region-fill')
        .evaluate((path) => path.style.fill),
    ).toContain('url(');
    await expect(plot(page).locator('animate')).toHaveCount(0);
    await expect(area(page).locator('.chart-legend')).toHaveCount(0);
  });

  await test.step('the tooltip has the day and hour as its title, and the total', async () => {
    await moveTo(page, 0.6);
    await expect(tip.locator('.title')).toHaveText('Nov 19, 1 AM');
    await expect(tip.locator('li')).toHaveText(/^62\s+Total requests$/);
    await expect(tip).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await expect(tip).toHaveCSS('opacity', '0');
  });

  await test.step('the tooltip under the mouse stays when new values arrive', async () => {
    await moveTo(page, 0.6);
    await expect(tip.locator('li')).toHaveText(/^62\s/);
    await page.getByRole('button', { name: 'Week and more' }).press('Enter');
    await expect(tip.locator('li')).toHaveText(/^63\s/);
    await expect(tip).toHaveCSS('opacity', '1');
  });

  await test.step('the colours follow the theme', async () => {
    const fill = plot(page).locator('stop').first();
    const light = await themeRed(page);
    expect(await colourOf(line, 'stroke')).toBe(light);
    expect(await colourOf(fill, 'stop-color')).toBe(light);
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'atoll-dark';
    });
    const dark = await themeRed(page);
    expect(dark).not.toBe(light);
    expect(await colourOf(line, 'stroke')).toBe(dark);
    expect(await colourOf(fill, 'stop-color')).toBe(dark);
  });

  await test.step('at most 4 integers at the left, at most 15 round moments below, and few elements', async () => {
    const left = plot(page).locator('.y.axis text');
    const below = plot(page).locator('.x.axis text');
    await show(page, 'Week');
    await expect(left).toHaveText(['0', '25', '50', '75']);
    await expect(below).toHaveText(
      'Nov 16,12 PM,Nov 17,12 PM,Nov 18,12 PM,Nov 19,12 PM,Nov 20,12 PM,Nov 21'.split(','),
    );
    expect(await area(page).locator('*').count()).toBeLessThan(100);
    await show(page, 'Year');
    await expect(left).toHaveText(['0', '5000', '10K', '15K']);
    await expect(below.first()).toHaveText('Dec 2026');
    await expect(below).toHaveCount(12);
    expect(await area(page).locator('*').count()).toBeLessThan(100);
    await moveTo(page, 0.5);
    await expect(tip.locator('.title')).toHaveText(/^May \d+, 2027$/);
    await expect(tip.locator('li')).toHaveText(/^10,\d{3}\s+Total requests$/);
    await show(page, 'One hour');
    await expect(below).toHaveText(['12 PM']);
    await expect(plot(page).locator('circle')).toHaveCount(1);
  });

  await test.step('hours without entries are drawn as 0', async () => {
    await show(page, 'Two days with a gap');
    await expect(plot(page)).toHaveAccessibleName(
      'Total requests per hour, Nov 15, 12 PM – Nov 17, 12 PM: 12,501 in total, at most 12,500 (Nov 17, 11 AM).',
    );
    expect((await line.getAttribute('d'))?.split('L')).toHaveLength(48);
  });

  await test.step('a spinner while loading, and nothing moves', async () => {
    const after = page.getByText('After the chart');
    await show(page, 'Week');
    const before = await after.boundingBox();
    for (const name of ['Loading', 'Nothing', 'Year', 'Loading']) {
      await show(page, name);
      expect(await after.boundingBox()).toEqual(before);
    }
    await expect(area(page).getByRole('status')).toHaveText('Loading chart...');
    await expect(plot(page)).toHaveCount(0);
    await show(page, 'Nothing');
    await expect(area(page).getByRole('status')).toHaveCount(0);
    await expect(plot(page)).toHaveCount(0);
  });

  await test.step('redrawn 250 ms after a resize, with fewer labels when narrow', async () => {
    await show(page, 'Week');
    await expect(plot(page)).toBeVisible();
    const before = await plot(page).getAttribute('width');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const host = area(page).locator('.line-chart-plot');
    await page.setViewportSize({ width: 900, height: 800 });
    await expect.poll(() => host.evaluate((element) => element.clientWidth)).toBe(Number(before) - 380);
    await page.clock.runFor(240);
    await expect(plot(page)).toHaveAttribute('width', before ?? '');
    await page.clock.runFor(20);
    await expect(plot(page)).toHaveAttribute('width', String(Number(before) - 380));

    await page.setViewportSize({ width: 360, height: 800 });
    await page.clock.runFor(1000);
    await expect(plot(page)).toHaveAttribute('height', '100');
    await expect(plot(page).locator('.x.axis text')).toHaveText(['Nov 16', 'Nov 18', 'Nov 20']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}

async function zoomsByDragging(page: Page, open: Open) {
  const zooms = page.locator('[data-zooms]');
  await open('chart');
  await expect(plot(page)).toBeVisible();

  await test.step('in both directions', async () => {
    await moveTo(page, 0.3);
    await page.mouse.down();
    await moveTo(page, 0.6);
    await expect(range(page)).toBeVisible();
    await expect(area(page).getByText('Nov 17, 5 AM – Nov 19, 2 AM')).toBeVisible();
    await expect(zoom(page)).toHaveText('none');
    await page.mouse.up();
    await expect(zoom(page)).toHaveText('2026-11-17 03:00:00.000Z to 2026-11-19 00:00:00.000Z');
    await expect(range(page)).toHaveCount(0);

    await show(page, 'Year');
    await moveTo(page, 0.5);
    await page.mouse.down();
    // To the left of the chart: the first day.
    await page.mouse.move(0, 0, { steps: 4 });
    await page.mouse.up();
    await expect(zoom(page)).toHaveText(/^2026-11-14 22:00:00\.000Z to 2027-05-\d\d 21:00:00\.000Z$/);
    await expect(zooms).toHaveText('2');
  });

  await test.step('Escape cancels a drag, and a click without a drag does nothing', async () => {
    await show(page, 'Week');
    await moveTo(page, 0.3);
    await page.mouse.down();
    await moveTo(page, 0.6);
    await expect(range(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(range(page)).toHaveCount(0);
    await moveTo(page, 0.7);
    await expect(range(page)).toHaveCount(0);
    await page.mouse.up();

    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.down({ button: 'right' });
    await moveTo(page, 0.2);
    await page.mouse.up({ button: 'right' });
    await expect(zooms).toHaveText('2');
    // The drag still works.
    await page.mouse.down();
    await moveTo(page, 0.4);
    await page.mouse.up();
    await expect(zooms).toHaveText('3');
  });

  await test.step('by finger, while a vertical swipe scrolls', async () => {
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<void> => {
      const touchPoints = type === 'touchEnd' ? [] : [{ x, y }];
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    const [from, to] = [await at(page, 0.3), await at(page, 0.6)];
    await touch('touchStart', from.x, from.y);
    for (const part of [0.2, 0.6, 1]) await touch('touchMove', from.x + (to.x - from.x) * part, from.y);
    await expect(range(page)).toBeVisible();
    await touch('touchEnd');
    await expect(zoom(page)).toHaveText('2026-11-17 03:00:00.000Z to 2026-11-19 00:00:00.000Z');
    await expect(zooms).toHaveText('4');

    await page.setViewportSize({ width: 1280, height: 200 });
    const start = await at(page, 0.3);
    await touch('touchStart', start.x, start.y);
    for (const distance of [20, 50, 80]) await touch('touchMove', start.x, start.y - distance);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(0);
    await touch('touchEnd');
    await expect(range(page)).toHaveCount(0);
    await expect(zooms).toHaveText('4');
  });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function hasTable(page: Page, open: Open) {
  await open('chart');

  await test.step('a row for each hour with entries; arrows, Home and End go through the rows', async () => {
    await show(page, 'Two days with a gap');
    await toggle(page, 'Show as table').focus();
    await page.keyboard.press('Enter');
    const table = area(page).getByRole('table', {
      name: 'Total requests per hour, newest first, in local time',
    });
    await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Total requests']);
    await expect(table.getByRole('rowheader')).toHaveText(['Nov 17, 11 AM', 'Nov 15, 12 PM']);
    await expect(table.getByRole('cell')).toHaveText([/^12,500\s*Zoom in$/, /^1\s*Zoom in$/]);

    const first = table.getByRole('button', { name: 'Zoom in: Nov 17, 11 AM' });
    const last = table.getByRole('button', { name: 'Zoom in: Nov 15, 12 PM' });
    // The code for keys, which is fetched with the table.
    await expect(last).toHaveAttribute('tabindex', '-1');
    await page.keyboard.press('Shift+Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(last).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(last).toBeFocused();
    await page.keyboard.press('Home');
    await expect(first).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(zoom(page)).toHaveText('2026-11-15 10:00:00.000Z to 2026-11-15 11:00:00.000Z');
    await expect(toggle(page, 'Show as chart')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(plot(page)).toBeVisible();
    await expect(toggle(page, 'Show as table')).toBeFocused();
  });

  await test.step('the focused row of a long table is not below its header', async () => {
    await show(page, 'Day');
    await toggle(page, 'Show as table').click();
    const buttons = area(page).getByRole('table').getByRole('button');
    await buttons.first().focus();
    await page.keyboard.press('End');
    await expect(buttons.last()).toBeInViewport();
    const header = await area(page).locator('thead').boundingBox();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('ArrowUp');
      const focused = await area(page).locator(':focus').boundingBox();
      expect(focused?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    }
  });
}

async function failsInPlace(page: Page, open: Open, problems: ProblemGuard) {
  problems.allow(/^request failed GET \/assets\/LineChart-[\w-]+\.js net::ERR_FAILED$/);
  const file = '**/LineChart-*.js';
  await page.route(file, (route) => route.abort('failed'));
  await open('chart');
  const alert = area(page).getByRole('alert');
  await expect(alert).toContainText('This part of the page could not be loaded.');
  const [failure, after] = [await alert.boundingBox(), await page.getByText('After the chart').boundingBox()];
  expect(after?.y).toBeGreaterThanOrEqual((failure?.y ?? 0) + (failure?.height ?? 0));
  await toggle(page, 'Show as table').click();
  await expect(area(page).getByRole('rowheader').first()).toHaveText('Nov 21, 11 AM');
  await page.unroute(file);
}

test('the chart of the logs', async ({ page, open, expectedProblems }) => {
  await test.step('the table has the values, newest first, and is one tab stop', () => hasTable(page, open));
  await test.step('if its code can’t be fetched, it says so in place and the table still works', () =>
    failsInPlace(page, open, expectedProblems));
  await test.step('a drag by mouse or finger zooms into whole hours', () => zoomsByDragging(page, open));
  await test.step('[LG-20] [LG-24] draws the values, their tooltip and their axes, in its colours and at its width', () =>
    drawsValues(page, open));
});
