import { expect, type Locator, type Page } from '@playwright/test';
import type { Collection } from '../factories.ts';
import { onLine } from '../lines.ts';
import { answer } from '../records/panel.ts';
import { goToHash } from '../screens.ts';

/** The address of a collection. */
export const collectionHash = (id: string): string => `/#/collections?collectionId=${id}`;

/** The name of the current collection, even if a panel covers it. */
export const collectionTitle = (page: Page): Locator =>
  page.locator('[data-frame="collections"] h1.page-title');

/** The fields with which every new collection of the tested line begins, as rows of the editor. */
const GIVEN = onLine([], ['id', 'created', 'updated']);
const ownRow = ['li', ...GIVEN.map((name) => `:not([data-field="${name}"])`)].join('');

/** The topmost collection editor and its parts. */
export function collectionEditor(page: Page) {
  const panel = page.getByRole('dialog', { name: /^(New|Edit) collection$/ }).last();
  const field = (name: string): Locator => panel.locator(`[data-field="${name}"]`);
  return {
    panel,
    name: panel.getByRole('textbox', { name: 'Name', exact: true }),
    type: panel.getByRole('button', { name: /^Type: / }),
    tab: (name: string): Locator => panel.getByRole('tab', { name: new RegExp(`^${name}`) }),
    save: panel.getByRole('button', { name: /^(Create|Save changes)$/ }),
    cancel: panel.getByRole('button', { name: 'Cancel' }),
    newField: panel.getByRole('button', { name: 'New field' }),
    /** The rows of fields, without those that the backend gives to every new collection. */
    fields: panel.getByRole('list', { name: 'Fields' }).locator(`> ${ownRow}`),
    field,
    fieldName: (name: string): Locator => field(name).getByRole('textbox', { name: 'Field name' }),
    gear: (name: string): Locator => field(name).getByRole('button', { name: 'Toggle field options' }),
    indexes: panel.getByRole('region', { name: 'Unique constraints and indexes' }),
    /** The names of these fields, in order. */
    fieldNames: (): Promise<string[]> =>
      panel
        .getByRole('list', { name: 'Fields' })
        .locator(`> ${ownRow}`)
        .getByRole('textbox', { name: 'Field name' })
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    /** The names of all rows, in order, as they are stored. */
    rowNames: (): Promise<(string | null)[]> =>
      panel.locator('[data-field]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-field'))),
    /** The name of the field that was added just now, which has the focus. */
    addedName: panel.getByRole('textbox', { name: 'Field name' }).and(page.locator(':focus')),
    rule: (name: string): Locator => panel.locator(`[data-rule="${name}"]`),
    menu: panel.getByRole('button', { name: 'More collection options' }),
    /** Adds a field of a type, by its name in the menu, and sets the field's name. */
    async addField(label: string, name: string): Promise<Locator> {
      await panel.getByRole('button', { name: 'New field' }).click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
      const input = panel.getByRole('textbox', { name: 'Field name' }).and(page.locator(':focus'));
      await expect(input).toHaveValue(/^field\d*$/);
      await input.fill(name);
      return field(name);
    },
    /** Opens the options of a field; those of a new one that needs an option are open. */
    async openField(name: string): Promise<Locator> {
      const gear = field(name).getByRole('button', { name: 'Toggle field options' });
      if ((await gear.getAttribute('aria-expanded')) === 'false') await gear.click();
      await expect(field(name).getByRole('button', { name: /^More options of / })).toBeVisible();
      return field(name);
    },
    /** Changes the type of the collection. */
    async setType(type: 'Base' | 'View' | 'Auth'): Promise<void> {
      await panel.getByRole('button', { name: /^Type: / }).click();
      await page.getByRole('menuitem', { name: `${type} collection` }).click();
    },
  };
}

/** Opens an empty editor from the sidebar. */
export async function openNew(page: Page) {
  await page.getByRole('button', { name: 'New collection', exact: true }).click();
  const editor = collectionEditor(page);
  await expect(editor.name).toBeFocused();
  return editor;
}

/** Opens a collection and its editor. */
export async function openEditorOf(page: Page, id: string) {
  await page.goto(collectionHash(id));
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const editor = collectionEditor(page);
  await expect(editor.panel).toBeVisible();
  // Its content is rendered after its frame.
  await expect(editor.panel.getByRole('tabpanel')).toBeVisible();
  return editor;
}

/** Opens a collection of the list and its editor, without loading the page again. */
export async function editListed(page: Page, { id, name }: Pick<Collection, 'id' | 'name'>) {
  await goToHash(page, collectionHash(id).slice(1));
  await expect(collectionTitle(page)).toHaveText(name);
  return editCurrent(page);
}

/** Opens the editor of the current collection. */
export async function editCurrent(page: Page) {
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const editor = collectionEditor(page);
  await expect(editor.panel).toBeVisible();
  return editor;
}

/** Closes the topmost editor, which has changes, without saving them. */
export async function discardChanges(page: Page): Promise<void> {
  const editor = collectionEditor(page);
  await editor.cancel.click();
  await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
  await expect(editor.panel).toBeHidden();
}

/** Removes a field of the topmost editor with its menu. */
export async function removeField(page: Page, name: string): Promise<void> {
  const editor = collectionEditor(page);
  const more = editor.panel.getByRole('button', { name: `More options of ${name}`, exact: true });
  if (!(await more.isVisible())) await editor.openField(name);
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
}

/** Opens the editor of a rule and types it. */
export async function typeRule(page: Page, name: string, text: string): Promise<void> {
  const rule = collectionEditor(page).rule(name);
  await rule.getByRole('button', { name: 'Unlock and set custom rule' }).click();
  await expect(rule.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText(text);
}

/** Chooses an option of a select. */
export async function chooseOption(box: Locator, option: string): Promise<void> {
  await box.click();
  await box.page().getByRole('option', { name: option, exact: true }).click();
}

/** The texts of the info icons in a part of the editor, one per line. */
export const infoTexts = (within: Locator): Promise<string> =>
  within
    .getByRole('button', { name: 'More about this' })
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-tooltip')).join('\n'));

/** The announcement for screen readers when a field is moved. */
export const announced = (page: Page): Locator => page.locator('[id^="DndLiveRegion"]');

/** The popup of an index. */
export function indexPopup(page: Page) {
  const panel = page.getByRole('dialog', { name: /^(Create|Update) index$/ });
  return {
    panel,
    sql: panel.getByRole('textbox', { name: 'Index statement' }),
    unique: panel.getByRole('switch', { name: 'Unique' }),
    preset: (name: string): Locator => panel.getByRole('button', { name, exact: true }),
    set: panel.getByRole('button', { name: 'Set index' }),
  };
}

/** The dialog that lists the changes before saving. */
export const confirmChanges = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Confirm collection changes' });

/** The text of a code editor or of the plain field that replaces it. */
export function codeText(within: Locator): Promise<string> {
  return within.evaluate((element) => {
    const lines = [...element.querySelectorAll('.ace_text-layer .ace_line')];
    if (lines.length > 0) return lines.map((line) => line.textContent).join('\n');
    return element.querySelector('textarea')?.value ?? '';
  });
}

/** Replaces the text of a code editor with the keyboard. */
export async function typeCode(box: Locator, text: string): Promise<void> {
  await box.focus();
  await box.press('ControlOrMeta+a');
  await box.press('Delete');
  await box.page().keyboard.insertText(text);
}

/** The completions of a code editor. */
export const suggestions = (page: Page): Locator => page.locator('.ace_autocomplete .ace_line');

/** Ends editing in a code editor with Escape, which first closes open completions; Tab then leaves it. */
export async function leaveCode(box: Locator): Promise<void> {
  const isEditing = () => box.evaluate((area) => area.closest('[data-keeps-escape]') !== null);
  await expect(async () => {
    if (await isEditing()) await box.page().keyboard.press('Escape');
    expect(await isEditing()).toBe(false);
  }).toPass();
}
