import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE } from '#tests/support/server/contracts/targets.ts';
import { type FakeBackend, startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { exchange, get, requestText } from '#tests/support/server/http-client.ts';
import { converse, readResponses } from '#tests/support/server/raw-client.ts';
import type { Running, Start } from '#tests/support/server/start.ts';
import { underEachRuntime } from './runtimes.ts';

const JSON_TYPE = 'Content-Type: application/json';
const RECORDS = '/api/collections/posts/records';
const SIGN_IN = '/api/collections/users/auth-with-password';

/** A raw request with a body, whose length is right. */
const raw = (line: string, headers: readonly string[] = [], body = '{"title":"a"}') =>
  requestText(line, [JSON_TYPE, `Content-Length: ${body.length}`, ...headers], body);

const chunked = (line: string, headers: readonly string[] = []) =>
  requestText(line, [JSON_TYPE, 'Transfer-Encoding: chunked', ...headers], '2\r\n{}\r\n0\r\n\r\n');

/** What changes something, by a request that both servers read in the same way: 403. */
const WRITES: readonly (readonly [what: string, bytes: string])[] = [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map(
    (method) => [`${method} of records`, raw(`${method} ${RECORDS}`)] as const,
  ),
  ...['PATCH', 'DELETE', 'PUT', 'POST'].map(
    (method) => [`${method} of a record`, raw(`${method} ${RECORDS}/abc`)] as const,
  ),
  ...[
    'PROPFIND',
    'PROPPATCH',
    'MKCOL',
    'COPY',
    'MOVE',
    'LOCK',
    'MERGE',
    'REPORT',
    'SEARCH',
    'PURGE',
    'TRACE',
  ].map((method) => [`the odd method ${method}`, raw(`${method} ${RECORDS}`, [], '')] as const),
  ['a request without a body', requestText(`DELETE ${RECORDS}/abc`)],
  ['a chunked body', chunked(`POST ${RECORDS}`)],
  ['a batch', raw('POST /api/batch', [], '{"requests":[]}')],
  ['an empty batch', requestText('POST /api/batch', ['Content-Length: 0'])],
  ['SQL', raw('POST /api/sql', [], '{"query":"SELECT 1"}')],
  ['an upload', raw(`POST ${RECORDS}`, ['Content-Type: multipart/form-data; boundary=x'], '--x--')],
  ['an uploaded backup', raw('POST /api/backups/upload')],
  ['a new backup', raw('POST /api/backups')],
  ['a restored backup', raw('POST /api/backups/a.zip/restore')],
  ['a deleted backup', requestText('DELETE /api/backups/a.zip')],
  ['settings', raw('PATCH /api/settings')],
  ['a test of the storage', raw('POST /api/settings/test/s3')],
  ['a test mail', raw('POST /api/settings/test/email')],
  ['a collection', raw('POST /api/collections')],
  ['an import of collections', raw('PUT /api/collections/import')],
  ['a truncated collection', requestText('DELETE /api/collections/posts/truncate')],
  ['a started job', requestText('POST /api/crons/job', ['Content-Length: 0'])],
  ['the deleted log', requestText('DELETE /api/logs')],
  ['a first administrator', raw('POST /api/admins')],
  ['a password reset of an administrator', raw('POST /api/admins/confirm-password-reset')],
  ['a password reset of a superuser', raw('POST /api/collections/_superusers/confirm-password-reset')],
  ['a password reset of a user', raw('POST /api/collections/users/confirm-password-reset')],
  ['a confirmed address', raw('POST /api/collections/users/confirm-verification')],
  ['a mail to a user', raw('POST /api/collections/users/request-verification')],
  ['a sign-in that may create a user', raw('POST /api/collections/users/auth-with-oauth2')],
  ['a code for a user', raw('POST /api/collections/users/request-otp')],
  ['a sign-in by a code of a user', raw('POST /api/collections/users/auth-with-otp')],
  ['a route of a hook', raw('POST /api/my-hook')],
  ['a sign-in with a slash at its end', raw(`POST ${SIGN_IN}/`)],
  ['a sign-in with an encoded name', raw(`POST ${SIGN_IN.replace('users', 'us%65rs')}`)],
  ['a sign-in with an encoded end', raw(`POST ${SIGN_IN}%20`)],
  [
    'a sign-in in other letters',
    raw(`POST ${SIGN_IN.toUpperCase().replace('/API/COLLECTIONS', '/api/collections')}`),
  ],
  ['a sign-in with parameters in its path', raw(`POST ${SIGN_IN};a=1`)],
  ['a sign-in below a record', raw(`POST ${RECORDS}/abc/auth-with-password`)],
  ['a record with the name of a sign-in', raw('POST /api/collections/posts/records/auth-refresh')],
  [
    'a record whose id hides a sign-in',
    raw(`DELETE ${RECORDS}/..%2f..%2fusers%2fauth-refresh`.replace('..%2f..%2f', 'a%2fb%2f')),
  ],
  ['a query that looks like a sign-in', raw(`POST ${RECORDS}?x=/api/collections/users/auth-refresh`)],
  ['an encoded question mark', raw('POST /api/realtime%3fa')],
  ['a live connection by another method', raw('PUT /api/realtime')],
  ['a file token by another method', raw('DELETE /api/files/token')],
  ['a file that is written', raw('PUT /api/files/posts/abc/a.png')],
  ...[
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: PATCH',
    'X-Method-Override: PUT',
    'x_http_method_override: DELETE',
    'X-HTTP-METHOD-OVERRIDE: GET',
  ].flatMap((header) => [
    [`GET with ${header}`, requestText(`GET ${RECORDS}/abc`, [header])] as const,
    [`a sign-in with ${header}`, raw(`POST ${SIGN_IN}`, [header])] as const,
  ]),
];

/** What a client, or another server on the way, could read in two ways: refused as without the mode. */
const AMBIGUOUS: readonly (readonly [what: string, bytes: string])[] = [
  ...HOSTILE.map((line) => line.replace(/^GET /, 'POST ')).map((line) => [line, raw(line)] as const),
  ['dots before a sign-in', raw('POST /api/collections/posts/records/%2e%2e/%2e%2e/users/auth-refresh')],
  ['two slashes', raw('POST //api/realtime')],
  ['two slashes inside', raw('POST /api//realtime')],
  ['a dot segment', raw('POST /api/./realtime')],
  ['an encoded slash', raw('POST /api%2frealtime/..%2fbatch')],
  ['a tab before the target', raw('POST \t/api/batch')],
  ['a method in small letters', raw('delete /api/logs')],
  ['an unknown method', raw('WRITE /api/logs')],
  ['a web socket', requestText('GET /api/realtime', ['Connection: Upgrade', 'Upgrade: websocket'])],
  ['two lengths', raw(`POST ${SIGN_IN}`, ['Content-Length: 1'])],
  ['a length and chunks', chunked(`POST ${SIGN_IN}`, ['Content-Length: 3'])],
];

/** What only reads or signs in. */
const READS: readonly (readonly [what: string, bytes: string])[] = [
  ['a list', requestText(`GET ${RECORDS}?filter=a%3D1`)],
  ['a record', requestText(`GET ${RECORDS}/a%2Fb`)],
  ['the head of a file', requestText('HEAD /api/files/posts/abc/a.png')],
  ['the question of a browser', requestText(`OPTIONS ${RECORDS}`)],
  ['a live connection', raw('POST /api/realtime')],
  ['a file token', requestText('POST /api/files/token', ['Content-Length: 0'])],
  ['a sign-in', raw(`POST ${SIGN_IN}?expand=a`)],
  ['a chunked sign-in', chunked('POST /api/admins/auth-with-password')],
  ['a renewal', requestText('POST /api/admins/auth-refresh', ['Content-Length: 0'])],
  ['a superuser’s second step', raw('POST /api/collections/_superusers/auth-with-otp')],
  ['a trial of a view', raw('POST /api/collections/meta/dry-run-view')],
];

const REFUSAL = {
  code: 403,
  message: 'Read-only mode is on: nothing was sent. The operator of this dashboard has set it.',
  data: {},
};

const answerAll = (backend: FakeBackend) =>
  backend.answerAll(({ req, res }) => {
    req.resume();
    res.end('{}');
  });

/** What a server that was told to be read-only forwards. */
function readOnlyContract(start: Start): void {
  const site = {} as { first: FakeBackend; second: FakeBackend; all: Running; one: Running };
  beforeAll(async () => {
    site.first = await startFakeBackend();
    site.second = await startFakeBackend();
    answerAll(site.first);
    answerAll(site.second);
    site.all = await start(site.first.url, { ATOLL_READ_ONLY: '1' });
    const list = [
      { name: 'Live', url: site.first.url, readOnly: true },
      { name: 'Stage', url: site.second.url },
    ];
    site.one = await start('http://127.0.0.1:1', { ATOLL_BACKENDS: JSON.stringify(list) });
  });
  afterAll(async () => {
    await site.all?.stop();
    await site.one?.stop();
    await site.first?.stop();
    await site.second?.stop();
  });

  test('[BY-53] the table has at least 60 requests that may not pass', () => {
    expect(WRITES.length + AMBIGUOUS.length).toBeGreaterThan(100);
    expect(WRITES.length).toBeGreaterThanOrEqual(60);
  });

  test.each(WRITES)('[BY-53] refuses %s', async (_what, bytes) => {
    const before = site.first.seen.length;
    const { status, headers, body } = await exchange(site.all.url, bytes);
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 403,
      type: 'application/json; charset=utf-8',
    });
    expect(JSON.parse(body)).toEqual(REFUSAL);
    expect(site.first.seen.length).toBe(before);
  });

  test.each(AMBIGUOUS)('[BY-53] refuses %s, as ever', async (_what, bytes) => {
    const before = site.first.seen.length;
    expect([400, 403, 404, 405]).toContain((await exchange(site.all.url, bytes)).status);
    expect(site.first.seen.length).toBe(before);
  });

  test.each(READS)('[BY-53] forwards %s', async (_what, bytes) => {
    const before = site.first.seen.length;
    expect((await exchange(site.all.url, bytes)).status).toBe(200);
    expect(site.first.seen.length).toBe(before + 1);
  });

  test('[BY-53] refuses what waits for a go-ahead before its body', async () => {
    const before = site.first.seen.length;
    const bytes = raw(`POST ${RECORDS}`, ['Expect: 100-continue']);
    const received = await converse(site.all.url, { pieces: [bytes], ending: 'half-close', patience: 500 });
    expect(readResponses(received, [{ method: 'POST' }], true)).toMatchObject([{ status: 403 }]);
    expect(site.first.seen.length).toBe(before);
  });

  test('[BY-53] refuses a change behind a reading request of the same connection', async () => {
    const before = site.first.seen.length;
    const list = `GET ${RECORDS} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const pieces = [list, `DELETE ${RECORDS}/a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`, list];
    const received = await converse(site.all.url, { pieces, ending: 'half-close', patience: 500 });
    expect([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).slice(0, 2)).toEqual([
      '200',
      '403',
    ]);
    expect(site.first.seen.slice(before).map(({ method }) => method)).not.toContain('DELETE');
  });

  test('[BY-53] tells the page, and changes nothing else in it', async () => {
    const { body } = await get(site.all.url, '/');
    expect(body).toContain('<meta name="atoll-read-only" content="1"');
    const { body: page } = await get(site.one.url, '/');
    expect(page).toContain('<meta name="atoll-read-only" content=""');
    expect(page.replaceAll('&quot;', '"')).toMatch(/"name":"Live",[^}]*"readOnly":true/);
  });

  test('[BY-53] one backend of a list is read-only under each of its addresses, the other is not', async () => {
    const { body } = await get(site.one.url, '/');
    const [, stamped] = /"\.\/(backends\/Live@\w+)\//.exec(body.replaceAll('&quot;', '"')) ?? [];
    const before = site.first.seen.length;
    for (const prefix of ['', '/backends/Live', `/${stamped}`])
      expect((await exchange(site.one.url, raw(`POST ${prefix}${RECORDS}`))).status).toBe(403);
    for (const prefix of ['/backends/Stage/backends/Live', '/backends/live', '/backends/Live@0'])
      expect((await exchange(site.one.url, raw(`POST ${prefix}${RECORDS}`))).status).not.toBe(200);
    expect(site.first.seen.length).toBe(before);
    expect((await exchange(site.one.url, raw(`POST /backends/Stage${RECORDS}`))).status).toBe(200);
    expect(site.second.seen.at(-1)).toMatchObject({ method: 'POST', url: RECORDS });
  });
}

underEachRuntime(readOnlyContract);
