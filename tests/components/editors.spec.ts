import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { ProblemGuard } from '#tests/support/guard.ts';
import { expect, type Open, test } from './fixtures.ts';

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Search' });
const submitted = (page: Page): Locator => page.locator('[data-submitted]');
const suggestions = (page: Page): Locator => page.locator('.ace_autocomplete .ace_line');
const editorInput = (page: Page): Locator => page.getByRole('search').locator('.ace_editor textarea');

/** Focuses the field and waits until the editor has replaced it. */
async function focusEditor(page: Page): Promise<void> {
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

/** Holds the code of the editor back until the returned function is called. */
async function delayCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/FilterEditor/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function searches(page: Page, context: BrowserContext, open: Open) {
  const search = page.getByRole('button', { name: 'Search' });
  const clear = page.getByRole('button', { name: 'Clear' });
  const selected = page.locator('.ace_autocomplete .ace_line.ace_selected');
  const lines: string[] = [];
  let filter = '';
  /** Expects that `text` was submitted, and nothing else since the last call. */
  const submits = async (text: string): Promise<void> => {
    lines.push(text || '(empty)');
    filter = text;
    await expect(submitted(page)).toHaveText(lines.join(' | '));
  };
  const submitsNothing = (): Promise<void> => expect(submitted(page)).toHaveText(lines.join(' | '));
  /** Empties the bar and its filter, and expects the focus in the editor. */
  const startOver = async (): Promise<void> => {
    await expect(suggestions(page).filter({ visible: true })).toHaveCount(0);
    await clear.click();
    if (filter) await submits('');
    await expect(clear).toHaveCount(0);
    await expect(editorInput(page)).toBeFocused();
    await expect.poll(() => textOf(page)).toBe('');
  };
  await open('filters');
  await focusEditor(page);

  await test.step('Tab leaves the field in both directions when there are no suggestions', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'From outside' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editorInput(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editorInput(page)).not.toBeFocused();
    await editorInput(page).focus();
  });

  await test.step("'Search' is shown while the text differs, 'Clear' while there is a text or filter", async () => {
    await expect(search).toHaveCount(0);
    await expect(clear).toHaveCount(0);
    await page.keyboard.type('created > 1');
    await expect(search).toBeVisible();
    await expect(clear).toBeVisible();
    await search.click();
    await submits('created > 1');
    await expect(search).toHaveCount(0);
    await expect(clear).toBeVisible();
    await startOver();
  });

  await test.step('Enter submits, even while suggestions are shown', async () => {
    await page.keyboard.type('upd');
    await expect(suggestions(page)).toHaveText(['updated DateTime']);
    await page.keyboard.press('Enter');
    await submits('upd');
    await expect(suggestions(page).first()).toBeHidden();
    await startOver();
  });

  await test.step('offers keys and macros while typing; arrows and Enter choose one', async () => {
    await page.keyboard.type('@t');
    await expect(suggestions(page)).toHaveText(['@todayStart DateTime']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('@todayStart');
    await submitsNothing();
    await page.keyboard.type(' && da');
    await expect(suggestions(page).filter({ hasText: 'data.' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page)).toBe('@todayStart && data.');
    await page.keyboard.press('Enter');
    await submits('@todayStart && data.');
    await startOver();
  });

  await test.step('Escape closes the suggestions and keeps the text', async () => {
    await page.keyboard.type('lev');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(suggestions(page).first()).toBeHidden();
    await expect.poll(() => textOf(page)).toBe('lev');
    await startOver();
  });

  await test.step('a closed list no longer references an active row', async () => {
    await page.keyboard.type('lev');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(editorInput(page)).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Escape');
    await expect(suggestions(page).first()).toBeHidden();
    await expect(editorInput(page)).not.toHaveAttribute('aria-activedescendant');
    await startOver();
  });

  await test.step('a row selected right after a letter stays selected and comes from the new list', async () => {
    await page.keyboard.type('u');
    await expect(suggestions(page).first()).toBeVisible();
    // Both keys are pressed before the list is filtered.
    await typeAndPress(page, 'p', 'ArrowDown');
    await expect(suggestions(page)).toHaveText(['updated DateTime']);
    await expect(selected).toHaveText('updated DateTime');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('updated');
    await typeAndPress(page, ' && l', 'Tab');
    await typeAndPress(page, '', 'Enter');
    await expect.poll(() => textOf(page)).toBe('updated && level');
    await submits('updated && level');
    await startOver();
  });

  await test.step('Enter still submits after Ctrl+Space has opened the list', async () => {
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.type('lev');
    await expect(suggestions(page)).toHaveText(['level']);
    await page.keyboard.press('Enter');
    await submits('lev');
    await startOver();
  });

  await test.step('joins pasted lines into one', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('level > 1\n  && level < 4\n'));
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => textOf(page)).toContain('level > 1 && level < 4');
    await page.keyboard.press('Enter');
    await submits('level > 1 && level < 4');
    await startOver();
  });

  await test.step('can be filled by assistive technology that sets the text at once', async () => {
    await editorInput(page).fill('title ~ "x"');
    await editorInput(page).press('Enter');
    await submits('title ~ "x"');
    await startOver();
  });

  await test.step('highlights the parts of a filter', async () => {
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
    await page.keyboard.press('Escape');
    await startOver();
  });

  await test.step('shows a filter that was set from outside', async () => {
    await page.getByRole('button', { name: 'From outside' }).click();
    await expect.poll(() => textOf(page)).toBe('level > 4');
    await expect(search).toHaveCount(0);
    await expect(clear).toBeVisible();
  });
}

async function staysPlain(page: Page, open: Open, problems: ProblemGuard) {
  const input = page.getByRole('search').locator('input');
  await open('filters');

  await test.step('starts as a plain input with the placeholder, and loads nothing', async () => {
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.filter((name) => /FilterEditor/.test(name))).toEqual([]);
    await expect(field(page)).toHaveAttribute(
      'placeholder',
      'Search term or filter like created > "2022-01-01"...',
    );
    await expect(input).toHaveCount(1);
  });

  await test.step('works without its editor', async () => {
    problems.allow(/^request failed GET \/assets\/FilterEditor-[\w-]+\.js net::ERR_CONNECTION_REFUSED$/);
    await page.route(/FilterEditor/, (route) => route.abort('connectionrefused'));
    const failed = page.waitForEvent('requestfailed');
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
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function takesOver(page: Page, open: Open) {
  const input = page.getByRole('search').locator('input');

  await test.step('the text and the caret', async () => {
    await open('filters');
    const release = await delayCode(page);
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

  await test.step('but not the focus, when that has moved on', async () => {
    await open('filters');
    const release = await delayCode(page);
    await field(page).click();
    await page.keyboard.type('x');
    const outside = page.getByRole('button', { name: 'Toast info' });
    await outside.focus();
    release();
    await expect(editorInput(page)).toHaveCount(1);
    await expect(outside).toBeFocused();
    await expect.poll(() => textOf(page)).toBe('x');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('every letter in order, while the user types on a slow machine', async () => {
    await open('filters');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await input.click();
    const text = 'title ~ "typed" && level > 3';
    await page.keyboard.type(text);
    await expect(editorInput(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(submitted(page)).toHaveText(text);
  });
}

async function editsCode(page: Page, open: Open) {
  const data = page.getByRole('textbox', { name: 'Data' });
  const template = page.getByRole('textbox', { name: 'Template' });
  const json = page.locator('[data-json]');
  await open('filters');

  await test.step('marks an invalid field', async () => {
    await expect(template).toHaveAttribute('aria-invalid', 'true');
    await expect(data).not.toHaveAttribute('aria-invalid');
  });

  await test.step('highlights HTML after its mode is loaded', async () => {
    await expect(page.locator('.ace_tag-name')).not.toHaveCount(0);
  });

  await test.step('Tab passes through the editor, and screen readers announce how to edit', async () => {
    const before = await json.textContent();
    await expect(data).toHaveAccessibleDescription(/Press Enter or type to edit\./);
    await data.focus();
    await page.keyboard.press('Tab');
    await expect(template).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(data).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'From outside' })).toBeFocused();
    expect(await json.textContent()).toBe(before);
  });

  await test.step('Enter begins editing, Escape ends it, and so does leaving', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(template).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await template.focus();
    await data.focus();
    await page.keyboard.press('Tab');
    await expect(template).toBeFocused();
    await expect(json).toHaveText('{"a": [1, true]}');
  });

  await test.step('edits text and indents by Tab', async () => {
    await data.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect(json).toHaveText('1');
    expect(await json.evaluate((output) => output.textContent)).toBe('  1');
  });

  await test.step('does not change a read-only text', async () => {
    await page.getByRole('textbox', { name: 'Query' }).focus();
    await page.keyboard.type('DROP');
    await expect(page.getByText('DROP')).toHaveCount(0);
  });

  await test.step('offers completions in rules', async () => {
    await page.getByRole('textbox', { name: 'Rule' }).focus();
    await page.keyboard.type('mess');
    await expect(suggestions(page)).toHaveText(['message']);
  });
}

test('the search bar and the code editors', async ({ page, context, open, expectedProblems }) => {
  await test.step('[RL-11] the search bar has an editor', () => searches(page, context, open));
  await test.step('it is a plain input until it is used, and stays one when its editor can not be loaded', () =>
    staysPlain(page, open, expectedProblems));
  await test.step('the code editors', () => editsCode(page, open));
  await test.step('the editor takes over what was typed before it was loaded', () => takesOver(page, open));
});
