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

test('[RT-02][RT-03][RT-04][RT-05][RT-10][AU-02][IN-08] a new visit leads to the collections, the sign-in or the installer', async ({
  page,
  admin,
  atoll,
}) => {
  const expectLogin = async () => {
    await expect(loginScreen(page).email).toBeVisible();
    expect(hashOf(page)).toBe('#/login');
  };

  await test.step('visitors see the sign-in at the root and at the addresses of admins', async () => {
    for (const path of ['/', '/collections?filter=a', '/settings/tokens']) {
      await visit(page, path);
      await expectLogin();
    }
  });

  await test.step('neither a user’s token nor an expired one opens an admin route', async () => {
    const later = Math.round(Date.now() / 1000) + 3600;
    const useless = [
      { token: forgedToken({ type: 'authRecord', exp: later }), model: { id: 'user' } },
      { token: forgedToken({ type: 'admin', exp: 1_600_000_000 }), model: { id: 'admin' } },
    ];
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
    });
    for (const stored of useless) {
      await storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify(stored));
      await visit(page, '/logs?adminRequests=1');
      await expectLogin();
    }
    expect(calls).toEqual([]);
  });

  await test.step('the root clears an expired session', async () => {
    const expired = { token: forgedToken({ type: 'admin', exp: 1 }), model: { id: 'gone' } };
    await storeItem(page, atoll.url, 'pocketbase_auth', JSON.stringify(expired));
    await visit(page, '/');
    await expectLogin();
    expect(await storedSession(page)).toBeNull();
  });

  await admin.signIn();

  await test.step('admins see the collections at the root and at the sign-in', async () => {
    for (const path of ['/', '/login']) {
      await visit(page, path);
      await expect(frame(page, 'collections')).toBeVisible();
      await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
    }
  });

  await test.step('admins see what they open, with its query', async () => {
    await visit(page, '/logs?adminRequests=1');
    await expect(frame(page, 'logs')).toBeVisible();
    await expect(appSidebar(page)).toBeVisible();
    expect(hashOf(page)).toBe('#/logs?adminRequests=1');
  });

  await test.step('the installer flag redirects every route to the root', async () => {
    for (const hash of ['#/settings/mail?x=1', '#/no/such/page']) {
      await page.goto('about:blank');
      await page.goto(`/?installer${hash}`);
      await expect(frame(page, 'installer')).toBeVisible();
      await expect.poll(() => page.url().split('/').slice(3).join('/')).toBe('?installer#/');
      await expect(appSidebar(page)).toBeHidden();
    }
  });
});

test('[RT-04][RT-05][RT-07][RT-08][SH-01] every route without a reload, for visitors and for admins', async ({
  page,
  admin,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  const open = (path: string) =>
    path.startsWith('/auth/oauth2') ? visitSignInEnd(page, () => goToHash(page, path)) : goToHash(page, path);
  const expectPublicRoutes = async () => {
    for (const [path, name] of PUBLIC_ROUTES) {
      await open(path);
      await expect(frame(page, name)).toBeVisible();
      await expect(page.locator('[data-frame]:visible')).toHaveCount(1);
      await expect(appSidebar(page)).toBeHidden();
      expect(hashOf(page)).toBe(`#${path}`);
    }
  };

  await test.step('public routes need no session and show no sidebar', async () => {
    const [[path, name] = ['', '']] = PUBLIC_ROUTES;
    await visit(page, path);
    await expect(frame(page, name)).toBeVisible();
    expect(hashOf(page)).toBe(`#${path}`);
    await expectPublicRoutes();
  });

  await test.step('visitors have the pages of the sign-in, without the sidebar', async () => {
    for (const path of GUEST_ROUTES) {
      await goToHash(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[data-frame]:visible')).toHaveCount(1);
      await expect(appSidebar(page)).toBeHidden();
      expect(hashOf(page)).toBe(`#${path}`);
    }
    for (const path of [...SETTINGS_ROUTES, '/collections', '/logs']) {
      await goToHash(page, path);
      await expect.poll(() => hashOf(page)).toBe('#/login');
      await goToHash(page, '/request-password-reset');
      await expect(frame(page, 'request-reset')).toBeVisible();
    }
  });

  await admin.signIn();

  await test.step('every settings route is open to admins, with sidebar', async () => {
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

  await test.step('public and unknown routes show no sidebar to an admin, and keep the session', async () => {
    await expectPublicRoutes();
    await goToHash(page, '/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(appSidebar(page)).toBeHidden();
    expect(await storedSession(page)).not.toBeNull();
    await goToHash(page, '/settings');
    await expect(appSidebar(page)).toBeVisible();
  });

  await test.step('signed-out routes redirect an admin to the root', async () => {
    for (const path of GUEST_ROUTES) {
      await goToHash(page, '/settings');
      await expect(frame(page, 'settings-application')).toBeVisible();
      await goToHash(page, path);
      await expect(frame(page, 'collections')).toBeVisible();
      await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
    }
  });
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
  checkScreen,
}) => {
  const expectNotFound = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(appSidebar(page)).toBeHidden();
  };
  await visit(page, '/no/such/page');
  await expectNotFound();
  await checkScreen();
  for (const path of ['/settings/nothing', '/users/confirm-password-reset', '/%E0%A4%A']) {
    await goToHash(page, '/login');
    await expect(loginScreen(page).email).toBeVisible();
    await goToHash(page, path);
    await expectNotFound();
  }
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  await admin.signIn();
  // The router would read these as the root, which is the installer's.
  for (const path of ['/%2e%2e/', '/\\evil']) {
    await visit(page, path);
    await expectNotFound();
  }
  await goToHash(page, '/no/such/page');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(frame(page, 'collections')).toBeVisible();
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
