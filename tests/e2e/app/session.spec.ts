import { createAdminApi } from '#tests/support/admin-api.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, hashOf, loginScreen, openAvatarMenu, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';

const NEW_PASSWORD = 'another-password-2';

test('a second tab signs in together with the first, keeps its destination, and signs out together with it', async ({
  page,
  secondTab,
  backend,
}) => {
  await page.goto('/#/login');
  const second = await secondTab('/#/settings/tokens');
  await expect(loginScreen(second).email).toBeVisible();
  await page.bringToFront();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
  await expect(frame(second, 'settings-tokens')).toBeVisible();
  expect(hashOf(second)).toBe('#/settings/tokens');

  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(loginScreen(second).email).toBeVisible();
  expect(hashOf(second)).toBe('#/login');
});

test('[ER-08] a session that the server refuses ends at the sign-in, which returns to the same place', async ({
  page,
  startSite,
  admin,
  expectedProblems,
}) => {
  // Records respond to an invalid token with 403. The check of the session gets 401, and so does that of the collections,
  // unless the end of the session cancels it.
  expectedProblems.allow(
    /^response 403 GET \/api\/collections\/\w+\/records\?.*$/,
    /^response 401 GET \/api\/(admins\/\w+\?fields=id|collections\?page=1&perPage=1&sort=-updated&fields=updated)$/,
  );
  const site = await startSite();
  const { backend, atoll } = site;
  const collection = await createCollection(backend.api, {
    name: uniqueName('kept'),
    schema: [field('title', 'text')],
  });
  await createRecord(backend.api, collection.id, { title: 'found' });
  await admin.signIn(page, site);
  const query = new URLSearchParams({ collectionId: collection.id, filter: 'title="found"', sort: '+title' });
  // Once the list is live, nothing but the user sends a request.
  const live = page.waitForResponse((response) => response.url().includes('perPage=500'));
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

  await signInByForm(page, backend.adminEmail, NEW_PASSWORD);
  await expect(page.getByText('Total found: 1')).toBeVisible();
  expect(hashOf(page)).toBe(place);
});

test('an admin who was deleted ends at the sign-in; the next admin starts at the same place', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^response 403 GET \/api\/collections\/\w+\/records\?.*$/,
    /^response 401 GET \/api\/admins\/\w+\?fields=id$/,
  );
  const { backend, atoll } = await startSite();
  const { id } = await createCollection(backend.api, {
    name: uniqueName('shared'),
    schema: [field('title', 'text')],
  });
  const colleague = await backend.api.post('/api/admins', {
    email: 'colleague@example.com',
    password: NEW_PASSWORD,
    passwordConfirm: NEW_PASSWORD,
  });
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, 'colleague@example.com', NEW_PASSWORD);
  const checked = page.waitForResponse((response) => response.url().endsWith('&fields=updated'));
  await page.getByRole('link', { name: /^shared/ }).click();
  await expect.poll(() => hashOf(page)).toContain(id);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  // The list looks for changes of the schema; after the deletion this would be refused, too.
  await checked;
  const place = hashOf(page);
  // Ends the live connection of the list; looking for what it missed shows that the session is over.
  await backend.api.delete(`/api/admins/${colleague['id']}`);
  await expect(loginScreen(page).email).toBeVisible();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  expect(hashOf(page)).toBe(place);
});

test('after a logout the next sign-in does not return to the old place', async ({ page, admin, backend }) => {
  await admin.signIn();
  await page.goto('/#/settings/backups');
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
  expect(hashOf(page)).toMatch(/^#\/collections/);
});

test('[ER-08] a 401 cancels all other requests', async ({ page, admin, expectedProblems }) => {
  expectedProblems.allow('response 401 GET /api/settings', 'console warning: Failed to load app settings.');
  const release = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route('**/api/collections?*', async (route) => {
    requested.resolve();
    await release.promise;
    await route.abort();
  });
  await page.route('**/api/settings', async (route) => {
    await requested.promise;
    await route.fulfill({ status: 401, json: { code: 401, message: 'No longer welcome.', data: {} } });
  });
  await admin.signIn();
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/collections?'),
  );
  await page.goto('/#/collections');
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  release.resolve();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page, 'error')).toContainText('No longer welcome.');
  expect(await storedSession(page)).toBeNull();
});

test('[ER-09] a 403 cancels all other requests and opens the root', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 403 GET \/api\/collections\/\w+\/records\?.*$/);
  const { id } = await createCollection(backend.api, {
    name: uniqueName('zz_forbidden'),
    schema: [field('title', 'text')],
  });
  const release = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(`**/api/collections/${id}/records?*`, async (route) => {
    if (new URL(route.request().url()).searchParams.get('perPage') === '1') {
      requested.resolve();
      await release.promise;
      await route.abort();
    } else {
      await requested.promise;
      await route.fulfill({ status: 403, json: { code: 403, message: 'Not for you.', data: {} } });
    }
  });
  await admin.signIn();
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes(`/${id}/records`));
  await page.goto(`/#/collections?collectionId=${id}`);
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  release.resolve();
  await expect(toasts(page, 'error')).toContainText('Not for you.');
  await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
  await expect.poll(() => hashOf(page)).not.toContain(id);
  expect(await storedSession(page)).not.toBeNull();
});

test('[AU-05] a session near its expiry is renewed while it is used', async ({ page, startSite, admin }) => {
  const site = await startSite();
  await site.backend.api.patch('/api/settings', { adminAuthToken: { duration: 1800 } });
  const { adminEmail: email, adminPassword: password } = site.backend;
  const shortLived = createAdminApi(site.backend.url, { email, password });
  await admin.signIn(page, { ...site, backend: { ...site.backend, api: shortLived } });
  const renewal = page.waitForResponse('**/api/admins/auth-refresh');
  await page.goto(`${site.atoll.url}/#/logs`);
  const response = await renewal;
  expect(response.request().method()).toBe('POST');
  expect(response.request().headers()['authorization']).toBe(await shortLived.token());
  const { token } = await response.json();
  await expect.poll(async () => (await storedSession(page))?.token).toBe(token);
  await expect(frame(page, 'logs')).toBeVisible();
});

test('a failed renewal keeps the session', async ({ page, startSite, admin, expectedProblems }) => {
  expectedProblems.allow('response 500 POST /api/admins/auth-refresh');
  const site = await startSite();
  await site.backend.api.patch('/api/settings', { adminAuthToken: { duration: 1800 } });
  const { adminEmail: email, adminPassword: password } = site.backend;
  const shortLived = createAdminApi(site.backend.url, { email, password });
  await page.route('**/api/admins/auth-refresh', (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Out of order.', data: {} } }),
  );
  await admin.signIn(page, { ...site, backend: { ...site.backend, api: shortLived } });
  const renewal = page.waitForResponse('**/api/admins/auth-refresh');
  await page.goto(`${site.atoll.url}/#/collections`);
  await renewal;
  await expect(page.getByText('Total found: 0')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  expect((await storedSession(page))?.token).toBe(await shortLived.token());
});

test('[AU-06] calls carry the raw token, the language and JSON', async ({ page, admin, backend }) => {
  await page.goto('/#/login');
  const signIn = page.waitForRequest('**/auth-with-password');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const headers = await (await signIn).allHeaders();
  expect(headers['content-type']).toBe('application/json');
  expect(headers['accept-language']).toBe('en-GB');
  expect(headers['authorization']).toBeUndefined();

  await admin.signIn();
  const list = page.waitForRequest('**/api/collections?*');
  await page.goto('/#/collections');
  const sent = await (await list).allHeaders();
  expect(sent['authorization']).toBe(await backend.adminToken());
  expect(sent['accept-language']).toBe('en-GB');
});
