import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { type Collection, createCollection, createRecord, field, pngFile } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMIN, ADMINS, onLine, testedLine, testedVersion } from '#tests/support/lines.ts';
import {
  appSidebar,
  avatarButton,
  avatarMenu,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  toasts,
} from '#tests/support/screens.ts';
import { storedSession, storeItem } from '#tests/support/session.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { stopClock } from '#tests/support/timers.ts';
import { methodsRequest } from '#wire/sign-in.ts';

const THEME_KEY = 'atollTheme';
const WIDTH_KEY = '@adminSidebarWidth';

/** What this device knows of the backend. */
const BACKEND_KEY = 'atollBackend';
const storage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

async function expectTheme(page: Page, theme: 'atoll' | 'atoll-dark') {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

const sidebar = (page: Page) => page.locator('.page-sidebar:visible');
const edge = (page: Page) => page.getByRole('separator', { name: 'Resize sidebar' });
const widthOf = async (page: Page) => Math.round((await sidebar(page).boundingBox())?.width ?? 0);

/** Presses the mouse on the edge line and moves it by `dx` px without releasing it. */
async function dragBy(page: Page, dx: number) {
  const box = await edge(page).boundingBox();
  if (!box) throw new Error('The edge line is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y);
  await page.mouse.move(x + dx, y);
}

const settingsLinks = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

/** What the foot of the page says, always the same of 0.22. */
const VERSION = onLine('v0.22.21', `v${testedVersion}`);

/** The pages of the settings and their titles. */
const PAGES = {
  '/settings': 'Application settings',
  '/settings/mail': 'Mail settings',
  '/settings/storage': 'Files storage',
  '/settings/backups': 'Backups',
  '/settings/auth-providers': 'Auth providers',
  '/settings/tokens': 'Token options',
  '/settings/security': 'Security',
  '/settings/admins': onLine('Admins', 'Superusers'),
  '/settings/export-collections': 'Export collections',
  '/settings/import-collections': 'Import collections',
};

async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  const docs = footer.getByRole('link', { name: 'Docs', exact: true });
  await expect(docs).toHaveAttribute('href', 'https://pocketbase.io/docs/');
  const releases = footer.getByTitle('Releases');
  await expect(releases).toHaveAttribute('href', 'https://github.com/pocketbase/pocketbase/releases');
  await expect(releases).toContainText(VERSION);
  for (const link of [docs, releases]) {
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
  await expect(footer).toHaveText(new RegExp(`^Docs\\s*\\|.*${VERSION.replaceAll('.', '\\.')}$`));
}

async function expectTitles(page: Page): Promise<void> {
  await page.goto('/#/logs');
  await expect(page).toHaveTitle('Logs - Acme - Atoll');
  await expect(appSidebar(page)).toContainText('Acme');
  await expectFooter(page);
  await goToHash(page, '/collections');
  await expect(page).toHaveTitle('users - Acme - Atoll');
  for (const [path, title] of Object.entries(PAGES)) {
    await goToHash(page, path);
    await expect(page).toHaveTitle(`${title} - Acme - Atoll`);
  }
  await expectFooter(page);
}

async function expectLinks(page: Page): Promise<void> {
  const links = { Collections: '#/collections', Logs: '#/logs', Settings: '#/settings' };
  for (const [name, href] of Object.entries(links)) {
    const link = appSidebar(page).getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('aria-label', name);
    await expect(link).toHaveAttribute('href', href);
    await link.hover();
    await expect(page.getByRole('tooltip')).toHaveText(name);
  }
  const marked = appSidebar(page).locator('[aria-current=page]');
  for (const [hash, name] of [
    ['/logs', 'Logs'],
    ['/settings/mail', 'Settings'],
    ['/collections', 'Collections'],
  ] as const) {
    await goToHash(page, hash);
    await expect(marked).toHaveCount(1);
    await expect(marked).toHaveAttribute('aria-label', name);
  }
  const logo = appSidebar(page).locator('a').first();
  await expect(logo).toHaveAttribute('href', '#/');
  await goToHash(page, '/settings/mail');
  await expect(frame(page, 'settings-mail')).toBeVisible();
  await logo.click();
  await expect(frame(page, 'collections')).toBeVisible();
}

async function useAvatarMenu(page: Page): Promise<void> {
  const avatar = avatarButton(page);
  await expect(avatar).toHaveAttribute('aria-label', `Logged ${ADMIN} menu`);
  const last = await appSidebar(page).locator('a, button').last().getAttribute('aria-label');
  expect(last).toBe(`Logged ${ADMIN} menu`);
  const menu = await openAvatarMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText([
    `Manage ${ADMINS}`,
    'Commands (Ctrl K)',
    'Keyboard shortcuts',
    'Shared arrangements',
    'Home',
    'Times: UTC',
    'Logout',
  ]);
  await menu.getByRole('menuitem', { name: `Manage ${ADMINS}` }).click();
  await expect.poll(() => hashOf(page)).toBe('#/settings/admins');
  await expect(menu).toBeHidden();
}

const storeMeta = ({ api }: Backend, hidesControls: boolean) =>
  storeSettings(api, { 'application.name': 'Acme', 'application.hidesControls': hidesControls });

async function hidesControls(page: Page, backend: Backend): Promise<void> {
  const settings = settingsLinks(page);
  await expect(settings.getByRole('heading', { name: 'Sync' })).toBeVisible();
  await storeMeta(backend, true);
  await page.reload();
  await expect(settings.getByRole('heading', { name: 'Sync' })).toBeHidden();
  await expect(settings.getByRole('link', { name: /Export|Import/ })).toHaveCount(0);
  await expect(settings.getByRole('link')).toHaveCount(onLine(8, 7));
  // Their addresses still work, and rules open no editor.
  await goToHash(page, '/settings/export-collections');
  await expect(frame(page, 'settings-export')).toBeVisible();
  await goToHash(page, '/settings/import-collections');
  await expect(frame(page, 'settings-import')).toBeVisible();
  await goToHash(page, '/access');
  await frame(page, 'access')
    .getByRole('row', { name: /^users / })
    .getByRole('button')
    .first()
    .click();
  await expect.poll(() => hashOf(page)).toMatch(/^#\/collections\?collectionId=\w+$/);
  await storeMeta(backend, false);
  await page.reload();
}

async function closePanel(page: Page, { id, name }: Collection): Promise<void> {
  await goToHash(page, `/collections?collectionId=${id}`);
  await expect(page).toHaveTitle(`${name} - Acme - Atoll`);
  await page.getByRole('button', { name: /^Preview cover/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('body')).toHaveClass(/overlay-active/);
  await goToHash(page, '/logs');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
  await page.goBack();
  await expect(page.getByRole('button', { name: /^Preview cover/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function closeMenuKeepToast(page: Page, { id }: Collection): Promise<void> {
  await stopClock(page);
  await page.route(`**/api/collections/${id}/records*`, (route) => failWith(route, 'Out of order.'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toasts(page, 'error')).toContainText(['Out of order.']);
  const menu = await openAvatarMenu(page);
  await expect(menu).toBeVisible();
  await goToHash(page, '/logs');
  await expect(page).toHaveTitle(/^Logs - /);
  await page.clock.runFor(200);
  await expect(menu).toBeHidden();
  await expect(toasts(page, 'error')).toContainText(['Out of order.']);
  await page.mouse.move(5, 5);
  await page.clock.runFor(5000);
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.resume();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The icons come in the second style sheet, which does not change the order of the styles. */
async function expectStyles(page: Page): Promise<void> {
  const link = sidebar(page).locator('.side-link').first();
  await expect(link).toBeVisible();
  const icon = link.locator('[class*="icon-"]').first();
  await expect.poll(() => icon.evaluate((element) => getComputedStyle(element).maskImage)).toContain('svg');
  const isOwnSheet = await page.evaluate(() =>
    [...document.styleSheets].some(({ href }) => /\/icons\.[\w-]+\.css$/.test(href ?? '')),
  );
  expect(isOwnSheet).toBe(true);
  // If the reset came after the components, it would remove their paddings.
  expect(await link.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('12px');
}

async function resizeSidebar(page: Page, second: Page): Promise<void> {
  await expect(edge(page)).toBeVisible();
  const before = await widthOf(page);
  await expect(edge(page)).not.toHaveClass(/\bdragging\b/);
  await dragBy(page, 84);
  await expect(edge(page)).toHaveClass(/\bdragging\b/);
  await page.mouse.up();
  await expect(edge(page)).not.toHaveClass(/\bdragging\b/);
  expect(await widthOf(page)).toBe(before + 84);
  expect((await storage(page))[WIDTH_KEY]).toBe(`${before + 84}px`);
  await expect(edge(second)).toHaveAttribute('aria-valuenow', String(before + 84));
  await expect.poll(() => widthOf(second)).toBe(before + 84);

  await goToHash(page, '/settings/mail');
  await expect(frame(page, 'settings-mail')).toBeVisible();
  expect(await widthOf(page)).toBe(before + 84);
  for (const [dx, width] of [
    [900, 400],
    [-900, 235],
  ] as const) {
    await dragBy(page, dx);
    await page.mouse.up();
    expect(await widthOf(page)).toBe(width);
  }
  // It is moved by keyboard, too.
  await edge(page).focus();
  await page.keyboard.press('End');
  expect(await widthOf(page)).toBe(400);
  expect((await storage(page))[WIDTH_KEY]).toBe('400px');
  await page.keyboard.press('Home');
  const least = await widthOf(page);
  await page.keyboard.press('ArrowRight');
  expect(await widthOf(page)).toBe(least + 10);
}

async function chooseTheme(page: Page, second: Page): Promise<void> {
  const avatar = avatarButton(page);
  const menu = avatarMenu(page);
  const expectChosen = async (choice: string) => {
    await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText([choice]);
    await expect(menu.getByRole('menuitemradio', { checked: false })).toHaveCount(2);
  };
  await expectTheme(page, 'atoll-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTheme(page, 'atoll');
  await expectTheme(second, 'atoll');
  await avatar.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitem', { name: `Manage ${ADMINS}` })).toBeFocused();
  await expect(menu.getByRole('menuitemradio')).toHaveText(['System', 'Light', 'Dark']);
  await expectChosen('System');
  await page.keyboard.press('d');
  await expect(menu.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectTheme(page, 'atoll-dark');
  await expectTheme(second, 'atoll-dark');
  await expectChosen('Dark');
  await expect(menu).toBeVisible();
  expect((await storage(page))[THEME_KEY]).toBe('dark');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expectTheme(page, 'atoll');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'atoll');
  await menu.getByRole('menuitemradio', { name: 'System' }).click();
  await expectTheme(page, 'atoll-dark');
  await expectTheme(second, 'atoll');
  expect((await storage(page))[THEME_KEY]).toBeUndefined();
  await page.emulateMedia({ colorScheme: 'light' });
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expectTheme(page, 'atoll-dark');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(avatar).toBeFocused();
}

async function keepChoices(page: Page, { id, name }: Collection): Promise<Record<string, string>> {
  await goToHash(page, `/collections?collectionId=${id}`);
  await page.getByRole('link', { name, exact: true }).hover();
  await page.getByRole('button', { name: `Pin collection ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await page.getByRole('menu').getByText('cover', { exact: true }).click();
  await page.keyboard.press('Escape');
  const width = await widthOf(page);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await storage(page);
  expect(Object.keys(before).sort()).toEqual(
    [
      WIDTH_KEY,
      '@pinnedCollections',
      BACKEND_KEY,
      THEME_KEY,
      'pocketbase_auth',
      `${id}@hiddenColumns`,
    ].sort(),
  );
  expect(before['@pinnedCollections']).toBe(JSON.stringify([id]));
  expect(JSON.parse(before[`${id}@hiddenColumns`] ?? '')).toHaveLength(1);
  expect(before[WIDTH_KEY]).toBe(`${width}px`);

  await page.reload();
  await expect(page.getByRole('button', { name: `Unpin collection ${name}`, exact: true })).toBeAttached();
  await expect(page.getByRole('columnheader', { name: 'id', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'cover', exact: true })).toHaveCount(0);
  await expectTheme(page, 'atoll-dark');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
  await expect(edge(page)).toHaveAttribute('aria-valuenow', String(width));
  expect(await widthOf(page)).toBe(width);
  expect(await storage(page)).toEqual(before);
  return before;
}

async function signOut(page: Page): Promise<void> {
  const menu = await openAvatarMenu(page);
  await expect(menu).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The sign-in of a newer backend asks how people sign in.
    if (pathname.startsWith('/api/') && pathname !== methodsRequest.path) calls.push(request.url());
  });
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeFocused();
  expect(hashOf(page)).toBe('#/login');
  expect(await storedSession(page)).toBeNull();
  expect(calls).toEqual([]);
  await expect(page).toHaveTitle('Acme - Atoll');
}

test('what is around each screen: title, footer, links, menu, sidebar, theme, and what is remembered of them', async ({
  page,
  admin,
  backend,
  secondTab,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  await storeMeta(backend, false);
  const titled = await createCollection(backend.api, {
    name: 'titled',
    fields: [field('cover', 'file')],
  });
  await createRecord(backend.api, titled.id, { cover: pngFile('cover.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await step('[SH-06][SH-08] the sign-in has the title of the product, and the footer', async () => {
    await page.goto('/#/login');
    await expect(loginScreen(page).email).toBeFocused();
    await expect(page).toHaveTitle('Atoll');
    await expectFooter(page);
  });
  await admin.signIn();
  await step('[SH-06][SH-08] the title has page, app and product; the footer leads on', () =>
    expectTitles(page),
  );
  await step('[SH-02] links with names and tooltips; only the current one is marked', () =>
    expectLinks(page),
  );
  await step('[SH-03] the avatar opens a menu with the admins and the logout', () => useAvatarMenu(page));
  await step('hidden controls hide the sync links', () => hidesControls(page, backend));
  await step('[SH-07] a route change closes a panel for good', () => closePanel(page, titled));
  await step('[SH-07] it closes a menu, and a toast stays for its time', () =>
    closeMenuKeepToast(page, titled),
  );
  await goToHash(page, `/collections?collectionId=${titled.id}`);
  await step('the icons come in a sheet of their own', () => expectStyles(page));
  const second = await secondTab('/#/settings/mail');
  await second.emulateMedia({ colorScheme: 'light' });
  await expect(edge(second)).toBeVisible();
  await page.bringToFront();
  await step('[SH-10][SH-11] the sidebar is resized for all screens and tabs', () =>
    resizeSidebar(page, second),
  );
  await step('the theme is that of the system, until one is chosen for all tabs', () =>
    chooseTheme(page, second),
  );
  await second.close();
  let kept: Record<string, string> = {};
  await step('[SH-11][ST-07] stored values survive a reload', async () => {
    kept = await keepChoices(page, titled);
  });
  await step('[SH-05][SH-06] logout sends no request, clears the session and keeps the app name', () =>
    signOut(page),
  );
  await step('[ST-07] a logout removes only the session', async () => {
    const { pocketbase_auth: _gone, [BACKEND_KEY]: _line, ...others } = kept;
    // A visitor is told more about the backend than its line.
    const { [BACKEND_KEY]: line, ...left } = await storage(page);
    expect(left).toEqual(others);
    expect(line).toMatch(new RegExp(`^${testedLine}\\b`));
  });
});

test('a click on the avatar before its menu is hydrated takes effect after hydration, unless another click followed; its picture and the theme need no module', async ({
  page,
  atoll,
  backend,
  step,
}) => {
  const { token, model } = await backend.api.session();
  const store = (avatar: unknown) =>
    storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify({ token, model: { ...model, avatar } }));
  const avatar = avatarButton(page).locator('img');
  // Newer backends have none of their own.
  const expectPicture = async (stored: number) => {
    const picture = onLine(stored, 0);
    await expect(avatar).toHaveAttribute('src', `./avatars/${picture}.svg`);
    await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  };
  const unhydrated = page.locator('.rail astro-island[ssr]');
  const menu = avatarMenu(page);
  const first = menu.getByRole('menuitem', { name: `Manage ${ADMINS}` });
  let arrival = Promise.withResolvers<void>();
  await page.route('**/assets/AvatarMenu*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });

  await step('a click', async () => {
    await store(7);
    await page.goto('/#/logs', { waitUntil: 'commit' });
    await openAvatarMenu(page);
    await expect(unhydrated).toHaveCount(1);
    arrival.resolve();
    await expect(first).toBeFocused();
    await expectPicture(7);
  });

  await step('another click after it, and an avatar that does not exist', async () => {
    await store('x');
    arrival = Promise.withResolvers<void>();
    await page.goto('/#/logs', { waitUntil: 'commit' });
    await openAvatarMenu(page);
    await page.getByRole('heading', { level: 1, name: 'Logs' }).click();
    await expect(unhydrated).toHaveCount(1);
    arrival.resolve();
    await expect(unhydrated).toHaveCount(0);
    await expectPicture(0);
    // If it were already open, this click would close it.
    await openAvatarMenu(page);
    await expect(first).toBeFocused();
  });

  await step('the theme is set before any module has run', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await storeItem(page, atoll.url, THEME_KEY, 'dark');
    const release = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/#/logs', { waitUntil: 'commit' });
    await expect(frame(page, 'logs')).toBeVisible();
    await expectTheme(page, 'atoll-dark');
    release.resolve();
    await expect(unhydrated).toHaveCount(0);
    await expectTheme(page, 'atoll-dark');
  });
});
