import { createTitled } from '#tests/support/collections/drafts.ts';
import { openEditorOf } from '#tests/support/collections/editor.ts';
import { isWrite, storedFields } from '#tests/support/collections/saving.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

test('a save of a collection without a response can be stopped, and the input stays', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+ net::ERR_ABORTED$/);
  const collection = await createTitled(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await editor.addField('Plain text', 'added');
  const { opened, open } = gate();
  const path = `/api/collections/${collection.id}`;
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === 'PATCH') await opened;
      await route.continue().catch(() => {});
    },
  );
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', path));
  await editor.save.click();
  await sent;
  // During the save nothing closes the panel.
  await expect(editor.panel.getByRole('button', { name: 'Close' })).toBeDisabled();
  const stop = editor.panel.getByRole('button', { name: 'Stop waiting' });
  await expect(stop).toBeVisible();
  await axe('[role=dialog]');
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'warning')).toContainText('Your changes may still have been saved.');
  await expect(stop).toBeHidden();
  await expect(editor.save).toBeFocused();
  await expect(editor.fieldName('added')).toBeVisible();
  await page.unrouteAll();
  open();
  await editor.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated collection.');
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, collection.name))).toContain('added');
});
