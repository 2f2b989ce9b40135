import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { goToHash } from '#tests/support/screens.ts';
import { storeItem } from '#tests/support/session.ts';

const KEY = '@adminSidebarWidth';

const sidebar = (page: Page) => page.locator('.page-sidebar:visible');
const edge = (page: Page) => page.getByRole('separator', { name: 'Resize sidebar' });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const widthOf = async (page: Page) => Math.round((await sidebar(page).boundingBox())?.width ?? 0);

/** Presses the mouse on the edge line and moves it by `dx` px without releasing it. */
async function dragBy(page: Page, dx: number) {
  const box = await edge(page).boundingBox();
  if (!box) throw new Error('The edge line is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y);
  await page.mouse.move(x + dx, y);
}

for (const [path, other] of [
  ['/collections', '/settings'],
  ['/settings/mail', '/collections'],
]) {
  test(`[SH-10][SH-11] the sidebar of ${path} is resized by dragging; its width is remembered for all screens`, async ({
    page,
    admin,
  }) => {
    await admin.signIn();
    await page.goto(`/#${path}`);
    await expect(edge(page)).toBeVisible();
    const before = await widthOf(page);
    await expect(edge(page)).not.toHaveClass(/\bdragging\b/);
    await dragBy(page, 84);
    await expect(edge(page)).toHaveClass(/\bdragging\b/);
    await page.mouse.up();
    await expect(edge(page)).not.toHaveClass(/\bdragging\b/);
    expect(await widthOf(page)).toBe(before + 84);
    expect(await stored(page)).toBe(`${before + 84}px`);

    await goToHash(page, `${other}`);
    expect(await widthOf(page)).toBe(before + 84);
    await page.reload();
    await expect(edge(page)).toHaveAttribute('aria-valuenow', String(before + 84));
    expect(await widthOf(page)).toBe(before + 84);
  });
}

test('[SH-11] the width stays within its limits for any mouse position', async ({ page, admin }) => {
  await admin.signIn();
  await page.goto('/#/collections');
  await expect(edge(page)).toBeVisible();
  await dragBy(page, 900);
  await page.mouse.up();
  expect(await widthOf(page)).toBe(400);
  await dragBy(page, -900);
  await page.mouse.up();
  expect(await widthOf(page)).toBe(235);
});

test('[SH-11] the sidebar of another tab follows', async ({ page, admin, secondTab }) => {
  await admin.signIn();
  await page.goto('/#/collections');
  const second = await secondTab('/#/settings');
  await expect(edge(second)).toBeVisible();
  const before = await widthOf(second);
  await page.bringToFront();
  await edge(page).press('ArrowRight');
  await expect(edge(second)).toHaveAttribute('aria-valuenow', String(before + 10));
  await expect.poll(() => widthOf(second)).toBe(before + 10);
});

test('[SH-11] an invalid stored width keeps the sidebar usable', async ({ page, admin, atoll }) => {
  await admin.signIn();
  for (const [value, width] of [
    ['5000px', 400],
    ['1px', 235],
    ['nonsense', 240],
    ['100%', 240],
  ] as const) {
    await test.step(value, async () => {
      await storeItem(page, atoll.url, KEY, value);
      await page.goto('/#/collections');
      await expect(edge(page)).toBeVisible();
      expect(await widthOf(page)).toBe(width);
    });
  }
});

test('the edge line can be moved by keyboard', async ({ page, admin }) => {
  await admin.signIn();
  await page.goto('/#/settings');
  await edge(page).focus();
  const before = await widthOf(page);
  await page.keyboard.press('ArrowRight');
  expect(await widthOf(page)).toBe(before + 10);
  await page.keyboard.press('End');
  expect(await widthOf(page)).toBe(400);
  expect(await stored(page)).toBe('400px');
});
