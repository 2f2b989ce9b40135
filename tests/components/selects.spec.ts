import type { Locator, Page } from '@playwright/test';
import { compose } from '#tests/support/composing.ts';
import { stopClock } from '#tests/support/timers.ts';
import { expect, test } from './fixtures.ts';

const select = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const option = (page: Page, name: string): Locator => page.getByRole('option', { name });
const values = (page: Page): Locator => page.locator('[data-values]');

test.beforeEach(({ open }) => open('selects'));

test('chooses one of a few options by mouse and clears it', async ({ page }) => {
  const colour = select(page, 'Colour');
  await expect(colour).toHaveText('- Select -');
  await colour.click();
  await expect(page.getByPlaceholder('Search...')).toHaveCount(0);
  await option(page, 'green').click();
  await expect(colour).toHaveText('green');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(colour).toBeFocused();
  await page.getByRole('button', { name: 'Clear Colour' }).click();
  await expect(colour).toHaveText('- Select -');
  await expect(colour).toBeFocused();
});

test('chooses by keyboard: arrows, Home, End, letters, Enter, Escape', async ({ page }) => {
  const colour = select(page, 'Colour');
  const active = page.locator('[data-active-item]');
  await colour.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Colour' })).toBeVisible();
  await expect(colour).toBeFocused();
  await expect(active).toHaveText('red');
  await expect(colour).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
  await page.keyboard.press('End');
  await expect(active).toHaveText('blue');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('red');
  await page.keyboard.press('g');
  await expect(active).toHaveText('green');
  await page.keyboard.press('Escape');
  await expect(colour).toBeFocused();
  await expect(values(page)).toContainText('"colour":""');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(values(page)).toContainText('"colour":"red"');
});

test('a required select can not be cleared', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Clear Isle', exact: true })).toHaveCount(0);
  await select(page, 'Isle').click();
  await option(page, 'Bora Bora').click();
  await expect(values(page)).toContainText('"isle":"bor"');
});

test('offers a search above 5 options and shows when no option matches', async ({ page, axe }) => {
  await select(page, 'Isle').click();
  const search = page.getByRole('combobox', { name: 'Search Isle' });
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute('placeholder', 'Search...');
  await expect(option(page, 'Bora Bora')).toHaveAttribute('aria-selected', 'true');
  await axe();
  await page.keyboard.type('TOK');
  await expect(page.getByRole('option')).toHaveText(['Tokelau']);
  await page.keyboard.type('x');
  await expect(page.getByText('No options found')).toBeVisible();
  await axe();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(select(page, 'Isle')).toHaveText('Tokelau');
  await expect(values(page)).toContainText('"isle":"tok"');
});

test('chooses several options, keeps their order and stops at the limit', async ({ page, axe }) => {
  const isles = select(page, 'Isles');
  await isles.click();
  await option(page, 'Tokelau').click();
  await expect(values(page)).toContainText('"several":["ait","kwa","tok"]');
  await expect(option(page, 'Suvorov')).toHaveAttribute('aria-disabled', 'true');
  // The list moves with the growing field; hovering waits until it is stable.
  await option(page, 'Suvorov').hover();
  await option(page, 'Suvorov').click({ force: true });
  await expect(values(page)).toContainText('"several":["ait","kwa","tok"]');
  await option(page, 'Kwajalein').click();
  await expect(values(page)).toContainText('"several":["ait","tok"]');
  await axe();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Aitutaki' }).click();
  await expect(values(page)).toContainText('"several":["tok"]');
  await expect(isles).toBeFocused();
});

test('has a label, a required mark and an error', async ({ page }) => {
  await expect(select(page, 'Isle')).toHaveAttribute('aria-required', 'true');
  await expect(select(page, 'Isles')).toHaveAttribute('aria-invalid', 'true');
  await expect(select(page, 'Isles')).toHaveAccessibleDescription('Too many.');
  await expect(select(page, 'Fixed')).toBeDisabled();
});

test('the keys that end an IME composition neither choose nor close', async ({ page }) => {
  const isle = select(page, 'Isle');
  const before = (await isle.textContent()) ?? '';
  await isle.click();
  const search = page.getByRole('combobox', { name: 'Search Isle' });
  await expect(search).toBeFocused();
  await compose(page, 'o');
  await expect(search).toHaveValue('o');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await expect(isle).toHaveText(before);
});

test('edits the search text, and clears it when the list closes', async ({ page }) => {
  await select(page, 'Isle').click();
  const search = page.getByRole('combobox', { name: 'Search Isle' });
  await expect(search).toBeFocused();
  await page.keyboard.type('ok');
  await page.keyboard.press('Home');
  await page.keyboard.type('T');
  await page.keyboard.press('End');
  await page.keyboard.type('e');
  await expect(search).toHaveValue('Toke');
  await expect(page.getByRole('option')).toHaveText(['Tokelau']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await select(page, 'Isle').click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('option')).toHaveCount(7);
});

test('Tab moves on from the field, whichever part of the list has the focus', async ({ page }) => {
  await page.getByRole('button', { name: 'Remove Kwajalein' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search Isles' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Remove Kwajalein' })).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await select(page, 'Colour').press('Enter');
  await expect(page.locator('[data-active-item]')).toHaveText('red');
  await page.keyboard.press('Tab');
  await expect(select(page, 'Isle')).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('the list is 4 px below the whole field and at least as wide', async ({ page }) => {
  for (const name of ['Isles', 'Colour']) {
    await select(page, name).click();
    const list = await page.getByRole('dialog', { name, exact: true }).boundingBox();
    const field = await page
      .locator('.input')
      .filter({ has: select(page, name) })
      .boundingBox();
    if (!list || !field) throw new Error('No box.');
    expect(list.x).toBe(field.x);
    expect(list.y).toBe(field.y + field.height + 4);
    expect(list.width).toBe(field.width);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
  }
});

test('a press reaches the field under a closing list, and its list stays open', async ({ page }) => {
  await select(page, 'Colour').click();
  await expect(option(page, 'red')).toBeVisible();
  await stopClock(page);
  await option(page, 'red').click();
  const closing = page.locator('[data-popup-open][data-state=closing]');
  await expect(closing).toBeAttached();
  // A press by the test runner would wait, and scroll, until nothing covers the field.
  const box = await select(page, 'Isle').boundingBox();
  if (!box) throw new Error('No box.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(select(page, 'Isle')).toHaveAttribute('aria-expanded', 'true');
  const search = page.getByRole('combobox', { name: 'Search Isle' });
  await page.clock.runFor(140);
  await expect(closing).toBeAttached();
  await page.clock.runFor(200);
  await expect(closing).toHaveCount(0);
  await expect(search).toBeFocused();
  await expect(option(page, 'Tokelau')).toBeVisible();
});

test.describe('before its code is loaded', () => {
  async function delayCode(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/SelectCombobox/, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  }

  for (const key of ['Enter', 'Space', 'ArrowDown', 'ArrowUp']) {
    test(`${key} opens the list as soon as it is loaded, and the next keys reach it`, async ({ page }) => {
      const release = await delayCode(page);
      const colour = select(page, 'Colour');
      await colour.press(key);
      await expect(colour).toHaveAttribute('aria-expanded', 'true');
      await expect(colour).toBeFocused();
      await expect(page.getByRole('listbox')).toHaveCount(0);
      release();
      await expect(page.locator('[data-active-item]')).toHaveText('red');
      await expect(colour).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(values(page)).toContainText('"colour":"green"');
      await expect(colour).toBeFocused();
    });
  }

  test('a press opens the list as soon as it is loaded and focuses its search field', async ({ page }) => {
    const release = await delayCode(page);
    await select(page, 'Isle').click();
    await expect(select(page, 'Isle')).toHaveAttribute('aria-expanded', 'true');
    release();
    await expect(page.getByRole('combobox', { name: 'Search Isle' })).toBeFocused();
  });

  for (const [title, cancel] of [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['a second press', (page) => select(page, 'Colour').click()],
    ['a press elsewhere', (page) => page.mouse.click(900, 600)],
  ] as const satisfies readonly (readonly [string, (page: Page) => Promise<void>])[]) {
    test(`${title} cancels the opening`, async ({ page }) => {
      const release = await delayCode(page);
      const colour = select(page, 'Colour');
      await colour.click();
      await expect(colour).toHaveAttribute('aria-expanded', 'true');
      await cancel(page);
      await expect(colour).toHaveAttribute('aria-expanded', 'false');
      const loaded = page.waitForResponse(/SelectCombobox/);
      release();
      await loaded;
      await select(page, 'Isle').click();
      await expect(page.getByRole('combobox', { name: 'Search Isle' })).toBeFocused();
      await expect(page.getByRole('listbox')).toHaveCount(1);
    });
  }
});
