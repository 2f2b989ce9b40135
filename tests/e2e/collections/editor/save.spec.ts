import {
  collectionHash,
  collectionTitle,
  confirmChanges,
  indexPopup,
  openNew,
  removeField,
  typeRule,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedFields } from '#tests/support/collections/saving.ts';
import { createBlog, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[API-04][API-05][CE-08][CE-12][OP-13] a new collection is sent completely and becomes active; a view has no write rules', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`${collectionHash(posts.id)}&filter=title%3D1&sort=title`);
  const editor = await openNew(page);

  await test.step('a new collection is sent completely, appears and becomes active', async () => {
    const name = uniqueName('made');
    await editor.name.fill(name);
    await editor.addField('Plain text', 'title');
    await editor.addField('Number', 'gone');
    await removeField(page, 'gone');
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
    const link = page
      .getByRole('navigation', { name: 'Collections' })
      .getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(collectionTitle(page)).toHaveText(name);
    const stored = await backend.api.get<{ id: string }>(`/api/collections/${name}`);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: stored.id });
  });

  await test.step('a view has no create, update and delete rules and no indexes', async () => {
    await openNew(page);
    const name = uniqueName('turned');
    await editor.name.fill(name);
    await editor.addField('Plain text', 'title');
    await editor.indexes.getByRole('button', { name: '+ New index' }).click();
    await indexPopup(page).preset('title').click();
    await indexPopup(page).set.click();
    await expect(editor.indexes).toContainText('(1)');
    await editor.tab('API Rules').click();
    for (const rule of ['listRule', 'createRule', 'updateRule', 'deleteRule']) {
      await typeRule(page, rule, 'id != ""');
    }
    await editor.setType('View');
    await expect(editor.panel.locator('[data-rule]')).toHaveCount(2);
    await editor.tab('Query').click();
    await expect(editor.indexes).toHaveCount(0);
    await expect(editor.fields).toHaveCount(0);
    await editor.panel.getByRole('textbox', { name: 'Select query' }).focus();
    await page.keyboard.insertText(`select id, title from ${posts.name}`);
    const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
    await editor.save.click();
    expect(bodyOf(await sent)).toMatchObject({
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

  await test.step('text typed during a save stays in the panel and keeps the focus', async () => {
    await openNew(page);
    const name = uniqueName('slow');
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
    expect(Object.keys(await storedFields(backend.api, name))).toEqual(['first_typed_on']);
  });
});

test('[AO-03][CE-06][CE-22][ER-07][FD-03][FD-14][FO-03][FO-09] errors are shown at their inputs, tabs are marked, the panel stays', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
  const { users } = await createBlog(backend.api);
  await page.goto(collectionHash(users.id));
  const editor = await openNew(page);
  const mark = (tab: string) => editor.tab(tab).getByRole('img', { name: 'Has errors' });

  await test.step('a missing name and missing fields', async () => {
    await editor.save.click();
    // One error for the name and one for the fields, because a collection needs a field.
    await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(2);
    await expect(editor.name).toHaveAttribute('aria-invalid', 'true');
    await expect(toasts(page, 'error')).toBeVisible();
    await expect(editor.panel).toBeVisible();
  });

  await test.step('a field name is a slug', async () => {
    await editor.newField.click();
    await page.getByRole('menuitem', { name: 'Plain text' }).click();
    const first = editor.panel.getByRole('textbox', { name: 'Field name' }).first();
    await expect(first).toHaveAttribute('placeholder', 'Field name');
    await expect(first).toHaveAttribute('aria-required', 'true');
    await first.pressSequentially('My Field-é 1');
    await expect(first).toHaveValue('My_Field_e_1');
  });

  await test.step('a name that is taken', async () => {
    await editor.name.fill(users.name.toUpperCase());
    // An edit removes the message.
    await expect(editor.name).not.toHaveAttribute('aria-invalid');
    await expect(editor.panel.getByText('Cannot be blank.')).toHaveCount(0);
    await editor.save.click();
    await expect(editor.panel.getByText('Collection name must be unique (case insensitive).')).toBeVisible();
    await editor.name.fill(uniqueName('refused'));
  });

  await test.step('duplicate and empty names are refused at their field', async () => {
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
    await expect(mark('Fields')).toBeVisible();
    await editor.fields.nth(1).getByRole('textbox').fill('');
    await expect(icon).toHaveCount(0);
    await editor.save.click();
    await expect(editor.fields.nth(1).getByRole('button', { name: 'Cannot be blank.' })).toBeVisible();
    await editor.fields.nth(1).getByRole('textbox').fill('other');
  });

  await test.step('options of fields, rules and options at once', async () => {
    await editor.setType('Auth');
    await editor.addField('Plain text', 'short');
    await editor.addField('Select', 'choice');
    await editor.openField('short');
    await editor.field('short').getByLabel('Min length').fill('9');
    await editor.field('short').getByLabel('Max length').fill('3');
    await editor.tab('API Rules').click();
    await typeRule(page, 'listRule', 'nothing = 1');
    await editor.tab('Options').click();
    await editor.panel.getByLabel('Minimum password length').fill('80');
    await editor.save.click();
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
    await editor.tab('API Rules').click();
    await editor.rule('listRule').getByRole('button', { name: 'Set Admins only' }).click();
  });

  await test.step('a refused list entry is named at its input, also in closed sections', async () => {
    await editor.tab('Options').click();
    await editor.panel.getByLabel('Minimum password length').fill('8');
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
    await editor.tab('Fields').click();
    await editor.addField('Url', 'link');
    const only = (await editor.openField('link')).getByLabel('Only domains');
    await only.fill('not one, two');
    await editor.addField('File', 'image');
    const thumbs = (await editor.openField('image')).getByLabel('Thumb sizes');
    await thumbs.fill('50x50, 50x');
    await editor.save.click();
    await expect(thumbs).toHaveAccessibleDescription('50x: Must be in a valid format.');
    await editor.openField('link');
    await expect(only).toHaveAccessibleDescription(/^not one: Must be a valid domain\./);
    await only.fill('');
    await editor.openField('image');
    await thumbs.fill('');
    await editor.gear('image').click();
  });

  await test.step('a refused option of a field far below is opened and gets the focus', async () => {
    // A low window, in which the last fields hide this one.
    await page.setViewportSize({ width: 1280, height: 340 });
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
  });
});
