import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { stopClock } from '#tests/support/timers.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ open }) => open('controls'));

test('[UI-08] a busy button is disabled, ignores clicks, and keeps its width and focus', async ({ page }) => {
  const save = page.getByRole('button', { name: 'Save changes' });
  const clicks = page.locator('[data-clicks]');
  const before = await save.boundingBox();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  expect(await save.boundingBox()).toEqual(before);
  await save.click({ force: true });
  await page.keyboard.press('Enter');
  await expect(clicks).toHaveText('1');
  await page
    .getByRole('button', { name: 'Finish' })
    .evaluate((button) => button instanceof HTMLElement && button.click());
  await expect(save).toBeEnabled();
  await expect(save).toBeFocused();
});

test('the refresh button spins while busy and ignores clicks', async ({ page }) => {
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.click();
  await expect(page.locator('[data-refreshes]')).toHaveText('1');
  await page.mouse.move(1000, 20);
  await refresh.hover();
  await expect(page.getByRole('tooltip', { name: 'Refresh' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(refresh).toBeDisabled();
  await expect(refresh).toHaveAttribute('aria-busy', 'true');
  const spin = await refresh.locator('span').evaluate((icon) => getComputedStyle(icon).animationName);
  expect(spin).toBe('spin');
});

test('[UI-06] the copy icon copies, shows a check mark for 500 ms and does not pass on its click', async ({
  page,
}) => {
  const clipboard = await allowClipboard(page);
  const copy = page.getByRole('button', { name: 'Copy' });
  await copy.hover();
  await expect(page.getByRole('tooltip', { name: 'Copy' })).toBeVisible();
  await stopClock(page);
  const check = page.locator('[data-copied]');
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

test('copies without a clipboard API, as on a plain http URL', async ({ page }) => {
  const clipboard = await allowClipboard(page);
  const api = await page.evaluateHandle(() => navigator.clipboard);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  );
  const copy = page.getByRole('button', { name: 'Copy' });
  // The check mark stays until the test has seen it.
  await stopClock(page);
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-copied]')).toHaveCount(1);
  await page.evaluate(
    (value) => Object.defineProperty(navigator, 'clipboard', { value, configurable: true }),
    api,
  );
  await expect.poll(clipboard).toBe('abc123');
  await expect(copy).toBeFocused();
});

test('opens only one accordion of a group at a time, also by keyboard', async ({ page }) => {
  const first = page.getByText('First content');
  const second = page.getByText('Second content');
  await expect(first).toBeHidden();
  await page.getByText('Username/Password').click();
  await expect(first).toBeVisible();
  await page.locator('summary', { hasText: 'Email/Password' }).focus();
  await page.keyboard.press('Enter');
  await expect(second).toBeVisible();
  await expect(first).toBeHidden();
});

test('[UI-07] [RL-18] shows dates in UTC with the local time as tooltip', async ({ page }) => {
  const [stacked, inline] = await page.locator('time').all();
  if (!stacked || !inline) throw new Error('There should be two dates.');
  await expect(inline).toHaveText('2026-11-05 12:00:00.123 UTC');
  await expect(stacked).toHaveText('2026-11-05 12:00:00 UTC');
  const lines = await stacked
    .locator('span')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().top));
  expect(lines[1]).toBeGreaterThan(lines[0] ?? Number.NaN);
  await stacked.hover();
  // Sofia, the time zone of the tests, is two hours ahead in winter.
  await expect(page.locator('#atoll-tooltip')).toHaveText('2026-11-05 14:00:00.123 Local');
  await expect(page.getByText('N/A')).toBeVisible();
});

test('has ten different avatars and shows the first for an unknown number', async ({ page }) => {
  const images = page.getByRole('img', { name: /avatar/i });
  await expect(images).toHaveCount(11);
  const loaded = () =>
    images.evaluateAll((all) =>
      all.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
    );
  await expect.poll(loaded).toEqual(Array(11).fill(true));
  const drawings = await images.evaluateAll((all) =>
    Promise.all(all.map(async (image) => (await fetch((image as HTMLImageElement).src)).text())),
  );
  expect(new Set(drawings).size).toBe(10);
  expect(drawings[10]).toBe(drawings[0]);
});

test('a crash shows its error and a retry button, and the rest keeps working', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.allow('console error: Error: The component crashed.');
  await page.getByRole('button', { name: 'Crash a part' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'This part crashed.' });
  await expect(alert).toContainText('The component crashed.');
  await page.getByText('Username/Password').click();
  await expect(page.getByText('First content')).toBeVisible();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The component works.')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('axe finds no problems in buttons and states', async ({ page, axe }) => {
  await axe();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await axe();
});

test('targets are at least 40 px high on small screens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['Save changes', 'Settings', 'Refresh', 'Copy', 'Clear filters']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(40);
    expect(box?.width, name).toBeGreaterThanOrEqual(40);
  }
});
