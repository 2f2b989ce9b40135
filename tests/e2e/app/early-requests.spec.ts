import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { appSidebar, frame, openAvatarMenu, toasts } from '#tests/support/screens.ts';

/** What the live updates of a list request once the browser is idle, and what a page asks again and again. */
const LATER = /\/api\/(realtime|health)|perPage=500/;

/** Addresses of the requests for data that a page sends, in their order, without the origin. */
function followRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && !LATER.test(pathname + search)) urls.push(pathname + search);
  });
  return urls;
}

const SCREENS = [
  ['collections', 'collections', /^Total found: /, 4],
  ['logs', 'logs', /^Found \d+ log|^No logs found/, 3],
  ['settings', 'settings-application', 'Application name', 1],
  ['settings/admins', 'settings-admins', /^Total found: /, 2],
  ['settings/backups', 'settings-backups', 'Initialize new backup', 2],
  ['settings/export-collections', 'settings-export', 'Select all', 2],
] as const;

test('[SH-12][CS-01][RL-01][RL-02][LG-12][LG-23][AD-02][BK-02][EX-02] the data of a screen is requested before its code, and once', async ({
  page,
  admin,
}) => {
  await admin.signIn();
  const requested = followRequests(page);
  let held = Promise.withResolvers<void>();
  // The code arrives only after all requests for data were sent.
  await page.route(/\/assets\/core\.[\w-]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const [hash, name, text, count] of SCREENS) {
    await page.goto('about:blank');
    requested.length = 0;
    held = Promise.withResolvers<void>();
    const opened = page.goto(`/#/${hash}`, { waitUntil: 'commit' });
    await expect.poll(() => requested.length, { message: hash }).toBe(count);
    held.resolve();
    await opened;
    await expect(frame(page, name).getByText(text).first()).toBeVisible();
    await expect(frame(page, name).locator('[data-skeleton]')).toHaveCount(0);
    expect(requested, `${hash}: sent twice`).toHaveLength(count);
  }
});

test('[RL-01][RL-02][CS-01] after a reload the records are requested before the collections arrive, and once', async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await page.goto('/#/collections');
  await expect(page).toHaveURL(/collectionId=/);
  await expect(frame(page, 'collections').getByText(/^Total found: /)).toBeVisible();
  const requested = followRequests(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/collections?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => requested.filter((url) => url.includes('/records?')).length).toBe(2);
  held.resolve();
  await expect(frame(page, 'collections').getByText(/^Total found: /)).toBeVisible();
  await expect(frame(page, 'collections').locator('[data-skeleton]')).toHaveCount(0);
  expect(requested).toHaveLength(4);
});

test('[SH-12] an early response of a session that is over leads to the sign-in, like any other', async ({
  page,
  admin,
  expectedProblems,
}) => {
  await admin.signIn();
  expectedProblems.allow('response 401 GET /api/settings', 'console warning: Failed to load app settings.');
  await page.route('**/api/settings', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 401, message: 'The request requires admin authorization.', data: {} },
    }),
  );
  await page.goto('/#/settings');
  await expect(page).toHaveURL(/#\/login$/);
});

test('[SH-01][SH-03] the menu hydrates after the screen, also when its code is missing', async ({
  page,
  admin,
  expectedProblems,
}) => {
  await admin.signIn();
  await page.addInitScript(() => {
    const order: string[] = [];
    Object.assign(window, { hydrated: order });
    document.addEventListener(
      'astro:hydrate',
      ({ target }) => order.push(JSON.parse((target as Element).getAttribute('opts') ?? '{}').value),
      true,
    );
  });
  const order = () => page.evaluate((): string[] => Reflect.get(window, 'hydrated'));
  await page.goto('/#/collections');
  await expect.poll(async () => (await order()).length).toBe(7);
  // The toasts are for all screens.
  expect((await order()).slice(0, 2).sort()).toEqual(['*', 'collections']);
  expect((await order()).slice(2).every((value) => value.endsWith(' later'))).toBe(true);

  expectedProblems.allow(
    /^request failed GET \/assets\/BackupsPage\.[\w-]+\.js(\?astro-retry=\d+)? net::ERR_FAILED$/,
    /^console error: \[astro-island\] Error hydrating \.\/assets\/BackupsPage\..*$/,
  );
  await page.route(/\/assets\/BackupsPage\./, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto('/#/settings/backups');
  await expect(page.getByRole('alert')).toContainText('A part of the page could not be loaded');
  const menu = await openAvatarMenu(page);
  await expect(menu.getByText('Logout')).toBeVisible();
  await expect(appSidebar(page)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('the page that arrives has a value for everything it shows', async ({ page }) => {
  const html = await (await page.request.get('/')).text();
  expect(html.match(/(class|data-tooltip|aria-label)="[^"]*(undefined|NaN|\[object)[^"]*"/g)).toBeNull();
  expect(html).toContain('data-tooltip="Look for new logs every few seconds"');
});
