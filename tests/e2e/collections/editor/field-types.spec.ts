import type { AdminApi } from '#tests/support/admin-api.ts';
import {
  announced,
  chooseOption,
  type collectionEditor,
  collectionHash,
  confirmChanges,
  openEditorOf,
  openNew,
} from '#tests/support/collections/editor.ts';
import type { StoredCollection } from '#tests/support/collections/saving.ts';
import {
  createBlog,
  createCollection,
  createRecord,
  type FieldInput,
  field,
  pngFile,
  type RecordRow,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

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

/** Adds a field of every type with its required options. */
async function addEveryField(editor: ReturnType<typeof collectionEditor>, related: string): Promise<void> {
  const labels: [string, string][] = [
    ['Plain text', 'text'],
    ['Rich editor', 'editor'],
    ['Number', 'number'],
    ['Bool', 'bool'],
    ['Email', 'email'],
    ['Url', 'url'],
    ['DateTime', 'date'],
    ['Select', 'select'],
    ['Select', 'select_many'],
    ['JSON', 'json'],
    ['File', 'file'],
    ['File', 'file_many'],
    ['Relation', 'relation'],
    ['Relation', 'relation_many'],
  ];
  for (const [label, name] of labels) {
    await editor.addField(label, name);
    const isMany = name.endsWith('_many');
    if (!isMany && label !== 'Select' && label !== 'Relation') continue;
    const row = await editor.openField(name);
    if (label === 'Select') await row.getByLabel('Choices').fill('one, two, three');
    if (label === 'Relation')
      await chooseOption(row.getByRole('combobox', { name: 'Select collection', exact: true }), related);
    if (isMany) await row.getByRole('radiogroup').getByText('Multiple').click();
  }
}

/** The same fields, created through the API. */
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
    field('json', 'json'),
    field('file', 'file'),
    field('file_many', 'file', { options: { maxSelect: 99 } }),
    field('relation', 'relation', { options: relation }),
    field('relation_many', 'relation', { options: { ...relation, maxSelect: null } }),
  ];
}

/** Creates a record with a value in every field, related to `related`. */
const createFull = (api: AdminApi, collection: string, related: string): Promise<RecordRow> =>
  createRecord(api, collection, {
    ...VALUES,
    file: pngFile('one.png'),
    file_many: [pngFile('two.png'), pngFile('three.png')],
    relation: related,
    relation_many: related,
  });

test('[CE-12] fields of every type, created in the editor, accept their values', async ({
  page,
  backend,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  const related = await createRecord(backend.api, categories.id, { name: 'c' });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('matrix');
  await editor.name.fill(name);
  await addEveryField(editor, categories.name);
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${name}`);
  expect(schema).toMatchObject(everyField(categories.id));
  const record = await createFull(backend.api, name, related.id);
  expect(record).toMatchObject({ ...VALUES, relation: related.id, relation_many: [related.id] });
});

test('[CE-13][FD-09][FD-10] fields of every type are renamed, moved, deleted and restored; the data stays', async ({
  page,
  backend,
}) => {
  const { categories } = await createBlog(backend.api);
  const related = await createRecord(backend.api, categories.id, { name: 'c' });
  const name = uniqueName('matrix');
  const { id } = await createCollection(backend.api, { name, schema: everyField(categories.id) });
  const before = await backend.api.get<StoredCollection>(`/api/collections/${id}`);
  expect(before.schema).toHaveLength(14);
  const record = await createFull(backend.api, name, related.id);
  const files = { file: record['file'], file_many: record['file_many'] };

  // Renames every field, makes it required and presentable, and moves the last one to the front.
  const editor = await openEditorOf(page, id);
  for (const { name: old } of before.schema) {
    await editor.openField(old);
    await editor.field(old).getByRole('switch').first().scrollIntoViewIfNeeded();
    await editor.field(old).getByRole('switch', { name: 'Presentable' }).check();
    await editor.fieldName(old).fill(`x_${old}`);
  }
  const handle = editor.panel.getByRole('button', { name: 'Move field x_relation_many' });
  await editor.gear('x_relation_many').click();
  await handle.focus();
  await page.keyboard.press('Space');
  const live = announced(page);
  await expect(live).toContainText('Picked up');
  for (let place = 13; place >= 1; place -= 1) {
    await page.keyboard.press('ArrowUp');
    await expect(live).toContainText(`is over place ${place} of 14.`);
  }
  await page.keyboard.press('Space');
  await expect.poll(async () => (await editor.fieldNames())[0]).toBe('x_relation_many');
  // One is removed and restored, two are removed.
  for (const gone of ['x_text', 'x_bool', 'x_json']) {
    await editor.openField(gone);
    await editor.panel.getByRole('button', { name: `More options of ${gone}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  }
  await editor.panel.getByRole('button', { name: 'Restore text' }).click();
  await editor.save.click();
  const dialog = confirmChanges(page);
  await expect(dialog.getByText('Removed field bool', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Removed field json', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();

  const after = await backend.api.get<StoredCollection>(`/api/collections/${name}`);
  expect(after.schema.map((one) => one.name)).toEqual([
    'x_relation_many',
    'text',
    'x_editor',
    'x_number',
    'x_email',
    'x_url',
    'x_date',
    'x_select',
    'x_select_many',
    'x_file',
    'x_file_many',
    'x_relation',
  ]);
  for (const one of after.schema) {
    const old = before.schema.find(({ id }) => id === one.id);
    expect(one.options, one.name).toEqual(old?.options);
    expect(one.presentable, one.name).toBe(true);
  }
  const kept = await backend.api.get(`/api/collections/${name}/records/${record.id}`);
  const { bool: _bool, json: _json, text, ...others } = VALUES;
  const renamed = Object.fromEntries(
    Object.entries({ ...others, ...files, relation: related.id, relation_many: [related.id] }).map(
      ([key, value]) => [`x_${key}`, value],
    ),
  );
  expect(kept).toMatchObject({ text, ...renamed });
  expect(Object.keys(kept).filter((key) => /bool|json/.test(key))).toEqual([]);
});
