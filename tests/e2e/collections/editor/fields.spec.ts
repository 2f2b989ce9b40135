import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  announced,
  codeText,
  type collectionEditor,
  collectionHash,
  collectionTitle,
  confirmChanges,
  discardChanges,
  editListed,
  indexPopup,
  openEditorOf,
  openNew,
  removeField,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedCollection } from '#tests/support/collections/saving.ts';
import {
  type Collection,
  createBlog,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { has, onLine } from '#tests/support/lines.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

/** A pattern of the files with SQLite's grammar, which the indexes share with the SQL console. */
function grammarFiles(): string {
  const assets = `${BUILD_DIR}/client/assets`;
  const hasGrammar = (name: string) => readFileSync(`${assets}/${name}`, 'utf8').includes('SAVEPOINT');
  return `/assets/(${readdirSync(assets)
    .filter((name) => name.endsWith('.js') && hasGrammar(name))
    .join('|')})`;
}

type Editor = ReturnType<typeof collectionEditor>;

const texts = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`, 'text'));

/** Where a field is among these; the id stands before them and the dates behind, where they are fields. */
const place = (at: number, of: number): string =>
  has('addsDates') ? `place ${at} of ${of}` : `place ${at + 1} of ${of + 3}`;

/** Opens the options of fields of the blog's posts one after the other, and makes the fields required. */
async function requireFields(page: Page, editor: Editor): Promise<void> {
  await expect(editor.fields).toHaveCount(14);
  for (const row of await editor.fields.all()) await expect(row).toBeInViewport({ ratio: 1 });
  await expect(editor.fields.filter({ hasText: 'draft, published +1 · single' })).toHaveCount(1);
  await expect(editor.fields.last()).toContainText(/Relation.*→ categories.* · multiple/);
  for (const [name, label, value] of [
    ['title', 'Nonempty', '""'],
    ['amount', 'Nonzero', '0'],
    ['active', 'Nonfalsey', 'false'],
  ] as const) {
    const row = await editor.openField(name);
    await expect(editor.panel.locator('[aria-expanded=true][aria-label="Toggle field options"]')).toHaveCount(
      1,
    );
    await expect(editor.gear(name)).toHaveAttribute('aria-expanded', 'true');
    await row.locator(`div:has(> [role=switch])`, { hasText: label }).getByRole('button').hover();
    await expect(page.getByRole('tooltip')).toHaveText(`Requires the field value NOT to be ${value}.`);
    await row.getByRole('switch', { name: label }).check();
    await expect(row.getByText(label, { exact: true })).toHaveCount(2);
  }
  await editor.field('active').getByRole('switch', { name: 'Presentable' }).check();
  await editor.gear('active').click();
  await expect(editor.gear('active')).toHaveAttribute('aria-expanded', 'false');
}

/** Removes a new and a saved field, and restores the saved one. */
async function removeFields(page: Page, editor: Editor): Promise<void> {
  await editor.addField('Bool', 'fresh');
  await removeField(page, 'fresh');
  await expect(editor.field('fresh')).toHaveCount(0);
  await editor.fieldName('rank').fill('renamed');
  await removeField(page, 'renamed');
  const row = editor.field('rank');
  await expect(editor.fieldName('rank')).toBeDisabled();
  await expect(row.getByRole('button')).toHaveCount(1);
  const restore = row.getByRole('button', { name: 'Restore rank' });
  await restore.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Restore');
  await restore.click();
  await expect(editor.fieldName('rank')).toBeEnabled();
  await expect(editor.gear('rank')).toBeVisible();
  await removeField(page, 'rank');
}

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

const handleOf = (editor: Editor, name: string) =>
  editor.field(name).getByRole('button', { name: `Move field ${name}` });

async function moveByKeys(page: Page, editor: Editor): Promise<void> {
  const says = (text: string) => expect(announced(page)).toContainText(text);
  const handle = handleOf(editor, 'f0');
  await handle.focus();
  await page.keyboard.press('Space');
  await says(`Picked up field f0, ${place(1, 5)}.`);
  await page.keyboard.press('ArrowDown');
  await says(`Field f0 is over ${place(2, 5)}.`);
  await page.keyboard.press('ArrowDown');
  await says(`Field f0 is over ${place(3, 5)}.`);
  await page.keyboard.press('Space');
  await expect.poll(editor.fieldNames).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
  await says(`Field f0 was dropped at ${place(3, 5)}.`);
  await expect(handle).toBeFocused();

  await page.keyboard.press('Space');
  await says(`Picked up field f0, ${place(3, 5)}.`);
  await page.keyboard.press('ArrowUp');
  await says(`Field f0 is over ${place(2, 5)}.`);
  await page.keyboard.press('Escape');
  await says(`Field f0 was put back to ${place(3, 5)}.`);
  expect(await editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
  await expect(editor.panel).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

/** Keys and a drag that are faster than the screen. */
async function moveAtOnce(page: Page, editor: Editor): Promise<void> {
  const handle = handleOf(editor, 'f0');
  await handle.focus();
  await pressAtOnce(page, ['Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Space']);
  await expect.poll(editor.fieldNames).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
  await expect(announced(page)).toContainText(`Field f0 was dropped at ${place(3, 5)}.`);
  await expect(handle).toBeFocused();
  await pressAtOnce(page, ['Space', 'ArrowUp', 'Escape']);
  await expect(announced(page)).toContainText(`Field f0 was put back to ${place(3, 5)}.`);
  expect(await editor.fieldNames()).toEqual(['f1', 'f2', 'f0', 'f3', 'f4']);
  await expect(editor.panel).toBeVisible();

  // Down, past the last one, and up again.
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
  await expect(announced(page)).toContainText(`Field f0 was dropped at ${place(5, 5)}.`);
}

async function moveByPointer(page: Page, editor: Editor, { api }: Backend, id: string): Promise<void> {
  // Options of an unsaved field survive the move.
  await editor.addField('Plain text', 'fresh');
  await editor.openField('fresh');
  await editor.field('fresh').getByLabel('Max length').fill('44');
  await editor.gear('fresh').click();
  const drag = async (name: string, over: string, to: number) => {
    const from = await handleOf(editor, name).boundingBox();
    const target = await editor.field(over).boundingBox();
    if (!from || !target) throw new Error('There is nothing to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10, { steps: 3 });
    await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 12 });
    await expect(announced(page)).toContainText(`Field ${name} is over ${place(to, 6)}.`);
    await page.mouse.up();
  };
  await drag('fresh', 'f1', 2);
  await expect.poll(editor.fieldNames).toEqual(['f0', 'fresh', 'f1', 'f2', 'f3', 'f4']);
  await expect(announced(page)).toContainText(`Field fresh was dropped at ${place(2, 6)}.`);
  await drag('f4', 'f0', 1);
  await expect.poll(editor.fieldNames).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
  await editor.save.click();
  await expect(confirmChanges(page)).toHaveCount(0);
  await expect(editor.panel).toBeHidden();
  const { fields } = await storedCollection(api, id);
  expect(fields.map(({ name }) => name)).toEqual(['f4', 'f0', 'fresh', 'f1', 'f2', 'f3']);
  expect(fields[2]).toMatchObject({ max: 44 });
}

/** Edits one of 40 fields, and moves another one through the list, which scrolls. */
async function editOneOfMany(page: Page, editor: Editor): Promise<void> {
  await expect(editor.fields).toHaveCount(40);
  await editor.fieldName('f20').focus();
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
  await expect(editor.fields.nth(20).getByRole('textbox')).toHaveValue('f20abc');
  expect(await touchedLines()).toBe(1);
  await editor.gear('f20abc').click();
  await expect(editor.field('f20abc').getByLabel('Max length')).toBeVisible();
  expect(await touchedLines()).toBe(1);
  await editor.gear('f20abc').click();
  await handleOf(editor, 'f0').focus();
  await pressAtOnce(page, ['Space', ...Array.from({ length: 25 }, () => 'ArrowDown'), 'Space']);
  await expect(announced(page)).toContainText(`Field f0 was dropped at ${place(26, 40)}.`);
  await expect.poll(async () => (await editor.fieldNames()).indexOf('f0')).toBe(25);
  await expect(editor.fieldName('f0')).toBeInViewport();
}

test('fields are changed, copied, removed, renamed and moved', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
}) => {
  const { posts } = await createBlog(backend.api);
  const name = uniqueName('edited');
  const edited = await createCollection(backend.api, {
    name,
    fields: [
      field('ab', 'text', { isRequired: true, min: 2, max: 9 }),
      field('ab_copy2', 'text'),
      field('abc', 'text'),
      field('rank', 'number'),
    ],
    indexes: [
      `CREATE INDEX idx_one_${name} ON ${name} (ab, abc)`,
      `CREATE INDEX idx_two_${name} ON ${name} (abc) WHERE ab != 'ab'`,
    ],
  });
  const record = await createRecord(backend.api, edited.id, { ab: 'first', abc: 'second', rank: 7 });
  const moved = await createCollection(backend.api, { name: uniqueName('moved'), fields: texts(5) });
  const many = await createCollection(backend.api, { name: uniqueName('many'), fields: texts(40) });
  await admin.signIn();
  const editor = await openEditorOf(page, posts.id);

  await step('[FD-05][FD-06][FD-07] all in sight; options open one at a time; Required by type', async () => {
    await requireFields(page, editor);
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const { fields } = await storedCollection(backend.api, posts.id);
    expect(fields.slice(0, 4).map(({ isRequired }) => isRequired)).toEqual([true, true, true, false]);
    const presentable = fields.filter(({ isPresentable }) => isPresentable);
    expect(presentable.map((one) => one.name)).toEqual(['title', 'active']);
  });

  await step('[FD-04][FD-08] Duplicate inserts a copy after the field, with an unused name', async () => {
    await editListed(page, edited);
    const more = editor.panel.getByRole('button', { name: 'More options of ab', exact: true });
    for (let copies = 0; copies < 2; copies++) {
      if (!(await more.isVisible())) await editor.openField('ab');
      await more.click();
      await expect(page.getByRole('menuitem')).toHaveText(['Duplicate', 'Remove']);
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    }
    await expect.poll(editor.fieldNames).toEqual(['ab', 'ab_copy3', 'ab_copy', 'ab_copy2', 'abc', 'rank']);
  });

  await step('[FD-09] new fields are removed at once; saved ones are marked, and can be restored', () =>
    removeFields(page, editor),
  );

  await step('[FD-12] renaming a field changes only its name in the indexes, at once', async () => {
    const chips = editor.indexes.getByRole('button');
    await expect(chips.nth(0)).toHaveText('ab, abc');
    await editor.fieldName('ab').fill('xy');
    await expect(chips.nth(0)).toHaveText('xy, abc');
    await expect(chips.nth(1)).toHaveText('abc');
    // Temporarily uses the name of the other field, without confusing the two.
    await editor.fieldName('xy').fill('abc');
    await editor.fields.nth(0).getByRole('textbox').fill('abcd');
    await expect(chips.nth(0)).toHaveText('abcd, abc');
  });

  await step('[FD-08][FD-09][FD-12] all of it is saved, and the other values stay', async () => {
    await editor.save.click();
    await expect(confirmChanges(page).getByText('Renamed field ab → abcd')).toBeVisible();
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    const { fields } = await storedCollection(backend.api, edited.id);
    expect(fields.map((one) => one.name)).toEqual(['abcd', 'ab_copy3', 'ab_copy', 'ab_copy2', 'abc']);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(5);
    expect(fields[1]).toMatchObject({ isRequired: true, min: 2, max: 9 });
    const query = 'select sql from sqlite_master where name like ? order by name';
    const indexes = backend.sql(query, [`idx_%_${name}`]);
    expect(indexes[0]?.['sql']).toMatch(/\W+abcd\W+abc\W/);
    expect(indexes[1]?.['sql']).toMatch(/\(\W*abc\W*\)\s+WHERE\s+\W?abcd\W? != 'ab'/);
    const stored = await backend.api.get(`/api/collections/${edited.id}/records/${record.id}`);
    expect(stored).toMatchObject({ abcd: 'first', abc: 'second' });
    expect(stored).not.toHaveProperty('rank');
  });

  await step('[FD-10] moved by keyboard, with every step announced; Escape undoes the move', async () => {
    await editListed(page, moved);
    await moveByKeys(page, editor);
    await discardChanges(page);
  });
  await step('[FD-10] no step is lost when keys and pointer are faster than the screen', async () => {
    await editListed(page, moved);
    await moveAtOnce(page, editor);
    await discardChanges(page);
  });
  await step('[FD-10][FD-13] with the pointer; a new order is saved without a question', async () => {
    await editListed(page, moved);
    await moveByPointer(page, editor, backend, moved.id);
  });
  await step('only a typed line of 40 renders; keys move one through the scrolling list', async () => {
    await editListed(page, many);
    await editOneOfMany(page, editor);
  });
});

/** Closes a new index with and without changes, and types statements that are none. */
async function refuseIndexes(page: Page, editor: Editor, table: string): Promise<void> {
  const popup = indexPopup(page);
  const newIndex = editor.indexes.getByRole('button', { name: '+ New index' });
  await newIndex.click();
  // Without a change there is no question.
  await popup.panel.getByRole('button', { name: 'Close' }).click();
  await expect(popup.panel).toHaveCount(0);
  await newIndex.click();
  await popup.preset('rank').click();
  await popup.panel.getByRole('button', { name: 'Close' }).click();
  await answer(page, 'You have unsaved changes.', false);
  await expect(popup.preset('rank')).toHaveAttribute('aria-pressed', 'true');
  await popup.preset('rank').press('Escape');
  await answer(page, 'You have unsaved changes.', true);
  await expect(popup.panel).toHaveCount(0);
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (0)');

  await newIndex.click();
  await expect(popup.panel.getByRole('heading')).toHaveText('Create index');
  await expect(popup.panel.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await expect
    .poll(() => codeText(popup.panel))
    .toMatch(new RegExp(`^CREATE INDEX \`idx_[A-Za-z0-9]{7}\` ON \`${table}\` \\(\\)$`));
  await expect(popup.set).toBeDisabled();
  const presets = popup.panel.getByRole('group', { name: 'Presets' }).getByRole('button');
  await expect(presets).toHaveText(['title', 'rank', 'created', 'updated']);
  await typeCode(popup.sql, 'DROP TABLE users');
  await expect(popup.set).toBeDisabled();
  await expect(popup.sql).toHaveAttribute('aria-invalid', 'true');
  await typeCode(popup.sql, '');
  await expect(popup.panel.getByText(`eg. CREATE INDEX idx_test on ${table} (created)`)).toBeVisible();
  await typeCode(popup.sql, `CREATE INDEX fine ON ${table} ("title") -- with a comment`);
  await expect(popup.set).toBeEnabled();
  await expect(popup.sql).not.toHaveAttribute('aria-invalid');
  await popup.panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup.panel).toBeHidden();
}

async function pressPresets(page: Page, editor: Editor): Promise<void> {
  const popup = indexPopup(page);
  const says = (pattern: RegExp) => expect.poll(() => codeText(popup.panel)).toMatch(pattern);
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await popup.preset('title').click();
  await says(/ \(`title`\)$/);
  await expect(popup.preset('title')).toHaveAttribute('aria-pressed', 'true');
  await popup.preset('rank').click();
  await says(/ \(\n {2}`title`,\n {2}`rank`\n\)$/);
  await popup.preset('title').click();
  await says(/ \(`rank`\)$/);
  await popup.preset('rank').click();
  await expect(popup.set).toBeDisabled();
  await popup.preset('title').click();
  await popup.preset('rank').click();
  await popup.unique.check();
  await says(/^CREATE UNIQUE INDEX `idx_/);
  await popup.set.click();
  const chip = editor.indexes.getByRole('button', { name: 'Unique: title, rank' });
  await expect(chip.locator('strong')).toHaveText('Unique:');
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (1)');
}

/** Changes and deletes the indexes of a collection that is open in the editor. */
async function changeIndexes(page: Page, editor: Editor): Promise<void> {
  const popup = indexPopup(page);
  const chips = editor.indexes.getByRole('button');
  await expect(chips.nth(0)).toHaveText('title, lower(rank)');
  await removeField(page, 'gone');
  await chips.nth(0).click();
  await expect(popup.panel.getByRole('heading')).toHaveText('Update index');
  const presets = popup.panel.getByRole('group', { name: 'Presets' }).getByRole('button');
  await expect(presets).toHaveText(['title', 'rank', 'created', 'updated']);
  const text = () => codeText(popup.panel).then((code) => code.replace(/\s+/g, ' '));
  // The code editor appears before its lines are drawn.
  await expect.poll(text).toContain('COLLATE NOCASE DESC');
  const before = await text();
  await popup.unique.check();
  await expect.poll(text).toBe(before.replace('CREATE INDEX', 'CREATE UNIQUE INDEX'));
  await popup.unique.uncheck();
  await expect.poll(text).toBe(before);
  await popup.preset('created').click();
  await expect.poll(text).toMatch(/COLLATE NOCASE DESC, lower\(rank\), `created` \) WHERE rank != /i);
  // Cancel changes nothing.
  await popup.panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup.panel).toBeHidden();
  await expect(chips.nth(0)).toHaveText('title, lower(rank)');
  await chips.nth(0).click();
  await popup.unique.check();
  await popup.set.click();
  await expect(chips.nth(0)).toHaveText('Unique:title, lower(rank)');

  await chips.nth(1).click();
  const remove = popup.panel.getByRole('button', { name: 'Delete' });
  await remove.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Delete');
  await remove.click();
  await expect(editor.indexes.getByRole('heading')).toHaveText('Unique constraints and indexes (1)');
}

/** Saves a new unique index of a collection that has a value twice. */
async function repeatValues(page: Page, editor: Editor): Promise<void> {
  const popup = indexPopup(page);
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  await popup.unique.check();
  await popup.preset('title').click();
  await popup.set.click();
  await editor.save.click();
  await expect(toasts(page, 'error')).toHaveText(
    onLine(/^Failed to update the collection\./, 'Failed to update collection.'),
  );
  const chip = editor.indexes.getByRole('button', { name: 'Unique: title' });
  await expect(chip).toHaveAttribute('aria-invalid', 'true');
  await expect(chip).toHaveClass(/text-error/);
  await chip.hover();
  await expect(page.getByRole('tooltip')).toContainText(/UNIQUE|Failed/);
  await expect(editor.tab('Fields').getByRole('img', { name: 'Has errors' })).toBeVisible();
  await chip.click();
  await popup.unique.uncheck();
  await popup.set.click();
  await expect(editor.indexes.getByRole('button', { name: 'title' })).not.toHaveAttribute('aria-invalid');
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
}

/** A collection with an index of many parts, one of a field to remove, and a text with the name of the table. */
const withIndexes = ({ api }: Backend, table: string): Promise<Collection> =>
  createCollection(api, {
    name: table,
    fields: [field('title'), field('rank'), field('gone')],
    indexes: [
      `CREATE INDEX IF NOT EXISTS "idx_s_${table}" ON "${table}" (title COLLATE NOCASE DESC, lower(rank)) WHERE rank != '${table}'`,
      `CREATE INDEX \`idx_t_${table}\` ON \`${table}\` (\`gone\`)`,
    ],
  });

test('indexes are made, changed, renamed with their table, and refused', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const { posts } = await createBlog(backend.api);
  const table = uniqueName('survivor');
  const survivor = await withIndexes(backend, table);
  const doubled = await createCollection(backend.api, {
    name: uniqueName('doubled'),
    fields: [field('title')],
  });
  for (let copies = 0; copies < 2; copies++) await createRecord(backend.api, doubled.id, { title: 'same' });
  await admin.signIn();
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('pressed');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.addField('Number', 'rank');

  await step('without the code for indexes, it says so, and the next press tries again', async () => {
    const part = new RegExp(`${grammarFiles()}$`);
    const problem = 'The code for indexes could not be loaded.';
    expectedProblems.allow(
      new RegExp(`^request failed GET ${grammarFiles()} net::ERR_CONNECTION_RESET$`),
      new RegExp(`^console error: Error: ${problem}.*$`, 's'),
    );
    await page.route(part, (route) => route.abort('connectionreset'));
    await editor.indexes.getByRole('button', { name: '+ New index' }).click();
    await expect(toasts(page, 'error')).toHaveText(`${problem} Check your connection, then try again.`);
    await expect(indexPopup(page).panel).toHaveCount(0);
    await page.unroute(part);
  });

  await step('[IX-02][IX-03][IX-06][IX-07][OP-05] a new index: questions, refused statements', () =>
    refuseIndexes(page, editor, name),
  );
  await step('[IX-01][IX-04][IX-07] presets and Unique change the statement, Set index adds it', () =>
    pressPresets(page, editor),
  );

  await step('[FD-12] the index follows renamed fields and the new name of the collection', async () => {
    await editor.name.fill(`${name}_b`);
    await editor.fieldName('title').fill('headline');
    await expect(editor.indexes.getByRole('button', { name: 'Unique: headline, rank' })).toBeVisible();
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const { indexes } = await storedCollection(backend.api, `${name}_b`);
    const parts = `\`${name}_b\` \\(\\n  \`headline\`,\\n  \`rank\`\\n\\)`;
    expect(indexes).toEqual([
      expect.stringMatching(new RegExp(`^CREATE UNIQUE INDEX \`idx_\\w{7}\` ON ${parts}$`)),
    ]);
  });

  await step(
    '[IX-02][IX-05][IX-07] an edit keeps all other parts of an index; Cancel and Delete',
    async () => {
      await editListed(page, survivor);
      await changeIndexes(page, editor);
    },
  );

  await step('[CE-21][IX-05] a new name of the collection is the table of every index', async () => {
    await editor.name.fill(`${table}_new`);
    const path = `/api/collections/${survivor.id}`;
    const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', path));
    await editor.save.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    const { indexes } = bodyOf(await sent);
    expect(indexes).toHaveLength(1);
    expect(indexes[0]).toMatch(/^CREATE UNIQUE INDEX IF NOT EXISTS/);
    expect(indexes[0]).toMatch(/COLLATE NOCASE DESC[\s\S]*lower\([\s\S]*WHERE rank != /i);
    expect(indexes[0]).toContain(`${table}_new`);
    // The text stays.
    expect(indexes[0]).toContain(`'${table}'`);
    await expect(editor.panel).toBeHidden();
    await expect(collectionTitle(page)).toHaveText(`${table}_new`);
    const query = 'select tbl_name, sql from sqlite_master where name like ?';
    expect(backend.sql(query, [`idx_%_${table}`])).toEqual([
      { tbl_name: `${table}_new`, sql: expect.stringMatching(/^CREATE UNIQUE INDEX/) },
    ]);
  });

  await step('[IX-08] an index that the backend refuses is red, with the message', async () => {
    expectedProblems.allow(`response 400 PATCH /api/collections/${doubled.id}`);
    await editListed(page, doubled);
    await repeatValues(page, editor);
  });
});
