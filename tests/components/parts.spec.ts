import type { Page } from '@playwright/test';
import { expect, type Open, test } from './fixtures.ts';

async function appear(page: Page, open: Open) {
  const alert = page.locator('form').getByRole('alert');
  await open('parts');

  await test.step('a part that was not prefetched appears after the first render', async () => {
    await page.getByRole('button', { name: 'Show ahead' }).click();
    await expect(page.locator('[data-part="Ahead"]')).toBeVisible();
    await expect(page.locator('[data-first-render]')).toHaveText('');
  });

  await test.step('a part that is missing after an update offers a reload instead of a retry', async () => {
    await page.getByRole('button', { name: 'Show flaky' }).click();
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.dataset['updated'] = '';
    });
    await expect(alert).toContainText('Atoll was updated. Reload the page to go on.');
    await expect(alert).toContainText('Drafts of forms are kept, chosen files are not.');
    await expect(alert.getByRole('button')).toHaveText(['Reload']);
    const reloaded = page.waitForEvent('load');
    await alert.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
  });

  await test.step('a prefetched part appears in the first render', async () => {
    await page.getByRole('button', { name: 'Fetch ahead' }).click();
    await expect(page.getByText('Fetched')).toBeVisible();
    await page.getByRole('button', { name: 'Show ahead' }).click();
    await expect(page.locator('[data-first-render]')).toHaveText('Ahead is here');
  });

  await test.step('a part that could not be fetched fails in place, and the form around it keeps its file', async () => {
    await page.getByRole('button', { name: 'Show flaky' }).click();
    await expect(alert).toContainText('This part of the page could not be loaded.');
    await expect(alert.getByRole('button')).toHaveText(['Try again']);
    const file = page.getByLabel('File');
    await file.setInputFiles({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });

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

  await test.step('the file picker has a default title and button, and shows that there are no files', async () => {
    await page.getByRole('button', { name: 'Pick a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select a file' });
    await expect(dialog.getByText("You currently don't have any collection with file field.")).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Insert', exact: true })).toBeDisabled();
  });
}

async function hydrates(page: Page, open: Open) {
  /** Lets React hydrate the prerendered form. */
  const hydrate = (): Promise<void> =>
    page.evaluate(() => {
      const run: unknown = Reflect.get(window, 'hydrate');
      if (typeof run === 'function') run();
    });

  await test.step('the text', async () => {
    await open('hydrated');
    const email = page.getByLabel('Email');
    await email.fill('early@example.com');
    await page.getByLabel('Password').fill('before-hydration');
    await hydrate();
    await page.getByRole('button', { name: 'Render again' }).click();
    await expect(page.locator('[data-values]')).toHaveText(
      JSON.stringify({ email: 'early@example.com', password: 'before-hydration', renders: 1 }),
    );
    await expect(email).toHaveValue('early@example.com');
    await email.press('End');
    await page.keyboard.type('!');
    await expect(email).toHaveValue('early@example.com!');
  });

  await test.step('the focus of a search field, which still gets its editor', async () => {
    await open('hydrated');
    await page.getByRole('textbox', { name: 'Search' }).focus();
    await hydrate();
    await expect(page.getByRole('search').locator('.ace_editor textarea')).toBeFocused();
  });
}

test('parts and prerendered forms', async ({ page, open }) => {
  await test.step('[FP-01] [FP-03] parts appear when they are there, fail in place, and start with their defaults', () =>
    appear(page, open));
  await test.step('a prerendered form keeps what was typed and focused before hydration', () =>
    hydrates(page, open));
});
