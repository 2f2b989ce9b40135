import type { Locator, Page, Request } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import { type Collection, createCollection, field, uniqueName } from '../factories.ts';

/** The address of a collection's records; `query` is the rest of the query in the hash. */
export function recordsHash(collectionId: string, query: Record<string, string> = {}): string {
  return `/#/collections?${new URLSearchParams({ collectionId, ...query })}`;
}

/** Loads the page anew at an address, of which the loaded page would not know the collection: it was created since. */
export async function loadAt(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

/** The query of the hash. */
export function hashQuery(page: Page): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? ''));
}

/** The parts of the records screen that tests use. */
export interface RecordsScreen {
  readonly table: Locator;
  readonly scroller: Locator;
  readonly rows: Locator;
  readonly total: Locator;
  readonly search: Locator;
  readonly refresh: Locator;
  readonly loadMore: Locator;
  row(recordId: string): Locator;
  cell(recordId: string, column: string): Locator;
  header(column: string): Locator;
  /** The text in the filter bar, in the plain field or in the editor. */
  searchText(): Promise<string>;
  /** The names of the visible columns, in order, without the checkbox and the menu. */
  columnNames(): Promise<string[]>;
}

export function recordsScreen(page: Page): RecordsScreen {
  const table = page.locator('[data-records-table]');
  const row = (recordId: string): Locator => table.locator(`[data-row-id="${recordId}"]`);
  return {
    table,
    scroller: page.locator('[data-records-scroller]'),
    rows: table.locator('[data-row-id]'),
    total: page.getByText(/^Total found: /),
    search: page.getByRole('textbox', { name: /^Search .* records/ }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    loadMore: page.getByRole('button', { name: 'Load more' }),
    row,
    cell: (recordId, column) => row(recordId).locator(`[data-column="${column}"]`),
    header: (column) => table.getByRole('columnheader', { name: column, exact: true }),
    searchText: () =>
      page.locator('[data-frame=collections] .page-content form[role=search]').evaluate((form) => {
        const line = form.querySelector('.ace_text-layer .ace_line');
        return line ? (line.textContent ?? '') : (form.querySelector('input')?.value ?? '');
      }),
    columnNames: () => table.locator('[role=columnheader][aria-sort]').allInnerTexts(),
  };
}

/** Chooses an item of the menu for many records. */
export async function chooseMore(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

/** Whether a request loads a page of the list (not the number of records, and not what live updates ask for). */
export function isListRequest(request: Request, collectionId: string): boolean {
  const url = new URL(request.url());
  return (
    url.pathname === `/api/collections/${collectionId}/records` && url.searchParams.get('perPage') === '40'
  );
}

/** Whether a request loads the number of a collection's records. */
export function isCountRequest(request: Request, collectionId: string): boolean {
  const url = new URL(request.url());
  return (
    url.pathname === `/api/collections/${collectionId}/records` && url.searchParams.get('perPage') === '1'
  );
}

/** The query of a request as an object. */
export function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url()).searchParams);
}

/** A promise with its resolver, to delay a response until the test releases it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Creates posts with an editor field and a relation to categories with two presentable fields. */
export async function createCategorized(api: AdminApi): Promise<{ posts: Collection; cats: Collection }> {
  const cats = await createCollection(api, {
    name: uniqueName('cats'),
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('note'),
      field('color', 'text', { isPresentable: true }),
    ],
  });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [field('headline'), field('body', 'editor'), field('cat', 'relation', { collectionId: cats.id })],
  });
  return { posts, cats };
}
