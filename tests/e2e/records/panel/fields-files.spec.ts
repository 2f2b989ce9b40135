import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCollection,
  createPosts,
  createRecord,
  field,
  pngFile,
  type RecordRow,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew, openRecord } from '#tests/support/records/panel.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

const upload = (name: string, text = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test('[RF-12][RF-13] stored files are removed and restored, new ones listed with a local thumb', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('files'),
    schema: [field('files', 'file', { options: { maxSelect: 5, mimeTypes: ['image/png', 'text/plain'] } })],
  });
  const row = await createRecord(backend.api, collection.id, {
    files: [pngFile('photo.png'), textFile('note.txt')],
  });
  const [photo = '', note = ''] = row['files'] as string[];
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const files = screen.field('files');
  const thumb = files.getByRole('button', { name: `Preview ${photo}` }).locator('img');
  await expect(thumb).toHaveJSProperty('complete', true);
  expect(await thumb.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = files.getByRole('link', { name: note, exact: true });
  expect(await link.getAttribute('href')).toContain(`/api/files/${collection.id}/${row.id}/${note}`);
  const remove = files.getByRole('button', { name: `Remove ${note}` });
  await remove.hover();
  await expect(tooltip(page)).toHaveText('Remove file');
  await remove.click();
  await expect(link).toHaveCSS('text-decoration-line', 'line-through');
  await files.getByRole('button', { name: 'Restore' }).click();
  await expect(link).not.toHaveCSS('text-decoration-line', 'line-through');
  await expect(screen.save).toBeDisabled();

  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Upload new file' }).click();
  const opened = await chooser;
  expect(opened.isMultiple()).toBe(true);
  await expect(files.locator('input[type=file]')).toHaveAttribute('accept', 'image/png,text/plain');
  await opened.setFiles([
    { name: 'new.png', mimeType: 'image/png', buffer: Buffer.from(await pngFile().arrayBuffer()) },
    upload('new.txt'),
  ]);
  const added = files.getByRole('list', { name: 'New files of files' }).getByRole('listitem');
  await expect(added).toHaveCount(2);
  await expect(added.first()).toContainText('New');
  await expect(added.first().locator('img')).toHaveAttribute('src', /^blob:/);
  await added.last().getByRole('button', { name: 'Remove new.txt' }).click();
  await expect(added).toHaveCount(1);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['files']).toEqual([photo, note, expect.stringMatching(/^new_\w+\.png$/)]);
});

test('[RF-14] no more files than the maximum can be chosen or dropped; a single file blocks the next', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('limits'),
    schema: [field('many', 'file', { options: { maxSelect: 3 } }), field('single', 'file')],
  });
  const row = await createRecord(backend.api, collection.id, {
    many: [textFile('one.txt'), textFile('two.txt')],
    single: textFile('kept.txt'),
  });
  const [one = ''] = row['many'] as string[];
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const button = (name: string) => screen.field(name).getByRole('button', { name: 'Upload new file' });
  const items = (name: string) => screen.field(name).getByRole('listitem');
  const drop = async (name: string, files: readonly string[]) => {
    const transfer = await page.evaluateHandle((names) => {
      const data = new DataTransfer();
      for (const file of names) data.items.add(new File([file], file, { type: 'text/plain' }));
      return data;
    }, files);
    const target = screen.field(name).locator('fieldset');
    await target.dispatchEvent('dragover', { dataTransfer: transfer });
    await target.dispatchEvent('drop', { dataTransfer: transfer });
  };

  await expect(button('single')).toBeDisabled();
  await drop('single', ['refused.txt']);
  await expect(items('single')).toHaveCount(1);
  await screen
    .field('single')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(button('single')).toBeEnabled();
  await drop('single', ['first.txt', 'second.txt']);
  await expect(items('single')).toHaveCount(2);
  await expect(screen.field('single')).toContainText('first.txt');
  await expect(button('single')).toBeDisabled();
  // The removed file can't be restored in addition.
  await expect(screen.field('single').getByRole('button', { name: 'Restore' })).toBeDisabled();

  await expect(button('many')).toBeEnabled();
  await drop('many', ['three.txt', 'four.txt', 'five.txt']);
  await expect(items('many')).toHaveCount(3);
  await expect(button('many')).toBeDisabled();
  await screen
    .field('many')
    .getByRole('button', { name: `Remove ${one}` })
    .click();
  await expect(button('many')).toBeEnabled();
  await screen
    .field('many')
    .locator('input[type=file]')
    .setInputFiles([upload('six.txt'), upload('seven.txt')]);
  await expect(screen.field('many')).toContainText('six.txt');
  await expect(screen.field('many')).not.toContainText('seven.txt');
  await expect(button('many')).toBeDisabled();
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['single']).toMatch(/^first_/);
  expect(after['many']).toEqual([
    expect.stringMatching(/^two_/),
    expect.stringMatching(/^three_/),
    expect.stringMatching(/^six_/),
  ]);
});

test('a file dropped outside of the field does not replace the page', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('dropped'),
    schema: [field('title'), field('file', 'file')],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const refused = await screen.field('title').evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.txt'));
    return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  expect(refused).toBe(true);
  await expect(screen.field('file').getByRole('listitem')).toHaveCount(0);
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
  await picker.setInputFiles([upload('large.txt', 'x'.repeat(2_000_000)), upload('unwanted.txt')]);
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
