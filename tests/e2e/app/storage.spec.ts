import type { Page } from '@playwright/test';
import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { loginScreen, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';

const FILE_TOKEN_CALL = '**/api/files/token';
const FILE_TOKEN_KEY = 'pb_admin_file_token';

const storage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

test('[ST-07] stored values survive a reload, and a logout removes only the session', async ({
  page,
  admin,
  backend,
}) => {
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('stored'),
    schema: [field('title', 'text')],
  });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  await page.getByRole('link', { name, exact: true }).hover();
  await page.getByRole('button', { name: `Pin collection ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await page.getByRole('menu').getByText('title', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('separator', { name: 'Resize sidebar' }).press('ArrowRight');
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.keyboard.press('Escape');

  const before = await storage(page);
  expect(Object.keys(before).sort()).toEqual(
    [
      '@adminSidebarWidth',
      '@pinnedCollections',
      'atollTheme',
      'pocketbase_auth',
      `${id}@hiddenColumns`,
    ].sort(),
  );
  expect(before['@pinnedCollections']).toBe(JSON.stringify([id]));
  expect(JSON.parse(before[`${id}@hiddenColumns`] ?? '')).toHaveLength(1);
  expect(before['@adminSidebarWidth']).toBe('250px');

  await page.reload();
  await expect(page.getByRole('button', { name: `Unpin collection ${name}`, exact: true })).toBeAttached();
  await expect(page.getByRole('columnheader', { name: 'id', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'title', exact: true })).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'atoll-dark');
  expect(await storage(page)).toEqual(before);

  const again = await openAvatarMenu(page);
  await again.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  const { pocketbase_auth: _gone, ...kept } = before;
  expect(await storage(page)).toEqual(kept);
});

test('[AU-12] the file token is fetched for screens with files, reused, and renewed near its expiry', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const plain = await createCollection(backend.api, {
    name: uniqueName('fileless'),
    schema: [field('title', 'text')],
  });
  const { id } = await createCollection(backend.api, {
    name: uniqueName('filed'),
    schema: [field('cover', 'file', { options: { maxSelect: 1, protected: true } })],
  });
  await createRecord(backend.api, plain.id, { title: 'a' });
  await createRecord(backend.api, id, { cover: pngFile('cover.png') });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/files/token')) calls.push(request.method());
  });
  // The backend refuses the tokens that the test creates.
  expectedProblems.allow(/^response 403 GET \/api\/files\/.*$/);
  const thumbToken = async (open: () => Promise<unknown>) => {
    const requested = page.waitForRequest(/\/cover[^/]*\.png\?thumb=/);
    await open();
    return new URL((await requested).url()).searchParams.get('token');
  };

  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${plain.id}`);
  await expect(page.getByText('Total found: 1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([]);

  const response = page.waitForResponse(FILE_TOKEN_CALL);
  const used = await thumbToken(() => page.goto(`/#/collections?collectionId=${id}`));
  const { token } = await (await response).json();
  await expect.poll(async () => (await storage(page))[FILE_TOKEN_KEY]).toBe(token);
  expect(used).toBe(token);

  const { model } = await backend.api.session();
  const expiring = (inSeconds: number) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.round(Date.now() / 1000) + inSeconds;
    return `${part({})}.${part({ id: model['id'], exp, type: 'admin' })}.signature`;
  };
  const restart = async (kept: string) => {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [FILE_TOKEN_KEY, kept] as const);
    calls.length = 0;
    return thumbToken(() => page.reload());
  };
  const good = expiring(600);
  const refused = page.waitForResponse((response) => response.status() === 403);
  expect(await restart(good)).toBe(good);
  expect(calls).toEqual([]);
  await refused;

  const renewed = await restart(expiring(9));
  expect(calls).toEqual(['POST']);
  expect((await storage(page))[FILE_TOKEN_KEY]).toBe(renewed);
});

test('[ST-06] the file token and the chosen SDK are stored under the keys of the reference', async ({
  page,
  admin,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('pictured'),
    schema: [field('picture', 'file', { options: { maxSelect: 1, protected: true } })],
  });
  await createRecord(backend.api, id, { picture: pngFile('a.png') });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  await expect
    .poll(async () => (await storage(page))[FILE_TOKEN_KEY] ?? '')
    .toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect((await storage(page))['pb_sdk_preference']).toBeUndefined();
  await page.getByRole('button', { name: 'API Preview' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Dart', exact: true }).click();
  await expect.poll(async () => (await storage(page))['pb_sdk_preference']).toBe('dart');
});

for (const [kind, script] of [
  [
    'blocked',
    `Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('Access is denied.', 'SecurityError'); },
    })`,
  ],
  ['full', `Storage.prototype.setItem = () => { throw new DOMException('Full.', 'QuotaExceededError'); }`],
] as const) {
  test(`with ${kind} storage users can sign in, change settings and sign out; a reload asks for the sign-in again`, async ({
    page,
    backend,
  }) => {
    await page.addInitScript(script);
    await page.goto('/#/login');
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(page.getByText(/^Total found: \d/)).toBeVisible();
    await page.getByRole('separator', { name: 'Resize sidebar' }).press('ArrowRight');
    const menu = await openAvatarMenu(page);
    await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'atoll-dark');
    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(loginScreen(page).email).toBeVisible();
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(page.getByText(/^Total found: \d/)).toBeVisible();
    await page.reload();
    await expect(loginScreen(page).email).toBeVisible();
  });
}
