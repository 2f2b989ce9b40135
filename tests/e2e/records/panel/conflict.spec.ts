import type { Page } from '@playwright/test';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { isSave, openRecord, partsOf, saveAndWait } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Changed by somebody else' });

async function createArticle(api: Parameters<typeof createCollection>[0]) {
  const collection = await createCollection(api, {
    name: uniqueName('articles'),
    schema: [
      field('title'),
      field('text'),
      field('tags', 'select', { options: { maxSelect: 3, values: ['red', 'green', 'blue'] } }),
      field('files', 'file', { options: { maxSelect: 5 } }),
    ],
  });
  const row = await createRecord(api, collection.id, { title: 'title', text: 'text', tags: ['red'] });
  const stored = () => api.get(`/api/collections/${collection.id}/records/${row.id}`);
  return { collection, row, stored };
}

test('two browsers change different fields of one record, and both changes stay', async ({
  page,
  admin,
  backend,
  newWindow,
}) => {
  const { collection, row, stored } = await createArticle(backend.api);
  const other = await (await newWindow()).newPage();
  await admin.signIn();
  await admin.signIn(other);
  const mine = await openRecord(page, collection.id, row.id);
  const theirs = await openRecord(other, collection.id, row.id);
  await mine.control('title').fill('my title');
  await mine
    .field('files')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'mine.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('mine'),
    });
  await theirs.control('text').fill('their text');
  await theirs
    .field('files')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'theirs.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('theirs'),
    });
  await theirs.save.click();
  await expect(toasts(other, 'success')).toContainText('Successfully updated record.');
  await mine.save.click();
  // It appears before the record is sent, and disappears by itself.
  await expect(toasts(page, 'info')).toContainText('Merged with what was saved meanwhile: text');
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await stored()).toMatchObject({
    title: 'my title',
    text: 'their text',
    files: [expect.stringMatching(/^theirs_/), expect.stringMatching(/^mine_/)],
  });
});

test('a conflict in the same field asks: mine and theirs next to each other, and nothing is sent before the choice', async ({
  page,
  admin,
  backend,
  newWindow,
  axe,
}) => {
  const { collection, row, stored } = await createArticle(backend.api);
  const other = await (await newWindow()).newPage();
  await admin.signIn();
  await admin.signIn(other);
  const mine = await openRecord(page, collection.id, row.id);
  const theirs = await openRecord(other, collection.id, row.id);
  await mine.control('title').fill('my title');
  await mine.control('text').fill('my text');
  await theirs.control('title').fill('their title');
  await theirs.control('text').fill('their text');
  await saveAndWait(other, collection.id);
  await expect(toasts(other, 'success')).toContainText('Successfully updated record.');

  const sent: string[] = [];
  page.on('request', (request) => {
    if (isSave(request, collection.id)) sent.push(request.url());
  });
  await mine.save.click();
  const dialog = conflict(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'title' })).toContainText('my title');
  await expect(dialog.getByRole('group', { name: 'title' })).toContainText('their title');
  await expect(dialog.getByRole('group', { name: 'text' })).toContainText('my text');
  await expect(dialog.getByRole('group', { name: 'text' })).toContainText('their text');
  const boxes = await dialog
    .getByRole('group', { name: 'title' })
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
  expect(boxes[0]).toBe(boxes[1]);
  await axe();
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Mine: title' }).check();
  await expect(save).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(mine.save).toBeFocused();
  await expect(mine.control('title')).toHaveValue('my title');
  expect(sent).toEqual([]);
  expect(await stored()).toMatchObject({ title: 'their title', text: 'their text' });
});

test('a postponed conflict asks again, and is decided by keyboard: mine for one field, theirs for the other', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, row, stored } = await createArticle(backend.api);
  await admin.signIn();
  const mine = await openRecord(page, collection.id, row.id);
  await mine.control('title').fill('my title');
  await mine.control('text').fill('my text');
  await backend.api.patch(`/api/collections/${collection.id}/records/${row.id}`, {
    title: 'their title',
    text: 'their text',
  });
  const dialog = conflict(page);
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await page.keyboard.press('Control+s');
  // It gets the focus a moment after it appears.
  await expect(dialog).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(mine.save).toBeFocused();

  await page.keyboard.press('Control+s');
  await expect(dialog).toBeFocused();
  await dialog.getByRole('radio', { name: 'Mine: title' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: 'Mine: title' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('radio', { name: 'Mine: text' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Theirs: text' })).toBeChecked();
  const request = page.waitForRequest((one) => isSave(one, collection.id));
  await save.press('Enter');
  expect(partsOf(await request)).toEqual([{ name: 'title', value: 'my title' }]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await expect(dialog).toHaveCount(0);
  await expect(mine.control('title')).toHaveValue('my title');
  await expect(mine.control('text')).toHaveValue('their text');
  expect(await stored()).toMatchObject({ title: 'my title', text: 'their text' });
});

test('a file removed by someone else does not discard my files', async ({ page, admin, backend }) => {
  const { collection, row, stored } = await createArticle(backend.api);
  const form = new FormData();
  form.append('files', textFile('first.txt'));
  form.append('files', textFile('second.txt'));
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  const { files } = await backend.api.patch<{ files: string[] }>(path, form);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen
    .field('files')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'third.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('third'),
    });
  await backend.api.patch(path, { 'files-': files[0] });
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect((await stored())['files']).toEqual([files[1], expect.stringMatching(/^third_/)]);
});

test('a record that was deleted meanwhile shows a message and keeps the input', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/\w+$/);
  const { collection, row } = await createArticle(backend.api);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('typed');
  await backend.api.delete(`/api/collections/${collection.id}/records/${row.id}`);
  await screen.save.click();
  await expect(toasts(page, 'error')).toBeVisible();
  await expect(screen.control('title')).toHaveValue('typed');
  await expect(screen.save).toBeEnabled();
});
