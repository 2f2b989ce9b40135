import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import * as asUser from '#api/access/as-user.ts';
import * as signIns from '#api/access/sign-ins.ts';
import * as least from '#api/app/least-version.ts';
import * as reachable from '#api/app/reachable.ts';
import * as settings from '#api/app/settings.ts';
import * as version from '#api/app/version.ts';
import * as access from '#api/auth/access.ts';
import * as session from '#api/auth/admins.ts';
import * as firstLink from '#api/auth/first-link.ts';
import * as reach from '#api/auth/installer-reach.ts';
import * as steps from '#api/auth/second-factor.ts';
import * as visiting from '#api/auth/visit.ts';
import { api, call } from '#api/client.ts';
import * as oneCollection from '#api/collections/collection.ts';
import * as collections from '#api/collections/collections.ts';
import * as memory from '#api/collections/memory.ts';
import { listProviders } from '#api/collections/providers.ts';
import { deleteCollection, saveCollection, truncateCollection } from '#api/collections/save.ts';
import { tryView } from '#api/collections/try-view.ts';
import * as home from '#api/home/newest.ts';
import { deleteLogs } from '#api/logs/delete-logs.ts';
import * as logs from '#api/logs/logs.ts';
import * as confirm from '#api/public/confirm.ts';
import * as auth from '#api/records/auth.ts';
import * as batches from '#api/records/batch.ts';
import * as byKey from '#api/records/by-key.ts';
import * as deleting from '#api/records/delete.ts';
import * as files from '#api/records/files.ts';
import * as lists from '#api/records/list.ts';
import * as loading from '#api/records/load-file.ts';
import * as lookup from '#api/records/lookup.ts';
import * as pick from '#api/records/pick.ts';
import * as records from '#api/records/record.ts';
import * as realtime from '#api/records/shared-realtime.ts';
import { againWithoutFields } from '#api/records/without-fields.ts';
import { sdk } from '#api/sdk.ts';
import * as oneAdmin from '#api/settings/admin.ts';
import * as admins from '#api/settings/admins.ts';
import * as apple from '#api/settings/apple-secret.ts';
import * as backups from '#api/settings/backups.ts';
import { loadClientAddress } from '#api/settings/client-address.ts';
import * as crons from '#api/settings/crons.ts';
import { saveSettings } from '#api/settings/save.ts';
import { runSql } from '#api/settings/sql.ts';
import * as sync from '#api/settings/sync.ts';
import * as mail from '#api/settings/test-email.ts';
import * as s3 from '#api/settings/test-s3.ts';
import { uploadBackup } from '#api/settings/upload-backup.ts';
import { ApiError, UNREADABLE_MESSAGE } from '#domain/app/api-error.ts';
import { requestUrl } from '#domain/backend/request.ts';
import type { ListedCollection } from '#domain/records/list-query.ts';
import { stubUpload } from '#tests/stores/records/panel/upload-stub.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { rawSettings } from '#tests/support/settings/stored.ts';
import { readCollection } from '#wire/collections.ts';
import { signInRequest } from '#wire/identities.ts';
import { deleteRecordRequest, recordRequests, recordsRequest, saveRecordRequest } from '#wire/records.ts';

/** The sub-path must survive, too. */
const BASE = 'http://backend.test/sub/';

/** No part of a path: nothing is sent. */
const RESOLVED = ['..', '.', ''];
const ENCODED = [
  ...['%2e%2e', '%2F', '/', '../..', './.', '..\\..', 'a/../b', '//host/x', '...', '..;a=b', '..x'],
  ...['\\', '?x', '#x', '\n', 'é ü', 'a/b', 'plain'],
];

/** Every address that the page has requested or made, as the browser understands it. */
let requested: string[] = [];

class Source {
  constructor(url: string) {
    requested.push(url);
  }
  addEventListener() {}
  removeEventListener() {}
  close() {}
}

beforeEach(() => {
  browser.backend = BASE;
  requested = [];
  vi.stubGlobal('fetch', async (input: unknown) => {
    requested.push(String(input));
    return Response.json({ code: 400, message: 'Refused.', data: {} }, { status: 400 });
  });
  vi.stubGlobal('EventSource', Source);
  stubUpload();
});

type Run = (value: string) => unknown;

const COLLECTION = 'collection00000';
const RECORD = 'record000000000';
const body = readCollection({ name: 'posts' });
const file = () => new File(['x'], 'x.zip');
const tokenOf = (collectionId: string) =>
  `x.${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ collectionId }))))}.y`;
const admin = { email: 'a@example.com', avatar: 0 };
const password = { password: 'p', passwordConfirm: 'p' };
const query = { page: 1, perPage: 10, sort: '', filter: '', expand: '', fields: '*' };
const appleInput = { clientId: 'c', teamId: 't', keyId: 'k', privateKey: 'p', duration: 1 };
// Deno can't open a channel right after the last one was closed.
const channel = new BroadcastChannel('paths');
afterAll(() => channel.close());
const listen = async (
  follow: typeof realtime.followRecords | typeof realtime.subscribeRecords,
  id: string,
): Promise<void> => {
  const aborting = new AbortController();
  const ignore = () => {};
  const subscription = { collection: id, record: id, onEvent: ignore, onConnected: ignore };
  const before = requested.length;
  // It waits for a connection that never comes.
  void follow(subscription, { signal: aborting.signal }).catch(ignore);
  await vi.waitUntil(() => requested.length > before);
  aborting.abort();
};
const loadFile = (collectionId: string, id: string, name: string) =>
  loading.loadFile({ collectionId, id }, name);
const visit = (url: string | undefined) => {
  if (url !== undefined) requested.push(url);
};

const newRecord = (title: string) => saveRecordRequest(COLLECTION, undefined, { title });
const ownFile = { ...{ collection: COLLECTION, record: RECORD, name: 'a.txt' }, token: undefined, query: {} };
const asGuest = { token: undefined, collection: COLLECTION } as const;

/** `*` stands for the value, as one segment. */
const RECORDS_PATH = 'collections/*/records';
const RECORD_PATH = `collections/${COLLECTION}/records/*`;

/** Each call with a value in its path, with that path; a call with several such values stands here once for each. */
const IN_PATH: readonly (readonly [name: string, path: string, run: Run])[] = [
  ['getCollection', 'collections/*', (id) => oneCollection.getCollection(id)],
  // Without an id it creates one, see below.
  ['saveCollection', 'collections/*', (id) => saveCollection({ ...body, id: id || '.' })],
  ['deleteCollection', 'collections/*', (id) => deleteCollection(id)],
  ['requestDelete', 'collections/*', (id) => oneCollection.requestDelete(id, {})],
  ['truncateCollection', 'collections/*/truncate', (id) => truncateCollection(id)],
  ['getSound', 'collections/*', (id) => memory.getSound(id)],
  ['getInMemory', 'collections/*', (id) => oneCollection.getInMemory(id, {})],
  ['getLog', 'logs/*', (id) => logs.getLog(id)],
  [
    'confirmUserReset',
    'collections/*/confirm-password-reset',
    (id) => confirm.confirmUserReset(tokenOf(id), password),
  ],
  [
    'confirmUserVerification',
    'collections/*/confirm-verification',
    (id) => confirm.confirmUserVerification(tokenOf(id)),
  ],
  [
    'confirmUserEmailChange',
    'collections/*/confirm-email-change',
    (id) => confirm.confirmUserEmailChange(tokenOf(id), password),
  ],
  ['sendVerificationMail', 'collections/*/request-verification', (id) => auth.sendVerificationMail(id, 'a')],
  [
    'sendPasswordResetMail',
    'collections/*/request-password-reset',
    (id) => auth.sendPasswordResetMail(id, 'a'),
  ],
  [
    'listExternalAuths',
    `${RECORDS_PATH}/${RECORD}/external-auths`,
    (id) => auth.listExternalAuths(id, RECORD),
  ],
  ['listExternalAuths', `${RECORD_PATH}/external-auths`, (id) => auth.listExternalAuths(COLLECTION, id)],
  [
    'unlinkExternalAuth',
    `${RECORDS_PATH}/${RECORD}/external-auths/x`,
    (id) => auth.unlinkExternalAuth(id, RECORD, { id: 'x', provider: 'x' }),
  ],
  [
    'unlinkExternalAuth',
    `${RECORD_PATH}/external-auths/x`,
    (id) => auth.unlinkExternalAuth(COLLECTION, id, { id: 'x', provider: 'x' }),
  ],
  [
    'unlinkExternalAuth',
    `collections/${COLLECTION}/records/${RECORD}/external-auths/*`,
    (provider) => auth.unlinkExternalAuth(COLLECTION, RECORD, { id: 'x', provider }),
  ],
  ['pagesByKey', RECORDS_PATH, (collection) => byKey.pagesByKey({ ...query, collection }).next()],
  ['deleteRecord', `${RECORDS_PATH}/${RECORD}`, (id) => deleting.deleteRecord(id, RECORD)],
  ['deleteRecord', RECORD_PATH, (id) => deleting.deleteRecord(COLLECTION, id)],
  ['signInUser', 'collections/*/auth-with-password', (id) => asUser.signInUser(id, 'ann@example.com', 'p')],
  ['impersonate', `collections/*/impersonate/${RECORD}`, (id) => asUser.impersonate(id, RECORD, 60)],
  ['impersonate', `collections/${COLLECTION}/impersonate/*`, (id) => asUser.impersonate(COLLECTION, id, 60)],
  ['sendAs', RECORDS_PATH, (collection) => asUser.sendAs({ ...asGuest, collection })],
  ['sendAs', RECORD_PATH, (id) => asUser.sendAs({ ...asGuest, id })],
  ['loadsFile', `files/*/${RECORD}/a.txt`, (id) => asUser.loadsFile({ ...ownFile, collection: id })],
  ['loadsFile', `files/${COLLECTION}/*/a.txt`, (id) => asUser.loadsFile({ ...ownFile, record: id })],
  ['loadsFile', `files/${COLLECTION}/${RECORD}/*`, (name) => asUser.loadsFile({ ...ownFile, name })],
  ['deleteTrace', 'collections/_authOrigins/records/*', (id) => signIns.deleteTrace('place', id)],
  ['endSessions', `${RECORDS_PATH}/${RECORD}`, (id) => signIns.endSessions(id, RECORD)],
  ['endSessions', RECORD_PATH, (id) => signIns.endSessions(COLLECTION, id)],
  ['getRecord', `${RECORDS_PATH}/${RECORD}`, (id) => records.getRecord(id, RECORD)],
  ['getRecord', RECORD_PATH, (id) => records.getRecord(COLLECTION, id)],
  ['listNewest', RECORDS_PATH, (id) => records.listNewest(id, 1)],
  ['saveRecord', RECORDS_PATH, (id) => records.saveRecord({ collection: id, id: undefined, parts: [] })],
  [
    'saveRecord',
    `${RECORDS_PATH}/${RECORD}`,
    (id) => records.saveRecord({ collection: id, id: RECORD, parts: [] }),
  ],
  ['saveRecord', RECORD_PATH, (id) => records.saveRecord({ collection: COLLECTION, id, parts: [] })],
  [
    'writeRecord',
    RECORD_PATH,
    (id) => records.writeRecord({ collection: COLLECTION, id, parts: [], names: [] }, {}),
  ],
  [
    'saveRecord',
    RECORD_PATH,
    (id) =>
      records.saveRecord({
        collection: COLLECTION,
        id,
        parts: [{ name: 'a', value: file() }],
        onProgress: () => {},
      }),
  ],
  ['loadNewest', RECORDS_PATH, (id) => home.loadNewest(id, '*')],
  [
    'againWithoutFields',
    RECORDS_PATH,
    (collection) => {
      const unreadable = new ApiError({ status: 0, message: UNREADABLE_MESSAGE });
      return againWithoutFields(collection, recordsRequest({ ...query, collection }), unreadable, {});
    },
  ],
  ['listRecords', RECORDS_PATH, (collection) => lists.listRecords({ ...query, collection })],
  ['requestRecords', RECORDS_PATH, (collection) => lists.requestRecords({ ...query, collection })],
  [
    'pagesByKey',
    RECORDS_PATH,
    (collection) => byKey.pagesByKey({ collection, filter: '', expand: '', fields: '', perPage: 5 }).next(),
  ],
  ['countRecords', RECORDS_PATH, (collection) => lists.countRecords(collection, '')],
  ['countRows', RECORDS_PATH, (collection) => byKey.countRows({ collection, filter: '' })],
  ['countAny', RECORDS_PATH, (id) => byKey.countAny({ id, type: 'base' }, '')],
  [
    'findListedRecords',
    RECORDS_PATH,
    (collection) => pick.findListedRecords({ ...query, collection }, [RECORD]),
  ],
  [
    'loadListState',
    RECORDS_PATH,
    (collection) => lookup.loadListState({ ...query, collection }, { fields: [] }, 1),
  ],
  ['findRecords', RECORDS_PATH, (collection) => byKey.findRecords({ collection, filter: '', fields: '' })],
  [
    'getFileSize',
    `files/*/${RECORD}/a.txt`,
    (id) => loading.getFileSize({ collectionId: id, id: RECORD }, 'a.txt'),
  ],
  [
    'getFileSize',
    `files/${COLLECTION}/*/a.txt`,
    (id) => loading.getFileSize({ collectionId: COLLECTION, id }, 'a.txt'),
  ],
  [
    'getFileSize',
    `files/${COLLECTION}/${RECORD}/*`,
    (name) => loading.getFileSize({ collectionId: COLLECTION, id: RECORD }, name),
  ],
  ['listPickable', RECORDS_PATH, (collection) => pick.listPickable({ ...query, collection })],
  ['listByIds', RECORDS_PATH, (collection) => pick.listByIds(collection, [RECORD], '')],
  ['firstMatching', RECORDS_PATH, (collection) => pick.firstMatching({ ...query, collection })],
  ['findListed', RECORDS_PATH, (collection) => pick.findListed(collection, RECORD, query)],
  [
    'fileUrl',
    `files/*/${RECORD}/a.txt`,
    (id) => visit(files.fileUrl({ collectionId: id, id: RECORD }, 'a.txt')),
  ],
  [
    'fileUrl',
    `files/${COLLECTION}/*/a.txt`,
    (id) => visit(files.fileUrl({ collectionId: COLLECTION, id }, 'a.txt')),
  ],
  [
    'fileUrl',
    `files/${COLLECTION}/${RECORD}/*`,
    (name) => visit(files.fileUrl({ collectionId: COLLECTION, id: RECORD }, name)),
  ],
  ['loadFile', `files/*/${RECORD}/a.txt`, (id) => loadFile(id, RECORD, 'a.txt')],
  ['loadFile', `files/${COLLECTION}/*/a.txt`, (id) => loadFile(COLLECTION, id, 'a.txt')],
  ['loadFile', `files/${COLLECTION}/${RECORD}/*`, (name) => loadFile(COLLECTION, RECORD, name)],
  ['checkSession', 'admins/*', (id) => session.checkSession(id)],
  ['getAdmin', 'admins/*', (id) => oneAdmin.getAdmin(id)],
  ['updateAdmin', 'admins/*', (id) => oneAdmin.updateAdmin(id, admin)],
  ['deleteAdmin', 'admins/*', (id) => oneAdmin.deleteAdmin(id)],
  ['deleteBackup', 'backups/*', (key) => backups.deleteBackup(key)],
  ['runCron', 'crons/*', (id) => crons.runCron(id)],
  ['restoreBackup', 'backups/*/restore', (key) => backups.restoreBackup(key)],
  ['restoreByLink', 'backups/*/restore', (key) => firstLink.restoreByLink('x', key)],
  ['apiUrl', 'backups/*', (key) => call(async () => visit(files.apiUrl(['backups', key], {}).href))],
  ['backupUrl', 'backups/*', (key) => call(async () => visit(backups.backupUrl(key, 'token')))],
];

/** Each call without a value in its path, with all paths that it may request. */
const BESIDE_PATH: readonly (readonly [name: string, paths: readonly string[], run: Run])[] = [
  ['loadSettings', ['settings'], () => settings.loadSettings()],
  ['sendSettings', ['settings'], (name) => settings.sendSettings({ [name]: name })],
  [
    'saveSettings',
    ['settings'],
    (name) => saveSettings({}, { 'application.name': name }, rawSettings({ meta: {} })),
  ],
  ['createFirstAdmin', ['admins'], (email) => access.createFirstAdmin({ email, ...password })],
  ['requestAdminReset', ['admins/request-password-reset'], (email) => access.requestAdminReset(email)],
  [
    'confirmAdminReset',
    ['admins/confirm-password-reset'],
    (token) => access.confirmAdminReset(token, 'p', 'p'),
  ],
  ['signIn', ['admins/auth-with-password'], (identity) => session.signIn(identity, identity)],
  [
    'signInBy',
    ['admins/auth-with-password'],
    (identity) => session.signInBy(signInRequest(identity, identity)),
  ],
  ['loadSignInMethods', ['collections/_superusers/auth-methods'], () => steps.loadSignInMethods()],
  ['requestCode', ['collections/_superusers/request-otp'], (email) => steps.requestCode(email)],
  [
    'signInByCode',
    ['collections/_superusers/auth-with-otp'],
    (code) => steps.signInByCode({ codeId: code, code, step: code }),
  ],
  ['checkFirstLink', ['logs'], (token) => firstLink.checkFirstLink(token)],
  ['createByLink', ['admins'], (email) => firstLink.createByLink('x', { email, ...password })],
  ['restoreFailuresByLink', ['logs'], (token) => firstLink.restoreFailuresByLink(token)],
  ['refreshSession', ['admins/auth-refresh'], () => session.refreshSession()],
  ['signInAgain', ['admins/auth-with-password'], (identity) => session.signInAgain(identity, identity)],
  ['findVersion', ['../_/'], () => version.findVersion(undefined)],
  ['visitBackend', ['../_/', 'health'], () => visiting.visitBackend()],
  ['probe', ['health'], () => visiting.probe('/api/health', {})],
  ['forgetSession', [], () => session.forgetSession()],
  // The page's own address is not a loopback one here.
  ['isOpenToOthers', [], () => reach.isOpenToOthers()],
  ['listCollections', ['collections'], () => collections.listCollections()],
  ['requestCollections', ['collections'], () => collections.requestCollections(1, {})],
  ['lastChange', ['collections'], () => collections.lastChange()],
  ['saveCollection', ['collections'], (name) => saveCollection({ ...body, name })],
  // The line of these tests has no memory that could be wrong.
  ['listProviders', ['collections/meta/oauth2-providers'], () => listProviders()],
  ['tryView', ['collections/meta/dry-run-view'], (query) => tryView(query)],
  ['loadLeastVersion', ['collections/meta/scaffolds'], () => least.loadLeastVersion()],
  ['loadEscapes', ['collections/_superusers/records'], () => least.loadEscapes()],
  ['changeSound', [], (id) => memory.changeSound({ id, raw: undefined }, {}, async () => id)],
  ['changeAllSound', [], (id) => memory.changeAllSound([id], {}, async () => id)],
  ['reloadMemory', ['collections'], () => memory.reloadMemory()],
  ['countLogs', ['logs'], (filter) => logs.countLogs(filter)],
  ['listLogs', ['logs'], (filter) => logs.listLogs(1, filter)],
  ['findLogs', ['logs'], (filter) => logs.findLogs({ page: 1, perPage: 50, sort: '-rowid', filter })],
  ['loadLogStats', ['logs/stats'], (filter) => logs.loadLogStats(filter)],
  ['requestFileToken', ['files/token'], () => files.requestFileToken()],
  ['createFileLoader', ['files/token'], (name) => loading.createFileLoader({})(async () => name)],
  ['backendOrigins', [], () => files.backendOrigins()],
  ['subscribeRecords', ['realtime'], (id) => listen(realtime.subscribeRecords, id)],
  ['followRecords', ['realtime'], (id) => listen(realtime.followRecords, id)],
  ['listAdmins', ['admins'], (value) => admins.listAdmins({ sort: value, filter: value, page: 1 })],
  ['createAdmin', ['admins'], (email) => oneAdmin.createAdmin({ email, avatar: 0 })],
  [
    'generateAppleSecret',
    ['settings/apple/generate-client-secret'],
    (clientId) => apple.generateAppleSecret({ ...appleInput, clientId }, {}),
  ],
  [
    'listTraces',
    ['_authOrigins', '_otps', '_mfas'].map((kept) => `collections/${kept}/records`),
    (id) => signIns.listTraces(id, id),
  ],
  ['fileTokenAs', ['files/token'], (token) => asUser.fileTokenAs({ token })],
  ['sendBatch', ['batch'], (title) => batches.sendBatch([newRecord(title)])],
  [
    'changeAs',
    ['batch'],
    (title) => asUser.changeAs({ token: title }, { ...newRecord(title), isCreated: true }),
  ],
  ['runSql', ['sql'], (query) => runSql(query)],
  ['saveInBatch', [], (id) => void batches.saveInBatch({ collection: id, id })],
  ['deleteInBatch', [], (id) => void batches.deleteInBatch(id, id)],
  ['listBackups', ['backups'], () => backups.listBackups()],
  ['listCrons', ['crons'], () => crons.listCrons()],
  ['deleteLogs', ['logs'], () => deleteLogs()],
  ['loadClientAddress', ['health'], () => loadClientAddress()],
  ['listRestoreFailures', ['logs'], () => backups.listRestoreFailures()],
  ['canBackup', ['health'], () => backups.canBackup()],
  ['isReachable', ['health'], () => reachable.isReachable({})],
  ['createBackup', ['backups'], (name) => backups.createBackup(name)],
  [
    'uploadByLink',
    ['backups/upload'],
    (name) => firstLink.uploadByLink('x', new File(['x'], name), () => {}),
  ],
  ['uploadBackup', ['backups/upload'], (name) => uploadBackup(new File(['x'], name), () => {})],
  ['listEntries', ['collections'], () => sync.listEntries(1)],
  [
    'importCollections',
    ['collections/import'],
    (id) => sync.importCollections({ collections: [{ id, name: id }], deleteMissing: false }),
  ],
  [
    'sendTestEmail',
    ['settings/test/email'],
    (email) => mail.sendTestEmail({ email, template: 'verification' }),
  ],
  ['testS3', ['settings/test/s3'], () => s3.testS3('storage')],
];

/** Runs a call; its error, if any, must be of the one kind that callers handle. */
async function attempt(run: Run, value: string): Promise<void> {
  requested = [];
  try {
    await run(value);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
  }
}

/** The paths that were requested, as the browser resolves them. */
const paths = () => requested.map((url) => new URL(url).origin + new URL(url).pathname);
const expected = (path: string) => `${BASE}api/${path}`;
/**
 * A value as a segment: the backend decodes what has percent signs twice. Lists of records, whose path the first script
 * makes, too, encode once: no collection has such an id.
 */
function segmentOf(value: string, isList: boolean): string {
  const segment = encodeURIComponent(value);
  return value.includes('%') && !isList ? encodeURIComponent(segment) : segment;
}

/** The calls to {@link RECORDS_PATH} that do not list. */
const OTHERS = ['createRecord', 'saveRecord', 'sendAs', 'writeRecord'];

test('the tables name every call of every module', () => {
  const modules = import.meta.glob<Record<string, unknown>>('/src/lib/api/*/*.ts', { eager: true });
  const names = Object.values(modules).flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  );
  const listed = [...IN_PATH, ...BESIDE_PATH].map(([name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect([...new Set(listed)].sort()).toEqual(names.sort());
});

test.each(IN_PATH)(
  '%s of %s sends nothing for what the browser would read as another path, and keeps the rest in its segment',
  async (name, path, run) => {
    for (const value of RESOLVED) {
      await attempt(run, value);
      expect([value, requested]).toEqual([value, []]);
    }
    for (const value of ENCODED) {
      await attempt(run, value);
      const segment = segmentOf(value, path === RECORDS_PATH && !OTHERS.includes(name));
      // A list that can't be read is asked for once more.
      expect([value, [...new Set(paths())]]).toEqual([value, [expected(path.replace('*', () => segment))]]);
    }
  },
);

test.each(BESIDE_PATH)('%s requests %j only, whatever it is given', async (_name, allowed, run) => {
  for (const value of [...RESOLVED, ...ENCODED]) {
    await attempt(run, value);
    const known = allowed.map((path) => new URL(expected(path)).href);
    expect([value, paths()]).toEqual([value, known]);
  }
});

test('a batch has no change whose id would make its path another one, and keeps the rest in its segment', async () => {
  let body = '';
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) => {
    body = String(init.body);
    return Response.json([{ status: 204, body: null }]);
  });
  for (const id of RESOLVED)
    await expect(batches.sendBatch([deleteRecordRequest(COLLECTION, id)])).rejects.toThrow(ApiError);
  expect(body).toBe('');
  for (const id of ENCODED) {
    await batches.sendBatch([deleteRecordRequest(COLLECTION, id)]);
    const url = `/api/${RECORD_PATH.replace('*', () => segmentOf(id, false))}`;
    expect([id, JSON.parse(body)]).toEqual([id, { requests: [{ method: 'DELETE', url }] }]);
  }
});

test('a refused id is an error, and so is the link of a refused name', async () => {
  await expect(records.getRecord(COLLECTION, '..')).rejects.toMatchObject({
    status: 400,
    message: "The requested resource wasn't found.",
  });
  expect(() => backups.backupUrl('..', 'token')).toThrow();
});

test('the first script requests the list of a plain id only', () => {
  const listPathsOf = (id: string) => {
    const collection: ListedCollection = { id, name: 'a', type: 'base', fields: [] };
    return recordRequests(collection, []).map(
      (request) => new URL(requestUrl(request).slice(1), BASE).pathname,
    );
  };
  for (const id of [...RESOLVED, '/', '\\', 'a/b', '..x']) expect([id, listPathsOf(id)]).toEqual([id, []]);
  for (const id of ['%2e%2e', '%2F', '?x', '#x', '\n', 'plain']) {
    const path = `/sub/api/collections/${encodeURIComponent(id)}/records`;
    expect(listPathsOf(id)).toEqual([path, path]);
  }
});

test('a response about another part than was requested is refused', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 'other', collectionId: COLLECTION, name: 'posts' }));
  const parts = { collection: COLLECTION, id: RECORD, parts: [] };
  for (const [name, run] of Object.entries({
    getRecord: () => records.getRecord(COLLECTION, RECORD),
    'getRecord of another collection': () => records.getRecord('other', 'other'),
    updateRecord: () => records.saveRecord(parts),
    'createRecord in another collection': () =>
      records.saveRecord({ ...parts, collection: 'other', id: undefined }),
    'createRecord with this id': () =>
      records.saveRecord({ collection: COLLECTION, id: undefined, json: { id: RECORD } }),
    getCollection: () => oneCollection.getCollection(COLLECTION),
    updateCollection: () => saveCollection({ ...body, id: COLLECTION }),
    getAdmin: () => oneAdmin.getAdmin(RECORD),
    updateAdmin: () => oneAdmin.updateAdmin(RECORD, admin),
    getLog: () => logs.getLog(RECORD),
  })) {
    const error = await run().then(
      () => 'a result',
      (thrown: ApiError) => [thrown.status, thrown.message.split('.')[0]],
    );
    expect([name, error]).toEqual([name, [0, 'The response is incomplete or not from PocketBase']]);
  }
  expect((await records.getRecord(COLLECTION, 'other')).record.id).toBe('other');
  expect((await oneCollection.getCollection('Posts')).id).toBe('other');
});

test('the client itself sends nothing to a path that the browser would change', async () => {
  for (const path of [
    '/api/../_/',
    '/api//logs',
    '//host/api',
    'https://host/api',
    '/api/a?b',
    '/api/',
    'api',
  ]) {
    const { signal } = new AbortController();
    await expect(api().send(path, { signal }), path).rejects.toThrow();
    await expect(sdk(api()).send(path, {}), path).rejects.toThrow();
  }
  expect(requested).toEqual([]);
});
