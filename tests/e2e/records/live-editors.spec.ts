import type { Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openLive } from '#tests/support/records/live.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { isSave, openRecord, partNames, saveAndWait } from '#tests/support/records/panel.ts';
import { bodyField, contentOf, earlyInput, editorOf, shownText } from '#tests/support/records/rich-text.ts';
import { toasts } from '#tests/support/screens.ts';

/** Creates a record with a rich text and a JSON document, and functions that change and read it like somebody else. */
async function createDocument(api: AdminApi) {
  const collection = await createCollection(api, {
    name: uniqueName('documents'),
    schema: [field('title'), field('body', 'editor'), field('meta', 'json')],
  });
  const { id } = await createRecord(api, collection.id, {
    title: 'x',
    body: '<p>One</p>',
    meta: '{"one": 1.10}',
  });
  return {
    collection,
    id,
    edit: (data: Record<string, string>) =>
      api.patch(`/api/collections/${collection.id}/records/${id}`, data),
    stored: (backend: Backend) =>
      backend.sql(`SELECT title, body, meta FROM ${collection.name} WHERE id = ?`, [id])[0],
  };
}

/** Opens a new document in its panel, above a live list. */
async function openDocument(page: Page, api: AdminApi) {
  const document = await createDocument(api);
  await openLive(page, recordsHash(document.collection.id));
  const { field: part, ...opened } = await openRecord(page, document.collection.id, document.id);
  const json = part('meta').locator('.ace_text-layer');
  await shownText(opened.panel).hover();
  await expect(editorOf(opened.panel)).toHaveAttribute('aria-busy', 'false');
  return { ...document, ...opened, part, json };
}

test('[RF-10][RF-11] open editors without edits show what is saved elsewhere, and do not send it back', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  const { collection, panel, part, json, control, save, edit, stored } = await openDocument(
    page,
    backend.api,
  );
  await expect(contentOf(panel)).toHaveText('One');
  await expect(json).toHaveText(/^{\s*"one": 1\.10\s*}$/);
  await contentOf(panel).click();
  await expect(contentOf(panel)).toBeFocused();

  const theirs = { body: '<p>Two <strong>words</strong></p>', meta: '{"two": [2.20, 12345678901234567890]}' };
  await edit(theirs);
  await expect(contentOf(panel)).toHaveText('Two words');
  await expect(contentOf(panel).locator('strong')).toHaveText('words');
  await expect(json).toHaveText(/^{\s*"two": \[\s*2\.20,\s*12345678901234567890\s*\]\s*}$/);
  await expect(part('meta').getByRole('img', { name: 'Valid JSON' })).toBeVisible();
  await expect(panel.locator('[data-elsewhere]')).toHaveAttribute('data-elsewhere', 'none');
  await expect(contentOf(panel)).toBeFocused();
  await expect(save).toBeDisabled();

  // A text that the editor must not show arrives as source, and the next one in the editor again.
  await edit({ body: '<p onclick="alert(1)">Three</p>' });
  await expect(bodyField(panel)).toContainText('Shown as source: the text contains');
  await expect(bodyField(panel).locator('.ace_text-layer')).toHaveText('<p onclick="alert(1)">Three</p>');
  await edit({ body: theirs.body });
  await earlyInput(panel).focus();
  await expect(contentOf(panel)).toHaveText('Two words');
  await expect(save).toBeDisabled();

  await control('title').fill('mine');
  const request = await saveAndWait(page, collection.id);
  expect(partNames(request)).toEqual(['title']);
  await expect(panel).toHaveCount(0);
  expect(stored(backend)).toEqual({ title: 'mine', ...theirs });
});

test('[RF-10][RF-11] text that is typed in an editor stays when its field is saved elsewhere', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  const { collection, panel, json, fillCode, save, edit, stored } = await openDocument(page, backend.api);
  await fillCode('meta', '{"mine": 1}');
  await contentOf(panel).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' and mine');
  await edit({ title: 'theirs', body: '<p>Theirs</p>', meta: '{"theirs": 2}' });
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
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await expect(panel).toHaveCount(0);
  expect(stored(backend)).toEqual({
    title: 'theirs',
    body: '<p>One and mine too</p>',
    meta: '{"theirs": 2}',
  });
});
