import type { Page } from '@playwright/test';
import {
  announced,
  chooseOption,
  collectionHash,
  confirmChanges,
  discardChanges,
  editListed,
  openEditorOf,
  openNew,
  removeField,
} from '#tests/support/collections/editor.ts';
import type { StoredCollection } from '#tests/support/collections/saving.ts';
import {
  createBlog,
  createCollection,
  createRecord,
  type FieldInput,
  field,
  pngFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

const texts = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`, 'text'));

/** The fields of every type, in the order of {@link LABELS}, as the backend stores them. */
function everyField(related: string): FieldInput[] {
  const values = ['one', 'two', 'three'];
  const relation = { collectionId: related };
  return [
    field('text'),
    field('editor', 'editor'),
    field('number', 'number'),
    field('bool', 'bool'),
    field('email', 'email'),
    field('url', 'url'),
    field('date', 'date'),
    field('select', 'select', { options: { maxSelect: 1, values } }),
    field('select_many', 'select', { options: { maxSelect: 3, values } }),
    field('file', 'file'),
    field('file_many', 'file', { options: { maxSelect: 99 } }),
    field('relation', 'relation', { options: relation }),
    field('relation_many', 'relation', { options: { ...relation, maxSelect: null } }),
    field('json', 'json'),
  ];
}

/** The items of the menu, and the names of the fields to add with them. */
const LABELS: readonly (readonly [label: string, ...names: string[]])[] = [
  ['Plain text', 'text'],
  ['Rich editor', 'editor'],
  ['Number', 'number'],
  ['Bool', 'bool'],
  ['Email', 'email'],
  ['Url', 'url'],
  ['DateTime', 'date'],
  ['Select', 'select', 'select_many'],
  ['File', 'file', 'file_many'],
  ['Relation', 'relation', 'relation_many'],
  ['JSON', 'json'],
];

/** A value for a field of each type, as the backend returns it. */
const VALUES: Record<string, unknown> = {
  text: 'hello',
  editor: '<p>hi</p>',
  number: 12.5,
  bool: true,
  email: 'a@example.com',
  url: 'https://example.com',
  date: '2026-02-03 04:05:06.000Z',
  select: 'two',
  select_many: ['one', 'three'],
  json: { a: [1, null] },
};

test('[CE-12][FD-01][FD-02][FD-04] New field: its menu, names and focus; fields of every type accept their values', async ({
  page,
  backend,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  const related = await createRecord(backend.api, categories.id, { name: 'c' });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  await editor.newField.click();
  await expect(page.getByRole('menuitem')).toHaveText(LABELS.map(([label]) => label));
  await page.keyboard.press('Escape');
  const name = uniqueName('typed');
  await editor.name.fill(name);

  await test.step('unused names, selected', async () => {
    for (const [label, fieldName] of [
      ['Plain text', 'field'],
      ['Bool', 'field2'],
      ['File', 'field3'],
    ] as const) {
      await editor.newField.click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
      const input = editor.panel.getByRole('textbox', { name: 'Field name' }).last();
      await expect(input).toHaveValue(fieldName);
      await expect(input).toBeFocused();
      const selected = await input.evaluate((element: HTMLInputElement) =>
        element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0),
      );
      expect(selected).toBe(fieldName);
    }
  });

  await test.step('every type with its required options', async () => {
    for (const [label, ...names] of LABELS) {
      for (const fieldName of names) {
        await editor.addField(label, fieldName);
        const needsOption = label === 'Select' || label === 'Relation';
        if (needsOption) await expect(editor.gear(fieldName)).toHaveAttribute('aria-expanded', 'true');
        const isMany = fieldName.endsWith('_many');
        if (!isMany && !needsOption) continue;
        const row = await editor.openField(fieldName);
        if (label === 'Select') await row.getByLabel('Choices').fill('one, two, three');
        if (label === 'Relation')
          await chooseOption(
            row.getByRole('combobox', { name: 'Select collection', exact: true }),
            categories.name,
          );
        if (isMany) await row.getByRole('radiogroup').getByText('Multiple').click();
      }
    }
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
  });

  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${name}`);
  const unnamed = [field('field'), field('field2', 'bool'), field('field3', 'file')];
  expect(schema).toMatchObject([...unnamed, ...everyField(categories.id)]);
  const record = await createRecord(backend.api, name, {
    ...VALUES,
    file: pngFile('one.png'),
    file_many: [pngFile('two.png'), pngFile('three.png')],
    relation: related.id,
    relation_many: related.id,
  });
  expect(record).toMatchObject({ ...VALUES, relation: related.id, relation_many: [related.id] });
});

test('[FD-04][FD-05][FD-06][FD-07][FD-08][FD-09][FD-12] options, Duplicate, Remove and renames', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const copied = await createCollection(backend.api, {
    name: uniqueName('copied'),
    schema: [
      field('title', 'text', { required: true, options: { min: 2, max: 9 } }),
      field('title_copy2', 'text'),
      field('last', 'text'),
    ],
  });
  const marked = await createCollection(backend.api, {
    name: uniqueName('marked'),
    schema: [field('title', 'text'), field('rank', 'number')],
  });
  const name = uniqueName('indexed');
  const indexed = await createCollection(backend.api, {
    name,
    schema: [field('ab', 'text'), field('abc', 'text')],
    indexes: [
      `CREATE INDEX idx_one_${name} ON ${name} (ab, abc)`,
      `CREATE INDEX idx_two_${name} ON ${name} (abc) WHERE ab != 'ab'`,
    ],
  });
  const editor = await openEditorOf(page, posts.id);

  await test.step('all fields are in sight at once, with what matters of their options in words', async () => {
    await expect(editor.fields).toHaveCount(14);
    for (const row of await editor.fields.all()) await expect(row).toBeInViewport({ ratio: 1 });
    await expect(editor.fields.filter({ has: page.getByText('draft, published +1 · single') })).toHaveCount(
      1,
    );
    await expect(editor.fields.last()).toContainText(/Relation.*→ categories.* · multiple/);
  });

  await test.step('options open one at a time; Required and Presentable by type', async () => {
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
    for (const [fieldName, label, value] of expected) {
      const row = await editor.openField(fieldName);
      const infos = row.locator('div:has(> [role=switch])').getByRole('button', { name: 'More about this' });
      const tooltips = await infos.evaluateAll((all) => all.map((one) => one.getAttribute('data-tooltip')));
      expect(tooltips).toContain(`Requires the field value NOT to be ${value}.`);
      expect(tooltips.at(-1)).toMatch(/record/);
      await row.getByRole('switch', { name: label }).check();
      await expect(row.getByText(label, { exact: true })).toHaveCount(2);
      const presentable = row.getByRole('switch', { name: 'Presentable' });
      await expect(presentable).toBeVisible();
      if (fieldName === 'amount') await presentable.check();
    }
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${posts.id}`);
    expect(schema.map(({ required }) => required)).toEqual(expected.map(() => true));
    expect(schema.filter(({ presentable }) => presentable).map((one) => one.name)).toEqual([
      'title',
      'amount',
    ]);
  });

  await test.step('Duplicate inserts a copy after the field, with an unused name', async () => {
    await editListed(page, copied);
    const more = editor.panel.getByRole('button', { name: 'More options of title', exact: true });
    await editor.openField('title');
    await more.click();
    await expect(page.getByRole('menuitem')).toHaveText(['Duplicate', 'Remove']);
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    if (!(await more.isVisible())) await editor.openField('title');
    await more.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const names = ['title', 'title_copy3', 'title_copy', 'title_copy2', 'last'];
    await expect.poll(editor.fieldNames).toEqual(names);
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${copied.id}`);
    expect(schema.map((one) => one.name)).toEqual(names);
    expect(new Set(schema.map(({ id }) => id)).size).toBe(5);
    expect(schema[1]).toMatchObject({ required: true, options: { min: 2, max: 9 } });
  });

  await test.step('new fields are removed at once; saved ones are marked, and can be restored', async () => {
    const record = await createRecord(backend.api, marked.id, { title: 'kept', rank: 7 });
    await editListed(page, marked);
    await editor.addField('Bool', 'fresh');
    await removeField(page, 'fresh');
    await expect.poll(editor.fieldNames).toEqual(['title', 'rank']);

    await editor.fieldName('rank').fill('renamed');
    await removeField(page, 'renamed');
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

    await removeField(page, 'rank');
    await editor.save.click();
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    const stored = await backend.api.get(`/api/collections/${marked.id}/records/${record.id}`);
    expect(stored['title']).toBe('kept');
    expect(stored).not.toHaveProperty('rank');
  });

  await test.step('renaming a field changes only its name in the indexes, at once', async () => {
    const record = await createRecord(backend.api, indexed.id, { ab: 'first', abc: 'second' });
    await editListed(page, indexed);
    const chips = editor.indexes.getByRole('button');
    await expect(chips.nth(0)).toHaveText('ab, abc');
    await editor.fieldName('ab').fill('xy');
    await expect(chips.nth(0)).toHaveText('xy, abc');
    await expect(chips.nth(1)).toHaveText('abc');
    // Temporarily uses the name of the other field, without confusing the two.
    await editor.fieldName('xy').fill('abc');
    await editor.fields.nth(0).getByRole('textbox').fill('abcd');
    await expect(chips.nth(0)).toHaveText('abcd, abc');
    await editor.save.click();
    await expect(confirmChanges(page).getByText('Renamed field ab → abcd')).toBeVisible();
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    const indexes = backend.sql('select sql from sqlite_master where name like ? order by name', [
      `idx_%_${name}`,
    ]);
    expect(indexes[0]?.['sql']).toMatch(/\W+abcd\W+abc\W/);
    expect(indexes[1]?.['sql']).toMatch(/\(\W*abc\W*\)\s+WHERE\s+\W?abcd\W? != 'ab'/);
    const stored = await backend.api.get(`/api/collections/${indexed.id}/records/${record.id}`);
    expect(stored).toMatchObject({ abcd: 'first', abc: 'second' });
  });
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

test('[FD-10][FD-13] fields are moved by keyboard and pointer, announced, also faster than the screen; only a moved or typed line renders', async ({
  page,
  backend,
}) => {
  const moved = await createCollection(backend.api, { name: uniqueName('moved'), schema: texts(5) });
  const hundred = await createCollection(backend.api, { name: uniqueName('hundred'), schema: texts(100) });
  const record = await createRecord(backend.api, moved.id, { f0: 'a', f1: 'b', f2: 'c', f3: 'd', f4: 'e' });
  const editor = await openEditorOf(page, moved.id);
  const handle = editor.field('f0').getByRole('button', { name: 'Move field f0' });

  await test.step('by keyboard, with every step announced; Escape undoes the move', async () => {
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(announced(page)).toContainText('Picked up field f0, place 1 of 5.');
    await page.keyboard.press('ArrowDown');
    await expect(announced(page)).toContainText('Field f0 is over place 2 of 5.');
    await page.keyboard.press('ArrowDown');
    await expect(announced(page)).toContainText('Field f0 is over place 3 of 5.');
    await page.keyboard.press('Space');
    await expect.poll(editor.fieldNames).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
    await expect(announced(page)).toContainText('Field f0 was dropped at place 3 of 5.');
    await expect(handle).toBeFocused();

    await page.keyboard.press('Space');
    await expect(announced(page)).toContainText('Picked up field f0, place 3 of 5.');
    await page.keyboard.press('ArrowUp');
    await expect(announced(page)).toContainText('Field f0 is over place 2 of 5.');
    await page.keyboard.press('Escape');
    await expect(announced(page)).toContainText('Field f0 was put back to place 3 of 5.');
    expect(await editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
    await expect(editor.panel).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await discardChanges(page);
  });

  await test.step('no step is lost when keys and pointer are faster than the screen', async () => {
    await editListed(page, moved);
    await handle.focus();
    await pressAtOnce(page, ['Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Space']);
    await expect.poll(editor.fieldNames).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
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
    await expect.poll(editor.fieldNames).toEqual(['f1', 'f2', 'f3', 'f4', 'f0']);
    await expect(announced(page)).toContainText('Field f0 was dropped at place 5 of 5.');
    await discardChanges(page);
  });

  await test.step('with the pointer; a new order is saved without a question', async () => {
    await editListed(page, moved);
    // Options of an unsaved field survive the move.
    await editor.addField('Plain text', 'fresh');
    await editor.openField('fresh');
    await editor.field('fresh').getByLabel('Max length').fill('44');
    await editor.gear('fresh').click();
    const drag = async (name: string, over: string, place: number) => {
      const grip = editor.field(name).getByRole('button', { name: `Move field ${name}` });
      const from = await grip.boundingBox();
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
    await expect.poll(editor.fieldNames).toEqual(['f0', 'fresh', 'f1', 'f2', 'f3', 'f4']);
    await expect(announced(page)).toContainText('Field fresh was dropped at place 2 of 6.');
    await drag('f4', 'f0', 1);
    await expect.poll(editor.fieldNames).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
    await expect(editor.save).toBeEnabled();
    await editor.save.click();
    await expect(confirmChanges(page)).toHaveCount(0);
    await expect(editor.panel).toBeHidden();
    const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${moved.id}`);
    expect(schema.map(({ name }) => name)).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
    expect(schema[2]?.options.max).toBe(44);
    const stored = await backend.api.get(`/api/collections/${moved.id}/records/${record.id}`);
    expect(stored).toMatchObject({ f0: 'a', f1: 'b', f2: 'c', f3: 'd', f4: 'e' });
  });

  await test.step('typing and options of one of 100 fields do not render the others', async () => {
    await editListed(page, hundred);
    await expect(editor.fields).toHaveCount(100);
    await editor.fieldName('f50').focus();
    // Every row that renders again would write its style or name again.
    await editor.panel.getByRole('list', { name: 'Fields' }).evaluate((list) => {
      const touched = new Set<Element>();
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const line = (target instanceof Element ? target : target.parentElement)?.closest('li');
          if (line) touched.add(line);
        }
        Object.assign(window, { touchedLines: touched.size });
      });
      observer.observe(list, { subtree: true, attributes: true, childList: true, characterData: true });
    });
    const touchedLines = () => page.evaluate(() => Reflect.get(window, 'touchedLines'));
    await page.keyboard.type('abc');
    await expect(editor.fields.nth(50).getByRole('textbox')).toHaveValue('f50abc');
    expect(await touchedLines()).toBe(1);
    await editor.gear('f50abc').click();
    await expect(editor.field('f50abc').getByLabel('Max length')).toBeVisible();
    expect(await touchedLines()).toBe(1);
    await editor.gear('f50abc').click();
  });

  await test.step('keys that are faster than the screen move a field through a scrolling list', async () => {
    await handle.focus();
    await pressAtOnce(page, ['Space', ...Array.from({ length: 25 }, () => 'ArrowDown'), 'Space']);
    await expect(announced(page)).toContainText('Field f0 was dropped at place 26 of 100.');
    await expect.poll(async () => (await editor.fieldNames()).indexOf('f0')).toBe(25);
    await expect(editor.fieldName('f0')).toBeInViewport();
  });
});
