import { createNotes, createPosts, createRecord, type RecordRow } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsScreen } from '#tests/support/records/page.ts';
import { answer, openRecord, recordPanels, storedRecord } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('[RP-11][RP-12] duplicates without id, dates and files, after asking about unsaved changes', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const file = new File(['x'], 'x.txt', { type: 'text/plain' });
  const row = await createRecord(backend.api, collection.id, {
    title: 'original',
    amount: 7,
    tags: ['red', 'blue'],
    cover: file,
  });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.menu.click();
  const menu = page.getByRole('menu', { name: 'More record options' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Duplicate', 'Delete']);
  await page.keyboard.press('Escape');
  await screen.control('title').fill('changed');
  await screen.menu.click();
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
  const text = 'You have unsaved changes. Do you really want to discard them?';
  await answer(page, text, false);
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await screen.control('title').fill('original');
  await screen.menu.click();
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(recordPanels(page)).toHaveCount(1);
  expect(hashQuery(page)['recordId']).toBeUndefined();
  await expect(screen.menu).toHaveCount(0);
  await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue('');
  await expect(screen.control('title')).toHaveValue('original');
  await expect(screen.control('amount')).toHaveValue('7');
  await expect(screen.field('cover').getByRole('listitem')).toHaveCount(0);
  // Closing asks, because it is unsaved.
  await screen.cancel.click();
  await answer(page, 'You have unsaved changes. Do you really want to close the panel?', false);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  const { items } = await backend.api.get<{ items: RecordRow[] }>(
    `/api/collections/${collection.id}/records?sort=-created`,
  );
  expect(items).toHaveLength(2);
  const copy = items.find(({ id }) => id !== row.id);
  expect(copy).toMatchObject({ title: 'original', amount: 7, tags: ['red', 'blue'], cover: '' });
});

test('[RP-13] deletes after a question', async ({ page, admin, backend }) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  const other = await createRecord(backend.api, collection.id, { title: 'b' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const remove = async (yes: boolean) => {
    await screen.menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await answer(page, 'Do you really want to delete the selected record?', yes);
  };
  await remove(false);
  await expect(screen.title).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await remove(true);
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  expect(new URL((await sent).url()).pathname).toBe(path);
  await expect(toasts(page, 'success')).toContainText('Successfully deleted record.');
  await expect(recordPanels(page)).toHaveCount(0);
  await expect(recordsScreen(page).row(row.id)).toHaveCount(0);
  await expect(recordsScreen(page).row(other.id)).toBeVisible();
  await expect(recordsScreen(page).total).toHaveText('Total found: 1');
  await expect(storedRecord(backend, collection, row.id)).rejects.toThrow('404');
});
