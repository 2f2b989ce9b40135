import type { Page } from '@playwright/test';
import {
  collectionEditor,
  collectionHash,
  confirmChanges,
  indexPopup,
  openEditorOf,
  openNew,
  typeCode,
} from '../support/collection-editor.ts';
import { bodyOf, isWrite, type StoredCollection, storedFields } from '../support/collection-saving.ts';
import { type Collection, createCollection, field, uniqueName } from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { answer } from '../support/record-panel.ts';
import { gate, hashQuery } from '../support/records-page.ts';
import { appSidebar, signInByForm, toasts } from '../support/screens.ts';

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

type Backend = Parameters<typeof createCollection>[0];

const posts = (api: Backend): Promise<Collection> =>
  createCollection(api, {
    name: uniqueName('posts'),
    schema: [field('title'), field('body')],
    indexes: [],
  });

/** The draft in local storage of a collection, a new one for nothing. */
const storedDraft = (page: Page, id = ''): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), `collection_draft_${id}`);

/** The banner of the topmost editor. */
function banner(page: Page) {
  const { panel } = collectionEditor(page);
  return {
    text: panel.getByText('The collection has previous unsaved changes.'),
    restore: panel.getByRole('button', { name: 'Restore draft' }),
    discard: panel.getByRole('button', { name: 'Discard draft' }),
  };
}

const openAgain = (page: Page) => page.getByRole('button', { name: 'Edit collection', exact: true }).click();

test('what was typed in every tab survives a reload and is saved as if nothing had happened', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend.api);
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
  // Gone at once, as when the window is closed.
  await page.reload();

  await openAgain(page);
  const { text, restore } = banner(page);
  await expect(text).toBeVisible();
  expect(await editor.fieldNames()).toEqual(['title', 'body']);
  await expect(editor.save).toBeDisabled();
  await restore.click();
  await expect(text).toHaveCount(0);
  await expect(editor.name).toBeFocused();
  expect(await editor.fieldNames()).toEqual(['headline', 'body', 'mood']);
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
  await expect(editor.panel).toBeHidden();
  await expect(toasts(page, 'success')).toContainText('Successfully updated collection.');
  expect(await storedDraft(page, collection.id)).toBeNull();
  await openAgain(page);
  await expect(editor.fieldName('headline')).toBeVisible();
  await expect(text).toHaveCount(0);
});

test('[ER-08] a session that ends while saving keeps what was typed', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 401 /);
  const collection = await posts(backend.api);
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
  await openAgain(page);
  await banner(page).restore.click();
  await expect(editor.fieldName('rank')).toBeVisible();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, collection.name))).toEqual(['title', 'body', 'rank']);
});

test('[SH-07] another screen closes the panel, a yes to its question gives the draft up', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend.api);
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
  await openAgain(page);
  await expect(banner(page).text).toBeVisible();
  // Closed unanswered, it is offered the next time as well.
  await editor.cancel.click();
  await expect(editor.panel).toBeHidden();
  await openAgain(page);
  await banner(page).restore.click();
  await expect(editor.fieldName('headline')).toBeVisible();
  await editor.cancel.click();
  await answer(page, CLOSE, false);
  await expect.poll(() => storedDraft(page, collection.id)).toContain('headline');
  await editor.cancel.click();
  await answer(page, CLOSE, true);
  await expect(editor.panel).toBeHidden();
  expect(await storedDraft(page, collection.id)).toBeNull();
  await openAgain(page);
  await expect(editor.fieldName('title')).toBeVisible();
  await expect(banner(page).text).toHaveCount(0);
});

test('a new collection comes back with its type; discarded, it is gone', async ({ page, admin, backend }) => {
  await admin.signIn();
  await page.goto(collectionHash((await posts(backend.api)).id));
  const editor = await openNew(page);
  const name = uniqueName('people');
  await editor.name.fill(name);
  await editor.setType('Auth');
  await editor.addField('Plain text', 'nick');
  await editor.tab('Options').click();
  await editor.panel.getByRole('spinbutton', { name: 'Minimum password length' }).fill('12');
  await page.reload();

  await openNew(page);
  const { text, restore, discard } = banner(page);
  await expect(text).toBeVisible();
  await expect(editor.name).toHaveValue('');
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await expect(editor.name).toHaveValue(name);
  await expect(editor.type).toHaveText('Type: Auth');
  // Restored but not saved, it is still a draft.
  await page.reload();
  await openNew(page);
  await restore.click();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const made = await backend.api.get<StoredCollection & { options: object }>(`/api/collections/${name}`);
  expect(made).toMatchObject({ type: 'auth', options: { minPasswordLength: 12 } });
  expect(made.schema.map((one) => one.name)).toEqual(['nick']);
  expect(hashQuery(page)['collectionId']).toBe(made.id);
  expect(await storedDraft(page)).toBeNull();

  await openNew(page);
  await expect(text).toHaveCount(0);
  await editor.name.fill('unwanted');
  await page.reload();
  await openNew(page);
  await discard.click();
  await expect(text).toHaveCount(0);
  await expect(editor.name).toHaveValue('');
  await expect(editor.name).toBeFocused();
  expect(await storedDraft(page)).toBeNull();
});

test('a restored draft holds what was changed elsewhere since, and asks before it is saved', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await editor.addField('Bool', 'mine');
  await page.reload();
  const [title, body] = collection.schema;
  await backend.api.patch(`/api/collections/${collection.id}`, {
    schema: [{ ...title, name: 'renamed' }, body, field('precious')],
  });
  await page.reload();
  await openAgain(page);
  await banner(page).restore.click();
  await expect(editor.fields).toHaveCount(4);
  expect(await editor.fieldNames()).toEqual(['renamed', 'body', 'precious', 'mine']);
  await editor.save.click();
  await expect(confirmChanges(page)).toContainText(
    'The collection was changed elsewhere after your draft was begun.',
  );
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, collection.name))).toEqual([
    'renamed',
    'body',
    'precious',
    'mine',
  ]);
});

test('what is typed while a save is under way stays in the panel, with the focus where it is', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  await page.goto(collectionHash((await posts(backend.api)).id));
  const editor = await openNew(page);
  const name = uniqueName('slow');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'first');
  const { opened, open } = gate();
  await page.route('**/api/collections', async (route) => {
    if (route.request().method() === 'POST') await opened;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.fieldName('first').press('Enter');
  const request = await sent;
  await expect(editor.panel).toHaveAttribute('aria-busy', 'true');
  // What goes with the panel is not begun, and what has been sent as one type stays one.
  await expect(editor.indexes.getByRole('button', { name: '+ New index' })).toBeDisabled();
  await expect(editor.type).toBeDisabled();
  await page.keyboard.press('End');
  await page.keyboard.type('_typed');
  open();
  expect((await request.response())?.status()).toBe(200);
  await expect(toasts(page, 'success')).toContainText('Successfully created collection.');
  await expect(editor.panel.getByRole('heading', { level: 1 })).toHaveText('Edit collection');
  await expect(editor.save).toHaveText('Save changes');
  await expect(editor.save).toBeEnabled();
  await expect(editor.fieldName('first_typed')).toBeFocused();
  await page.keyboard.type('_on');
  await editor.save.click();
  await expect(confirmChanges(page)).toContainText('Renamed field first → first_typed_on');
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, name))).toEqual(['first_typed_on']);
});

test('a full local storage is said quietly and saving still works', async ({ page, admin, backend }) => {
  const collection = await posts(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await page.evaluate(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(key: string, value: string) {
      if (key.startsWith('collection_draft_')) throw new DOMException('Full.', 'QuotaExceededError');
      write.call(this, key, value);
    };
  });
  await editor.addField('Plain text', 'note');
  await expect(editor.panel.getByText('The browser’s storage is full: no draft is kept.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  expect(Object.keys(await storedFields(backend.api, collection.name))).toContain('note');
});

test('a draft that nobody wrote here is forgotten, one with hostile texts shows them as text', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  const write = (text: string) =>
    page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `collection_draft_${collection.id}`,
      text,
    ] as const);
  for (const nonsense of ['{', '[]', '{"fields":[{"key":"__proto__","type":"x"}]}']) {
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
    await write(nonsense);
    await openAgain(page);
    await expect(editor.fieldName('title')).toBeVisible();
    await expect(banner(page).text).toHaveCount(0);
    expect(await storedDraft(page, collection.id)).toBeNull();
  }

  await editor.fieldName('title').fill('headline');
  await expect.poll(() => storedDraft(page, collection.id)).toContain('headline');
  const kept = (await storedDraft(page, collection.id)) ?? '';
  await editor.cancel.click();
  await answer(page, CLOSE, true);
  const evil = '<img src=x onerror=alert(1)>\u202e';
  await write(kept.replace('"headline"', JSON.stringify(evil)));
  await openAgain(page);
  await banner(page).restore.click();
  expect(await editor.fieldNames()).toEqual([evil, 'body']);
  await expect(page.locator('img[src=x]')).toHaveCount(0);
});

test('the banner is reached by keys, passes axe and fits a small screen', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await posts(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await editor.addField('Plain text', 'note');
  await page.reload();
  await openAgain(page);
  const { text, restore, discard } = banner(page);
  await expect(text).toBeVisible();
  await axe();
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
