import type { Locator, Page } from '@playwright/test';
import { compose } from '#tests/support/composing.ts';
import { stopClock } from '#tests/support/timers.ts';
import { expect, type Open, test } from './fixtures.ts';

const select = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const option = (page: Page, name: string): Locator => page.getByRole('option', { name });
const values = (page: Page): Locator => page.locator('[data-values]');

async function chooses(page: Page, open: Open) {
  const colour = select(page, 'Colour');
  const isle = select(page, 'Isle');
  const isles = select(page, 'Isles');
  const search = page.getByRole('combobox', { name: 'Search Isle', exact: true });
  const listbox = page.getByRole('listbox');
  const options = page.getByRole('option');
  const active = page.locator('[data-active-item]');
  await open('selects');

  await test.step('has a label, a required mark and an error', async () => {
    await expect(isle).toHaveAttribute('aria-required', 'true');
    await expect(isles).toHaveAttribute('aria-invalid', 'true');
    await expect(isles).toHaveAccessibleDescription('Too many.');
    await expect(select(page, 'Fixed')).toBeDisabled();
  });

  await test.step('chooses one of a few options by mouse and clears it', async () => {
    await expect(colour).toHaveText('- Select -');
    await colour.click();
    await expect(page.getByPlaceholder('Search...')).toHaveCount(0);
    await option(page, 'green').click();
    await expect(colour).toHaveText('green');
    await expect(listbox).toHaveCount(0);
    await expect(colour).toBeFocused();
    await page.getByRole('button', { name: 'Clear Colour' }).click();
    await expect(colour).toHaveText('- Select -');
    await expect(colour).toBeFocused();
  });

  await test.step('chooses by keyboard: arrows, Home, End, letters, Enter, Escape', async () => {
    await page.mouse.move(900, 600);
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
    await expect(listbox).toHaveCount(0);
  });

  await test.step('Tab moves on from the field, whichever part of the list has the focus', async () => {
    const remove = page.getByRole('button', { name: 'Remove Kwajalein' });
    await remove.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search Isles' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(remove).toBeFocused();
    await expect(listbox).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear Colour' }).click();
    await colour.press('Enter');
    await expect(active).toHaveText('red');
    await page.keyboard.press('Tab');
    await expect(isle).toBeFocused();
    await expect(listbox).toHaveCount(0);
  });

  await test.step('the list is 4 px below the whole field and at least as wide', async () => {
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
      await expect(options).toHaveCount(0);
    }
  });

  await test.step('a required select can not be cleared', async () => {
    await expect(page.getByRole('button', { name: 'Clear Isle', exact: true })).toHaveCount(0);
    await isle.click();
    await option(page, 'Bora Bora').click();
    await expect(options).toHaveCount(0);
    await expect(values(page)).toContainText('"isle":"bor"');
  });

  await test.step('edits the search text, and clears it when the list closes', async () => {
    await isle.click();
    await expect(search).toBeFocused();
    await page.keyboard.type('ok');
    await page.keyboard.press('Home');
    await page.keyboard.type('T');
    await page.keyboard.press('End');
    await page.keyboard.type('e');
    await expect(search).toHaveValue('Toke');
    await expect(options).toHaveText(['Tokelau']);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await isle.click();
    await expect(search).toHaveValue('');
    await expect(options).toHaveCount(7);
  });

  await test.step('offers a search above 5 options and shows when no option matches', async () => {
    await expect(search).toBeFocused();
    await expect(search).toHaveAttribute('placeholder', 'Search...');
    await expect(option(page, 'Bora Bora')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('TOK');
    await expect(options).toHaveText(['Tokelau']);
    await page.keyboard.type('x');
    await expect(page.getByText('No options found')).toBeVisible();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(isle).toHaveText('Tokelau');
    await expect(values(page)).toContainText('"isle":"tok"');
    await expect(options).toHaveCount(0);
  });

  await test.step('chooses several options and keeps their order', async () => {
    await isles.click();
    await option(page, 'Tokelau').click();
    await expect(values(page)).toContainText('"several":["ait","kwa","tok"]');
    await option(page, 'Kwajalein').click();
    await expect(values(page)).toContainText('"several":["ait","tok"]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Aitutaki' }).click();
    await expect(values(page)).toContainText('"several":["tok"]');
    await expect(isles).toBeFocused();
  });

  await test.step('the keys that end an IME composition neither choose nor close', async () => {
    const before = (await isle.textContent()) ?? '';
    await isle.click();
    await expect(search).toBeFocused();
    await compose(page, 'o');
    await expect(search).toHaveValue('o');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
    await expect(isle).toHaveText(before);
  });
}

async function opensWhenLoaded(page: Page, open: Open) {
  const colour = select(page, 'Colour');
  const isle = select(page, 'Isle');
  const search = page.getByRole('combobox', { name: 'Search Isle', exact: true });
  const listbox = page.getByRole('listbox');

  /** Opens the page, with the code of the list delayed until the returned function is called. */
  async function openWithoutCode(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/SelectCombobox/, async (route) => {
      await promise;
      await route.continue();
    });
    await open('selects');
    return resolve;
  }

  for (const key of ['Enter', 'Space', 'ArrowDown', 'ArrowUp']) {
    await test.step(`${key} opens the list as soon as it is loaded, and the next keys reach it`, async () => {
      const release = await openWithoutCode();
      await colour.press(key);
      await expect(colour).toHaveAttribute('aria-expanded', 'true');
      await expect(colour).toBeFocused();
      await expect(listbox).toHaveCount(0);
      release();
      await expect(page.locator('[data-active-item]')).toHaveText('red');
      await expect(colour).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(values(page)).toContainText('"colour":"green"');
      await expect(colour).toBeFocused();
    });
  }

  await test.step('a press opens the list as soon as it is loaded and focuses its search field', async () => {
    const release = await openWithoutCode();
    await isle.click();
    await expect(isle).toHaveAttribute('aria-expanded', 'true');
    release();
    await expect(search).toBeFocused();
  });

  for (const [title, cancel] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['a second press', () => colour.click()],
    ['a press elsewhere', () => page.mouse.click(900, 600)],
  ] as const) {
    await test.step(`${title} cancels the opening`, async () => {
      const release = await openWithoutCode();
      await colour.click();
      await expect(colour).toHaveAttribute('aria-expanded', 'true');
      await cancel();
      await expect(colour).toHaveAttribute('aria-expanded', 'false');
      const loaded = page.waitForResponse(/SelectCombobox/);
      release();
      await loaded;
      await isle.click();
      await expect(search).toBeFocused();
      await expect(listbox).toHaveCount(1);
    });
  }

  await test.step('a press reaches the field under a closing list, and its list stays open', async () => {
    await page.keyboard.press('Escape');
    await expect(listbox).toHaveCount(0);
    await colour.click();
    await expect(option(page, 'red')).toBeVisible();
    await stopClock(page);
    await option(page, 'red').click();
    const closing = page.locator('[data-state=closing]');
    await expect(closing).toBeAttached();
    // A press by the test runner would wait, and scroll, until nothing covers the field.
    const box = await isle.boundingBox();
    if (!box) throw new Error('No box.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(isle).toHaveAttribute('aria-expanded', 'true');
    await page.clock.runFor(140);
    await expect(closing).toBeAttached();
    await page.clock.runFor(200);
    await expect(closing).toHaveCount(0);
    await expect(search).toBeFocused();
    await expect(option(page, 'Tokelau')).toBeVisible();
  });
}

test('selects', async ({ page, open }) => {
  await test.step('with one and with several values, by mouse and by keyboard', () => chooses(page, open));
  await test.step('before its code is loaded, a press or a key opens the list for when it is there, unless it is cancelled', () =>
    opensWhenLoaded(page, open));
});
