import { createTitled } from '#tests/support/collections/drafts.ts';
import { collectionHash, confirmChanges, openEditorOf } from '#tests/support/collections/editor.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('the review asks about parts that both administrators changed and keeps the others', async ({
  page,
  backend,
  axe,
}) => {
  const name = uniqueName('shared');
  const { id, schema } = await createCollection(backend.api, {
    name,
    schema: [field('title')],
    updateRule: '',
  });
  const editor = await openEditorOf(page, id);
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
  await editor.rule('updateRule').getByRole('textbox').fill('title != ""');
  await backend.api.patch(`/api/collections/${id}`, {
    schema: [...schema, field('precious')],
    updateRule: null,
    deleteRule: '',
  });
  await createRecord(backend.api, id, { title: 't', precious: 'p' });
  await editor.save.click();
  const dialog = confirmChanges(page);
  await expect(
    dialog.getByText('The collection was changed elsewhere after you began to edit it.'),
  ).toBeVisible();
  await expect(dialog.getByText('Choose which version stays before you confirm.')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeDisabled();
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const both = dialog.getByRole('group', { name: 'Update rule' });
  await expect(both).toContainText('title != ""');
  await expect(both).toContainText('admins only');
  const list = (title: string) =>
    dialog.locator('section', { has: page.getByRole('heading', { name: title }) }).getByRole('listitem');
  await expect(list('Changes:')).toHaveText([
    'List/Search rule: admins only → anyone',
    'Update rule: admins only → title != ""',
  ]);
  await expect(list('Changed elsewhere:')).toHaveText([
    'Added field precious (Plain text)',
    'Update rule: anyone → admins only',
    'Delete rule: admins only → anyone',
  ]);
  // By keyboard, like any group of radio buttons.
  await both.getByRole('radio', { name: 'Mine: Update rule' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(list('Changes:')).toHaveText(['List/Search rule: admins only → anyone']);
  await confirm.click();
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get(`/api/collections/${id}`);
  expect(stored).toMatchObject({ listRule: '', updateRule: null, deleteRule: '' });
  const { items } = await backend.api.get<{ items: object[] }>(`/api/collections/${id}/records`);
  expect(items).toMatchObject([{ title: 't', precious: 'p' }]);
});

test('the editor of an outdated page shows the stored collection', async ({ page, backend }) => {
  const { id, schema } = await createTitled(backend.api);
  await page.goto(collectionHash(id));
  await expect(page.getByRole('button', { name: 'Edit collection', exact: true })).toBeVisible();
  await backend.api.patch(`/api/collections/${id}`, { schema: [...schema, field('precious')] });
  const editor = await openEditorOf(page, id);
  await expect.poll(editor.fieldNames).toEqual(['title', 'body', 'precious']);
  await expect(editor.save).toBeDisabled();
});

test('a collection that was deleted by others shows a message and cannot be saved', async ({
  page,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+$/);
  const { id } = await createTitled(backend.api);
  const editor = await openEditorOf(page, id);
  await editor.fieldName('title').fill('headline');
  await backend.api.delete(`/api/collections/${id}`);
  await editor.save.click();
  await expect(confirmChanges(page)).toBeHidden();
  await expect(editor.panel.getByRole('alert')).toContainText('The collection was deleted elsewhere.');
  await expect(editor.save).toBeDisabled();
  await expect(editor.fieldName('headline')).toHaveCount(1);
  await axe();
});
