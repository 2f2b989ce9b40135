import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';
import { type Collection, createCollection, field, type RecordRow, uniqueName } from '../factories.ts';
import { gate, recordsHash } from './page.ts';
import { saveButton } from './panel.ts';

/** Creates a collection with a title and a rich text `body`. */
export const createArticles = (api: AdminApi): Promise<Collection> =>
  createCollection(api, {
    name: uniqueName('articles'),
    fields: [field('title'), field('body', 'editor')],
  });

/** Creates a collection with a title and several rich texts. */
export const createTexts = (api: AdminApi, ...names: string[]): Promise<Collection> =>
  createCollection(api, {
    name: uniqueName('texts'),
    fields: [field('title'), ...names.map((name) => field(name, 'editor'))],
  });

/** The part of the form for the rich text, shown as rich text or as source. */
export const bodyField = (panel: Locator): Locator => panel.locator('[data-field="body"]');

export const editorOf = (panel: Locator): Locator => panel.locator('[data-rich-text-editor]');

/** The document that contains the editor's text; before it is ready, another one shows the text. */
export const frameOf = (panel: Locator): FrameLocator => editorOf(panel).frameLocator('iframe[id]');

export const contentOf = (panel: Locator): Locator => frameOf(panel).locator('body');

/** A button of the toolbar. */
export const tool = (panel: Locator, name: string | RegExp): Locator =>
  editorOf(panel).getByRole('button', { name }).first();

/** Opens a record by its address, as rich text or as source; does not reload a page that already shows records. */
export async function openArticle(page: Page, collection: Collection, record: RecordRow): Promise<Locator> {
  await page.goto(recordsHash(collection.id, { recordId: record.id }));
  return page.getByRole('dialog', { name: `Edit ${collection.name} record` });
}

/** The editor's code. */
export const EDITOR_CODE = /\/assets\/RichText\.[\w-]+\.js$/;

/** Holds back a file of the built page until the returned function is called. */
export async function holdBack(page: Page, file: RegExp): Promise<() => void> {
  const { opened, open } = gate();
  await page.route(file, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

/** Where text is entered before the editor is ready. */
export const earlyInput = (panel: Locator): Locator => shownText(panel).getByRole('textbox');

/** The text as it is shown before the editor. */
export const shownText = (panel: Locator): Locator => panel.locator('[data-rich-text-shown]');

/**
 * Starts the editor in a panel or a field. The pointer would have to rest on the text, which may move while all loads.
 */
export async function startEditor(part: Locator): Promise<void> {
  await earlyInput(part).focus();
  await expect(editorOf(part)).toHaveAttribute('aria-busy', 'false');
}

/** Opens a record whose text the rich-text editor accepts, and its editor. */
export async function openRich(page: Page, collection: Collection, record: RecordRow): Promise<Locator> {
  const panel = await openArticle(page, collection, record);
  await startEditor(panel);
  return panel;
}

/** The columns of a stored record. */
export function storedTexts(backend: Backend, { name }: Collection, { id }: RecordRow) {
  const [row = {}] = backend.sql(`SELECT * FROM ${name} WHERE id = ?`, [id]);
  return row;
}

/** The stored text. */
export async function storedBody(backend: Backend, record: RecordRow): Promise<unknown> {
  const [row] = backend.sql(`SELECT body FROM ${String(record['collectionName'])} WHERE id = ?`, [record.id]);
  return row?.['body'];
}

/** Saves, which closes the panel, and returns the stored text. */
export async function saveAndRead(backend: Backend, panel: Locator, record: RecordRow): Promise<unknown> {
  await saveButton(panel).click();
  await expect(panel).toBeHidden();
  return storedBody(backend, record);
}
