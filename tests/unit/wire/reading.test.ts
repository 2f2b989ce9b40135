import { afterEach, expect, test } from 'vitest';
import type { BackendRequest } from '#domain/backend/request.ts';
import { READING_REQUESTS, sendingNames } from '#tests/support/wire-requests.ts';
import { type Line, setLine } from '#wire/choose.ts';
import { isLinkOfUser, isReading, overridesMethod } from '#wire/reading.ts';

afterEach(() => setLine(undefined));

/** Arguments of every request of the wire that is no GET. */
const REQUESTS: Readonly<Record<string, readonly unknown[]>> = {
  FIRST_ADMIN_PROBE: [],
  appleSecretRequest: [{}],
  batchRequest: [[]],
  codeRequest: ['a@b.test'],
  codeSignInRequest: ['id', '123', 'step'],
  confirmRequest: ['reset', 'users', {}],
  createAdminRequest: [{ email: 'a@b.test' }],
  createBackupRequest: ['a.zip'],
  deleteAdminRequest: ['id'],
  deleteBackupRequest: ['a.zip'],
  deleteCollectionRequest: ['posts'],
  deleteLogsRequest: [],
  deleteRecordRequest: ['posts', 'id'],
  deleteTraceRequest: ['place', 'id'],
  endSessionsRequest: ['users', 'id'],
  fileTokenRequest: [],
  firstAdminRequest: [{}],
  impersonateRequest: ['users', 'id', 60],
  importRequest: [{}],
  neverStored: [],
  refreshRequest: [],
  resetMailRequest: ['a@b.test'],
  resetRequest: ['token', 'a', 'a'],
  restoreBackupRequest: ['a.zip'],
  runCronRequest: ['job'],
  saveCollectionRequest: [undefined, {}],
  saveRecordRequest: ['posts', undefined, {}],
  saveSettingsRequest: [{}],
  signInRequest: ['a@b.test', 'secret'],
  // What it does is in its text.
  sqlRequest: ['SELECT 1'],
  testEmailRequest: ['a@b.test', 'verification', undefined],
  // It stores a file, and deletes it.
  testS3Request: ['storage'],
  truncateRequest: ['posts'],
  tryViewRequest: ['SELECT 1 AS id'],
  unlinkRequest: ['users', 'id', { id: 'link', provider: 'github' }],
  updateAdminRequest: ['id', { email: 'a@b.test' }],
  uploadBackupRequest: [new File(['a'], 'a.zip')],
  userMailRequest: ['verification', 'users', 'a@b.test'],
  userSignInRequest: ['users', 'a', 'b'],
};

const wire = Object.assign(
  {},
  ...Object.values(import.meta.glob<object>('/src/lib/wire/{pb22/,}*.ts', { eager: true })),
) as Readonly<Record<string, unknown>>;

const pathOf = ({ path }: BackendRequest): string =>
  typeof path === 'string' ? path : `/api/${path.map(encodeURIComponent).join('/')}`;

test('[BY-50] every request that is no GET is named here, and nothing else', () => {
  const found = [...sendingNames()].sort();
  expect(found.length).toBeGreaterThan(30);
  expect(Object.keys(REQUESTS)).toEqual(found);
});

const LINES: readonly Line[] = ['pb22', 'pb23'];

test.each(LINES.flatMap((line) => Object.entries(REQUESTS).map(([name, entry]) => ({ line, name, entry }))))(
  '[BY-50] $name of $line passes read-only mode only if it changes nothing',
  ({ line, name, entry: args }) => {
    setLine(line);
    const made = wire[name];
    const request = (typeof made === 'function' ? made(...args) : made) as BackendRequest;
    expect(request.method).toMatch(/^(POST|PUT|PATCH|DELETE)$/);
    expect(isReading(request.method ?? 'GET', pathOf(request))).toBe(READING_REQUESTS.includes(name));
  },
);

test.each(['GET', 'HEAD', 'OPTIONS'])('%s reads everywhere', (method) => {
  for (const path of ['/api/collections/posts/records', '/api/anything/%2e/', '/', ''])
    expect(isReading(method, path)).toBe(true);
});

const READING_POSTS = [
  '/api/realtime',
  '/api/files/token',
  '/api/admins/auth-with-password',
  '/api/admins/auth-refresh',
  '/api/collections/_superusers/auth-with-password',
  '/api/collections/users/auth-refresh',
  '/api/collections/_superusers/request-otp',
  '/api/collections/_superusers/auth-with-otp',
  '/api/collections/users/impersonate/abc',
  '/api/collections/meta/dry-run-view',
  '/api/settings/apple/generate-client-secret',
];

test.each(READING_POSTS)('POST to %s reads, and no other method or spelling does', (path) => {
  expect(isReading('POST', path)).toBe(true);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'MERGE', 'post', 'Post', 'get', ''])
    expect([method, isReading(method, path)]).toEqual([method, false]);
  const last = path.lastIndexOf('/');
  for (const other of [
    `${path}/`,
    `${path}//`,
    `${path} `,
    `${path}\n`,
    `${path}%20`,
    `${path}%2f`,
    `${path}?a=1`,
    `${path};a=1`,
    `${path}/records`,
    `/${path}`,
    path.replace('/api', '/api/'),
    path.replace('/api', '/API'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/collections/../'),
    path.replace('/api/', '/api/%2e/'),
    path.replace('/api/', '/api%2f'),
    `${path.slice(0, last)}%2F${path.slice(last + 1)}`,
    path.replace('a', '%61'),
    path.slice(1),
    `http://a.test${path}`,
    `/backends/A${path}`,
  ])
    expect([other, isReading('POST', other)]).toEqual([other, false]);
});

test.each([
  ['a code for a user, by which an address is confirmed', '/api/collections/users/auth-with-otp'],
  ['a code for a user', '/api/collections/users/request-otp'],
  ['a sign-in that may create a user', '/api/collections/users/auth-with-oauth2'],
  ['SQL, of which a path does not say what it does', '/api/sql'],
  ['a batch, even an empty one', '/api/batch'],
  ['a name that another server could decode', '/api/collections/us%65rs/auth-refresh'],
  ['no name', '/api/collections//auth-refresh'],
  ['two names', '/api/collections/a/b/auth-refresh'],
  ['a route of a hook', '/api/my-hook'],
])('%s is no reading', (_title, path) => {
  expect(isReading('POST', path)).toBe(false);
});

test('[BY-51] links of users are theirs, those of administrators are not', () => {
  const paths = ['confirm-password-reset', 'confirm-verification', 'confirm-email-change'];
  for (const path of paths) {
    expect(isLinkOfUser(`/api/collections/users/${path}`)).toBe(true);
    for (const admins of [
      'admins',
      'collections/_superusers',
      'collections/_SUPERUSERS',
      'collections/pbc_3142635823',
    ])
      expect(isLinkOfUser(`/api/${admins}/${path}`)).toBe(false);
  }
  for (const other of ['records', 'request-verification', 'confirm-password-reset/a'])
    expect(isLinkOfUser(`/api/collections/users/${other}`)).toBe(false);
});

test('headers that name another method, in any spelling', () => {
  for (const name of [
    'X-HTTP-Method-Override',
    'x-http-method',
    'X_Method_Override',
    'X.HTTP.Method-Override',
  ])
    expect([name, overridesMethod(name)]).toEqual([name, true]);
  for (const name of ['X-Method', 'Method', 'Accept', 'X-HTTP-Methods'])
    expect([name, overridesMethod(name)]).toEqual([name, false]);
});
