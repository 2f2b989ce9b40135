import type { Page, Request } from '@playwright/test';
import {
  collectionEditor,
  collectionHash,
  indexPopup,
  openEditorOf,
  openNew,
} from '../support/collection-editor.ts';
import { createBlog, createCollection, field, uniqueName } from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { hashQuery } from '../support/records-page.ts';
import { toasts } from '../support/screens.ts';

interface Body {
  [name: string]: unknown;
  schema: Record<string, unknown>[];
  indexes: string[];
}

const bodyOf = (request: Request): Body => request.postDataJSON();
const isWrite = (request: Request, method: string, path = '/api/collections'): boolean =>
  request.method() === method && new URL(request.url()).pathname === path;

/** The name of the collection on screen, whatever panel lies above it. */
const title = (page: Page) => page.locator('[data-frame="collections"] h1.page-title');

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
  // In the middle the caret stays where it was.
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

test('[CE-02] what an input method composes is not touched before it is done', async ({ page, backend }) => {
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

test('[CE-03][CE-05] the type is chosen while creating only; tabs follow it', async ({ page, backend }) => {
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
  // Only an app that embeds the backend can make them; the interface sees what the backend would send.
  await page.route('**/api/collections?**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const item of body.items) {
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

test('[CE-06][CE-22][ER-07][FD-14] refusals stand where they belong, tabs are marked, the panel stays', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/400/);
  const { users } = await createBlog(backend.api);
  await page.goto(collectionHash(users.id));
  const editor = await openNew(page);
  await editor.save.click();
  // One for the name, one for the fields, of which there must be one.
  await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(2);
  await expect(editor.name).toHaveAttribute('aria-invalid', 'true');
  await expect(toasts(page, 'error')).toBeVisible();
  await expect(editor.panel).toBeVisible();

  await editor.name.fill(users.name.toUpperCase());
  // An edit takes its message away.
  await expect(editor.name).not.toHaveAttribute('aria-invalid');
  await editor.addField('Bool', 'flag');
  await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(0);
  await editor.save.click();
  await expect(editor.panel.getByText('Collection name must be unique (case insensitive).')).toBeVisible();

  await editor.name.fill(uniqueName('refused'));
  await editor.setType('Auth');
  await editor.addField('Plain text', 'short');
  await editor.addField('Select', 'choice');
  await editor.openField('short');
  await editor.field('short').getByLabel('Min length').fill('9');
  await editor.field('short').getByLabel('Max length').fill('3');
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
  await editor.rule('listRule').getByRole('textbox').focus();
  await page.keyboard.insertText('nothing = 1');
  await editor.tab('Options').click();
  await editor.panel.getByLabel('Minimum password length').fill('80');
  await editor.save.click();
  const mark = (tab: string) => editor.tab(tab).getByRole('img', { name: 'Has errors' });
  await expect(mark('Fields')).toBeVisible();
  await mark('Fields').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Has errors');
  await editor.tab('Fields').click();
  await expect(editor.gear('short')).toHaveClass(/text-error/);
  await expect(editor.gear('choice')).toHaveClass(/text-error/);
  await expect(editor.field('short').getByText(/^Must be no less than 9/)).toBeVisible();
  await editor.openField('choice');
  await expect(editor.field('choice').getByText('Cannot be blank.')).toBeVisible();
  await editor.field('choice').getByLabel('Choices').fill('one');
  await expect(editor.field('choice').getByText('Cannot be blank.')).toHaveCount(0);
  await editor.openField('short');
  await editor.field('short').getByLabel('Max length').fill('30');
  await expect(mark('Fields')).toHaveCount(0);
});

test('[CE-08] a view has no create, update and delete rule and no index', async ({ page, backend }) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('turned');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  await indexPopup(page).preset('title').click();
  await indexPopup(page).set.click();
  await expect(editor.indexes).toContainText('(1)');
  await editor.tab('API Rules').click();
  for (const rule of ['listRule', 'createRule', 'updateRule', 'deleteRule']) {
    await editor.rule(rule).getByRole('button', { name: 'Unlock and set custom rule' }).click();
    await expect(editor.rule(rule).getByRole('textbox')).toBeFocused();
    await page.keyboard.insertText('id != ""');
  }
  await editor.setType('View');
  await expect(editor.panel.locator('[data-rule]')).toHaveCount(2);
  await editor.tab('Query').click();
  await expect(editor.indexes).toHaveCount(0);
  await expect(editor.fields).toHaveCount(0);
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  await query.focus();
  await page.keyboard.insertText(`select id, title from ${posts.name}`);
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  const body = bodyOf(await sent);
  expect(body).toMatchObject({
    type: 'view',
    listRule: 'id != ""',
    createRule: null,
    updateRule: null,
    deleteRule: null,
    indexes: [],
    options: { query: `select id, title from ${posts.name}` },
  });
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get<Record<string, unknown>>(`/api/collections/${name}`);
  expect(stored).toMatchObject({ type: 'view', createRule: null, indexes: [] });
});

test('[CE-09] the fields that every collection has are told', async ({ page, backend }) => {
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

test('[CE-10][CE-11][CE-17][CE-13][FD-10] Save follows the changes, Enter submits, closing asks', async ({
  page,
  backend,
}) => {
  const name = uniqueName('saved');
  const { id } = await createCollection(backend.api, { name, schema: [field('title', 'text')] });
  const editor = await openEditorOf(page, id);
  await expect(editor.save).toHaveText('Save changes');
  await expect(editor.save).toBeDisabled();
  await editor.name.press('End');
  await editor.name.pressSequentially('x');
  await expect(editor.save).toBeEnabled();
  await editor.name.press('Backspace');
  await expect(editor.save).toBeDisabled();
  await editor.openField('title');
  const max = editor.field('title').getByLabel('Max length');
  await max.fill('7');
  await expect(editor.save).toBeEnabled();
  await max.fill('');
  await expect(editor.save).toBeDisabled();

  await max.fill('12');
  await editor.cancel.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You have unsaved changes. Do you really want to close the panel?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(editor.panel).toBeVisible();
  await editor.panel.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(max).toHaveValue('12');

  // Ctrl+S is none of this panel's keys.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await editor.name.focus();
  await page.keyboard.press('Control+s');
  await expect(editor.panel).toBeVisible();
  expect(requests.filter((method) => method === 'PATCH')).toEqual([]);
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await editor.name.press('Enter');
  const body = bodyOf(await sent);
  expect(body['id']).toBe(id);
  expect(body.schema).toHaveLength(1);
  expect(body.schema[0]).toMatchObject({ name: 'title', options: { max: 12 } });
  await expect(toasts(page, 'success')).toHaveText('Successfully updated collection.');
  await expect(editor.panel).toBeHidden();

  // An unchanged panel closes without a question.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(editor.panel).toBeHidden();

  const created = await openNew(page);
  await expect(created.save).toHaveText('Create');
  await expect(created.save).toBeEnabled();
});

test('[CE-12][API-04][API-05][API-03][OP-13] a new collection is sent whole, appears and becomes active', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`${collectionHash(posts.id)}&filter=title%3D1&sort=title`);
  const editor = await openNew(page);
  const name = uniqueName('made');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.addField('Number', 'gone');
  await editor.openField('gone');
  await editor.panel.getByRole('button', { name: 'More options of gone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  expect(bodyOf(await sent)).toEqual({
    id: '',
    created: '',
    updated: '',
    name,
    type: 'base',
    system: false,
    schema: [
      {
        id: '',
        name: 'title',
        type: 'text',
        required: false,
        presentable: false,
        system: false,
        options: { min: null, max: null, pattern: '' },
      },
    ],
    indexes: [],
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    options: {},
  });
  await expect(toasts(page, 'success')).toHaveText('Successfully created collection.');
  await expect(editor.panel).toBeHidden();
  const link = page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name, exact: true });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(title(page)).toHaveText(name);
  const stored = await backend.api.get<{ id: string }>(`/api/collections/${name}`);
  expect(hashQuery(page)).toEqual({ collectionId: stored.id });
});

test('[CE-13] removed fields are left out of the update', async ({ page, backend }) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('shrunk'),
    schema: [field('kept', 'text'), field('gone', 'text')],
  });
  const editor = await openEditorOf(page, id);
  await editor.openField('gone');
  await editor.panel.getByRole('button', { name: 'More options of gone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await editor.save.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  expect(bodyOf(await sent).schema.map(({ name }) => name)).toEqual(['kept']);
  await expect(toasts(page, 'success')).toHaveText('Successfully updated collection.');
  const stored = await backend.api.get<{ schema: { name: string }[] }>(`/api/collections/${id}`);
  expect(stored.schema.map(({ name }) => name)).toEqual(['kept']);
});

test('[CE-18][CE-19] Duplicate opens an unsaved copy with everything of its own', async ({
  page,
  backend,
}) => {
  const name = uniqueName('origin');
  const { id, schema } = await createCollection(backend.api, {
    name,
    schema: [field('title', 'text'), field('rank', 'number', { required: true })],
    indexes: [`CREATE UNIQUE INDEX \`idx_${name}\` ON \`${name}\` (\`title\`) WHERE \`rank\` > 1`],
  });
  const editor = await openEditorOf(page, id);
  await expect(editor.menu).toBeVisible();
  await editor.menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Duplicate', 'Delete']);
  await page.keyboard.press('Escape');
  await editor.fieldName('title').fill('changed');
  await editor.menu.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You have unsaved changes. Do you really want to discard them?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(editor.fieldName('changed')).toBeVisible();
  await editor.menu.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();

  await expect(editor.panel.getByRole('heading', { name: 'New collection' })).toBeVisible();
  await expect(editor.name).toHaveValue(`${name}_duplicate`);
  await expect(editor.save).toHaveText('Create');
  await expect(editor.fieldName('title')).toBeVisible();
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  const body = bodyOf(await sent);
  expect(body).toMatchObject({ id: '', created: '', updated: '', name: `${name}_duplicate` });
  expect(body.schema.map((one) => [one['id'], one['name'], one['required']])).toEqual([
    ['', 'title', false],
    ['', 'rank', true],
  ]);
  const [index] = body.indexes;
  expect(index).toMatch(
    new RegExp(
      `^CREATE UNIQUE INDEX \`idx_[A-Za-z0-9]{7}\` ON \`${name}_duplicate\` \\(\`title\`\\) WHERE \`rank\` > 1$`,
    ),
  );
  await expect(toasts(page, 'success')).toHaveText('Successfully created collection.');
  const copy = await backend.api.get<typeof body & { id: string }>(`/api/collections/${name}_duplicate`);
  expect(copy.id).not.toBe(id);
  const ids = copy.schema.map((one) => one['id']);
  expect(ids).toHaveLength(2);
  for (const one of schema) expect(ids).not.toContain(one.id);
  await expect(title(page)).toHaveText(`${name}_duplicate`);
});

test('[CE-20][CS-13] Delete asks, deletes, and goes to the first collection in every tab', async ({
  page,
  backend,
  secondTab,
  expectedProblems,
}) => {
  expectedProblems.allow(/400|404/);
  const { categories } = await createBlog(backend.api);
  const name = uniqueName('doomed');
  const { id } = await createCollection(backend.api, { name, schema: [field('title')] });
  const other = await secondTab(collectionHash(id));
  await expect(title(other)).toHaveText(name);

  // Others point here, so the backend refuses.
  const refused = await openEditorOf(page, categories.id);
  await refused.menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(toasts(page, 'error')).toContainText(
    'Failed to delete collection due to existing dependency.',
  );
  await expect(refused.panel).toBeVisible();
  await refused.cancel.click();

  const editor = await openEditorOf(page, id);
  await editor.menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    `Do you really want to delete collection "${name}" and all its records?`,
  );
  const sent = page.waitForRequest((request) => isWrite(request, 'DELETE', `/api/collections/${id}`));
  await question.getByRole('button', { name: 'Yes' }).click();
  await sent;
  await expect(toasts(page, 'success')).toHaveText(`Successfully deleted collection "${name}".`);
  await expect(editor.panel).toBeHidden();
  for (const tab of [page, other]) {
    const links = tab.getByRole('navigation', { name: 'Collections' }).getByRole('link');
    await expect(links.getByText(name, { exact: true })).toHaveCount(0);
    await expect(links.first()).toHaveAttribute('aria-current', 'page');
    const first = await links.first().textContent();
    await expect(title(tab)).toHaveText(first ?? '');
  }
});

test('[CS-13] creating and updating reach the other tabs, by the message "reload"', async ({
  page,
  backend,
  secondTab,
}) => {
  const { posts } = await createBlog(backend.api);
  const other = await secondTab(collectionHash(posts.id));
  const list = other.getByRole('navigation', { name: 'Collections' });
  await expect(list.getByRole('link', { name: posts.name, exact: true })).toBeVisible();
  await other.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel('collections').onmessage = ({ data }) => heard.push(data);
  });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('told');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.save.click();
  await expect(list.getByRole('link', { name, exact: true })).toBeVisible();
  const again = collectionEditor(page);
  await expect(again.panel).toBeHidden();
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  await again.name.fill(`${name}_again`);
  await again.save.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(list.getByRole('link', { name: `${name}_again`, exact: true })).toBeVisible();
  expect(await other.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([
    'reload',
    'reload',
  ]);
});

test('[CE-21] renaming the collection rewrites the table in every index', async ({ page, backend }) => {
  const name = uniqueName('table');
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('title', 'text'), field('rank', 'number')],
    indexes: [
      `CREATE INDEX idx_a_${name} ON ${name} (title)`,
      `CREATE UNIQUE INDEX "idx_b_${name}" ON "${name}" (rank) WHERE "${name}".title != '${name}'`,
    ],
  });
  const editor = await openEditorOf(page, id);
  await editor.name.fill(`${name}_new`);
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await editor.save.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const { indexes } = bodyOf(await sent);
  expect(indexes).toHaveLength(2);
  expect(indexes[0]).toContain(`${name}_new`);
  expect(indexes[1]).toContain(`${name}_new`);
  // What only reads like the name stays.
  expect(indexes[1]).toContain(`'${name}'`);
  await expect(title(page)).toHaveText(`${name}_new`);
  const tables = backend.sql(
    "select name, tbl_name from sqlite_master where type = 'index' and name like ?",
    [`idx_%_${name}`],
  );
  expect(tables.map(({ tbl_name }) => tbl_name)).toEqual([`${name}_new`, `${name}_new`]);
});

test('[CS-08][CS-09][CS-11][SH-13] hide-controls hides what edits collections', async ({
  page,
  startSite,
  admin,
}) => {
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
  await expect(page.getByRole('button', { name: 'Create new collection' })).toHaveCount(0);
  await site.backend.api.patch('/api/settings', { meta: { hideControls: false } });
  await page.reload();
  await expect(page.getByText('Create your first collection to add records!')).toBeVisible();
  await page.getByRole('button', { name: 'Create new collection' }).click();
  const editor = collectionEditor(page);
  await editor.name.fill('first');
  await editor.addField('Plain text', 'title');
  await editor.save.click();
  await expect(title(page)).toHaveText('first');
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
