import {
  collectionHash,
  confirmChanges,
  openEditorOf,
  openNew,
  suggestions,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsScreen } from '#tests/support/records/page.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[VQ-01][VQ-02][VQ-03][VQ-04][VQ-06][CE-06] a view: help, refusals, columns', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
  const { posts } = await createBlog(backend.api);
  const record = await createRecord(backend.api, posts.id, { title: 'seen', amount: 3 });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('view');
  await editor.name.fill(name);
  await editor.setType('View');
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  await expect(query).toHaveAttribute('placeholder', 'eg. SELECT id, name from posts');
  await expect(editor.panel.getByText('Wildcard columns (*) are not supported.')).toBeVisible();
  await expect(editor.panel.getByText(/must have a unique id column/)).toContainText(
    '(ROW_NUMBER() OVER()) as id',
  );
  await expect(
    editor.panel.getByText(/^Expressions must be aliased with a valid formatted field name/),
  ).toBeVisible();
  await expect(editor.indexes).toHaveCount(0);
  await expect(editor.newField).toHaveCount(0);
  await expect(editor.panel.locator('.ace_editor')).toBeVisible();

  const mark = editor.tab('Query').getByRole('img', { name: 'Has errors' });
  const refuse = async (text: string, message: RegExp) => {
    await typeCode(query, text);
    // The error about the previous query has disappeared.
    await expect(mark).toHaveCount(0);
    await editor.save.click();
    await expect(editor.panel.getByText(message)).toBeVisible();
    await expect(mark).toBeVisible();
  };
  await refuse(`select * from ${posts.name}`, /^Invalid query - dynamic column names are not supported/);
  await refuse(`select title from ${posts.name}`, /^Invalid query - .*id/);
  await refuse(`select id from nowhere_${name}`, /^Invalid query - .*no such table/i);
  await refuse(`select id, max(amount) from ${posts.name}`, /^0: Must be in a valid format\.$/);

  await typeCode(query, `select id, title, (amount + 1) as more from ${posts.name}`);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/collections'),
  );
  await editor.save.click();
  expect((await sent).postDataJSON()).toMatchObject({
    type: 'view',
    schema: [],
    options: { query: `select id, title, (amount + 1) as more from ${posts.name}` },
  });
  await expect(editor.panel).toBeHidden();
  const screen = recordsScreen(page);
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'more']);
  await expect(screen.cell(record.id, 'title')).toContainText('seen');
  await expect(page.getByRole('button', { name: 'New record' })).toHaveCount(0);
  const stored = await backend.api.get<{ schema: { name: string }[] }>(`/api/collections/${name}`);
  expect(stored.schema.map((one) => one.name)).toEqual(['title', 'more']);
  await screen.row(record.id).click();
  await expect(page.getByRole('dialog', { name: /preview/i })).toBeVisible();
});

test('[VQ-05][VQ-04][CE-14][CE-15] every edit of a view asks first; the columns follow the query', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('requested'),
    type: 'view',
    options: { query: `select id, title from ${posts.name}` },
  });
  const editor = await openEditorOf(page, view.id);
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  await expect(editor.panel.locator('.ace_editor')).toBeVisible();
  await typeCode(query, `select id, title, amount from ${posts.name}`);
  await editor.save.click();
  const dialog = confirmChanges(page);
  await expect(
    dialog.getByText(
      "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!",
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.panel).toBeVisible();
  await editor.save.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  await expect.poll(() => recordsScreen(page).columnNames()).toEqual(['id', 'title', 'amount']);

  // Also for a rule of a view.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
  await editor.save.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  expect(await backend.api.get(`/api/collections/${view.id}`)).toMatchObject({
    listRule: '',
    viewRule: null,
  });
});

test('[VQ-01] the query completes tables and their columns', async ({ page, backend }) => {
  const { users } = await createBlog(backend.api);
  const posts = await createCollection(backend.api, {
    name: uniqueName('quarry'),
    schema: [field('title')],
  });
  await page.goto(collectionHash(users.id));
  const editor = await openNew(page);
  await editor.setType('View');
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  await expect(editor.panel.locator('.ace_editor')).toBeVisible();
  await query.focus();
  await page.keyboard.type('select id from quar');
  await expect(suggestions(page).filter({ hasText: posts.name }).first()).toBeVisible();
  await typeCode(query, `\nfrom ${posts.name} p `);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('select p.');
  await expect(suggestions(page).filter({ hasText: 'p.title' }).first()).toBeVisible();
  await page.keyboard.type('tit');
  // The list follows the typed text after a moment.
  await expect(suggestions(page).first().locator('.ace_completion-highlight')).toHaveText('p.tit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(editor.panel.locator('.ace_line').first()).toHaveText('select p.title');
});
