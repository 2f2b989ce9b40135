import { createTitled, draftBanner, storedDraftText } from '#tests/support/collections/drafts.ts';
import {
  collectionHash,
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
import { bodyOf, isWrite, type StoredCollection, storedFields } from '#tests/support/collections/saving.ts';
import { field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { appSidebar, goToHash, signInByForm, toasts } from '#tests/support/screens.ts';

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

test.beforeEach(({ admin }) => admin.signIn());

test('input in every tab survives a reload, includes later changes by others and can be saved; the banner', async ({
  page,
  backend,
  checkScreen,
}) => {
  const collection = await createTitled(backend.api);
  const { id, name } = collection;
  const [title, body] = collection.schema;
  const { text, restore, discard } = draftBanner(page);
  const editor = await openEditorOf(page, id);

  await test.step('input in every tab survives a reload and can then be saved', async () => {
    await editor.fieldName('title').fill('headline');
    await editor.addField('Select', 'mood');
    await editor.openField('mood');
    await editor.field('mood').getByRole('textbox', { name: 'Choices' }).fill('good, bad');
    await editor.indexes.getByRole('button', { name: '+ New index' }).click();
    const popup = indexPopup(page);
    await expect(popup.panel.locator('.ace_editor')).toBeVisible();
    await typeCode(popup.sql, `CREATE INDEX idx_h ON ${name} (headline, mood)`);
    await popup.set.click();
    await editor.tab('API Rules').click();
    await typeRule(page, 'listRule', 'headline != ""');
    // Reloads at once, like closing the window.
    await page.reload();

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
    const saved = bodyOf(await sent);
    expect(saved).toMatchObject({ id, name, listRule: 'headline != ""' });
    expect(saved.schema).toMatchObject([
      { id: title?.id, name: 'headline', type: 'text' },
      { id: body?.id, name: 'body', type: 'text' },
      { id: '', name: 'mood', type: 'select', options: { maxSelect: 1, values: ['good', 'bad'] } },
    ]);
    expect(saved.indexes).toEqual([`CREATE INDEX idx_h ON ${name} (headline, mood)`]);
    await expect(toasts(page, 'success')).toContainText(['Successfully updated collection.']);
    await expect(editor.panel).toBeHidden();
    expect(await storedDraftText(page, id)).toBeNull();
    await editCurrent(page);
    await expect(editor.fieldName('headline')).toBeVisible();
    await expect(text).toHaveCount(0);
  });

  await test.step('a restored draft includes later changes by others, and asks before it is saved', async () => {
    await editor.addField('Bool', 'mine');
    const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${id}`);
    const [first, ...others] = schema;
    await backend.api.patch(`/api/collections/${id}`, {
      schema: [{ ...first, name: 'renamed' }, ...others, field('precious')],
      indexes: [],
      listRule: '',
    });
    await page.reload();
    await editCurrent(page);
    await expect(text).toBeVisible();
  });

  await test.step('the banner passes axe, fits a small screen and is reachable by keyboard', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const part of [text, restore, discard]) await expect(part).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await checkScreen('[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await checkScreen('[role=dialog]');
    await editor.tab('Fields').focus();
    await page.keyboard.press('Tab');
    await expect(restore).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(discard).toBeFocused();
  });

  await test.step('the restored draft is saved with the changes of others', async () => {
    await restore.click();
    const names = ['renamed', 'body', 'mood', 'precious', 'mine'];
    await expect.poll(editor.fieldNames).toEqual(names);
    await editor.save.click();
    await expect(confirmChanges(page)).toContainText(
      'The collection was changed elsewhere after you began to edit it.',
    );
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    expect(Object.keys(await storedFields(backend.api, name))).toEqual(names);
  });
});

test('[ER-08][SH-07] another screen or the end of the session keeps the input; a discarded or foreign draft', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitled(backend.api);
  const ended = await createTitled(backend.api);
  const { id } = collection;
  const { text, restore } = draftBanner(page);
  await page.goto('/#/logs');
  await appSidebar(page).getByRole('link', { name: 'Collections' }).click();
  const editor = await editListed(page, collection);

  await test.step('another screen closes the panel and keeps the draft', async () => {
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
  });

  await test.step('closing and answering the question with yes discards the draft', async () => {
    await editor.cancel.click();
    await answer(page, CLOSE, false);
    await expect.poll(() => storedDraftText(page, id)).toContain('headline');
    await discardChanges(page);
    expect(await storedDraftText(page, id)).toBeNull();
    await editCurrent(page);
    await expect(editor.fieldName('title')).toBeVisible();
    await expect(text).toHaveCount(0);
  });

  await test.step('a draft in an unknown format is removed, one with hostile texts shows them as text', async () => {
    const write = (draft: string) =>
      page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        `collection_draft_${id}`,
        draft,
      ] as const);
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
    await write('{"fields":[{"key":"__proto__","type":"x"}]}');
    await editCurrent(page);
    await expect(editor.fieldName('title')).toBeVisible();
    await expect(text).toHaveCount(0);
    expect(await storedDraftText(page, id)).toBeNull();

    await editor.fieldName('title').fill('headline');
    await expect.poll(() => storedDraftText(page, id)).toContain('headline');
    const kept = (await storedDraftText(page, id)) ?? '';
    await discardChanges(page);
    const evil = '<img src=x onerror=alert(1)>\u202e';
    await write(kept.replace('"headline"', JSON.stringify(evil)));
    await editCurrent(page);
    await restore.click();
    await expect.poll(editor.fieldNames).toEqual([evil, 'body']);
    await expect(page.locator('img[src=x]')).toHaveCount(0);
    await discardChanges(page);
  });

  await test.step('a session that ends during a save keeps the input', async () => {
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
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect.poll(() => hashQuery(page)['collectionId']).toBe(ended.id);
    await editCurrent(page);
    await restore.click();
    await expect(editor.fieldName('rank')).toBeVisible();
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    expect(Object.keys(await storedFields(backend.api, ended.name))).toEqual(['title', 'body', 'rank']);
  });

  await test.step('a full local storage shows a notice without a toast and saving still works', async () => {
    await editListed(page, collection);
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
    expect(Object.keys(await storedFields(backend.api, collection.name))).toContain('note');
  });
});

test('the draft of a new collection is restored with its type; a discarded draft is removed', async ({
  page,
  backend,
}) => {
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
