import {
  codeText,
  collectionEditor,
  openEditorOf,
  openNew,
  suggestions,
} from '#tests/support/collections/editor.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';

const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
const UNLOCK = { name: 'Unlock and set custom rule' };

test.beforeEach(({ admin }) => admin.signIn());

test('[RU-01] the intro and the available fields', async ({ page, backend }) => {
  const { users } = await createBlog(backend.api);
  const editor = await openEditorOf(page, users.id);
  await editor.addField('Plain text', 'nickname');
  await editor.tab('API Rules').click();
  await expect(
    editor.panel.getByText('All rules follow the PocketBase filter syntax and operators.'),
  ).toBeVisible();
  await expect(
    editor.panel.getByRole('link', { name: 'PocketBase filter syntax and operators' }),
  ).toHaveAttribute('href', /^https:\/\/pocketbase\.io\/docs\//);
  const help = editor.panel.getByRole('region', { name: 'Available fields' });
  await expect(help).toHaveCount(0);
  await editor.panel.getByRole('button', { name: 'Show available fields' }).click();
  for (const name of [
    'id',
    'created',
    'updated',
    'username',
    'email',
    'emailVisibility',
    'verified',
    'nickname',
    '@request.headers.*',
    '@request.query.*',
    '@request.data.*',
    '@request.auth.*',
    '@collection.ANY_COLLECTION_NAME.*',
  ]) {
    await expect(help.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(help.getByText('Example rule:')).toContainText('@request.auth.id != ""');
  await editor.panel.getByRole('button', { name: 'Hide available fields' }).click();
  await expect(help).toHaveCount(0);
});

test('[RU-02][RU-06][RU-07][VQ-06] the rules of each type, with their explanations', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  await editor.tab('API Rules').click();
  const rules = editor.panel.locator('[data-rule]');
  const labels = ['List/Search', 'View', 'Create', 'Update', 'Delete'];
  await expect(rules).toHaveCount(5);
  for (const [index, label] of labels.entries()) {
    await expect(rules.nth(index)).toContainText(`${label} rule - Admins only`);
  }
  await editor.rule('createRule').getByRole('button', { name: 'More about this' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('executed after a "dry save" of the submitted data');

  await editor.setType('Auth');
  await expect(rules).toHaveCount(6);
  await expect(rules.nth(5)).toContainText('Manage rule - Admins only');
  await editor.rule('manageRule').getByRole('button', { name: 'More about this' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('admin-like permissions');
  await expect(page.getByRole('tooltip')).toContainText('in addition to the create and update API rules');

  await editor.setType('View');
  await expect(rules).toHaveCount(2);
  await expect(rules.nth(0)).toContainText('List/Search rule - Admins only');
  await expect(rules.nth(1)).toContainText('View rule - Admins only');
});

test('[RU-03][RU-04][CE-07][CE-14][OP-06] a rule has three states, which are saved: locked, for everyone, custom', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('ruled'),
    schema: [field('title', 'text')],
  });
  const editor = await openEditorOf(page, id);
  const marker = editor.tab('API Rules').getByRole('img', { name: 'Has rules' });
  await expect(marker).toHaveCount(0);
  await editor.tab('API Rules').click();
  const list = editor.rule('listRule');
  await expect(list).toContainText('List/Search rule - Admins only');
  await list.getByRole('button', UNLOCK).click();
  const box = list.getByRole('textbox', { name: 'List/Search rule' });
  await expect(box).toBeFocused();
  await expect(list).not.toContainText('Admins only for everyone');
  await expect(box).toHaveAttribute('placeholder', 'Leave empty to grant everyone access...');
  await expect(marker).toHaveCount(0);
  await page.keyboard.insertText('title = "a"');
  await expect(marker).toBeVisible();
  await list.getByRole('button', { name: 'Set Admins only' }).click();
  await expect(list).toContainText('List/Search rule - Admins only');
  await expect(list.getByRole('textbox')).toHaveCount(0);
  await expect(marker).toHaveCount(0);
  await list.getByRole('button', UNLOCK).click();
  await expect(box).toBeFocused();
  await expect.poll(() => codeText(list)).toBe('title = "a"');

  await editor.rule('viewRule').getByRole('button', UNLOCK).click();
  await expect(editor.rule('viewRule').getByRole('textbox')).toBeFocused();
  await editor.save.click();
  // A change of rules only is saved without a question.
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(editor.panel).toBeHidden();
  expect(await backend.api.get(`/api/collections/${id}`)).toMatchObject({
    listRule: 'title = "a"',
    viewRule: '',
    createRule: null,
    updateRule: null,
    deleteRule: null,
  });

  const again = await openEditorOf(page, id);
  await expect(marker).toBeVisible();
  await again.tab('API Rules').click();
  await expect.poll(() => codeText(list)).toBe('title = "a"');
  await expect(editor.rule('viewRule').getByRole('textbox')).toHaveAttribute(
    'placeholder',
    'Leave empty to grant everyone access...',
  );
  await expect(editor.rule('createRule').getByRole('button', UNLOCK)).toBeVisible();
  await list.getByRole('button', { name: 'Set Admins only' }).click();
  await again.save.click();
  await expect(again.panel).toBeHidden();
  expect(await backend.api.get(`/api/collections/${id}`)).toMatchObject({ listRule: null, viewRule: '' });
});

test('[RU-02][AO-08] the manage rule is stored in the options', async ({ page, backend }) => {
  const { users } = await createBlog(backend.api);
  const editor = await openEditorOf(page, users.id);
  await editor.tab('API Rules').click();
  for (const rule of [...RULES, 'manageRule']) {
    await editor.rule(rule).getByRole('button', UNLOCK).click();
    await expect(editor.rule(rule).getByRole('textbox')).toBeFocused();
    await page.keyboard.insertText(`id != "${rule}"`);
  }
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get<Record<string, unknown>>(`/api/collections/${users.id}`);
  for (const rule of RULES) expect(stored[rule]).toBe(`id != "${rule}"`);
  expect(stored['options']).toMatchObject({ manageRule: 'id != "manageRule"' });
});

test('[RU-05] a rule completes fields, related fields, @request, @collection and macros', async ({
  page,
  backend,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  const editor = await openEditorOf(page, posts.id);
  await editor.addField('Plain text', 'unsaved_one');
  await editor.tab('API Rules').click();
  const rule = editor.rule('listRule');
  await rule.getByRole('button', UNLOCK).click();
  const box = rule.getByRole('textbox');
  await expect(box).toBeFocused();
  await expect(rule.locator('.ace_editor')).toBeVisible();
  const options = suggestions(page);
  const offers = async (text: string, expected: string) => {
    await box.press('ControlOrMeta+a');
    await box.press('Delete');
    await page.keyboard.type(text);
    await expect(options.filter({ hasText: expected }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.ace_autocomplete')).toBeHidden();
  };
  await offers('tit', 'title');
  await offers('uns', 'unsaved_one');
  await offers('author.na', 'author.name');
  // The next names appear directly after the dot.
  await offers('author.', 'author.created');
  await offers('tags:', 'tags:length');
  await offers('@request.au', '@request.auth');
  await offers('@request.auth.em', '@request.auth.email');
  await offers(`@collection.${categories.name.slice(0, -1)}`, `@collection.${categories.name}`);
  await offers(`@collection.${categories.name}.na`, `@collection.${categories.name}.name`);
  await offers('@tod', '@todayStart');
  await expect(editor.panel).toBeVisible();
  await box.press('ControlOrMeta+a');
  await page.keyboard.type('tit');
  // The list follows the typed text after a moment.
  await expect(options.first().locator('.ace_completion-highlight')).toHaveText('tit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => codeText(rule)).toBe('title');
});

test('text typed before the code editor has loaded stays, and the caret keeps its position', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const { opened, open } = gate();
  await page.route(/\/assets\/CodeEditor\.[^/]*\.js/, async (route) => {
    await opened;
    await route.continue();
  });
  const editor = await openEditorOf(page, posts.id);
  await editor.tab('API Rules').click();
  const rule = editor.rule('listRule');
  await rule.getByRole('button', UNLOCK).click();
  // Another editor that had the focus first does not take it again.
  await editor.rule('viewRule').getByRole('button', UNLOCK).click();
  await expect(editor.rule('viewRule').getByRole('textbox')).toBeFocused();
  await rule.getByRole('textbox').focus();
  await page.keyboard.insertText('first = 1\n&& third = 3');
  for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  open();
  await expect(editor.panel.locator('.ace_editor')).toHaveCount(2);
  await page.keyboard.insertText('|| second = 2 ||');
  await expect.poll(() => codeText(rule)).toBe('first = 1\n|| second = 2 || third = 3');
  await expect(rule.getByRole('textbox')).toBeFocused();
});

test('[RU-08][CE-06] a rule that the backend refuses shows the reason, and marks the tab', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+$/);
  const { users } = await createBlog(backend.api);
  const editor = await openEditorOf(page, users.id);
  await editor.tab('API Rules').click();
  for (const rule of ['updateRule', 'manageRule']) {
    await editor.rule(rule).getByRole('button', UNLOCK).click();
    await expect(editor.rule(rule).getByRole('textbox')).toBeFocused();
    await page.keyboard.insertText('missing_field = 1');
  }
  await editor.tab('Fields').click();
  await editor.save.click();
  // Opens the tab with the messages.
  await expect(editor.tab('API Rules')).toHaveAttribute('aria-selected', 'true');
  await expect(editor.tab('API Rules').getByRole('img', { name: 'Has errors' })).toBeVisible();
  for (const rule of ['updateRule', 'manageRule']) {
    await expect(editor.rule(rule).getByText(/^Invalid filter rule\. Raw error: /)).toBeVisible();
    await expect(editor.rule(rule).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  }
  await editor.rule('updateRule').getByRole('textbox').focus();
  await page.keyboard.type(' ');
  await expect(editor.rule('updateRule').getByText(/^Invalid filter rule/)).toHaveCount(0);
  await expect(editor.rule('manageRule').getByText(/^Invalid filter rule/)).toBeVisible();
});

test('completions keep up with 200 collections of 30 fields', async ({ page, startSite, admin }) => {
  test.setTimeout(90_000);
  const site = await startSite();
  const { api, copyRow } = site.backend;
  const fields = Array.from({ length: 30 }, (_, index) => field(`f${index}`));
  const childOf = (collectionId: string) => [
    ...fields,
    field('parent', 'relation', { options: { collectionId } }),
  ];
  const root = await createCollection(api, { name: 'big_0', schema: fields });
  const child = await createCollection(api, { name: 'big_1', schema: childOf(root.id) });
  // Only the last one is opened, so the others need no table.
  const ids = [
    child.id,
    ...Array.from({ length: 197 }, (_, index) => `big${String(index).padStart(12, '0')}`),
  ];
  const copies = ids.slice(1).map((id, index) => ({
    id,
    name: `big_${index + 2}`,
    schema: JSON.stringify(child.schema).replaceAll(root.id, ids[index] ?? ''),
  }));
  copyRow('_collections', child.id, copies);
  const last = await createCollection(api, { name: 'big_199', schema: childOf(ids.at(-1) ?? '') });
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections?collectionId=${last.id}`);
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const editor = collectionEditor(page);
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', UNLOCK).click();
  await expect(editor.rule('listRule').locator('.ace_editor')).toBeVisible();
  await expect(editor.rule('listRule').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('parent.parent.parent.f2');
  await expect(suggestions(page).filter({ hasText: 'parent.parent.parent.f20' })).toBeVisible();
});
