import type { Page } from '@playwright/test';
import { PROGRAMS } from '#scripts/lib/lines.ts';
import { createAdmin, PASSWORD, type StoredAdmin } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { presses } from '#tests/support/keys.ts';
import { ADMIN, ADMINS, has, onLine, testedLine } from '#tests/support/lines.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
  tooltip,
} from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import {
  adminPanel,
  adminsScreen,
  avatarIn,
  expectAvatar,
  listQuery,
  openAdmin,
  searchAdmins,
  storedAdmin,
} from '#tests/support/settings/admins.ts';
import { placesOf } from '#tests/support/settings/storage.ts';

const CLOSE_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
const NEW_SECRET = 'another-word-2';

const TOO_SHORT = onLine('The length must be between 10 and 72.', 'Must be at least 8 character(s).');

const yes = (page: Page) => question(page).getByRole('button', { name: 'Yes' });

async function listsAdmins(page: Page, backend: Backend, first: StoredAdmin): Promise<void> {
  const { screen, rows, cell, total, refresh } = adminsScreen(page);
  const { model } = await backend.api.session();
  await expect(rows).toHaveCount(3);
  await expect(total).toHaveText('Total found: 3');
  await expectAvatar(cell(first.id, 'avatar').getByRole('img'), 1);
  await expect(cell(first.id, 'email')).toHaveText(first.email);
  await expect(cell(first.id, 'id')).toHaveText(first.id);
  await expect(cell(String(model['id']), 'id')).toHaveText(`${model['id']}You`);
  await expect(screen.getByText('You', { exact: true })).toHaveCount(1);
  const [day = '', time = ''] = first.created.split(/[ .]/);
  await expect(cell(first.id, 'created')).toHaveText(`${day} ${time} UTC`);
  await expect(cell(first.id, 'updated')).toHaveText(`${day} ${time} UTC`);
  await cell(first.id, 'created').locator('time').hover();
  await expect(tooltip(page)).toContainText('Local');
  const clipboard = await allowClipboard(page);
  await cell(first.id, 'id').getByRole('button', { name: 'Copy' }).click();
  expect(await clipboard()).toBe(first.id);
  await expect(adminPanel(page).panel).toHaveCount(0);
  const added = await createAdmin(backend);
  await refresh.click();
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toHaveAttribute('data-row-id', added.id);
}

async function searches(page: Page): Promise<void> {
  const { screen, search, rows, total } = adminsScreen(page);
  await search.focus();
  await expect(screen.locator('.ace_editor')).toBeVisible();
  for (const [typed, name] of [
    ['i', 'id Id'],
    ['em', 'email Email'],
    ['cr', 'created DateTime'],
    ['up', 'updated DateTime'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(page.locator('.ace_autocomplete .ace_line').first()).toHaveText(name);
    await page.keyboard.press('Escape');
  }
  for (const filter of ['nobody-has-this', 'email = nope']) {
    await searchAdmins(page, filter);
    await expect(screen.getByText(`No ${ADMINS} found.`)).toBeVisible();
    await expect(total).toHaveText('Total found: 0');
    await expect(toasts(page)).toHaveCount(0);
    await screen.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows.first()).toBeVisible();
    expect(hashQuery(page)).toEqual({});
  }
}

/** Search and sort are in the address and on the wire, and a reload restores them. */
async function sorts(page: Page, ids: readonly string[]): Promise<void> {
  const { screen, rows, header, total } = adminsScreen(page);
  const idsOf = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
  await expect(header('created')).toHaveAttribute('aria-sort', 'descending');
  const filtered = page.waitForRequest((request) => !!listQuery(request)?.['filter']);
  await searchAdmins(page, 'sort-');
  expect(listQuery(await filtered)?.['filter']).toBe(
    'id~"sort-"||email~"sort-"||created~"sort-"||updated~"sort-"',
  );
  await expect.poll(idsOf).toEqual(ids.toReversed());
  await expect(total).toHaveText('Total found: 2');
  for (const name of ['id', 'created', 'updated', 'email']) {
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => hashQuery(page)).toEqual({ filter: 'sort-', sort: `-${name}` });
  }
  const ascending = page.waitForRequest((request) => listQuery(request)?.['sort'] === '+email');
  await header('email').getByRole('button').click();
  await ascending;
  await expect(header('email')).toHaveAttribute('aria-sort', 'ascending');
  await expect(screen.locator('[aria-sort]:not([aria-sort=none])')).toHaveCount(1);
  await expect.poll(idsOf).toEqual(ids);
  expect(hashOf(page)).toMatch(/^#\/settings\/admins\?/);
  await page.reload();
  await expect.poll(idsOf).toEqual(ids);
  await expect(header('email')).toHaveAttribute('aria-sort', 'ascending');
  expect(hashQuery(page)).toEqual({ filter: 'sort-', sort: '+email' });
}

async function showsHostileAsText(page: Page, backend: Backend): Promise<void> {
  const { rows, cell } = adminsScreen(page);
  const { model } = await backend.api.session();
  const texts = Object.values(hostileStrings);
  const { admins } = PROGRAMS[backend.line];
  backend.copyRow(
    admins,
    String(model['id']),
    texts.map((email, index) => ({ id: `hostile${index}`, email, tokenKey: `hostile${index}` })),
  );
  await goToHash(page, '#/settings/tokens');
  await expect(frame(page, 'settings-tokens')).toBeVisible();
  await goToHash(page, '#/settings/admins');
  await expect(rows).toHaveCount(texts.length + 4);
  await expect(cell('hostile0', 'email')).toHaveText(hostileStrings.script);
  await expectHarmless(page);
  const { panel, cancel } = await openAdmin(page, 'hostile1');
  await expectHarmless(page);
  await cancel.click();
  await expect(panel).toHaveCount(0);
  backend.write('data', (db) => db.exec(`DELETE FROM ${admins} WHERE id LIKE 'hostile%'`));
}

async function choosesAvatar(page: Page): Promise<void> {
  const { panel, avatar } = adminPanel(page);
  await avatar(0).focus();
  for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight');
  await expect(avatar(7)).toBeChecked();
  const sizeOf = async (number: number) =>
    (await panel.locator(`[data-avatar="${number}"] img`).boundingBox())?.width ?? 0;
  expect(await sizeOf(7)).toBeGreaterThan(await sizeOf(6));
  await page.keyboard.press('Tab');
}

async function opensNewAdmin(page: Page): Promise<void> {
  const { title, avatars, email, save } = adminPanel(page);
  await adminsScreen(page).newAdmin.press('Enter');
  await expect(title).toHaveText(`New ${ADMIN}`);
  await expect(avatars).toHaveCount(onLine(10, 0));
  await onLine(
    () => choosesAvatar(page),
    () => presses(page, 'Tab Tab'),
  )();
  await expect(email).toBeFocused();
  await page.keyboard.type('keyboard@example.com');
  await expect(save).toBeEnabled();
}

async function createsAdmin(page: Page, backend: Backend): Promise<void> {
  const { panel, email, password, confirmation } = adminPanel(page);
  const { screen, newAdmin } = adminsScreen(page);
  const generate = panel.getByRole('button', { name: 'Generate' });
  await generate.hover();
  await expect(tooltip(page)).toHaveText('Generate');
  await generate.press('Enter');
  const generated = page.getByRole('dialog', { name: 'Generated password' });
  const secret = (await generated.locator('output').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
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
    ...avatarIn(7),
    password: secret,
    passwordConfirm: secret,
  });
  await expect(toasts(page, 'success')).toHaveText([`Successfully created ${ADMIN}.`]);
  await expect(panel).toHaveCount(0);
  await expect(newAdmin).toBeFocused();
  await expect(screen.getByText('keyboard@example.com')).toBeVisible();
  const account = { email: 'keyboard@example.com', password: secret };
  expect(await createAdminApi(backend.url, account).token()).toBeTruthy();
  expect(await placesOf(page, secret)).toEqual([]);
}

async function refusesEdit(page: Page, other: StoredAdmin): Promise<void> {
  const panel = adminPanel(page);
  const { id, avatar, email, changePassword, password, confirmation, save } = panel;
  await adminsScreen(page).row(other.id).focus();
  await page.keyboard.press('Enter');
  await expect(panel.title).toHaveText(`Edit ${ADMIN}`);
  await expect(id).toHaveValue(other.id);
  await expect(id).toHaveAttribute('readonly');
  await panel.panel.getByRole('button', { name: 'Created and updated' }).hover();
  await expect(tooltip(page)).toHaveText(/^Created: .*\d\d:\d\d:\d\d.*\s*Updated: .*\d\d:\d\d:\d\d/);
  await expect(email).toHaveValue(other.email);
  await expect(password).toHaveCount(0);
  await expect(save).toHaveText('Save changes');
  await expect(save).toBeDisabled();
  await onLine(
    () => avatar(4).check(),
    () => email.fill('other@example.com'),
  )();
  await expect(save).toBeEnabled();
  await onLine(
    () => avatar(1).check(),
    () => email.fill(other.email),
  )();
  await expect(save).toBeDisabled();

  await changePassword.check();
  await expect(save).toBeEnabled();
  for (const input of [password, confirmation]) await expect(input).toHaveAttribute('required');
  await password.fill('short');
  await confirmation.fill('other');
  await save.click();
  await expect(panel.panel.getByText("Values don't match.")).toBeVisible();
  if (!has('tellsAllProblems')) {
    await confirmation.fill('short');
    await save.click();
  }
  await expect(panel.panel.getByText(TOO_SHORT)).toBeVisible();
  await expect(password).toBeFocused();
}

async function savesEdit(page: Page, backend: Backend, other: StoredAdmin): Promise<void> {
  const { panel, email, avatar, password, confirmation, save, cancel } = adminPanel(page);
  const { cell, row } = adminsScreen(page);
  await password.fill(NEW_SECRET);
  await expect(panel.getByText(TOO_SHORT)).toHaveCount(0);
  await confirmation.fill(NEW_SECRET);
  await email.fill('edited@example.com');
  if (testedLine === 'pb22') await avatar(9).check();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  const request = await saved;
  expect(request.url()).toMatch(new RegExp(`${ADMIN_CALLS.all}/${other.id}$`));
  const changed = { email: 'edited@example.com', ...avatarIn(9) };
  expect(request.postDataJSON()).toEqual({ ...changed, password: NEW_SECRET, passwordConfirm: NEW_SECRET });
  await expect(toasts(page, 'success').last()).toHaveText(`Successfully updated ${ADMIN}.`);
  await expect(cell(other.id, 'email')).toHaveText('edited@example.com');
  await expectAvatar(cell(other.id, 'avatar').getByRole('img'), 9);
  await expect(row(other.id)).toBeFocused();
  expect(await storedAdmin(backend, other.id)).toMatchObject(changed);
  const account = { email: changed.email, password: NEW_SECRET };
  expect(await createAdminApi(backend.url, account).token()).toBeTruthy();

  await openAdmin(page, other.id);
  await email.fill('typed@example.com');
  await cancel.click();
  await expect(question(page)).toContainText(CLOSE_QUESTION);
  await question(page).getByRole('button', { name: 'No' }).click();
  await expect(email).toHaveValue('typed@example.com');
  await panel.getByRole('button', { name: 'Close' }).click();
  await yes(page).click();
  await expect(panel).toHaveCount(0);
}

async function deletesAdmin(page: Page, backend: Backend, { id }: StoredAdmin): Promise<void> {
  const { panel, email, menu } = await openAdmin(page, id);
  await expect(email).toHaveValue('edited@example.com');
  await menu.click();
  const items = page.getByRole('menu', { name: `More ${ADMIN} options` });
  await expect(items.getByRole('menuitem')).toHaveText(['Delete']);
  await items.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(question(page)).toContainText(`Do you really want to delete the selected ${ADMIN}?`);
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await yes(page).click();
  expect((await deleted).url()).toMatch(new RegExp(`${ADMIN_CALLS.all}/${id}$`));
  await expect(toasts(page, 'success').last()).toHaveText(`Successfully deleted ${ADMIN}.`);
  await expect(panel).toHaveCount(0);
  await expect(adminsScreen(page).row(id)).toHaveCount(0);
  await expect(storedAdmin(backend, id)).rejects.toMatchObject({ status: 404 });
}

/** Signs in as `own`, in two tabs: the avatar changes in both, and a new password keeps the session. */
async function changesOwn(
  page: Page,
  own: StoredAdmin,
  openTab: (url: string) => Promise<Page>,
): Promise<void> {
  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await signInByForm(page, own.email, PASSWORD);
  await expect(frame(page, 'collections')).toBeVisible();
  const avatarOf = (tab: Page) => appSidebar(tab).locator('img[src*=avatars]');
  const { panel, avatar, changePassword, password, confirmation, save } = adminPanel(page);
  const tab = await openTab('/#/logs');
  // Where nobody has a picture, the menu has the first.
  await expect(avatarOf(tab)).toHaveAttribute('src', `./avatars/${onLine(1, 0)}.svg`);
  await page.bringToFront();
  await goToHash(page, '#/settings/admins');
  await openAdmin(page, own.id);
  if (testedLine === 'pb22') await avatar(6).check();
  await changePassword.check();
  await password.fill(NEW_SECRET);
  await confirmation.fill(NEW_SECRET);
  const before = await storedSession(page);
  await save.click();
  await expect(toasts(page, 'success').last()).toHaveText(`Successfully updated ${ADMIN}.`);
  await expect(panel).toHaveCount(0);
  for (const one of [page, tab])
    await expect(avatarOf(one)).toHaveAttribute('src', `./avatars/${onLine(6, 0)}.svg`);
  const after = await storedSession(page);
  expect(after?.model).toMatchObject({ id: own.id, ...avatarIn(6) });
  expect(after?.token).not.toBe(before?.token);
  await tab.bringToFront();
  await tab.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(frame(tab, 'logs').getByRole('grid')).toBeVisible();
  await expect(toasts(tab)).toHaveCount(0);
  await tab.close();
}

async function deletesOwn(page: Page, own: StoredAdmin): Promise<void> {
  const { menu } = await openAdmin(page, own.id);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await yes(page).click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(toasts(page).last()).toHaveText(`Successfully deleted ${ADMIN}.`);
  expect(await storedSession(page)).toBeNull();
}

test('the administrators', { tag: '@newer' }, async ({
  page,
  backend,
  admin,
  step,
  secondTab,
  expectedProblems,
}) => {
  const { all } = ADMIN_CALLS;
  expectedProblems.allow(
    new RegExp(`^response 400 GET ${all}\\?.*$`),
    new RegExp(`^response 400 PATCH ${all}/\\w+$`),
  );
  refuseDialogs(page);
  const first = await createAdmin(backend, 'sort-a@example.com');
  const second = await createAdmin(backend, 'sort-b@example.com');
  await admin.signIn();
  await page.goto('/#/settings/admins');

  await step('[AD-01][AD-03] every administrator with avatar, id, email and dates; a new one is first', () =>
    listsAdmins(page, backend, first),
  );
  await step('[AD-01][AD-06] the search completes columns; nothing found, and a filter that is refused', () =>
    searches(page),
  );
  await step(
    '[AD-02][AD-04][AD-05] search and sort are in the address, on the wire, and restored by a reload',
    () => sorts(page, [first.id, second.id]),
  );
  await step('hostile emails stay text', () => showsHostileAsText(page, backend));
  await step('[AD-07][AD-09] the panel of a new admin, by keyboard', () => opensNewAdmin(page));
  await step('[AD-10][RF-20] a generated password signs in, and is kept nowhere', () =>
    createsAdmin(page, backend),
  );
  await step('[AD-07][AD-08][AD-09][AD-11] what is changed back is no change; a refused edit says why', () =>
    refusesEdit(page, first),
  );
  await step('[AD-10][AD-12] an edit is sent, shown and stored; closing asks about changes', () =>
    savesEdit(page, backend, first),
  );
  await step('[AD-13][API-03] the menu deletes', () => deletesAdmin(page, backend, first));
  await step(
    '[AD-14][SH-04][AU-03] the own avatar changes in every tab, and a new password keeps the session',
    () => changesOwn(page, second, secondTab),
  );
  await step('[AD-14][AU-03] deleting oneself ends the session', () => deletesOwn(page, second));
});
