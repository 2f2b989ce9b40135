import type { Page } from '@playwright/test';
import { createAdmin, PASSWORD, type StoredAdmin } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import type { Backend } from '#tests/support/backend.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import {
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
} from '#tests/support/screens.ts';
import { SESSION_KEY, storedSession } from '#tests/support/session.ts';
import { adminPanel, openAdmin, storedAdmin } from '#tests/support/settings/admins.ts';

/** Counts the requests that change an administrator. */
function countSaves(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') count += 1;
  });
  return () => count;
}

async function signOut(page: Page): Promise<void> {
  await page.bringToFront();
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
}

const isOwn = async (page: Page, admin: StoredAdmin) => (await storedSession(page))?.model.id === admin.id;

interface Three {
  ann: StoredAdmin;
  bob: StoredAdmin;
  edited: StoredAdmin;
}

async function signInAsOther(
  page: Page,
  second: Page,
  backend: Backend,
  { ann, bob, edited }: Three,
): Promise<void> {
  await page.goto('/#/settings/admins');
  await signInByForm(page, ann.email, PASSWORD);
  const { panel, email } = await openAdmin(page, edited.id);
  await email.fill('from-ann@example.com');
  const saves = countSaves(page);

  await second.goto('/#/logs');
  await expect(frame(second, 'logs')).toBeVisible();
  await signOut(second);
  await expect(loginScreen(page).email).toBeVisible();
  await expect(panel).toHaveCount(0);
  await signInByForm(second, bob.email, PASSWORD);
  await page.bringToFront();
  await expect.poll(() => hashOf(page)).toBe('#/settings/admins');
  await openAdmin(page, edited.id);
  await expect(email).toHaveValue(edited.email);
  await expect(panel.getByRole('button', { name: 'Restore draft' })).toHaveCount(0);
  await email.fill('from-bob@example.com');
  await signOut(second);
  await signInByForm(second, ann.email, PASSWORD);

  await page.bringToFront();
  await openAdmin(page, edited.id);
  await panel.getByRole('button', { name: 'Restore draft' }).click();
  await expect(email).toHaveValue('from-ann@example.com');
  expect(saves()).toBe(0);
  expect(await isOwn(page, ann)).toBe(true);
  expect(await storedAdmin(backend, edited.id)).toMatchObject({ email: edited.email });
  await expect(toasts(page)).toHaveCount(0);
}

async function hideTyped(page: Page, replace: (admin: StoredAdmin) => Promise<void>, { ann, bob }: Three) {
  const name = frame(page, 'settings-application').getByLabel('Application name');
  const restore = page.getByRole('button', { name: 'Restore draft' });
  await expect(name).not.toHaveValue('');
  const before = await name.inputValue();
  await name.fill('Typed by Ann');
  await replace(bob);
  await expect(name).toHaveValue(before);
  await expect(restore).toHaveCount(0);
  await replace(ann);
  await restore.click();
  await expect(name).toHaveValue('Typed by Ann');
  expect(hashOf(page)).toBe('#/settings');
  await name.fill(before);
}

async function stopSave(
  page: Page,
  backend: Backend,
  replace: (admin: StoredAdmin) => Promise<void>,
  { bob, edited }: Three,
): Promise<void> {
  await goToHash(page, '#/settings/admins');
  const { panel, email, save } = await openAdmin(page, edited.id);
  await email.fill('from-ann@example.com');
  const saves = countSaves(page);
  const held = gate();
  await page.route(`**${ADMIN_CALLS.all}/${edited.id}`, async (route) => {
    await held.opened;
    await route.continue().catch(() => {});
  });
  const read = page.waitForRequest(`**${ADMIN_CALLS.all}/${edited.id}`);
  await save.click();
  await read;
  await replace(bob);
  await expect(panel).toHaveCount(0);
  held.open();
  await expect.poll(() => hashOf(page)).toBe('#/settings/admins');
  await expect(frame(page, 'settings-admins').locator(`[data-row-id="${bob.id}"]`)).toContainText('You');
  await openAdmin(page, edited.id);
  await expect(email).toHaveValue(edited.email);
  await expect(adminPanel(page).panel.getByRole('button', { name: 'Restore draft' })).toHaveCount(0);
  expect(saves()).toBe(0);
  expect(await storedAdmin(backend, edited.id)).toMatchObject({ email: edited.email });
  await adminPanel(page).panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
}

test('another admin in a second tab sees nothing of what the former one has typed, which stays a draft', async ({
  page,
  secondTab,
  backend,
  step,
}) => {
  const three = {
    ann: await createAdmin(backend),
    bob: await createAdmin(backend),
    edited: await createAdmin(backend),
  };
  const another = await createAdmin(backend);
  await page.goto('/#/settings');
  await signInByForm(page, three.ann.email, PASSWORD);
  const second = await secondTab('/logo.svg');
  // The tab learns only of the new sign-in.
  const replace = async ({ email }: StoredAdmin) => {
    const session = await createAdminApi(backend.url, { email, password: PASSWORD }).session();
    const item = [SESSION_KEY, JSON.stringify(session)] as const;
    await second.evaluate(([key, value]) => localStorage.setItem(key, value), item);
  };
  await step('a settings page does not show another admin what the former one has typed', () =>
    hideTyped(page, replace, three),
  );
  await step('a panel closes, and its save stops', () => stopSave(page, backend, replace, three));
  await signOut(page);
  await step('a sign-out and a sign-in close a panel with edits', () =>
    signInAsOther(page, second, backend, { ...three, edited: another }),
  );
});
