import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { appSidebar, frame, loginScreen, signInByForm, toasts, tooltip } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import {
  adminPanel,
  adminsScreen,
  openAdmin,
  removeOtherAdmins,
  storedAdmin,
} from '#tests/support/settings/admins.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const CLOSE_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
const NEW_SECRET = 'another-word-2';
const WIDE = { width: 1280, height: 800 };

test.beforeEach(({ backend }) => removeOtherAdmins(backend));

test('[AD-07][AD-08][AD-09][AD-10][AD-11][AD-12][AD-13][RF-20] an admin is created by keyboard, edited, and deleted', async ({
  page,
  admin,
  backend,
  expectedProblems,
  checkScreen,
}) => {
  const other = await createAdmin(backend);
  await admin.signIn();
  await page.goto('/#/settings/admins');
  const { newAdmin, total, cell, row } = adminsScreen(page);
  const {
    panel,
    title,
    avatars,
    avatar,
    email,
    password,
    confirmation,
    menu,
    id,
    changePassword,
    save,
    cancel,
  } = adminPanel(page);
  const question = page.getByRole('alertdialog');
  await expect(total).toBeVisible();

  await test.step('the panel of a new admin', async () => {
    await newAdmin.press('Enter');
    await expect(title).toHaveText('New admin');
    await expect(menu).toHaveCount(0);
    await expect(id).toHaveCount(0);
    await expect(changePassword).toHaveCount(0);
    await expect(avatars).toHaveCount(10);
    await expect(avatar(0)).toBeChecked();
    await expect(save).toHaveText('Create');
    await expect(save).toBeDisabled();
    for (const input of [email, password, confirmation]) await expect(input).toHaveAttribute('required');
    await expect(email).toHaveAttribute('inputmode', 'email');
  });

  await test.step('avatar and email by keyboard', async () => {
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
  });

  await test.step('a generated password signs in, and is kept nowhere', async () => {
    const generate = panel.getByRole('button', { name: 'Generate' });
    await generate.hover();
    await expect(tooltip(page)).toHaveText('Generate');
    await generate.press('Enter');
    const generated = page.getByRole('dialog', { name: 'Generated password' });
    const secret = (await generated.locator('output').textContent()) ?? '';
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    await checkScreen();
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

  await test.step('the panel of an existing admin; what is changed back is no change', async () => {
    await row(other.id).focus();
    await page.keyboard.press('Enter');
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
  });

  await test.step('messages of the server are beside the fields', async () => {
    expectedProblems.allow(/^response 400 PATCH \/api\/admins\/\w+$/);
    await changePassword.check();
    await expect(save).toBeEnabled();
    for (const input of [password, confirmation]) await expect(input).toHaveAttribute('required');
    await password.fill('short');
    await confirmation.fill('other');
    await save.click();
    await expect(panel.getByText('The length must be between 10 and 72.')).toBeVisible();
    await expect(panel.getByText("Values don't match.")).toBeVisible();
    await expect(password).toBeFocused();
    await checkScreen('[role=dialog]');
    await expectFitsSmall(page, panel);
    for (const number of [0, 9]) {
      const box = await panel.locator(`[data-avatar="${number}"]`).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await page.setViewportSize(WIDE);
  });

  await test.step('an edit is sent, shown and stored', async () => {
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
    await expect(toasts(page, 'success').last()).toHaveText('Successfully updated admin.');
    await expect(cell(other.id, 'email')).toHaveText('edited@example.com');
    await expect(cell(other.id, 'avatar').getByRole('img')).toHaveAttribute('src', './avatars/9.svg');
    await expect(row(other.id)).toBeFocused();
    expect(await storedAdmin(backend, other.id)).toMatchObject({ email: 'edited@example.com', avatar: 9 });
    const account = { email: 'edited@example.com', password: NEW_SECRET };
    expect(await createAdminApi(backend.url, account).token()).toBeTruthy();
  });

  await test.step('what somebody else changed meanwhile is not overwritten silently', async () => {
    await openAdmin(page, other.id);
    await backend.api.patch(`/api/admins/${other.id}`, { email: 'theirs@example.com', avatar: 8 });
    await email.fill('mine@example.com');
    await save.click();
    await expect(question).toContainText(
      'Email: Another administrator changed this to “theirs@example.com”.',
    );
    await question.getByRole('button', { name: 'No' }).click();
    await expect(panel.getByText('Saving again replaces it.')).toBeVisible();
    await expect(email).toBeFocused();
    await expect(email).toHaveValue('mine@example.com');
    expect(await storedAdmin(backend, other.id)).toMatchObject({ email: 'theirs@example.com' });
    await save.click();
    await expect(panel).toHaveCount(0);
    expect(await storedAdmin(backend, other.id)).toMatchObject({ email: 'mine@example.com', avatar: 8 });
  });

  await test.step('closing asks about changes', async () => {
    await openAdmin(page, other.id);
    await email.fill('typed@example.com');
    await cancel.click();
    await expect(question).toContainText(CLOSE_QUESTION);
    await checkScreen('[role=alertdialog]');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(email).toHaveValue('typed@example.com');
    await panel.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(panel).toHaveCount(0);
  });

  await test.step('the menu deletes', async () => {
    await openAdmin(page, other.id);
    await expect(email).toHaveValue('mine@example.com');
    await menu.click();
    const items = page.getByRole('menu', { name: 'More admin options' });
    await expect(items.getByRole('menuitem')).toHaveText(['Delete']);
    await checkScreen('[role=menu]');
    await items.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(question).toContainText('Do you really want to delete the selected admin?');
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await question.getByRole('button', { name: 'Yes' }).click();
    expect((await deleted).url()).toMatch(new RegExp(`/api/admins/${other.id}$`));
    await expect(toasts(page, 'success').last()).toHaveText('Successfully deleted admin.');
    await expect(panel).toHaveCount(0);
    await expect(row(other.id)).toHaveCount(0);
    await expect(storedAdmin(backend, other.id)).rejects.toMatchObject({ status: 404 });
  });

  await test.step('an admin that somebody else deletes meanwhile is not lost silently', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/admins\/\w+$/);
    const late = await createAdmin(backend);
    await adminsScreen(page).refresh.click();
    await openAdmin(page, late.id);
    await email.fill('late@example.com');
    await backend.api.delete(`/api/admins/${late.id}`);
    await save.click();
    await expect(panel.getByRole('alert')).toContainText('The admin was deleted elsewhere.');
    await expect(email).toHaveValue('late@example.com');
    await expect(save).toBeDisabled();
    await expect(row(late.id)).toHaveCount(0);
    await cancel.click();
    await expect(question).toContainText(CLOSE_QUESTION);
  });
});

test('[AD-14][SH-04][AU-03] the own avatar, password and session; the last admin can’t be deleted', async ({
  page,
  secondTab,
  backend,
  expectedProblems,
}) => {
  const own = await createAdmin(backend);
  const other = await createAdmin(backend);
  await page.goto('/#/login');
  await signInByForm(page, own.email, PASSWORD);
  await expect(frame(page, 'collections')).toBeVisible();
  const avatarOf = (tab: typeof page) => appSidebar(tab).locator('img[src*=avatars]');
  const { panel, email, avatar, changePassword, password, confirmation, save, menu } = adminPanel(page);
  const { rows, cell } = adminsScreen(page);

  await test.step('the own avatar changes at once in every tab, and a new own password keeps the session', async () => {
    const tab = await secondTab('/#/logs');
    await expect(avatarOf(tab)).toHaveAttribute('src', './avatars/1.svg');
    await page.bringToFront();
    await page.goto('/#/settings/admins');
    await openAdmin(page, own.id);
    await avatar(6).check();
    await changePassword.check();
    await password.fill(NEW_SECRET);
    await confirmation.fill(NEW_SECRET);
    const before = await storedSession(page);
    await save.click();
    await expect(toasts(page, 'success')).toHaveText(['Successfully updated admin.']);
    await expect(panel).toHaveCount(0);
    for (const one of [page, tab]) await expect(avatarOf(one)).toHaveAttribute('src', './avatars/6.svg');
    const after = await storedSession(page);
    expect(after?.model).toMatchObject({ id: own.id, avatar: 6 });
    expect(after?.token).not.toBe(before?.token);
    await page.reload();
    await expect(cell(own.id, 'avatar').getByRole('img')).toHaveAttribute('src', './avatars/6.svg');
    await tab.bringToFront();
    await tab.getByRole('button', { name: 'Refresh' }).first().click();
    await expect(frame(tab, 'logs').getByRole('grid')).toBeVisible();
    await expect(toasts(tab)).toHaveCount(0);
    await tab.close();
  });

  await test.step('a session that ends while typing keeps the edits, without the password', async () => {
    expectedProblems.allow(/^response 401 GET \/api\/admins\/\w+$/);
    await openAdmin(page, other.id);
    await email.fill('kept@example.com');
    await avatar(3).check();
    await changePassword.check();
    await password.fill(NEW_SECRET);
    await confirmation.fill(NEW_SECRET);
    await backend.api.patch(`/api/admins/${own.id}`, {
      password: PASSWORD,
      passwordConfirm: PASSWORD,
    });
    await save.click();
    await expect(loginScreen(page).email).toBeVisible();
    await expect(panel).toHaveCount(0);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).toContain('kept@example.com');
    expect(kept).not.toContain(NEW_SECRET);

    await signInByForm(page, own.email, PASSWORD);
    await openAdmin(page, other.id);
    await expect(email).toHaveValue(other.email);
    await expect(panel).toContainText('The admin has previous unsaved changes.');
    await panel.getByRole('button', { name: 'Restore draft' }).click();
    await expect(email).toHaveValue('kept@example.com');
    await expect(avatar(3)).toBeChecked();
    await expect(password).toHaveCount(0);
    await save.click();
    await expect(toasts(page, 'success')).toHaveText(['Successfully updated admin.']);
    await expect(panel).toHaveCount(0);
  });

  const deleteOpened = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  };
  await test.step('deleting oneself ends the session', async () => {
    await openAdmin(page, own.id);
    await deleteOpened();
    await expect(loginScreen(page).email).toBeVisible();
    await expect(page).toHaveURL(/#\/login$/);
    await expect(toasts(page).last()).toHaveText('Successfully deleted admin.');
    expect(await storedSession(page)).toBeNull();
  });

  await test.step('the last admin can’t be deleted', async () => {
    expectedProblems.allow(/^response 400 DELETE \/api\/admins\/\w+$/);
    removeOtherAdmins(backend);
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(rows).toHaveCount(1);
    await openAdmin(page, (await rows.getAttribute('data-row-id')) ?? '');
    await deleteOpened();
    await expect(toasts(page, 'error')).toHaveText(['Failed to delete admin.']);
    await expect(panel).toBeVisible();
    await expect(rows).toHaveCount(1);
  });
});
