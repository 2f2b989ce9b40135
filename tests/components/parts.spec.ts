import { expect, test } from './fixtures.ts';

test.beforeEach(({ open }) => open('parts'));

test('a prefetched part appears in the first render', async ({ page }) => {
  await page.getByRole('button', { name: 'Fetch ahead' }).click();
  await expect(page.getByText('Fetched')).toBeVisible();
  await page.getByRole('button', { name: 'Show ahead' }).click();
  await expect(page.locator('[data-first-render]')).toHaveText('Ahead is here');
});

test('a part that was not prefetched appears after the first render', async ({ page }) => {
  await page.getByRole('button', { name: 'Show ahead' }).click();
  await expect(page.locator('[data-part="Ahead"]')).toBeVisible();
  await expect(page.locator('[data-first-render]')).toHaveText('');
});

test('a part that could not be fetched fails in place, and the form around it keeps its file', async ({
  page,
  axe,
}) => {
  await page.getByRole('button', { name: 'Show flaky' }).click();
  const alert = page.locator('form').getByRole('alert');
  await expect(alert).toContainText('This part of the page could not be loaded.');
  await expect(alert.getByRole('button')).toHaveText(['Try again']);
  const file = page.getByLabel('File');
  await file.setInputFiles({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await axe('form');

  // Some browsers cache the failure until the page is reloaded.
  const retry = alert.getByRole('button', { name: 'Try again' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(alert.getByRole('button')).toHaveText(['Try again', 'Reload']);
  await expect(retry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-part="Flaky"]')).toBeVisible();
  await expect(alert).toBeHidden();
  await expect(file).toHaveValue(/kept\.txt$/);
});

test('a part that is missing after an update offers a reload instead of a retry', async ({ page, axe }) => {
  await page.getByRole('button', { name: 'Show flaky' }).click();
  const alert = page.locator('form').getByRole('alert');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset['updated'] = '';
  });
  await expect(alert).toContainText('Atoll was updated. Reload the page to go on.');
  await expect(alert).toContainText('Drafts of forms are kept, chosen files are not.');
  await expect(alert.getByRole('button')).toHaveText(['Reload']);
  await axe('form');
  const reloaded = page.waitForEvent('load');
  await alert.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
});

test('[FP-01] [FP-03] the file picker has a default title and button, and shows that there are no files', async ({
  page,
  axe,
}) => {
  await page.getByRole('button', { name: 'Pick a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select a file' });
  await expect(dialog.getByText("You currently don't have any collection with file field.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Insert', exact: true })).toBeDisabled();
  await axe();
});
