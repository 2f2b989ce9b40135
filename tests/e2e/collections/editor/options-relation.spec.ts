import { chooseOption, collectionEditor, infoTexts, openNew } from '#tests/support/collections/editor.ts';
import { storedFields } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[FO-12][FO-13][FO-14][CE-01] relation: target, nested new collection, numbers, cascade', async ({
  page,
  backend,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  // A list with more than five items can be searched.
  await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('looked'),
    type: 'view',
    options: { query: `select id from ${posts.name}` },
  });
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('related');
  await editor.name.fill(name);
  await editor.addField('Relation', 'parent');
  const row = await editor.openField('parent');
  const target = row.getByRole('combobox', { name: 'Select collection', exact: true });
  await expect(target).toHaveText('Select collection *');
  await expect(target).toHaveAttribute('aria-required', 'true');
  await target.click();
  const search = page.getByRole('combobox', { name: 'Search Select collection' });
  await search.fill(view.name);
  await expect(page.getByText('No collections found')).toBeVisible();
  await search.fill(categories.name);
  await page.getByRole('option', { name: categories.name, exact: true }).click();
  await expect(target).toHaveText(categories.name);

  await row.getByRole('button', { name: '+ New collection' }).click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(2);
  const nested = collectionEditor(page);
  const nestedName = uniqueName('nested');
  await nested.name.fill(nestedName);
  await nested.addField('Plain text', 'inner');
  await nested.save.click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(1);
  await expect(target).toHaveText(nestedName);
  await expect(editor.name).toHaveValue(name);

  await expect(row.getByRole('radio', { name: 'Single' })).toBeChecked();
  await expect(row.getByLabel('Min select')).toHaveCount(0);
  await row.getByRole('radiogroup').getByText('Multiple').click();
  const min = row.getByLabel('Min select');
  const max = row.getByLabel('Max select');
  await expect(min).toHaveAttribute('placeholder', 'No min limit');
  await expect(min).toHaveAttribute('min', '1');
  await expect(max).toHaveAttribute('placeholder', 'No max limit');
  await expect(max).toHaveAttribute('min', '2');
  await expect(max).toHaveValue('');
  await min.fill('3');
  await expect(max).toHaveAttribute('min', '3');
  const cascade = row.getByRole('combobox', { name: 'Cascade delete' });
  await expect(cascade).toHaveText('False');
  expect(await infoTexts(row)).toContain('deleted');
  await chooseOption(cascade, 'True');

  await editor.addField('Relation', 'single');
  const second = await editor.openField('single');
  await chooseOption(
    second.getByRole('combobox', { name: 'Select collection', exact: true }),
    categories.name,
  );
  await second.getByRole('radiogroup').getByText('Multiple').click();
  await second.getByLabel('Min select').fill('2');
  await second.getByRole('radiogroup').getByText('Single').click();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const created = await backend.api.get<{ id: string }>(`/api/collections/${nestedName}`);
  const fields = await storedFields(backend.api, name);
  expect(fields['parent']?.options).toEqual({
    collectionId: created.id,
    cascadeDelete: true,
    minSelect: 3,
    maxSelect: null,
    displayFields: null,
  });
  expect(fields['single']?.options).toMatchObject({
    collectionId: categories.id,
    cascadeDelete: false,
    minSelect: null,
    maxSelect: 1,
  });
  // After the save the target is fixed.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const saved = await editor.openField('parent');
  await expect(saved.getByRole('combobox', { name: 'Select collection', exact: true })).toBeDisabled();
  await expect(saved.getByRole('button', { name: '+ New collection' })).toHaveCount(0);
});
