import { confirmChanges, openEditorOf } from '#tests/support/collections/editor.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const WARNING =
  "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!";
const REMOVED = 'All data associated with the removed fields will be permanently deleted!';

test.beforeEach(({ admin }) => admin.signIn());

test('[CE-14][CE-15][CE-16] the dialog lists the changes of the save; Cancel sends nothing', async ({
  page,
  backend,
}) => {
  const name = uniqueName('asking');
  const { id } = await createCollection(backend.api, {
    name,
    schema: [
      field('title'),
      field('gone'),
      field('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } }),
    ],
  });
  const record = await createRecord(backend.api, id, { title: 't', gone: 'g', tags: ['a', 'b'] });
  const editor = await openEditorOf(page, id);
  const dialog = confirmChanges(page);
  await editor.name.fill(`${name}_new`);
  await editor.fieldName('title').fill('headline');
  await editor.openField('gone');
  await editor.panel.getByRole('button', { name: 'More options of gone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const tags = await editor.openField('tags');
  await tags.getByRole('radiogroup').getByText('Single').click();
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.method());
  });
  await editor.save.click();
  await expect(dialog.getByText(WARNING)).toBeVisible();
  await expect(dialog.getByText(REMOVED)).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Changes:' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    `Renamed collection ${name} → ${name}_new`,
    'Renamed field title → headline',
    'Removed field gone',
    'Multiple to single value conversion of field tags (will keep only the last array item)',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.panel).toBeVisible();
  expect(writes).toEqual([]);
  await editor.save.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  expect(writes).toEqual(['PATCH']);
  const stored = await backend.api.get(`/api/collections/${name}_new/records/${record.id}`);
  expect(stored).toMatchObject({ headline: 't', tags: 'b' });
  expect(stored).not.toHaveProperty('gone');
});

test('[CE-14][CE-15] changes without data loss are saved without a question', async ({ page, backend }) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('harmless'),
    schema: [field('title'), field('pick', 'select', { options: { maxSelect: 1, values: ['a', 'b'] } })],
  });
  const editor = await openEditorOf(page, id);
  await editor.addField('Number', 'rank');
  const pick = await editor.openField('pick');
  await pick.getByRole('radiogroup').getByText('Multiple').click();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  await expect(confirmChanges(page)).toHaveCount(0);

  // A rename alone shows no warning about lost data.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  await editor.fieldName('title').fill('headline');
  await editor.save.click();
  await expect(confirmChanges(page).getByText(WARNING)).toBeVisible();
  await expect(confirmChanges(page).getByText(REMOVED)).toHaveCount(0);
});

test('[CE-15] rules and view queries of other collections that refer to a change are listed, with a link', async ({
  page,
  backend,
  axe,
}) => {
  const name = uniqueName('mentioned');
  const target = await createCollection(backend.api, {
    name,
    schema: [field('title'), field('title_long'), field('secret'), field('other')],
    indexes: [`CREATE INDEX idx_m_${name} ON ${name} (secret)`],
  });
  const relation = field('parent', 'relation', { options: { collectionId: target.id } });
  const ruled = await createCollection(backend.api, {
    name: uniqueName('ruling'),
    schema: [relation, field('title')],
    listRule: `parent.title = "x" && @collection.${name}.secret != ""`,
    // Its own field with that name is a different one, and so is a longer name.
    viewRule: 'title = "title" && parent.title_long != ""',
  });
  const view = await createCollection(backend.api, {
    name: uniqueName('viewing'),
    type: 'view',
    options: { query: `select m.id, m.title from ${name} m` },
  });
  const innocent = await createCollection(backend.api, {
    name: uniqueName('innocent'),
    schema: [relation, field('title')],
    listRule: 'title != "" && parent.other = "secret"',
  });
  const editor = await openEditorOf(page, target.id);
  await editor.fieldName('title').fill('headline');
  await editor.openField('secret');
  await editor.panel.getByRole('button', { name: 'More options of secret' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await editor.save.click();
  const dialog = confirmChanges(page);
  const lines = dialog.getByRole('listitem');
  await expect(lines.filter({ hasText: `${ruled.name} – List/Search rule mentions` })).toHaveText(
    `${ruled.name} – List/Search rule mentions field title (now headline), field secret (removed)`,
  );
  await expect(lines.filter({ hasText: `${view.name} – View query mentions` })).toHaveText(
    `${view.name} – View query mentions field title (now headline)`,
  );
  await expect(lines.filter({ hasText: 'View rule mentions' })).toHaveCount(0);
  await expect(lines.filter({ hasText: innocent.name })).toHaveCount(0);
  // The backend would refuse its own index.
  await expect(lines.filter({ hasText: `idx_m_${name}` })).toContainText('names secret');
  await axe();
  const link = dialog.getByRole('link', { name: new RegExp(`^${ruled.name}`) });
  const opened = page.waitForEvent('popup');
  await link.click();
  const other = await opened;
  await expect(other.locator('[data-frame="collections"] h1')).toHaveText(ruled.name);
  // The edits are still there.
  await expect(dialog).toBeVisible();
});
