import { collectionHash, confirmChanges, openEditorOf, openNew } from '#tests/support/collections/editor.ts';
import type { StoredCollection } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

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
  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${name}`);
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

test('[FD-03][FD-14][CE-06] a field name is a slug; duplicate and empty names are refused at their field', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
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
  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${posts.id}`);
  expect(schema.map(({ required }) => required)).toEqual(schema.map(() => true));
});

test('[FD-12] renaming a field changes only its name in the indexes, at once', async ({ page, backend }) => {
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
  // Temporarily uses the name of the other field, without confusing the two.
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

test('[FD-14] a refused option of a field far below is opened and gets the focus', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
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
