import type { Page } from '@playwright/test';
import { createCollection, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  NOT_CLOSED,
  visitSignInEnd,
} from '#tests/support/screens.ts';
import { storedSession, storeItem } from '#tests/support/session.ts';

const SETTINGS_ROUTES = [
  '/settings',
  '/settings/admins',
  '/settings/mail',
  '/settings/storage',
  '/settings/auth-providers',
  '/settings/tokens',
  '/settings/export-collections',
  '/settings/import-collections',
  '/settings/backups',
];
const GUEST_ROUTES = ['/login', '/request-password-reset', '/confirm-password-reset/a.b.c'];
const PUBLIC_ROUTES: [path: string, frame: string][] = [
  ['/users/confirm-password-reset/a.b.c', 'user-reset'],
  ['/auth/confirm-password-reset/a.b.c', 'user-reset'],
  ['/users/confirm-verification/a.b.c', 'user-verification'],
  ['/auth/confirm-verification/a.b.c', 'user-verification'],
  ['/users/confirm-email-change/a.b.c', 'user-email-change'],
  ['/auth/confirm-email-change/a.b.c', 'user-email-change'],
  ['/auth/oauth2-redirect-success', 'oauth2-success'],
  ['/auth/oauth2-redirect-failure', 'oauth2-failure'],
];

/** Opens an address as a new visit; a change of the hash would not reload the page. */
async function visit(page: Page, path: string) {
  await page.goto('about:blank');
  await page.goto(`/#${path}`);
}

/** A token with the given claims; only its signature is invalid, which the page can't detect. */
function forgedToken(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

test('[RT-02] the root redirects to the collections or, after clearing the stored session, to the sign-in', async ({
  page,
  admin,
  atoll,
}) => {
  await admin.signIn();
  await visit(page, '/');
  await expect(frame(page, 'collections')).toBeVisible();
  expect(hashOf(page)).toMatch(/^#\/collections/);

  const expired = { token: forgedToken({ type: 'admin', exp: 1 }), model: { id: 'gone' } };
  await storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify(expired));
  await visit(page, '/');
  await expect(loginScreen(page).email).toBeVisible();
  expect(hashOf(page)).toBe('#/login');
  expect(await storedSession(page)).toBeNull();
});

test('[RT-03] the installer flag redirects every route to the root', async ({ page, admin }) => {
  await admin.signIn();
  for (const hash of ['#/collections', '#/settings/mail?x=1', '#/login', '#/no/such/page']) {
    await page.goto('about:blank');
    await page.goto(`/?installer${hash}`);
    await expect(frame(page, 'installer')).toBeVisible();
    await expect.poll(() => page.url().split('/').slice(3).join('/')).toBe('?installer#/');
  }
});

test('[RT-04][RT-07] every settings route is closed to visitors and open to admins, with sidebar', async ({
  page,
  admin,
}) => {
  await page.goto('/#/login');
  await expect(loginScreen(page).email).toBeVisible();
  for (const path of SETTINGS_ROUTES) {
    await goToHash(page, path);
    await expect.poll(() => hashOf(page)).toBe('#/login');
  }
  await visit(page, '/settings/tokens');
  await expect(loginScreen(page).email).toBeVisible();
  expect(hashOf(page)).toBe('#/login');

  await admin.signIn();
  await page.goto('/#/settings');
  const names = new Set<string>();
  for (const path of SETTINGS_ROUTES) {
    await goToHash(page, path);
    await expect(page.locator(`a.side-link[href="#${path}"]`)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    names.add((await page.getByRole('heading', { level: 1 }).textContent()) ?? '');
    await expect(appSidebar(page)).toBeVisible();
    expect(hashOf(page)).toBe(`#${path}`);
  }
  expect(names.size).toBe(SETTINGS_ROUTES.length);
});

test('[RT-04][RT-05] signed-out routes redirect an admin to the root and never show the sidebar', async ({
  page,
  admin,
}) => {
  for (const path of GUEST_ROUTES) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(appSidebar(page)).toBeHidden();
    expect(hashOf(page)).toBe(`#${path}`);
  }
  await admin.signIn();
  for (const path of GUEST_ROUTES) {
    await visit(page, path);
    await expect(frame(page, 'collections')).toBeVisible();
    await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
  }
});

test('collections and logs are closed to visitors and open to admins, with sidebar', async ({
  page,
  admin,
}) => {
  for (const path of ['/collections', '/collections?filter=a', '/logs', '/logs?adminRequests=1']) {
    await visit(page, path);
    await expect(loginScreen(page).email).toBeVisible();
    expect(hashOf(page)).toBe('#/login');
  }
  await admin.signIn();
  await visit(page, '/logs?adminRequests=1');
  await expect(frame(page, 'logs')).toBeVisible();
  await expect(appSidebar(page)).toBeVisible();
  expect(hashOf(page)).toBe('#/logs?adminRequests=1');
});

async function expectPublicRoutes(page: Page): Promise<void> {
  for (const [path, name] of PUBLIC_ROUTES) {
    if (path.startsWith('/auth/oauth2')) await visitSignInEnd(page, () => visit(page, path));
    else await visit(page, path);
    await expect(frame(page, name)).toBeVisible();
    await expect(page.locator('[data-frame]:visible')).toHaveCount(1);
    await expect(appSidebar(page)).toBeHidden();
    expect(hashOf(page)).toBe(`#${path}`);
  }
}

test('[RT-08] public routes need no session and show no sidebar', async ({ page, expectedProblems }) => {
  expectedProblems.allow(NOT_CLOSED);
  await expectPublicRoutes(page);
});

test('[RT-08] public routes show no sidebar to a signed-in admin, and keep the session', async ({
  page,
  admin,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  await admin.signIn();
  await expectPublicRoutes(page);
  expect(await storedSession(page)).not.toBeNull();
});

test("the backend's redirects to its own dashboard open the routes of the page", async ({
  page,
  atoll,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  // Without a provider's response the sign-in has failed.
  await visitSignInEnd(page, () => page.goto('/api/oauth2-redirect'));
  await expect(frame(page, 'oauth2-failure')).toBeVisible();
  expect(page.url()).toBe(`${atoll.url}/#/auth/oauth2-redirect-failure`);
});

test('[RT-09] an unknown path shows a not-found page with a link to the start page', async ({
  page,
  admin,
  axe,
}) => {
  for (const path of ['/no/such/page', '/settings/nothing', '/users/confirm-password-reset', '/%E0%A4%A']) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(appSidebar(page)).toBeHidden();
  }
  await axe();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  await admin.signIn();
  // The router would read these as the root, which is the installer's.
  for (const path of ['/%2e%2e/', '/\\evil']) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
  await visit(page, '/no/such/page');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(frame(page, 'collections')).toBeVisible();
});

test('[RT-10][AU-02] neither a user’s token nor an expired one opens an admin route', async ({
  page,
  atoll,
}) => {
  const later = Math.round(Date.now() / 1000) + 3600;
  const useless = [
    { token: forgedToken({ type: 'authRecord', exp: later }), model: { id: 'user' } },
    { token: forgedToken({ type: 'admin', exp: 1_600_000_000 }), model: { id: 'admin' } },
    { token: forgedToken({ type: 'admin' }), model: { id: 'admin' } },
    { token: 'no token', model: null },
    { token: 5, model: 'x' },
  ];
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  for (const stored of useless) {
    await storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify(stored));
    await visit(page, '/collections');
    await expect(loginScreen(page).email).toBeVisible();
    expect(hashOf(page)).toBe('#/login');
  }
  expect(calls).toEqual([]);
});

test('[AU-02] a session that expires while the page is open counts as signed out', async ({
  page,
  atoll,
  backend,
}) => {
  const { token, model } = await backend.api.session();
  const exp = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000;
  await page.clock.install({ time: exp - 3 * 3600_000 });
  await storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify({ token, model }));
  await page.goto('/#/logs');
  await expect(frame(page, 'logs')).toBeVisible();
  await page.clock.fastForward(2 * 3600_000);
  await expect(frame(page, 'logs')).toBeVisible();
  await page.clock.fastForward(2 * 3600_000);
  await expect(loginScreen(page).email).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test('[RT-01] routes and their query live in the hash: filter, sort and collection', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('routed'),
    schema: [{ name: 'title', type: 'text' }],
  });
  await admin.signIn();
  const query = new URLSearchParams({ collectionId: collection.id, filter: 'title != ""', sort: '+title' });
  const request = page.waitForRequest(
    (sent) =>
      sent.url().includes(`/api/collections/${collection.id}/records`) && sent.url().includes('sort='),
  );
  await page.goto(`/?outer=1#/collections?${query}`);
  const sent = new URL((await request).url()).searchParams;
  expect(sent.get('filter')).toContain('title != ""');
  expect(sent.get('sort')).toContain('title');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(collection.name);
  const url = new URL(page.url());
  expect(url.pathname).toBe('/');
  expect(url.search).toBe('?outer=1');
  expect(new URLSearchParams(url.hash.split('?')[1]).get('collectionId')).toBe(collection.id);

  await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
  await expect(frame(page, 'logs')).toBeVisible();
  expect(hashOf(page)).toBe('#/logs');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(collection.name);
});
