import { expect, test } from './fixtures.ts';

test.describe('confirm popup', () => {
  test.beforeEach(async ({ page, open }) => {
    await open('menus');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });

  test('[ER-04] shows the question with its line breaks and focuses No', async ({ page, axe }) => {
    const popup = page.getByRole('alertdialog');
    await expect(popup).toHaveAccessibleDescription('Really? There is no way back.');
    const question = popup.getByText('Really?');
    expect(await question.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-line');
    expect((await question.boundingBox())?.height).toBeGreaterThan(35);
    await expect(popup.getByRole('button', { name: 'No' })).toBeFocused();
    await axe();
  });

  test('[ER-04] Yes by keyboard runs the action', async ({ page }) => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-answer]')).toHaveText('yes');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ask' })).toBeFocused();
  });

  for (const key of ['Escape', 'Enter']) {
    test(`[ER-04] ${key} on No only closes`, async ({ page }) => {
      await page.keyboard.press(key);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(page.locator('[data-answer]')).toHaveText('no');
    });
  }
});

test('[ER-04] closing a question above a panel of another island leaves the panel open', async ({
  page,
  open,
}) => {
  await open('panels');
  await page.getByRole('button', { name: 'Open popup' }).click();
  const popup = page.getByRole('dialog', { name: 'Rename' });
  await expect(popup).toBeVisible();
  // The shell shows the question, as when a panel with changes is closed.
  await page
    .locator('#shell button', { hasText: 'Ask' })
    .evaluate((button) => button instanceof HTMLElement && button.click());
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  expect(await question.evaluate((element) => getComputedStyle(element).zIndex)).toBe('1002');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(popup).toBeVisible();
  await expect(popup).toBeFocused();
});

test.describe('toasts', () => {
  test('[ER-01] appear at the bottom centre, newest last, each with its icon', async ({
    page,
    open,
    axe,
  }) => {
    await open('menus');
    for (const type of ['info', 'success', 'warning', 'error']) {
      await page.getByRole('button', { name: `Toast ${type}` }).click();
    }
    const toasts = page.locator('[data-toasts] > [data-type]');
    await expect(toasts).toHaveCount(4);
    expect(await toasts.evaluateAll((all) => all.map((toast) => toast.getAttribute('data-type')))).toEqual([
      'info',
      'success',
      'warning',
      'error',
    ]);
    const icons = await toasts.evaluateAll((all) =>
      all.map((toast) => getComputedStyle(toast.firstElementChild ?? toast).maskImage),
    );
    expect(new Set(icons).size).toBe(4);
    const box = await toasts.last().boundingBox();
    if (!box) throw new Error('The toast has no box.');
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(2);
    expect(box.y + box.height).toBeGreaterThan(760);
    await axe();
  });

  test('[ER-01] are announced, errors assertively', async ({ page, open }) => {
    await open('menus');
    await page.getByRole('button', { name: 'Toast success' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'A toast of type success.' })).toBeVisible();
    await page.getByRole('button', { name: 'Toast error' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'A toast of type error.' })).toBeVisible();
  });

  test('[ER-03] close with their button', async ({ page, open }) => {
    await open('menus');
    await page.getByRole('button', { name: 'Toast info' }).click();
    await page.getByRole('button', { name: 'Toast error' }).click();
    const toasts = page.locator('[data-toasts] > [data-type]');
    await toasts.first().getByRole('button', { name: 'Close' }).click();
    await expect(toasts).toHaveText(['A toast of type error.']);
    await expect(page.locator('[data-timers]')).toHaveText('running');
  });

  test('closed by keyboard move the focus to the next toast, and at last back to its origin', async ({
    page,
    open,
  }) => {
    await open('menus');
    await page.getByRole('button', { name: 'Toast info' }).click();
    const last = page.getByRole('button', { name: 'Toast error' });
    await last.click();
    const close = page.locator('[data-toasts]').getByRole('button', { name: 'Close' });
    await close.first().focus();
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(1);
    await expect(close).toBeFocused();
    await expect(page.locator('[data-timers]')).toHaveText('paused');
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(0);
    await expect(last).toBeFocused();
    await expect(page.locator('[data-timers]')).toHaveText('running');
  });

  test('pause their timers while hovered or focused', async ({ page, open }) => {
    await open('menus');
    await page.getByRole('button', { name: 'Toast info' }).click();
    const timers = page.locator('[data-timers]');
    await page.getByText('A toast of type info.').hover();
    await expect(timers).toHaveText('paused');
    await page.mouse.move(10, 10);
    await expect(timers).toHaveText('running');
    await page.locator('[data-toasts]').getByRole('button', { name: 'Close' }).focus();
    await expect(timers).toHaveText('paused');
    await page.getByRole('button', { name: 'Toast info' }).focus();
    await expect(timers).toHaveText('running');
  });

  test('[ER-01] can be closed above an open panel, which stays open', async ({ page, open }) => {
    await open('panels');
    await page.getByRole('button', { name: 'Toast error' }).click();
    await page.getByRole('button', { name: 'Open panel' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit record' });
    await expect(panel).toBeVisible();
    const toast = page.getByRole('alert').filter({ hasText: 'A toast of type error.' });
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    await expect(panel).toBeVisible();
  });
});
