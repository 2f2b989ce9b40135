import { createTitled } from '#tests/support/collections/drafts.ts';
import {
  collectionHash,
  collectionTitle,
  confirmChanges,
  discardChanges,
  editCurrent,
  editListed,
  openEditorOf,
  openNew,
  removeField,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedFields } from '#tests/support/collections/saving.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

test('[CE-10][CE-11][CE-13][CE-14][CE-15][CE-16][CE-17][FD-10] Save follows the changes, the review lists them, closing asks', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('saved'),
    schema: [field('title', 'text')],
  });
  const name = uniqueName('asking');
  const asking = await createCollection(backend.api, {
    name,
    schema: [
      field('title'),
      field('gone'),
      field('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } }),
    ],
  });
  const harmless = await createCollection(backend.api, {
    name: uniqueName('harmless'),
    schema: [field('title'), field('pick', 'select', { options: { maxSelect: 1, values: ['a', 'b'] } })],
  });
  const record = await createRecord(backend.api, asking.id, { title: 't', gone: 'g', tags: ['a', 'b'] });
  const editor = await openEditorOf(page, id);
  const dialog = confirmChanges(page);
  const warning = dialog.getByText(
    "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!",
  );
  const removed = dialog.getByText(
    'All data associated with the removed fields will be permanently deleted!',
  );
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().endsWith('/api/realtime')) writes.push(request.method());
  });

  await test.step('Save follows the changes', async () => {
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
  });

  await test.step('closing with changes asks', async () => {
    await editor.cancel.click();
    await answer(page, CLOSE, false);
    await expect(editor.panel).toBeVisible();
    await editor.panel.getByRole('button', { name: 'Close' }).click();
    await answer(page, CLOSE, false);
    await expect(editor.field('title').getByLabel('Max length')).toHaveValue('12');
  });

  await test.step('Ctrl+S saves and keeps the panel open, Enter saves and closes', async () => {
    await editor.name.focus();
    expect(writes).toEqual([]);
    await page.keyboard.press('Control+s');
    await expect(toasts(page, 'success')).toHaveText('Successfully updated collection.');
    await expect(editor.save).toBeDisabled();
    await expect(editor.name).toBeFocused();
    await toasts(page, 'success').getByRole('button').click();
    await editor.field('title').getByLabel('Max length').fill('13');
    const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
    await editor.name.press('Enter');
    const body = bodyOf(await sent);
    expect(body['id']).toBe(id);
    expect(body.schema).toHaveLength(1);
    expect(body.schema[0]).toMatchObject({ name: 'title', options: { max: 13 } });
    await expect(toasts(page, 'success')).toHaveText('Successfully updated collection.');
    await expect(editor.panel).toBeHidden();
  });

  await test.step('an unchanged panel closes without a question; a new collection can always be created', async () => {
    await editCurrent(page);
    await expect(editor.panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editor.panel).toBeHidden();
    await openNew(page);
    await expect(editor.save).toHaveText('Create');
    await expect(editor.save).toBeEnabled();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await test.step('the review lists the changes; Cancel sends nothing; removed fields are not part of the update', async () => {
    await editListed(page, asking);
    await editor.name.fill(`${name}_new`);
    await editor.fieldName('title').fill('headline');
    await removeField(page, 'gone');
    const tags = await editor.openField('tags');
    await tags.getByRole('radiogroup').getByText('Single').click();
    writes.length = 0;
    await editor.save.click();
    await expect(warning).toBeVisible();
    await expect(removed).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Changes:' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText([
      `Renamed collection ${name} → ${name}_new`,
      'Renamed field title → headline',
      'Removed field gone',
      'Multiple to single value conversion of field tags (will keep only the last array item)',
    ]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(editor.panel).toBeVisible();
    expect(writes).toEqual([]);
    const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${asking.id}`));
    await editor.save.click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    expect(bodyOf(await sent).schema.map((one) => one['name'])).toEqual(['headline', 'tags']);
    await expect(editor.panel).toBeHidden();
    expect(writes).toEqual(['PATCH']);
    const stored = await backend.api.get(`/api/collections/${name}_new/records/${record.id}`);
    expect(stored).toMatchObject({ headline: 't', tags: 'b' });
    expect(stored).not.toHaveProperty('gone');
    expect(Object.keys(await storedFields(backend.api, `${name}_new`))).toEqual(['headline', 'tags']);
  });

  await test.step('changes without data loss are saved without a question', async () => {
    await editListed(page, harmless);
    await editor.addField('Number', 'rank');
    const pick = await editor.openField('pick');
    await pick.getByRole('radiogroup').getByText('Multiple').click();
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    await expect(dialog).toHaveCount(0);

    // A rename alone shows no warning about lost data.
    await editCurrent(page);
    await editor.fieldName('title').fill('headline');
    await editor.save.click();
    await expect(warning).toBeVisible();
    await expect(removed).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await discardChanges(page);
  });

  await test.step('a save without a response can be stopped, and the input stays', async () => {
    const path = `/api/collections/${harmless.id}`;
    expectedProblems.allow(`request failed PATCH ${path} net::ERR_ABORTED`);
    await editCurrent(page);
    await editor.addField('Plain text', 'added');
    const { opened, open } = gate();
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        if (route.request().method() === 'PATCH') await opened;
        await route.continue().catch(() => {});
      },
    );
    const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', path));
    await editor.save.click();
    await sent;
    // During the save nothing closes the panel.
    await expect(editor.panel.getByRole('button', { name: 'Close' })).toBeDisabled();
    const stop = editor.panel.getByRole('button', { name: 'Stop waiting' });
    await expect(stop).toBeVisible();
    await checkScreen('[role=dialog]');
    await stop.focus();
    await page.keyboard.press('Enter');
    await expect(toasts(page, 'warning')).toContainText(['Your changes may still have been saved.']);
    await expect(stop).toBeHidden();
    await expect(editor.save).toBeFocused();
    await expect(editor.fieldName('added')).toBeVisible();
    await page.unrouteAll();
    open();
    await editor.save.click();
    await expect(toasts(page, 'success').last()).toContainText('Successfully updated collection.');
    await expect(editor.panel).toBeHidden();
    expect(Object.keys(await storedFields(backend.api, harmless.name))).toContain('added');
  });
});

test('[CE-15] rules and view queries of other collections that refer to a change are listed, with a link', async ({
  page,
  backend,
  checkScreen,
}) => {
  const name = uniqueName('mentioned');
  const target = await createCollection(backend.api, {
    name,
    schema: [field('title'), field('title_long'), field('secret'), field('other')],
    indexes: [`CREATE INDEX idx_m_${name} ON ${name} (secret)`],
  });
  const relation = field('parent', 'relation', { options: { collectionId: target.id } });
  const ruled = await createCollection(backend.api, {
    name: uniqueName('ruling'),
    schema: [relation, field('title')],
    listRule: `parent.title = "x" && @collection.${name}.secret != ""`,
    // Its own field with that name is a different one, and so is a longer name.
    viewRule: 'title = "title" && parent.title_long != ""',
  });
  const view = await createCollection(backend.api, {
    name: uniqueName('viewing'),
    type: 'view',
    options: { query: `select m.id, m.title from ${name} m` },
  });
  const innocent = await createCollection(backend.api, {
    name: uniqueName('innocent'),
    schema: [relation, field('title')],
    listRule: 'title != "" && parent.other = "secret"',
  });
  const editor = await openEditorOf(page, target.id);
  await editor.fieldName('title').fill('headline');
  await removeField(page, 'secret');
  await editor.save.click();
  const dialog = confirmChanges(page);
  const lines = dialog.getByRole('listitem');
  await expect(lines.filter({ hasText: `${ruled.name} – List/Search rule mentions` })).toHaveText(
    `${ruled.name} – List/Search rule mentions field title (now headline), field secret (removed)`,
  );
  await expect(lines.filter({ hasText: `${view.name} – View query mentions` })).toHaveText(
    `${view.name} – View query mentions field title (now headline)`,
  );
  await expect(lines.filter({ hasText: 'View rule mentions' })).toHaveCount(0);
  await expect(lines.filter({ hasText: innocent.name })).toHaveCount(0);
  // The backend would refuse its own index.
  await expect(lines.filter({ hasText: `idx_m_${name}` })).toContainText('names secret');
  await checkScreen('[role=alertdialog]');
  const link = dialog.getByRole('link', { name: new RegExp(`^${ruled.name}`) });
  const opened = page.waitForEvent('popup');
  await link.click();
  const other = await opened;
  await expect(other.locator('[data-frame="collections"] h1')).toHaveText(ruled.name);
  // The edits are still there.
  await expect(dialog).toBeVisible();
});

test('changes of two administrators: outdated pages, conflicts, a deleted collection', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { id, name, schema } = await createCollection(backend.api, {
    name: uniqueName('shared'),
    schema: [field('title')],
    updateRule: '',
  });
  const outdated = await createTitled(backend.api);
  const deleted = await createTitled(backend.api);
  await page.goto(collectionHash(id));
  await expect(collectionTitle(page)).toHaveText(name);

  const editor = await test.step('the editor of an outdated page shows the stored collection', async () => {
    await backend.api.patch(`/api/collections/${outdated.id}`, {
      schema: [...outdated.schema, field('precious')],
    });
    const address = `**/api/collections/${outdated.id}`;
    expectedProblems.allow(`response 500 GET /api/collections/${outdated.id}`);
    await page.route(address, (route) => failWith(route, 'The disk is full.'));
    const opened = await editListed(page, outdated);
    const alert = opened.panel.getByRole('alert');
    await expect(alert).toContainText(
      'The collection could not be reloaded. What you see may be out of date.',
    );
    await page.unroute(address);
    const held = gate();
    await page.route(address, async (route) => {
      await held.opened;
      await route.continue();
    });
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(opened.panel.getByText('Loading the collection as it is stored…')).toBeVisible();
    await expect(alert).toHaveCount(0);
    held.open();
    await expect.poll(opened.fieldNames).toEqual(['title', 'body', 'precious']);
    await expect(opened.save).toBeDisabled();
    await opened.cancel.click();
    await expect(opened.panel).toBeHidden();
    return opened;
  });

  await test.step('a collection that was deleted by others shows a message and cannot be saved', async () => {
    await editListed(page, deleted);
    await editor.fieldName('title').fill('headline');
    expectedProblems.allow(`response 404 GET /api/collections/${deleted.id}`);
    await backend.api.delete(`/api/collections/${deleted.id}`);
    await editor.save.click();
    await expect(confirmChanges(page)).toBeHidden();
    await expect(editor.panel.getByRole('alert')).toContainText('The collection was deleted elsewhere.');
    await expect(editor.panel.getByRole('alert').getByRole('button')).toHaveCount(0);
    await expect(editor.save).toBeDisabled();
    await expect(editor.fieldName('headline')).toHaveCount(1);
    await checkScreen('[role=dialog]');
    await discardChanges(page);
  });

  await test.step('the review asks about parts that both administrators changed and keeps the others', async () => {
    await editListed(page, { id, name });
    await editor.tab('API Rules').click();
    await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
    await editor.rule('updateRule').getByRole('textbox').fill('title != ""');
    await backend.api.patch(`/api/collections/${id}`, {
      schema: [...schema, field('precious')],
      updateRule: null,
      deleteRule: '',
    });
    await createRecord(backend.api, id, { title: 't', precious: 'p' });
    await editor.save.click();
    const dialog = confirmChanges(page);
    await expect(
      dialog.getByText('The collection was changed elsewhere after you began to edit it.'),
    ).toBeVisible();
    await expect(dialog.getByText('Choose which version stays before you confirm.')).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await expect(confirm).toBeDisabled();
    await checkScreen('[role=alertdialog]');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const both = dialog.getByRole('group', { name: 'Update rule' });
    await expect(both).toContainText('title != ""');
    await expect(both).toContainText('admins only');
    const list = (title: string) =>
      dialog.locator('section', { has: page.getByRole('heading', { name: title }) }).getByRole('listitem');
    await expect(list('Changes:')).toHaveText([
      'List/Search rule: admins only → anyone',
      'Update rule: admins only → title != ""',
    ]);
    await expect(list('Changed elsewhere:')).toHaveText([
      'Added field precious (Plain text)',
      'Update rule: anyone → admins only',
      'Delete rule: admins only → anyone',
    ]);
    // By keyboard, like any group of radio buttons.
    await both.getByRole('radio', { name: 'Mine: Update rule' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(list('Changes:')).toHaveText(['List/Search rule: admins only → anyone']);
    await confirm.click();
    await expect(editor.panel).toBeHidden();
    const stored = await backend.api.get(`/api/collections/${id}`);
    expect(stored).toMatchObject({ listRule: '', updateRule: null, deleteRule: '' });
    const { items } = await backend.api.get<{ items: object[] }>(`/api/collections/${id}/records`);
    expect(items).toMatchObject([{ title: 't', precious: 'p' }]);
  });
});
