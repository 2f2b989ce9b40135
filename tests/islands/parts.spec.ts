import { expect, test } from './fixtures.ts';

test.beforeEach(({ open }) => open('parts'));

test('a part that was fetched ahead stands in the first render', async ({ page }) => {
  await page.getByRole('button', { name: 'Fetch ahead' }).click();
  await expect(page.getByText('Fetched')).toBeVisible();
  await page.getByRole('button', { name: 'Show ahead' }).click();
  await expect(page.locator('[data-first-render]')).toHaveText('Ahead is here');
});

test('a part that was not fetched ahead comes a moment later', async ({ page }) => {
  await page.getByRole('button', { name: 'Show ahead' }).click();
  await expect(page.locator('[data-part="Ahead"]')).toBeVisible();
  await expect(page.locator('[data-first-render]')).toHaveText('');
});

test('a part that could not be fetched says so, and its retry asks again', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.allow('console error: Error: The connection broke.');
  await page.getByRole('button', { name: 'Show flaky' }).click();
  await expect(page.getByText('The connection broke.')).toBeVisible();
  await page.getByRole('button', { name: /retry|try again/i }).click();
  await expect(page.locator('[data-part="Flaky"]')).toBeVisible();
});

test("[FP-01] [FP-03] the file picker's own title and button, and nothing to pick from", async ({
  page,
  axe,
}) => {
  await page.getByRole('button', { name: 'Pick a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select a file' });
  await expect(dialog.getByText("You currently don't have any collection with file field.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Insert', exact: true })).toBeDisabled();
  await axe();
});
