import {
  announced,
  collectionEditor,
  confirmChanges,
  indexPopup,
  leaveCode,
  openEditorOf,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import { frame } from '#tests/support/screens.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';

test.use(PHONE);

test.beforeEach(({ admin }) => admin.signIn());

test('at 360 px a collection is made, then its rules are locked and unlocked', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const ruled = uniqueName('ruled');
  const { id } = await createCollection(backend.api, {
    name: ruled,
    schema: [field('title'), field('note')],
  });
  await test.step('a collection is made: type, fields, order and indexes', async () => {
    expectedProblems.allow('response 400 POST /api/collections');
    await page.goto('/#/collections');
    await frame(page, 'collections').getByRole('button', { name: 'Show collections' }).tap();
    await page.getByRole('button', { name: 'New collection', exact: true }).tap();
    const editor = collectionEditor(page);
    await expect(editor.name).toBeFocused();
    await expect(editor.panel).not.toHaveAttribute('aria-busy');
    const types = await expectOpener(editor.type, { popup: 'menu' });
    await types.getByRole('menuitem', { name: 'Auth collection' }).tap();
    await expect(editor.panel.getByRole('tab')).toHaveText(['Fields', 'API Rules', 'Options']);
    await editor.setType('Base');
    const name = uniqueName('walked');
    await editor.name.fill(name);

    const menu = await expectOpener(editor.newField, { popup: 'menu' });
    await expect(menu.getByRole('menuitem')).toHaveCount(11);
    await menu.getByRole('menuitem', { name: 'Plain text' }).tap();
    const input = editor.panel.getByRole('textbox', { name: 'Field name' }).last();
    await expect(input).toBeFocused();
    await input.fill('title');
    await editor.addField('Number', 'amount');
    await editor.addField('Select', 'tags');
    // It needs choices, so its options are open.
    await expect(editor.gear('tags')).toHaveAttribute('aria-expanded', 'true');
    await editor.gear('tags').tap();
    const details = await expectOpener(editor.gear('tags'), { closeBy: 'press' });
    await details.getByRole('textbox', { name: 'Choices' }).fill('red, green');
    await details.getByRole('radiogroup').getByText('Multiple').tap();
    await details.getByRole('switch', { name: 'Nonempty' }).tap();
    await expect(details.getByRole('switch', { name: 'Nonempty' })).toBeChecked();
    // Another field's options close these.
    await editor.gear('amount').tap();
    await expect(editor.gear('tags')).toHaveAttribute('aria-expanded', 'false');
    await expect(editor.gear('tags')).not.toHaveAttribute('aria-controls');
    await expect(editor.gear('amount')).toHaveAttribute('aria-expanded', 'true');
    await expectReachable(editor.panel);
    await expectOpener(editor.panel.getByRole('button', { name: 'More options of amount' }), {
      popup: 'menu',
    });
    await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
    await expect.poll(editor.fieldNames).toEqual(['title', 'amount', 'amount_copy', 'tags']);

    const grip = editor.panel.getByRole('button', { name: 'Move field tags' });
    await grip.press('Space');
    await expect(announced(page).filter({ hasText: 'Picked up field tags, place 4 of 4.' })).toBeAttached();
    await expect(grip).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(announced(page).filter({ hasText: 'Field tags is over place 3 of 4.' })).toBeAttached();
    await page.keyboard.press('Space');
    await expect(grip).not.toHaveAttribute('aria-pressed', 'true');
    await expect.poll(editor.fieldNames).toEqual(['title', 'amount', 'tags', 'amount_copy']);

    // Refused: the double name is marked, described, and mended.
    await editor.fieldName('amount_copy').fill('amount');
    await editor.save.tap();
    const doubled = editor.fields.nth(3).getByRole('textbox', { name: 'Field name' });
    await expectMessage(doubled, /./);
    await expect(editor.tab('Fields').getByRole('img', { name: 'Has errors' })).toBeVisible();
    await expectReachable(editor.panel);
    await doubled.fill('price');
    await expectMessage(doubled);
    await expect(editor.panel.getByRole('img', { name: 'Has errors' })).toHaveCount(0);

    await editor.indexes.getByRole('button', { name: '+ New index' }).tap();
    const popup = indexPopup(page);
    await expect(popup.panel.locator('.ace_editor')).toBeVisible();
    await expect(popup.unique).not.toBeChecked();
    const preset = popup.preset('title');
    await expect(preset).toHaveAttribute('aria-pressed', 'false');
    await preset.tap();
    await expect(preset).toHaveAttribute('aria-pressed', 'true');
    await popup.preset('price').tap();
    await expect(popup.panel.getByRole('button', { pressed: true })).toHaveText(['title', 'price']);
    await preset.tap();
    await expect(popup.panel.getByRole('button', { pressed: true })).toHaveText(['price']);
    await popup.unique.tap();
    await expect(popup.unique).toBeChecked();
    await expectReachable(popup.panel);
    await popup.set.tap();
    await expect(editor.indexes.getByRole('button', { name: 'Unique: price' })).toBeVisible();

    const release = await holdBack(page, /\/api\/collections$/);
    await editor.save.tap();
    await expect(editor.panel).toHaveAttribute('aria-busy', 'true');
    await expect(editor.save).toHaveAttribute('aria-busy', 'true');
    await expect(editor.type).toBeDisabled();
    release();
    await expect(editor.panel).toBeHidden();
    const stored = await backend.api.get<{ schema: { name: string }[]; indexes: string[] }>(
      `/api/collections/${name}`,
    );
    expect(stored.schema.map((one) => one.name)).toEqual(['title', 'amount', 'tags', 'price']);
    expect(stored.indexes).toEqual([expect.stringMatching(/UNIQUE.*price/s)]);
  });

  await test.step('rules are locked and unlocked, and a change is confirmed', async () => {
    const editor = await openEditorOf(page, id);
    await expectOpener(editor.menu, { popup: 'menu' });
    await page.keyboard.press('Escape');
    await editor.gear('note').tap();
    await editor.panel.getByRole('button', { name: 'More options of note' }).tap();
    await page.getByRole('menuitem', { name: 'Remove' }).tap();
    await expect(editor.panel.getByRole('button', { name: 'Restore note' })).toBeFocused();
    await expect(editor.fieldName('note')).toBeDisabled();

    const [fields, rules] = [editor.tab('Fields'), editor.tab('API Rules')];
    await expect(fields).toHaveAttribute('aria-selected', 'true');
    await rules.tap();
    await expect(rules).toHaveAttribute('aria-selected', 'true');
    await expect(fields).toHaveAttribute('aria-selected', 'false');
    await expect(fields).not.toHaveAttribute('aria-controls');
    const panel = editor.panel.getByRole('tabpanel', { name: 'API Rules' });
    await expect(rules).toHaveAttribute('aria-controls', (await panel.getAttribute('id')) ?? '');
    const help = panel.getByRole('button', { name: /available fields$/ });
    await expectOpener(help, { closeBy: 'press' });
    await expect(panel.getByRole('region', { name: 'Available fields' })).toContainText('title');

    const list = editor.rule('listRule');
    const unlock = list.getByRole('button', { name: 'Unlock and set custom rule' });
    await expect(unlock).toHaveAccessibleDescription(/^List\/Search rule/);
    await unlock.tap();
    const box = list.getByRole('textbox');
    await expect(box).toBeFocused();
    await page.keyboard.insertText('title = 1');
    await leaveCode(box);
    await list.getByRole('button', { name: 'Set Admins only for the List/Search rule' }).tap();
    await expect(unlock).toBeFocused();
    await unlock.tap();
    await expect(list.locator('.ace_editor')).toContainText('title = 1');
    await expect(rules.getByRole('img', { name: 'Has rules' })).toBeVisible();
    await leaveCode(box);
    await expectSameControls(editor.panel);

    await editor.save.tap();
    const confirm = confirmChanges(page);
    await expect(confirm).toBeVisible();
    await expectReachable(confirm);
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
    await editor.save.tap();
    await confirm.getByRole('button', { name: 'Confirm' }).tap();
    await expect(editor.panel).toBeHidden();
    expect(await backend.api.get(`/api/collections/${ruled}`)).toMatchObject({
      listRule: 'title = 1',
      schema: [{ name: 'title' }],
    });
  });
});

test('at 360 px the options of an auth collection are set, and a view is made', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('people'),
    type: 'auth',
    schema: [],
  });
  await test.step('the options of an auth collection are set', async () => {
    const editor = await openEditorOf(page, id);
    await expect(editor.type).toBeDisabled();
    await editor.tab('Options').tap();
    const sections = editor.panel.locator('details');
    const password = sections.filter({ hasText: 'Email/Password' });
    for (const section of await sections.all()) {
      await section.locator('summary').tap();
      await expect(section).toHaveAttribute('open', '');
      await expect(editor.panel.locator('details[open]')).toHaveCount(1);
      const toggle = section.getByRole('switch', { name: 'Enable' });
      await expect(section.locator('summary')).toContainText(
        (await toggle.isChecked()) ? 'Enabled' : 'Disabled',
      );
      await expectReachable(section);
    }
    await password.locator('summary').press('Enter');
    if ((await password.getAttribute('open')) === null) await password.locator('summary').press('Enter');
    const except = editor.panel.getByLabel('Except domains');
    const only = editor.panel.getByLabel('Only domains');
    await except.fill('example.com');
    await expect(only).toBeDisabled();
    await except.fill('');
    await expect(only).toBeEnabled();
    const length = editor.panel.getByLabel('Minimum password length');
    await length.fill('2');
    await editor.save.tap();
    await expectMessage(length, /./);
    await expectSameControls(editor.panel);
    await length.fill('9');
    await expectMessage(length);
    const verified = editor.panel.getByRole('switch', { name: 'Forbid authentication for unverified users' });
    await verified.tap();
    await expect(verified).toBeChecked();
    await editor.save.tap();
    await expect(editor.panel).toBeHidden();
    expect(await backend.api.get(`/api/collections/${id}`)).toMatchObject({
      options: { minPasswordLength: 9, onlyVerified: true },
    });
  });

  await test.step('a view is made from a query, after a refusal', async () => {
    expectedProblems.allow('response 400 POST /api/collections');
    await page.goto('/#/collections');
    await frame(page, 'collections').getByRole('button', { name: 'Show collections' }).tap();
    await page.getByRole('button', { name: 'New collection', exact: true }).tap();
    const editor = collectionEditor(page);
    const name = uniqueName('viewed');
    await editor.name.fill(name);
    await editor.setType('View');
    await expect(editor.panel.locator('.ace_editor')).toBeVisible();
    const query = editor.panel.getByRole('textbox', { name: 'Select query' });
    await typeCode(query, 'select nothing from nowhere');
    await editor.save.tap();
    await expectMessage(query, /nowhere|Invalid/);
    await expect(editor.panel).not.toHaveAttribute('aria-busy');
    await expectReachable(editor.panel);
    await typeCode(query, 'select id, email from users');
    await expectMessage(query);
    await editor.save.tap();
    await expect(editor.panel).toBeHidden();
    expect(await backend.api.get(`/api/collections/${name}`)).toMatchObject({ type: 'view' });
  });
});
