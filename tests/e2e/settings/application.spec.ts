import { expect, test } from '#tests/support/fixtures.ts';
import {
  appSidebar,
  frame,
  hashOf,
  loginScreen,
  signInByForm,
  toasts,
  tooltip,
} from '#tests/support/screens.ts';
import {
  collectSaves,
  isSettingsUrl,
  openApplication,
  STORED,
  settingsSidebar,
  storeApplication,
  storedMeta,
} from '#tests/support/settings/application.ts';

const DRAFT_KEY = 'settings_draft_application';
const DISCARD = 'You have unsaved changes. Do you really want to discard them?';

test.beforeEach(async ({ backend, admin }) => {
  await storeApplication(backend);
  await admin.signIn();
});

test('[SA-02][SA-03][SA-04] shows the stored values; changes can be saved or cancelled', async ({
  page,
  axe,
}) => {
  const saves = collectSaves(page);
  const { screen, name, url, hideControls, save, cancel } = await openApplication(page);
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Application settings');
  await expect(screen.locator('header')).toHaveText('SettingsApplication settings');
  await expect(page).toHaveTitle('Application settings - Acme - Atoll');
  await expect(name).toHaveValue('Acme');
  await expect(url).toHaveValue('http://acme.test');
  await expect(hideControls).not.toBeChecked();
  for (const field of [name, url]) await expect(field).toHaveJSProperty('required', true);
  await screen.getByRole('button', { name: 'More about this' }).hover();
  await expect(tooltip(page)).toHaveText(
    'This could prevent making accidental schema changes when in production environment.',
  );
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);

  await name.fill('Other');
  await hideControls.click();
  await expect(save).toBeEnabled();
  await axe();
  await cancel.click();
  await expect(name).toHaveValue('Acme');
  await expect(hideControls).not.toBeChecked();
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);
  // The removed button had the focus.
  await expect(screen.getByRole('form')).toBeFocused();

  for (const field of [name, url]) {
    const before = await field.inputValue();
    await field.fill('');
    await save.click();
    await expect(field).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await field.fill(before);
    await expect(save).toBeDisabled();
  }
  expect(saves).toEqual([]);
});

test('[SA-05][API-02] saves the meta section; form, title and the shell follow at once', async ({
  page,
  backend,
}) => {
  const smtp = { host: 'mail.example.com', password: 'smtp-password' };
  await backend.api.patch('/api/settings', { smtp });
  const before = await storedMeta(backend);
  const saves = collectSaves(page);
  const { name, url, hideControls, save, cancel } = await openApplication(page);
  const sync = settingsSidebar(page).getByRole('link', { name: 'Export collections' });
  await expect(sync).toBeVisible();
  await name.fill('<b>New & "name"</b>');
  await url.fill('https://new.test/path');
  await hideControls.click();
  await save.click();
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved application settings.']);
  const meta = {
    ...before,
    appName: '<b>New & "name"</b>',
    appUrl: 'https://new.test/path',
    hideControls: true,
  };
  expect(saves).toEqual([{ meta }]);
  expect(await storedMeta(backend)).toEqual(meta);
  expect(backend.sql("SELECT value FROM _params WHERE key = 'settings'")[0]?.['value']).toContain(
    'smtp-password',
  );
  await expect(page).toHaveTitle('Application settings - <b>New & "name"</b> - Atoll');
  await expect(sync).toBeHidden();
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);
  await hideControls.click();
  await save.click();
  await expect(sync).toBeVisible();
  expect(await storedMeta(backend)).toEqual({ ...meta, hideControls: false });
});

test('[ER-07] a refused value stays, with the message of the server at its field until it changes', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 PATCH /api/settings');
  const { name, url, save, note } = await openApplication(page);
  await name.fill('Typed');
  await url.fill('no address');
  await save.click();
  await expect(toasts(page, 'error')).toContainText('Application URL: Must be a valid URL.');
  await expect(await note(url)).toHaveText('Must be a valid URL.');
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(url).toBeFocused();
  await expect(name).toHaveValue('Typed');
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await expect(url).not.toHaveAttribute('aria-invalid');
  expect(await storedMeta(backend)).toMatchObject(STORED);
});

test('[UI-09] leaving with edits asks, by a link, Back or a reload', async ({ page, backend }) => {
  await page.goto('/#/logs');
  await expect(frame(page, 'logs')).toBeVisible();
  await appSidebar(page).getByRole('link', { name: 'Settings', exact: true }).click();
  const { name, hideControls } = await openApplication(page);
  await name.fill('Typed');
  const question = page.getByRole('alertdialog');
  const no = question.getByRole('button', { name: 'No' });

  await settingsSidebar(page).getByRole('link', { name: 'Mail settings' }).click();
  await expect(question).toContainText(DISCARD);
  await expect(no).toBeFocused();
  await no.click();
  await expect(question).toHaveCount(0);
  expect(hashOf(page)).toBe('#/settings');
  await expect(name).toHaveValue('Typed');

  await page.goBack();
  await expect(question).toContainText(DISCARD);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(hashOf(page)).toBe('#/settings');
  await expect(name).toHaveValue('Typed');

  const asked = page.waitForEvent('dialog');
  // A reload that is refused never resolves.
  const reload = page.evaluate(() => location.reload()).catch(() => {});
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await expect(name).toHaveValue('Typed');

  await settingsSidebar(page).getByRole('link', { name: 'Mail settings' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(frame(page, 'settings-mail')).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY)).toBeNull();
  await page.goBack();
  await expect(name).toHaveValue('Acme');
  await expect(page.getByText('This page has unsaved changes.')).toHaveCount(0);
  await expect(hideControls).not.toBeChecked();
  expect(await storedMeta(backend)).toMatchObject(STORED);
});

test('edits survive a reload and a session that ends during the save', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 401 GET /api/settings');
  page.on('dialog', (dialog) => dialog.accept());
  const { screen, name, save, restoreDraft } = await openApplication(page);
  await name.fill('Typed');
  await page.reload();
  await expect(name).toHaveValue('Acme');
  await expect(screen.getByText('This page has unsaved changes.')).toBeVisible();
  await restoreDraft.click();
  await expect(name).toHaveValue('Typed');
  await expect(name).toBeFocused();

  await page.route(
    isSettingsUrl,
    (route) => route.fulfill({ status: 401, json: { code: 401, message: 'Signed out.', data: {} } }),
    { times: 1 },
  );
  await save.click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(toasts(page, 'error')).toHaveText(['Signed out.']);
  expect(await storedMeta(backend)).toMatchObject(STORED);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await restoreDraft.click();
  await expect(name).toHaveValue('Typed');
  await save.click();
  await expect(toasts(page, 'success')).toHaveCount(1);
  expect(await storedMeta(backend)).toMatchObject({ ...STORED, appName: 'Typed' });
  await page.reload();
  await expect(name).toHaveValue('Typed');
  await expect(restoreDraft).toHaveCount(0);
});

test('two administrators on the page: nothing that only one changed is undone, and a name of both asks', async ({
  page,
  backend,
  newWindow,
}) => {
  const account = { email: 'other@example.com', password: 'other-password-1' };
  await backend.api.post('/api/admins', { ...account, passwordConfirm: account.password });
  const otherPage = await (await newWindow()).newPage();
  await otherPage.goto('/#/login');
  await signInByForm(otherPage, account.email, account.password);
  await expect(frame(otherPage, 'collections')).toBeVisible();
  const mine = await openApplication(page);
  const theirs = await openApplication(otherPage);

  await theirs.url.fill('https://theirs.test');
  await theirs.save.click();
  await expect(toasts(otherPage, 'success')).toHaveCount(1);
  await mine.hideControls.click();
  await mine.save.click();
  await expect(toasts(page, 'success')).toHaveCount(1);
  await expect(mine.url).toHaveValue('https://theirs.test');
  expect(await storedMeta(backend)).toMatchObject({
    ...STORED,
    appUrl: 'https://theirs.test',
    hideControls: true,
  });

  await theirs.name.fill('Theirs');
  await theirs.save.click();
  await expect.poll(async () => (await storedMeta(backend))['appName']).toBe('Theirs');
  // The page of the other administrator has taken over the switch.
  await expect(theirs.hideControls).toBeChecked();
  await mine.name.fill('Mine');
  await mine.save.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('- Application name: Another administrator changed this to “Theirs”.');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(mine.name).toHaveValue('Mine');
  await expect(await mine.note(mine.name)).toHaveText(
    'Another administrator changed this to “Theirs”. Saving again replaces it.',
  );
  expect(await storedMeta(backend)).toMatchObject({ appName: 'Theirs' });
  await mine.save.click();
  await expect.poll(async () => (await storedMeta(backend))['appName']).toBe('Mine');
});

test('with the keyboard only: Tab reaches every field, Ctrl+S saves, and the focus stays', async ({
  page,
  backend,
}) => {
  const { screen, name, url, hideControls, save, cancel } = await openApplication(page);
  await name.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Keyed');
  await page.keyboard.press('Tab');
  await expect(url).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(hideControls).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(screen.getByRole('button', { name: 'More about this' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'success')).toHaveCount(1);
  await expect(screen.getByRole('form')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();

  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await storedMeta(backend))['appName']).toBe('Keyed!');
  await expect(save).toBeDisabled();
  await expect(name).toBeFocused();
  // An invalid field stops these keys as well.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await url.focus();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(name).toBeFocused();
  expect((await storedMeta(backend))['appName']).toBe('Keyed!');
});

test('settings that cannot be loaded are loaded again on request; a slow save can be stopped', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('request failed PATCH /api/settings net::ERR_ABORTED');
  expectedProblems.allow('response 500 GET /api/settings', 'console warning: Failed to load app settings.');
  const fail = (url: URL) => isSettingsUrl(url);
  await page.route(fail, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Broken.', data: {} } }),
  );
  await page.goto('/#/settings');
  const screen = frame(page, 'settings-application');
  await expect(screen.getByText('The settings could not be loaded.')).toBeVisible();
  await page.unroute(fail);
  await screen.getByRole('button', { name: 'Try again' }).click();
  const { name, save } = await openApplication(page);
  await expect(name).toHaveValue('Acme');

  await name.fill('Slow');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(isSettingsUrl, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await held;
    // The page has aborted the request.
    await route.abort().catch(() => {});
  });
  await save.click();
  const stop = screen.getByRole('button', { name: 'Stop waiting' });
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'warning')).toHaveText([
    'Stopped waiting. Your changes may still have been saved.',
  ]);
  await expect(save).toBeFocused();
  await expect(name).toHaveValue('Slow');
  answer();
  await page.unroute(isSettingsUrl);
  await save.click();
  await expect(toasts(page, 'success')).toHaveCount(1);
  expect(await storedMeta(backend)).toMatchObject({ appName: 'Slow' });
});

test('at 360 px the footer is on screen and nothing is cut', async ({ page, axe }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { name, save, cancel, hideControls } = await openApplication(page);
  await name.fill('A name that is longer than the field in which it is typed on this screen');
  for (const control of [name, save, cancel]) {
    const box = await control.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  }
  await expect(hideControls).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await axe();
});
