import type { Route } from '@playwright/test';
import { collectionEditor, collectionTitle, openEditorOf } from '#tests/support/collections/editor.ts';
import { announceChange } from '#tests/support/collections/sidebar.ts';
import { chooseTab, content, docs, openDocs } from '#tests/support/docs/api-docs.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { failWith, openInVain } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { gate } from '#tests/support/records/page.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { openAvatarMenu, toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const NOTE = 'As on the invoice <img src=x onerror=alert(1)>';

test('notes are shown with their field, and shared with other administrators on request', async ({
  page,
  admin,
  backend,
  checkScreen,
  newWindow,
  expectedProblems,
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
    const openNote = async () => {
      await editor.menu.press('Enter');
      await page.getByRole('menuitem', { name: 'Note…' }).press('Enter');
    };
    await openInVain(page, expectedProblems, 'NotePopup', openNote);
    await openNote();
    const popup = page.getByRole('dialog', { name: `Note on ${posts.name}` });
    await popup.getByRole('textbox', { name: 'Note' }).fill('What we sell');
    await checkScreen();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(editor.menu).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(collectionEditor(page).panel).toBeHidden();

    const { panel } = await openNew(page, posts.id);
    await expect(panel.getByRole('textbox', { name: 'title' })).toHaveAccessibleDescription(NOTE);
    await expect(panel.getByRole('switch', { name: 'done' })).toHaveAccessibleDescription(NOTE);
    await checkScreen();
    await page.keyboard.press('Escape');
    await openDocs(page, posts);
    await expect(docs(page).getByText('What we sell')).toBeVisible();
    await chooseTab(page, 'Create');
    await expect(content(page, 'Create').getByText(NOTE)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(docs(page)).toBeHidden();
  });

  const popup = page.getByRole('dialog', { name: 'Shared arrangements' });
  const openPopup = async (on = page) =>
    (await openAvatarMenu(on)).getByRole('menuitem', { name: 'Shared arrangements' }).press('Enter');
  const isFull = (route: Route) => failWith(route, 'The disk is full.');

  await test.step('without the collections, nothing can be chosen', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\?.*$/);
    await page.route('**/api/collections?*', isFull);
    await page.reload();
    await openPopup();
    await expect(popup.getByRole('alert')).toContainText('The collections could not be loaded.');
    await page.unroute('**/api/collections?*');
    const held = gate();
    await page.route('**/api/collections?*', async (route) => {
      await held.opened;
      await route.continue();
    });
    await popup.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(popup.getByRole('status')).toHaveText('Loading...');
    await expect(popup.getByRole('button', { name: 'Share with all administrators' })).toHaveCount(0);
    held.open();
  });

  await test.step('on request all of it is in a collection that no list shows', async () => {
    await expect(popup.getByRole('checkbox', { name: 'Begin with what is on this device' })).toBeChecked();
    await popup.getByRole('button', { name: 'Share with all administrators' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
    await expect(popup.getByText('All changes are shared.')).toBeVisible();
    await expect(popup.getByRole('switch', { name: 'Use the shared ones' })).toBeChecked();
    await expect(popup.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await checkScreen();
    await expectFitsSmall(page, popup);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('this device can have its own instead, which are kept when it shares again', async () => {
    const shared = popup.getByRole('switch', { name: 'Use the shared ones' });
    const texts = page.getByText('This device still has the folders, views, templates and notes of before.');
    await shared.press('Space');
    await expect(shared).not.toBeChecked();
    await expect(popup.getByRole('status')).toHaveCount(0);
    await popup.getByRole('button', { name: 'Copy the shared ones to this device' }).press('Enter');
    await expect(toasts(page, 'success')).toHaveText('Copied the shared ones to this device.');
    await expectOutline(page, 'shared-arrangements-off');
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
    await page.route('**/records?*', isFull);
    await shared.press('Space');
    await expect(popup.getByRole('status')).toHaveText(
      'Waiting: The disk is full. Changes are kept on this device and shared later.',
    );
    await page.unroute('**/records?*');
    await shared.press('Space');
    await expect(shared).not.toBeChecked();
    await expect(texts).toHaveCount(0);
    await shared.press('Space');
    await expect(texts).toBeVisible();
    await expect(popup.getByText('All changes are shared.')).toBeVisible();
    await expectOutline(page, 'shared-arrangements-before');
    await popup.getByRole('button', { name: 'Add them' }).press('Enter');
    await expect(toasts(page, 'success').last()).toHaveText('Added what was on this device.');
    await expect(texts).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await expect(page.getByText('atoll_arrangements')).toBeHidden();
  });

  await test.step('another administrator sees them, and a change arrives at once', async () => {
    const other = await (await newWindow()).newPage();
    await admin.signIn(other);
    const { panel } = await openNew(page, posts.id);
    const openNote = async () =>
      (await (await openEditorOf(other, posts.id)).openField('title')).getByRole('textbox', { name: 'Note' });
    const note = await openNote();
    await expect(note).toHaveValue(NOTE);
    await note.fill('Changed');
    const title = panel.getByRole('textbox', { name: 'title' });
    await expect(title).toHaveAccessibleDescription('Changed');

    // A change that waits while somebody else saves the same.
    await other.route('**/records?*', isFull);
    await note.fill('Mine');
    await expect(toasts(other, 'warning')).toContainText('is kept on this device and shared later');
    const path = '/api/collections/atoll_arrangements/records';
    const { items } = await backend.api.get<{ items: { id: string; value: { text?: string } }[] }>(path);
    const changed = items.find(({ value }) => value.text === 'Changed');
    await backend.api.patch(`${path}/${changed?.id}`, { value: { text: '<b>Theirs</b>' } });
    await expect(title).toHaveAccessibleDescription('<b>Theirs</b>');
    await other.unroute('**/records?*');
    await note.fill('Mine, too');
    const question = other.getByRole('alertdialog');
    await expect(question).toContainText(
      `Another administrator has changed the notes of ${posts.name}.title, too:\n<b>Theirs</b>`,
    );
    // Who does not decide can do so later.
    await question.getByRole('button', { name: 'No' }).press('Enter');
    await expect(note).toHaveValue('Mine, too');
    await other.keyboard.press('Escape');
    await other.keyboard.press('Escape');
    await expect(collectionEditor(other).panel).toBeHidden();
    await openPopup(other);
    const shared = other.getByRole('dialog', { name: 'Shared arrangements' });
    await expect(shared.getByRole('status')).toHaveText(
      'Another administrator has changed the same as you. Both versions stay until you decide.',
    );
    await shared.getByRole('button', { name: 'Decide' }).press('Enter');
    await question.getByRole('button', { name: 'Take theirs' }).press('Enter');
    await expect(shared.getByRole('status')).toHaveText('All changes are shared.');
    await expect(shared.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await other.keyboard.press('Escape');
    await openNote();
    await expect(note).toHaveValue('<b>Theirs</b>');
  });

  await test.step('of a collection that lets others in, or is another one, it says why nothing is shared', async () => {
    await page.keyboard.press('Escape');
    const show = popup.getByRole('button', { name: 'Show collection' });
    const change = async (body: object) => {
      await backend.api.patch('/api/collections/atoll_arrangements', body);
      await announceChange(page);
    };
    await openPopup();
    await expect(popup.getByText('All changes are shared.')).toBeVisible();
    await change({ listRule: '' });
    await expect(popup).toContainText('The collection atoll_arrangements has rules that let others in.');
    await expectOutline(page, 'shared-arrangements-open');
    await change({ listRule: null, indexes: [] });
    await expect(popup).toContainText('The collection atoll_arrangements exists, but its type');
    await expectOutline(page, 'shared-arrangements-other');
    await show.press('Enter');
    await expect(popup).toBeHidden();
    await expect(collectionTitle(page)).toHaveText('atoll_arrangements');
  });
});
