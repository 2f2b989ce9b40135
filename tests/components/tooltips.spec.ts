import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const tip = (page: Page): Locator => page.locator('[role=tooltip]');

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('No box.');
  return box;
}

test.beforeEach(({ open }) => open('controls'));

for (const side of ['top', 'bottom', 'left', 'right'] as const) {
  test(`[UI-06] appears at the ${side} with a gap of 5 px and keeps its line breaks`, async ({ page }) => {
    const button = page.getByRole('button', { name: `Tip ${side}` });
    await button.hover();
    await expect(tip(page)).toHaveAttribute('data-placed', '');
    await expect(tip(page)).toHaveText(`Tip at the ${side}\nsecond line`);
    await expect(tip(page)).toHaveAttribute('data-side', side);
    const [owner, own] = [await boxOf(button), await boxOf(tip(page))];
    const gap = {
      top: owner.y - own.y - own.height,
      bottom: own.y - owner.y - owner.height,
      left: owner.x - own.x - own.width,
      right: own.x - owner.x - owner.width,
    }[side];
    expect(Math.abs(gap - 5)).toBeLessThanOrEqual(1);
    expect(own.height).toBeGreaterThan(30);
  });
}

test('[UI-06] disappears when the pointer leaves', async ({ page }) => {
  await page.getByRole('button', { name: 'Tip top' }).hover();
  await expect(tip(page)).toBeVisible();
  await page.mouse.move(1000, 500);
  await expect(tip(page)).toHaveCount(0);
});

test('[UI-06] appears on keyboard focus as a description and disappears on Escape and blur', async ({
  page,
  axe,
}) => {
  const button = page.getByRole('button', { name: 'Tip top' });
  await page.getByText('abc123').click();
  await page.getByRole('button', { name: 'Copy' }).focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleDescription('Tip at the top second line');
  await expect(tip(page)).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  await expect(tip(page)).toHaveCount(0);
  await expect(button).not.toHaveAttribute('aria-describedby');
  await page.keyboard.press('Tab');
  await expect(tip(page)).toHaveText('Tip at the bottom\nsecond line');
  await button.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await expect(tip(page)).toHaveCount(0);
});

test('[UI-06] flips to the other side when there is no space', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const button = page.getByRole('button', { name: 'Tip top' });
  await button.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 2));
  await button.hover();
  await expect(tip(page)).toHaveAttribute('data-side', 'bottom');
});

test('[UI-06] disappears on scroll and when its element is removed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  // The last button of the row: after its removal no other moves under the pointer.
  const button = page.getByRole('button', { name: 'Tip right' });
  await button.hover();
  await expect(tip(page)).toBeVisible();
  await page.mouse.wheel(0, 40);
  await expect(tip(page)).toHaveCount(0);
  await page.mouse.move(1000, 20);
  await button.hover();
  await expect(tip(page)).toHaveAttribute('data-placed', '');
  await button.evaluate((element) => element.remove());
  await expect(tip(page)).toHaveCount(0);
});

test('[UI-06] stays while the pointer is on its element, whatever scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const button = page.getByRole('button', { name: 'Tip right' });
  await button.hover();
  await expect(tip(page)).toHaveAttribute('data-placed', '');
  const before = (await tip(page).boundingBox())?.y ?? 0;
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
    window.scrollBy(0, 4);
    await scrolled;
  });
  await expect.poll(async () => (await tip(page).boundingBox())?.y).toBe(before - 4);
});

test('[UI-06] of an info icon appears when the icon is tapped', async ({ browser, site }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${site.url}?part=fields`);
  const icon = page.getByRole('button', { name: 'More about this' }).first();
  await icon.tap();
  await expect(tip(page)).toHaveText('What people see.');
  await page.getByRole('heading', { name: 'Kit: fields' }).tap();
  await expect(tip(page)).toHaveCount(0);
  await icon.tap();
  await expect(tip(page)).toHaveAttribute('data-placed', '');
  await page.evaluate(() => window.scrollBy(0, 4));
  await expect(tip(page)).toHaveCount(0);
  await context.close();
});

test('[UI-06] shows HTML as plain text', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Tip top' });
  const text = '<img src=x onerror=alert(1)>';
  await button.evaluate((element, value) => element.setAttribute('data-tooltip', value), text);
  await button.hover();
  await expect(tip(page)).toHaveText(text);
  expect(await tip(page).evaluate((element) => element.childElementCount)).toBe(0);
});
