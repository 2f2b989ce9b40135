import type { Page } from '@playwright/test';
import { createBlog, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { logsHash } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { goToHash } from '#tests/support/screens.ts';
import { makeBackup } from '#tests/support/settings/backups.ts';

declare global {
  interface Window {
    spaceOut(): void;
  }
}

const SETTINGS = [
  ...['', '/mail', '/storage', '/backups', '/export-collections', '/import-collections'],
  ...['/auth-providers', '/tokens', '/admins'],
];

/** A window of 1280 × 800 px at 200 %. */
const ZOOMED = { width: 640, height: 400 };

/** Waits until the first heading is visible and nothing in sight is loading. */
async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible();
  await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
}

test.use({ viewport: ZOOMED, deviceScaleFactor: 2 });

/** The parts that are wider than the window. Panels scroll by themselves. */
const wide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [data-panel]')]
      .filter((part) => part.scrollWidth > Math.max(part.clientWidth, 320))
      .map((part) => part.outerHTML.slice(0, 100)),
  );

/**
 * The dates that leave their cell, the total that the footer covers, and the buttons that leave the window, while
 * letters and words are as far apart as WCAG 1.4.12 wants.
 */
const spacedOut = (page: Page) =>
  page.evaluate(() => {
    window.spaceOut();
    const outside = [...document.querySelectorAll('.page-header button')].filter(
      (button) => button.checkVisibility() && button.getBoundingClientRect().right > innerWidth,
    );
    const right = (part: Element | null) => part?.getBoundingClientRect().right ?? 0;
    const dates = [...document.querySelectorAll('[role=gridcell] time')].filter((date) =>
      date.checkVisibility(),
    );
    const cut = dates.filter((date) => right(date) > right(date.closest('[role=gridcell]')));
    const footer = document.querySelector('.app-footer')?.getBoundingClientRect().left ?? 0;
    const covered = [...document.querySelectorAll('[role=status]')].filter((total) => {
      const range = document.createRange();
      range.selectNodeContents(total);
      const { textContent } = total;
      return textContent.startsWith('Total found:') && range.getBoundingClientRect().right > footer;
    });
    document.adoptedStyleSheets.pop();
    return {
      dates: dates.length,
      cut: [...cut, ...covered, ...outside].map(({ textContent }) => textContent),
    };
  });

/** Wider spacing cuts nothing, and at 320 px nothing scrolls sideways. */
async function expectReflow(page: Page): Promise<void> {
  await expectLoaded(page);
  expect((await spacedOut(page)).cut).toEqual([]);
  await page.setViewportSize({ width: 320, height: 480 });
  await expect.poll(() => wide(page)).toEqual([]);
  expect((await spacedOut(page)).cut).toEqual([]);
  await page.setViewportSize(ZOOMED);
}

async function reflowRecords(page: Page, collectionId: string, recordId: string): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await page.goto(recordsHash(collectionId));
  await expectReflow(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectReflow(page);
  await page.keyboard.press('Escape');
  await press('Edit collection');
  for (const tab of ['Fields', 'API Rules']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectReflow(page);
  }
  await page.keyboard.press('Escape');
  await press('More actions');
  await page.getByRole('menuitem', { name: 'API Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeVisible();
  await expectReflow(page);
  await page.goto(recordsHash(collectionId, { recordId }));
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'title' })).toBeVisible();
  await expectReflow(page);
}

async function reflowLogs(page: Page): Promise<void> {
  await page.goto(logsHash());
  await expect(page.locator('[data-row-id]').first()).toBeVisible();
  await expectReflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await spacedOut(page)).toEqual({ dates: 1, cut: [] });
  // 1280 × 1024 px at 400 %: the header, the footer and the menu leave no height for a line.
  await page.setViewportSize({ width: 320, height: 256 });
  const isLongLevelWhole = (level: Element) => {
    level.append(' and more');
    const isWhole =
      level.getBoundingClientRect().right <=
        (level.closest('[data-row-id]')?.querySelector('time')?.getBoundingClientRect().left ?? 0) &&
      level.scrollWidth <= level.clientWidth;
    level.lastChild?.remove();
    return isWhole;
  };
  expect(await page.locator('.log-level > *').first().evaluate(isLongLevelWhole)).toBe(true);
  await page.locator('[data-row-id]').first().click();
  await page.setViewportSize(ZOOMED);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectReflow(page);
}

/** The share of the width that a settings page uses, and its widest text in px. */
const measure = (page: Page) =>
  page.locator('[data-frame^=settings]:visible').evaluate((frame) => {
    const shown = [...frame.querySelectorAll<HTMLElement>('.page-header ~ * *')].filter((part) =>
      part.checkVisibility(),
    );
    const { left, width } = frame.getBoundingClientRect();
    const texts = shown.filter((part) => part.matches('p, label, [aria-live]'));
    return {
      used:
        Math.max(
          ...shown
            .filter((part) => part.matches('input, textarea, button, section, .list-row, ul'))
            .map((part) => part.getBoundingClientRect().right - left),
        ) / width,
      widest: Math.max(
        0,
        ...texts.map((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getBoundingClientRect().width;
        }),
      ),
    };
  });

/** Settings also use the width of large windows, in columns that can be read. */
async function reflowSettings(page: Page): Promise<void> {
  await page.goto('/#/settings');
  for (const path of SETTINGS) {
    await goToHash(page, `/settings${path}`);
    await expectReflow(page);
    await page.setViewportSize({ width: 2560, height: 1300 });
    const message = `${path} at 2560 px`;
    await expect.poll(async () => (await measure(page)).used, { message }).toBeGreaterThan(0.65);
    expect((await measure(page)).widest, path).toBeLessThan(800);
    await page.setViewportSize(ZOOMED);
  }
}

test('at 200 % wider spacing cuts nothing on any screen and above it, at 320 px none scrolls sideways', async ({
  page,
  admin,
  backend,
  step,
}) => {
  await page.addInitScript(() => {
    window.spaceOut = () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }');
      document.adoptedStyleSheets.push(sheet);
    };
  });
  const { posts, categories } = await createBlog(backend.api);
  const { id } = await createRecord(backend.api, posts.id, { title: 'A title of several words'.repeat(9) });
  await onlyLogs(backend, [requestLog({ status: 404, error: 'Not found.' }, { level: 8 })]);
  await makeBackup(backend, 'first.zip');
  await step('the sign-in', async () => {
    await page.goto('/#/login');
    await expectReflow(page);
  });
  await admin.signIn();
  await step('the records and the panels above them', () => reflowRecords(page, posts.id, id));
  await step('the logs', () => reflowLogs(page));
  await step('the settings', () => reflowSettings(page));
  await step('columns are as wide as the letters that a page begins with', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript(() => window.spaceOut());
    await createRecord(backend.api, categories.id, { name: 'News' });
    await page.goto(recordsHash(categories.id));
    await page.reload();
    await expect(page.locator('[role=gridcell] time').first()).toBeVisible();
    expect(await spacedOut(page)).toEqual({ dates: 2, cut: [] });
  });
});
