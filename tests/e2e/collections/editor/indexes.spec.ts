import {
  codeText,
  collectionEditor,
  collectionHash,
  collectionTitle,
  indexPopup,
  openEditorOf,
  openNew,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[IX-01][IX-02][IX-03][IX-04][IX-06][IX-07][OP-05] a new index: prefill, presets, Set index', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('pressed');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.addField('Number', 'rank');
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (0)');
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  const popup = indexPopup(page);
  await expect(popup.panel.getByRole('heading')).toHaveText('Create index');
  await expect(popup.panel.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await expect
    .poll(() => codeText(popup.panel))
    .toMatch(new RegExp(`^CREATE INDEX \`idx_[A-Za-z0-9]{7}\` ON \`${name}\` \\(\\)$`));
  await expect(popup.unique).not.toBeChecked();
  await expect(popup.set).toBeDisabled();
  const presets = popup.panel.getByRole('group', { name: 'Presets' }).getByRole('button');
  await expect(presets).toHaveText(['title', 'rank', 'created', 'updated']);

  await popup.preset('title').click();
  await expect.poll(() => codeText(popup.panel)).toMatch(/ \(`title`\)$/);
  await expect(popup.preset('title')).toHaveAttribute('aria-pressed', 'true');
  await expect(popup.set).toBeEnabled();
  await popup.preset('created').click();
  await expect.poll(() => codeText(popup.panel)).toMatch(/ \(\n {2}`title`,\n {2}`created`\n\)$/);
  await popup.preset('title').click();
  await expect.poll(() => codeText(popup.panel)).toMatch(/ \(`created`\)$/);
  await popup.preset('created').click();
  await expect(popup.set).toBeDisabled();
  await popup.preset('title').click();
  await popup.preset('rank').click();
  await popup.unique.check();
  await expect.poll(() => codeText(popup.panel)).toMatch(/^CREATE UNIQUE INDEX `idx_/);
  await popup.set.click();
  const chip = editor.indexes.getByRole('button', { name: 'Unique: title, rank' });
  await expect(chip).toBeVisible();
  await expect(chip.locator('strong')).toHaveText('Unique:');
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (1)');
  // The index follows renamed fields and the new name of the collection before the save.
  await editor.name.fill(`${name}_b`);
  await editor.fieldName('title').fill('headline');
  await expect(editor.indexes.getByRole('button', { name: 'Unique: headline, rank' })).toBeVisible();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { indexes } = await backend.api.get<{ indexes: string[] }>(`/api/collections/${name}_b`);
  expect(indexes).toHaveLength(1);
  expect(indexes[0]).toMatch(
    new RegExp(
      `^CREATE UNIQUE INDEX \`idx_\\w{7}\` ON \`${name}_b\` \\(\\n  \`headline\`,\\n  \`rank\`\\n\\)$`,
    ),
  );
});

test('[IX-02][IX-03][IX-05][IX-07] an edit keeps all other parts of an existing index', async ({
  page,
  backend,
}) => {
  const name = uniqueName('survivor');
  const sql = `CREATE INDEX IF NOT EXISTS "idx_s_${name}" ON "${name}" (title COLLATE NOCASE DESC, lower(rank)) WHERE rank > 1`;
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('title'), field('rank'), field('gone')],
    indexes: [sql, `CREATE INDEX \`idx_t_${name}\` ON \`${name}\` (\`gone\`)`],
  });
  const editor = await openEditorOf(page, id);
  const chips = editor.indexes.getByRole('button');
  await expect(chips.nth(0)).toHaveText('title, lower(rank)');
  await editor.openField('gone');
  await editor.panel.getByRole('button', { name: 'More options of gone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();

  await chips.nth(0).click();
  const popup = indexPopup(page);
  await expect(popup.panel.getByRole('heading')).toHaveText('Update index');
  await expect(popup.panel.getByRole('group', { name: 'Presets' }).getByRole('button')).toHaveText([
    'title',
    'rank',
    'created',
    'updated',
  ]);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  const text = () => codeText(popup.panel).then((code) => code.replace(/\s+/g, ' '));
  // The code editor appears before its lines are drawn.
  await expect.poll(text).toContain('COLLATE NOCASE DESC');
  const before = await text();
  await popup.unique.check();
  await expect.poll(text).toBe(before.replace('CREATE INDEX', 'CREATE UNIQUE INDEX'));
  await popup.unique.uncheck();
  await expect.poll(text).toBe(before);
  await popup.preset('created').click();
  await expect.poll(text).toMatch(/COLLATE NOCASE DESC, lower\(rank\), `created` \) WHERE rank > 1$/i);
  await popup.preset('created').click();
  await popup.unique.check();
  // Cancel changes nothing.
  await popup.panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup.panel).toBeHidden();
  await expect(chips.nth(0)).toHaveText('title, lower(rank)');
  await chips.nth(0).click();
  await popup.unique.check();
  await popup.set.click();
  await expect(chips.nth(0)).toHaveText('Unique:title, lower(rank)');

  await chips.nth(1).click();
  const remove = popup.panel.getByRole('button', { name: 'Delete' });
  await remove.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Delete');
  await remove.click();
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (1)');
  await editor.save.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  const { indexes } = await backend.api.get<{ indexes: string[] }>(`/api/collections/${id}`);
  expect(indexes).toHaveLength(1);
  expect(indexes[0]).toMatch(/^CREATE UNIQUE INDEX IF NOT EXISTS/);
  expect(indexes[0]).toMatch(/COLLATE NOCASE DESC[\s\S]*lower\([\s\S]*WHERE[\s\S]*> 1$/i);
  const real = backend.sql('select sql from sqlite_master where name = ?', [`idx_s_${name}`]);
  expect(real[0]?.['sql']).toMatch(/^CREATE UNIQUE INDEX/);
});

test('[IX-06] a statement that is not an index cannot be set, with the reason', async ({ page, backend }) => {
  const { posts } = await createBlog(backend.api);
  const editor = await openEditorOf(page, posts.id);
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  const popup = indexPopup(page);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  for (const text of [
    'DROP TABLE users',
    'CREATE INDEX x ON y (a); DROP TABLE z',
    'CREATE INDEX x ON y (a',
  ]) {
    await typeCode(popup.sql, text);
    await expect(popup.set).toBeDisabled();
    await expect(popup.sql).toHaveAttribute('aria-invalid', 'true');
  }
  await typeCode(popup.sql, `CREATE INDEX fine ON ${posts.name} ("title") -- with a comment`);
  await expect(popup.set).toBeEnabled();
  await expect(popup.sql).not.toHaveAttribute('aria-invalid');
});

test('[IX-08][FD-14] an index that the backend refuses is red, with the message', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+$/);
  const { id } = await createCollection(backend.api, {
    name: uniqueName('doubled'),
    schema: [field('title')],
  });
  await createRecord(backend.api, id, { title: 'same' });
  await createRecord(backend.api, id, { title: 'same' });
  const editor = await openEditorOf(page, id);
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  const popup = indexPopup(page);
  await popup.unique.check();
  await popup.preset('title').click();
  await popup.set.click();
  await editor.save.click();
  await expect(toasts(page, 'error')).toHaveText(/^Failed to update the collection\./);
  const chip = editor.indexes.getByRole('button', { name: 'Unique: title' });
  await expect(chip).toHaveAttribute('aria-invalid', 'true');
  await expect(chip).toHaveClass(/text-error/);
  await chip.hover();
  await expect(page.getByRole('tooltip')).toContainText(/UNIQUE|Failed/);
  await expect(editor.tab('Fields').getByRole('img', { name: 'Has errors' })).toBeVisible();
  await chip.click();
  await popup.unique.uncheck();
  await popup.set.click();
  await expect(editor.indexes.getByRole('button', { name: 'title' })).not.toHaveAttribute('aria-invalid');
  await editor.save.click();
  await expect(collectionEditor(page).panel).toBeHidden();
});

test('[CE-21] renaming the collection rewrites the table in every index', async ({ page, backend }) => {
  const name = uniqueName('table');
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('title', 'text'), field('rank', 'number')],
    indexes: [
      `CREATE INDEX idx_a_${name} ON ${name} (title)`,
      `CREATE UNIQUE INDEX "idx_b_${name}" ON "${name}" (rank) WHERE "${name}".title != '${name}'`,
    ],
  });
  const editor = await openEditorOf(page, id);
  await editor.name.fill(`${name}_new`);
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await editor.save.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const { indexes } = bodyOf(await sent);
  expect(indexes).toHaveLength(2);
  expect(indexes[0]).toContain(`${name}_new`);
  expect(indexes[1]).toContain(`${name}_new`);
  // Similar names stay unchanged.
  expect(indexes[1]).toContain(`'${name}'`);
  await expect(collectionTitle(page)).toHaveText(`${name}_new`);
  const tables = backend.sql(
    "select name, tbl_name from sqlite_master where type = 'index' and name like ?",
    [`idx_%_${name}`],
  );
  expect(tables.map(({ tbl_name }) => tbl_name)).toEqual([`${name}_new`, `${name}_new`]);
});

test('accidentally closing a changed statement asks first', async ({ page, backend, axe }) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('slip'),
    schema: [field('title'), field('rank')],
  });
  const editor = await openEditorOf(page, id);
  const popup = indexPopup(page);
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  // Without a change there is no question.
  await popup.panel.getByRole('button', { name: 'Close' }).click();
  await expect(popup.panel).toHaveCount(0);

  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  await popup.preset('rank').click();
  await popup.panel.getByRole('button', { name: 'Close' }).click();
  await axe('[role=alertdialog]');
  await answer(page, 'You have unsaved changes.', false);
  await expect(popup.preset('rank')).toHaveAttribute('aria-pressed', 'true');
  await popup.preset('rank').press('Escape');
  await answer(page, 'You have unsaved changes.', true);
  await expect(popup.panel).toHaveCount(0);
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (0)');
});
