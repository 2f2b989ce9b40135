import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPosts, createRecord, type RecordRow } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer, openNew, openRecord, panelScreen, storedDraft } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

// Unchanged things stay unchanged: the caret, the focus, a value, a file.

const upload = (name: string, size = 1) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(size, 'x'),
});

test('files chosen and removed during an upload are part of the next save, without duplicates', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  const attachments = async () => {
    const path = `/api/collections/${collection.id}/records/${row.id}`;
    const names = (await backend.api.get<RecordRow>(path))['attachments'] as string[];
    return names.map((name) => name.replace(/_\w{10}\./, '.'));
  };
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const files = screen.field('attachments');
  const picker = files.locator('input[type=file]');
  await picker.setInputFiles([upload('large.txt', 2_000_000), upload('unwanted.txt')]);
  const session = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  // Far longer than the rest of the test takes on any machine.
  await session.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: 20_000 });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(screen.panel.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await picker.setInputFiles(upload('later.txt'));
  await files.getByRole('button', { name: 'Remove unwanted.txt' }).click();
  await session.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 });
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await attachments()).toEqual(['large.txt', 'unwanted.txt']);
  await expect(files.getByRole('listitem')).toHaveCount(3);
  await expect(files.getByText('New', { exact: true })).toHaveCount(1);
  await expect(files.getByRole('button', { name: /^Restore unwanted_/ })).toBeVisible();
  await screen.save.click();
  await expect(screen.panel).toHaveCount(0);
  expect(await attachments()).toEqual(['large.txt', 'later.txt']);
});

test('a dropped folder is ignored, the files dropped with it are added', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const folder = test.info().outputPath('drop');
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  writeFileSync(join(folder, 'letter.txt'), 'Dear reader');
  const files = screen.field('attachments');
  await files.scrollIntoViewIfNeeded();
  const box = await files.getByRole('group', { name: 'attachments' }).boundingBox();
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 10,
      data: {
        items: [],
        files: ['pictures', 'letter.txt'].map((name) => join(folder, name)),
        dragOperationsMask: 1,
      },
    });
  }
  await expect(files.getByRole('listitem')).toHaveText(/letter\.txt/);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
});

test('saving keeps the caret and the text of a JSON field', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { meta: { a: 1, b: 2 } });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const editor = screen.field('meta').getByRole('textbox');
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('"z":0,');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await expect(screen.save).toBeDisabled();
  await page.keyboard.insertText('"y":1,');
  await expect(screen.save).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(screen.save).toBeDisabled();
  await expect(toasts(page, 'error')).toHaveCount(0);
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  await expect
    .poll(async () => (await backend.api.get<RecordRow>(path))['meta'])
    .toEqual({ z: 0, y: 1, a: 1, b: 2 });
});

test('the mouse wheel over a number scrolls and does not change it', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { amount: 5 });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const amount = screen.control('amount');
  await amount.click();
  const before = await amount.boundingBox();
  await page.mouse.wheel(0, 30);
  await expect.poll(async () => (await amount.boundingBox())?.y).not.toBe(before?.y);
  await expect(amount).toHaveValue('5');
  await expect(amount).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(amount).toHaveValue('6');
});

test('after a removal by keyboard the neighbour has the focus, after the last one the next button', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, related } = await createPosts(backend.api);
  const people: RecordRow[] = [];
  for (const name of ['Ada', 'Bo', 'Cy']) people.push(await createRecord(backend.api, related.id, { name }));
  const row = await createRecord(backend.api, collection.id, { reviewers: people.map(({ id }) => id) });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);

  const reviewers = screen.field('reviewers');
  const openPicker = reviewers.getByRole('button', { name: 'Open picker: reviewers' });
  await reviewers.getByRole('button', { name: 'Remove Bo' }).focus();
  await page.keyboard.press('Enter');
  await expect(reviewers.getByRole('button', { name: 'Remove Cy' })).toBeFocused();
  await openPicker.click();
  const picker = page.getByRole('dialog', { name: /^Select / });
  const selected = picker.getByRole('region', { name: 'Selected records' });
  // It gets the focus a moment after it appears, and returns it a moment after it closes.
  await expect(picker).toBeFocused();
  await selected.getByRole('button', { name: 'Remove Cy' }).focus();
  await page.keyboard.press('Enter');
  await expect(selected.getByRole('button', { name: 'Remove Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker.locator('[data-pick]').first()).toBeFocused();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await expect(openPicker).toBeFocused();
  await reviewers.getByRole('button', { name: 'Remove Cy' }).focus();
  await page.keyboard.press('Enter');
  await expect(reviewers.getByRole('button', { name: 'Remove Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(openPicker).toBeFocused();

  const files = screen.field('attachments');
  await files.locator('input[type=file]').setInputFiles([upload('a.txt'), upload('b.txt')]);
  await files.getByRole('button', { name: 'Remove a.txt' }).focus();
  await page.keyboard.press('Enter');
  await expect(files.getByRole('button', { name: 'Remove b.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(files.getByRole('button', { name: 'Upload new file' })).toBeFocused();
});

test('the back button asks every time, and opens the list after the answer yes', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await recordsScreen(page).row(row.id).click();
  const screen = panelScreen(page);
  await screen.control('title').fill('typed');
  const text = 'You have unsaved changes. Do you really want to close the panel?';
  for (const yes of [false, false, true]) {
    await page.goBack();
    await answer(page, text, yes);
    if (!yes) expect(hashQuery(page)['recordId']).toBe(row.id);
  }
  await expect(screen.panel).toHaveCount(0);
  expect(hashQuery(page)).toEqual({ collectionId: collection.id });
});

test('restoring a draft moves the focus to the first field', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  await admin.signIn();
  let screen = await openNew(page, collection.id);
  await screen.control('title').fill('typed');
  await expect.poll(() => storedDraft(page, collection.id)).toContain('typed');
  await page.reload();
  screen = await openNew(page, collection.id);
  // It gets the focus a moment after it appears.
  await expect(screen.panel).toBeFocused();
  await screen.panel.getByRole('button', { name: 'Restore draft' }).press('Enter');
  await expect(screen.control('title')).toHaveValue('typed');
  await expect(screen.panel.getByLabel('id', { exact: true })).toBeFocused();
});

test('a document with a very long line is not rendered completely, and can be edited like any other', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { meta: { file: 'x'.repeat(500_000) } });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const lines = screen.field('meta').locator('.ace_text-layer');
  await expect(lines).toContainText('"file"');
  expect(await lines.evaluate((layer) => layer.querySelectorAll('*').length)).toBeLessThan(100);
  await screen.field('meta').getByRole('textbox').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('"a":1,');
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  expect((await backend.api.get<RecordRow>(path))['meta']).toEqual({ a: 1, file: 'x'.repeat(500_000) });
});
