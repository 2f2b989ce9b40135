import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
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
  openApplication,
  STORED,
  settingsSidebar,
  storeApplication,
  storedMeta,
} from '#tests/support/settings/application.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';

const DRAFT_KEY = 'settings_draft_application';
const DISCARD = 'You have unsaved changes. Do you really want to discard them?';
const SAVED = 'Successfully saved application settings.';
const GROUPS = [
  {
    heading: 'System',
    links: [
      ['Application', '/settings', 'settings-application'],
      ['Mail settings', '/settings/mail', 'settings-mail'],
      ['Files storage', '/settings/storage', 'settings-storage'],
      ['Backups', '/settings/backups', 'settings-backups'],
    ],
  },
  {
    heading: 'Sync',
    links: [
      ['Export collections', '/settings/export-collections', 'settings-export'],
      ['Import collections', '/settings/import-collections', 'settings-import'],
    ],
  },
  {
    heading: 'Authentication',
    links: [
      ['Auth providers', '/settings/auth-providers', 'settings-auth-providers'],
      ['Token options', '/settings/tokens', 'settings-tokens'],
      ['Admins', '/settings/admins', 'settings-admins'],
    ],
  },
] as const;

test.beforeEach(async ({ backend, admin }) => {
  await storeApplication(backend);
  await admin.signIn();
});

test('[SA-02][SA-03][SA-04][SA-05][API-02][ER-07] the settings are shown, checked, saved and cancelled', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const smtp = { host: 'mail.example.com', password: 'smtp-password' };
  await backend.api.patch('/api/settings', { smtp });
  const before = await storedMeta(backend);
  const saves = collectBodies(page);
  const shown = applicationPage(page);
  const { screen, name, url, hideControls, save, cancel, note } = shown;

  await test.step('settings that cannot be loaded are loaded again on request', async () => {
    expectedProblems.allow('response 500 GET /api/settings', 'console warning: Failed to load app settings.');
    await page.route(isSettingsUrl, (route) => failWith(route, 'Broken.'));
    await page.goto('/#/settings');
    await expect(screen.getByText('The settings could not be loaded.')).toBeVisible();
    await page.unroute(isSettingsUrl);
    await screen.getByRole('button', { name: 'Try again' }).click();
  });

  await test.step('the stored values are shown; Save waits for changes', async () => {
    await expect(name).toHaveValue('Acme');
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Application settings');
    await expect(screen.locator('header')).toHaveText('SettingsApplication settings');
    await expect(url).toHaveValue('http://acme.test');
    await expect(hideControls).not.toBeChecked();
    for (const field of [name, url]) await expect(field).toHaveJSProperty('required', true);
    await screen.getByRole('button', { name: 'More about this' }).hover();
    await expect(tooltip(page)).toHaveText(
      'This could prevent making accidental schema changes when in production environment.',
    );
    await expect(save).toBeDisabled();
    await expect(cancel).toHaveCount(0);
  });

  await test.step('Cancel restores the stored values', async () => {
    await name.fill('Other');
    await hideControls.click();
    await expect(save).toBeEnabled();
    await checkScreen();
    await cancel.click();
    await expect(name).toHaveValue('Acme');
    await expect(hideControls).not.toBeChecked();
    await expect(save).toBeDisabled();
    await expect(cancel).toHaveCount(0);
    // The removed button had the focus.
    await expect(screen.getByRole('form')).toBeFocused();
  });

  await test.step('the browser stops a save without a required value', async () => {
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
  });

  await test.step('a refused value stays, with the message of the server at its field until it changes', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    await name.fill('Typed');
    await url.fill('no address');
    await save.click();
    await expect(toasts(page, 'error').last()).toContainText('Something went wrong while processing');
    await expect(await note(url)).toHaveText('Must be a valid URL.');
    await expect(url).toHaveAttribute('aria-invalid', 'true');
    await expect(url).toBeFocused();
    await expect(name).toHaveValue('Typed');
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await expect(url).not.toHaveAttribute('aria-invalid');
    expect(await storedMeta(backend)).toMatchObject(STORED);
  });

  const meta = {
    ...before,
    appName: '<b>New & "name"</b>',
    appUrl: 'https://new.test/path',
    hideControls: true,
  };
  await test.step('a save sends the section meta; form, title and the shell follow at once', async () => {
    const sync = settingsSidebar(page).getByRole('link', { name: 'Export collections' });
    await expect(sync).toBeVisible();
    await name.fill(meta.appName);
    await url.fill(meta.appUrl);
    await hideControls.click();
    saves.length = 0;
    await save.click();
    await expect(toasts(page, 'success')).toHaveText([SAVED]);
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

  await test.step('with the keyboard only: Tab reaches every field, Ctrl+S saves, and the focus stays', async () => {
    await name.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Keyed');
    const info = screen.getByRole('button', { name: 'More about this' });
    for (const next of [url, hideControls, info, cancel, save]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(screen.getByRole('form')).toBeFocused();
    expect((await storedMeta(backend))['appName']).toBe('Keyed');
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

  await test.step('what only another administrator changed stays, and a name that both changed asks', async () => {
    await backend.api.patch('/api/settings', { meta: { appUrl: 'https://theirs.test', appName: 'Theirs' } });
    await name.fill('Mine');
    await save.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      '- Application name: Another administrator changed this to “Theirs”.',
    );
    await question.getByRole('button', { name: 'No' }).click();
    await expect(name).toHaveValue('Mine');
    await expect(await note(name)).toHaveText(
      'Another administrator changed this to “Theirs”. Saving again replaces it.',
    );
    await expect(url).toHaveValue('https://theirs.test');
    expect(await storedMeta(backend)).toMatchObject({ appName: 'Theirs' });
    await save.click();
    await expect.poll(async () => (await storedMeta(backend))['appName']).toBe('Mine');
    expect(await storedMeta(backend)).toMatchObject({ appUrl: 'https://theirs.test' });
    await expect(save).toBeDisabled();
  });

  await test.step('a slow save can be stopped, and repeated', async () => {
    expectedProblems.allow('request failed PATCH /api/settings net::ERR_ABORTED');
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
    await expect.poll(async () => (await storedMeta(backend))['appName']).toBe('Slow');
    await expect(save).toBeDisabled();
  });

  await test.step('at 360 px the footer is on screen and nothing is cut', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
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
    await checkScreen();
  });
});

test('[UI-09] leaving with edits asks, and edits survive a reload and a session that ends during the save', async ({
  page,
  backend,
  expectedProblems,
}) => {
  await page.goto('/#/logs');
  await expect(frame(page, 'logs')).toBeVisible();
  await appSidebar(page).getByRole('link', { name: 'Settings', exact: true }).click();
  const { screen, name, hideControls, save, restoreDraft } = applicationPage(page);
  await expect(page).toHaveTitle('Application settings - Acme - Atoll');
  await name.fill('Typed');
  const question = page.getByRole('alertdialog');
  const no = question.getByRole('button', { name: 'No' });

  await test.step('by a link', async () => {
    await settingsSidebar(page).getByRole('link', { name: 'Mail settings' }).click();
    await expect(question).toContainText(DISCARD);
    await expect(no).toBeFocused();
    await no.click();
    await expect(question).toHaveCount(0);
    expect(hashOf(page)).toBe('#/settings');
    await expect(name).toHaveValue('Typed');
  });

  await test.step('by Back', async () => {
    await page.goBack();
    await expect(question).toContainText(DISCARD);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    expect(hashOf(page)).toBe('#/settings');
    await expect(name).toHaveValue('Typed');
  });

  await test.step('by a reload', async () => {
    const asked = page.waitForEvent('dialog');
    // A reload that is refused never resolves.
    const reload = page.evaluate(() => location.reload()).catch(() => {});
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reload;
    await expect(name).toHaveValue('Typed');
  });

  await test.step('Yes discards them, with their draft', async () => {
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

  await test.step('after a reload they are offered', async () => {
    page.on('dialog', (dialog) => dialog.accept());
    await name.fill('Typed');
    await page.reload();
    await expect(name).toHaveValue('Acme');
    await expect(screen.getByText('This page has unsaved changes.')).toBeVisible();
    await restoreDraft.click();
    await expect(name).toHaveValue('Typed');
    await expect(name).toBeFocused();
  });

  await test.step('after a session that ended they are offered, and saved', async () => {
    expectedProblems.allow('response 401 GET /api/settings');
    await page.route(isSettingsUrl, (route) => failWith(route, 'Signed out.', 401), { times: 1 });
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
    expect(await page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY)).toBeNull();
    await goToHash(page, '#/settings/mail');
    await expect(frame(page, 'settings-mail')).toBeVisible();
    await goToHash(page, '#/settings');
    await expect(name).toHaveValue('Typed');
    await expect(restoreDraft).toHaveCount(0);
  });
});

test('[SA-01][SH-13] the sidebar lists all pages; hidden controls disappear at once, after a load and in other tabs', async ({
  page,
  secondTab,
}) => {
  const { hideControls, save } = await openApplication(page);
  const sidebar = settingsSidebar(page);

  await test.step('all settings pages by group, the one on screen marked', async () => {
    await expect(sidebar.getByRole('heading')).toHaveText(GROUPS.map(({ heading }) => heading));
    for (const { heading, links } of GROUPS) {
      const group = sidebar.locator('div').filter({ has: page.getByRole('heading', { name: heading }) });
      await expect(group.getByRole('link')).toHaveText(links.map(([label]) => label));
      for (const [label, path, name] of links) {
        const link = group.getByRole('link', { name: label, exact: true });
        await expect(link).toHaveAttribute('href', `#${path}`);
        await link.click();
        await expect(frame(page, name)).toBeVisible();
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(sidebar.locator('[aria-current]')).toHaveCount(1);
      }
    }
  });

  const newCollection = page.getByRole('button', { name: 'New collection' });
  const editCollection = page.getByRole('button', { name: 'Edit collection' });
  await goToHash(page, '#/collections');
  await expect(newCollection).toBeVisible();
  await expect(editCollection).toBeVisible();
  const other = await secondTab('/#/collections');
  await expect(other.getByRole('button', { name: 'New collection' })).toBeVisible();

  await test.step('hidden at once', async () => {
    await goToHash(page, '#/settings');
    await hideControls.click();
    await save.click();
    await expect(sidebar.getByRole('heading')).toHaveText(['System', 'Authentication']);
    await expect(sidebar.getByRole('link', { name: /collections/ })).toHaveCount(0);
    await goToHash(page, '#/collections');
    await expect(page.getByRole('button', { name: 'New record' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'API Preview' })).toBeVisible();
    await expect(newCollection).toHaveCount(0);
    await expect(editCollection).toHaveCount(0);
  });

  await test.step('hidden after a load in another tab; direct addresses still work', async () => {
    for (const [tab, path, name, title] of [
      [other, '/settings/export-collections', 'settings-export', 'Export collections'],
      [page, '/settings/import-collections', 'settings-import', 'Import collections'],
    ] as const) {
      await goToHash(tab, `#${path}`);
      await tab.reload();
      await expect(frame(tab, name).getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(settingsSidebar(tab).getByRole('heading')).toHaveText(['System', 'Authentication']);
    }
    await goToHash(other, '#/collections');
    await expect(other.getByRole('button', { name: 'New record' }).first()).toBeVisible();
    await expect(other.getByRole('button', { name: 'New collection' })).toHaveCount(0);
    await expect(other.getByRole('button', { name: 'Edit collection' })).toHaveCount(0);
    await other.close();
  });

  await test.step('shown again at once', async () => {
    await goToHash(page, '#/settings');
    await hideControls.click();
    await save.click();
    await expect(sidebar.getByRole('heading')).toHaveCount(3);
    await goToHash(page, '#/collections');
    await expect(newCollection).toBeVisible();
    await expect(editCollection).toBeVisible();
  });
});
