import type { Page } from '@playwright/test';
import { collectionHash, confirmChanges, openEditorOf, openNew } from '../support/collection-editor.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { afterTimers } from '../support/timers.ts';

interface StoredField {
  id: string;
  name: string;
  type: string;
  required: boolean;
}
interface Stored {
  schema: StoredField[];
}

const texts = (count: number, prefix = 'f') =>
  Array.from({ length: count }, (_, index) => field(`${prefix}${index}`, 'text'));

/** What the drag and drop says to screen readers. */
const announced = (page: Page) => page.locator('[id^="DndLiveRegion"]');

test.beforeEach(({ admin }) => admin.signIn());

test('[FD-01][FD-02][FD-04] New field: its menu, names and focus', async ({ page, backend }) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  await editor.newField.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Plain text',
    'Rich editor',
    'Number',
    'Bool',
    'Email',
    'Url',
    'DateTime',
    'Select',
    'File',
    'Relation',
    'JSON',
  ]);
  await page.keyboard.press('Escape');
  const name = uniqueName('typed');
  await editor.name.fill(name);
  const labels = ['Plain text', 'Rich editor', 'Number', 'Bool', 'Email', 'Url', 'DateTime', 'JSON', 'File'];
  for (const [index, label] of labels.entries()) {
    await editor.newField.click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    const input = editor.panel.getByRole('textbox', { name: 'Field name' }).last();
    await expect(input).toHaveValue(index === 0 ? 'field' : `field${index + 1}`);
    await expect(input).toBeFocused();
    const selected = await input.evaluate((element: HTMLInputElement) =>
      element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0),
    );
    expect(selected).toBe(index === 0 ? 'field' : `field${index + 1}`);
  }
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<Stored>(`/api/collections/${name}`);
  expect(schema.map(({ type }) => type)).toEqual([
    'text',
    'editor',
    'number',
    'bool',
    'email',
    'url',
    'date',
    'json',
    'file',
  ]);
});

test('[FD-03][FD-14][CE-06] a field name is a slug; doubled and empty ones are refused at their field', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/response 400/);
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  await editor.name.fill(uniqueName('slugged'));
  await editor.newField.click();
  await page.getByRole('menuitem', { name: 'Plain text' }).click();
  const first = editor.panel.getByRole('textbox', { name: 'Field name' }).first();
  await expect(first).toHaveAttribute('placeholder', 'Field name');
  await expect(first).toHaveAttribute('aria-required', 'true');
  await first.pressSequentially('My Field-é 1');
  await expect(first).toHaveValue('My_Field_e_1');
  await editor.addField('Number', 'other');
  await editor.fieldName('other').fill('my_field_E_1');
  await editor.save.click();
  const icon = editor.fields.nth(1).getByRole('button', { name: /unique|duplicat/i });
  await expect(icon).toBeVisible();
  await icon.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expect(editor.fields.nth(1).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expect(editor.fields.nth(1).getByRole('button', { name: 'Toggle field options' })).toHaveClass(
    /text-error/,
  );
  await expect(editor.tab('Fields').getByRole('img', { name: 'Has errors' })).toBeVisible();
  await editor.fields.nth(1).getByRole('textbox').fill('');
  await expect(icon).toHaveCount(0);
  await editor.save.click();
  await expect(editor.fields.nth(1).getByRole('button', { name: 'Cannot be blank.' })).toBeVisible();
});

test('[FD-05][FD-06][FD-07] options open one at a time; Required and Presentable by type', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const editor = await openEditorOf(page, posts.id);
  await expect(editor.gear('title')).toHaveAttribute('aria-expanded', 'false');
  await editor.openField('title');
  await expect(editor.gear('title')).toHaveAttribute('aria-expanded', 'true');
  await editor.openField('amount');
  await expect(editor.gear('amount')).toHaveAttribute('aria-expanded', 'true');
  await expect(editor.gear('title')).toHaveAttribute('aria-expanded', 'false');
  await editor.gear('amount').click();
  await expect(editor.gear('amount')).toHaveAttribute('aria-expanded', 'false');

  const expected: [name: string, label: string, value: string][] = [
    ['title', 'Nonempty', '""'],
    ['amount', 'Nonzero', '0'],
    ['active', 'Nonfalsey', 'false'],
    ['contact', 'Nonempty', '""'],
    ['website', 'Nonempty', '""'],
    ['body', 'Nonempty', '""'],
    ['due', 'Nonempty', '""'],
    ['status', 'Nonempty', '""'],
    ['tags', 'Nonempty', '[]'],
    ['meta', 'Nonempty', 'null, "", [], {}'],
    ['cover', 'Nonempty', '""'],
    ['attachments', 'Nonempty', '[]'],
    ['author', 'Nonempty', '""'],
    ['reviewers', 'Nonempty', '[]'],
  ];
  for (const [name, label, value] of expected) {
    const row = await editor.openField(name);
    const required = row.getByRole('switch', { name: label });
    const infos = row.locator('div:has(> [role=switch])').getByRole('button', { name: 'More about this' });
    await expect(infos.first()).toBeVisible();
    const tooltips = await infos.evaluateAll((all) => all.map((one) => one.getAttribute('data-tooltip')));
    expect(tooltips).toContain(`Requires the field value NOT to be ${value}.`);
    const presentable = row.getByRole('switch', { name: 'Presentable' });
    await expect(presentable).toBeVisible();
    expect(tooltips.at(-1)).toMatch(/record/);
    await required.check();
    await expect(row.getByText(label, { exact: true })).toHaveCount(2);
  }
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<Stored>(`/api/collections/${posts.id}`);
  expect(schema.map(({ required }) => required)).toEqual(schema.map(() => true));
});

test('[FD-04][FD-08] Duplicate puts a copy right behind, under a free name', async ({ page, backend }) => {
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
  expect(await editor.fieldNames()).toEqual(['title', 'title_copy3', 'title_copy', 'title_copy2', 'last']);
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<{ schema: (StoredField & { options: object })[] }>(
    `/api/collections/${id}`,
  );
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

test('[FD-09] new fields go at once; saved ones are marked, and can be restored', async ({
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
  expect(await editor.fieldNames()).toEqual(['title', 'rank']);

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

test('[FD-10][FD-13] fields are moved with the pointer; a reorder is saved without a question', async ({
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

  const drag = async (name: string, over: string) => {
    const handle = editor.field(name).getByRole('button', { name: `Move field ${name}` });
    const from = await handle.boundingBox();
    const to = await editor.field(over).boundingBox();
    if (!from || !to) throw new Error('Nothing to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 12 });
    await expect(announced(page)).toContainText(`Field ${name} is over`);
    await page.mouse.up();
  };
  await drag('fresh', 'f1');
  await expect.poll(() => editor.fieldNames()).toEqual(['f0', 'fresh', 'f1', 'f2', 'f3', 'f4']);
  await expect(announced(page)).toContainText('Field fresh was dropped at place 2 of 6.');
  await drag('f4', 'f0');
  await expect.poll(() => editor.fieldNames()).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
  await expect(editor.save).toBeEnabled();
  await editor.save.click();
  await expect(confirmChanges(page)).toHaveCount(0);
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<{ schema: (StoredField & { options: { max: number } })[] }>(
    `/api/collections/${id}`,
  );
  expect(schema.map(({ name }) => name)).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
  expect(schema[2]?.options.max).toBe(44);
  const stored = await backend.api.get(`/api/collections/${id}/records/${record.id}`);
  expect(stored).toMatchObject({ f0: 'a', f1: 'b', f2: 'c', f3: 'd', f4: 'e' });
});

test('[FD-10] fields are moved by keys, with every step announced; Escape puts them back', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('keyed'), schema: texts(4) });
  const editor = await openEditorOf(page, id);
  const handle = editor.field('f0').getByRole('button', { name: 'Move field f0' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText('Picked up field f0, place 1 of 4.');
  await afterTimers(page);
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
  await afterTimers(page);
  await page.keyboard.press('ArrowUp');
  await expect(announced(page)).toContainText('Field f0 is over place 2 of 4.');
  await page.keyboard.press('Escape');
  await expect(announced(page)).toContainText('Field f0 was put back to place 3 of 4.');
  expect(await editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3']);
  await expect(editor.panel).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('[FD-12][FD-13] renaming a field renames it in the indexes at once, and nothing else', async ({
  page,
  backend,
}) => {
  const name = uniqueName('indexed');
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('ab', 'text'), field('abc', 'text')],
    indexes: [
      `CREATE INDEX idx_one_${name} ON ${name} (ab, abc)`,
      `CREATE INDEX idx_two_${name} ON ${name} (abc) WHERE ab != 'ab'`,
    ],
  });
  const record = await createRecord(backend.api, id, { ab: 'first', abc: 'second' });
  const editor = await openEditorOf(page, id);
  const chips = editor.indexes.getByRole('button');
  await expect(chips.nth(0)).toHaveText('ab, abc');
  await editor.fieldName('ab').fill('xy');
  await expect(chips.nth(0)).toHaveText('xy, abc');
  await expect(chips.nth(1)).toHaveText('abc');
  // Through a name that the other one has: no mixing up.
  await editor.fieldName('xy').fill('abc');
  await editor.fields.nth(0).getByRole('textbox').fill('abcd');
  await expect(chips.nth(0)).toHaveText('abcd, abc');
  await editor.save.click();
  const dialog = confirmChanges(page);
  await expect(dialog.getByText('Renamed field ab → abcd')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  const indexes = backend.sql('select sql from sqlite_master where name like ? order by name', [
    `idx_%_${name}`,
  ]);
  expect(indexes[0]?.['sql']).toMatch(/\W+abcd\W+abc\W/);
  expect(indexes[1]?.['sql']).toMatch(/\(\W*abc\W*\)\s+WHERE\s+\W?abcd\W? != 'ab'/);
  const stored = await backend.api.get(`/api/collections/${id}/records/${record.id}`);
  expect(stored).toMatchObject({ abcd: 'first', abc: 'second' });
});

test('an editor with 100 fields types and moves without rendering the others', async ({ page, backend }) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('hundred'), schema: texts(100) });
  const editor = await openEditorOf(page, id);
  await expect(editor.fields).toHaveCount(100);
  await editor.fieldName('f50').focus();
  // Every line that renders anew would write its style or name again.
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

test('[FD-14] a refused option far down is opened and has the focus', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/response 400/);
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  await editor.name.fill(uniqueName('deep'));
  await editor.addField('Select', 'choice');
  for (let count = 0; count < 20; count += 1) {
    await editor.newField.click();
    await page.getByRole('menuitem', { name: 'Bool' }).click();
  }
  await editor.tab('API Rules').click();
  await editor.save.click();
  const choices = editor.field('choice').getByRole('textbox', { name: 'Choices' });
  await expect(choices).toBeFocused();
  await expect(choices).toBeInViewport();
  await expect(choices).toHaveAccessibleDescription('Cannot be blank.');
});
