import type { Page } from '@playwright/test';
import {
  codeText,
  collectionEditor,
  collectionHash,
  collectionTitle,
  discardChanges,
  editListed,
  indexPopup,
  leaveCode,
  openNew,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedCollection } from '#tests/support/collections/saving.ts';
import { announceChange } from '#tests/support/collections/sidebar.ts';
import { compose } from '#tests/support/composing.ts';
import { type Collection, createCollection, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { reach } from '#tests/support/keys.ts';
import { ADMINS, has, onLine } from '#tests/support/lines.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

type Editor = ReturnType<typeof collectionEditor>;

const DISCARD = 'You have unsaved changes. Do you really want to discard them?';

/** Chooses an item of the menu whose trigger has the focus. */
async function chooseByKeys(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const lines = await page.getByRole('menuitem').allInnerTexts();
  for (let step = 0; step < lines.indexOf(line); step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: line, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** With the keyboard only: an auth collection with two fields, an index and a rule. */
async function createByKeys(page: Page, editor: Editor, name: string): Promise<void> {
  await reach(page, page.getByRole('button', { name: 'New collection', exact: true }));
  await page.keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Shift+Tab');
  await expect(editor.type).toBeFocused();
  await chooseByKeys(page, 'Auth collection');

  for (const [label, fieldName] of [
    ['Plain text', 'nickname'],
    ['DateTime', 'born'],
  ] as const) {
    await reach(page, editor.newField);
    await chooseByKeys(page, label);
    await expect(editor.addedName).toHaveValue(/^field/);
    await page.keyboard.type(fieldName);
  }
  await reach(page, editor.gear('born'));
  await page.keyboard.press('Enter');
  await reach(page, editor.field('born').getByRole('switch', { name: 'Nonempty' }));
  await page.keyboard.press('Space');

  await reach(page, editor.indexes.getByRole('button', { name: '+ New index' }));
  await page.keyboard.press('Enter');
  const popup = indexPopup(page);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await reach(page, popup.unique);
  await page.keyboard.press('Space');
  // Tab passes through the code editor.
  await reach(page, popup.sql);
  await reach(page, popup.preset('nickname'));
  await page.keyboard.press('Space');
  await expect.poll(() => codeText(popup.panel)).toContain('(`nickname`)');
  await reach(page, popup.set);
  await page.keyboard.press('Enter');
  await expect(popup.panel).toBeHidden();

  await reach(page, editor.tab('Fields'));
  await page.keyboard.press('ArrowRight');
  await expect(editor.tab('API Rules')).toBeFocused();
  const list = editor.rule('listRule');
  await reach(page, list.getByRole('button', { name: 'Unlock and set custom rule' }));
  await page.keyboard.press('Enter');
  await expect(list.getByRole('textbox')).toBeFocused();
  await expect(list.locator('.ace_editor')).toBeVisible();
  await page.keyboard.type('@request.auth.id = id');
  await leaveCode(list.getByRole('textbox'));
  await reach(page, editor.save);
  await page.keyboard.press('Enter');
  await expect(editor.panel).toBeHidden();
}

async function typeName(page: Page, editor: Editor): Promise<void> {
  await editor.name.pressSequentially('My Coll-1 é!');
  await expect(editor.name).toHaveValue('My_Coll_1_e');
  // In the middle the caret keeps its position.
  await editor.name.press('Home');
  await editor.name.press('ArrowRight');
  await editor.name.pressSequentially('-x');
  await expect(editor.name).toHaveValue('M_xy_Coll_1_e');
  // An unfinished composition of an input method is not changed.
  await editor.name.fill('');
  await compose(page, 'にほ-ん');
  await expect(editor.name).toHaveValue('にほ-ん');
  await page.keyboard.insertText('É a');
  await expect(editor.name).toHaveValue('E_a');
}

async function changeType(page: Page, editor: Editor): Promise<void> {
  const tabs = editor.panel.getByRole('tab');
  const expectSystem = async (...names: string[]) => {
    if (has('addsDates'))
      await expect(
        editor.panel.getByText(`System fields: ${names.join(', ')}.`, { exact: true }),
      ).toBeVisible();
    else await expect.poll(editor.rowNames).toEqual(names);
  };
  await expect(editor.type).toHaveText('Type: Base');
  await expect(tabs).toHaveText(['Fields', 'API Rules']);
  await expect(editor.name).toHaveAttribute('placeholder', 'eg. "posts"');
  await expectSystem('id', 'created', 'updated');
  await editor.type.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Base collection',
    'View collection',
    'Auth collection',
  ]);
  await page.getByRole('menuitem', { name: 'Auth collection' }).click();
  await expect(editor.type).toHaveText('Type: Auth');
  await expect(editor.name).toHaveAttribute('placeholder', 'eg. "users"');
  await expect(tabs).toHaveText(['Fields', 'API Rules', 'Options']);
  await expectSystem(
    ...onLine(
      ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified'],
      ['id', 'password', 'tokenKey', 'email', 'emailVisibility', 'verified', 'created', 'updated'],
    ),
  );
  await editor.tab('Options').click();
  await editor.setType('View');
  await expect(tabs).toHaveText(['Query', 'API Rules']);
  await expect(editor.tab('Query')).toHaveAttribute('aria-selected', 'true');
  await expect(editor.panel.getByRole('textbox', { name: 'Select query' })).toBeVisible();
  await editor.setType('Auth');
  await editor.tab('Options').click();
  await editor.setType('Base');
  await expect(editor.tab('Fields')).toHaveAttribute('aria-selected', 'true');
}

/** Opens the editor of a system collection with a system field, which only an app around the backend can create. */
async function openSystem(page: Page, editor: Editor, system: Collection): Promise<void> {
  await page.route(/\/api\/collections(\/[^/?]+)?(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    // The list, and the collection that its editor loads.
    for (const item of body.items ?? [body]) {
      if (item.id !== system.id) continue;
      const stored = readCollection(item);
      const fields = stored.fields.map((one) => (one.name === 'kept' ? { ...one, isSystem: true } : one));
      Object.assign(item, writeCollection({ ...stored, isSystem: true, fields }));
    }
    await route.fulfill({ response, json: body });
  });
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/collections');
  await announceChange(page);
  await (await listed).finished();
  await editListed(page, system);
  await expect(editor.name).toBeDisabled();
  await expect(editor.panel.getByText('System collection')).toBeVisible();
  await expect(editor.menu).toHaveCount(onLine(0, 1));
  await expect(editor.fieldName('kept')).toBeDisabled();
  // Where some of its options may be changed, they can be seen.
  for (const buttons of [editor.field('kept').getByRole('button'), editor.gear('kept')])
    await expect(buttons).toHaveCount(onLine(0, 1));
  await expect(editor.fieldName('free')).toBeEnabled();
  await expect(editor.gear('free')).toBeVisible();
  await editor.cancel.click();
  await expect(editor.panel).toBeHidden();
  // A list that is still being read is changed first: its handler cannot answer later.
  await page.unrouteAll({ behavior: 'wait' });
}

/** Duplicates a collection with unsaved changes, and saves the copy. Returns what is sent. */
async function duplicate(page: Page, editor: Editor) {
  const choose = async () => {
    await editor.menu.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      ...onLine(
        ['Note…', 'Duplicate', 'Delete'],
        ['Note…', 'Duplicate', 'Copy as JSON', 'Truncate', 'Delete'],
      ),
    ]);
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  };
  await editor.fieldName('title').fill('changed');
  await choose();
  await answer(page, DISCARD, false);
  await expect(editor.fieldName('changed')).toBeVisible();
  await choose();
  await answer(page, DISCARD, true);
  await expect(editor.panel.getByRole('heading', { name: 'New collection' })).toBeVisible();
  await expect(editor.name).toHaveValue('origin_duplicate');
  await expect(editor.fieldName('title')).toBeVisible();
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  await expect(toasts(page, 'success').last()).toHaveText('Successfully created collection.');
  await expect(collectionTitle(page)).toHaveText('origin_duplicate');
  return bodyOf(await sent);
}

/** Removes, restores and locks parts, each time with the focus on the part. */
async function keepFocus(page: Page, editor: Editor): Promise<void> {
  const remove = async (name: string) => {
    await editor.openField(name);
    await editor.panel.getByRole('button', { name: `More options of ${name}` }).focus();
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
  await rule.getByRole('button', { name: new RegExp(`^Set ${ADMINS} only`, 'i') }).press('Enter');
  await expect(rule.getByRole('button', { name: 'Unlock and set custom rule' })).toBeFocused();
}

test('the panel of a collection: by keys alone, its name, types, system collections, Duplicate, focus', async ({
  page,
  admin,
  backend: { api },
  step,
}) => {
  const system = await createCollection(api, {
    name: 'planted',
    fields: [field('kept', 'text'), field('free', 'text')],
  });
  const origin = await createCollection(api, {
    name: 'origin',
    fields: [field('title', 'text'), field('rank', 'number', { isRequired: true })],
    indexes: ['CREATE UNIQUE INDEX `idx_origin` ON `origin` (`title`) WHERE `rank` > 1'],
    listRule: 'id = 1',
  });
  await admin.signIn();
  await page.goto(collectionHash(origin.id));
  await expect(page.getByText(/^Total found/)).toBeVisible();
  const editor = collectionEditor(page);
  const gear = page.getByRole('button', { name: 'Edit collection', exact: true });

  await step('[AO-02][AO-08][CE-03][CE-05][CS-08] by keys alone: fields, an index and a rule', async () => {
    await createByKeys(page, editor, 'keyed');
    expect(await storedCollection(api, 'keyed')).toMatchObject({
      type: 'auth',
      listRule: '@request.auth.id = id',
      fields: [
        { name: 'nickname', type: 'text' },
        { name: 'born', type: 'date', isRequired: true },
      ],
      indexes: [
        expect.stringMatching(/^CREATE UNIQUE INDEX .*\(`nickname`\)$/),
        // The backend's own.
        ...onLine([], [expect.stringContaining('(`tokenKey`)'), expect.stringContaining('(`email`)')]),
      ],
      auth: {
        ...{ exceptDomains: [], onlyDomains: [], isVerifiedOnly: false, minPassword: 8 },
        ...onLine(
          { identityFields: ['username', 'email'], hasOAuth2: true, isEmailRequired: false },
          { identityFields: ['email'], hasOAuth2: false, isEmailRequired: true },
        ),
      },
      manageRule: null,
    });
    await expect(collectionTitle(page)).toHaveText('keyed');
    await reach(page, gear);
    await page.keyboard.press('Enter');
    await expect(editor.panel).toBeFocused();
    await expect(editor.type).toHaveText('Type: Auth');
    await expect(editor.type).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(editor.panel).toBeHidden();
  });

  await step('[CE-01][CE-02] a new collection has the focus in its name, which becomes a slug', async () => {
    await openNew(page);
    await expect(editor.panel.getByRole('heading', { name: 'New collection' })).toBeVisible();
    await expect(editor.name).toHaveAttribute('aria-required', 'true');
    await typeName(page, editor);
  });

  await step('[CE-01][CE-03][CE-05][CE-09] the tabs and the system fields depend on the type', async () => {
    await changeType(page, editor);
    await discardChanges(page);
  });

  await step('[CE-01][CS-11] the gear opens a stored collection', async () => {
    await gear.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Edit collection');
    await gear.click();
    await expect(editor.panel.getByRole('heading', { name: 'Edit collection' })).toBeVisible();
    await expect(editor.name).toHaveValue('keyed');
    await expect(editor.name).not.toBeFocused();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await step('[CE-04][FD-11] a system collection keeps its name and its system fields, and has no menu', () =>
    openSystem(page, editor, system),
  );

  await step('[CE-18][CE-19] Duplicate opens an unsaved copy with its own ids and names', async () => {
    await editListed(page, origin);
    const body = await duplicate(page, editor);
    expect(body).toMatchObject({ id: '', name: 'origin_duplicate' });
    expect(body.fields.map(({ id, name, isRequired }) => [id, name, isRequired])).toEqual([
      ['', 'title', false],
      ['', 'rank', true],
    ]);
    const index =
      /^CREATE UNIQUE INDEX `idx_[A-Za-z0-9]{7}` ON `origin_duplicate` \(`title`\) WHERE `rank` > 1$/;
    expect(body.indexes).toEqual([expect.stringMatching(index)]);
    const copy = await storedCollection(api, 'origin_duplicate');
    const ids = origin.fields.map(({ id }) => id);
    const shared = copy.fields.filter(({ id }) => ids.includes(id));
    expect(shared).toHaveLength(has('namesFieldIds') ? ids.length : 0);
  });

  await step('[CE-18] the focus stays in the panel when parts are removed, restored or locked', async () => {
    await editListed(page, origin);
    await keepFocus(page, editor);
    await discardChanges(page);
  });
});
