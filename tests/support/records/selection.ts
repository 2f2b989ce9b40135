import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';
import { type Collection, createCollection, createRecords, field, uniqueName } from '../factories.ts';

/** The question before one or several records are deleted. */
export const DELETE_ONE = 'Do you really want to delete the selected record?';
export const DELETE_MANY = 'Do you really want to delete the selected records?';

/** The bar above the records list while records are selected. */
export const selectionBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });

export const deleteSelected = (page: Page): Locator =>
  selectionBar(page).getByRole('button', { name: 'Delete selected' });

/** The checkbox of a row. */
export const rowBox = (page: Page, id: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${id}`, exact: true });

/** Creates a collection with records named `row 0`, `row 1` ... in the order of their creation. */
export async function createRows(
  api: AdminApi,
  count: number,
): Promise<{ collection: Collection; ids: string[] }> {
  const collection = await createCollection(api, {
    name: uniqueName('rows'),
    fields: [field('title', 'text', { isPresentable: true })],
  });
  const rows = await createRecords(api, collection.id, count, (index) => ({ title: `row ${index}` }));
  return { collection, ids: rows.map(({ id }) => id) };
}

/** The ids in the table of a collection, in the order of insertion. */
export const storedIds = (backend: Backend, { name }: Collection): string[] =>
  backend.sql(`select id from ${name} order by rowid`).map(({ id }) => String(id));
