import type { Page } from '@playwright/test';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import type { ProblemGuard } from '#tests/support/guard.ts';
import { stopClock } from '#tests/support/timers.ts';
import { expect, type Open, test } from './fixtures.ts';

async function act(page: Page, open: Open, problems: ProblemGuard) {
  const save = page.getByRole('button', { name: 'Save changes' });
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await open('controls');

  await test.step('opens only one accordion of a group at a time, also by keyboard', async () => {
    const first = page.getByText('First content');
    await expect(first).toBeHidden();
    await page.getByText('Username/Password').click();
    await expect(first).toBeVisible();
    await page.locator('summary', { hasText: 'Email/Password' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Second content')).toBeVisible();
    await expect(first).toBeHidden();
  });

  await test.step('a crash shows its error and a retry button, and the rest keeps working', async () => {
    problems.allow('console error: Error: The component crashed.');
    await page.getByRole('button', { name: 'Crash a part' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This part of the page stopped working.' });
    await expect(alert).toContainText('The component crashed.');
    await page.getByText('Username/Password').click();
    await expect(page.getByText('First content')).toBeVisible();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The component works.')).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  await test.step('the refresh button has a tooltip', async () => {
    await refresh.click();
    await expect(page.locator('[data-refreshes]')).toHaveText('1');
    await page.mouse.move(1000, 20);
    await refresh.hover();
    await expect(page.getByRole('tooltip', { name: 'Refresh' })).toBeVisible();
  });

  await test.step('a busy button is disabled, ignores clicks, and keeps its width and focus', async () => {
    const before = await save.boundingBox();
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(save).toBeDisabled();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    expect(await save.boundingBox()).toEqual(before);
    await save.click({ force: true });
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-clicks]')).toHaveText('1');
  });

  await test.step('the refresh button spins while busy and is disabled', async () => {
    await expect(refresh).toBeDisabled();
    await expect(refresh).toHaveAttribute('aria-busy', 'true');
    const spin = await refresh.locator('span').evaluate((icon) => getComputedStyle(icon).animationName);
    expect(spin).toBe('spin');
  });

  await test.step('colours of a button change at once', async () => {
    const duration = () => save.evaluate((button) => getComputedStyle(button).transitionDuration);
    expect(await duration()).toBe('0s');
  });

  await test.step('a button that is no longer busy still has the focus', async () => {
    await page
      .getByRole('button', { name: 'Finish' })
      .evaluate((button) => button instanceof HTMLElement && button.click());
    await expect(save).toBeEnabled();
    await expect(save).toBeFocused();
  });

  await test.step('targets are at least 40 px high on small screens', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of ['Save changes', 'Settings', 'Refresh', 'Copy', 'Clear filters']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(40);
      expect(box?.width, name).toBeGreaterThanOrEqual(40);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const clipboard = await allowClipboard(page);
  const copy = page.getByRole('button', { name: 'Copy' });
  const check = page.locator('[data-copied]');

  await test.step('the copy icon copies, shows a check mark for 500 ms and does not pass on its click', async () => {
    await copy.hover();
    await expect(page.getByRole('tooltip', { name: 'Copy' })).toBeVisible();
    await stopClock(page);
    await copy.click();
    await expect(check).toHaveCount(1);
    await expect.poll(clipboard).toBe('abc123');
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
    await page.clock.runFor(499);
    await expect(check).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(check).toHaveCount(0);
    await expect(page.locator('[data-row-clicks]')).toHaveText('0');
    await page.locator('[data-row] code').click();
    await expect(page.locator('[data-row-clicks]')).toHaveText('1');
  });

  await test.step('copies without a clipboard API, as on a plain http URL', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    const api = await page.evaluateHandle(() => navigator.clipboard);
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    await copy.focus();
    await page.keyboard.press('Enter');
    await expect(check).toHaveCount(1);
    await page.evaluate(
      (value) => Object.defineProperty(navigator, 'clipboard', { value, configurable: true }),
      api,
    );
    await expect.poll(clipboard).toBe('abc123');
    await expect(copy).toBeFocused();
  });
}

async function resizeSidebar(page: Page, open: Open) {
  await open('tables');

  const handle = page.getByRole('separator', { name: 'Resize sidebar' });
  const stored = page.locator('[data-stored]');

  await test.step('drags the handle within its limits and marks it while the mouse is down', async () => {
    const side = page.locator('#side');
    const box = await handle.boundingBox();
    if (!box) throw new Error('The handle has no box.');
    const x = box.x + box.width / 2;
    const y = box.y + 20;
    await expect(handle).toHaveAttribute('aria-valuenow', '240');
    await expect(handle).not.toHaveClass(/dragging/);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await expect(handle).toHaveClass(/dragging/);
    await page.mouse.move(x + 60, y, { steps: 4 });
    await expect(side).toHaveCSS('width', '300px');
    await expect(stored).toHaveText('240');
    await page.mouse.move(x + 900, y, { steps: 4 });
    await expect(side).toHaveCSS('width', '400px');
    await page.mouse.move(5, y, { steps: 4 });
    await expect(side).toHaveCSS('width', '235px');
    await page.mouse.up();
    await expect(handle).not.toHaveClass(/dragging/);
    await expect(stored).toHaveText('235');
    await page.mouse.move(x + 100, y);
    await expect(side).toHaveCSS('width', '235px');
  });

  await test.step('moves the handle by keyboard', async () => {
    await handle.focus();
    for (const [key, width] of [
      ['ArrowRight', '245'],
      ['Shift+ArrowRight', '345'],
      ['End', '400'],
      ['ArrowLeft', '390'],
      ['Home', '235'],
      ['ArrowLeft', '235'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(handle).toHaveAttribute('aria-valuenow', width);
      await expect(stored).toHaveText(width);
    }
  });
}

test('buttons, accordions, copy icons and the resized sidebar', async ({ page, open, expectedProblems }) => {
  await test.step('[SH-10] [SH-11] the handle that resizes the sidebar', () => resizeSidebar(page, open));
  await test.step('[UI-06] [UI-08] buttons, accordions, crashes and copy icons', () =>
    act(page, open, expectedProblems));
});
