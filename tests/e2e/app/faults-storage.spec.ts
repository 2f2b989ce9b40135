import type { Page } from '@playwright/test';
import {
  ADMIN_LOGS_KEY,
  columnWidthsKey,
  FILE_TOKEN_KEY,
  hiddenColumnsKey,
  LAST_TEST_EMAIL_KEY,
  PINNED_KEY,
  SIDEBAR_WIDTH_KEY,
  settingsDraftKey,
  THEME_KEY,
} from '#domain/app/storage-keys.ts';
import { draftKey } from '#domain/records/panel/draft.ts';
import { createNotes, createRecord } from '#tests/support/factories.ts';
import { expectAllScreens } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openRecord } from '#tests/support/records/panel.ts';
import { frame, loginScreen, signInByForm } from '#tests/support/screens.ts';
import { SESSION_KEY } from '#tests/support/session.ts';
import { adminsScreen, createStoredAdmin, openAdmin } from '#tests/support/settings/admins.ts';

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

/** Writes the same value under every key of Atoll but the session's. */
async function fillStorage(page: Page, keys: readonly string[], value: string): Promise<void> {
  await page.evaluate(
    ([names, text]) => {
      for (const name of names)
        for (const storage of [localStorage, sessionStorage]) storage.setItem(name, text);
    },
    [keys, value] as const,
  );
}

test('rubbish under every key of the storage breaks no screen and no panel', async ({
  page,
  admin,
  backend,
}) => {
  test.slow();
  const { id } = await createNotes(backend.api);
  const row = await createRecord(backend.api, id, { title: 'kept' });
  const other = await createStoredAdmin(backend);
  const keys = [
    ...[THEME_KEY, SIDEBAR_WIDTH_KEY, PINNED_KEY, FILE_TOKEN_KEY, ADMIN_LOGS_KEY, LAST_TEST_EMAIL_KEY],
    ...[hiddenColumnsKey(id), columnWidthsKey(id), 'pb_sdk_preference'],
    ...[draftKey(id, row.id), draftKey(id, ''), `collection_draft_${id}`, 'collection_draft_'],
    ...[...DRAFTS, `admin_${other.id}`, 'admin_'].map(settingsDraftKey),
  ];
  await admin.signIn();
  for (const value of RUBBISH) {
    await page.goto('/#/collections');
    await fillStorage(page, keys, value);
    await page.reload();
    await expectAllScreens(page);
    const panel = await openRecord(page, id, row.id);
    await expect(panel.control('title')).toHaveValue('kept');
    await panel.cancel.click();
    await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Edit collection' });
    await expect(editor.getByLabel('Name', { exact: true })).toBeVisible();
    await editor.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.goto('/#/settings/admins');
    await expect(adminsScreen(page).row(other.id)).toBeVisible();
    const { email, cancel } = await openAdmin(page, other.id);
    await expect(email).toHaveValue(other.email);
    await cancel.click();
  }
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
});

test('a rubbish session leads to the sign-in, which works', async ({ page, backend }) => {
  await page.goto('/#/login');
  for (const value of RUBBISH) {
    await fillStorage(page, [SESSION_KEY], value);
    await page.reload();
    await expect(loginScreen(page).email).toBeVisible();
  }
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
});

for (const [kind, script] of [
  [
    'blocked',
    `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied.', 'SecurityError'); },
    })`,
  ],
  ['full', `Storage.prototype.setItem = () => { throw new DOMException('Full.', 'QuotaExceededError'); }`],
] as const) {
  test(`with ${kind} storage every screen opens, and an edit says that no draft is kept`, async ({
    page,
    backend,
  }) => {
    const other = await createStoredAdmin(backend);
    await page.addInitScript(script);
    await page.goto('/#/login');
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(page.getByText(/^Total found: \d/)).toBeVisible();
    await expectAllScreens(page);
    await page.evaluate(() => {
      location.hash = '#/settings/admins';
    });
    const { panel, email, save } = await openAdmin(page, other.id);
    await email.fill(`${kind}@example.com`);
    await expect(panel.getByText('no draft is kept')).toBeVisible();
    await save.click();
    await expect(panel).toHaveCount(0);
    await expect(adminsScreen(page).cell(other.id, 'email')).toHaveText(`${kind}@example.com`);
  });
}
