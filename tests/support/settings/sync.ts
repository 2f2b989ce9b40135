import type { Locator, Page } from '@playwright/test';
import { fromOlder } from '#wire/pb23/from-older.ts';
import type { AdminApi, Json } from '../admin-api.ts';
import { expect } from '../fixtures.ts';
import { onLine, testedLine } from '../lines.ts';
import { frame } from '../screens.ts';
import { rawOf } from './entries.ts';

export const exportHash = '/#/settings/export-collections';
export const importHash = '/#/settings/import-collections';

/** A collection in the text of a line. */
export interface Exported extends Json {
  id: string;
  name: string;
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

/** A text field as 0.22 exports it. */
export const textField = (id: string, name: string) =>
  fieldOf(id, name, 'text', { min: null, max: null, pattern: '' });

/** A relation field as 0.22 exports it. */
export const relationField = (id: string, name: string, collectionId: string) =>
  fieldOf(id, name, 'relation', {
    collectionId,
    cascadeDelete: false,
    minSelect: null,
    maxSelect: 1,
    displayFields: null,
  });

/** A field that accepts some of these choices, as 0.22 exports it. */
export const selectField = (id: string, name: string, maxSelect: number, values: readonly string[]) =>
  fieldOf(id, name, 'select', { maxSelect, values });

/** A base collection as 0.22 exports it. */
export const baseCollection = (id: string, name: string, fields: readonly Json[], rules: Json = {}) =>
  rawOf(id, name, fields, { viewRule: '', ...rules }) as Exported;

/** A base collection in the text of the tested line; its fields and rules are as 0.22 exports them. */
export const configured = (...input: Parameters<typeof baseCollection>): Exported => {
  const older = baseCollection(...input);
  return onLine(older, fromOlder([older]).entries[0] as Exported);
};

export const TAGS = configured('tags00000000001', 'tags', [textField('tag_name', 'name')]);
export const ARTICLE_FIELDS = [
  textField('art_title', 'title'),
  textField('art_body', 'body'),
  relationField('art_tag', 'tag', TAGS.id),
];
/** The articles, with other fields than those that they are stored with. */
export const articlesWith = (fields: readonly Json[], name = 'articles', rules?: Json) =>
  configured('articles0000001', name, fields, rules);
export const ARTICLES = articlesWith(ARTICLE_FIELDS);

/** Makes the given collections the only ones of the backend, but for its own. */
export const resetCollections = (
  api: AdminApi,
  collections: Exported[] = [ARTICLES, TAGS],
): Promise<unknown> => api.request('PUT', '/api/collections/import', { collections, deleteMissing: true });

/** All collections of the backend by name, without their dates. */
export async function storedCollections(api: AdminApi): Promise<Exported[]> {
  const { items } = await api.get<{ items: (Exported & { created: string; updated: string })[] }>(
    '/api/collections?perPage=500&sort=name',
  );
  return items.map(({ created, updated, ...rest }) => rest as Exported);
}

/** As all are exported: providers stay behind, as nobody can read their secrets. */
export const exportedCollections = async (api: AdminApi): Promise<Exported[]> =>
  (await storedCollections(api)).map((one) => {
    const { providers, ...signIn } = (one['oauth2'] ?? {}) as Json;
    return one['oauth2'] ? { ...one, oauth2: signIn } : one;
  });

/** Without what the newer line adds by itself: its collections, and the fields that it has built in. */
const ownOf = (collections: readonly Json[]): readonly Json[] => {
  if (testedLine === 'pb22') return collections;
  const isOwn = ({ system }: Json) => !system;
  return collections
    .filter(isOwn)
    .map((one) => ({ ...one, fields: (one['fields'] as Json[]).filter(isOwn) }));
};

/** The names of the collections that the backend does not have by itself, in their order. */
export const storedNames = async (api: AdminApi): Promise<unknown[]> =>
  ownOf(await storedCollections(api)).map(({ name }) => name);

/** Fails unless these are the given collections. The newer line fills in what their text does not say. */
export function expectCollections(found: readonly Json[], expected: Exported[]): void {
  if (testedLine === 'pb22') expect(found).toEqual(expected);
  else expect(ownOf(found)).toMatchObject(expected);
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
