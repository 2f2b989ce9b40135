import type { Page } from '@playwright/test';
import { expect, type Open, test } from './fixtures.ts';

async function asks(page: Page, open: Open) {
  const popup = page.getByRole('alertdialog');
  const answer = page.locator('[data-answer]');
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(popup).toBeVisible();
    await expect(answer).toHaveText('none');
  };
  await open('menus');

  await test.step('shows the question with its line breaks and focuses No', async () => {
    await ask();
    await expect(popup).toHaveAccessibleDescription('Really? There is no way back.');
    const question = popup.getByText('Really?');
    expect(await question.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-line');
    expect((await question.boundingBox())?.height).toBeGreaterThan(35);
    await expect(popup.getByRole('button', { name: 'No' })).toBeFocused();
  });

  await test.step('Escape only closes', async () => {
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(answer).toHaveText('no');
  });

  await test.step('Enter on No only closes', async () => {
    await ask();
    await expect(popup.getByRole('button', { name: 'No' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(popup).toHaveCount(0);
    await expect(answer).toHaveText('no');
  });

  await test.step('Yes by keyboard runs the action', async () => {
    await ask();
    await expect(popup.getByRole('button', { name: 'No' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(answer).toHaveText('yes');
    await expect(popup).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ask' })).toBeFocused();
  });
}

async function showsToasts(page: Page, open: Open) {
  const toasts = page.locator('[data-toasts] > [data-type]');
  const close = toasts.getByRole('button', { name: 'Close' });
  const timers = page.locator('[data-timers]');
  const add = (type: string): Promise<void> => page.getByRole('button', { name: `Toast ${type}` }).click();
  await open('menus');

  await test.step('appear at the bottom centre, newest last, each with its icon', async () => {
    for (const type of ['info', 'success', 'warning', 'error']) await add(type);
    await expect(toasts).toHaveCount(4);
    expect(await toasts.evaluateAll((all) => all.map((toast) => toast.getAttribute('data-type')))).toEqual([
      'info',
      'success',
      'warning',
      'error',
    ]);
    const icons = await toasts.evaluateAll((all) =>
      all.map((toast) => getComputedStyle(toast.firstElementChild ?? toast).maskPosition),
    );
    expect(new Set(icons).size).toBe(4);
    const box = await toasts.last().boundingBox();
    if (!box) throw new Error('The toast has no box.');
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(2);
    expect(box.y + box.height).toBeGreaterThan(760);
  });

  await test.step('are announced, errors assertively', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'A toast of type success.' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'A toast of type error.' })).toBeVisible();
  });

  await test.step('close with their button', async () => {
    for (const left of [
      ['A toast of type success.', 'A toast of type warning.', 'A toast of type error.'],
      ['A toast of type warning.', 'A toast of type error.'],
      ['A toast of type error.'],
    ]) {
      await close.first().click();
      await expect(toasts).toHaveText(left);
      await expect(timers).toHaveText('running');
    }
    await close.click();
    await expect(toasts).toHaveCount(0);
    await expect(timers).toHaveText('running');
  });

  await test.step('closed by keyboard move the focus to the next toast, and at last back to its origin', async () => {
    await add('info');
    await add('error');
    await close.first().focus();
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(1);
    await expect(close).toBeFocused();
    await expect(timers).toHaveText('paused');
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Toast error' })).toBeFocused();
    await expect(timers).toHaveText('running');
  });

  await test.step('pause their timers while hovered or focused', async () => {
    await add('info');
    await page.getByText('A toast of type info.').hover();
    await expect(timers).toHaveText('paused');
    await page.mouse.move(10, 10);
    await expect(timers).toHaveText('running');
    await close.focus();
    await expect(timers).toHaveText('paused');
    await page.getByRole('button', { name: 'Toast info' }).focus();
    await expect(timers).toHaveText('running');
  });
}

async function standAbovePanels(page: Page, open: Open) {
  await open('panels');

  await test.step('Escape closes the question only, and gives the focus back', async () => {
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
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  });

  await test.step('a toast can be closed', async () => {
    await page.getByRole('button', { name: 'Toast error' }).click();
    await page.getByRole('button', { name: 'Open panel' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit record' });
    await expect(panel).toBeVisible();
    const toast = page.getByRole('alert').filter({ hasText: 'A toast of type error.' });
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    await expect(panel).toBeVisible();
  });
}

test('questions and toasts', async ({ page, open }) => {
  await test.step('[ER-04] a question begins at No, and only Yes runs the action', () => asks(page, open));
  await test.step('[ER-01] [ER-03] toasts are announced, wait while used, and close by mouse and keyboard', () =>
    showsToasts(page, open));
  await test.step('[ER-01] [ER-04] above a panel of another island they leave it open', () =>
    standAbovePanels(page, open));
});
