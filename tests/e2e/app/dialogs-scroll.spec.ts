import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

test('a dialog that contains only a long text can be scrolled by keyboard', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 DELETE \/api\/collections\/\w+\/records\/\w+$/);
  const { id } = await createCollection(backend.api, {
    name: uniqueName('kept'),
    schema: [field('title', 'text', { presentable: true })],
  });
  await createRecords(backend.api, id, 30, (index) => ({ title: `row ${index}` }));
  await admin.signIn();
  await page.goto(recordsHash(id));
  await expect(recordsScreen(page).total).toHaveText('Total found: 30');
  await page.route('**/records/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 400, json: { code: 400, message: 'It is still needed.', data: {} } })
      : route.continue(),
  );
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  const dialog = page.getByRole('dialog', { name: '30 records were not deleted' });
  const content = dialog.getByRole('group', { name: 'Content' });
  await expect(content).toBeVisible();
  await axe('[role=dialog]');
  await content.focus();
  await page.keyboard.press('End');
  await expect(dialog.getByText('row 0', { exact: true })).toBeInViewport();

  // When everything is visible there is nothing to scroll.
  await page.setViewportSize({ width: 1280, height: 2000 });
  await expect(content).toHaveCount(0);
});

test('a preview that is higher than a small window can be scrolled by keyboard', async ({
  page,
  admin,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('papers'),
    schema: [field('paper', 'file')],
  });
  const paper = new File(['%PDF-1.4\n'], 'paper.pdf', { type: 'application/pdf' });
  const record = await createRecord(backend.api, id, { paper });
  await admin.signIn();
  await page.goto(recordsHash(id));
  await recordsScreen(page)
    .row(record.id)
    .getByRole('button', { name: /^Preview paper/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^paper/ });
  await expect(dialog.locator('iframe')).toBeVisible();
  // Like a window of 1280 x 800 at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 300 });
  const content = dialog.getByRole('group', { name: 'Content' });
  await content.focus();
  await page.keyboard.press('End');
  await expect.poll(() => content.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});
