import type { Page } from '@playwright/test';
import { announced, confirmChanges, openEditorOf } from '#tests/support/collections/editor.ts';
import type { StoredCollection } from '#tests/support/collections/saving.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

const texts = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`, 'text'));

test('[FD-04][FD-08] Duplicate inserts a copy after the field, with an unused name', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('copied'),
    schema: [
      field('title', 'text', { required: true, options: { min: 2, max: 9 } }),
      field('title_copy2', 'text'),
      field('last', 'text'),
    ],
  });
  const editor = await openEditorOf(page, id);
  const more = async (name: string, item: string) => {
    const button = editor.panel.getByRole('button', { name: `More options of ${name}`, exact: true });
    if (!(await button.isVisible())) await editor.openField(name);
    await button.click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await editor.openField('title');
  await editor.panel.getByRole('button', { name: 'More options of title' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Duplicate', 'Remove']);
  await page.keyboard.press('Escape');
  await more('title', 'Duplicate');
  await more('title', 'Duplicate');
  await expect.poll(editor.fieldNames).toEqual(['title', 'title_copy3', 'title_copy', 'title_copy2', 'last']);
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${id}`);
  expect(schema.map(({ name }) => name)).toEqual([
    'title',
    'title_copy3',
    'title_copy',
    'title_copy2',
    'last',
  ]);
  expect(new Set(schema.map((one) => one.id)).size).toBe(5);
  expect(schema[1]).toMatchObject({ required: true, options: { min: 2, max: 9 } });
});

test('[FD-09] new fields are removed at once; saved ones are marked, and can be restored', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('marked'),
    schema: [field('title', 'text'), field('rank', 'number')],
  });
  const record = await createRecord(backend.api, id, { title: 'kept', rank: 7 });
  const editor = await openEditorOf(page, id);
  const remove = async (name: string) => {
    const button = editor.panel.getByRole('button', { name: `More options of ${name}`, exact: true });
    if (!(await button.isVisible())) await editor.openField(name);
    await button.click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  };
  await editor.addField('Bool', 'fresh');
  await remove('fresh');
  await expect.poll(editor.fieldNames).toEqual(['title', 'rank']);

  await editor.fieldName('rank').fill('renamed');
  await remove('renamed');
  await expect(editor.fieldName('rank')).toBeDisabled();
  await expect(editor.gear('rank')).toHaveCount(0);
  await expect(editor.field('rank').getByRole('button', { name: /^More options/ })).toHaveCount(0);
  await expect(editor.field('rank').getByRole('button', { name: /^Move field/ })).toHaveCount(0);
  const restore = editor.field('rank').getByRole('button', { name: 'Restore rank' });
  await restore.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Restore');
  await restore.click();
  await expect(editor.fieldName('rank')).toBeEnabled();
  await expect(editor.gear('rank')).toBeVisible();
  await expect(editor.save).toBeDisabled();

  await remove('rank');
  await editor.save.click();
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get(`/api/collections/${id}/records/${record.id}`);
  expect(stored['title']).toBe('kept');
  expect(stored).not.toHaveProperty('rank');
});

test('[FD-10][FD-13] fields are moved with the pointer; a new order is saved without a question', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('moved'), schema: texts(5) });
  const record = await createRecord(backend.api, id, { f0: 'a', f1: 'b', f2: 'c', f3: 'd', f4: 'e' });
  const editor = await openEditorOf(page, id);
  // Options of an unsaved field survive the move.
  await editor.addField('Plain text', 'fresh');
  await editor.openField('fresh');
  await editor.field('fresh').getByLabel('Max length').fill('44');
  await editor.gear('fresh').click();

  const drag = async (name: string, over: string, place: number) => {
    const handle = editor.field(name).getByRole('button', { name: `Move field ${name}` });
    const from = await handle.boundingBox();
    const to = await editor.field(over).boundingBox();
    if (!from || !to) throw new Error('There is nothing to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 12 });
    await expect(announced(page)).toContainText(`Field ${name} is over place ${place} of 6.`);
    await page.mouse.up();
  };
  await drag('fresh', 'f1', 2);
  await expect.poll(() => editor.fieldNames()).toEqual(['f0', 'fresh', 'f1', 'f2', 'f3', 'f4']);
  await expect(announced(page)).toContainText('Field fresh was dropped at place 2 of 6.');
  await drag('f4', 'f0', 1);
  await expect.poll(() => editor.fieldNames()).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
  await expect(editor.save).toBeEnabled();
  await editor.save.click();
  await expect(confirmChanges(page)).toHaveCount(0);
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${id}`);
  expect(schema.map(({ name }) => name)).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
  expect(schema[2]?.options.max).toBe(44);
  const stored = await backend.api.get(`/api/collections/${id}/records/${record.id}`);
  expect(stored).toMatchObject({ f0: 'a', f1: 'b', f2: 'c', f3: 'd', f4: 'e' });
});

test('[FD-10] fields are moved by keyboard, with every step announced; Escape undoes the move', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('keyed'), schema: texts(4) });
  const editor = await openEditorOf(page, id);
  const handle = editor.field('f0').getByRole('button', { name: 'Move field f0' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText('Picked up field f0, place 1 of 4.');
  await page.keyboard.press('ArrowDown');
  await expect(announced(page)).toContainText('Field f0 is over place 2 of 4.');
  await page.keyboard.press('ArrowDown');
  await expect(announced(page)).toContainText('Field f0 is over place 3 of 4.');
  await page.keyboard.press('Space');
  await expect.poll(() => editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3']);
  await expect(announced(page)).toContainText('Field f0 was dropped at place 3 of 4.');
  await expect(handle).toBeFocused();

  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText('Picked up field f0, place 3 of 4.');
  await page.keyboard.press('ArrowUp');
  await expect(announced(page)).toContainText('Field f0 is over place 2 of 4.');
  await page.keyboard.press('Escape');
  await expect(announced(page)).toContainText('Field f0 was put back to place 3 of 4.');
  expect(await editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3']);
  await expect(editor.panel).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

/** Sends keys to a busy page: one after the other, before any other pending task. */
const pressAtOnce = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (codes) => {
    for (const code of codes) {
      const key = code === 'Space' ? ' ' : code;
      const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      await Promise.resolve();
    }
  }, keys);

test('[FD-10] keys that are faster than the screen move a field through a scrolling list', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('scrolled'), schema: texts(40) });
  const editor = await openEditorOf(page, id);
  await expect(editor.fields).toHaveCount(40);
  await editor.field('f0').getByRole('button', { name: 'Move field f0' }).focus();
  await pressAtOnce(page, ['Space', ...Array.from({ length: 25 }, () => 'ArrowDown'), 'Space']);
  await expect(announced(page)).toContainText('Field f0 was dropped at place 26 of 40.');
  await expect.poll(async () => (await editor.fieldNames()).indexOf('f0')).toBe(25);
  await expect(editor.fieldName('f0')).toBeInViewport();
});

test('[FD-10] no step is lost when keys and pointer are faster than the screen', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('quick'), schema: texts(5) });
  const editor = await openEditorOf(page, id);
  const handle = editor.field('f0').getByRole('button', { name: 'Move field f0' });
  await handle.focus();
  await pressAtOnce(page, ['Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Space']);
  await expect.poll(() => editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
  await expect(announced(page)).toContainText('Field f0 was dropped at place 3 of 5.');
  await expect(handle).toBeFocused();
  await pressAtOnce(page, ['Space', 'ArrowUp', 'Escape']);
  await expect(announced(page)).toContainText('Field f0 was put back to place 3 of 5.');
  expect(await editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
  await expect(editor.panel).toBeVisible();

  // A fast drag: down, past the last one, and up again.
  const from = await handle.boundingBox();
  const to = await editor.field('f4').boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag.');
  await handle.evaluate(
    async (grip, [startY, endY]) => {
      const send = (target: EventTarget, type: string, clientY: number) =>
        target.dispatchEvent(
          new PointerEvent(type, { clientX: 0, clientY, isPrimary: true, bubbles: true, cancelable: true }),
        );
      send(grip, 'pointerdown', startY);
      for (const y of [startY + 10, endY]) {
        send(document, 'pointermove', y);
        await Promise.resolve();
      }
      send(document, 'pointerup', endY);
    },
    [from.y + from.height / 2, to.y + to.height / 2] as const,
  );
  await expect.poll(() => editor.fieldNames()).toEqual(['f1', 'f2', 'f3', 'f4', 'f0']);
  await expect(announced(page)).toContainText('Field f0 was dropped at place 5 of 5.');
});

test('an editor with 100 fields does not render the other fields during typing and moving', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('hundred'), schema: texts(100) });
  const editor = await openEditorOf(page, id);
  await expect(editor.fields).toHaveCount(100);
  await editor.fieldName('f50').focus();
  // Every row that renders again would write its style or name again.
  await editor.panel.getByRole('list', { name: 'Fields' }).evaluate((list) => {
    const touched = new Set<Element>();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const line = (target instanceof Element ? target : target.parentElement)?.closest('li');
        if (line) touched.add(line);
      }
      Object.assign(window, { touchedLines: touched.size });
    }).observe(list, { subtree: true, attributes: true, childList: true, characterData: true });
  });
  await page.keyboard.type('abc');
  await expect(editor.fields.nth(50).getByRole('textbox')).toHaveValue('f50abc');
  expect(await page.evaluate(() => Reflect.get(window, 'touchedLines'))).toBe(1);
  await editor.gear('f50abc').click();
  await expect(editor.field('f50abc').getByLabel('Max length')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'touchedLines'))).toBe(1);
});
