import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Search' });
const submitted = (page: Page): Locator => page.locator('[data-submitted]');
const suggestions = (page: Page): Locator => page.locator('.ace_autocomplete .ace_line');
const editorInput = (page: Page): Locator => page.getByRole('search').locator('.ace_editor textarea');

/** Focuses the field and waits until the editor has replaced it. */
async function useEditor(page: Page): Promise<void> {
  await field(page).click();
  await expect(editorInput(page)).toBeFocused();
}

/** The text shown by the editor or the input. */
const textOf = (page: Page): Promise<string> =>
  page.getByRole('search').evaluate((form) => {
    const input = form.querySelector('input');
    return input ? input.value : (form.querySelector('.ace_text-layer')?.textContent ?? '');
  });

/** Types `letter` and presses `key` before any timer of the page can run. */
const typeAndPress = (page: Page, letter: string, key: 'ArrowDown' | 'Tab' | 'Enter'): Promise<void> =>
  editorInput(page).evaluate(
    (area, [text, name, keyCode]) => {
      document.execCommand('insertText', false, text);
      const init = { key: name, keyCode, bubbles: true, cancelable: true };
      area.dispatchEvent(new KeyboardEvent('keydown', init));
    },
    [letter, key, { ArrowDown: 40, Tab: 9, Enter: 13 }[key]] as const,
  );

test.describe('with the editor', () => {
  test.beforeEach(async ({ page, open }) => {
    await open('filters');
    await useEditor(page);
  });

  test("'Search' is shown while the text differs, 'Clear' while there is a text or filter", async ({
    page,
  }) => {
    const search = page.getByRole('button', { name: 'Search' });
    const clear = page.getByRole('button', { name: 'Clear' });
    await expect(search).toHaveCount(0);
    await expect(clear).toHaveCount(0);
    await page.keyboard.type('created > 1');
    await expect(search).toBeVisible();
    await expect(clear).toBeVisible();
    await search.click();
    await expect(submitted(page)).toHaveText('created > 1');
    await expect(search).toHaveCount(0);
    await expect(clear).toBeVisible();
    await clear.click();
    await expect(submitted(page)).toHaveText('created > 1 | (empty)');
    await expect(clear).toHaveCount(0);
    await expect(editorInput(page)).toBeFocused();
    await expect.poll(() => textOf(page)).toBe('');
  });

  test('Enter submits, even while suggestions are shown', async ({ page }) => {
    await page.keyboard.type('upd');
    await expect(suggestions(page)).toHaveText(['updated']);
    await page.keyboard.press('Enter');
    await expect(submitted(page)).toHaveText('upd');
    await expect(suggestions(page).first()).toBeHidden();
  });

  test('[RL-11] offers keys and macros while typing; arrows and Enter choose one', async ({ page, axe }) => {
    await page.keyboard.type('@t');
    await expect(suggestions(page)).toHaveText(['@todayStart']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('@todayStart');
    await expect(submitted(page)).toHaveText('');
    await page.keyboard.type(' && da');
    await expect(suggestions(page).filter({ hasText: 'data.' })).toBeVisible();
    await axe();
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page)).toBe('@todayStart && data.');
    await page.keyboard.press('Enter');
    await expect(submitted(page)).toHaveText('@todayStart && data.');
  });

  test('Escape closes the suggestions and keeps the text', async ({ page }) => {
    await page.keyboard.type('lev');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(suggestions(page).first()).toBeHidden();
    await expect.poll(() => textOf(page)).toBe('lev');
  });

  test('a closed list no longer references an active row', async ({ page }) => {
    await page.keyboard.type('lev');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(editorInput(page)).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Escape');
    await expect(suggestions(page).first()).toBeHidden();
    await expect(editorInput(page)).not.toHaveAttribute('aria-activedescendant');
  });

  test('a row selected right after a letter stays selected and comes from the new list', async ({ page }) => {
    await page.keyboard.type('u');
    await expect(suggestions(page).first()).toBeVisible();
    // Both keys are pressed before the list is filtered.
    await typeAndPress(page, 'p', 'ArrowDown');
    await expect(suggestions(page)).toHaveText(['updated']);
    await expect(page.locator('.ace_autocomplete .ace_line.ace_selected')).toHaveText('updated');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('updated');
    await typeAndPress(page, ' && l', 'Tab');
    await typeAndPress(page, '', 'Enter');
    await expect.poll(() => textOf(page)).toBe('updated && level');
    await expect(submitted(page)).toHaveText('updated && level');
  });

  test('Enter still submits after Ctrl+Space has opened the list', async ({ page }) => {
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.type('lev');
    await expect(suggestions(page)).toHaveText(['level']);
    await page.keyboard.press('Enter');
    await expect(submitted(page)).toHaveText('lev');
  });

  test('Tab leaves the field in both directions when there are no suggestions', async ({ page }) => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'From outside' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editorInput(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editorInput(page)).not.toBeFocused();
  });

  test('shows a filter that was set from outside', async ({ page }) => {
    await page.getByRole('button', { name: 'From outside' }).click();
    await expect.poll(() => textOf(page)).toBe('level > 4');
    await expect(page.getByRole('button', { name: 'Search' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
  });

  test('joins pasted lines into one', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('level > 1\n  && level < 4\n'));
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => textOf(page)).toContain('level > 1 && level < 4');
    await page.keyboard.press('Enter');
    await expect(submitted(page)).toHaveText('level > 1 && level < 4');
  });

  test('highlights the parts of a filter', async ({ page }) => {
    await page.keyboard.type('a = "b" && c:length > 1 || d = @now');
    const spans = page.getByRole('search').locator('.ace_line span');
    const parts = () =>
      spans.evaluateAll((all) => all.map((span) => `${span.className}: ${span.textContent}`));
    await expect
      .poll(parts)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/ace_string: "b"/),
          expect.stringMatching(/ace_macro: :length/),
          expect.stringMatching(/ace_numeric: 1/),
          expect.stringMatching(/ace_macro: @now/),
        ]),
      );
  });

  test('axe finds no problems in the bar', async ({ page, axe }) => {
    await page.keyboard.type('x = 1');
    await axe('[role=search]');
  });

  test('can be filled by assistive technology that sets the text at once', async ({ page }) => {
    await editorInput(page).fill('title ~ "x"');
    await editorInput(page).press('Enter');
    await expect(submitted(page)).toHaveText('title ~ "x"');
  });
});

test('starts as a plain input with the placeholder, and loads nothing until it is used', async ({
  page,
  open,
  axe,
}) => {
  await open('filters');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => /FilterEditor/.test(name))).toEqual([]);
  await expect(field(page)).toHaveAttribute(
    'placeholder',
    'Search term or filter like created > "2022-01-01"...',
  );
  await expect(page.getByRole('search').locator('input')).toHaveCount(1);
  await axe('[role=search]');
});

test('keeps the text and the caret when the editor is loaded while the user types', async ({
  page,
  open,
}) => {
  await open('filters');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/FilterEditor/, async (route) => {
    await held;
    await route.continue();
  });
  const input = page.getByRole('search').locator('input');
  await input.click();
  await page.keyboard.type('title = ');
  await page.keyboard.type('"ab"');
  await page.keyboard.press('ArrowLeft');
  await expect(input).toHaveValue('title = "ab"');
  release();
  await expect(editorInput(page)).toBeFocused();
  await page.keyboard.type('c');
  await expect.poll(() => textOf(page)).toBe('title = "abc"');
  await page.keyboard.press('Enter');
  await expect(submitted(page)).toHaveText('title = "abc"');
});

test('keeps every letter in order when the editor is loaded while the user types on a slow machine', async ({
  page,
  open,
}) => {
  await open('filters');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.getByRole('search').locator('input').click();
  const text = 'title ~ "typed" && level > 3';
  await page.keyboard.type(text);
  await expect(editorInput(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(submitted(page)).toHaveText(text);
});

test('does not take the focus back when the editor is loaded late', async ({ page, open }) => {
  await open('filters');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/FilterEditor/, async (route) => {
    await held;
    await route.continue();
  });
  await field(page).click();
  await page.keyboard.type('x');
  const outside = page.getByRole('button', { name: 'Toast info' });
  await outside.focus();
  release();
  await expect(editorInput(page)).toHaveCount(1);
  await expect(outside).toBeFocused();
  await expect.poll(() => textOf(page)).toBe('x');
});

test('stays a plain input when the editor can not be loaded', async ({ page, open, expectedProblems }) => {
  expectedProblems.allow(
    /^request failed GET \/assets\/FilterEditor-[\w-]+\.js net::ERR_CONNECTION_REFUSED$/,
  );
  await open('filters');
  await page.route(/FilterEditor/, (route) => route.abort('connectionrefused'));
  const failed = page.waitForEvent('requestfailed');
  const input = page.getByRole('search').locator('input');
  await input.click();
  await failed;
  await page.keyboard.type('still here');
  await page.keyboard.press('Enter');
  await expect(submitted(page)).toHaveText('still here');
  await expect(input).toBeFocused();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(input).toHaveValue('');
  await expect(input).toBeFocused();
});
