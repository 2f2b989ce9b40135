import { createTitled } from '#tests/support/collections/drafts.ts';
import { collectionHash, confirmChanges, openNew } from '#tests/support/collections/editor.ts';
import { isWrite, storedFields } from '#tests/support/collections/saving.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

test('text typed during a save stays in the panel and keeps the focus', async ({ page, admin, backend }) => {
  await admin.signIn();
  await page.goto(collectionHash((await createTitled(backend.api)).id));
  const editor = await openNew(page);
  const name = uniqueName('slow');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'first');
  const { opened, open } = gate();
  await page.route('**/api/collections', async (route) => {
    if (route.request().method() === 'POST') await opened;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.fieldName('first').press('Enter');
  const request = await sent;
  await expect(editor.panel).toHaveAttribute('aria-busy', 'true');
  // Actions that close the panel are disabled, and a sent collection keeps its type.
  await expect(editor.indexes.getByRole('button', { name: '+ New index' })).toBeDisabled();
  await expect(editor.type).toBeDisabled();
  await page.keyboard.press('End');
  await page.keyboard.type('_typed');
  open();
  expect((await request.response())?.status()).toBe(200);
  await expect(toasts(page, 'success')).toContainText('Successfully created collection.');
  await expect(editor.panel.getByRole('heading', { level: 1 })).toHaveText('Edit collection');
  await expect(editor.save).toHaveText('Save changes');
  await expect(editor.save).toBeEnabled();
  await expect(editor.fieldName('first_typed')).toBeFocused();
  await page.keyboard.type('_on');
  await editor.save.click();
  await expect(confirmChanges(page)).toContainText('Renamed field first → first_typed_on');
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, name))).toEqual(['first_typed_on']);
});
