import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import { type Collection, createCollection, field } from '../factories.ts';

/** The list of collections beside their records. */
export const collectionsSidebar = (page: Page): Locator =>
  page.locator('[data-frame="collections"] .page-sidebar');

export const collectionLinks = (page: Page): Locator => collectionsSidebar(page).getByRole('link');

/** Makes a collection of exactly this name with a title. A fresh backend has one already, `users`. */
export const createBase = (api: AdminApi, name: string): Promise<Collection> =>
  createCollection(api, { name, schema: [field('title')] });

/** Makes many collections at once: `item_000`, `item_001` ... */
export async function importCollections(api: AdminApi, count: number, prefix = 'item'): Promise<void> {
  const collections = Array.from({ length: count }, (_, index) => ({
    name: `${prefix}_${String(index).padStart(3, '0')}`,
    type: 'base',
    schema: [{ name: 'title', type: 'text', options: {} }],
  }));
  await api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
}

/** What another tab says after it changed a collection. */
export const announceChange = (tab: Page): Promise<void> =>
  tab.evaluate(() => {
    const channel = new BroadcastChannel('collections');
    channel.postMessage('reload');
    channel.close();
  });
