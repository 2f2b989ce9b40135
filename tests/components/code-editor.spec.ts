import { expect, test } from './fixtures.ts';

test.beforeEach(({ open }) => open('filters'));

test('edits text and indents by Tab', async ({ page }) => {
  const data = page.getByRole('textbox', { name: 'Data' });
  await data.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-json]')).toHaveText('1');
  expect(await page.locator('[data-json]').evaluate((output) => output.textContent)).toBe('  1');
});

test('Escape, then Tab leaves the editor, and screen readers announce this', async ({ page }) => {
  const data = page.getByRole('textbox', { name: 'Data' });
  await expect(data).toHaveAccessibleDescription(/Press Escape, then Tab, to leave the editor\./);
  await data.focus();
  await page.keyboard.press('Escape');
  await expect(data).not.toBeFocused();
  await page.keyboard.press('Tab');
  // The focus moves to the next control and not around inside the editor.
  await expect(page.getByRole('textbox', { name: 'Template' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(data).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'From outside' })).toBeFocused();
});

test('marks an invalid field', async ({ page }) => {
  await expect(page.getByRole('textbox', { name: 'Template' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Data' })).not.toHaveAttribute('aria-invalid');
});

test('highlights HTML after its mode is loaded, and offers completions in rules', async ({ page }) => {
  await expect(page.locator('.ace_tag-name')).not.toHaveCount(0);
  await page.getByRole('textbox', { name: 'Rule' }).focus();
  await page.keyboard.type('mess');
  await expect(page.locator('.ace_autocomplete .ace_line')).toHaveText(['message']);
});

test('does not change a read-only text', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Query' }).focus();
  await page.keyboard.type('DROP');
  await expect(page.getByText('DROP')).toHaveCount(0);
});

test('axe finds no problems in the editors', async ({ axe }) => {
  await axe();
});
