import {
  codeText,
  collectionHash,
  collectionTitle,
  editListed,
  indexPopup,
  openEditorOf,
  openNew,
  removeField,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[IX-01][IX-02][IX-03][IX-04][IX-06][IX-07][OP-05] a new index: questions, refused statements, presets, Set index', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const popup = indexPopup(page);
  const newIndex = editor.indexes.getByRole('button', { name: '+ New index' });
  const name = uniqueName('pressed');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.addField('Number', 'rank');

  await test.step('without the code for indexes, it says so, and the next press tries again', async () => {
    const part = /\/assets\/tools\.[\w-]+\.js$/;
    expectedProblems.allow(
      /^request failed GET \/assets\/tools\.[\w-]+\.js net::ERR_CONNECTION_RESET$/,
      /^console error: Error: The code for indexes could not be loaded\..*$/s,
    );
    await page.route(part, (route) => route.abort('connectionreset'));
    await newIndex.click();
    await expect(toasts(page, 'error')).toHaveText(
      'The code for indexes could not be loaded. Check your connection, then try again.',
    );
    await expect(popup.panel).toHaveCount(0);
    await page.unroute(part);
  });

  await test.step('accidentally closing a changed statement asks first', async () => {
    await newIndex.click();
    // Without a change there is no question.
    await popup.panel.getByRole('button', { name: 'Close' }).click();
    await expect(popup.panel).toHaveCount(0);
    await newIndex.click();
    await popup.preset('rank').click();
    await popup.panel.getByRole('button', { name: 'Close' }).click();
    await checkScreen('[role=alertdialog]');
    await answer(page, 'You have unsaved changes.', false);
    await expect(popup.preset('rank')).toHaveAttribute('aria-pressed', 'true');
    await popup.preset('rank').press('Escape');
    await answer(page, 'You have unsaved changes.', true);
    await expect(popup.panel).toHaveCount(0);
    await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (0)');
  });

  await test.step('a new statement without columns cannot be set', async () => {
    await newIndex.click();
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
  });

  await test.step('a statement that is not an index cannot be set, with the reason', async () => {
    for (const text of [
      'DROP TABLE users',
      'CREATE INDEX x ON y (a); DROP TABLE z',
      'CREATE INDEX x ON y (a',
    ]) {
      await typeCode(popup.sql, text);
      await expect(popup.set).toBeDisabled();
      await expect(popup.sql).toHaveAttribute('aria-invalid', 'true');
    }
    await typeCode(popup.sql, '');
    await expect(popup.panel.getByText(`eg. CREATE INDEX idx_test on ${name} (created)`)).toBeVisible();
    await typeCode(popup.sql, `CREATE INDEX fine ON ${posts.name} ("title") -- with a comment`);
    await expect(popup.set).toBeEnabled();
    await expect(popup.sql).not.toHaveAttribute('aria-invalid');
    await popup.panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(popup.panel).toBeHidden();
  });

  await test.step('presets and Unique change the statement', async () => {
    await newIndex.click();
    await expect(popup.panel.locator('.ace_editor')).toBeVisible();
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
  });

  await test.step('the index follows renamed fields and the new name of the collection', async () => {
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
});

test('[CE-21][FD-14][IX-02][IX-03][IX-05][IX-07][IX-08] existing indexes: edits, renames, refusals', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const name = uniqueName('survivor');
  const sql = `CREATE INDEX IF NOT EXISTS "idx_s_${name}" ON "${name}" (title COLLATE NOCASE DESC, lower(rank)) WHERE rank > 1`;
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('title'), field('rank'), field('gone')],
    indexes: [sql, `CREATE INDEX \`idx_t_${name}\` ON \`${name}\` (\`gone\`)`],
  });
  const table = uniqueName('table');
  const renamed = await createCollection(backend.api, {
    name: table,
    schema: [field('title', 'text'), field('rank', 'number')],
    indexes: [
      `CREATE INDEX idx_a_${table} ON ${table} (title)`,
      `CREATE UNIQUE INDEX "idx_b_${table}" ON "${table}" (rank) WHERE "${table}".title != '${table}'`,
    ],
  });
  const doubled = await createCollection(backend.api, {
    name: uniqueName('doubled'),
    schema: [field('title')],
  });
  await createRecord(backend.api, doubled.id, { title: 'same' });
  await createRecord(backend.api, doubled.id, { title: 'same' });
  const editor = await openEditorOf(page, id);
  const popup = indexPopup(page);

  await test.step('an edit keeps all other parts of an existing index', async () => {
    const chips = editor.indexes.getByRole('button');
    await expect(chips.nth(0)).toHaveText('title, lower(rank)');
    await removeField(page, 'gone');
    await chips.nth(0).click();
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

  await test.step('renaming the collection rewrites the table in every index', async () => {
    await editListed(page, renamed);
    await editor.name.fill(`${table}_new`);
    const sent = page.waitForRequest((request) =>
      isWrite(request, 'PATCH', `/api/collections/${renamed.id}`),
    );
    await editor.save.click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    const { indexes } = bodyOf(await sent);
    expect(indexes).toHaveLength(2);
    expect(indexes[0]).toContain(`${table}_new`);
    expect(indexes[1]).toContain(`${table}_new`);
    // Similar names stay unchanged.
    expect(indexes[1]).toContain(`'${table}'`);
    await expect(editor.panel).toBeHidden();
    await expect(collectionTitle(page)).toHaveText(`${table}_new`);
    const tables = backend.sql(
      "select name, tbl_name from sqlite_master where type = 'index' and name like ?",
      [`idx_%_${table}`],
    );
    expect(tables.map(({ tbl_name }) => tbl_name)).toEqual([`${table}_new`, `${table}_new`]);
  });

  await test.step('an index that the backend refuses is red, with the message', async () => {
    expectedProblems.allow(`response 400 PATCH /api/collections/${doubled.id}`);
    await editListed(page, doubled);
    await editor.indexes.getByRole('button', { name: '+ New index' }).click();
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
    await expect(editor.panel).toBeHidden();
  });
});
