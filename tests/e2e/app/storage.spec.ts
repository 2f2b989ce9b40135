import type { Page } from '@playwright/test';
import { LAST_TEST_EMAIL_KEY } from '#domain/app/later-keys.ts';
import {
  ADMIN_LOGS_KEY,
  columnWidthsKey,
  FILE_TOKEN_KEY,
  hiddenColumnsKey,
  PINNED_KEY,
  SIDEBAR_WIDTH_KEY,
  settingsDraftKey,
  THEME_KEY,
} from '#domain/app/storage-keys.ts';
import { draftKey } from '#domain/records/panel/draft.ts';
import { createAdmin } from '#tests/support/accounts.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  createCollection,
  createNotes,
  createRecord,
  field,
  pngFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expectAllScreens } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMIN_CLAIMS, onLine } from '#tests/support/lines.ts';
import { openRecord } from '#tests/support/records/panel.ts';
import { frame, goToHash, loginScreen, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';
import { SESSION_KEY } from '#tests/support/session.ts';
import { adminsScreen, openAdmin } from '#tests/support/settings/admins.ts';

const FILE_TOKEN_CALL = '**/api/files/token';

const RUBBISH = [
  '',
  'null',
  '{"a":',
  '[null,{},[[]],"x",1e999]',
  '{"__proto__":{"polluted":1},"constructor":1,"email":["x"],"avatar":"9","@owner":7,"values":null}',
  '"\\u202e<img src=x onerror=alert(1)>"',
  '-1e400px',
] as const;

const DRAFTS = ['mail', 'application', 'storage', 'tokens', 'import', 'logs', 'backups', 'provider_google'];

const storage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

test('[AU-12][ST-06] the file token is fetched for screens with files, stored under the key of the reference, reused, and renewed near its expiry', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const plain = await createCollection(backend.api, {
    name: uniqueName('fileless'),
    fields: [field('title', 'text')],
  });
  const { id } = await createCollection(backend.api, {
    name: uniqueName('filed'),
    fields: [field('cover', 'file', { isProtected: true })],
  });
  await createRecord(backend.api, plain.id, { title: 'a' });
  await createRecord(backend.api, id, { cover: pngFile('cover.png') });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/files/token')) calls.push(request.method());
  });
  // The backend refuses the tokens that the test creates.
  const refusal = onLine(403, 404);
  expectedProblems.allow(new RegExp(`^response ${refusal} GET /api/files/.*$`));
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
    return `${part({})}.${part({ id: model['id'], exp, ...ADMIN_CLAIMS })}.signature`;
  };
  const restart = async (kept: string) => {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [FILE_TOKEN_KEY, kept] as const);
    calls.length = 0;
    return thumbToken(() => page.reload());
  };
  const good = expiring(600);
  const refused = page.waitForResponse((response) => response.status() === refusal);
  expect(await restart(good)).toBe(good);
  expect(calls).toEqual([]);
  await refused;

  const renewed = await restart(expiring(9));
  expect(calls).toEqual(['POST']);
  expect((await storage(page))[FILE_TOKEN_KEY]).toBe(renewed);

  // The chosen SDK is stored under the key of the reference, too.
  expect((await storage(page))['pb_sdk_preference']).toBeUndefined();
  await page.getByRole('button', { name: 'API Preview' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Dart', exact: true }).click();
  await expect.poll(async () => (await storage(page))['pb_sdk_preference']).toBe('dart');
});

/** Writes rubbish under these keys, another one in each storage. */
async function fillStorage(page: Page, keys: readonly string[], from: number): Promise<void> {
  const rubbish = (index: number) => RUBBISH[index % RUBBISH.length] ?? '';
  const items = keys.map((name, index) => [name, rubbish(index + from), rubbish(index + from + 1)] as const);
  await page.evaluate((all) => {
    for (const [name, local, session] of all) {
      localStorage.setItem(name, local);
      sessionStorage.setItem(name, session);
    }
  }, items);
}

/** What browsers do to the storage of a page. */
const BROKEN = {
  blocked: `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied.', 'SecurityError'); },
    })`,
  full: `Storage.prototype.setItem = () => { throw new DOMException('Full.', 'QuotaExceededError'); }`,
};

/** Signs in, opens every screen, edits without a draft, changes settings and signs out. */
async function workWithout(page: Page, backend: Backend, kind: keyof typeof BROKEN): Promise<void> {
  const other = await createAdmin(backend);
  await page.addInitScript(BROKEN[kind]);
  await page.goto('/#/login');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page.getByText(/^Total found: \d/)).toBeVisible();

  await expectAllScreens(page);
  await goToHash(page, '#/settings/admins');
  const { panel, email, save } = await openAdmin(page, other.id);
  await email.fill(`${kind}@example.com`);
  await expect(panel.getByText('no draft is kept')).toBeVisible();
  await save.click();
  await expect(panel).toHaveCount(0);
  await expect(adminsScreen(page).cell(other.id, 'email')).toHaveText(`${kind}@example.com`);

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
}

test('with rubbish under every key of the storage, or without storage, users work in every screen and panel', async ({
  page,
  backend,
  newWindow,
  step,
}) => {
  const { id } = await createNotes(backend.api);
  const row = await createRecord(backend.api, id, { title: 'kept' });
  const other = await createAdmin(backend);
  const keys = [
    ...[THEME_KEY, SIDEBAR_WIDTH_KEY, PINNED_KEY, FILE_TOKEN_KEY, ADMIN_LOGS_KEY, LAST_TEST_EMAIL_KEY],
    ...[hiddenColumnsKey(id), columnWidthsKey(id), 'pb_sdk_preference'],
    ...[draftKey(id, row.id), draftKey(id, ''), `collection_draft_${id}`, 'collection_draft_'],
    ...[...DRAFTS, `admin_${other.id}`, 'admin_'].map(settingsDraftKey),
  ];

  await step('a rubbish session leads to the sign-in', async () => {
    await page.goto('/#/login');
    for (const from of [3, 4]) {
      await fillStorage(page, [SESSION_KEY], from);
      await page.reload();
      await expect(loginScreen(page).email).toBeVisible();
    }
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(frame(page, 'collections')).toBeVisible();
  });

  for (const from of [0, 3]) {
    await step(`rubbish under the other keys, from ${from} on, breaks no screen`, async () => {
      await goToHash(page, '#/collections');
      await fillStorage(page, keys, from);
      await page.reload();
      await expectAllScreens(page);
      const panel = await openRecord(page, id, row.id);
      await expect(panel.control('title')).toHaveValue('kept');
      await panel.cancel.click();
      await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
      const editor = page.getByRole('dialog', { name: 'Edit collection' });
      await expect(editor.getByLabel('Name', { exact: true })).toBeVisible();
      await editor.getByRole('button', { name: 'Cancel', exact: true }).click();
      await goToHash(page, '#/settings/admins');
      await expect(adminsScreen(page).row(other.id)).toBeVisible();
      const { email, cancel } = await openAdmin(page, other.id);
      await expect(email).toHaveValue(other.email);
      await cancel.click();
    });
  }
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  await page.close();
  for (const kind of ['blocked', 'full'] as const) {
    const other = await (await newWindow()).newPage();
    await step(`${kind} storage keeps neither drafts nor the session`, () =>
      workWithout(other, backend, kind),
    );
    await other.close();
  }
});
