import type { Locator, Page } from '@playwright/test';
import { loadTranslator } from '#wire/configuration.ts';
import type { AdminApi, Json } from '../admin-api.ts';
import { testedLine } from '../lines.ts';
import { frame } from '../screens.ts';
import { rawOf } from './entries.ts';

export const exportHash = '/#/settings/export-collections';
export const importHash = '/#/settings/import-collections';

/** A collection as it is exported. */
export interface Exported extends Json {
  id: string;
  name: string;
  schema: (Json & { id: string; name: string; options: Json })[];
}

const fieldOf = (id: string, name: string, type: string, options: Json) => ({
  system: false,
  id,
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options,
});

/** A text field as it is exported. */
export const textField = (id: string, name: string) =>
  fieldOf(id, name, 'text', { min: null, max: null, pattern: '' });

/** A relation field as it is exported. */
export const relationField = (id: string, name: string, collectionId: string) =>
  fieldOf(id, name, 'relation', {
    collectionId,
    cascadeDelete: false,
    minSelect: null,
    maxSelect: 1,
    displayFields: null,
  });

/** A base collection as it is exported. */
export const baseCollection = (id: string, name: string, schema: Exported['schema']) =>
  rawOf(id, name, schema, { viewRule: '' }) as Exported;

export const TAGS = baseCollection('tags00000000001', 'tags', [textField('tag_name', 'name')]);
export const ARTICLES = baseCollection('articles0000001', 'articles', [
  textField('art_title', 'title'),
  textField('art_body', 'body'),
  relationField('art_tag', 'tag', TAGS.id),
]);

/** Makes the given collections, which are as 0.22 exports them, the only ones of the backend. */
export async function resetCollections(api: AdminApi, collections: readonly Exported[] = [ARTICLES, TAGS]) {
  const isOlder = testedLine === 'pb22';
  const entries = isOlder ? collections : (await loadTranslator())(collections).entries;
  await api.request('PUT', '/api/collections/import', { collections: entries, deleteMissing: true });
}

/** The backend's collections by name, without their dates. */
export async function storedCollections(api: AdminApi): Promise<Exported[]> {
  const { items } = await api.get<{ items: (Exported & { created: string; updated: string })[] }>(
    '/api/collections?perPage=500&sort=name',
  );
  return items.map(({ created, updated, ...rest }) => rest as Exported);
}

export const jsonOf = (value: unknown): string => JSON.stringify(value, null, 4);

/** The parts of the page 'Export collections'. */
export function exportScreen(page: Page) {
  const screen = frame(page, 'settings-export');
  const choice = screen.getByRole('group', { name: 'Collections' });
  return {
    screen,
    selectAll: choice.getByRole('checkbox', { name: 'Select all' }),
    boxes: choice.getByRole('listitem').getByRole('checkbox'),
    box: (name: string): Locator => choice.getByRole('checkbox', { name, exact: true }),
    preview: screen.getByRole('group', { name: 'Preview' }),
    copy: screen.getByRole('button', { name: 'Copy' }),
    download: screen.getByRole('button', { name: 'Download as JSON' }),
  };
}

/** The parts of the page 'Import collections'. */
export function importScreen(page: Page) {
  const screen = frame(page, 'settings-import');
  return {
    screen,
    load: screen.getByRole('button', { name: 'Load from JSON file' }),
    file: screen.locator('input[type=file]'),
    text: screen.getByRole('textbox', { name: 'Collections' }),
    merge: screen.getByRole('switch', { name: 'Merge with the existing collections' }),
    deleteMissing: screen.getByRole('switch', { name: 'Delete missing collections and fields' }),
    changes: screen.getByRole('list', { name: 'Detected changes' }).getByRole('listitem'),
    mismatch: screen.getByText('Some of the imported collections share the same name and/or fields'),
    replace: screen.getByRole('button', { name: 'Replace with original ids' }),
    clear: screen.getByRole('button', { name: 'Clear' }),
    review: screen.getByRole('button', { name: 'Review' }),
  };
}

/** The parts of the popup 'Side-by-side diff'. */
export function diffPopup(page: Page) {
  const popup = page.getByRole('dialog', { name: 'Side-by-side diff' });
  const table = (name: string): Locator => popup.getByRole('table', { name, exact: true });
  return {
    popup,
    headings: popup.getByRole('heading', { level: 2 }),
    table,
    row: (name: string, prop: string): Locator =>
      table(name)
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: prop, exact: true }) }),
    // The header has a close button too.
    close: popup.getByRole('button', { name: 'Close' }).last(),
    confirm: popup.getByRole('button', { name: 'Confirm and import' }),
  };
}

/** Opens the page 'Import collections' with this text in it, and waits for the comparison. */
export async function openImport(page: Page, collections?: unknown) {
  await page.goto(importHash);
  const found = importScreen(page);
  if (collections !== undefined) await found.text.fill(jsonOf(collections));
  return found;
}
