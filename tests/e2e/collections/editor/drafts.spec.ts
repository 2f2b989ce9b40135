import type { Page } from '@playwright/test';
import { createTitled, draftBanner, storedDraftText } from '#tests/support/collections/drafts.ts';
import {
  type collectionEditor,
  confirmChanges,
  discardChanges,
  editCurrent,
  editListed,
  indexPopup,
  openEditorOf,
  openNew,
  typeCode,
  typeRule,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedCollection, storedFields } from '#tests/support/collections/saving.ts';
import { type Collection, field, renamed, uniqueName, updateCollection } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { goToHash, signInByForm, toasts } from '#tests/support/screens.ts';

type Editor = ReturnType<typeof collectionEditor>;

/** Types in every tab. */
async function typeInTabs(page: Page, editor: Editor, name: string): Promise<void> {
  await editor.fieldName('title').fill('headline');
  await editor.addField('Select', 'mood');
  await editor.field('mood').getByRole('textbox', { name: 'Choices' }).fill('good, bad');
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  const popup = indexPopup(page);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await typeCode(popup.sql, `CREATE INDEX idx_h ON ${name} (headline, mood)`);
  await popup.set.click();
  await editor.tab('API Rules').click();
  await typeRule(page, 'listRule', 'headline != ""');
}

/** Restores what {@link typeInTabs} has typed, and saves it. */
async function saveRestored(page: Page, editor: Editor, { id, name, fields }: Collection): Promise<void> {
  const { text, restore } = draftBanner(page);
  await editCurrent(page);
  await expect(text).toBeVisible();
  await expect.poll(editor.fieldNames).toEqual(['title', 'body']);
  await expect(editor.save).toBeDisabled();
  await restore.click();
  await expect(text).toHaveCount(0);
  await expect(editor.name).toBeFocused();
  await expect.poll(editor.fieldNames).toEqual(['headline', 'body', 'mood']);
  await expect(editor.indexes.getByRole('button', { name: 'headline, mood' })).toBeVisible();
  await editor.save.click();
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  expect(bodyOf(await sent)).toMatchObject({
    // Newer backends get only what has changed.
    ...onLine({ id, name }, {}),
    listRule: 'headline != ""',
    fields: [
      { id: fields[0]?.id, name: 'headline', type: 'text' },
      { id: fields[1]?.id, name: 'body', type: 'text' },
      { id: '', name: 'mood', type: 'select', max: 1, choices: ['good', 'bad'] },
    ],
    indexes: [`CREATE INDEX idx_h ON ${name} (headline, mood)`],
  });
  await expect(editor.panel).toBeHidden();
  expect(await storedDraftText(page, id)).toBeNull();
  await editCurrent(page);
  await expect(editor.fieldName('headline')).toBeVisible();
  await expect(text).toHaveCount(0);
}

/** Leaves the screen with a draft, comes back, and closes the panel until the draft is discarded. */
async function leaveAndReturn(page: Page, editor: Editor, id: string): Promise<void> {
  const { text, restore } = draftBanner(page);
  await editor.fieldName('title').fill('headline');
  await goToHash(page, '#/logs');
  await expect(editor.panel).toHaveCount(0);
  await page.goBack();
  await editCurrent(page);
  await expect(text).toBeVisible();
  // Closed without an answer, it is offered again the next time.
  await editor.cancel.click();
  await expect(editor.panel).toBeHidden();
  await editCurrent(page);
  await restore.click();
  await expect(editor.fieldName('headline')).toBeVisible();
  await discardChanges(page);
  expect(await storedDraftText(page, id)).toBeNull();
  await editCurrent(page);
  await expect(editor.fieldName('title')).toBeVisible();
  await expect(text).toHaveCount(0);
  await editor.cancel.click();
  await expect(editor.panel).toBeHidden();
}

/** Types a new auth collection, and restores it by keyboard after a reload. */
async function restoreNew(page: Page, editor: Editor, name: string): Promise<void> {
  const { text, restore } = draftBanner(page);
  await openNew(page);
  await editor.name.fill(name);
  await editor.setType('Auth');
  await editor.addField('Plain text', 'nick');
  // Where the password is a field, its length is an option of that.
  await onLine(editor.tab('Options'), editor.gear('password')).click();
  await editor.panel
    .getByRole('spinbutton', { name: onLine('Minimum password length', 'Min length'), exact: true })
    .fill('12');
  await page.reload();
  await openNew(page);
  await expect(text).toBeVisible();
  await expect(editor.name).toHaveValue('');
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await expect(editor.name).toHaveValue(name);
  await expect(editor.type).toHaveText('Type: Auth');
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
}

test('what was typed in the editor of a collection stays, until it is saved or discarded', async ({
  page,
  admin,
  backend: { api, adminEmail, adminPassword },
  step,
  expectedProblems,
}) => {
  const collection = await createTitled(api);
  const left = await createTitled(api);
  const ended = await createTitled(api);
  const { id, name } = collection;
  const { text, restore, discard } = draftBanner(page);
  await admin.signIn();
  const editor = await openEditorOf(page, id);

  await step('input in every tab survives a reload and can then be saved', async () => {
    await typeInTabs(page, editor, name);
    // Reloads at once, like closing the window.
    await page.reload();
    await saveRestored(page, editor, collection);
  });

  await step('a restored draft includes later changes by others, and asks before it is saved', async () => {
    await editor.addField('Bool', 'mine');
    await updateCollection(api, id, ({ fields }) => ({
      fields: [...renamed(fields, fields[1]?.name ?? '', 'renamed'), field('precious')],
      ...{ indexes: [], listRule: '' },
    }));
    await page.reload();
    await editCurrent(page);
    await expect(text).toBeVisible();
    await editor.tab('Fields').focus();
    await page.keyboard.press('Tab');
    await expect(restore).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(discard).toBeFocused();
    await restore.click();
    // Newer backends add a field behind their dates.
    const added = onLine(['precious', 'mine'], ['mine', 'precious']);
    const names = ['renamed', 'body', 'mood', ...added];
    await expect.poll(editor.fieldNames).toEqual(names);
    await editor.save.click();
    const changed = 'The collection was changed elsewhere after you began to edit it.';
    await expect(confirmChanges(page)).toContainText(changed);
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    expect(Object.keys(await storedFields(api, name))).toEqual(names);
  });

  await step(
    '[SH-07] another screen closes the panel and keeps the draft, until it is discarded',
    async () => {
      await editListed(page, left);
      await leaveAndReturn(page, editor, left.id);
    },
  );
  await step('[ER-08] a session that ends during a save keeps the input', async () => {
    await editListed(page, ended);
    await editor.addField('Number', 'rank');
    expectedProblems.allow(`response 401 PATCH /api/collections/${ended.id}`);
    const path = `**/api/collections/${ended.id}`;
    await page.route(path, (route) =>
      route.request().method() === 'PATCH' ? failWith(route, 'The session ended.', 401) : route.continue(),
    );
    await editor.save.click();
    await expect(page).toHaveURL(/#\/login$/);
    await expect(toasts(page, 'error')).toContainText(['The session ended.']);
    await expect(editor.panel).toHaveCount(0);
    await page.unroute(path);
    await signInByForm(page, adminEmail, adminPassword);
    await expect.poll(() => hashQuery(page)['collectionId']).toBe(ended.id);
    await editCurrent(page);
    await restore.click();
    await expect(editor.fieldName('rank')).toBeVisible();
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    expect(Object.keys(await storedFields(api, ended.name))).toEqual(['title', 'body', 'rank']);
  });

  await step('the draft of a new collection is restored with its type', async () => {
    const people = uniqueName('people');
    await restoreNew(page, editor, people);
    const made = await storedCollection(api, people);
    expect(made).toMatchObject({ type: 'auth', auth: { minPassword: 12 } });
    expect(made.fields.map((one) => one.name)).toEqual(['nick']);
    await expect.poll(() => hashQuery(page)['collectionId']).toBe(made.id);
    expect(await storedDraftText(page)).toBeNull();
  });

  await step('a discarded draft of a new collection is removed', async () => {
    await openNew(page);
    await expect(text).toHaveCount(0);
    await editor.name.fill('unwanted');
    await page.reload();
    await openNew(page);
    await discard.click();
    await expect(text).toHaveCount(0);
    await expect(editor.name).toHaveValue('');
    await expect(editor.name).toBeFocused();
    expect(await storedDraftText(page)).toBeNull();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await step('a full local storage shows a notice without a toast and saving still works', async () => {
    await editListed(page, left);
    await page.evaluate(() => {
      const write = Storage.prototype.setItem;
      Storage.prototype.setItem = function setItem(key: string, value: string) {
        if (key.startsWith('collection_draft_')) throw new DOMException('Full.', 'QuotaExceededError');
        write.call(this, key, value);
      };
    });
    await editor.addField('Plain text', 'note');
    await expect(editor.panel.getByText('The browser’s storage is full: no draft is kept.')).toBeVisible();
    await expect(toasts(page).filter({ hasText: /storage|draft/i })).toHaveCount(0);
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    expect(Object.keys(await storedFields(api, left.name))).toContain('note');
  });
});
