import { expect, test } from '#tests/support/fixtures.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  NOT_CLOSED,
  openAvatarMenu,
  visitSignInEnd,
} from '#tests/support/screens.ts';
import { storedSession, storeItem } from '#tests/support/session.ts';

test('[SH-01] the app sidebar needs a session and a route with a sidebar', async ({
  page,
  admin,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  const bare = [
    '/login',
    '/request-password-reset',
    '/confirm-password-reset/a.b.c',
    '/users/confirm-verification/a.b.c',
    '/auth/confirm-email-change/a.b.c',
    '/auth/oauth2-redirect-success',
    '/auth/oauth2-redirect-failure',
  ];
  await page.goto('/#/login');
  await expect(loginScreen(page).email).toBeVisible();
  const open = (path: string) =>
    path.startsWith('/auth/oauth2') ? visitSignInEnd(page, () => goToHash(page, path)) : goToHash(page, path);
  for (const path of bare) {
    await open(path);
    await expect(page.locator('[data-frame]:visible')).toHaveCount(1);
    await expect(appSidebar(page)).toBeHidden();
  }
  await admin.signIn();
  await page.goto('/#/logs');
  await expect(appSidebar(page)).toBeVisible();
  for (const path of ['/auth/oauth2-redirect-success', '/users/confirm-verification/a.b.c', '/nowhere']) {
    await open(path);
    await expect(appSidebar(page)).toBeHidden();
  }
  await goToHash(page, '/settings');
  await expect(appSidebar(page)).toBeVisible();
  await page.goto('/?installer#/');
  await expect(frame(page, 'installer')).toBeVisible();
  await expect(appSidebar(page)).toBeHidden();
});

test('[SH-02] links with names and tooltips; only the current section is marked', async ({ page, admin }) => {
  await admin.signIn();
  await page.goto('/#/logs');
  const sidebar = appSidebar(page);
  const links = { Collections: '#/collections', Logs: '#/logs', Settings: '#/settings' };
  for (const [name, href] of Object.entries(links)) {
    const link = sidebar.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('aria-label', name);
    await expect(link).toHaveAttribute('href', href);
    await link.hover();
    await expect(page.getByRole('tooltip')).toHaveText(name);
  }
  const marked = sidebar.locator('[aria-current]');
  for (const [hash, name] of [
    ['/logs', 'Logs'],
    ['/settings', 'Settings'],
    ['/settings/mail', 'Settings'],
    ['/settings/export-collections', 'Settings'],
    ['/collections', 'Collections'],
  ] as const) {
    await goToHash(page, hash);
    await expect(marked).toHaveCount(1);
    await expect(marked).toHaveAttribute('aria-label', name);
  }
  const logo = sidebar.locator('a').first();
  await expect(logo).toHaveAttribute('href', '#/');
  await goToHash(page, '/settings/mail');
  await logo.click();
  await expect(frame(page, 'collections')).toBeVisible();
});

test('[SH-03] the avatar opens a menu with a link to the admins and the logout', async ({
  page,
  admin,
  axe,
}) => {
  await admin.signIn();
  await page.goto('/#/logs');
  const avatar = page.getByRole('button', { name: 'Logged admin menu' });
  await expect(avatar).toHaveAttribute('aria-label', 'Logged admin menu');
  const last = await appSidebar(page).locator('a, button').last().getAttribute('aria-label');
  expect(last).toBe('Logged admin menu');
  const menu = await openAvatarMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText(['Manage admins', 'Logout']);
  await axe();
  await menu.getByRole('menuitem', { name: 'Manage admins' }).click();
  await expect.poll(() => hashOf(page)).toBe('#/settings/admins');
  await expect(menu).toBeHidden();
  await axe();
});

test('a click on the avatar before its menu is hydrated takes effect after hydration, unless another click followed', async ({
  page,
  admin,
}) => {
  await admin.signIn();
  let arrival = Promise.withResolvers<void>();
  await page.route('**/assets/AvatarMenu*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const unhydrated = page.locator('.rail astro-island[ssr]');
  const menu = page.getByRole('menu', { name: 'Logged admin menu' });
  await page.goto('/#/logs', { waitUntil: 'commit' });
  await openAvatarMenu(page);
  await expect(unhydrated).toHaveCount(1);
  arrival.resolve();
  await expect(menu.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();

  arrival = Promise.withResolvers<void>();
  await page.reload({ waitUntil: 'commit' });
  await openAvatarMenu(page);
  await page.getByRole('heading', { level: 1, name: 'Logs' }).click();
  await expect(unhydrated).toHaveCount(1);
  arrival.resolve();
  await expect(unhydrated).toHaveCount(0);
  // If it were already open, this click would close it.
  await openAvatarMenu(page);
  await expect(menu.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
});

test('the avatar shows the admin’s picture, or the first one if none is set', async ({
  page,
  atoll,
  backend,
}) => {
  const { token, model } = await backend.api.session();
  for (const [avatar, picture] of [
    [0, 0],
    [7, 7],
    [9, 9],
    [undefined, 0],
    [10, 0],
    ['x', 0],
  ] as const) {
    const stored = JSON.stringify({ token, model: { ...model, avatar } });
    await storeItem(page, atoll.url, 'pocketbase_auth', stored);
    await page.goto('/#/logs');
    const image = page.getByRole('button', { name: 'Logged admin menu' }).locator('img');
    await expect(image).toHaveAttribute('src', `./avatars/${picture}.svg`);
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
});

test('[SH-05] logout sends no request, clears the session and opens the sign-in', async ({ page, admin }) => {
  await admin.signIn();
  await page.goto('/#/settings/mail');
  const menu = await openAvatarMenu(page);
  await expect(menu).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeFocused();
  expect(hashOf(page)).toBe('#/login');
  expect(await storedSession(page)).toBeNull();
  expect(calls).toEqual([]);
});

test('hideControls hides the sync links, their addresses still work', async ({ page, startSite, admin }) => {
  const site = await startSite();
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/settings`);
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await expect(settings.getByRole('heading', { name: 'Sync' })).toBeVisible();
  await expect(settings.getByRole('link', { name: 'Export collections' })).toBeVisible();

  await site.backend.api.patch('/api/settings', { meta: { hideControls: true } });
  await page.reload();
  await expect(settings.getByRole('heading', { name: 'Sync' })).toBeHidden();
  await expect(settings.getByRole('link', { name: /Export|Import/ })).toHaveCount(0);
  await expect(settings.getByRole('link')).toHaveCount(7);
  await goToHash(page, '/settings/export-collections');
  await expect(frame(page, 'settings-export')).toBeVisible();
  await goToHash(page, '/settings/import-collections');
  await expect(frame(page, 'settings-import')).toBeVisible();
});

test('the icons are in a separate style sheet and do not change the order of the styles', async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await page.goto('/#/collections');
  const link = page.locator('.page-sidebar .side-link').first();
  await expect(link).toBeVisible();
  const icon = link.locator('[class*="icon-"]');
  await expect.poll(() => icon.evaluate((element) => getComputedStyle(element).maskImage)).toContain('svg');
  const isOwnSheet = await page.evaluate(() =>
    [...document.styleSheets].some(({ href }) => /\/icons\.[0-9a-f]+\.css$/.test(href ?? '')),
  );
  expect(isOwnSheet).toBe(true);
  // If the reset came after the components, it would remove their paddings.
  expect(await link.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('12px');
});
