import type { Page } from '@playwright/test';
import { createAdmin, PASSWORD, type StoredAdmin } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
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

test('a sign-out and a sign-in as another admin in a second tab close a panel with edits, which stay a draft of their author', async ({
  page,
  secondTab,
  backend,
}) => {
  const [ann, bob, edited] = [
    await createAdmin(backend),
    await createAdmin(backend),
    await createAdmin(backend),
  ];
  await page.goto('/#/settings/admins');
  await signInByForm(page, ann.email, PASSWORD);
  const { panel, email } = await openAdmin(page, edited.id);
  await email.fill('from-ann@example.com');
  const saves = countSaves(page);

  const second = await secondTab('/#/logs');
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
});

test('a tab that learns only of the new sign-in closes what the former admin has typed, and a pending save stops', async ({
  page,
  secondTab,
  backend,
}) => {
  const [ann, bob, edited] = [
    await createAdmin(backend),
    await createAdmin(backend),
    await createAdmin(backend),
  ];
  const sessionOf = async ({ email }: StoredAdmin) =>
    JSON.stringify(await createAdminApi(backend.url, { email, password: PASSWORD }).session());
  const [anns, bobs] = [await sessionOf(ann), await sessionOf(bob)];
  await page.goto('/#/settings');
  await signInByForm(page, ann.email, PASSWORD);
  const second = await secondTab('/logo.svg');
  const replace = (session: string) =>
    second.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const);
  const restore = page.getByRole('button', { name: 'Restore draft' });

  await test.step('a settings page does not show another admin what the former one has typed', async () => {
    const name = frame(page, 'settings-application').getByLabel('Application name');
    await expect(name).not.toHaveValue('');
    const before = await name.inputValue();
    await name.fill('Typed by Ann');
    await replace(bobs);
    await expect(name).toHaveValue(before);
    await expect(restore).toHaveCount(0);
    await replace(anns);
    await restore.click();
    await expect(name).toHaveValue('Typed by Ann');
    expect(hashOf(page)).toBe('#/settings');
    await name.fill(before);
  });

  await test.step('a panel closes, and its save stops', async () => {
    await goToHash(page, '#/settings/admins');
    const { panel, email, save } = await openAdmin(page, edited.id);
    await email.fill('from-ann@example.com');
    const saves = countSaves(page);
    const held = gate();
    await page.route(`**/api/admins/${edited.id}`, async (route) => {
      await held.opened;
      await route.continue().catch(() => {});
    });
    const read = page.waitForRequest(`**/api/admins/${edited.id}`);
    await save.click();
    await read;
    await replace(bobs);
    await expect(panel).toHaveCount(0);
    held.open();
    await expect.poll(() => hashOf(page)).toBe('#/settings/admins');
    await expect(frame(page, 'settings-admins').locator(`[data-row-id="${bob.id}"]`)).toContainText('You');
    await openAdmin(page, edited.id);
    await expect(email).toHaveValue(edited.email);
    await expect(adminPanel(page).panel.getByRole('button', { name: 'Restore draft' })).toHaveCount(0);
    expect(saves()).toBe(0);
    expect(await storedAdmin(backend, edited.id)).toMatchObject({ email: edited.email });
  });
});
