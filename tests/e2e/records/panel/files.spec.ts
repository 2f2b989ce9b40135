import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash } from '#tests/support/records/page.ts';
import {
  answer,
  openRecord,
  type PanelScreen,
  question,
  recordPanels,
  storedRecord,
  watchUploads,
} from '#tests/support/records/panel.ts';
import { goToHash, tooltip } from '#tests/support/screens.ts';
import { slowUploads } from '#tests/support/slow-uploads.ts';

const UNSAVED_FILES_QUESTION =
  'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?';
const SAVING_QUESTION = 'The record is still being saved. Do you really want to stop that and leave?';

const upload = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Names without what the backend adds. */
const plainNames = (names: unknown) => [names].flat().map((name) => String(name).replace(/_\w{10}\./, '.'));

/** The list of stored files, its links and its drag handles. */
function filesOf(panel: Locator) {
  const list = panel.getByRole('list', { name: 'Files of ordered' });
  return {
    names: list.getByRole('listitem').getByRole('link', { name: /^\w+\.txt$/ }),
    handle: (name: string) => list.getByRole('button', { name: `Move ${name}`, exact: true }),
  };
}

/** Drops files onto a field, as a script of the page can. */
async function drop({ panel, field }: PanelScreen, name: string, files: readonly string[]) {
  const transfer = await panel.page().evaluateHandle((names) => {
    const data = new DataTransfer();
    for (const file of names) data.items.add(new File([file], file, { type: 'text/plain' }));
    return data;
  }, files);
  const target = field(name).locator('fieldset');
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Drops files and a folder of this machine onto a part of the page, as the browser does. */
async function dropFromDisk(page: Page, target: Locator, folder: string, names: readonly string[]) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 10,
      data: { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 },
    });
  }
}

/** Pastes pictures of these sizes in bytes; returns whether something took them. */
const pastePictures = (page: Page, ...sizes: readonly number[]) =>
  page.evaluate((lengths) => {
    const clipboardData = new DataTransfer();
    for (const length of lengths)
      clipboardData.items.add(new File(['x'.repeat(length)], 'image.png', { type: 'image/png' }));
    // Browsers send it to the body while nothing can be typed.
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(event);
  }, sizes);

/** Drags a handle below the handle of another file. */
async function dragBelow(page: Page, handle: Locator, other: Locator) {
  // Waits until the panel has stopped moving, because positions change until then.
  await handle.hover();
  const [from, to] = [await handle.boundingBox(), await other.boundingBox()];
  if (!from || !to) throw new Error('The handles are not visible.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y + 10, { steps: 10 });
  await page.mouse.up();
}

async function removesAndChooses(screen: PanelScreen, photo: string, note: string) {
  const page = screen.panel.page();
  const files = screen.field('files');
  const thumb = files.getByRole('button', { name: `Preview ${photo}` }).locator('img');
  await expect(thumb).toHaveJSProperty('complete', true);
  expect(await thumb.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = files.getByRole('link', { name: note, exact: true });
  await expect(link).toHaveAttribute('href', new RegExp(`/api/files/\\w+/\\w+/${note}`));
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
}

async function refusesTooMany(screen: PanelScreen) {
  const button = (name: string) => screen.field(name).getByRole('button', { name: 'Upload new file' });
  const items = (name: string) => screen.field(name).getByRole('listitem');
  const remove = (name: string) =>
    screen
      .field(name)
      .getByRole('button', { name: /^Remove/ })
      .first();
  await expect(button('single')).toBeDisabled();
  await drop(screen, 'single', ['refused.txt']);
  await expect(items('single')).toHaveCount(1);
  await remove('single').click();
  await drop(screen, 'single', ['first.txt', 'second.txt']);
  await expect(items('single')).toHaveCount(2);
  await expect(items('single').last()).toContainText('first.txt');
  await expect(screen.field('single')).toContainText('Left out, because the field takes 1 file: second.txt.');
  // The removed file can't be restored in addition.
  await expect(screen.field('single').getByRole('button', { name: 'Restore' })).toBeDisabled();

  await drop(screen, 'many', ['three.txt', 'four.txt', 'five.txt']);
  await expect(items('many')).toHaveCount(3);
  const note = screen.field('many').getByText(/^Left out/);
  await expect(note).toHaveText('Left out, because the field takes 3 files: four.txt, five.txt.');
  await expect(button('many')).toBeDisabled();
  await remove('many').click();
  await expect(button('many')).toBeEnabled();
  await expect(note).toHaveCount(0);
}

async function keepsFocus(screen: PanelScreen, photo: string) {
  const { keyboard } = screen.panel.page();
  const loose = screen.field('loose');
  await loose.locator('input[type=file]').setInputFiles([upload('a.txt'), upload('b.txt')]);
  await loose.getByRole('button', { name: 'Remove a.txt' }).press('Enter');
  await expect(loose.getByRole('button', { name: 'Remove b.txt' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(loose.getByRole('button', { name: 'Upload new file' })).toBeFocused();

  const files = screen.field('files');
  await files.getByRole('button', { name: `Remove ${photo}` }).press('Enter');
  await expect(files.getByRole('button', { name: `Restore ${photo}` })).toBeFocused();
  await keyboard.press('Enter');
  await expect(files.getByRole('button', { name: `Remove ${photo}` })).toBeFocused();

  const last = screen.field('last').getByRole('button', { name: 'Upload new file' });
  const chooser = screen.panel.page().waitForEvent('filechooser');
  await last.press('Enter');
  await (await chooser).setFiles(upload('last.txt'));
  await expect(last).toBeDisabled();
  await expect(last).toBeFocused();
}

async function ordersByKeys({ panel, field }: PanelScreen, [a = '', b = '', c = '']: readonly string[]) {
  const { names, handle } = filesOf(panel);
  const { keyboard } = panel.page();
  const said = (text: string) => expect(panel.getByText(text)).toBeAttached();
  await handle(a).press('Space');
  await said(`${a} is over place 3 of 3.`);
  await keyboard.press('ArrowUp');
  await said(`${a} is over place 2 of 3.`);
  // Escape undoes the move and keeps the panel open.
  await keyboard.press('Escape');
  await said(`${a} was put back to place 3 of 3.`);
  await expect(names).toHaveText([b, c, a]);
  await expect(handle(a)).toBeFocused();
  await keyboard.press('Space');
  await said(`${a} is over place 3 of 3.`);
  await keyboard.press('ArrowUp');
  await said(`${a} is over place 2 of 3.`);
  await keyboard.press('Space');
  await expect(names).toHaveText([b, a, c]);

  // New files come after the stored ones, in their own order.
  await field('ordered')
    .locator('input[type=file]')
    .setInputFiles([upload('delta.txt'), upload('echo.txt')]);
  const added = field('ordered').getByRole('list', { name: 'New files of ordered' });
  await added.getByRole('button', { name: 'Move echo.txt', exact: true }).press('Space');
  await said('echo.txt is over place 2 of 2.');
  await keyboard.press('ArrowUp');
  await said('echo.txt is over place 1 of 2.');
  await keyboard.press('Space');
  await expect(added.getByRole('listitem').first()).toContainText('echo.txt');
}

test('files of a record are removed, chosen, dropped, pasted and ordered', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('files'),
    fields: [
      field('title'),
      field('files', 'file', { max: 5, mimeTypes: ['image/png', 'text/plain'] }),
      field('many', 'file', { max: 3 }),
      field('single', 'file'),
      field('loose', 'file', { max: 5, maxSize: 1000 }),
      field('last', 'file'),
      field('ordered', 'file', { max: 5 }),
    ],
  });
  const row = await createRecord(backend.api, collection.id, {
    files: [pngFile('photo.png'), textFile('note.txt')],
    many: [textFile('one.txt'), textFile('two.txt')],
    single: textFile('kept.txt'),
  });
  const [photo = '', note = ''] = row['files'] as string[];
  const { id: threeId, ordered } = await createRecord(backend.api, collection.id, {
    ordered: ['a.txt', 'b.txt', 'c.txt'].map((name) => textFile(name)),
  });
  const stored = [ordered].flat().map(String);
  const uploads = await watchUploads(page);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const loose = screen.field('loose');

  await step('[RF-12][RF-13] stored files are removed and restored, new ones listed with a local thumb', () =>
    removesAndChooses(screen, photo, note),
  );
  await step('[RF-14][TR-19] no more files than the maximum; a single file blocks the next', () =>
    refusesTooMany(screen),
  );
  await step('what is removed, restored or chosen by keyboard keeps the focus near', () =>
    keepsFocus(screen, photo),
  );
  await step('a file dropped outside of the field does not replace the page', async () => {
    const isRefused = await screen.field('title').evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'x.txt'));
      return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    expect(isRefused).toBe(true);
    await expect(screen.panel.getByText('x.txt', { exact: true })).toHaveCount(0);
  });
  await step('[RF-14] a dropped folder is ignored, the files dropped with it are added', async () => {
    const folder = test.info().outputPath('drop');
    mkdirSync(join(folder, 'pictures'), { recursive: true });
    writeFileSync(join(folder, 'letter.txt'), 'Dear reader');
    await dropFromDisk(page, loose.getByRole('group', { name: 'loose' }), folder, ['pictures', 'letter.txt']);
    await expect(loose.getByRole('listitem')).toHaveText(/letter\.txt/);
    await expect(loose).toContainText('Left out, because a folder is no file: pictures.');
  });
  await step(
    '[TR-36] a picture from the clipboard is added where the focus is, if the field takes it',
    async () => {
      await screen.control('title').focus();
      expect(await pastePictures(page, 10)).toBe(false);
      await loose.getByRole('button', { name: 'Upload new file' }).focus();
      expect(await pastePictures(page, 10, 2000)).toBe(true);
      await expect(loose.getByRole('listitem')).toHaveText([/letter\.txt/, /image\.png/]);
      await expect(loose).toContainText('Left out, because a file may have 1000 B at most: image.png.');
      await loose.getByRole('button', { name: 'Remove image.png' }).press('Enter');
      await expect(loose.getByText(/^Left out/)).toHaveCount(0);
    },
  );
  await step('all of it is stored', async () => {
    await screen.save.click();
    await expect(screen.panel).toHaveCount(0);
    const after = await storedRecord(backend, collection, row.id);
    expect(after['files']).toEqual([photo, note, expect.stringMatching(/^new_\w+\.png$/)]);
    expect(plainNames(after['single'])).toEqual(['first.txt']);
    expect(plainNames(after['many'])).toEqual(['two.txt', 'three.txt']);
    expect(plainNames(after['loose'])).toEqual(['letter.txt']);
  });

  const { names, handle } = filesOf(screen.panel);
  const [a = '', b = '', c = ''] = stored;
  await step(
    '[RF-15] files are ordered by pointer and by keyboard, new ones after the stored ones',
    async () => {
      await openRecord(page, collection.id, threeId);
      await expect(names).toHaveText([a, b, c]);
      await dragBelow(page, handle(a), handle(c));
      await expect(names).toHaveText([b, c, a]);
      await ordersByKeys(screen, stored);
      await screen.save.click();
      await expect(screen.panel).toHaveCount(0);
      expect(await uploads()).toEqual([
        { name: 'ordered', value: b },
        { name: 'ordered', value: a },
        { name: 'ordered', value: c },
        { name: 'ordered', value: 'echo.txt', filename: 'echo.txt' },
        { name: 'ordered', value: 'delta.txt', filename: 'delta.txt' },
      ]);
      const saved = await storedRecord(backend, collection, threeId);
      expect(saved['ordered']).toEqual([
        b,
        a,
        c,
        expect.stringMatching(/^echo_/),
        expect.stringMatching(/^delta_/),
      ]);
    },
  );
});

test('uploads show their progress, can be cancelled, and are not stopped or lost without a question', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('uploads'),
    fields: [field('title'), field('cover', 'file'), field('attachments', 'file', { max: 5 })],
  });
  const create = () => createRecord(backend.api, collection.id, { title: 'a' });
  const [first, second, third] = [await create(), await create(), await create()];
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const limitUpload = await slowUploads(page);
  const screen = await openRecord(page, collection.id, first.id);
  const cover = screen.field('cover');
  const coverOf = async (id: string) => (await storedRecord(backend, collection, id))['cover'];
  const progress = screen.panel.getByRole('progressbar', { name: 'Upload' });
  const large = upload('large.txt', 'x'.repeat(4_000_000));

  await step('the progress is shown, and a cancelled upload stores nothing', async () => {
    expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
    await cover.locator('input[type=file]').setInputFiles(large);
    await limitUpload(200_000);
    await screen.save.click();
    await expect(progress).toBeVisible();
    await expect.poll(() => progress.getAttribute('value')).not.toBe('0');
    await screen.panel.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(progress).toHaveCount(0);
    // The chosen files are still there.
    await expect(cover.getByText('large.txt')).toBeVisible();
    expect(await coverOf(first.id)).toBe('');
  });
  await step('the back button does not stop an upload without a question', async () => {
    await screen.save.click();
    await expect(progress).toBeVisible();
    await page.goBack();
    await expect(question(page)).toContainText(SAVING_QUESTION);
    await answer(page, SAVING_QUESTION, false);
    await limitUpload(-1);
    await expect(screen.panel).toHaveCount(0);
    expect(await coverOf(first.id)).toMatch(/^large_/);
  });
  await step(
    'files chosen and removed during an upload are part of the next save, without duplicates',
    async () => {
      const attachments = async () =>
        plainNames((await storedRecord(backend, collection, second.id))['attachments']);
      await openRecord(page, collection.id, second.id);
      const files = screen.field('attachments');
      const picker = files.locator('input[type=file]');
      await picker.setInputFiles([upload('large.txt', 'x'.repeat(2_000_000)), upload('unwanted.txt')]);
      // Far longer than the rest of the step takes on any machine.
      await limitUpload(20_000);
      await page.keyboard.press('ControlOrMeta+s');
      await expect(progress).toBeVisible();
      await picker.setInputFiles(upload('later.txt'));
      await files.getByRole('button', { name: 'Remove unwanted.txt' }).click();
      await limitUpload(-1);
      await expect(files.getByRole('button', { name: /^Restore unwanted_/ })).toBeVisible();
      expect(await attachments()).toEqual(['large.txt', 'unwanted.txt']);
      await expect(files.getByRole('listitem')).toHaveCount(3);
      await expect(files.getByText('New', { exact: true })).toHaveCount(1);
      await screen.save.click();
      await expect(screen.panel).toHaveCount(0);
      expect(await attachments()).toEqual(['large.txt', 'later.txt']);
    },
  );
  await step('a reload and the back button ask before chosen files are lost', async () => {
    await goToHash(page, '#/settings');
    await expect(page).toHaveURL(/#\/settings$/);
    await openRecord(page, collection.id, third.id);
    await cover.locator('input[type=file]').setInputFiles(upload('chosen.txt'));
    // Browsers ask only after an interaction with the page.
    await screen.control('title').click();
    const dialogEvent = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await dialogEvent;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(cover.getByText('chosen.txt')).toBeVisible();
    await page.goBack();
    await answer(page, UNSAVED_FILES_QUESTION, false);
    await expect(cover.getByText('chosen.txt')).toBeVisible();
    expect(hashQuery(page)['recordId']).toBe(third.id);
    await goToHash(page, '#/settings');
    await answer(page, UNSAVED_FILES_QUESTION, true);
    await expect(page).toHaveURL(/#\/settings$/);
    await expect(recordPanels(page)).toHaveCount(0);
  });
});
