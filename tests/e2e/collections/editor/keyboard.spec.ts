import type { Locator, Page } from '@playwright/test';
import {
  codeText,
  collectionEditor,
  collectionHash,
  confirmChanges,
  indexPopup,
  leaveCode,
  openEditorOf,
  openNew,
} from '#tests/support/collections/editor.ts';
import type { StoredCollection } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

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

// Separate backends: each collection of other tests would add two Tab stops.
test('with the keyboard only: an auth collection with five fields', async ({ page, admin, startSite }) => {
  const site = await startSite();
  const { backend } = site;
  const { posts } = await createBlog(backend.api);
  await admin.signIn(page, site);
  await page.goto(site.atoll.url + collectionHash(posts.id));
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
  await tabTo(page, editor.save);
  await page.keyboard.press('Enter');
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get<StoredCollection>(`/api/collections/${name}`);
  expect(stored.type).toBe('auth');
  expect(stored.schema).toMatchObject([
    { name: 'nickname', type: 'text' },
    { name: 'age', type: 'number' },
    { name: 'active', type: 'bool' },
    { name: 'website', type: 'url' },
    { name: 'born', type: 'date', required: true },
  ]);
});

test('with the keyboard only: an index and a rule', async ({ page, admin, startSite }) => {
  const site = await startSite();
  const { backend } = site;
  const { id } = await createCollection(backend.api, {
    name: uniqueName('keyed'),
    type: 'auth',
    schema: [field('nickname'), field('age', 'number')],
  });
  await admin.signIn(page, site);
  await page.goto(site.atoll.url + collectionHash(id));
  await expect(page.getByText(/^Total found/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Edit collection', exact: true }));
  await page.keyboard.press('Enter');
  const editor = collectionEditor(page);
  await expect(editor.panel).toBeFocused();
  await tabTo(page, editor.indexes.getByRole('button', { name: '+ New index' }));
  await page.keyboard.press('Enter');
  const popup = indexPopup(page);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await tabTo(page, popup.unique);
  await page.keyboard.press('Space');
  // Tab moves into the code editor; Escape leaves it.
  await tabTo(page, popup.sql);
  await leaveCode(popup.sql);
  await tabTo(page, popup.preset('nickname'));
  await page.keyboard.press('Space');
  await expect.poll(() => codeText(popup.panel)).toContain('(`nickname`)');
  await tabTo(page, popup.set);
  await page.keyboard.press('Enter');
  await expect(popup.panel).toBeHidden();

  await tabTo(page, editor.tab('Fields'));
  await page.keyboard.press('ArrowRight');
  await expect(editor.tab('API Rules')).toBeFocused();
  const unlock = editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' });
  await tabTo(page, unlock);
  await page.keyboard.press('Enter');
  const rule = editor.rule('listRule').getByRole('textbox');
  await expect(rule).toBeFocused();
  await expect(editor.rule('listRule').locator('.ace_editor')).toBeVisible();
  await page.keyboard.type('@request.auth.id = id');
  await leaveCode(rule);
  await tabTo(page, editor.save);
  await page.keyboard.press('Enter');
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get<StoredCollection>(`/api/collections/${id}`);
  expect(stored).toMatchObject({ type: 'auth', listRule: '@request.auth.id = id' });
  expect(stored.indexes).toHaveLength(1);
  expect(stored.indexes[0]).toMatch(/^CREATE UNIQUE INDEX .*\(`nickname`\)$/);
});

test('axe finds nothing on the fields, the index popup and the confirm dialog, in both themes', async ({
  page,
  backend,
  axe,
  expectedProblems,
}) => {
  test.setTimeout(120_000);
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+$/);
  const { posts } = await createBlog(backend.api);
  await backend.api.patch(`/api/collections/${posts.id}`, {
    indexes: [`CREATE UNIQUE INDEX idx_${posts.name} ON ${posts.name} (title)`],
    listRule: 'amount > 0',
  });
  const editor = await openEditorOf(page, posts.id);
  await editor.openField('title');
  await axe();
  // One field with each kind of options.
  for (const name of ['amount', 'contact', 'tags', 'meta', 'attachments', 'reviewers']) {
    await editor.openField(name);
    await axe(`[data-field="${name}"]`);
  }
  await editor.openField('title');
  await editor.panel.getByRole('button', { name: 'More options of title' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await editor.newField.click();
  await axe();
  await page.keyboard.press('Escape');
  await editor.indexes.getByRole('button').first().click();
  await expect(indexPopup(page).panel.locator('.ace_editor')).toBeVisible();
  await axe();
  await indexPopup(page).panel.getByRole('button', { name: 'Cancel' }).click();
  await editor.save.click();
  await expect(confirmChanges(page)).toBeVisible();
  await axe();
  // The backend refuses, because the index contains a removed field.
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.tab('Fields').getByRole('img', { name: 'Has errors' })).toBeVisible();
  await axe();
});

test('axe finds nothing on the rules, the auth options and the query, in both themes', async ({
  page,
  backend,
  axe,
  expectedProblems,
}) => {
  test.setTimeout(120_000);
  expectedProblems.allow('response 400 POST /api/collections');
  const { posts, users } = await createBlog(backend.api);
  await backend.api.patch(`/api/collections/${posts.id}`, { listRule: 'amount > 0' });
  const editor = await openEditorOf(page, posts.id);
  await editor.tab('API Rules').click();
  await editor.panel.getByRole('button', { name: 'Show available fields' }).click();
  await expect(editor.panel.locator('.ace_editor').first()).toBeVisible();
  await axe();

  await page.reload();
  const auth = await openEditorOf(page, users.id);
  await auth.tab('Options').click();
  await auth.panel.getByText('Email/Password').click();
  await axe();
  await auth.cancel.click();
  const fresh = await openNew(page);
  await fresh.setType('View');
  await expect(fresh.panel.locator('.ace_editor')).toBeVisible();
  await fresh.save.click();
  await expect(fresh.tab('Query').getByRole('img', { name: 'Has errors' })).toBeVisible();
  await axe();
});

test('on a small screen everything stays inside the panel, with large enough targets', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('narrow'),
    schema: [
      field('a_field_with_a_rather_long_name_that_goes_on', 'text', { required: true, presentable: true }),
    ],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const editor = await openEditorOf(page, id);
  const overflow = () =>
    editor.panel.evaluate(
      (panel) =>
        [...panel.querySelectorAll<HTMLElement>('*')].filter((one) => {
          const { right, width } = one.getBoundingClientRect();
          return width > 1 && right > innerWidth + 1 && getComputedStyle(one).visibility !== 'hidden';
        }).length,
    );
  await editor.openField('a_field_with_a_rather_long_name_that_goes_on');
  await expect.poll(overflow).toBe(0);
  const box = await editor.gear('a_field_with_a_rather_long_name_that_goes_on').boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(40);
  expect(box?.height).toBeGreaterThanOrEqual(40);
  await editor.tab('API Rules').click();
  await expect.poll(overflow).toBe(0);
});

test('[CE-18] the focus stays in the panel when parts are removed, restored or locked', async ({
  page,
  backend,
}) => {
  const name = uniqueName('focused');
  const { id } = await createCollection(backend.api, {
    name,
    schema: [field('title')],
    indexes: [`CREATE INDEX idx_${name} ON ${name} (title)`],
    listRule: 'id = 1',
  });
  const editor = await openEditorOf(page, id);
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
});
