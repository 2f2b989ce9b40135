import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { FieldType } from '../factories.ts';
import { chooseOption, type collectionEditor, indexPopup, typeCode } from './editor.ts';

/** A field with all options of its type, as the backend stores it. */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  readonly required?: boolean;
  readonly presentable?: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A collection to create, through the interface or by a request. */
export interface Definition {
  readonly name: string;
  readonly type: 'base' | 'auth' | 'view';
  readonly schema: readonly FieldDefinition[];
  readonly indexes: readonly string[];
  /** Rules that are not locked; the manage rule is one of the options. */
  readonly rules: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
}

type Editor = ReturnType<typeof collectionEditor>;

const MENU: Readonly<Record<FieldType, string>> = {
  text: 'Plain text',
  editor: 'Rich editor',
  number: 'Number',
  bool: 'Bool',
  email: 'Email',
  url: 'Url',
  date: 'DateTime',
  select: 'Select',
  file: 'File',
  relation: 'Relation',
  json: 'JSON',
};

const NUMBERS: Readonly<Record<string, string>> = {
  'text min': 'Min length',
  'text max': 'Max length',
  'number min': 'Min',
  'number max': 'Max',
  'json maxSize': 'Max size (bytes)',
  'file maxSize': 'Max file size',
};

const TEXTS: Readonly<Record<string, string>> = {
  pattern: 'Regex pattern',
  values: 'Choices',
  thumbs: 'Thumb sizes',
  exceptDomains: 'Except domains',
  onlyDomains: 'Only domains',
  min: 'Min date (UTC)',
  max: 'Max date (UTC)',
};

const SWITCHES: Readonly<Record<string, string>> = {
  noDecimal: 'No decimals',
  convertUrls: 'Strip urls domain',
  protected: 'Protected',
};

async function setOption(page: Page, row: Locator, field: FieldDefinition, key: string, value: unknown) {
  const { type } = field;
  const number = NUMBERS[`${type} ${key}`];
  const text = TEXTS[key];
  const toggle = SWITCHES[key];
  const boxOf = (label: string): Locator => row.getByRole('combobox', { name: label, exact: true });
  if (value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0))
    return;
  if (key === 'collectionId') await chooseOption(boxOf('Select collection'), String(value));
  else if (key === 'cascadeDelete') await chooseOption(boxOf('Cascade delete'), 'True');
  else if (key === 'maxSelect' || key === 'minSelect') {
    await row.getByLabel(key === 'maxSelect' ? 'Max select' : 'Min select').fill(String(value));
  } else if (key === 'mimeTypes') {
    await boxOf('Allowed mime types').click();
    for (const mime of value as string[]) {
      await page.getByRole('combobox', { name: 'Search Allowed mime types' }).fill(mime);
      await page.getByRole('option').first().click();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
  } else if (number) await row.getByLabel(number, { exact: true }).fill(String(value));
  else if (text)
    await row.getByLabel(text).fill(Array.isArray(value) ? value.join(', ') : String(value).slice(0, 19));
  else if (toggle) await row.getByRole('switch', { name: toggle }).check();
}

async function makeField(page: Page, editor: Editor, field: FieldDefinition): Promise<void> {
  await editor.addField(MENU[field.type], field.name);
  const row = await editor.openField(field.name);
  const { maxSelect, ...options } = field.options;
  for (const [key, value] of Object.entries(options)) {
    if (key !== 'minSelect') await setOption(page, row, field, key, value);
  }
  if (maxSelect !== undefined && maxSelect !== 1) {
    await row.getByRole('radiogroup').getByText('Multiple').click();
    await setOption(page, row, field, 'maxSelect', maxSelect);
    await setOption(page, row, field, 'minSelect', options['minSelect'] ?? null);
  }
  if (field.required) await row.getByRole('switch', { name: /^Non(empty|zero|falsey)$/ }).check();
  if (field.presentable) await row.getByRole('switch', { name: 'Presentable' }).check();
}

async function setAuthOptions(editor: Editor, options: Definition['options']): Promise<void> {
  await editor.tab('Options').click();
  const methods = {
    allowUsernameAuth: 'Username/Password',
    allowOAuth2Auth: 'OAuth2',
    allowEmailAuth: 'Email/Password',
  };
  for (const [key, title] of Object.entries(methods)) {
    await editor.panel.locator('summary', { hasText: title }).click();
    const section = editor.panel.locator('details[open]');
    await section.getByRole('switch', { name: 'Enable' }).setChecked(options[key] === true);
  }
  for (const [key, label] of [
    ['exceptEmailDomains', 'Except domains'],
    ['onlyEmailDomains', 'Only domains'],
  ] as const) {
    const list = options[key];
    if (Array.isArray(list) && list.length > 0) await editor.panel.getByLabel(label).fill(list.join(','));
  }
  await editor.panel.getByLabel('Minimum password length').fill(String(options['minPasswordLength']));
  await editor.panel
    .getByRole('switch', { name: 'Always require email' })
    .setChecked(options['requireEmail'] === true);
  await editor.panel
    .getByRole('switch', { name: 'Forbid authentication for unverified users' })
    .setChecked(options['onlyVerified'] === true);
}

/** Creates a collection in an empty editor and saves it. Options of `relation` fields contain the collection's name. */
export async function createInEditor(page: Page, editor: Editor, definition: Definition): Promise<void> {
  const { name, type, schema, indexes, rules, options } = definition;
  await editor.name.fill(name);
  if (type === 'auth') await editor.setType('Auth');
  if (type === 'view') {
    await editor.setType('View');
    await expect(editor.panel.locator('.ace_editor')).toBeVisible();
    await typeCode(editor.panel.getByRole('textbox', { name: 'Select query' }), String(options['query']));
  }
  for (const field of schema) await makeField(page, editor, field);
  const popup = indexPopup(page);
  for (const sql of indexes) {
    await editor.indexes.getByRole('button', { name: '+ New index' }).click();
    await expect(popup.panel.locator('.ace_editor')).toBeVisible();
    await typeCode(popup.sql, sql);
    await popup.set.click();
    await expect(popup.panel).toBeHidden();
  }
  if (type === 'auth') await setAuthOptions(editor, options);
  const manage = options['manageRule'];
  const all = { ...rules, ...(typeof manage === 'string' ? { manageRule: manage } : {}) };
  if (Object.keys(all).length > 0) await editor.tab('API Rules').click();
  for (const [rule, text] of Object.entries(all)) {
    await editor.rule(rule).getByRole('button', { name: 'Unlock and set custom rule' }).click();
    await expect(editor.rule(rule).getByRole('textbox')).toBeFocused();
    await page.keyboard.insertText(text);
  }
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
}
