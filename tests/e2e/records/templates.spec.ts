import { readFile } from 'node:fs/promises';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { answer, openRecord, panelScreen } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

test('a record becomes a template, from which new ones begin, with its placeholders filled in', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [field('title', 'text'), field('due', 'date'), field('tag', 'text')],
  });
  const record = await createRecord(backend.api, collection.id, { title: 'By {admin}', tag: 'news' });
  await admin.signIn();
  const edit = await openRecord(page, collection.id, record.id);

  await test.step('it is saved from the menu, by keyboard', async () => {
    await edit.menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Save as template…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await checkScreen('[role=dialog]:last-of-type');
    await page.keyboard.type('Post');
    await dialog.getByRole('switch', { name: 'Use for every new record' }).press('Space');
    await dialog.getByRole('combobox', { name: 'due' }).press('Enter');
    await page.getByRole('option', { name: 'Today' }).click();
    await name.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(edit.menu).toBeFocused();
    await expect(toasts(page, 'success').filter({ hasText: 'Saved the template “Post”.' })).toBeVisible();
    await edit.cancel.click();
  });

  await test.step('a new record begins with it, without unsaved changes', async () => {
    await page.getByRole('button', { name: 'New record' }).first().click();
    const { panel, control, cancel, save } = panelScreen(page);
    await expect(panel.getByText('From the template “Post”.')).toBeVisible();
    await expect(control('title')).toHaveValue(`By ${backend.adminEmail}`);
    await expect(control('due')).toHaveValue(/^\d{4}-\d\d-\d\d 00:00:00/);
    await checkScreen('[role=dialog]');
    await cancel.click();
    await expect(panel).toHaveCount(0);
    await page.getByRole('button', { name: 'New record' }).first().click();
    await save.click();
    await expect(panel).toHaveCount(0);
    const rows = backend.sql(`select title, tag, due from ${collection.name} where id != ?`, [record.id]);
    expect(rows).toEqual([
      {
        title: `By ${backend.adminEmail}`,
        tag: 'news',
        due: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00:00.000Z$/),
      },
    ]);
  });

  await test.step('the list uses, changes, exports and deletes it, also at 360 px', async () => {
    await page.goto(recordsHash(collection.id));
    await page.getByRole('button', { name: 'New record' }).first().click();
    const screen = panelScreen(page);
    await screen.panel.getByRole('button', { name: 'Start empty' }).click();
    await expect(screen.control('title')).toHaveValue('');
    await screen.menu.press('Enter');
    await page.getByRole('menuitem', { name: 'New from template…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Templates of ${collection.name}` });
    await expect(dialog).toContainText('Used for every new record');
    await checkScreen('[role=dialog]:last-of-type');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe(`${collection.name}_templates.json`);
    const exported = await readFile(await (await download).path(), 'utf8');
    await dialog.getByRole('button', { name: 'Use Post for every new record' }).press('Enter');
    await expect(dialog).not.toContainText('Used for every new record');
    await expectFitsSmall(page, dialog);
    await dialog.getByRole('button', { name: 'Use Post', exact: true }).press('Enter');
    await expect(screen.control('tag')).toHaveValue('news');
    await screen.menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Save as template…' }).press('Enter');
    const saving = page.getByRole('dialog', { name: 'Save as template' });
    const name = saving.getByRole('textbox', { name: 'Name' });
    await name.fill('Pos');
    await expect(name).toHaveAccessibleDescription(
      'It keeps the values of the form, without files and passwords.',
    );
    await name.fill('Post');
    await expect(name).toHaveAccessibleDescription('Replaces the template with this name.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(saving).toHaveCount(0);

    // The file of another administrator, whose collection had more fields.
    const [one] = JSON.parse(exported);
    const items = [
      ['Lost one', ['gone']],
      ['Lost two', ['gone', 'left']],
    ].map(([name, lost = []]) => {
      const values = Object.fromEntries([...lost].map((field) => [field, 'x']));
      const content = { ...one.content, ...values, '@fields': { ...one.content['@fields'], ...values } };
      return { ...one, id: name, name, content };
    });
    for (const [item, note] of [
      ['Lost one', 'Left out, as the collection no longer has this field: gone.'],
      ['Lost two', 'Left out, as the collection no longer has these fields: gone, left.'],
    ] as const) {
      await screen.menu.press('Enter');
      await page.getByRole('menuitem', { name: 'New from template…' }).press('Enter');
      if (item === 'Lost one') {
        const choosing = page.waitForEvent('filechooser');
        await dialog.getByRole('button', { name: 'Import' }).press('Enter');
        const buffer = Buffer.from(JSON.stringify(items));
        await (await choosing).setFiles({ name: 'templates.json', mimeType: 'application/json', buffer });
        await expect(toasts(page, 'success').filter({ hasText: 'Added 2 templates.' })).toBeVisible();
      }
      await dialog.getByRole('button', { name: `Use ${item}`, exact: true }).press('Enter');
      await expect(screen.panel.getByText(note)).toBeVisible();
    }
    await screen.menu.press('Enter');
    await page.getByRole('menuitem', { name: 'New from template…' }).press('Enter');
    for (const item of ['Lost one', 'Lost two']) {
      await dialog.getByRole('button', { name: `Delete ${item}` }).press('Enter');
      await answer(page, `Do you really want to delete the template “${item}”?`, true);
    }
    await dialog.getByRole('button', { name: 'Delete Post' }).press('Enter');
    await answer(page, 'Do you really want to delete the template “Post”?', true);
    await expect(dialog).toContainText('No templates yet.');
  });
});
