import type { Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectChanges, openLive } from '#tests/support/records/live.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  isSave,
  openRecord,
  panelScreen,
  partNames,
  saveAndWait,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { bodyField, contentOf, earlyInput, startEditor } from '#tests/support/records/rich-text.ts';
import { toasts } from '#tests/support/screens.ts';

/** Creates a collection of documents with a rich text and JSON, and functions that change and read them like somebody else. */
async function createDocuments(api: AdminApi) {
  const collection = await createCollection(api, {
    name: uniqueName('documents'),
    schema: [field('title'), field('body', 'editor'), field('meta', 'json')],
  });
  const created = await createRecords(api, collection.id, 2, () => ({
    title: 'x',
    body: '<p>One</p>',
    meta: '{"one": 1.10}',
  }));
  return {
    collection,
    ids: created.map(({ id }) => id),
    edit: (id: string, data: Record<string, string>) =>
      api.patch(`/api/collections/${collection.id}/records/${id}`, data),
    stored: (backend: Backend, id: string) =>
      backend.sql(`SELECT title, body, meta FROM ${collection.name} WHERE id = ?`, [id])[0],
  };
}

/** Opens a document in its panel, above a live list. */
async function openDocument(page: Page, collectionId: string, id: string) {
  const { field: part, ...opened } = await openRecord(page, collectionId, id);
  const json = part('meta').locator('.ace_text-layer');
  await startEditor(opened.panel);
  return { ...opened, part, json };
}

test('an open panel takes changes over and keeps edits, also of a deleted record; own saves are no changes', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('live'),
    schema: [field('title'), field('note')],
  });
  const rows = await createRecords(backend.api, collection.id, 3, (index) => ({ title: `n ${index}` }));
  const [changed = '', deleted = '', saved = ''] = rows.map(({ id }) => id);
  const path = (id: string) => `/api/collections/${collection.id}/records/${id}`;
  const edit = (id: string, data: Record<string, string>) => backend.api.patch(path(id), data);
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));

  await test.step('own saves are no changes', async () => {
    const { control, save, panel } = await openRecord(page, collection.id, saved);
    await control('title').fill('mine');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    await control('title').fill('mine again');
    await expect(panel.locator('[data-elsewhere]')).toHaveAttribute('data-elsewhere', 'none');
    await save.click();
    await expect(panel).toHaveCount(0);
    // Its event follows those of the saves.
    await createRecord(backend.api, collection.id, { title: 'theirs' });
    await expectChanges(page, 1);
  });

  await test.step('an open panel takes changes over, keeps edits and tells, and compares', async () => {
    const id = changed;
    const { panel, control, save } = await openRecord(page, collection.id, id);
    await control('note').focus();
    await edit(id, { title: 'theirs' });
    await expect(control('title')).toHaveValue('theirs');
    await expect(control('note')).toBeFocused();
    await expect(save).toBeDisabled();

    await control('note').fill('mine');
    await edit(id, { title: 'theirs 2', note: 'their note' });
    await expect(panel).toContainText('This record was changed elsewhere. Your edits are kept.');
    await expect(control('title')).toHaveValue('theirs');
    await expect(control('note')).toHaveValue('mine');
    await checkScreen('[role=dialog]');
    await panel.getByRole('button', { name: 'Compare' }).click();
    const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
    await expect(conflict).toContainText('their note');
    await conflict.getByRole('radio', { name: /mine/i }).check();
    await conflict.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel).toHaveCount(0);
    expect(await storedRecord(backend, collection, id)).toMatchObject({ title: 'theirs 2', note: 'mine' });
  });

  await test.step('edits of a record that was deleted elsewhere are kept as a new record', async () => {
    const { panel, control } = await openRecord(page, collection.id, deleted);
    await control('note').fill('typed');
    await backend.api.delete(path(deleted));
    await expect(panel).toContainText('This record was deleted elsewhere. Your edits are still here.');
    await checkScreen('[role=dialog]');
    await panel.getByRole('button', { name: 'Keep as a new record' }).click();
    const copy = panelScreen(page);
    await expect(copy.save).toHaveText('Create');
    await expect(copy.control('title')).toHaveValue('n 1');
    await expect(copy.control('note')).toHaveValue('typed');
    await copy.save.click();
    await expect(recordsScreen(page).rows.filter({ hasText: 'typed' })).toHaveCount(1);
  });
});

test('[RF-10][RF-11] open editors show what is saved elsewhere, and keep what is typed', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, ids, edit, stored } = await createDocuments(backend.api);
  const [untouched = '', typed = ''] = ids;
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));

  await test.step('text that is typed in an editor stays when its field is saved elsewhere', async () => {
    const { panel, json, fillCode, save } = await openDocument(page, collection.id, typed);
    await fillCode('meta', '{"mine": 1}');
    await contentOf(panel).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' and mine');
    await edit(typed, { title: 'theirs', body: '<p>Theirs</p>', meta: '{"theirs": 2}' });
    await expect(panel).toContainText('This record was changed elsewhere. Your edits are kept.');
    await expect(contentOf(panel)).toBeFocused();
    await page.keyboard.type(' too');
    await expect(contentOf(panel)).toHaveText('One and mine too');
    await expect(json).toHaveText('{"mine": 1}');

    await save.click();
    const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
    await expect(conflict.getByRole('group')).toHaveCount(2);
    await conflict.getByRole('radio', { name: 'Mine: body' }).check();
    await conflict.getByRole('radio', { name: 'Theirs: meta' }).check();
    const sent = page.waitForRequest((request) => isSave(request, collection.id));
    await conflict.getByRole('button', { name: 'Save changes' }).click();
    expect(partNames(await sent)).toEqual(['body']);
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    await expect(panel).toHaveCount(0);
    expect(stored(backend, typed)).toEqual({
      title: 'theirs',
      body: '<p>One and mine too</p>',
      meta: '{"theirs": 2}',
    });
  });

  await test.step('editors without edits show what is saved elsewhere, and do not send it back', async () => {
    const { panel, part, json, control, save } = await openDocument(page, collection.id, untouched);
    await expect(contentOf(panel)).toHaveText('One');
    await expect(json).toHaveText(/^{\s*"one": 1\.10\s*}$/);
    await contentOf(panel).click();
    await expect(contentOf(panel)).toBeFocused();

    const theirs = {
      body: '<p>Two <strong>words</strong></p>',
      meta: '{"two": [2.20, 12345678901234567890]}',
    };
    await edit(untouched, theirs);
    await expect(contentOf(panel)).toHaveText('Two words');
    await expect(contentOf(panel).locator('strong')).toHaveText('words');
    await expect(json).toHaveText(/^{\s*"two": \[\s*2\.20,\s*12345678901234567890\s*\]\s*}$/);
    await expect(part('meta').getByRole('img', { name: 'Valid JSON' })).toBeVisible();
    await expect(panel.locator('[data-elsewhere]')).toHaveAttribute('data-elsewhere', 'none');
    await expect(contentOf(panel)).toBeFocused();
    await expect(save).toBeDisabled();

    // A text that the editor must not show arrives as source, and the next one in the editor again.
    await edit(untouched, { body: '<p onclick="alert(1)">Three</p>' });
    await expect(bodyField(panel)).toContainText('Shown as source: the text contains');
    await expect(bodyField(panel).locator('.ace_text-layer')).toHaveText('<p onclick="alert(1)">Three</p>');
    await edit(untouched, { body: theirs.body });
    await earlyInput(panel).focus();
    await expect(contentOf(panel)).toHaveText('Two words');
    await expect(save).toBeDisabled();

    await control('title').fill('mine');
    const request = await saveAndWait(page, collection.id);
    expect(partNames(request)).toEqual(['title']);
    await expect(panel).toHaveCount(0);
    expect(stored(backend, untouched)).toEqual({ title: 'mine', ...theirs });
  });
});
