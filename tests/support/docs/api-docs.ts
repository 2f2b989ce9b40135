import { expect, type Locator, type Page } from '@playwright/test';
import type { Collection } from '../factories.ts';
import { onLine } from '../lines.ts';
import { recordsHash } from '../records/page.ts';

/** The tabs of every collection except views, in order. */
export const RECORD_TABS = [
  ...['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime'],
  ...onLine([], ['Batch']),
];

/** The tabs that auth collections add. */
export const AUTH_TABS = [
  'Auth with password',
  'Auth with OAuth2',
  'Auth refresh',
  'Request verification',
  'Confirm verification',
  'Request password reset',
  'Confirm password reset',
  'Request email change',
  'Confirm email change',
  'List auth methods',
  ...onLine(['List OAuth2 accounts', 'Unlink OAuth2 account'], ['Impersonate']),
];

/** The panel "API Preview". */
export const docs = (page: Page): Locator => page.getByRole('dialog', { name: 'API Preview' });

export const tabList = (page: Page): Locator => docs(page).getByRole('tablist', { name: 'API', exact: true });

export const tab = (page: Page, title: string): Locator =>
  tabList(page).getByRole('tab', { name: title, exact: true });

/** The content of a tab. */
export const content = (page: Page, title: string): Locator =>
  docs(page).getByRole('tabpanel', { name: title, exact: true });

/** The code of a tab's sample in the chosen language. */
export const sample = (panel: Locator, language = 'javascript'): Locator =>
  panel.getByRole('tabpanel', { name: /^(JavaScript|Dart)$/ }).locator(`[data-code=${language}] code`);

/** The tabs of the example responses. */
export const statuses = (panel: Locator): Locator =>
  panel.getByRole('tablist', { name: 'Status' }).getByRole('tab');

/** Opens the docs of a collection with their button, on a phone with their line in the menu. */
export async function openDocs(page: Page, collection: Collection): Promise<void> {
  await page.goto(recordsHash(collection.id));
  const button = page.getByRole('button', { name: 'API Preview' });
  const more = page.getByRole('button', { name: 'More actions', exact: true });
  await more.waitFor();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: 'API Preview' }).click();
  }
  await expect(docs(page)).toBeVisible();
}

/** Closes the docs with their button. */
export async function closeDocs(page: Page): Promise<void> {
  await docs(page).getByRole('button', { name: 'Close' }).click();
  await expect(docs(page)).toHaveCount(0);
}

/** Chooses a tab and waits for its content. */
export async function chooseTab(page: Page, title: string): Promise<Locator> {
  await tab(page, title).click();
  const panel = content(page, title);
  await expect(panel.getByRole('heading', { name: 'Responses' })).toBeVisible();
  return panel;
}

/** The parsed example response of a status. */
export async function example(panel: Locator, status: number): Promise<unknown> {
  await statuses(panel)
    .filter({ hasText: String(status) })
    .click();
  const response = panel.getByRole('tabpanel', { name: String(status), exact: true });
  return JSON.parse((await response.locator('[data-code=json] code').textContent()) ?? '');
}
