import { collectionEditor, openEditorOf } from '#tests/support/collections/editor.ts';
import { chooseTab, content, docs, openDocs } from '#tests/support/docs/api-docs.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { openAvatarMenu } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const NOTE = 'As on the invoice <img src=x onerror=alert(1)>';

test('notes are shown with their field, and shared with other administrators on request', async ({
  page,
  admin,
  backend,
  axe,
  newWindow,
}) => {
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [field('title'), field('done', 'bool')],
  });
  await admin.signIn();

  await test.step('a note is kept while it is typed, and changes nothing of the collection', async () => {
    const editor = await openEditorOf(page, posts.id);
    for (const name of ['title', 'done'])
      await (await editor.openField(name)).getByRole('textbox', { name: 'Note' }).fill(NOTE);
    await expect(editor.save).toBeDisabled();
    await editor.menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Note…' }).press('Enter');
    const popup = page.getByRole('dialog', { name: `Note on ${posts.name}` });
    await popup.getByRole('textbox', { name: 'Note' }).fill('What we sell');
    await expectOutline(page, 'note-popup');
    await axe();
    await page.keyboard.press('Escape');
    await expect(editor.menu).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(collectionEditor(page).panel).toBeHidden();

    const { panel } = await openNew(page, posts.id);
    await expect(panel.getByRole('textbox', { name: 'title' })).toHaveAccessibleDescription(NOTE);
    await expect(panel.getByRole('switch', { name: 'done' })).toHaveAccessibleDescription(NOTE);
    await axe();
    await page.keyboard.press('Escape');
    await openDocs(page, posts);
    await expect(docs(page).getByText('What we sell')).toBeVisible();
    await chooseTab(page, 'Create');
    await expect(content(page, 'Create').getByText(NOTE)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(docs(page)).toBeHidden();
  });

  await test.step('on request all of it is in a collection that no list shows', async () => {
    await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Shared arrangements' }).press('Enter');
    const popup = page.getByRole('dialog', { name: 'Shared arrangements' });
    await expect(popup.getByRole('checkbox', { name: 'Begin with what is on this device' })).toBeChecked();
    await popup.getByRole('button', { name: 'Share with all administrators' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
    await expect(popup.getByText('All changes are shared.')).toBeVisible();
    await expect(popup.getByRole('switch', { name: 'Use the shared ones' })).toBeChecked();
    await expect(popup.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await expectOutline(page, 'shared-arrangements');
    await axe();
    await expectFitsSmall(page, popup);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await expect(page.getByText('atoll_arrangements')).toBeHidden();
  });

  await test.step('another administrator sees them, and a change arrives at once', async () => {
    const other = await (await newWindow()).newPage();
    await admin.signIn(other);
    const { panel } = await openNew(page, posts.id);
    const editor = await openEditorOf(other, posts.id);
    const note = (await editor.openField('title')).getByRole('textbox', { name: 'Note' });
    await expect(note).toHaveValue(NOTE);
    await note.fill('Changed');
    await expect(panel.getByRole('textbox', { name: 'title' })).toHaveAccessibleDescription('Changed');
  });
});
