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
  question,
  recordPanels,
  storedRecord,
  watchUploads,
} from '#tests/support/records/panel.ts';
import { goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import { slowUploads } from '#tests/support/slow-uploads.ts';

const UNSAVED_FILES_QUESTION =
  'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?';
const SAVING_QUESTION = 'The record is still being saved. Do you really want to stop that and leave?';

const upload = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Names without what the backend adds. */
const plainNames = (names: unknown) => [names].flat().map((name) => String(name).replace(/_\w{10}\./, '.'));

/** The list of stored files, its links and its drag handles. */
function filesOf(panel: Locator) {
  const list = panel.getByRole('list', { name: 'Files of files' });
  return {
    names: list.getByRole('listitem').getByRole('link', { name: /^\w+\.txt$/ }),
    handle: (name: string) => list.getByRole('button', { name: `Move ${name}`, exact: true }),
  };
}

/** Presses keys like on a busy page: one after the other, before any timer or frame. */
const pressAtOnce = (page: Page, ...keys: string[]) =>
  page.evaluate((codes) => {
    for (const code of codes) {
      const key = code === 'Space' ? ' ' : code;
      const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }
  }, keys);

test('[RF-12][RF-13][RF-14][TR-19][TR-36] files are removed, restored, chosen and dropped, no more than the maximum', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('files'),
    schema: [
      field('title'),
      field('files', 'file', { options: { maxSelect: 5, mimeTypes: ['image/png', 'text/plain'] } }),
      field('many', 'file', { options: { maxSelect: 3 } }),
      field('single', 'file'),
      field('loose', 'file', { options: { maxSelect: 5, maxSize: 1000 } }),
      field('last', 'file'),
    ],
  });
  const row = await createRecord(backend.api, collection.id, {
    files: [pngFile('photo.png'), textFile('note.txt')],
    many: [textFile('one.txt'), textFile('two.txt')],
    single: textFile('kept.txt'),
  });
  const [photo = '', note = ''] = row['files'] as string[];
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

  await test.step('stored files are removed and restored, new ones listed with a local thumb', async () => {
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
  });
  await test.step('no more files than the maximum; a single file blocks the next', async () => {
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
    await expect(items('single').last()).toContainText('first.txt');
    await expect(screen.field('single')).toContainText(
      'Left out, because the field takes 1 file: second.txt.',
    );
    await expect(button('single')).toBeDisabled();
    // The removed file can't be restored in addition.
    await expect(screen.field('single').getByRole('button', { name: 'Restore' })).toBeDisabled();

    await expect(button('many')).toBeEnabled();
    await drop('many', ['three.txt', 'four.txt', 'five.txt']);
    await expect(items('many')).toHaveCount(3);
    const note = screen.field('many').getByText(/^Left out/);
    await expect(note).toHaveText('Left out, because the field takes 3 files: four.txt, five.txt.');
    await expect(button('many')).toBeDisabled();
    await screen
      .field('many')
      .getByRole('button', { name: `Remove ${one}` })
      .click();
    await expect(button('many')).toBeEnabled();
    await expect(note).toHaveCount(0);
    await screen
      .field('many')
      .locator('input[type=file]')
      .setInputFiles([upload('six.txt'), upload('seven.txt')]);
    await expect(items('many').last()).toContainText('six.txt');
    await expect(note).toHaveText('Left out, because the field takes 3 files: seven.txt.');
    await expect(button('many')).toBeDisabled();
  });
  await test.step('after a removal by keyboard the neighbour has the focus, then the button', async () => {
    const files = screen.field('loose');
    await files.locator('input[type=file]').setInputFiles([upload('a.txt'), upload('b.txt')]);
    await files.getByRole('button', { name: 'Remove a.txt' }).focus();
    await page.keyboard.press('Enter');
    await expect(files.getByRole('button', { name: 'Remove b.txt' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(files.getByRole('button', { name: 'Upload new file' })).toBeFocused();
    await expect(items('loose')).toHaveCount(0);
  });
  await test.step('a removed and a restored file, and the button after the last file, keep the focus', async () => {
    const files = screen.field('files');
    await files.getByRole('button', { name: `Remove ${photo}` }).press('Enter');
    await expect(files.getByRole('button', { name: `Restore ${photo}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(files.getByRole('button', { name: `Remove ${photo}` })).toBeFocused();

    const chooser = page.waitForEvent('filechooser');
    await button('last').press('Enter');
    await (await chooser).setFiles(upload('last.txt'));
    await expect(button('last')).toBeDisabled();
    await expect(button('last')).toBeFocused();
  });
  await test.step('a file dropped outside of the field does not replace the page', async () => {
    const refused = await screen.field('title').evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'x.txt'));
      return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    expect(refused).toBe(true);
    await expect(screen.panel.getByText('x.txt', { exact: true })).toHaveCount(0);
    await expect(items('loose')).toHaveCount(0);
  });
  await test.step('a dropped folder is ignored, the files dropped with it are added', async () => {
    const files = screen.field('loose');
    const folder = test.info().outputPath('drop');
    mkdirSync(join(folder, 'pictures'), { recursive: true });
    writeFileSync(join(folder, 'letter.txt'), 'Dear reader');
    await files.scrollIntoViewIfNeeded();
    const box = await files.getByRole('group', { name: 'loose' }).boundingBox();
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
    await expect(files).toContainText('Left out, because a folder is no file: pictures.');
  });
  await test.step('a picture from the clipboard is added where the focus is, if the field takes it', async () => {
    const paste = (...sizes: readonly number[]) =>
      page.evaluate((lengths) => {
        const clipboardData = new DataTransfer();
        for (const length of lengths)
          clipboardData.items.add(new File(['x'.repeat(length)], 'image.png', { type: 'image/png' }));
        // Browsers send it to the body while nothing can be typed.
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        return !document.body.dispatchEvent(event);
      }, sizes);
    const files = screen.field('loose');
    await screen.control('title').focus();
    expect(await paste(10)).toBe(false);
    await button('loose').focus();
    expect(await paste(10, 2000)).toBe(true);
    await expect(items('loose')).toHaveText([/letter\.txt/, /image\.png/]);
    await expect(files).toContainText('Left out, because a file may have 1000 B at most: image.png.');
    await files.getByRole('button', { name: 'Remove image.png' }).press('Enter');
    await expect(files.getByText(/^Left out/)).toHaveCount(0);
  });
  await test.step('all of it is stored', async () => {
    await screen.save.click();
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    const after = await storedRecord(backend, collection, row.id);
    expect(after['files']).toEqual([photo, note, expect.stringMatching(/^new_\w+\.png$/)]);
    expect(plainNames(after['single'])).toEqual(['first.txt']);
    expect(plainNames(after['many'])).toEqual(['two.txt', 'three.txt', 'six.txt']);
    expect(plainNames(after['loose'])).toEqual(['letter.txt']);
  });
});

test('[RF-15] files are reordered by pointer and by keyboard, and the order is saved', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('ordered'),
    schema: [field('files', 'file', { options: { maxSelect: 50 } })],
  });
  /** A record with stored files of these names, and their names in the backend. */
  const create = async (...stored: string[]) => {
    const row = await createRecord(backend.api, collection.id, {
      files: stored.map((name) => textFile(name)),
    });
    return { row, files: [row['files']].flat().map(String) };
  };
  const three = await create('alpha.txt', 'bravo.txt', 'charlie.txt');
  const fast = await create('alpha.txt', 'bravo.txt', 'charlie.txt');
  const many = await create(...Array.from({ length: 30 }, (_, index) => `f${index}.txt`));
  const uploads = await watchUploads(page);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, three.row.id);
  const { names, handle } = filesOf(screen.panel);

  await test.step('by pointer and by keyboard, and new files after the stored ones', async () => {
    const [a = '', b = '', c = ''] = three.files;
    await expect(names).toHaveText([a, b, c]);
    // Waits until the panel has stopped moving, because positions change until then.
    await handle(a).hover();
    const from = await handle(a).boundingBox();
    const to = await handle(c).boundingBox();
    if (!from || !to) throw new Error('The handles are not visible.');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 10, { steps: 10 });
    await page.mouse.up();
    await expect(names).toHaveText([b, c, a]);

    await handle(a).focus();
    await page.keyboard.press('Space');
    await expect(screen.panel.getByText(`${a} is over place 3 of 3.`)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(screen.panel.getByText(`${a} is over place 2 of 3.`)).toBeAttached();
    // Escape undoes the move and keeps the panel open.
    await page.keyboard.press('Escape');
    await expect(screen.panel.getByText(`${a} was put back to place 3 of 3.`)).toBeAttached();
    await expect(names).toHaveText([b, c, a]);
    await expect(handle(a)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(screen.panel.getByText(`${a} is over place 3 of 3.`)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(screen.panel.getByText(`${a} is over place 2 of 3.`)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(names).toHaveText([b, a, c]);

    // New files come after the stored ones, in their own order.
    await screen
      .field('files')
      .locator('input[type=file]')
      .setInputFiles([upload('delta.txt'), upload('echo.txt')]);
    const added = screen.field('files').getByRole('list', { name: 'New files of files' });
    await added.getByRole('button', { name: 'Move echo.txt', exact: true }).press('Space');
    await expect(screen.panel.getByText('echo.txt is over place 2 of 2.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(screen.panel.getByText('echo.txt is over place 1 of 2.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(added.getByRole('listitem').first()).toContainText('echo.txt');
    await screen.save.click();
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    expect(await uploads()).toEqual([
      { name: 'files', value: b },
      { name: 'files', value: a },
      { name: 'files', value: c },
      { name: 'files', value: 'echo.txt', filename: 'echo.txt' },
      { name: 'files', value: 'delta.txt', filename: 'delta.txt' },
    ]);
    expect((await storedRecord(backend, collection, three.row.id))['files']).toEqual([
      b,
      a,
      c,
      expect.stringMatching(/^echo_/),
      expect.stringMatching(/^delta_/),
    ]);
  });

  const [a = '', b = '', c = ''] = fast.files;
  await openRecord(page, collection.id, fast.row.id);
  await test.step('all keys count, even if they are faster than the screen', async () => {
    await handle(a).focus();
    await pressAtOnce(page, 'Space', 'ArrowDown', 'ArrowDown', 'Space');
    await expect(names).toHaveText([b, c, a]);
    await expect(screen.panel.getByText(`${a} was dropped at place 3 of 3.`)).toBeAttached();
    await expect(handle(a)).toBeFocused();
    await pressAtOnce(page, 'Space', 'ArrowUp', 'Escape');
    await expect(screen.panel.getByText(`${a} was put back to place 3 of 3.`)).toBeAttached();
    await expect(names).toHaveText([b, c, a]);
  });
  await test.step('a file dragged very fast lands in its place; clicks and Escape count at once', async () => {
    // All events happen before anything is rendered, like on a busy page.
    const target = await handle(a).elementHandle();
    await handle(b).evaluate(async (from, to) => {
      const middle = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { clientX: left + width / 2, clientY: top + height / 2 };
      };
      const send = (on: Element, type: string, at: { clientX: number; clientY: number }) =>
        on.dispatchEvent(
          new PointerEvent(type, { ...at, pointerId: 1, isPrimary: true, bubbles: true, cancelable: true }),
        );
      if (!to) throw new Error('There is no target.');
      send(from, 'pointerdown', middle(from));
      send(document.body, 'pointermove', middle(to));
      send(document.body, 'pointerup', middle(to));
      // The drop is rendered before the next event, without any timer or frame in between.
      await Promise.resolve();
      const next = from
        .closest('ul')
        ?.querySelector(`[aria-label="Remove ${to.getAttribute('aria-label')?.slice(5)}"]`);
      if (!next) throw new Error('There is nothing to click.');
      send(next, 'pointerdown', middle(next));
      send(next, 'pointerup', middle(next));
      next.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
    }, target);
    await expect(names).toHaveText([c, a, b]);
    await expect(screen.panel.getByRole('button', { name: `Restore ${a}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await answer(page, 'You have unsaved changes.', true);
    await expect(screen.panel).toHaveCount(0);
  });
  await test.step('keys move a file beyond the visible part of the panel', async () => {
    const [first = '', ...rest] = many.files;
    await openRecord(page, collection.id, many.row.id);
    await handle(first).focus();
    await page.keyboard.press('Space');
    for (let place = 2; place <= 28; place++) {
      await page.keyboard.press('ArrowDown');
      await expect(screen.panel.getByText(`${first} is over place ${place} of 30.`)).toBeAttached();
      await expect(handle(first)).toBeInViewport({ ratio: 1 });
    }
    await pressAtOnce(page, 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Space');
    await expect(names).toHaveText([...rest.slice(0, 28), first, ...rest.slice(28)]);
    await expect(handle(first)).toBeFocused();
    await pressAtOnce(page, 'Space', ...Array.from({ length: 40 }, () => 'ArrowUp'), 'Space');
    await expect(names).toHaveText(many.files);
  });
});

test('uploads show their progress, can be cancelled, and are not stopped or lost without a question', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('uploads'),
    schema: [
      field('title'),
      field('cover', 'file'),
      field('attachments', 'file', { options: { maxSelect: 5 } }),
    ],
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

  await test.step('the progress is shown, and a cancelled upload stores nothing', async () => {
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
  await test.step('the back button does not stop an upload without a question', async () => {
    await screen.save.click();
    await expect(progress).toBeVisible();
    await page.goBack();
    await expect(question(page)).toContainText(SAVING_QUESTION);
    await answer(page, SAVING_QUESTION, false);
    await limitUpload(-1);
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    expect(await coverOf(first.id)).toMatch(/^large_/);
    await expect(screen.panel).toHaveCount(0);
  });
  await test.step('files chosen and removed during an upload are part of the next save, without duplicates', async () => {
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
  });
  await test.step('a reload and the back button ask before chosen files are lost', async () => {
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
