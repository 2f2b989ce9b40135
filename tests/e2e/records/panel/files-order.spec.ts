import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openRecord, question, watchUploads } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const upload = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

/** A record with stored files of these names, and their names in the backend. */
async function createFiles(api: AdminApi, ...names: string[]) {
  const collection = await createCollection(api, {
    name: uniqueName('ordered'),
    schema: [field('files', 'file', { options: { maxSelect: 50 } })],
  });
  const row = await createRecord(api, collection.id, { files: names.map((name) => textFile(name)) });
  return { collection, row, files: [row['files']].flat().map(String) };
}

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

test('[RF-15] files are reordered by pointer and by keyboard, and the order is saved', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, row, files } = await createFiles(backend.api, 'alpha.txt', 'bravo.txt', 'charlie.txt');
  const [a = '', b = '', c = ''] = files;
  const uploads = await watchUploads(page);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const { names, handle } = filesOf(screen.panel);
  await expect(names).toHaveText([a, b, c]);

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
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await uploads()).toEqual([
    { name: 'files', value: b },
    { name: 'files', value: a },
    { name: 'files', value: c },
    { name: 'files', value: 'echo.txt', filename: 'echo.txt' },
    { name: 'files', value: 'delta.txt', filename: 'delta.txt' },
  ]);
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['files']).toEqual([
    b,
    a,
    c,
    expect.stringMatching(/^echo_/),
    expect.stringMatching(/^delta_/),
  ]);
});

test('[RF-15] all keys count, even if they are faster than the screen', async ({ page, admin, backend }) => {
  const { collection, row, files } = await createFiles(backend.api, 'alpha.txt', 'bravo.txt', 'charlie.txt');
  const [a = '', b = '', c = ''] = files;
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const { names, handle } = filesOf(screen.panel);
  await handle(a).focus();
  await pressAtOnce(page, 'Space', 'ArrowDown', 'ArrowDown', 'Space');
  await expect(names).toHaveText([b, c, a]);
  await expect(screen.panel.getByText(`${a} was dropped at place 3 of 3.`)).toBeAttached();
  await expect(handle(a)).toBeFocused();
  await pressAtOnce(page, 'Space', 'ArrowUp', 'Escape');
  await expect(screen.panel.getByText(`${a} was put back to place 3 of 3.`)).toBeAttached();
  await expect(names).toHaveText([b, c, a]);
});

test('[RF-15] a file that is dragged very fast lands in its place, and the panel reacts to clicks and Escape at once', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, row, files } = await createFiles(backend.api, 'alpha.txt', 'bravo.txt', 'charlie.txt');
  const [a = '', b = '', c = ''] = files;
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const { names, handle } = filesOf(screen.panel);
  // All events happen before anything is rendered, like on a busy page.
  const target = await handle(c).elementHandle();
  await handle(a).evaluate(async (from, to) => {
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
  await expect(names).toHaveText([b, c, a]);
  await expect(screen.panel.getByRole('button', { name: `Restore ${c}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toContainText('You have unsaved changes.');
});

test('[RF-15] keys move a file beyond the visible part of the panel', async ({ page, admin, backend }) => {
  const all = Array.from({ length: 30 }, (_, index) => `f${index}.txt`);
  const { collection, row, files } = await createFiles(backend.api, ...all);
  const [first = '', ...rest] = files;
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const { names, handle } = filesOf(screen.panel);
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
  await expect(names).toHaveText(files);
});
