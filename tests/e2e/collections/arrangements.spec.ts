import type { Locator, Page, Route } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { collectionEditor, collectionTitle, openEditorOf } from '#tests/support/collections/editor.ts';
import { announceChange } from '#tests/support/collections/sidebar.ts';
import { chooseTab, content, docs, openDocs } from '#tests/support/docs/api-docs.ts';
import { type Collection, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { failWith, openInVain } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { openAvatarMenu, toasts } from '#tests/support/screens.ts';

const NOTE = 'As on the invoice <img src=x onerror=alert(1)>';
const RECORDS = '/api/collections/atoll_arrangements/records';

const sharing = (page: Page) => page.getByRole('dialog', { name: 'Shared arrangements' });
const isFull = (route: Route) => failWith(route, 'The disk is full.');

async function openSharing(page: Page): Promise<void> {
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Shared arrangements' }).press('Enter');
}

/** Opens the note of the title of a collection. */
async function openNote(page: Page, { id }: Collection) {
  const row = await (await openEditorOf(page, id)).openField('title');
  return row.getByRole('textbox', { name: 'Note' });
}

/** Expects the notes of two fields and of their collection where they are read. */
async function expectShown(page: Page, posts: Collection): Promise<void> {
  const { panel } = await openNew(page, posts.id);
  await expect(panel.getByRole('textbox', { name: 'title' })).toHaveAccessibleDescription(NOTE);
  await expect(panel.getByRole('switch', { name: 'done' })).toHaveAccessibleDescription(NOTE);
  await page.keyboard.press('Escape');
  await openDocs(page, posts);
  await expect(docs(page).getByText('What we sell')).toBeVisible();
  await chooseTab(page, 'Create');
  await expect(content(page, 'Create').getByText(NOTE)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(docs(page)).toBeHidden();
}

/** Uses the arrangements of this device for a while, and then the shared ones again. */
async function switchOffAndOn(page: Page): Promise<void> {
  const popup = sharing(page);
  const shared = popup.getByRole('switch', { name: 'Use the shared ones' });
  const before = page.getByText('This device still has the folders, views, templates and notes of before.');
  await shared.press('Space');
  await expect(shared).not.toBeChecked();
  await expect(popup.getByRole('status')).toHaveCount(0);
  await popup.getByRole('button', { name: 'Copy the shared ones to this device' }).press('Enter');
  await expect(toasts(page, 'success')).toHaveText('Copied the shared ones to this device.');
  await page.route('**/records?*', isFull);
  await shared.press('Space');
  await expect(popup.getByRole('status')).toHaveText(
    'Waiting: The disk is full. Changes are kept on this device and shared later.',
  );
  await page.unroute('**/records?*');
  await shared.press('Space');
  await expect(shared).not.toBeChecked();
  await expect(before).toHaveCount(0);
  await shared.press('Space');
  await expect(before).toBeVisible();
  await expect(popup.getByText('All changes are shared.')).toBeVisible();
  await popup.getByRole('button', { name: 'Add them' }).press('Enter');
  await expect(toasts(page, 'success').last()).toHaveText('Added what was on this device.');
  await expect(before).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
}

/** Changes a note while requests fail, and somebody else's of the same field, which `arrives`. */
async function changeBoth(note: Locator, api: AdminApi, theirs: string, arrives: () => Promise<void>) {
  const page = note.page();
  await page.route('**/records?*', isFull);
  await note.fill('Mine');
  await expect(toasts(page, 'warning')).toContainText('is kept on this device and shared later');
  const { items } = await api.get<{ items: { id: string; value: { text?: string } }[] }>(RECORDS);
  const changed = items.find(({ value }) => value.text === 'Changed');
  await api.patch(`${RECORDS}/${changed?.id}`, { value: { text: theirs } });
  await arrives();
  await page.unroute('**/records?*');
  await note.fill('Mine, too');
}

/** Leaves a question about a note open, and answers it later. */
async function decideLater(note: Locator, posts: Collection, theirs: string): Promise<void> {
  const other = note.page();
  const question = other.getByRole('alertdialog');
  await expect(question).toContainText(
    `Another administrator has changed the notes of ${posts.name}.title, too:\n${theirs}`,
  );
  await question.getByRole('button', { name: 'No' }).press('Enter');
  await expect(note).toHaveValue('Mine, too');
  await other.keyboard.press('Escape');
  await other.keyboard.press('Escape');
  await expect(collectionEditor(other).panel).toBeHidden();
  await openSharing(other);
  const shared = sharing(other);
  await expect(shared.getByRole('status')).toHaveText(
    'Another administrator has changed the same as you. Both versions stay until you decide.',
  );
  await shared.getByRole('button', { name: 'Decide' }).press('Enter');
  await question.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(shared.getByRole('status')).toHaveText('All changes are shared.');
  await expect(shared.getByRole('button', { name: 'Close' }).last()).toBeFocused();
}

test('notes are shown with their field, and shared with other administrators on request', {
  tag: '@newer',
}, async ({ page, admin, backend: { api }, newWindow, step, expectedProblems }) => {
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [field('title'), field('done', 'bool')],
  });
  const popup = sharing(page);
  await admin.signIn();

  await step('a note is kept while it is typed, and changes nothing of the collection', async () => {
    const editor = await openEditorOf(page, posts.id);
    for (const name of ['title', 'done'])
      await (await editor.openField(name)).getByRole('textbox', { name: 'Note' }).fill(NOTE);
    await expect(editor.save).toBeDisabled();
    const open = async () => {
      await editor.menu.press('Enter');
      await page.getByRole('menuitem', { name: 'Note…' }).press('Enter');
    };
    await openInVain(page, expectedProblems, 'NotePopup', open);
    await open();
    const note = page.getByRole('dialog', { name: `Note on ${posts.name}` });
    await note.getByRole('textbox', { name: 'Note' }).fill('What we sell');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(editor.menu).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editor.panel).toBeHidden();
    await expectShown(page, posts);
  });

  await step('without the collections, nothing can be chosen', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\?.*$/);
    await page.route('**/api/collections?*', isFull);
    await page.reload();
    await openSharing(page);
    await expect(popup.getByRole('alert')).toContainText('The collections could not be loaded.');
    await expect(popup.getByRole('button', { name: 'Share with all administrators' })).toHaveCount(0);
    await page.unroute('**/api/collections?*');
    await popup.getByRole('button', { name: 'Try again' }).press('Enter');
  });

  await step('on request all of it is in a collection that no list shows', async () => {
    await expect(popup.getByRole('checkbox', { name: 'Begin with what is on this device' })).toBeChecked();
    await popup.getByRole('button', { name: 'Share with all administrators' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
    await expect(popup.getByText('All changes are shared.')).toBeVisible();
    await expect(popup.getByRole('switch', { name: 'Use the shared ones' })).toBeChecked();
    await expect(popup.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  });

  await step('this device can have its own instead, which are kept when it shares again', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
    await switchOffAndOn(page);
    await expect(page.getByText('atoll_arrangements')).toBeHidden();
  });

  await step('another administrator sees them, and a change arrives at once', async () => {
    const other = await (await newWindow()).newPage();
    await admin.signIn(other);
    const { panel } = await openNew(page, posts.id);
    const title = panel.getByRole('textbox', { name: 'title' });
    const note = await openNote(other, posts);
    await expect(note).toHaveValue(NOTE);
    await note.fill('Changed');
    await expect(title).toHaveAccessibleDescription('Changed');
    const theirs = '<b>Theirs</b>';
    await changeBoth(note, api, theirs, () => expect(title).toHaveAccessibleDescription(theirs));
    await decideLater(note, posts, theirs);
  });

  await step(
    'of a collection that lets others in, or is another one, it says why nothing is shared',
    async () => {
      await page.keyboard.press('Escape');
      const change = async (body: object) => {
        await api.patch('/api/collections/atoll_arrangements', body);
        await announceChange(page);
      };
      await openSharing(page);
      await expect(popup.getByText('All changes are shared.')).toBeVisible();
      await change({ listRule: '' });
      await expect(popup).toContainText('The collection atoll_arrangements has rules that let others in.');
      await change({ listRule: null, indexes: [] });
      await expect(popup).toContainText('The collection atoll_arrangements exists, but its type');
      await popup.getByRole('button', { name: 'Show collection' }).press('Enter');
      await expect(popup).toBeHidden();
      await expect(collectionTitle(page)).toHaveText('atoll_arrangements');
    },
  );
});
