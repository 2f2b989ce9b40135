import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSettings, sendSettings } from '#api/app/settings.ts';
import { signIn } from '#api/auth/admins.ts';
import { api } from '#api/client.ts';
import { getCollection } from '#api/collections/collection.ts';
import { listCollections } from '#api/collections/collections.ts';
import { deleteCollection, saveCollection } from '#api/collections/save.ts';
import { getLog, listLogs, loadLogStats } from '#api/logs/logs.ts';
import { confirmUserVerification } from '#api/public/confirm.ts';
import { listExternalAuths, sendVerificationMail, unlinkExternalAuth } from '#api/records/auth.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { requestFileToken } from '#api/records/files.ts';
import { countRecords, listRecords, requestRecords } from '#api/records/list.ts';
import { loadListState } from '#api/records/lookup.ts';
import { findListed, findListedRecords, listByIds, listPickable } from '#api/records/pick.ts';
import { getRecord, listNewest, saveRecord } from '#api/records/record.ts';
import { createAdmin, deleteAdmin, getAdmin, updateAdmin } from '#api/settings/admin.ts';
import { listAdmins } from '#api/settings/admins.ts';
import { generateAppleSecret } from '#api/settings/apple-secret.ts';
import { canBackup, createBackup, deleteBackup, listBackups, restoreBackup } from '#api/settings/backups.ts';
import { importCollections, listEntries } from '#api/settings/sync.ts';
import { sendTestEmail } from '#api/settings/test-email.ts';
import { testS3 } from '#api/settings/test-s3.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { type Fault, type FaultyBackend, startFaultyBackend } from '#tests/support/faulty-backend.ts';
import { rawOf, writeAll } from '#tests/support/settings/entries.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { readCollection } from '#wire/collections.ts';
import { backend } from './client-fixture.ts';

const FALLBACK = 'Something went wrong while processing your request.';
const UNREADABLE = 'The response is incomplete or not from PocketBase.';
const MAY_HAVE_WORKED = 'The request may still have worked.';
const UNREACHABLE = `${FALLBACK} The backend can’t be reached: check that it is running.`;

const HTML = '<!doctype html><title>502 Bad Gateway</title><p>From a proxy</p>';
const html = { 'content-type': 'text/html' };

/** Faults that leave open whether the request was carried out. */
const UNREADABLE_FAULTS: Record<string, Fault> = {
  'HTML instead of JSON': { kind: 'replaced', body: HTML, type: 'text/html' },
  'an empty response': { kind: 'replaced', body: '' },
  null: { kind: 'replaced', body: 'null' },
  'a text': { kind: 'replaced', body: '"ok"' },
  'a response that was cut': { kind: 'cut', framing: 'length' },
  'a chunked response that was cut': { kind: 'cut', framing: 'chunked' },
  'a response of unknown length that was cut': { kind: 'cut', framing: 'close' },
};

/** Faults with the message that is shown. */
const REFUSALS: Record<string, readonly [fault: Fault, message: string]> = {
  '429 with a message': [{ kind: 'refused', status: 429, body: '{"message":"Slow down."}' }, 'Slow down.'],
  '429 without a message': [
    { kind: 'refused', status: 429, body: HTML, headers: html },
    'Too many requests. Wait a moment, then try again.',
  ],
  '429 with a time': [
    { kind: 'refused', status: 429, headers: { 'retry-after': '30' } },
    'Too many requests. Wait 30 s, then try again.',
  ],
  '429 with a date': [
    { kind: 'refused', status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } },
    'Too many requests. Wait a moment, then try again.',
  ],
  500: [{ kind: 'refused', status: 500 }, FALLBACK],
  '502 with HTML': [{ kind: 'refused', status: 502, body: HTML, headers: html }, FALLBACK],
  'no response': [{ kind: 'dropped' }, UNREACHABLE],
};

const BODY = readCollection(rawOf('', 'posts'));
const COLLECTION = 'users';
const RECORD = 'record000000000';
const apple = { clientId: 'c', teamId: 't', keyId: 'k', privateKey: 'p', duration: 1 };
const pick = { collection: COLLECTION, page: 1, perPage: 10, sort: '', filter: '', expand: '' };
const token = `x.${btoa(JSON.stringify({ collectionId: COLLECTION }))}.y`;

/** Calls that the backend answers with JSON. */
const READS: Record<string, () => Promise<unknown>> = {
  loadSettings: () => loadSettings(),
  listCollections: () => listCollections(),
  getCollection: () => getCollection(COLLECTION),
  listLogs: () => listLogs(1, ''),
  getLog: () => getLog('log'),
  loadLogStats: () => loadLogStats(''),
  listExternalAuths: () => listExternalAuths(COLLECTION, RECORD),
  listRecords: () => listRecords({ ...pick, fields: '*' }),
  requestRecords: () => requestRecords({ ...pick, fields: '*' }),
  countRecords: () => countRecords(COLLECTION, ''),
  findListed: () => findListed(COLLECTION, RECORD, { ...pick, fields: '*' }),
  listByIds: () => listByIds(COLLECTION, [RECORD], ''),
  listPickable: () => listPickable(pick),
  getRecord: () => getRecord(COLLECTION, RECORD),
  listNewest: () => listNewest(COLLECTION, 5),
  listEntries: () => listEntries(100),
  findListedRecords: () => findListedRecords({ ...pick, fields: '*' }, [RECORD]),
  loadListState: () => loadListState(pick, { fields: [] }, 1),
  listAdmins: () => listAdmins({ sort: '', filter: '', page: 1 }),
  getAdmin: () => getAdmin(RECORD),
  listBackups: () => listBackups(),
  canBackup: () => canBackup(),
};
const admin = { email: 'a@example.com', avatar: 0 };
const WRITES: Record<string, () => Promise<unknown>> = {
  saveSettings: () => sendSettings({ meta: {} }),
  createCollection: () => saveCollection(BODY),
  updateCollection: () => saveCollection({ ...BODY, id: COLLECTION }),
  deleteCollection: () => deleteCollection('missing'),
  deleteRecord: () => deleteRecord(COLLECTION, RECORD),
  createRecord: () => saveRecord({ collection: COLLECTION, id: undefined, parts: [] }),
  updateRecord: () => saveRecord({ collection: COLLECTION, id: RECORD, parts: [] }),
  unlinkExternalAuth: () => unlinkExternalAuth(COLLECTION, RECORD, { id: 'x', provider: 'github' }),
  importCollections: () => importCollections({ collections: [], deleteMissing: false }),
  sendVerificationMail: () => sendVerificationMail(COLLECTION, 'a@example.com'),
  sendTestEmail: () => sendTestEmail({ email: 'a@example.com', template: 'verification' }),
  testS3: () => testS3('storage'),
  generateAppleSecret: () => generateAppleSecret(apple, {}),
  requestFileToken: () => requestFileToken(),
  signIn: () => signIn('nobody@example.com', 'wrong'),
  confirmUserVerification: () => confirmUserVerification(token),
  createAdmin: () => createAdmin(admin),
  updateAdmin: () => updateAdmin(RECORD, admin),
  deleteAdmin: () => deleteAdmin(RECORD),
  createBackup: () => createBackup(''),
  deleteBackup: () => deleteBackup('missing.zip'),
  restoreBackup: () => restoreBackup('missing.zip'),
};

let proxy: FaultyBackend;
beforeAll(async () => {
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  proxy = await startFaultyBackend(backend().url);
  api().baseUrl = proxy.url;
});
afterAll(() => proxy.stop());

/** The message and status of the error that a call throws; fails when it throws none or another error. */
async function failure(run: () => Promise<unknown>): Promise<{ message: string; status: number }> {
  try {
    return { message: `a result: ${JSON.stringify(await run())}`, status: -1 };
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    expect(thrown.isAbort).toBe(false);
    return { message: thrown.message, status: thrown.status };
  }
}

test.each(Object.entries(REFUSALS))('%s has one message in every call', async (_, [fault, message]) => {
  proxy.fail(fault);
  for (const [name, run] of Object.entries({ ...READS, ...WRITES }))
    expect([name, (await failure(run)).message]).toEqual([name, message]);
});

/** The calls with `cut` that have no successful response to cut: the backend refuses what they send. */
const isRefusedCall = (name: string, fault: Fault): boolean =>
  fault.kind === 'cut' && !['loadSettings', 'listCollections'].includes(name);

test.each(Object.entries(UNREADABLE_FAULTS))('%s is never a result', async (_, fault) => {
  proxy.fail(fault);
  for (const [name, run] of Object.entries(READS)) {
    if (isRefusedCall(name, fault)) continue;
    expect([name, await failure(run)]).toEqual([name, { message: UNREADABLE, status: 0 }]);
  }
  for (const [name, run] of Object.entries(WRITES)) {
    if (isRefusedCall(name, fault)) continue;
    const { message, status } = await failure(run);
    expect([name, status]).toEqual([name, 0]);
    expect([name, message]).toEqual([
      name,
      expect.stringMatching(new RegExp(`^${UNREADABLE}( ${MAY_HAVE_WORKED})?$`)),
    ]);
  }
});

test.each(['[]', '{}', '{"items":null}', '[null]'])(
  'JSON of another shape, %s, is never a result',
  async (body) => {
    proxy.fail({ kind: 'replaced', body });
    // Where an array is the shape, an empty one is a result.
    const lists = body.startsWith('[') ? ['loadLogStats', 'listExternalAuths', 'listBackups'] : [];
    for (const [name, run] of Object.entries(READS)) {
      if (lists.includes(name)) continue;
      expect([name, await failure(run)]).toEqual([name, { message: UNREADABLE, status: 0 }]);
    }
    for (const name of [
      'saveSettings',
      'createCollection',
      'updateCollection',
      'createRecord',
      'updateRecord',
      'createAdmin',
      'updateAdmin',
      'generateAppleSecret',
      'requestFileToken',
      'signIn',
    ]) {
      const { message, status } = await failure(WRITES[name] ?? (async () => {}));
      expect([name, status]).toEqual([name, 0]);
      expect([name, message]).toEqual([name, expect.stringContaining(UNREADABLE)]);
    }
  },
);

test('a write whose response can’t be read says that it may have worked', async () => {
  proxy.fail({ kind: 'replaced', body: HTML, type: 'text/html' });
  for (const name of [
    'saveSettings',
    'createRecord',
    'updateCollection',
    'deleteRecord',
    'importCollections',
  ])
    expect([name, (await failure(WRITES[name] ?? (async () => {}))).message]).toEqual([
      name,
      `${UNREADABLE} ${MAY_HAVE_WORKED}`,
    ]);
});

test('an error of the backend and a response without content are understood as before', async () => {
  proxy.heal();
  expect(await failure(() => getRecord(COLLECTION, RECORD))).toEqual({
    message: "The requested resource wasn't found.",
    status: 404,
  });
  await importCollections({ collections: writeAll(await listEntries(100)), deleteMissing: false });
});
