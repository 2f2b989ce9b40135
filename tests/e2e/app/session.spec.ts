import type { Page } from '@playwright/test';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
} from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';

const NEW_PASSWORD = 'another-password-2';

/** Signs out with the menu. */
async function signOut(page: Page): Promise<void> {
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
}

test('[AU-06][SH-12] a sign-in, for two tabs, with its calls; after a logout the next one does not return to the old place', async ({
  page,
  secondTab,
  backend,
}) => {
  const isSettings = (url: string) => new URL(url).pathname === '/api/settings';
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isSettings(request.url())) calls.push(request.method());
  });
  await page.goto('/#/login');
  const second = await secondTab('/#/settings/tokens');
  await expect(loginScreen(second).email).toBeVisible();
  await page.bringToFront();

  await test.step('calls carry the raw token, the language and JSON; settings are loaded after a sign-in', async () => {
    await expect(loginScreen(page).button).toBeEnabled();
    expect(calls).toEqual([]);
    const signIn = page.waitForRequest('**/auth-with-password');
    const list = page.waitForRequest('**/api/collections?*');
    const afterSignIn = page.waitForResponse((response) => isSettings(response.url()));
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    const headers = await (await signIn).allHeaders();
    expect(headers['content-type']).toBe('application/json');
    expect(headers['accept-language']).toBe('en-GB');
    expect(headers['authorization']).toBeUndefined();
    const sent = await (await list).allHeaders();
    expect(sent['authorization']).toBe((await storedSession(page))?.token);
    expect(sent['accept-language']).toBe('en-GB');
    expect((await (await afterSignIn).json()).meta.appName).toBeTruthy();
    await expect(frame(page, 'collections')).toBeVisible();
  });

  await test.step('the second tab signs in together with the first and keeps its destination', async () => {
    await expect(frame(second, 'settings-tokens')).toBeVisible();
    expect(hashOf(second)).toBe('#/settings/tokens');
  });

  await test.step('settings are loaded on start', async () => {
    const onStart = page.waitForResponse((response) => isSettings(response.url()));
    await page.reload();
    expect((await onStart).status()).toBe(200);
    expect(calls).toEqual(['GET', 'GET']);
  });

  await test.step('both sign out together', async () => {
    await goToHash(page, '/settings/backups');
    await expect(frame(page, 'settings-backups')).toBeVisible();
    await signOut(page);
    await expect(loginScreen(second).email).toBeVisible();
    expect(hashOf(second)).toBe('#/login');
    await second.close();
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(frame(page, 'collections')).toBeVisible();
    expect(hashOf(page)).toMatch(/^#\/collections/);
  });
});

test('[ER-08][ER-09][SH-12] refused calls cancel the others; a 403 opens the root, a 401 the sign-in', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const { id } = await createCollection(backend.api, {
    name: 'zz_forbidden',
    schema: [field('title', 'text')],
  });
  await admin.signIn();

  await test.step('settings that can’t be loaded only cause a console warning', async () => {
    expectedProblems.allow('response 500 GET /api/settings', 'console warning: Failed to load app settings.');
    await page.route('**/api/settings', (route) => failWith(route, 'Out of order.'));
    const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.goto('/#/collections');
    expect((await warning).text()).toBe('Failed to load app settings.');
    await expect(page).toHaveTitle(/^[^-]+ - Atoll$/);
    await expect(frame(page, 'collections').getByRole('heading', { level: 1 })).not.toHaveText('Collections');
    await expect(toasts(page)).toHaveCount(0);
    // The next screen loads them again.
    await page.unroute('**/api/settings');
    await goToHash(page, '/logs');
    await expect(page).toHaveTitle(/^Logs - .+ - Atoll$/);
  });

  await test.step('a 403 cancels all other requests and opens the root', async () => {
    expectedProblems.allow(/^response 403 GET \/api\/collections\/\w+\/records\?.*$/);
    const release = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    await page.route(`**/api/collections/${id}/records?*`, async (route) => {
      if (new URL(route.request().url()).searchParams.get('perPage') === '1') {
        requested.resolve();
        await release.promise;
        await route.abort();
      } else {
        await requested.promise;
        await failWith(route, 'Not for you.', 403);
      }
    });
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().includes(`/${id}/records`),
    );
    await goToHash(page, `/collections?collectionId=${id}`);
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    release.resolve();
    await expect(toasts(page, 'error')).toContainText(['Not for you.']);
    await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
    await expect.poll(() => hashOf(page)).not.toContain(id);
    expect(await storedSession(page)).not.toBeNull();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a 401, here as the response of an early request, cancels all others and ends the session', async () => {
    expectedProblems.allow('response 401 GET /api/settings');
    const release = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    await page.route('**/api/collections?*', async (route) => {
      requested.resolve();
      await release.promise;
      await route.abort();
    });
    await page.route('**/api/settings', async (route) => {
      await requested.promise;
      await failWith(route, 'No longer welcome.', 401);
    });
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/api/collections?'),
    );
    await page.goto('about:blank');
    await page.goto('/#/collections');
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    release.resolve();
    await expect(loginScreen(page).email).toBeVisible();
    expect(hashOf(page)).toBe('#/login');
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page, 'error')).toContainText(['No longer welcome.']);
    expect(await storedSession(page)).toBeNull();
  });
});

test('[AU-05][ER-08] a session is renewed near its expiry, and ends when the backend ends it', async ({
  page,
  startSite,
  admin,
  expectedProblems,
}) => {
  // A separate backend, because the test changes the password of its admin.
  const site = await startSite();
  const { backend, atoll } = site;
  const { adminEmail, adminPassword } = backend;
  const kept = await createCollection(backend.api, { name: 'kept', schema: [field('title', 'text')] });
  const shared = await createCollection(backend.api, { name: 'shared', schema: [field('title', 'text')] });
  await createRecord(backend.api, kept.id, { title: 'found' });
  const colleague = await backend.api.post('/api/admins', {
    email: 'colleague@example.com',
    password: NEW_PASSWORD,
    passwordConfirm: NEW_PASSWORD,
  });
  const setDuration = (duration: number) =>
    backend.api.patch('/api/settings', { adminAuthToken: { duration } });

  await test.step('a failed renewal keeps the session', async () => {
    expectedProblems.allow('response 500 POST /api/admins/auth-refresh');
    await setDuration(1800);
    const shortLived = createAdminApi(backend.url, { email: adminEmail, password: adminPassword });
    await page.route('**/api/admins/auth-refresh', (route) => failWith(route, 'Out of order.'));
    await admin.signIn(page, { ...site, backend: { ...backend, api: shortLived } });
    const refused = page.waitForResponse('**/api/admins/auth-refresh');
    await page.goto(`${atoll.url}/#/collections?collectionId=${shared.id}`);
    await refused;
    await expect(page.getByText('Total found: 0')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    expect((await storedSession(page))?.token).toBe(await shortLived.token());

    // One that succeeds replaces the token.
    await page.unroute('**/api/admins/auth-refresh');
    const renewal = page.waitForResponse('**/api/admins/auth-refresh');
    await page.reload();
    const response = await renewal;
    expect(response.request().method()).toBe('POST');
    expect(response.request().headers()['authorization']).toBe(await shortLived.token());
    const { token } = await response.json();
    await expect.poll(async () => (await storedSession(page))?.token).toBe(token);
    await expect(page.getByText('Total found: 0')).toBeVisible();
    await setDuration(1_209_600);
    await signOut(page);
  });

  await test.step('an admin who was deleted ends at the sign-in; the next admin starts at the same place', async () => {
    // Records respond to an invalid token with 403. The check of the session gets 401, and so does that of the
    // collections, unless the end of the session cancels it.
    expectedProblems.allow(
      /^response 403 GET \/api\/collections\/\w+\/records\?.*$/,
      /^response 401 GET \/api\/(admins\/\w+\?fields=id|collections\?page=1&perPage=1&sort=-updated&fields=updated)$/,
    );
    await signInByForm(page, 'colleague@example.com', NEW_PASSWORD);
    await expect(frame(page, 'collections')).toBeVisible();
    const checked = page.waitForResponse((response) => response.url().endsWith('&fields=updated'));
    // Once the list is live, nothing but the user sends a request.
    const missed = `/${shared.id}/records?page=1&perPage=500`;
    const live = page.waitForResponse((response) => response.url().includes(missed));
    await page.getByRole('link', { name: 'shared', exact: true }).click();
    await expect.poll(() => hashOf(page)).toContain(shared.id);
    await expect(page.getByText('Total found: 0')).toBeVisible();
    // The list looks for changes of the schema; after the deletion this would be refused, too.
    await Promise.all([checked, live]);
    const place = hashOf(page);
    // The backend keeps the live connection; the next request shows that the session is over.
    await backend.api.delete(`/api/admins/${colleague['id']}`);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(loginScreen(page).email).toBeVisible();
    await signInByForm(page, adminEmail, adminPassword);
    await expect(page.getByText('Total found: 0')).toBeVisible();
    expect(hashOf(page)).toBe(place);
  });

  await test.step('a session that the server refuses ends at the sign-in, which returns to the same place', async () => {
    const query = new URLSearchParams({ collectionId: kept.id, filter: 'title="found"', sort: '+title' });
    // Once the list is live, nothing but the user sends a request.
    const live = page.waitForResponse((response) => response.url().includes('perPage=500'));
    await page.goto('about:blank');
    await page.goto(`${atoll.url}/#/collections?${query}`);
    await expect(page.getByText('Total found: 1')).toBeVisible();
    await live;
    const place = hashOf(page);

    // A new password invalidates every token of the admin.
    const { id } = (await backend.api.session()).model;
    await backend.api.patch(`/api/admins/${id}`, { password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(loginScreen(page).email).toBeVisible();
    expect(hashOf(page)).toBe('#/login');
    await expect(toasts(page, 'error').filter({ hasText: 'admin authorization token' })).toBeVisible();
    expect(await storedSession(page)).toBeNull();

    await signInByForm(page, adminEmail, NEW_PASSWORD);
    await expect(page.getByText('Total found: 1')).toBeVisible();
    expect(hashOf(page)).toBe(place);
  });
});
