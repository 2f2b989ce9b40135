import {
  collectionHash,
  collectionTitle,
  indexPopup,
  openEditorOf,
  openNew,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[CE-06][CE-22][ER-07][FD-14] errors are shown at their inputs, tabs are marked, the panel stays', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
  const { users } = await createBlog(backend.api);
  await page.goto(collectionHash(users.id));
  const editor = await openNew(page);
  await editor.save.click();
  // One error for the name and one for the fields, because a collection needs a field.
  await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(2);
  await expect(editor.name).toHaveAttribute('aria-invalid', 'true');
  await expect(toasts(page, 'error')).toBeVisible();
  await expect(editor.panel).toBeVisible();

  await editor.name.fill(users.name.toUpperCase());
  // An edit removes the message.
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

test('[CE-08] a view has no create, update and delete rules and no indexes', async ({ page, backend }) => {
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

  // This panel does not use Ctrl+S.
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
  await expect(editor.panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor.panel).toBeHidden();

  const created = await openNew(page);
  await expect(created.save).toHaveText('Create');
  await expect(created.save).toBeEnabled();
});

test('[CE-12][API-04][API-05][OP-13] a new collection is sent completely, appears and becomes active', async ({
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
  await expect(collectionTitle(page)).toHaveText(name);
  const stored = await backend.api.get<{ id: string }>(`/api/collections/${name}`);
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: stored.id });
});

test('[CE-13] removed fields are not part of the update', async ({ page, backend }) => {
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
