import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import { type Collection, createCollection, field, uniqueName } from '../factories.ts';
import { collectionEditor } from './editor.ts';

/** A collection with a title and a body. */
export const createTitled = (api: AdminApi): Promise<Collection> =>
  createCollection(api, { name: uniqueName('posts'), fields: [field('title'), field('body')] });

/** The draft of a collection in local storage; without an id, that of a new collection. */
export const storedDraftText = (page: Page, id = ''): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), `collection_draft_${id}`);

/** The banner of the topmost editor. */
export function draftBanner(page: Page): { text: Locator; restore: Locator; discard: Locator } {
  const { panel } = collectionEditor(page);
  return {
    text: panel.getByText('The collection has previous unsaved changes.'),
    restore: panel.getByRole('button', { name: 'Restore draft' }),
    discard: panel.getByRole('button', { name: 'Discard draft' }),
  };
}
