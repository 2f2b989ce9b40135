import {
  collectionEditor,
  collectionHash,
  collectionTitle,
  openEditorOf,
  openNew,
} from '#tests/support/collections/editor.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[CE-01][CE-02][CS-08][CS-11] a new collection: titles, name with focus and placeholder, slug while typing', async ({
  page,
  backend,
}) => {
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('titled'),
    schema: [field('title')],
  });
  await page.goto(collectionHash(id));
  const editor = await openNew(page);
  await expect(editor.panel.getByRole('heading', { name: 'New collection' })).toBeVisible();
  await expect(editor.name).toBeFocused();
  await expect(editor.name).toHaveAttribute('placeholder', 'eg. "posts"');
  await expect(editor.name).toHaveAttribute('aria-required', 'true');
  await editor.setType('Auth');
  await expect(editor.name).toHaveAttribute('placeholder', 'eg. "users"');
  await editor.setType('View');
  await expect(editor.name).toHaveAttribute('placeholder', 'eg. "posts"');

  await editor.name.pressSequentially('My Coll-1 é!');
  await expect(editor.name).toHaveValue('My_Coll_1_e');
  // In the middle the caret keeps its position.
  await editor.name.press('Home');
  await editor.name.press('ArrowRight');
  await editor.name.pressSequentially('-x');
  await expect(editor.name).toHaveValue('M_xy_Coll_1_e');

  await editor.cancel.click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(editor.panel).toBeHidden();
  const gear = page.getByRole('button', { name: 'Edit collection', exact: true });
  await gear.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Edit collection');
  await gear.click();
  await expect(editor.panel.getByRole('heading', { name: 'Edit collection' })).toBeVisible();
  await expect(editor.name).toHaveValue(name);
  await expect(editor.name).not.toBeFocused();
});

test('[CE-02] an unfinished composition of an input method is not changed', async ({ page, backend }) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('composed'),
    schema: [field('title')],
  });
  await page.goto(collectionHash(id));
  const editor = await openNew(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await expect(editor.name).toHaveValue('に');
  await session.send('Input.imeSetComposition', { text: 'にほ-ん', selectionStart: 4, selectionEnd: 4 });
  await expect(editor.name).toHaveValue('にほ-ん');
  await session.send('Input.insertText', { text: 'É a' });
  await expect(editor.name).toHaveValue('E_a');
});

test('[CE-03][CE-05] the type can only be chosen for a new collection; the tabs depend on it', async ({
  page,
  backend,
}) => {
  const { users, posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  await expect(editor.type).toHaveText('Type: Base');
  await expect(editor.panel.getByRole('tab')).toHaveText(['Fields', 'API Rules']);
  await editor.type.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Base collection',
    'View collection',
    'Auth collection',
  ]);
  await page.getByRole('menuitem', { name: 'Auth collection' }).click();
  await expect(editor.type).toHaveText('Type: Auth');
  await expect(editor.panel.getByRole('tab')).toHaveText(['Fields', 'API Rules', 'Options']);
  await editor.tab('Options').click();
  await expect(editor.tab('Options')).toHaveAttribute('aria-selected', 'true');

  await editor.setType('View');
  await expect(editor.type).toHaveText('Type: View');
  await expect(editor.panel.getByRole('tab')).toHaveText(['Query', 'API Rules']);
  await expect(editor.tab('Query')).toHaveAttribute('aria-selected', 'true');
  await expect(editor.panel.getByRole('textbox', { name: 'Select query' })).toBeVisible();
  await editor.setType('Auth');
  await editor.tab('Options').click();
  await editor.setType('Base');
  await expect(editor.tab('Fields')).toHaveAttribute('aria-selected', 'true');

  for (const [id, type] of [
    [posts.id, 'Type: Base'],
    [users.id, 'Type: Auth'],
  ] as const) {
    await page.reload();
    const existing = await openEditorOf(page, id);
    await expect(existing.type).toHaveText(type);
    await expect(existing.type).toBeDisabled();
  }
});

test('[CE-04][FD-11] a system collection keeps its name and its system fields, and has no menu', async ({
  page,
  backend,
}) => {
  const name = uniqueName('system');
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('kept', 'text'), field('free', 'text')],
  });
  // Only an app that embeds the backend can create them: the test changes the backend's response.
  await page.route(/\/api\/collections(\/[^/?]+)?(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    // The list, and the collection that its editor loads.
    for (const item of body.items ?? [body]) {
      if (item.id !== id) continue;
      item.system = true;
      item.schema[0].system = true;
    }
    await route.fulfill({ response, json: body });
  });
  const editor = await openEditorOf(page, id);
  await expect(editor.name).toBeDisabled();
  await expect(editor.panel.getByText('System collection')).toBeVisible();
  await expect(editor.menu).toHaveCount(0);

  await expect(editor.fieldName('kept')).toBeDisabled();
  await expect(editor.gear('kept')).toHaveCount(0);
  await expect(editor.field('kept').getByRole('button')).toHaveCount(0);
  await expect(editor.fieldName('free')).toBeEnabled();
  await expect(editor.gear('free')).toBeVisible();
});

test('[CE-09] the system fields of every collection are listed', async ({ page, backend }) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  await expect(editor.panel.getByText('System fields: id, created, updated.', { exact: true })).toBeVisible();
  await editor.setType('Auth');
  await expect(
    editor.panel.getByText(
      'System fields: id, created, updated, username, email, emailVisibility, verified.',
      { exact: true },
    ),
  ).toBeVisible();
});

test('[CS-08][CS-09][CS-11][SH-13] hide-controls hides the controls that edit collections', async ({
  page,
  startSite,
  admin,
  expectedProblems,
}) => {
  // The records of the collection that the tab remembers are requested before it is known to be deleted.
  expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\?.*$/);
  const site = await startSite();
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(page.getByRole('button', { name: 'New collection' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit collection' })).toBeVisible();
  await site.backend.api.patch('/api/settings', { meta: { hideControls: true } });
  await page.reload();
  await expect(page.getByRole('button', { name: 'New record' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'API Preview' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New collection' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit collection' })).toHaveCount(0);

  const { items } = await site.backend.api.get<{ items: { id: string }[] }>('/api/collections');
  for (const { id } of items) await site.backend.api.delete(`/api/collections/${id}`);
  await page.reload();
  await expect(page.getByText("You don't have any collections yet.")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('listed_collection'))).toBeNull();
  await expect(page.getByRole('button', { name: 'Create new collection' })).toHaveCount(0);
  await site.backend.api.patch('/api/settings', { meta: { hideControls: false } });
  await page.reload();
  await expect(page.getByText('Create your first collection to add records!')).toBeVisible();
  await page.getByRole('button', { name: 'Create new collection' }).click();
  const editor = collectionEditor(page);
  await editor.name.fill('first');
  await editor.addField('Plain text', 'title');
  await editor.save.click();
  await expect(collectionTitle(page)).toHaveText('first');
  await expect(page.getByText('Total found: 0')).toBeVisible();
});

test('[SH-07] a change of the route closes the editor', async ({ page, backend }) => {
  const { posts } = await createBlog(backend.api);
  const editor = await openEditorOf(page, posts.id);
  await page.evaluate(() => {
    location.hash = '#/logs';
  });
  await expect(editor.panel).toBeHidden();
});
