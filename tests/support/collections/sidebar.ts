import type { Locator, Page } from '@playwright/test';
import { completeCollection } from '#scripts/lib/schema.ts';
import type { AdminApi } from '../admin-api.ts';
import { type Collection, createCollection, field } from '../factories.ts';
import { storedCollection } from './saving.ts';

/** The list of collections in the sidebar. */
export const collectionsSidebar = (page: Page): Locator =>
  page.locator('[data-frame="collections"] .page-sidebar');

export const collectionLinks = (page: Page): Locator =>
  collectionsSidebar(page).getByRole('navigation', { name: 'Collections', exact: true }).getByRole('link');

/** Creates a collection with exactly this name and a title field. A fresh backend already has `users`. */
export const createBase = (api: AdminApi, name: string): Promise<Collection> =>
  createCollection(api, { name, fields: [field('title')] });

/** Removes what earlier tests of the file created: leaves the collection of a fresh backend, without its records. */
export async function onlyUsers(api: AdminApi): Promise<Collection> {
  const collections = [completeCollection({ name: 'users', type: 'auth' })];
  await api.request('PUT', '/api/collections/import', { collections, deleteMissing: true });
  return storedCollection(api, 'users');
}

/** Creates many collections at once: `item_000`, `item_001` ... */
export async function importCollections(api: AdminApi, count: number, prefix = 'item'): Promise<void> {
  const collections = Array.from({ length: count }, (_, index) => ({
    name: `${prefix}_${String(index).padStart(3, '0')}`,
    fields: [field('title')],
  })).map(completeCollection);
  await api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
}

/** Sends the message of a tab that changed a collection to all others, and to this one. */
export const announceChange = (tab: Page): Promise<void> =>
  tab.evaluate(() => {
    const channel = new BroadcastChannel('collections');
    channel.postMessage('reload');
    channel.close();
  });
