import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Lets React hydrate the prerendered form. */
async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const run: unknown = Reflect.get(window, 'hydrate');
    if (typeof run === 'function') run();
  });
}

test.beforeEach(({ open }) => open('hydrated'));

test('keeps text that was typed before hydration', async ({ page }) => {
  await page.getByLabel('Email').fill('early@example.com');
  await page.getByLabel('Password').fill('before-hydration');
  await hydrate(page);
  await page.getByRole('button', { name: 'Render again' }).click();
  await expect(page.locator('[data-values]')).toHaveText(
    JSON.stringify({ email: 'early@example.com', password: 'before-hydration', renders: 1 }),
  );
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com');
  await page.getByLabel('Email').press('End');
  await page.keyboard.type('!');
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com!');
});

test('a search field that was focused early still gets its editor', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Search' }).focus();
  await hydrate(page);
  await expect(page.getByRole('search').locator('.ace_editor textarea')).toBeFocused();
});
