import type { Locator, Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  codeText,
  collectionEditor,
  collectionHash,
  collectionTitle,
  confirmChanges,
  discardChanges,
  editListed,
  indexPopup,
  leaveCode,
  openEditorOf,
  openNew,
  removeField,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, type StoredCollection } from '#tests/support/collections/saving.ts';
import { announceChange, onlyUsers } from '#tests/support/collections/sidebar.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}.`);
}

/** Chooses an item of the menu whose trigger has the focus. */
async function chooseByKeys(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const lines = await page.getByRole('menuitem').allInnerTexts();
  for (let step = 0; step < lines.indexOf(line); step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: line, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('[CE-01][CE-02][CE-03][CE-04][CE-05][CE-09][CE-18][CE-19][CS-08][CS-11][FD-11] the panel: name, types, system, Duplicate', async ({
  page,
  backend,
}) => {
  const { users, posts } = await createBlog(backend.api);
  const system = await createCollection(backend.api, {
    name: uniqueName('system'),
    schema: [field('kept', 'text'), field('free', 'text')],
  });
  const name = uniqueName('origin');
  const origin = await createCollection(backend.api, {
    name,
    schema: [field('title', 'text'), field('rank', 'number', { required: true })],
    indexes: [`CREATE UNIQUE INDEX \`idx_${name}\` ON \`${name}\` (\`title\`) WHERE \`rank\` > 1`],
  });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);

  await test.step('a new collection: its title and its name', async () => {
    await expect(editor.panel.getByRole('heading', { name: 'New collection' })).toBeVisible();
    await expect(editor.name).toBeFocused();
    await expect(editor.name).toHaveAttribute('placeholder', 'eg. "posts"');
    await expect(editor.name).toHaveAttribute('aria-required', 'true');
    await editor.name.pressSequentially('My Coll-1 é!');
    await expect(editor.name).toHaveValue('My_Coll_1_e');
    // In the middle the caret keeps its position.
    await editor.name.press('Home');
    await editor.name.press('ArrowRight');
    await editor.name.pressSequentially('-x');
    await expect(editor.name).toHaveValue('M_xy_Coll_1_e');
  });

  await test.step('an unfinished composition of an input method is not changed', async () => {
    await editor.name.fill('');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await expect(editor.name).toHaveValue('に');
    await session.send('Input.imeSetComposition', { text: 'にほ-ん', selectionStart: 4, selectionEnd: 4 });
    await expect(editor.name).toHaveValue('にほ-ん');
    await session.send('Input.insertText', { text: 'É a' });
    await expect(editor.name).toHaveValue('E_a');
    await session.detach();
  });

  await test.step('the tabs, the placeholder and the system fields depend on the type', async () => {
    await expect(editor.type).toHaveText('Type: Base');
    await expect(editor.panel.getByRole('tab')).toHaveText(['Fields', 'API Rules']);
    await expect(
      editor.panel.getByText('System fields: id, created, updated.', { exact: true }),
    ).toBeVisible();
    await editor.type.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Base collection',
      'View collection',
      'Auth collection',
    ]);
    await page.getByRole('menuitem', { name: 'Auth collection' }).click();
    await expect(editor.type).toHaveText('Type: Auth');
    await expect(editor.name).toHaveAttribute('placeholder', 'eg. "users"');
    await expect(editor.panel.getByRole('tab')).toHaveText(['Fields', 'API Rules', 'Options']);
    await expect(
      editor.panel.getByText(
        'System fields: id, created, updated, username, email, emailVisibility, verified.',
        { exact: true },
      ),
    ).toBeVisible();
    await editor.tab('Options').click();
    await expect(editor.tab('Options')).toHaveAttribute('aria-selected', 'true');

    await editor.setType('View');
    await expect(editor.type).toHaveText('Type: View');
    await expect(editor.name).toHaveAttribute('placeholder', 'eg. "posts"');
    await expect(editor.panel.getByRole('tab')).toHaveText(['Query', 'API Rules']);
    await expect(editor.tab('Query')).toHaveAttribute('aria-selected', 'true');
    await expect(editor.panel.getByRole('textbox', { name: 'Select query' })).toBeVisible();
    await editor.setType('Auth');
    await editor.tab('Options').click();
    await editor.setType('Base');
    await expect(editor.tab('Fields')).toHaveAttribute('aria-selected', 'true');
    await discardChanges(page);
  });

  await test.step('the gear opens a stored collection, which keeps its type', async () => {
    const gear = page.getByRole('button', { name: 'Edit collection', exact: true });
    await gear.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Edit collection');
    await gear.click();
    await expect(editor.panel.getByRole('heading', { name: 'Edit collection' })).toBeVisible();
    await expect(editor.name).toHaveValue(posts.name);
    await expect(editor.name).not.toBeFocused();
    await expect(editor.type).toHaveText('Type: Base');
    await expect(editor.type).toBeDisabled();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
    await editListed(page, users);
    await expect(editor.type).toHaveText('Type: Auth');
    await expect(editor.type).toBeDisabled();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await test.step('a system collection keeps its name and its system fields, and has no menu', async () => {
    // Only an app that embeds the backend can create them: the test changes the backend's response.
    const paths = /\/api\/collections(\/[^/?]+)?(\?|$)/;
    await page.route(paths, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      // The list, and the collection that its editor loads.
      for (const item of body.items ?? [body]) {
        if (item.id !== system.id) continue;
        item.system = true;
        item.schema[0].system = true;
      }
      await route.fulfill({ response, json: body });
    });
    const listed = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/collections',
    );
    await announceChange(page);
    await (await listed).finished();
    await editListed(page, system);
    await expect(editor.name).toBeDisabled();
    await expect(editor.panel.getByText('System collection')).toBeVisible();
    await expect(editor.menu).toHaveCount(0);
    await expect(editor.fieldName('kept')).toBeDisabled();
    await expect(editor.gear('kept')).toHaveCount(0);
    await expect(editor.field('kept').getByRole('button')).toHaveCount(0);
    await expect(editor.fieldName('free')).toBeEnabled();
    await expect(editor.gear('free')).toBeVisible();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
    // A list that is still being read is changed first: its handler cannot answer later.
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('Duplicate opens an unsaved copy with its own ids and names', async () => {
    await editListed(page, origin);
    await expect(editor.menu).toBeVisible();
    await editor.menu.click();
    await expect(page.getByRole('menuitem')).toHaveText(['Note…', 'Duplicate', 'Delete']);
    await page.keyboard.press('Escape');
    await editor.fieldName('title').fill('changed');
    await editor.menu.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await answer(page, 'You have unsaved changes. Do you really want to discard them?', false);
    await expect(editor.fieldName('changed')).toBeVisible();
    await editor.menu.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await answer(page, 'You have unsaved changes. Do you really want to discard them?', true);

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
    const copy = await backend.api.get<StoredCollection>(`/api/collections/${name}_duplicate`);
    expect(copy.id).not.toBe(origin.id);
    const ids = copy.schema.map((one) => one.id);
    expect(ids).toHaveLength(2);
    for (const one of origin.schema) expect(ids).not.toContain(one.id);
    await expect(collectionTitle(page)).toHaveText(`${name}_duplicate`);
  });
});

test('with the keyboard only: an auth collection with five fields, an index and a rule', async ({
  page,
  backend,
}) => {
  // Each collection of other tests would add two Tab stops.
  const users = await onlyUsers(backend.api);
  await page.goto(collectionHash(users.id));
  await expect(page.getByText(/^Total found/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'New collection', exact: true }));
  await page.keyboard.press('Enter');
  const editor = collectionEditor(page);
  await expect(editor.name).toBeFocused();
  const name = uniqueName('keyed');
  await page.keyboard.type(name);
  await page.keyboard.press('Shift+Tab');
  await expect(editor.type).toBeFocused();
  await chooseByKeys(page, 'Auth collection');

  const fields: [label: string, name: string][] = [
    ['Plain text', 'nickname'],
    ['Number', 'age'],
    ['Bool', 'active'],
    ['Url', 'website'],
    ['DateTime', 'born'],
  ];
  await test.step('five fields', async () => {
    for (const [label, fieldName] of fields) {
      await tabTo(page, editor.newField);
      await chooseByKeys(page, label);
      await expect(editor.panel.getByRole('textbox', { name: 'Field name' }).last()).toBeFocused();
      await page.keyboard.type(fieldName);
    }
    // Makes the last field required: opens its options and moves on to the switch.
    await tabTo(page, editor.gear('born'));
    await page.keyboard.press('Enter');
    await tabTo(page, editor.field('born').getByRole('switch', { name: 'Nonempty' }));
    await page.keyboard.press('Space');
  });

  await test.step('an index', async () => {
    await tabTo(page, editor.indexes.getByRole('button', { name: '+ New index' }));
    await page.keyboard.press('Enter');
    const popup = indexPopup(page);
    await expect(popup.panel.locator('.ace_editor')).toBeVisible();
    await tabTo(page, popup.unique);
    await page.keyboard.press('Space');
    // Tab passes through the code editor.
    await tabTo(page, popup.sql);
    await tabTo(page, popup.preset('nickname'));
    await page.keyboard.press('Space');
    await expect.poll(() => codeText(popup.panel)).toContain('(`nickname`)');
    await tabTo(page, popup.set);
    await page.keyboard.press('Enter');
    await expect(popup.panel).toBeHidden();
  });

  await test.step('a rule', async () => {
    await tabTo(page, editor.tab('Fields'));
    await page.keyboard.press('ArrowRight');
    await expect(editor.tab('API Rules')).toBeFocused();
    const list = editor.rule('listRule');
    await tabTo(page, list.getByRole('button', { name: 'Unlock and set custom rule' }));
    await page.keyboard.press('Enter');
    await expect(list.getByRole('textbox')).toBeFocused();
    await expect(list.locator('.ace_editor')).toBeVisible();
    await page.keyboard.type('@request.auth.id = id');
    await leaveCode(list.getByRole('textbox'));
  });

  await tabTo(page, editor.save);
  await page.keyboard.press('Enter');
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get<StoredCollection>(`/api/collections/${name}`);
  expect(stored).toMatchObject({ type: 'auth', listRule: '@request.auth.id = id' });
  expect(stored.schema).toMatchObject([
    { name: 'nickname', type: 'text' },
    { name: 'age', type: 'number' },
    { name: 'active', type: 'bool' },
    { name: 'website', type: 'url' },
    { name: 'born', type: 'date', required: true },
  ]);
  expect(stored.indexes).toHaveLength(1);
  expect(stored.indexes[0]).toMatch(/^CREATE UNIQUE INDEX .*\(`nickname`\)$/);

  await expect(collectionTitle(page)).toHaveText(name);
  await tabTo(page, page.getByRole('button', { name: 'Edit collection', exact: true }));
  await page.keyboard.press('Enter');
  await expect(editor.panel).toBeFocused();
});

/** A blog whose posts have an index and a rule. */
async function createIndexedBlog({ api }: Backend) {
  const blog = await createBlog(api);
  const { id, name } = blog.posts;
  await api.patch(`/api/collections/${id}`, {
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
    listRule: 'amount > 0',
  });
  return blog;
}

test('axe finds nothing on fields, indexes and rules, in both themes', async ({
  page,
  backend,
  checkScreen,
}) => {
  const { posts } = await createIndexedBlog(backend);
  const editor = await openEditorOf(page, posts.id);

  await test.step('axe: fields and their options', async () => {
    await editor.openField('title');
    await editor.newField.click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await checkScreen('[role=dialog], [role=menu]');
    await page.keyboard.press('Escape');
    // One field with each other kind of options.
    for (const one of ['contact', 'tags', 'meta', 'attachments', 'reviewers']) {
      await editor.openField(one);
      await checkScreen(`[data-field="${one}"]`);
    }
  });

  await test.step('axe: an index', async () => {
    await editor.indexes.getByRole('button').first().click();
    await expect(indexPopup(page).panel.locator('.ace_editor')).toBeVisible();
    await checkScreen('[role=dialog]:has(.ace_editor)');
    await indexPopup(page).panel.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('axe: the rules', async () => {
    await editor.tab('API Rules').click();
    await editor.panel.getByRole('button', { name: 'Show available fields' }).click();
    await expect(editor.panel.locator('.ace_editor').first()).toBeVisible();
    await checkScreen('[role=dialog]');
  });
});

test('axe finds nothing on errors, options and a query, in both themes', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { posts, users } = await createIndexedBlog(backend);
  const editor = await openEditorOf(page, posts.id);

  await test.step('axe: a removed field and errors', async () => {
    expectedProblems.allow(`response 400 PATCH /api/collections/${posts.id}`);
    await removeField(page, 'title');
    await editor.save.click();
    // The backend refuses, because the index contains a removed field.
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.tab('Fields').getByRole('img', { name: 'Has errors' })).toBeVisible();
    await checkScreen('[role=dialog]');
    await discardChanges(page);
  });

  await test.step('axe: the options of an auth collection', async () => {
    await editListed(page, users);
    await editor.tab('Options').click();
    await editor.panel.getByText('Email/Password').click();
    await checkScreen('[role=dialog]');
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await test.step('axe: a query with errors', async () => {
    expectedProblems.allow('response 400 POST /api/collections');
    await openNew(page);
    await editor.setType('View');
    await expect(editor.panel.locator('.ace_editor')).toBeVisible();
    await editor.save.click();
    await expect(editor.tab('Query').getByRole('img', { name: 'Has errors' })).toBeVisible();
    await checkScreen('[role=dialog]');
    await discardChanges(page);
  });
});

test('[CE-18] the focus stays in the panel, and everything fits a small screen', async ({
  page,
  backend,
}) => {
  const name = uniqueName('focused');
  const focused = await createCollection(backend.api, {
    name,
    schema: [field('title')],
    indexes: [`CREATE INDEX idx_${name} ON ${name} (title)`],
    listRule: 'id = 1',
  });
  const long = 'a_field_with_a_rather_long_name_that_goes_on';
  const narrow = await createCollection(backend.api, {
    name: uniqueName('narrow'),
    schema: [field(long, 'text', { required: true, presentable: true })],
  });
  const editor = await openEditorOf(page, focused.id);

  await test.step('the focus stays in the panel when parts are removed, restored or locked', async () => {
    const remove = async (fieldName: string) => {
      await editor.openField(fieldName);
      await editor.panel.getByRole('button', { name: `More options of ${fieldName}` }).focus();
      await chooseByKeys(page, 'Remove');
    };
    await remove('title');
    await expect(editor.panel.getByRole('button', { name: 'Restore title' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(editor.gear('title')).toBeFocused();
    await editor.addField('Bool', 'fresh');
    await remove('fresh');
    await expect(editor.newField).toBeFocused();
    await editor.indexes.getByRole('button', { name: 'title' }).press('Enter');
    await indexPopup(page).panel.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(editor.indexes.getByRole('button', { name: '+ New index' })).toBeFocused();
    await editor.tab('API Rules').click();
    const rule = editor.rule('listRule');
    await rule.getByRole('button', { name: /^Set Admins only/ }).press('Enter');
    await expect(rule.getByRole('button', { name: 'Unlock and set custom rule' })).toBeFocused();
    await discardChanges(page);
  });

  await test.step('on a small screen everything stays inside the panel, with large enough targets', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await editListed(page, narrow);
    const overflow = () =>
      editor.panel.evaluate(
        (panel) =>
          [...panel.querySelectorAll<HTMLElement>('*')].filter((one) => {
            const { right, width } = one.getBoundingClientRect();
            return width > 1 && right > innerWidth + 1 && getComputedStyle(one).visibility !== 'hidden';
          }).length,
      );
    await editor.openField(long);
    await expect.poll(overflow).toBe(0);
    const box = await editor.gear(long).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(40);
    expect(box?.height).toBeGreaterThanOrEqual(40);
    await editor.tab('API Rules').click();
    await expect.poll(overflow).toBe(0);
  });
});
