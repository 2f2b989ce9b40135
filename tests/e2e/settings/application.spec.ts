import type { Locator, Page } from '@playwright/test';
import { pathsOf } from '#domain/app/settings-fields.ts';
import type { Backend } from '#tests/support/backend.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { has, onLine, REFUSED_SETTINGS } from '#tests/support/lines.ts';
import { gate } from '#tests/support/records/page.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  signInByForm,
  toasts,
  tooltip,
} from '#tests/support/screens.ts';
import {
  applicationPage,
  isSettingsUrl,
  STORED,
  settingsSidebar,
  storeApplication,
  storedApplication,
} from '#tests/support/settings/application.ts';
import { collectBodies, collectSaves } from '#tests/support/settings/saves.ts';
import { settingsInDatabase, storeSettings } from '#tests/support/settings/stored.ts';

const DRAFT_KEY = 'settings_draft_application';
const DISCARD = 'You have unsaved changes. Do you really want to discard them?';
const SAVED = 'Successfully saved application settings.';
/** The label, path and frame of each page, by group. */
const GROUPS = {
  System: [
    ['Application', '', 'application'],
    ['Mail settings', '/mail', 'mail'],
    ['Files storage', '/storage', 'storage'],
    ['Backups', '/backups', 'backups'],
    ...(has('hasCrons') ? [['Crons', '/crons', 'crons']] : []),
    ...(has('hasSql') ? [['SQL console', '/sql', 'sql']] : []),
  ],
  Sync: [
    ['Export collections', '/export-collections', 'export'],
    ['Import collections', '/import-collections', 'import'],
  ],
  Authentication: [
    ...(has('hasSignInSettings')
      ? [
          ['Auth providers', '/auth-providers', 'auth-providers'],
          ['Token options', '/tokens', 'tokens'],
        ]
      : []),
    ['Security', '/security', 'security'],
    [onLine('Admins', 'Superusers'), '/admins', 'admins'],
  ],
};

const keptDraft = (page: Page) => page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY);

async function showsAndCancels(page: Page): Promise<void> {
  const { screen, name, url, hidesControls, save, cancel } = applicationPage(page);
  await expect(name).toHaveValue('Acme');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Application settings');
  await expect(url).toHaveValue('http://acme.test');
  await expect(hidesControls).not.toBeChecked();
  await screen.getByRole('button', { name: 'More about this' }).hover();
  await expect(tooltip(page)).toHaveText(
    'This could prevent making accidental schema changes when in production environment.',
  );
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);
  await name.fill('Other');
  await hidesControls.click();
  await expect(save).toBeEnabled();
  await cancel.click();
  await expect(name).toHaveValue('Acme');
  await expect(hidesControls).not.toBeChecked();
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);
  // The removed button had the focus.
  await expect(screen.getByRole('form')).toBeFocused();
}

async function refuses(page: Page, backend: Backend): Promise<void> {
  const { name, url, save, note } = applicationPage(page);
  const saves = collectBodies(page);
  for (const field of [name, url]) {
    const value = await field.inputValue();
    await field.fill('');
    await save.click();
    await expect(field).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await field.fill(value);
    await expect(save).toBeDisabled();
  }
  expect(saves).toEqual([]);
  await name.fill('Typed');
  await url.fill('no address');
  await save.click();
  await expect(toasts(page, 'error').last()).toHaveText(REFUSED_SETTINGS);
  await expect(await note(url)).toHaveText('Must be a valid URL.');
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(url).toBeFocused();
  await expect(name).toHaveValue('Typed');
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await expect(url).not.toHaveAttribute('aria-invalid');
  expect(await storedApplication(backend)).toMatchObject(STORED);
}

async function savesApplication(page: Page, backend: Backend): Promise<void> {
  const { name, url, hidesControls, save, cancel } = applicationPage(page);
  const values = {
    'application.name': '<b>New & "name"</b>',
    'application.url': 'https://new.test/path',
    'application.hidesControls': true,
  };
  const sync = settingsSidebar(page).getByRole('link', { name: 'Export collections' });
  await expect(sync).toBeVisible();
  await name.fill(values['application.name']);
  await url.fill(values['application.url']);
  await hidesControls.click();
  const saves = collectSaves(page, pathsOf(values));
  await save.click();
  await expect(toasts(page, 'success')).toHaveText([SAVED]);
  expect(saves).toEqual([values]);
  expect(await storedApplication(backend)).toEqual(values);
  expect(settingsInDatabase(backend, ['smtp.password'])).toEqual({ 'smtp.password': 'smtp-password' });
  await expect(page).toHaveTitle('Application settings - <b>New & "name"</b> - Atoll');
  await expect(sync).toBeHidden();
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);
}

/** What Tab reaches of the sections that only newer backends have. */
const newerStops = (screen: Locator): Locator[] => [
  ...(has('hasAccentColour')
    ? [screen.getByLabel('Choose the accent color'), screen.getByLabel('Accent color', { exact: true })]
    : []),
  ...['Batch requests', 'Trusted proxy', 'Rate limits'].map((title) =>
    screen.locator('summary', { hasText: title }),
  ),
  ...(has('hasAdminAddresses')
    ? [screen.locator('summary', { hasText: 'Addresses of administrators' })]
    : []),
];

async function worksByKeyboard(page: Page, backend: Backend): Promise<void> {
  const { screen, name, url, hidesControls, save, cancel } = applicationPage(page);
  await name.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Keyed');
  const info = screen.getByRole('button', { name: 'More about this' });
  for (const next of [url, hidesControls, info, ...onLine([], newerStops(screen)), cancel, save]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(screen.getByRole('form')).toBeFocused();
  expect((await storedApplication(backend))['application.name']).toBe('Keyed');
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await storedApplication(backend))['application.name']).toBe('Keyed!');
  await expect(save).toBeDisabled();
  await expect(name).toBeFocused();
  // An invalid field stops these keys as well.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await url.focus();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(name).toBeFocused();
  expect((await storedApplication(backend))['application.name']).toBe('Keyed!');
}

async function stopsWaiting(page: Page, backend: Backend): Promise<void> {
  const { screen, name, save } = applicationPage(page);
  await name.fill('Slow');
  const held = gate();
  await page.route(isSettingsUrl, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await held.opened;
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
  held.open();
  await page.unroute(isSettingsUrl);
  await save.click();
  await expect.poll(async () => (await storedApplication(backend))['application.name']).toBe('Slow');
  await expect(save).toBeDisabled();
}

/** Leaves with an edit: by a link, by Back and by a reload, each of which is refused, and then for good. */
async function asksBeforeLeaving(page: Page, backend: Backend): Promise<void> {
  const { name } = applicationPage(page);
  const question = page.getByRole('alertdialog');
  const no = question.getByRole('button', { name: 'No' });
  const isKept = async () => {
    await expect(question).toHaveCount(0);
    expect(hashOf(page)).toBe('#/settings');
    await expect(name).toHaveValue('Typed');
  };
  await storeApplication(backend);
  await goToHash(page, '#/logs');
  await expect(frame(page, 'logs')).toBeVisible();
  await appSidebar(page).getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Application settings - Acme - Atoll');
  await expect(name).toHaveValue('Acme');
  await name.fill('Typed');
  await settingsSidebar(page).getByRole('link', { name: 'Mail settings' }).click();
  await expect(question).toContainText(DISCARD);
  await expect(no).toBeFocused();
  await no.click();
  await isKept();

  await page.goBack();
  await expect(question).toContainText(DISCARD);
  await page.keyboard.press('Escape');
  await isKept();

  const asked = page.waitForEvent('dialog');
  // A reload that is refused never resolves.
  const reload = page.evaluate(() => location.reload()).catch(() => {});
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await isKept();

  await settingsSidebar(page).getByRole('link', { name: 'Mail settings' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(frame(page, 'settings-mail')).toBeVisible();
  expect(await keptDraft(page)).toBeNull();
  await page.goBack();
  await expect(name).toHaveValue('Acme');
  await expect(page.getByText('This page has unsaved changes.')).toHaveCount(0);
  expect(await storedApplication(backend)).toMatchObject(STORED);
}

async function restoresDrafts(page: Page, backend: Backend): Promise<void> {
  const { screen, name, save, restoreDraft } = applicationPage(page);
  page.once('dialog', (dialog) => dialog.accept());
  await name.fill('Typed');
  await page.reload();
  await expect(name).toHaveValue('Acme');
  await expect(screen.getByText('This page has unsaved changes.')).toBeVisible();
  await restoreDraft.click();
  await expect(name).toHaveValue('Typed');
  await expect(name).toBeFocused();

  await page.route(isSettingsUrl, (route) => failWith(route, 'Signed out.', 401), { times: 1 });
  await save.click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(toasts(page, 'error')).toHaveText(['Signed out.']);
  expect(await storedApplication(backend)).toMatchObject(STORED);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await restoreDraft.click();
  await expect(name).toHaveValue('Typed');
  await save.click();
  await expect(toasts(page, 'success')).toHaveCount(1);
  expect(await storedApplication(backend)).toMatchObject({ ...STORED, 'application.name': 'Typed' });
  expect(await keptDraft(page)).toBeNull();
  await goToHash(page, '#/settings/mail');
  await expect(frame(page, 'settings-mail')).toBeVisible();
  await goToHash(page, '#/settings');
  await expect(name).toHaveValue('Typed');
  await expect(restoreDraft).toHaveCount(0);
}

async function listsAllPages(page: Page): Promise<void> {
  const sidebar = settingsSidebar(page);
  await expect(sidebar.getByRole('heading')).toHaveText(Object.keys(GROUPS));
  for (const [heading, links] of Object.entries(GROUPS)) {
    const group = sidebar.locator('div').filter({ has: page.getByRole('heading', { name: heading }) });
    await expect(group.getByRole('link')).toHaveText(
      links.map(([label = '']) => label),
      { useInnerText: true },
    );
    for (const [label = '', path = '', name = ''] of links) {
      const link = group.getByRole('link', { name: label, exact: true });
      await expect(link).toHaveAttribute('href', `#/settings${path}`);
      await link.click();
      await expect(frame(page, `settings-${name}`)).toBeVisible();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(sidebar.locator('[aria-current]')).toHaveCount(1);
    }
  }
}

/** Controls of collections disappear at once, and in `other` after a load; direct addresses still work. */
async function hidesControls(page: Page, other: Page): Promise<void> {
  const { hidesControls, save } = applicationPage(page);
  const button = (tab: Page, name: string) => tab.getByRole('button', { name });
  const controls = (tab: Page) => [button(tab, 'New collection'), button(tab, 'Edit collection')];
  for (const tab of [page, other]) {
    await goToHash(tab, '#/collections');
    for (const control of controls(tab)) await expect(control).toBeVisible();
  }
  const toggle = async (headings: string[]) => {
    await goToHash(page, '#/settings');
    await hidesControls.click();
    await save.click();
    await expect(settingsSidebar(page).getByRole('heading')).toHaveText(headings);
    await goToHash(page, '#/collections');
  };
  await toggle(['System', 'Authentication']);
  await expect(settingsSidebar(page).getByRole('link', { name: /collections/ })).toHaveCount(0);
  await expect(button(page, 'API Preview')).toBeVisible();
  await expect(button(page, 'New record').first()).toBeVisible();
  for (const control of controls(page)) await expect(control).toHaveCount(0);

  for (const [path, name, title] of [
    ['/settings/export-collections', 'settings-export', 'Export collections'],
    ['/settings/import-collections', 'settings-import', 'Import collections'],
  ] as const) {
    await goToHash(other, `#${path}`);
    await other.reload();
    await expect(frame(other, name).getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(settingsSidebar(other).getByRole('heading')).toHaveText(['System', 'Authentication']);
  }
  await goToHash(other, '#/collections');
  await expect(button(other, 'New record').first()).toBeVisible();
  for (const control of controls(other)) await expect(control).toHaveCount(0);

  await toggle(['System', 'Sync', 'Authentication']);
  for (const control of controls(page)) await expect(control).toBeVisible();
}

test('the settings of the application, and the list of all settings', async ({
  page,
  backend,
  admin,
  step,
  secondTab,
  expectedProblems,
}) => {
  expectedProblems.allow(
    'response 500 GET /api/settings',
    'console warning: Failed to load app settings.',
    'response 400 PATCH /api/settings',
    'request failed PATCH /api/settings net::ERR_ABORTED',
    'response 401 GET /api/settings',
  );
  const smtp = { 'smtp.host': 'mail.example.com', 'smtp.password': 'smtp-password' };
  await storeSettings(backend.api, { ...STORED, ...smtp });
  await admin.signIn();

  await step('settings that cannot be loaded are loaded again on request', async () => {
    const { screen } = applicationPage(page);
    await page.route(isSettingsUrl, (route) => failWith(route, 'Broken.'));
    await page.goto('/#/settings');
    await expect(screen.getByText('The settings could not be loaded.')).toBeVisible();
    await page.unroute(isSettingsUrl);
    await screen.getByRole('button', { name: 'Try again' }).click();
  });
  await step('[SA-02][SA-03][SA-04] the stored values are shown; Cancel restores them', () =>
    showsAndCancels(page),
  );
  await step(
    '[SA-02][ER-07] browser and backend refuse values, which stay, with a message until they change',
    () => refuses(page, backend),
  );
  await step('[SA-05][API-02] a save sends the section meta; form, title and the shell follow at once', () =>
    savesApplication(page, backend),
  );
  await step('with the keyboard only: Tab reaches every field, Ctrl+S saves, and the focus stays', () =>
    worksByKeyboard(page, backend),
  );
  await step('a slow save can be stopped, and repeated', () => stopsWaiting(page, backend));
  await step('[UI-09] leaving with edits asks', () => asksBeforeLeaving(page, backend));
  await step('[UI-09] edits are offered after a reload and after a session that ended during the save', () =>
    restoresDrafts(page, backend),
  );
  await step('[SA-01] all settings pages by group, the one on screen marked', () => listsAllPages(page));
  await step('[SH-13] hidden controls disappear at once, after a load and in other tabs', async () =>
    hidesControls(page, await secondTab('/#/collections')),
  );
});

test('[BY-20] a backend that runs no SQL says so, and no link leads there', async ({ page, admin }) => {
  test.skip(has('hasSql'), 'this backend runs SQL');
  await admin.signIn();
  await page.goto('/#/settings/sql');
  await expect(frame(page, 'settings-sql')).toContainText(
    'not known to run SQL: PocketBase does from 0.39 on',
  );
  await expect(settingsSidebar(page).getByRole('link', { name: 'Backups' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SQL console' })).toBeHidden();
});
