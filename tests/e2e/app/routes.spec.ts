import type { Page } from '@playwright/test';
import { type Collection, createCollection, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMIN_CLAIMS, USER_CLAIMS } from '#tests/support/lines.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';
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
import { methodsRequest } from '#wire/sign-in.ts';

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

async function expectLogin(page: Page): Promise<void> {
  await expect(loginScreen(page).email).toBeVisible();
  expect(hashOf(page)).toBe('#/login');
}

async function visitWithUselessSession(page: Page, origin: string): Promise<void> {
  const later = Math.round(Date.now() / 1000) + 3600;
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The sign-in of a newer backend asks how people sign in.
    if (pathname.startsWith('/api/') && pathname !== methodsRequest.path) calls.push(pathname);
  });
  for (const claims of [
    { ...USER_CLAIMS, exp: later },
    { ...ADMIN_CLAIMS, exp: 1_600_000_000 },
  ]) {
    const session = JSON.stringify({ token: forgedToken(claims), model: { id: 'gone' } });
    await storeItem(page, origin, 'pocketbase_auth', session);
    await visit(page, '/logs?adminRequests=1');
    await expectLogin(page);
  }
  expect(calls).toEqual([]);
  // The root clears an expired session.
  await visit(page, '/');
  await expectLogin(page);
  expect(await storedSession(page)).toBeNull();
}

async function expectPublicRoutes(page: Page): Promise<void> {
  for (const [path, name] of PUBLIC_ROUTES) {
    const open = () => goToHash(page, path);
    await (path.startsWith('/auth/oauth2') ? visitSignInEnd(page, open) : open());
    await expect(frame(page, name)).toBeVisible();
    await expect(page.locator('[data-frame]:visible')).toHaveCount(1);
    await expect(appSidebar(page)).toBeHidden();
    expect(hashOf(page)).toBe(`#${path}`);
  }
}

async function expectGuestRoutes(page: Page): Promise<void> {
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
}

async function expectNotFound(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expect(appSidebar(page)).toBeHidden();
}

const leaveNotFound = (page: Page) => page.getByRole('link', { name: 'Go to the start page' }).click();

async function expectSettingsRoutes(page: Page): Promise<void> {
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
}

async function visitAsAdmin(page: Page): Promise<void> {
  for (const path of ['/', '/login']) {
    await visit(page, path);
    await expect(frame(page, 'collections')).toBeVisible();
    await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
  }
  // The router would read these as the root, which is the installer's.
  for (const path of ['/%2e%2e/', '/\\evil']) {
    await visit(page, path);
    await expectNotFound(page);
  }
  await visit(page, '/logs?adminRequests=1');
  await expect(frame(page, 'logs')).toBeVisible();
  await expect(appSidebar(page)).toBeVisible();
  expect(hashOf(page)).toBe('#/logs?adminRequests=1');
}

async function expectHashQuery(page: Page, { id, name }: Collection): Promise<void> {
  const query = new URLSearchParams({ collectionId: id, filter: 'title != ""', sort: '+title' });
  const request = page.waitForRequest(
    (sent) => sent.url().includes(`/api/collections/${id}/records`) && sent.url().includes('sort='),
  );
  await page.goto(`/?outer=1#/collections?${query}`);
  const sent = new URL((await request).url()).searchParams;
  expect(sent.get('filter')).toContain('title != ""');
  expect(sent.get('sort')).toContain('title');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const url = new URL(page.url());
  expect(url.pathname + url.search).toBe('/?outer=1');
  expect(new URLSearchParams(url.hash.split('?')[1]).get('collectionId')).toBe(id);
  await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
  await expect(frame(page, 'logs')).toBeVisible();
  expect(hashOf(page)).toBe('#/logs');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

test('every route, for visitors and for admins, by a new visit and without a reload', async ({
  page,
  admin,
  atoll,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  await step('[RT-02][RT-04][AU-02][IN-08] a new visit leads visitors to the sign-in', async () => {
    for (const path of ['/', '/collections?filter=a', '/settings/tokens']) {
      await visit(page, path);
      await expectLogin(page);
    }
  });
  await step('[AU-02][RT-02][RT-10] a user’s or an expired token opens no admin route', () =>
    visitWithUselessSession(page, atoll.url),
  );
  await step('[RT-08][SH-01] public routes need no session and show no sidebar', () =>
    expectPublicRoutes(page),
  );
  await step('[RT-04][RT-05][RT-07] visitors have the pages of the sign-in', () => expectGuestRoutes(page));
  await step('[RT-09] an unknown path shows a page with a link to the start', async () => {
    for (const path of ['/no/such/page', '/settings/nothing', '/users/confirm-password-reset', '/%E0%A4%A']) {
      await goToHash(page, '/login');
      await expectLogin(page);
      await goToHash(page, path);
      await expectNotFound(page);
    }
    await leaveNotFound(page);
    await expectLogin(page);
  });
  await step("the backend's redirect to its own dashboard opens the route of the page", async () => {
    // Without a provider's response the sign-in has failed.
    await visitSignInEnd(page, () => page.goto('/api/oauth2-redirect'));
    await expect(frame(page, 'oauth2-failure')).toBeVisible();
    expect(page.url()).toBe(`${atoll.url}/#/auth/oauth2-redirect-failure`);
  });

  await admin.signIn();
  await step('[RT-02][RT-05][RT-09] a new visit leads admins to what they open', () => visitAsAdmin(page));
  await step('[RT-07][SH-01] every settings route is open to admins', () => expectSettingsRoutes(page));
  await step('[RT-08][SH-01] public and unknown routes keep the session of an admin', async () => {
    await expectPublicRoutes(page);
    await goToHash(page, '/nowhere');
    await expectNotFound(page);
    expect(await storedSession(page)).not.toBeNull();
    await leaveNotFound(page);
    await expect(frame(page, 'collections')).toBeVisible();
  });
  await step('[RT-04][RT-05] signed-out routes lead an admin to the root', async () => {
    for (const path of GUEST_ROUTES) {
      await goToHash(page, '/settings');
      await expect(frame(page, 'settings-application')).toBeVisible();
      await goToHash(page, path);
      await expect(frame(page, 'collections')).toBeVisible();
      await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
    }
  });
  await step('[RT-01] routes and their query live in the hash', async () => {
    const fields = [{ name: 'title', type: 'text' as const }];
    await expectHashQuery(page, await createCollection(backend.api, { name: uniqueName('routed'), fields }));
  });
  const expectInstaller = async () => {
    for (const hash of ['#/settings/mail?x=1', '#/no/such/page']) {
      await page.goto('about:blank');
      await page.goto(`/?installer${hash}`);
      await expect(frame(page, 'installer')).toBeVisible();
      await expect.poll(() => page.url().split('/').slice(3).join('/')).toBe('?installer#/');
      await expect(appSidebar(page)).toBeHidden();
    }
  };
  await step('[RT-03] the installer flag redirects every route to the root', expectInstaller, 'hasInstaller');
});
