import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import '#tests/support/browser-stub.ts';
import { changeAs, signInUser } from '#api/access/as-user.ts';
import { deleteTrace, endSessions } from '#api/access/sign-ins.ts';
import { sendSettings } from '#api/app/settings.ts';
import { confirmAdminReset, createFirstAdmin, requestAdminReset } from '#api/auth/access.ts';
import { checkSession, refreshSession, signIn } from '#api/auth/admins.ts';
import { createByLink, restoreByLink, uploadByLink } from '#api/auth/first-link.ts';
import { visitBackend } from '#api/auth/visit.ts';
import { api } from '#api/client.ts';
import { getCollection, requestDelete } from '#api/collections/collection.ts';
import { changeAllSound, changeSound, reloadMemory } from '#api/collections/memory.ts';
import { deleteCollection, saveCollection, truncateCollection } from '#api/collections/save.ts';
import { deleteLogs } from '#api/logs/delete-logs.ts';
import { confirmUserEmailChange, confirmUserReset, confirmUserVerification } from '#api/public/confirm.ts';
import { sendPasswordResetMail, sendVerificationMail, unlinkExternalAuth } from '#api/records/auth.ts';
import { deleteInBatch, saveInBatch, sendBatch } from '#api/records/batch.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { requestFileToken } from '#api/records/files.ts';
import { getRecord, saveRecord, writeRecord } from '#api/records/record.ts';
import { sdk } from '#api/sdk.ts';
import { createAdmin, deleteAdmin, updateAdmin } from '#api/settings/admin.ts';
import { createBackup, deleteBackup, restoreBackup } from '#api/settings/backups.ts';
import { runCron } from '#api/settings/crons.ts';
import { saveSettings } from '#api/settings/save.ts';
import { runSql } from '#api/settings/sql.ts';
import { importCollections } from '#api/settings/sync.ts';
import { sendTestEmail } from '#api/settings/test-email.ts';
import { testS3 } from '#api/settings/test-s3.ts';
import { uploadBackup } from '#api/settings/upload-backup.ts';
import { readOnlyBy, setReadOnly } from '#browser/read-only.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { READ_ONLY_TEXT } from '#domain/app/read-only.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { callsUsing, READING_REQUESTS, sendingNames } from '#tests/support/wire-requests.ts';
import { deleteRecordRequest } from '#wire/records.ts';
import { onNewer } from '../newer-backends.ts';

const NAME = 'kept';
const ID = 'abcdefghijklmno';
const JSON_TEXT = { title: 'changed' };
const FIRST = { email: 'a@example.com', password: '1234567890', passwordConfirm: '1234567890' };
const INPUT = { ...FIRST, avatar: 1, changePassword: true } as const;
const file = () => new File(['a'], 'a.zip', { type: 'application/zip' });
/** Of a mail to a user of the collection; nobody has signed it. */
const LINK = ['{}', JSON.stringify({ collectionId: ID, exp: 4e9 }), 'a']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

/** Every call of `lib/api` that may send a change: how it is made, with the id of a collection that has a record. */
const CALLS: Readonly<Record<string, (collection: string) => Promise<unknown>>> = {
  changeAllSound: (id) => changeAllSound([id], {}, () => requestDelete(id, {})),
  changeAs: (id) => changeAs({ token: undefined }, { ...deleteRecordRequest(id, ID), isCreated: false }),
  changeSound: (id) => changeSound({ id, raw: undefined }, {}, () => requestDelete(id, {})),
  confirmAdminReset: () => confirmAdminReset('token', '1234567890', '1234567890'),
  createAdmin: () => createAdmin(INPUT),
  createBackup: () => createBackup(''),
  createByLink: () => createByLink('token', FIRST),
  createFirstAdmin: () => createFirstAdmin(FIRST),
  deleteAdmin: () => deleteAdmin(ID),
  deleteBackup: () => deleteBackup('a.zip'),
  deleteCollection: (id) => deleteCollection(id),
  deleteLogs: () => deleteLogs(),
  deleteInBatch: (id) => sendBatch([deleteInBatch(id, ID).request]),
  deleteRecord: (id) => deleteRecord(id, ID),
  deleteTrace: () => deleteTrace('place', ID),
  endSessions: (id) => endSessions(id, ID),
  importCollections: () => importCollections({ collections: [], deleteMissing: true }),
  reloadMemory: () => reloadMemory(),
  requestAdminReset: () => requestAdminReset(ADMIN_EMAIL),
  requestDelete: (id) => requestDelete(id, {}),
  restoreBackup: () => restoreBackup('a.zip'),
  restoreByLink: () => restoreByLink('token', 'a.zip'),
  runCron: () => runCron('__pbLogsCleanup__'),
  runSql: () => runSql('SELECT 1'),
  saveInBatch: (collection) =>
    sendBatch([saveInBatch({ collection, id: ID, json: JSON_TEXT })?.request ?? { path: [] }]),
  saveCollection: async (id) => saveCollection({ ...(await getCollection(id)), name: 'renamed' }),
  saveRecord: (collection) => saveRecord({ collection, id: ID, json: JSON_TEXT }),
  saveSettings: () => saveSettings({}, {}, {} as never),
  sendBatch: (id) => sendBatch([deleteRecordRequest(id, ID)]),
  sendPasswordResetMail: (id) => sendPasswordResetMail(id, 'a@example.com'),
  sendSettings: () => sendSettings({}),
  sendTestEmail: () => sendTestEmail({ email: 'a@example.com', template: 'verification' }),
  sendVerificationMail: (id) => sendVerificationMail(id, 'a@example.com'),
  testS3: () => testS3('storage'),
  truncateCollection: (id) => truncateCollection(id),
  unlinkExternalAuth: (id) => unlinkExternalAuth(id, ID, { id: ID, provider: 'github' }),
  updateAdmin: () => updateAdmin(ID, INPUT),
  uploadBackup: () => uploadBackup(file(), () => {}),
  uploadByLink: () => uploadByLink('token', file(), () => {}),
  writeRecord: (collection) => writeRecord({ collection, id: ID, json: JSON_TEXT, names: ['title'] }, {}),
};

/** The pages of an app's users, which the mode of a device does not concern. */
const OF_USERS: typeof CALLS = {
  confirmUserEmailChange: () => confirmUserEmailChange(LINK, { password: '1234567890' }),
  confirmUserReset: () => confirmUserReset(LINK, { password: '1234567890', passwordConfirm: '1234567890' }),
  confirmUserVerification: () => confirmUserVerification(LINK),
};

/** Tells of a visitor's backend, and throws nothing. */
const ASKS = 'visitBackend';

const { fetch: realFetch } = globalThis;
let sent: string[] = [];

afterEach(() => {
  vi.unstubAllGlobals();
  setReadOnly(false);
  browser.readOnly = '';
});

/** Notes what is sent that is no GET. */
function watch(): void {
  sent = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') !== 'GET') sent.push(`${init.method} ${new URL(input).pathname}`);
    return realFetch(input, init);
  });
}

/** All rows of the database, and the files beside it. */
function stateOf(backend: Backend): unknown {
  const tables = backend.sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  return {
    files: readdirSync(backend.dir, { recursive: true }).filter((name) => !/\.db(-\w+)?$/.test(String(name))),
    rows: tables.map(({ name }) => [name, backend.sql(`SELECT * FROM "${name}"`)]),
  };
}

const errorOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  );

test('[BY-52] the tables name every call that may send a change', () => {
  const changing = [...sendingNames()].filter((name) => !READING_REQUESTS.includes(name));
  const found = [...callsUsing(changing)].sort();
  expect(found.length).toBeGreaterThan(30);
  expect([...Object.keys(CALLS), ...Object.keys(OF_USERS), ASKS].sort()).toEqual(found);
});

function runAgainst(backend: () => Backend): void {
  let collection = '';
  beforeAll(async () => {
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const fields = [{ name: 'title', type: 'text' }] as const;
    const body = completeCollection({ name: NAME, type: 'base', fields: [...fields] });
    collection = String((await backend().api.post('/api/collections', body))['id']);
    await backend().api.post(`/api/collections/${NAME}/records`, { id: ID, title: 'kept' });
  });

  test.each([
    ['on this device', () => setReadOnly(true), 'Switch it off at the top of the page.'],
    [
      'by the operator',
      () => Object.assign(browser, { readOnly: '1' }),
      'The operator of this dashboard has set it.',
    ],
  ])('[BY-52] with the mode set %s nothing is sent, and nothing changes', async (_who, set, way) => {
    const before = stateOf(backend());
    set();
    watch();
    for (const [name, call] of Object.entries(CALLS)) {
      const error = await errorOf(call(collection));
      expect([name, error]).toEqual([name, expect.any(ApiError)]);
      expect([name, (error as ApiError).status, (error as ApiError).message]).toEqual([
        name,
        400,
        `${READ_ONLY_TEXT} ${way}`,
      ]);
      expect([name, sent]).toEqual([name, []]);
    }
    await visitBackend();
    expect(sent).toEqual([]);
    expect(stateOf(backend())).toEqual(before);
  });

  test('[BY-52] the SDK of the live updates sends what it is subscribed to, and no change', async () => {
    setReadOnly(true);
    watch();
    const client = sdk(api());
    const error = await errorOf(client.send(`/api/collections/${NAME}/records/${ID}`, { method: 'DELETE' }));
    expect(error).toMatchObject({ response: { message: expect.stringContaining(READ_ONLY_TEXT) } });
    expect(sent).toEqual([]);
    // Refused by the backend, for a connection that there is not.
    await errorOf(
      client.send('/api/realtime', { method: 'POST', body: { clientId: 'a', subscriptions: [] } }),
    );
    expect(sent).toEqual(['POST /api/realtime']);
  });

  test('[BY-51] reading, signing in, renewing the session and file tokens work', async () => {
    setReadOnly(true);
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await refreshSession();
    await checkSession(String(api().session.model?.['id']));
    await requestFileToken();
    expect((await getRecord(collection, ID)).record.id).toBe(ID);
    // Refused by the backend, as nobody has this name.
    await expect(signInUser('users', 'nobody', 'secret')).rejects.toMatchObject({ text: /^Failed to auth/ });
  });

  test('[BY-51] users of an app use their links, unless the operator has set the mode', async () => {
    for (const isOperator of [false, true]) {
      setReadOnly(!isOperator);
      browser.readOnly = isOperator ? 'yes' : '';
      for (const [name, call] of Object.entries(OF_USERS)) {
        watch();
        const error = await errorOf(call(''));
        expect([name, error]).toEqual([name, expect.any(ApiError)]);
        expect([name, sent.length, (error as ApiError).text.startsWith(READ_ONLY_TEXT)]).toEqual([
          name,
          isOperator ? 0 : 1,
          isOperator,
        ]);
      }
    }
  });

  test('[BY-52] another tab switches it on at once, and off', async () => {
    browser.storeElsewhere('atollReadOnly', '1');
    expect(readOnlyBy()).toBe('device');
    const error = await errorOf(saveRecord({ collection, id: ID, json: JSON_TEXT }));
    expect((error as ApiError).text).toContain(READ_ONLY_TEXT);
    browser.storeElsewhere('atollReadOnly');
    await saveRecord({ collection, id: ID, json: JSON_TEXT });
    expect(backend().sql(`SELECT title FROM ${NAME}`)).toEqual([JSON_TEXT]);
  });

  test('it is kept in memory while storage is full', async () => {
    browser.quota = 0;
    setReadOnly(true);
    browser.quota = Number.POSITIVE_INFINITY;
    expect(browser.storage.has('atollReadOnly')).toBe(false);
    expect(readOnlyBy()).toBe('device');
    setReadOnly(false);
    expect(readOnlyBy()).toBeUndefined();
  });
}

test('[BY-50] each backend of a list has a mode of its own, and the operator sets it for one or for all', () => {
  const other = { name: 'Other', url: 'http://other.test/' };
  browser.storage.set('atoll:Other:atollReadOnly', '1');
  expect([readOnlyBy(other), readOnlyBy()]).toEqual(['device', undefined]);
  expect(readOnlyBy({ ...other, readOnly: true })).toBe('operator');
  browser.storage.delete('atoll:Other:atollReadOnly');
  expect(readOnlyBy(other)).toBeUndefined();
  browser.readOnly = '1';
  expect([readOnlyBy(other), readOnlyBy()]).toEqual(['operator', 'operator']);
});

describe('PocketBase 0.22', () => {
  let running: Backend | undefined;
  const backend = () => running as Backend;
  beforeAll(async () => {
    running = await startPocketBase();
    browser.backend = running.url;
    api().baseUrl = running.url;
  });
  afterAll(() => running?.stop());
  runAgainst(backend);
});

onNewer(runAgainst);
