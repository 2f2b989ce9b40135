import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, goToHash, loginScreen, openAvatarMenu, toasts } from '#tests/support/screens.ts';
import { stopClock } from '#tests/support/timers.ts';

test('[SH-06] the title consists of page, app and product, and keeps the app name after a logout', async ({
  page,
  startSite,
  admin,
}) => {
  const site = await startSite();
  await site.backend.api.patch('/api/settings', { meta: { appName: 'Acme' } });
  await page.goto(`${site.atoll.url}/#/login`);
  await expect(loginScreen(page).email).toBeFocused();
  await expect(page).toHaveTitle('Atoll');

  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/logs`);
  await expect(page).toHaveTitle('Logs - Acme - Atoll');
  await goToHash(page, '/collections');
  await expect(page).toHaveTitle('users - Acme - Atoll');
  for (const [path, title] of [
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
    await goToHash(page, `${path}`);
    await expect(page).toHaveTitle(`${title} - Acme - Atoll`);
  }
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveTitle('Acme - Atoll');
});

test('[SH-07] a route change resets the title and closes menus, toasts stay', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('titled'),
    schema: [field('title', 'text')],
  });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  await expect(page).toHaveTitle(new RegExp(`^${name} - `));
  await stopClock(page);
  await page.route(`**/api/collections/${id}/records*`, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Out of order.', data: {} } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toasts(page, 'error')).toContainText('Out of order.');
  const menu = await openAvatarMenu(page);
  await expect(menu).toBeVisible();
  await goToHash(page, '/logs');
  await expect(page).toHaveTitle(/^Logs - /);
  await page.clock.runFor(200);
  await expect(menu).toBeHidden();
  await expect(toasts(page, 'error')).toContainText('Out of order.');
  await page.mouse.move(5, 5);
  await page.clock.runFor(5000);
  await expect(toasts(page)).toHaveCount(0);
});

test('[SH-07] a route change closes a panel for good', async ({ page, admin, backend }) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('pictured'),
    schema: [field('cover', 'file')],
  });
  await createRecord(backend.api, id, { cover: pngFile('cover.png') });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
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

test('[SH-08] the footer links to the docs and the releases, in new tabs', async ({ page, admin }) => {
  const check = async () => {
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
  await page.goto('/#/login');
  await check();
  await admin.signIn();
  for (const path of ['/collections', '/logs', '/settings']) {
    await page.goto(`/#${path}`);
    await check();
  }
});

test('[SH-12] settings are loaded on start and after a sign-in', async ({ page, admin, backend }) => {
  const isSettings = (url: string) => new URL(url).pathname === '/api/settings';
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isSettings(request.url())) calls.push(request.method());
  });
  await page.goto('/#/login');
  const { email, password, button } = loginScreen(page);
  await expect(button).toBeEnabled();
  expect(calls).toEqual([]);
  await email.fill(backend.adminEmail);
  await password.fill(backend.adminPassword);
  const afterSignIn = page.waitForResponse((response) => isSettings(response.url()));
  await button.click();
  expect((await (await afterSignIn).json()).meta.appName).toBeTruthy();
  await admin.signIn();
  const onStart = page.waitForResponse((response) => isSettings(response.url()));
  await page.goto('/#/logs');
  expect((await onStart).status()).toBe(200);
  expect(calls).toEqual(['GET', 'GET']);
});

test('[SH-12] settings that can’t be loaded only cause a console warning', async ({
  page,
  admin,
  expectedProblems,
}) => {
  expectedProblems.allow('response 500 GET /api/settings', 'console warning: Failed to load app settings.');
  await page.route('**/api/settings', (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Out of order.', data: {} } }),
  );
  await admin.signIn();
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await page.goto('/#/collections');
  expect((await warning).text()).toBe('Failed to load app settings.');
  await expect(page).toHaveTitle(/^[^-]+ - Atoll$/);
  await expect(frame(page, 'collections').getByRole('heading', { level: 1 })).not.toHaveText('Collections');
  await expect(toasts(page)).toHaveCount(0);
  // The next screen loads them again.
  await page.unroute('**/api/settings');
  await page.goto('/#/logs');
  await expect(page).toHaveTitle(/^Logs - .+ - Atoll$/);
});
