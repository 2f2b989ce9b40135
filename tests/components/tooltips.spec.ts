import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const tip = (page: Page): Locator => page.locator('[role=tooltip]');

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('No box.');
  return box;
}

test('[UI-06] a tooltip follows the pointer and the focus, next to its element', async ({
  page,
  open,
  browser,
  site,
}) => {
  const top = page.getByRole('button', { name: 'Tip top' });
  // The last button of the row: after its removal no other moves under the pointer.
  const right = page.getByRole('button', { name: 'Tip right' });
  const scrollTo = (y: number): Promise<void> => page.evaluate((to) => window.scrollTo(0, to), y);
  await open('controls');

  for (const side of ['top', 'bottom', 'left', 'right'] as const) {
    await test.step(`appears at the ${side} with a gap of 5 px and keeps its line breaks`, async () => {
      const button = page.getByRole('button', { name: `Tip ${side}` });
      await button.hover();
      await expect(tip(page)).toHaveText(`Tip at the ${side}\nsecond line`);
      await expect(tip(page)).toHaveAttribute('data-placed', '');
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

  await test.step('disappears when the pointer leaves', async () => {
    await expect(tip(page)).toBeVisible();
    await page.mouse.move(1000, 500);
    await expect(tip(page)).toHaveCount(0);
  });

  await test.step('appears on keyboard focus as a description and disappears on Escape and blur', async () => {
    await page.getByText('abc123').click();
    await page.getByRole('button', { name: 'Copy' }).focus();
    await page.keyboard.press('Tab');
    await expect(top).toBeFocused();
    await expect(top).toHaveAccessibleDescription('Tip at the top second line');
    await expect(tip(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip(page)).toHaveCount(0);
    await expect(top).not.toHaveAttribute('aria-describedby');
    await page.keyboard.press('Tab');
    await expect(tip(page)).toHaveText('Tip at the bottom\nsecond line');
    await top.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await expect(tip(page)).toHaveCount(0);
  });

  await test.step('flips to the other side when there is no space', async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await top.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 2));
    await top.hover();
    await expect(tip(page)).toHaveAttribute('data-side', 'bottom');
    await page.mouse.move(1000, 20);
    await expect(tip(page)).toHaveCount(0);
    await scrollTo(0);
  });

  await test.step('stays while the pointer is on its element, whatever scrolls', async () => {
    await right.hover();
    await expect(tip(page)).toHaveAttribute('data-placed', '');
    const before = (await tip(page).boundingBox())?.y ?? 0;
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
      window.scrollBy(0, 4);
      await scrolled;
    });
    await expect.poll(async () => (await tip(page).boundingBox())?.y).toBe(before - 4);
  });

  await test.step('shows HTML as plain text', async () => {
    const text = '<img src=x onerror=alert(1)>';
    await top.evaluate((element, value) => element.setAttribute('data-tooltip', value), text);
    await top.hover();
    await expect(tip(page)).toHaveText(text);
    expect(await tip(page).evaluate((element) => element.childElementCount)).toBe(0);
  });

  await test.step('shown again before it could be placed, it is followed once, and not after it is hidden', async () => {
    await page.mouse.move(1000, 20);
    await expect(tip(page)).toHaveCount(0);
    const listeners = await page.evaluateHandle(() => {
      const viewport = window.visualViewport as VisualViewport;
      const count = { now: 0, most: 0 };
      const { addEventListener: add, removeEventListener: remove } = viewport;
      viewport.addEventListener = (...args: Parameters<typeof add>) => {
        count.most = Math.max(count.most, ++count.now);
        add.apply(viewport, args);
      };
      viewport.removeEventListener = (...args: Parameters<typeof remove>) => {
        count.now -= 1;
        remove.apply(viewport, args);
      };
      return count;
    });
    const send = (...types: string[]) =>
      right.evaluate((element, sent) => {
        for (const type of sent)
          element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
      }, types);
    await send('pointerover', 'pointerdown', 'pointerover');
    await expect(tip(page)).toHaveAttribute('data-placed', '');
    await send('pointerdown');
    await expect(tip(page)).toHaveCount(0);
    const { now, most } = await listeners.jsonValue();
    expect(most).toBeGreaterThan(0);
    expect(now).toBe(0);
  });

  await test.step('disappears on scroll and when its element is removed', async () => {
    await right.hover();
    await expect(tip(page)).toHaveText('Tip at the right\nsecond line');
    await page.mouse.wheel(0, 40);
    await expect(tip(page)).toHaveCount(0);
    await page.mouse.move(1000, 20);
    await right.hover();
    await expect(tip(page)).toHaveAttribute('data-placed', '');
    await right.evaluate((element) => element.remove());
    await expect(tip(page)).toHaveCount(0);
  });

  await test.step('that of an info icon appears when the icon is tapped', async () => {
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
});
