import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { createTitled, draftBanner, openEditor, storedDraftText } from '#tests/support/collections/drafts.ts';
import {
  collectionHash,
  confirmChanges,
  indexPopup,
  openEditorOf,
  openNew,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, type StoredCollection, storedFields } from '#tests/support/collections/saving.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { appSidebar, signInByForm, toasts } from '#tests/support/screens.ts';

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

test('input in every tab survives a reload and can then be saved', async ({ page, admin, backend }) => {
  const collection = await createTitled(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await editor.fieldName('title').fill('headline');
  await editor.addField('Select', 'mood');
  await editor.openField('mood');
  await editor.field('mood').getByRole('textbox', { name: 'Choices' }).fill('good, bad');
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  const popup = indexPopup(page);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await typeCode(popup.sql, `CREATE INDEX idx_h ON ${collection.name} (headline, mood)`);
  await popup.set.click();
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
  await expect(editor.rule('listRule').getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText('headline != ""');
  // Reloads at once, like closing the window.
  await page.reload();

  await openEditor(page);
  const { text, restore } = draftBanner(page);
  await expect(text).toBeVisible();
  await expect.poll(editor.fieldNames).toEqual(['title', 'body']);
  await expect(editor.save).toBeDisabled();
  await restore.click();
  await expect(text).toHaveCount(0);
  await expect(editor.name).toBeFocused();
  await expect.poll(editor.fieldNames).toEqual(['headline', 'body', 'mood']);
  await expect(editor.indexes.getByRole('button', { name: 'headline, mood' })).toBeVisible();
  await editor.save.click();
  const sent = page.waitForRequest((request) =>
    isWrite(request, 'PATCH', `/api/collections/${collection.id}`),
  );
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  const body = bodyOf(await sent);
  const [title, second] = collection.schema;
  expect(body).toMatchObject({ id: collection.id, name: collection.name, listRule: 'headline != ""' });
  expect(body.schema).toMatchObject([
    { id: title?.id, name: 'headline', type: 'text' },
    { id: second?.id, name: 'body', type: 'text' },
    { id: '', name: 'mood', type: 'select', options: { maxSelect: 1, values: ['good', 'bad'] } },
  ]);
  expect(body.indexes).toEqual([`CREATE INDEX idx_h ON ${collection.name} (headline, mood)`]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated collection.');
  await expect(editor.panel).toBeHidden();
  expect(await storedDraftText(page, collection.id)).toBeNull();
  await openEditor(page);
  await expect(editor.fieldName('headline')).toBeVisible();
  await expect(text).toHaveCount(0);
});

test('[ER-08] a session that ends during a save keeps the input', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 401 PATCH \/api\/collections\/\w+$/);
  const collection = await createTitled(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await editor.addField('Number', 'rank');
  const path = `**/api/collections/${collection.id}`;
  await page.route(path, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 401, json: { code: 401, message: 'The session ended.', data: {} } })
      : route.continue(),
  );
  await editor.save.click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(toasts(page, 'error')).toContainText('The session ended.');
  await expect(editor.panel).toHaveCount(0);
  await page.unroute(path);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect.poll(() => hashQuery(page)['collectionId']).toBe(collection.id);
  await openEditor(page);
  await draftBanner(page).restore.click();
  await expect(editor.fieldName('rank')).toBeVisible();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, collection.name))).toEqual(['title', 'body', 'rank']);
});

test('[SH-07] another screen closes the panel; answering its question with yes discards the draft', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitled(backend.api);
  await admin.signIn();
  await page.goto('/#/logs');
  await appSidebar(page).getByRole('link', { name: 'Collections' }).click();
  const editor = await openEditorOf(page, collection.id);
  await editor.fieldName('title').fill('headline');
  await page.evaluate(() => {
    location.hash = '#/logs';
  });
  await expect(editor.panel).toHaveCount(0);
  await page.goBack();
  await openEditor(page);
  await expect(draftBanner(page).text).toBeVisible();
  // Closed without an answer, it is offered again the next time.
  await editor.cancel.click();
  await expect(editor.panel).toBeHidden();
  await openEditor(page);
  await draftBanner(page).restore.click();
  await expect(editor.fieldName('headline')).toBeVisible();
  await editor.cancel.click();
  await answer(page, CLOSE, false);
  await expect.poll(() => storedDraftText(page, collection.id)).toContain('headline');
  await editor.cancel.click();
  await answer(page, CLOSE, true);
  await expect(editor.panel).toBeHidden();
  expect(await storedDraftText(page, collection.id)).toBeNull();
  await openEditor(page);
  await expect(editor.fieldName('title')).toBeVisible();
  await expect(draftBanner(page).text).toHaveCount(0);
});

test('the draft of a new collection is restored with its type; a discarded draft is removed', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  await page.goto(collectionHash((await createTitled(backend.api)).id));
  const editor = await openNew(page);
  const name = uniqueName('people');
  await editor.name.fill(name);
  await editor.setType('Auth');
  await editor.addField('Plain text', 'nick');
  await editor.tab('Options').click();
  await editor.panel.getByRole('spinbutton', { name: 'Minimum password length' }).fill('12');
  await page.reload();

  await openNew(page);
  const { text, restore, discard } = draftBanner(page);
  await expect(text).toBeVisible();
  await expect(editor.name).toHaveValue('');
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await expect(editor.name).toHaveValue(name);
  await expect(editor.type).toHaveText('Type: Auth');
  // It is still a draft, because it was restored but not saved.
  await page.reload();
  await openNew(page);
  await restore.click();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const made = await backend.api.get<StoredCollection & { options: object }>(`/api/collections/${name}`);
  expect(made).toMatchObject({ type: 'auth', options: { minPasswordLength: 12 } });
  expect(made.schema.map((one) => one.name)).toEqual(['nick']);
  await expect.poll(() => hashQuery(page)['collectionId']).toBe(made.id);
  expect(await storedDraftText(page)).toBeNull();

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
});

/** Opens the editor of a collection with a draft to offer. */
async function openWithDraft(page: Page, backend: Backend) {
  const editor = await openEditorOf(page, (await createTitled(backend.api)).id);
  await editor.addField('Plain text', 'note');
  await page.reload();
  await openEditor(page);
  await expect(draftBanner(page).text).toBeVisible();
  return editor;
}

test('axe finds nothing on the banner, in both themes', async ({ page, admin, backend, axe }) => {
  await admin.signIn();
  await openWithDraft(page, backend);
  await axe();
});

test('the banner fits a small screen, passes axe there and is reachable by keyboard', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await admin.signIn();
  const editor = await openWithDraft(page, backend);
  const { text, restore, discard } = draftBanner(page);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const part of [text, restore, discard]) await expect(part).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe();
  await editor.tab('Fields').focus();
  await page.keyboard.press('Tab');
  await expect(restore).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(discard).toBeFocused();
});
