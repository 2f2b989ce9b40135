import { createTitled, draftBanner, openEditor, storedDraftText } from '#tests/support/collections/drafts.ts';
import { confirmChanges, openEditorOf } from '#tests/support/collections/editor.ts';
import { storedFields } from '#tests/support/collections/saving.ts';
import { field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

test('a restored draft includes later changes by others, and asks before it is saved', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitled(backend.api);
  await admin.signIn();
  const editor = await openEditorOf(page, collection.id);
  await editor.addField('Bool', 'mine');
  await page.reload();
  const [title, body] = collection.schema;
  await backend.api.patch(`/api/collections/${collection.id}`, {
    schema: [{ ...title, name: 'renamed' }, body, field('precious')],
  });
  await page.reload();
  await openEditor(page);
  await draftBanner(page).restore.click();
  await expect(editor.fields).toHaveCount(4);
  await expect.poll(editor.fieldNames).toEqual(['renamed', 'body', 'precious', 'mine']);
  await editor.save.click();
  await expect(confirmChanges(page)).toContainText(
    'The collection was changed elsewhere after you began to edit it.',
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

test('a full local storage shows a notice without a toast and saving still works', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitled(backend.api);
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

test('a draft in an unknown format is removed, one with hostile texts shows them as text', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitled(backend.api);
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
    await openEditor(page);
    await expect(editor.fieldName('title')).toBeVisible();
    await expect(draftBanner(page).text).toHaveCount(0);
    expect(await storedDraftText(page, collection.id)).toBeNull();
  }

  await editor.fieldName('title').fill('headline');
  await expect.poll(() => storedDraftText(page, collection.id)).toContain('headline');
  const kept = (await storedDraftText(page, collection.id)) ?? '';
  await editor.cancel.click();
  await answer(page, CLOSE, true);
  const evil = '<img src=x onerror=alert(1)>\u202e';
  await write(kept.replace('"headline"', JSON.stringify(evil)));
  await openEditor(page);
  await draftBanner(page).restore.click();
  await expect.poll(editor.fieldNames).toEqual([evil, 'body']);
  await expect(page.locator('img[src=x]')).toHaveCount(0);
});
