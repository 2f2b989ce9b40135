import type { Page } from '@playwright/test';
import { completeCollection } from '#scripts/lib/schema.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { createTitled } from '#tests/support/collections/drafts.ts';
import {
  type collectionEditor,
  collectionHash,
  collectionTitle,
  confirmChanges,
  discardChanges,
  editCurrent,
  editListed,
  openNew,
  removeField,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedFields } from '#tests/support/collections/saving.ts';
import {
  type Collection,
  createBlog,
  createCollection,
  createRecord,
  field,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMINS, has, onLine, testedLine } from '#tests/support/lines.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

type Editor = ReturnType<typeof collectionEditor>;

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

const markOf = (editor: Editor, tab: string) => editor.tab(tab).getByRole('img', { name: 'Has errors' });

/** Saves a new collection, after which a field was removed again. Returns what is sent. */
async function createPlain(page: Page, editor: Editor, name: string) {
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.addField('Number', 'gone');
  await removeField(page, 'gone');
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  const body: unknown = (await sent).postDataJSON();
  await expect(toasts(page, 'success')).toHaveText('Successfully created collection.');
  await expect(editor.panel).toBeHidden();
  const link = page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name, exact: true });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(collectionTitle(page)).toHaveText(name);
  return body;
}

/** Types in a new collection while it is being created, and saves that, too. */
async function typeDuringSave(page: Page, editor: Editor, name: string): Promise<void> {
  await openNew(page);
  await editor.name.fill(name);
  await editor.addField('Plain text', 'first');
  const { opened, open } = gate();
  await page.route('**/api/collections', async (route) => {
    if (route.request().method() === 'POST') await opened;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.fieldName('first').press('Enter');
  const request = await sent;
  await expect(editor.panel).toHaveAttribute('aria-busy', 'true');
  // Actions that close the panel are disabled, and a sent collection keeps its type.
  await expect(editor.indexes.getByRole('button', { name: '+ New index' })).toBeDisabled();
  await expect(editor.type).toBeDisabled();
  await page.keyboard.press('End');
  await page.keyboard.type('_typed');
  open();
  expect((await request.response())?.status()).toBe(200);
  await expect(toasts(page, 'success').last()).toContainText('Successfully created collection.');
  await expect(editor.panel.getByRole('heading', { level: 1 })).toHaveText('Edit collection');
  await expect(editor.save).toHaveText('Save changes');
  await expect(editor.save).toBeEnabled();
  await expect(editor.fieldName('first_typed')).toBeFocused();
  await page.keyboard.type('_on');
  await editor.save.click();
  await expect(confirmChanges(page)).toContainText('Renamed field first → first_typed_on');
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
}

async function refuseNames(page: Page, editor: Editor, taken: string): Promise<void> {
  await editor.save.click();
  // One error for the name and one for the fields, where a collection needs a field.
  await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(has('needsFields') ? 2 : 1);
  await expect(editor.name).toHaveAttribute('aria-invalid', 'true');
  await expect(toasts(page, 'error')).toBeVisible();
  await editor.newField.click();
  await page.getByRole('menuitem', { name: 'Plain text' }).click();
  const first = editor.fields.first().getByRole('textbox', { name: 'Field name' });
  await expect(first).toHaveAttribute('aria-required', 'true');
  await first.pressSequentially('My Field-é 1');
  await expect(first).toHaveValue('My_Field_e_1');

  await editor.name.fill(taken.toUpperCase());
  // An edit removes the message.
  await expect(editor.name).not.toHaveAttribute('aria-invalid');
  await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(0);
  await editor.save.click();
  await expect(editor.panel.getByText('Collection name must be unique (case insensitive).')).toBeVisible();
  await editor.name.fill(uniqueName('refused'));
  await editor.addField('Number', 'other');
  await editor.fieldName('other').fill('my_field_E_1');
  await editor.save.click();
  const second = editor.fields.nth(1);
  const icon = second.getByRole('button', { name: /unique|duplicat/i });
  await icon.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expect(second.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expect(second.getByRole('button', { name: 'Toggle field options' })).toHaveClass(/text-error/);
  await expect(markOf(editor, 'Fields')).toBeVisible();
  await second.getByRole('textbox').fill('');
  await expect(icon).toHaveCount(0);
  await editor.save.click();
  await expect(second.getByRole('button', { name: 'Cannot be blank.' })).toBeVisible();
  await second.getByRole('textbox').fill('other');
}

async function refuseOptions(page: Page, editor: Editor): Promise<void> {
  await editor.setType('Auth');
  await editor.addField('Plain text', 'short');
  await editor.addField('Select', 'choice');
  await editor.openField('short');
  await editor.field('short').getByLabel('Min length').fill('9');
  await editor.field('short').getByLabel('Max length').fill('3');
  await editor.tab('API Rules').click();
  await editor.save.click();
  await markOf(editor, 'Fields').hover();
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
  await expect(markOf(editor, 'Fields')).toHaveCount(0);
}

/** Saves a list with a refused entry in a closed section. */
async function refuseEntries(editor: Editor): Promise<void> {
  await editor.tab('Options').click();
  const domains = editor.panel.getByLabel('Only domains');
  const section = editor.panel.getByText('Email/Password');
  await section.click();
  await domains.fill('x.com, a b');
  await section.click();
  await expect(domains).toBeHidden();
  await editor.save.click();
  await expect(domains).toBeFocused();
  await expect(domains).toHaveAccessibleDescription('a b: Must be a valid domain.');
  await domains.fill('x.com');
  await expect(domains).not.toHaveAttribute('aria-invalid');
}

async function findRefusedBelow(page: Page, editor: Editor): Promise<void> {
  // A low window, in which the last fields hide this one.
  await page.setViewportSize({ width: 1280, height: 340 });
  await editor.tab('Fields').click();
  await editor.openField('choice');
  const choices = editor.field('choice').getByRole('textbox', { name: 'Choices' });
  await choices.fill('');
  await editor.gear('choice').click();
  await editor.newField.scrollIntoViewIfNeeded();
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await editor.addField('Bool', name);
  await expect(editor.fieldName('six')).toBeInViewport();
  await expect(editor.fieldName('choice')).not.toBeInViewport();
  await editor.tab('API Rules').click();
  await editor.save.click();
  await expect(choices).toBeFocused();
  await expect(choices).toBeInViewport();
  await expect(choices).toHaveAccessibleDescription('Cannot be blank.');
}

async function followChanges(page: Page, editor: Editor): Promise<void> {
  await expect(editor.save).toHaveText('Save changes');
  await expect(editor.save).toBeDisabled();
  await editor.name.press('End');
  await editor.name.pressSequentially('x');
  await expect(editor.save).toBeEnabled();
  await editor.name.press('Backspace');
  await expect(editor.save).toBeDisabled();
  await editor.openField('title');
  const max = editor.field('title').getByLabel('Max length');
  await max.fill('12');
  for (const name of ['Cancel', 'Close']) {
    await editor.panel.getByRole('button', { name }).click();
    await answer(page, CLOSE, false);
  }
  await expect(max).toHaveValue('12');
}

/** Saves with Ctrl+S, which keeps the panel open, and with Enter. */
async function saveByKeys(page: Page, editor: Editor, id: string): Promise<void> {
  await editor.name.focus();
  await page.keyboard.press('Control+s');
  await expect(toasts(page, 'success').last()).toHaveText('Successfully updated collection.');
  await expect(editor.save).toBeDisabled();
  await expect(editor.name).toBeFocused();
  await editor.field('title').getByLabel('Max length').fill('13');
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await editor.name.press('Enter');
  expect(bodyOf(await sent)).toMatchObject({
    // Newer backends get only what has changed.
    ...onLine({ id }, {}),
    fields: [{ name: 'title', max: 13 }],
  });
  await expect(editor.panel).toBeHidden();
  // An unchanged panel closes without a question.
  await editCurrent(page);
  await expect(editor.panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor.panel).toBeHidden();
}

/** Makes every kind of change that is asked about, and saves it after a look at the review. */
async function reviewChanges(page: Page, editor: Editor, { id, name }: Collection, writes: string[]) {
  const dialog = confirmChanges(page);
  await editor.name.fill(`${name}_new`);
  await editor.fieldName('title').fill('headline');
  await removeField(page, 'gone');
  await (await editor.openField('tags')).getByRole('radiogroup').getByText('Single').click();
  writes.length = 0;
  await editor.save.click();
  for (const warning of [
    "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!",
    'All data associated with the removed fields will be permanently deleted!',
  ])
    await expect(dialog.getByText(warning)).toBeVisible();
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
  const sent = page.waitForRequest((request) => isWrite(request, 'PATCH', `/api/collections/${id}`));
  await editor.save.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect(bodyOf(await sent).fields.map(({ name }) => name)).toEqual(['headline', 'tags']);
  await expect(editor.panel).toBeHidden();
  expect(writes).toEqual(['PATCH']);
}

/** Renames and removes fields that a rule of another collection names, and opens that one from the review. */
async function followMentions(page: Page, editor: Editor, ruled: string): Promise<void> {
  await editor.fieldName('title').fill('headline');
  await removeField(page, 'secret');
  await editor.save.click();
  const dialog = confirmChanges(page);
  const line = dialog.getByRole('listitem').filter({ hasText: ruled });
  await expect(line).toHaveText(
    `${ruled} – List/Search rule mentions field title (now headline), field secret (removed)`,
  );
  const opened = page.waitForEvent('popup');
  await line.getByRole('link').click();
  const other = await opened;
  await expect(collectionTitle(other)).toHaveText(ruled);
  await other.close();
  // The edits are still there.
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}

/** Changes rules in the editor, and the same and other parts elsewhere. */
async function changeBoth(editor: Editor, api: AdminApi, { id }: Collection): Promise<void> {
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
  await editor.rule('updateRule').getByRole('textbox').fill('title != ""');
  await updateCollection(api, id, ({ fields }) => ({
    fields: [...fields, field('precious')],
    ...{ updateRule: null, deleteRule: '' },
  }));
  await createRecord(api, id, { title: 't', precious: 'p' });
}

/** Decides between the rule of this administrator and that of another one. */
async function resolveConflict(page: Page, editor: Editor): Promise<void> {
  const dialog = confirmChanges(page);
  await editor.save.click();
  await expect(dialog).toContainText('The collection was changed elsewhere after you began to edit it.');
  await expect(dialog.getByText('Choose which version stays before you confirm.')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeDisabled();
  const both = dialog.getByRole('group', { name: 'Update rule' });
  await expect(both).toContainText('title != ""');
  await expect(both).toContainText(`${ADMINS} only`);
  const list = (title: string) =>
    dialog.locator('section', { has: page.getByRole('heading', { name: title }) }).getByRole('listitem');
  await expect(list('Changes:')).toHaveText([
    `List/Search rule: ${ADMINS} only → anyone`,
    `Update rule: ${ADMINS} only → title != ""`,
  ]);
  await expect(list('Changed elsewhere:')).toHaveText([
    'Added field precious (Plain text)',
    `Update rule: anyone → ${ADMINS} only`,
    `Delete rule: ${ADMINS} only → anyone`,
  ]);
  // By keyboard, like any group of radio buttons.
  await both.getByRole('radio', { name: 'Mine: Update rule' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(list('Changes:')).toHaveText([`List/Search rule: ${ADMINS} only → anyone`]);
  await confirm.click();
  await expect(editor.panel).toBeHidden();
}

/** Collections to save, to review, to delete elsewhere, and to change at once with another administrator. */
async function seed(api: AdminApi) {
  const { posts, users } = await createBlog(api);
  const tags = field('tags', 'select', { max: 2, choices: ['a', 'b'] });
  const mentioned = await createCollection(api, {
    name: uniqueName('mentioned'),
    fields: [field('title'), field('secret')],
  });
  return {
    ...{ posts, users, mentioned },
    ruled: await createCollection(api, {
      name: uniqueName('ruling'),
      fields: [field('parent', 'relation', { collectionId: mentioned.id })],
      listRule: `parent.title = "x" && @collection.${mentioned.name}.secret != ""`,
    }),
    saved: await createCollection(api, { name: uniqueName('saved'), fields: [field('title', 'text')] }),
    asking: await createCollection(api, {
      name: uniqueName('asking'),
      fields: [field('title'), field('gone'), tags],
    }),
    deleted: await createTitled(api),
    shared: await createCollection(api, {
      name: uniqueName('shared'),
      fields: [field('title')],
      updateRule: '',
    }),
  };
}

test('a collection is created, refused with messages, and changed after a review', async ({
  page,
  admin,
  backend: { api },
  step,
  expectedProblems,
}) => {
  const { posts, users, saved, asking, mentioned, ruled, deleted, shared } = await seed(api);
  const record = await createRecord(api, asking.id, { title: 't', gone: 'g', tags: ['a', 'b'] });
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().endsWith('/api/realtime')) writes.push(request.method());
  });
  await admin.signIn();
  await page.goto(`${collectionHash(posts.id)}&filter=title%3D1&sort=title`);
  const editor = await openNew(page);

  await step('[API-04][API-05][CE-12][OP-13] it is sent completely, appears and becomes active', async () => {
    const name = uniqueName('made');
    const title = field('title', 'text', onLine({}, { max: 'default', autogenerate: '' }));
    const complete = completeCollection({ name, fields: [title] });
    expect(await createPlain(page, editor, name)).toEqual(complete);
    const { id } = await api.get<Collection>(`/api/collections/${name}`);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: id });
  });
  await step('text typed during a save stays in the panel and keeps the focus', async () => {
    const name = uniqueName('slow');
    await typeDuringSave(page, editor, name);
    expect(Object.keys(await storedFields(api, name))).toEqual(['first_typed_on']);
  });

  await step(
    '[CE-22][ER-07][FD-03] missing, taken and double names are refused at their inputs',
    async () => {
      expectedProblems.allow('response 400 POST /api/collections');
      await openNew(page);
      await refuseNames(page, editor, users.name);
    },
  );
  await step('[CE-06][FD-14] refused options mark their fields and the tab, and open', () =>
    refuseOptions(page, editor),
  );
  await step(
    '[AO-03] a refused list entry is named at its input, also in a closed section',
    () => refuseEntries(editor),
    'hasSignInSettings',
  );
  await step('[FD-14] a refused option of a field far below is opened and gets the focus', async () => {
    await findRefusedBelow(page, editor);
    await page.setViewportSize({ width: 1280, height: 720 });
    await discardChanges(page);
  });

  await step('[CE-10][CE-17] Save follows the changes, and closing with changes asks', async () => {
    await editListed(page, saved);
    await followChanges(page, editor);
  });
  await step('[CE-11][CE-13] Ctrl+S saves and keeps the panel open, Enter saves and closes', () =>
    saveByKeys(page, editor, saved.id),
  );
  await step('[CE-13][CE-14][CE-15][CE-16] the review lists the changes; Cancel sends nothing', async () => {
    await editListed(page, asking);
    await reviewChanges(page, editor, asking, writes);
    const stored = await api.get(`/api/collections/${asking.name}_new/records/${record.id}`);
    expect(stored).toMatchObject({ headline: 't', tags: 'b' });
    expect(stored).not.toHaveProperty('gone');
  });
  await step('[CE-15] rules that name what changes are listed, with a link', async () => {
    await editListed(page, mentioned);
    await followMentions(page, editor, ruled.name);
    await discardChanges(page);
  });

  await step('a collection that was deleted by others shows a message and cannot be saved', async () => {
    await editListed(page, deleted);
    await editor.fieldName('title').fill('headline');
    // Newer backends are asked for a list that may be empty.
    if (testedLine === 'pb22') expectedProblems.allow(`response 404 GET /api/collections/${deleted.id}`);
    await api.delete(`/api/collections/${deleted.id}`);
    await editor.save.click();
    const alert = editor.panel.getByRole('alert');
    await expect(alert).toContainText('The collection was deleted elsewhere.');
    await expect(alert.getByRole('button')).toHaveCount(0);
    await expect(editor.save).toBeDisabled();
    await expect(editor.fieldName('headline')).toHaveCount(1);
    await discardChanges(page);
  });
  await step(
    'the review asks about parts that both administrators changed and keeps the others',
    async () => {
      await editListed(page, shared);
      await changeBoth(editor, api, shared);
      await resolveConflict(page, editor);
      const stored = await api.get(`/api/collections/${shared.id}`);
      expect(stored).toMatchObject({ listRule: '', updateRule: null, deleteRule: '' });
      const { items } = await api.get<{ items: object[] }>(`/api/collections/${shared.id}/records`);
      expect(items).toMatchObject([{ title: 't', precious: 'p' }]);
    },
  );
});
