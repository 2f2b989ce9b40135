import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import type { StoredAdmin } from '../accounts.ts';
import type { Backend } from '../backend.ts';
import { ADMIN, ADMINS, onLine } from '../lines.ts';
import { frame } from '../screens.ts';

/** The parts of the page 'Admins'. */
export function adminsScreen(page: Page) {
  const screen = frame(page, 'settings-admins');
  const row = (id: string): Locator => screen.locator(`[data-row-id="${id}"]`);
  return {
    screen,
    search: screen.getByRole('textbox', { name: `Search ${ADMINS}` }),
    newAdmin: screen.getByRole('button', { name: `New ${ADMIN}` }),
    refresh: screen.getByRole('button', { name: 'Refresh' }),
    rows: screen.locator('[data-row-id]'),
    row,
    cell: (id: string, column: string): Locator => row(id).locator(`[data-column="${column}"]`),
    header: (name: string): Locator => screen.getByRole('columnheader', { name, exact: true }),
    total: screen.getByText(/^Total found: /),
  };
}

/** The parts of the panel of an administrator. */
export function adminPanel(page: Page) {
  const panel = page.getByRole('dialog', { name: new RegExp(` ${ADMIN}$`) });
  return {
    panel,
    title: panel.getByRole('heading', { level: 1 }),
    id: panel.getByLabel('id', { exact: true }),
    avatars: panel.getByRole('radio'),
    avatar: (number: number): Locator => panel.getByRole('radio', { name: `Avatar ${number}` }),
    email: panel.getByLabel('Email'),
    changePassword: panel.getByRole('switch', { name: 'Change password' }),
    password: panel.getByLabel('Password', { exact: true }),
    confirmation: panel.getByLabel('Password confirm'),
    menu: panel.getByRole('button', { name: `More ${ADMIN} options` }),
    cancel: panel.getByRole('button', { name: 'Cancel', exact: true }),
    save: panel.getByRole('button', { name: /^(Create|Save changes)$/ }),
  };
}

/** Waits for the picture of an administrator; newer backends have none. */
export const expectAvatar = (image: Locator, number: number): Promise<void> =>
  onLine(
    () => expect(image).toHaveAttribute('src', `./avatars/${number}.svg`),
    () => expect(image).toHaveCount(0),
  )();

/** What is sent and stored of the picture. */
export const avatarIn = (avatar: number) => onLine({ avatar }, {});

export const storedAdmin = (backend: Backend, id: string): Promise<StoredAdmin> =>
  backend.api.get<StoredAdmin>(`${ADMIN_CALLS.all}/${id}`);

/** The query of a request that loads a page of the list; undefined for any other request. */
export function listQuery(request: Request): Record<string, string> | undefined {
  const url = new URL(request.url());
  if (url.pathname !== ADMIN_CALLS.all || request.method() !== 'GET') return undefined;
  return Object.fromEntries(url.searchParams);
}

/** Opens the panel of an administrator by a click on its row. */
export async function openAdmin(page: Page, id: string) {
  const panel = adminPanel(page);
  await adminsScreen(page).cell(id, 'email').click();
  await expect(panel.id).toHaveValue(id);
  return panel;
}

/** Enters a text in the search box and submits it. */
export async function searchAdmins(page: Page, text: string): Promise<void> {
  const { screen, search } = adminsScreen(page);
  await search.focus();
  await expect(screen.locator('.ace_editor')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}
