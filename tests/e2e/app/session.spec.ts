import type { Page, Request } from '@playwright/test';
import { setSessionDuration } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, type Site, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import {
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
} from '#tests/support/screens.ts';
import { SESSION_KEY, storedSession, storeItem } from '#tests/support/session.ts';
import { settingsOf } from '#tests/support/settings/stored.ts';

const NEW_PASSWORD = 'another-password-2';
const HOUR = 3_600_000;

/** Signs out with the menu. */
async function signOut(page: Page): Promise<void> {
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
}

const isSettings = (url: string) => new URL(url).pathname === '/api/settings';

async function expectCallsOfSignIn(page: Page, { backend }: Pick<Site, 'backend'>): Promise<void> {
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
  expect(settingsOf(['application.name'], await (await afterSignIn).json())).not.toEqual({
    'application.name': '',
  });
  await expect(frame(page, 'collections')).toBeVisible();
}

async function renewSession(page: Page, { backend, atoll }: Site, collectionId: string): Promise<void> {
  const { adminEmail: email, adminPassword: password } = backend;
  await setSessionDuration(backend, 1800);
  const session = await createAdminApi(backend.url, { email, password }).session();
  await page.route(`**${ADMIN_CALLS.refresh}`, (route) => failWith(route, 'Out of order.'));
  await storeItem(page, atoll.url, SESSION_KEY, JSON.stringify(session));
  const refused = page.waitForResponse(`**${ADMIN_CALLS.refresh}`);
  await page.goto(`/#/collections?collectionId=${collectionId}`);
  await refused;
  await expect(page.getByText('Total found: 0')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  expect((await storedSession(page))?.token).toBe(session.token);

  // One that succeeds replaces the token.
  await page.unroute(`**${ADMIN_CALLS.refresh}`);
  const renewal = page.waitForResponse(`**${ADMIN_CALLS.refresh}`);
  await page.reload();
  const response = await renewal;
  expect(response.request().method()).toBe('POST');
  expect(response.request().headers()['authorization']).toBe(session.token);
  const { token } = await response.json();
  await expect.poll(async () => (await storedSession(page))?.token).toBe(token);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  await setSessionDuration(backend, 1_209_600);
  await signOut(page);
}

async function loseAdmin(page: Page, { backend }: Pick<Site, 'backend'>, sharedId: string): Promise<void> {
  const colleague = await backend.api.post(ADMIN_CALLS.all, {
    email: 'colleague@example.com',
    password: NEW_PASSWORD,
    passwordConfirm: NEW_PASSWORD,
  });
  await signInByForm(page, 'colleague@example.com', NEW_PASSWORD);
  await expect(frame(page, 'collections')).toBeVisible();
  const checked = page.waitForResponse((response) => response.url().endsWith('&fields=updated'));
  // Once the list is live, nothing but the user sends a request.
  const missed = `/${sharedId}/records?page=1&perPage=500`;
  const live = page.waitForResponse((response) => response.url().includes(missed));
  await page.getByRole('link', { name: 'shared', exact: true }).click();
  await expect.poll(() => hashOf(page)).toContain(sharedId);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  // The list looks for changes of the schema; after the deletion this would be refused, too.
  await Promise.all([checked, live]);
  const place = hashOf(page);
  // The backend keeps the live connection; the next request shows that the session is over.
  await backend.api.delete(`${ADMIN_CALLS.all}/${colleague['id']}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  expect(hashOf(page)).toBe(place);
}

async function returnToPlace(page: Page, { backend }: Pick<Site, 'backend'>, keptId: string): Promise<void> {
  const query = new URLSearchParams({ collectionId: keptId, filter: 'title="found"', sort: '+title' });
  // Once the list is live, nothing but the user sends a request.
  const live = page.waitForResponse((response) => response.url().includes('perPage=500'));
  await page.goto('about:blank');
  await page.goto(`/#/collections?${query}`);
  await expect(page.getByText('Total found: 1')).toBeVisible();
  await live;
  const place = hashOf(page);
  // A new password invalidates every token of the admin.
  const { id } = (await backend.api.session()).model;
  await backend.api.patch(`${ADMIN_CALLS.all}/${id}`, {
    password: NEW_PASSWORD,
    passwordConfirm: NEW_PASSWORD,
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  expect(hashOf(page)).toBe('#/login');
  await expect(
    toasts(page, 'error').filter({ hasText: `${onLine('admin', 'record')} authorization token` }),
  ).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await signInByForm(page, backend.adminEmail, NEW_PASSWORD);
  await expect(page.getByText('Total found: 1')).toBeVisible();
  expect(hashOf(page)).toBe(place);
}

async function outliveSession(page: Page): Promise<void> {
  const { token } = (await storedSession(page)) ?? { token: '' };
  const exp = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000;
  await page.clock.install({ time: exp - 3 * HOUR });
  await goToHash(page, '/logs');
  // A request that waits for its response while the clock jumps takes the backend for silent.
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.resourceType() !== 'eventsource') waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  const chart = page.waitForResponse((response) => response.url().includes('/api/logs/stats'));
  await page.reload();
  await chart;
  await expect(frame(page, 'logs')).toBeVisible();
  await expect.poll(() => waiting.size).toBe(0);
  await page.clock.fastForward(2 * HOUR);
  await expect(frame(page, 'logs')).toBeVisible();
  await expect.poll(() => waiting.size).toBe(0);
  await page.clock.fastForward(2 * HOUR);
  await expect(loginScreen(page).email).toBeVisible();
  expect(await storedSession(page)).toBeNull();
}

test('a session begins and ends in two tabs, is renewed, and ends with its admin, password or time', async ({
  page,
  secondTab,
  backend,
  atoll,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    `response 500 POST ${ADMIN_CALLS.refresh}`,
    // Records respond to an invalid token with 403. The check of the session gets 401, and so does that of the
    // collections, unless the end of the session cancels it.
    /^response 403 GET \/api\/collections\/\w+\/records\?.*$/,
    /^response 401 GET \/api\/((admins\/\w+|logs)\?(page=1&perPage=1&skipTotal=1&)?fields=id|collections\?page=1&perPage=1&sort=-updated&fields=updated)$/,
  );
  const fields = [field('title', 'text')];
  const kept = await createCollection(backend.api, { name: 'kept', fields });
  const shared = await createCollection(backend.api, { name: 'shared', fields });
  await createRecord(backend.api, kept.id, { title: 'found' });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isSettings(request.url())) calls.push(request.method());
  });
  await page.goto('/#/login');
  const second = await secondTab('/#/settings/tokens');
  await expect(loginScreen(second).email).toBeVisible();
  await page.bringToFront();
  await expect(loginScreen(page).button).toBeEnabled();
  expect(calls).toEqual([]);

  await step('[AU-06][SH-12] calls carry token, language and JSON; settings are loaded', () =>
    expectCallsOfSignIn(page, { backend }),
  );
  await step('the second tab signs in with the first and keeps its destination', async () => {
    await expect(frame(second, 'settings-tokens')).toBeVisible();
    expect(hashOf(second)).toBe('#/settings/tokens');
  });
  await step('[SH-12] settings are loaded on start', async () => {
    const onStart = page.waitForResponse((response) => isSettings(response.url()));
    await page.reload();
    expect((await onStart).status()).toBe(200);
    expect(calls).toEqual(['GET', 'GET']);
  });
  await step('both sign out together, and the next sign-in does not return to the old place', async () => {
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
  await step('[AU-05] it is renewed near its expiry; a failed renewal keeps it', () =>
    renewSession(page, { backend, atoll }, shared.id),
  );
  await step('an admin who was deleted ends at the sign-in; the next one starts at the same place', () =>
    loseAdmin(page, { backend }, shared.id),
  );
  await step('[ER-08] one that the server refuses ends, and returns to the same place', () =>
    returnToPlace(page, { backend }, kept.id),
  );
  await step('[AU-02] one that expires while the page is open counts as signed out', () =>
    outliveSession(page),
  );
});
