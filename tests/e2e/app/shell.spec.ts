import type { Page } from '@playwright/test';
import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  toasts,
} from '#tests/support/screens.ts';
import { storedSession, storeItem } from '#tests/support/session.ts';
import { stopClock } from '#tests/support/timers.ts';

const THEME_KEY = 'atollTheme';
const WIDTH_KEY = '@adminSidebarWidth';

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

test('[SH-02][SH-03][SH-05][SH-06][SH-08] title, footer, links and menu of every screen', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  await backend.api.patch('/api/settings', { meta: { appName: 'Acme', hideControls: false } });
  const settings = page.getByRole('navigation', { name: 'Settings' });
  const checkFooter = async () => {
    const footer = page.getByRole('contentinfo');
    const docs = footer.getByRole('link', { name: 'Docs', exact: true });
    await expect(docs).toHaveAttribute('href', 'https://pocketbase.io/docs/');
    const releases = footer.getByTitle('Releases');
    await expect(releases).toHaveAttribute('href', 'https://github.com/pocketbase/pocketbase/releases');
    await expect(releases).toContainText('v0.22.21');
    for (const link of [docs, releases]) {
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
    await expect(footer).toHaveText(/^Docs\s*\|.*v0\.22\.21$/);
  };

  await test.step('the sign-in has the title of the product, and the footer', async () => {
    await page.goto('/#/login');
    await expect(loginScreen(page).email).toBeFocused();
    await expect(page).toHaveTitle('Atoll');
    await checkFooter();
  });

  await test.step('the title consists of page, app and product; the footer links to the docs and the releases', async () => {
    await admin.signIn();
    await page.goto('/#/logs');
    await expect(page).toHaveTitle('Logs - Acme - Atoll');
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Acme');
    await checkFooter();
    await goToHash(page, '/collections');
    await expect(page).toHaveTitle('users - Acme - Atoll');
    await checkFooter();
    for (const [path = '', title] of [
      ['/settings', 'Application settings'],
      ['/settings/mail', 'Mail settings'],
      ['/settings/storage', 'Files storage'],
      ['/settings/backups', 'Backups'],
      ['/settings/auth-providers', 'Auth providers'],
      ['/settings/tokens', 'Token options'],
      ['/settings/admins', 'Admins'],
      ['/settings/export-collections', 'Export collections'],
      ['/settings/import-collections', 'Import collections'],
    ]) {
      await goToHash(page, path);
      await expect(page).toHaveTitle(`${title} - Acme - Atoll`);
    }
    await checkFooter();
    await expect(settings.getByRole('heading', { name: 'Sync' })).toBeVisible();
    await expect(settings.getByRole('link', { name: 'Export collections' })).toBeVisible();
  });

  await test.step('links with names and tooltips; only the current section is marked', async () => {
    const links = { Collections: '#/collections', Logs: '#/logs', Settings: '#/settings' };
    for (const [name, href] of Object.entries(links)) {
      const link = appSidebar(page).getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('aria-label', name);
      await expect(link).toHaveAttribute('href', href);
      await link.hover();
      await expect(page.getByRole('tooltip')).toHaveText(name);
    }
    const marked = appSidebar(page).locator('[aria-current]');
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
    const logo = appSidebar(page).locator('a').first();
    await expect(logo).toHaveAttribute('href', '#/');
    await goToHash(page, '/settings/mail');
    await expect(frame(page, 'settings-mail')).toBeVisible();
    await logo.click();
    await expect(frame(page, 'collections')).toBeVisible();
  });

  await test.step('the avatar opens a menu with a link to the admins and the logout', async () => {
    const avatar = page.getByRole('button', { name: 'Logged admin menu' });
    await expect(avatar).toHaveAttribute('aria-label', 'Logged admin menu');
    const last = await appSidebar(page).locator('a, button').last().getAttribute('aria-label');
    expect(last).toBe('Logged admin menu');
    const menu = await openAvatarMenu(page);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Manage admins',
      'Commands (Ctrl K)',
      'Keyboard shortcuts',
      'Shared arrangements',
      'Home',
      'Times: UTC',
      'Logout',
    ]);
    await checkScreen();
    await menu.getByRole('menuitem', { name: 'Manage admins' }).click();
    await expect.poll(() => hashOf(page)).toBe('#/settings/admins');
    await expect(menu).toBeHidden();
  });

  await test.step('hideControls hides the sync links, their addresses still work, and rules open no editor', async () => {
    await backend.api.patch('/api/settings', { meta: { appName: 'Acme', hideControls: true } });
    await goToHash(page, '/settings');
    await page.reload();
    await expect(settings.getByRole('heading', { name: 'Sync' })).toBeHidden();
    await expect(settings.getByRole('link', { name: /Export|Import/ })).toHaveCount(0);
    await expect(settings.getByRole('link')).toHaveCount(7);
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
    await goToHash(page, '/settings');
    await backend.api.patch('/api/settings', { meta: { appName: 'Acme', hideControls: false } });
  });

  await test.step('logout sends no request, clears the session, opens the sign-in and keeps the app name', async () => {
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
    await expect(page).toHaveTitle('Acme - Atoll');
  });
});

test('[SH-07] a route change resets the title, closes menus and panels, and toasts stay', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('titled'),
    schema: [field('cover', 'file')],
  });
  await createRecord(backend.api, id, { cover: pngFile('cover.png') });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  await expect(page).toHaveTitle(new RegExp(`^${name} - `));

  await test.step('a panel closes for good', async () => {
    await page.getByRole('button', { name: /^Preview cover/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('body')).toHaveClass(/overlay-active/);
    await goToHash(page, '/logs');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
    await page.goBack();
    await expect(page.getByRole('button', { name: /^Preview cover/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a menu closes, a toast stays for its time', async () => {
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
  });
});

test('a click on the avatar before its menu is hydrated takes effect after hydration, unless another click followed; its picture and the theme need no module', async ({
  page,
  atoll,
  backend,
}) => {
  const { token, model } = await backend.api.session();
  const store = (avatar: unknown) =>
    storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify({ token, model: { ...model, avatar } }));
  const avatar = page.getByRole('button', { name: 'Logged admin menu' }).locator('img');
  const expectPicture = async (picture: number) => {
    await expect(avatar).toHaveAttribute('src', `./avatars/${picture}.svg`);
    await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  };
  const unhydrated = page.locator('.rail astro-island[ssr]');
  const menu = page.getByRole('menu', { name: 'Logged admin menu' });
  const first = menu.getByRole('menuitem', { name: 'Manage admins' });
  let arrival = Promise.withResolvers<void>();
  await page.route('**/assets/AvatarMenu*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });

  await test.step('a click', async () => {
    await store(7);
    await page.goto('/#/logs', { waitUntil: 'commit' });
    await openAvatarMenu(page);
    await expect(unhydrated).toHaveCount(1);
    arrival.resolve();
    await expect(first).toBeFocused();
    await expectPicture(7);
  });

  await test.step('another click after it, and an avatar that does not exist', async () => {
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

  await test.step('the theme is set before any module has run', async () => {
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

test('[SH-10][SH-11][ST-07] theme, sidebar width and choices apply to all screens and tabs, and survive a reload and a logout', async ({
  page,
  admin,
  backend,
  secondTab,
}) => {
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('stored'),
    schema: [field('title', 'text')],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  const second = await secondTab('/#/settings/mail');
  await second.emulateMedia({ colorScheme: 'light' });
  await expect(edge(second)).toBeVisible();
  await page.bringToFront();

  await test.step('the icons come in the second style sheet, which does not change the order of the styles', async () => {
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
  });

  await test.step('the sidebar is resized by dragging within its limits, for all screens and tabs', async () => {
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
    await dragBy(page, 900);
    await page.mouse.up();
    expect(await widthOf(page)).toBe(400);
    await dragBy(page, -900);
    await page.mouse.up();
    expect(await widthOf(page)).toBe(235);
  });

  await test.step('it is moved by keyboard, too', async () => {
    await edge(page).focus();
    await page.keyboard.press('End');
    expect(await widthOf(page)).toBe(400);
    expect((await storage(page))[WIDTH_KEY]).toBe('400px');
    await page.keyboard.press('Home');
    const least = await widthOf(page);
    await page.keyboard.press('ArrowRight');
    expect(await widthOf(page)).toBe(least + 10);
  });

  await test.step('the page follows the system’s theme until one is chosen, with the keyboard and for all tabs', async () => {
    await expectTheme(page, 'atoll-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectTheme(page, 'atoll');
    await expectTheme(second, 'atoll');

    const avatar = page.getByRole('button', { name: 'Logged admin menu' });
    const menu = page.getByRole('menu', { name: 'Logged admin menu' });
    const expectChosen = async (choice: string) => {
      await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText([choice]);
      await expect(menu.getByRole('menuitemradio', { checked: false })).toHaveCount(2);
    };
    await avatar.focus();
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('menuitem', { name: 'Manage admins' })).toBeFocused();
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
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(avatar).toBeFocused();

    const again = await openAvatarMenu(page);
    await again.getByRole('menuitemradio', { name: 'System' }).click();
    await expectTheme(page, 'atoll-dark');
    await expectTheme(second, 'atoll');
    expect((await storage(page))[THEME_KEY]).toBeUndefined();
    await page.emulateMedia({ colorScheme: 'light' });
    await again.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expectTheme(page, 'atoll-dark');
    await page.keyboard.press('Escape');
  });

  await test.step('stored values survive a reload, and a logout removes only the session', async () => {
    await second.close();
    await goToHash(page, `/collections?collectionId=${id}`);
    await page.getByRole('link', { name, exact: true }).hover();
    await page.getByRole('button', { name: `Pin collection ${name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Toggle columns' }).click();
    await page.getByRole('menu').getByText('title', { exact: true }).click();
    await page.keyboard.press('Escape');
    const width = await widthOf(page);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await storage(page);
    expect(Object.keys(before).sort()).toEqual(
      [WIDTH_KEY, '@pinnedCollections', THEME_KEY, 'pocketbase_auth', `${id}@hiddenColumns`].sort(),
    );
    expect(before['@pinnedCollections']).toBe(JSON.stringify([id]));
    expect(JSON.parse(before[`${id}@hiddenColumns`] ?? '')).toHaveLength(1);
    expect(before[WIDTH_KEY]).toBe(`${width}px`);

    await page.reload();
    await expect(page.getByRole('button', { name: `Unpin collection ${name}`, exact: true })).toBeAttached();
    await expect(page.getByRole('columnheader', { name: 'id', exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'title', exact: true })).toHaveCount(0);
    await expectTheme(page, 'atoll-dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
    await expect(edge(page)).toHaveAttribute('aria-valuenow', String(width));
    expect(await widthOf(page)).toBe(width);
    expect(await storage(page)).toEqual(before);

    const menu = await openAvatarMenu(page);
    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(loginScreen(page).email).toBeVisible();
    const { pocketbase_auth: _gone, ...kept } = before;
    expect(await storage(page)).toEqual(kept);
  });
});
