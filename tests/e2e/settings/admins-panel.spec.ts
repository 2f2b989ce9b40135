import { createAdminApi } from '#tests/support/admin-api.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { appSidebar, frame, loginScreen, signInByForm, toasts, tooltip } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import {
  ADMIN_SECRET,
  adminPanel,
  adminsScreen,
  createStoredAdmin,
  openAdmin,
  storedAdmin,
} from '#tests/support/settings/admins.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const CLOSE_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
const NEW_SECRET = 'another-word-2';

test('[AD-07][AD-08][AD-09][AD-10][RF-20] an admin is created with the keyboard alone', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await admin.signIn();
  await page.goto('/#/settings/admins');
  const { newAdmin, total } = adminsScreen(page);
  await expect(total).toBeVisible();
  await newAdmin.press('Enter');
  const { panel, title, avatars, avatar, email, password, confirmation, menu, id, changePassword, save } =
    adminPanel(page);
  await expect(title).toHaveText('New admin');
  await expect(menu).toHaveCount(0);
  await expect(id).toHaveCount(0);
  await expect(changePassword).toHaveCount(0);
  await expect(avatars).toHaveCount(10);
  await expect(avatar(0)).toBeChecked();
  await expect(save).toHaveText('Create');
  await expect(save).toBeDisabled();
  for (const input of [email, password, confirmation]) await expect(input).toHaveAttribute('required');
  await expect(email).toHaveAttribute('type', 'email');
  await axe();

  await avatar(0).focus();
  for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight');
  await expect(avatar(7)).toBeChecked();
  const sizeOf = async (number: number) =>
    (await panel.locator(`[data-avatar="${number}"] img`).boundingBox())?.width ?? 0;
  expect(await sizeOf(7)).toBeGreaterThan(await sizeOf(6));
  await page.keyboard.press('Tab');
  await expect(email).toBeFocused();
  await page.keyboard.type('keyboard@example.com');
  await expect(save).toBeEnabled();

  const generate = panel.getByRole('button', { name: 'Generate' });
  await generate.hover();
  await expect(tooltip(page)).toHaveText('Generate');
  await generate.press('Enter');
  const generated = page.getByRole('dialog', { name: 'Generated password' });
  const secret = (await generated.locator('output').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
  await axe();
  await page.keyboard.press('Escape');
  await expect(generate).toBeFocused();

  // The browser's own check.
  await email.press('Enter');
  await expect(password).toBeFocused();
  await password.fill(secret);
  await confirmation.fill(secret);
  const created = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('ControlOrMeta+s');
  expect((await created).postDataJSON()).toEqual({
    email: 'keyboard@example.com',
    avatar: 7,
    password: secret,
    passwordConfirm: secret,
  });
  await expect(toasts(page, 'success')).toHaveText(['Successfully created admin.']);
  await expect(panel).toHaveCount(0);
  await expect(newAdmin).toBeFocused();
  await expect(frame(page, 'settings-admins').getByText('keyboard@example.com')).toBeVisible();
  const account = { email: 'keyboard@example.com', password: secret };
  expect(await createAdminApi(backend.url, account).token()).toBeTruthy();
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(secret);
});

test('[AD-07][AD-08][AD-09][AD-10][AD-11] an admin is edited; messages of the server are beside the fields', async ({
  page,
  admin,
  backend,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow(/^response 400 PATCH \/api\/admins\/\w+$/);
  const other = await createStoredAdmin(backend);
  await admin.signIn();
  await page.goto('/#/settings/admins');
  await adminsScreen(page).row(other.id).focus();
  await page.keyboard.press('Enter');
  const fields = adminPanel(page);
  const { panel, title, id, avatar, email, changePassword, password, confirmation, save } = fields;
  await expect(title).toHaveText('Edit admin');
  await expect(id).toHaveValue(other.id);
  await expect(id).toHaveAttribute('readonly');
  await panel.getByRole('button', { name: 'Created and updated' }).hover();
  await expect(tooltip(page)).toHaveText(/^Created: .*\d\d:\d\d:\d\d.*\s*Updated: .*\d\d:\d\d:\d\d/);
  await expect(avatar(1)).toBeChecked();
  await expect(email).toHaveValue(other.email);
  await expect(password).toHaveCount(0);
  await expect(save).toHaveText('Save changes');
  await expect(save).toBeDisabled();
  await avatar(4).check();
  await expect(save).toBeEnabled();
  await avatar(1).check();
  await expect(save).toBeDisabled();

  await changePassword.check();
  await expect(save).toBeEnabled();
  for (const input of [password, confirmation]) await expect(input).toHaveAttribute('required');
  await password.fill('short');
  await confirmation.fill('other');
  await save.click();
  await expect(panel.getByText('The length must be between 10 and 72.')).toBeVisible();
  await expect(panel.getByText("Values don't match.")).toBeVisible();
  await expect(password).toBeFocused();
  await axe();
  await password.fill(NEW_SECRET);
  await expect(panel.getByText('The length must be between 10 and 72.')).toHaveCount(0);
  await confirmation.fill(NEW_SECRET);
  await email.fill('edited@example.com');
  await avatar(9).check();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  const request = await saved;
  expect(request.url()).toMatch(new RegExp(`/api/admins/${other.id}$`));
  expect(request.postDataJSON()).toEqual({
    email: 'edited@example.com',
    avatar: 9,
    password: NEW_SECRET,
    passwordConfirm: NEW_SECRET,
  });
  await expect(toasts(page, 'success')).toHaveText(['Successfully updated admin.']);
  const { cell, row } = adminsScreen(page);
  await expect(cell(other.id, 'email')).toHaveText('edited@example.com');
  await expect(cell(other.id, 'avatar').getByRole('img')).toHaveAttribute('src', './avatars/9.svg');
  await expect(row(other.id)).toBeFocused();
  expect(await storedAdmin(backend, other.id)).toMatchObject({ email: 'edited@example.com', avatar: 9 });
  expect(
    await createAdminApi(backend.url, { email: 'edited@example.com', password: NEW_SECRET }).token(),
  ).toBeTruthy();

  await openAdmin(page, other.id);
  await changePassword.check();
  await expectFitsSmall(page, panel);
  for (const number of [0, 9]) {
    const box = await panel.locator(`[data-avatar="${number}"]`).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  }
});

test('[AD-12][AD-13] closing asks about changes, and the menu deletes', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const other = await createStoredAdmin(backend);
  await admin.signIn();
  await page.goto('/#/settings/admins');
  const { panel, email, cancel, menu } = await openAdmin(page, other.id);
  await email.fill('typed@example.com');
  const question = page.getByRole('alertdialog');
  await cancel.click();
  await expect(question).toContainText(CLOSE_QUESTION);
  await axe();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(email).toHaveValue('typed@example.com');
  await panel.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(panel).toHaveCount(0);

  await openAdmin(page, other.id);
  await expect(email).toHaveValue(other.email);
  await menu.click();
  const items = page.getByRole('menu', { name: 'More admin options' });
  await expect(items.getByRole('menuitem')).toHaveText(['Delete']);
  await axe();
  await items.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(question).toContainText('Do you really want to delete the selected admin?');
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await question.getByRole('button', { name: 'Yes' }).click();
  expect((await deleted).url()).toMatch(new RegExp(`/api/admins/${other.id}$`));
  await expect(toasts(page, 'success')).toHaveText(['Successfully deleted admin.']);
  await expect(panel).toHaveCount(0);
  await expect(adminsScreen(page).row(other.id)).toHaveCount(0);
  await expect(storedAdmin(backend, other.id)).rejects.toMatchObject({ status: 404 });
});

test('[AD-14][SH-04][AU-03] the own avatar changes at once in every tab, and a new own password keeps the session', async ({
  page,
  secondTab,
  backend,
}) => {
  const own = await createStoredAdmin(backend);
  await page.goto('/#/login');
  await signInByForm(page, own.email, ADMIN_SECRET);
  await expect(frame(page, 'collections')).toBeVisible();
  const other = await secondTab('/#/logs');
  const avatarOf = (tab: typeof page) => appSidebar(tab).locator('img[src*=avatars]');
  await expect(avatarOf(other)).toHaveAttribute('src', './avatars/1.svg');

  await page.bringToFront();
  await page.goto('/#/settings/admins');
  const { avatar, changePassword, password, confirmation, save, panel } = await openAdmin(page, own.id);
  await avatar(6).check();
  await changePassword.check();
  await password.fill(NEW_SECRET);
  await confirmation.fill(NEW_SECRET);
  const before = await storedSession(page);
  await save.click();
  await expect(toasts(page, 'success')).toHaveText(['Successfully updated admin.']);
  await expect(panel).toHaveCount(0);
  for (const tab of [page, other]) await expect(avatarOf(tab)).toHaveAttribute('src', './avatars/6.svg');
  const after = await storedSession(page);
  expect(after?.model).toMatchObject({ id: own.id, avatar: 6 });
  expect(after?.token).not.toBe(before?.token);

  await page.reload();
  await expect(adminsScreen(page).cell(own.id, 'avatar').getByRole('img')).toHaveAttribute(
    'src',
    './avatars/6.svg',
  );
  await other.bringToFront();
  await other.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(frame(other, 'logs').getByRole('table')).toBeVisible();
  await expect(toasts(other)).toHaveCount(0);
});

test('[AD-14][AU-03] deleting oneself ends the session; the last admin can’t be deleted', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 DELETE \/api\/admins\/\w+$/);
  const { backend, atoll } = await startSite();
  const own = await createStoredAdmin(backend);
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, own.email, ADMIN_SECRET);
  await expect(frame(page, 'collections')).toBeVisible();
  await page.goto(`${atoll.url}/#/settings/admins`);
  const deleteOpened = async () => {
    await adminPanel(page).menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  };
  await openAdmin(page, own.id);
  await deleteOpened();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(toasts(page)).toHaveText(['Successfully deleted admin.']);
  expect(await storedSession(page)).toBeNull();

  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const { rows } = adminsScreen(page);
  await expect(rows).toHaveCount(1);
  await openAdmin(page, (await rows.getAttribute('data-row-id')) ?? '');
  await deleteOpened();
  await expect(toasts(page, 'error')).toHaveText(['Failed to delete admin.']);
  await expect(adminPanel(page).panel).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('an admin that somebody else changes or deletes meanwhile is neither overwritten nor lost silently', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET \/api\/admins\/\w+$/);
  const other = await createStoredAdmin(backend);
  await admin.signIn();
  await page.goto('/#/settings/admins');
  const { panel, email, save, cancel } = await openAdmin(page, other.id);
  await backend.api.patch(`/api/admins/${other.id}`, { email: 'theirs@example.com', avatar: 8 });
  await email.fill('mine@example.com');
  await save.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Email: Another administrator changed this to “theirs@example.com”.');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(panel.getByText('Saving again replaces it.')).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('mine@example.com');
  expect(await storedAdmin(backend, other.id)).toMatchObject({ email: 'theirs@example.com' });
  await save.click();
  await expect(panel).toHaveCount(0);
  expect(await storedAdmin(backend, other.id)).toMatchObject({ email: 'mine@example.com', avatar: 8 });

  await openAdmin(page, other.id);
  await email.fill('late@example.com');
  await backend.api.delete(`/api/admins/${other.id}`);
  await save.click();
  await expect(panel.getByRole('alert')).toContainText('The admin was deleted elsewhere.');
  await expect(email).toHaveValue('late@example.com');
  await expect(save).toBeDisabled();
  await expect(adminsScreen(page).row(other.id)).toHaveCount(0);
  await cancel.click();
  await expect(question).toContainText(CLOSE_QUESTION);
});

test('a session that ends while typing keeps the edits, without the password', async ({
  page,
  startSite,
  admin,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 401 GET \/api\/admins\/\w+$/);
  const site = await startSite();
  const { backend } = site;
  const other = await createStoredAdmin(backend);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/settings/admins`);
  const { panel, email, avatar, changePassword, password, confirmation, save } = await openAdmin(
    page,
    other.id,
  );
  await email.fill('kept@example.com');
  await avatar(3).check();
  await changePassword.check();
  await password.fill(NEW_SECRET);
  await confirmation.fill(NEW_SECRET);
  const { id } = (await backend.api.session()).model;
  await backend.api.patch(`/api/admins/${id}`, { password: NEW_SECRET, passwordConfirm: NEW_SECRET });
  await save.click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(panel).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).toContain('kept@example.com');
  expect(kept).not.toContain(NEW_SECRET);

  await signInByForm(page, backend.adminEmail, NEW_SECRET);
  await openAdmin(page, other.id);
  await expect(email).toHaveValue(other.email);
  await panel.getByRole('button', { name: 'Restore draft' }).click();
  await expect(email).toHaveValue('kept@example.com');
  await expect(avatar(3)).toBeChecked();
  await expect(password).toHaveCount(0);
  await save.click();
  await expect(toasts(page, 'success')).toHaveText(['Successfully updated admin.']);
});
