import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { type FakeBackend, startFakeBackend } from '../fake-backend.ts';
import { exchange, get, type RawResponse, requestText } from '../http-client.ts';
import type { Running, Start } from '../start.ts';
import { HOSTILE } from './targets.ts';

/** Where the page of a server asks a backend of its list, from the root and without a slash at the end. */
async function pathInPage(url: string, name: string): Promise<string> {
  const { body } = await get(url, '/');
  const [, path] = new RegExp(`"\\./(backends/${encodeURI(name)}@\\w+)/"`).exec(
    body.replaceAll('&quot;', '"'),
  ) ?? [''];
  return `/${path}`;
}

const token = (claims: object) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const ADMIN = token({ id: 'a', type: 'admin', exp: 1 });
const USER = token({ id: 'u', type: 'authRecord', collectionId: 'c', exp: 1 });

/** Which backend of a list gets a request, and that nothing else does. */
export function backendsContract(start: Start): void {
  const site = {} as { first: FakeBackend; second: FakeBackend; atoll: Running };
  beforeAll(async () => {
    site.first = await startFakeBackend();
    site.second = await startFakeBackend();
    const list = [
      { name: 'Live', url: site.first.url, color: 'red', production: true },
      { name: 'Stage 2', url: `${site.second.url}/sub/` },
    ];
    site.atoll = await start('http://127.0.0.1:1', { ATOLL_BACKENDS: JSON.stringify(list) });
  });
  afterAll(async () => {
    await site.atoll?.stop();
    await site.first?.stop();
    await site.second?.stop();
  });
  const seen = () => site.first.seen.length + site.second.seen.length;

  test('tells the page the names, and never the addresses', async () => {
    const { body } = await get(site.atoll.url, '/');
    const content = /<meta name="atoll-backends" content="([^"]*)"/
      .exec(body)?.[1]
      ?.replaceAll('&quot;', '"');
    expect(JSON.parse(content ?? '')).toEqual([
      {
        ...{ name: 'Live', color: 'red', production: true },
        url: expect.stringMatching(/^\.\/backends\/Live@[0-9a-f]{12}\/$/),
      },
      { name: 'Stage 2', url: expect.stringMatching(/^\.\/backends\/Stage%202@[0-9a-f]{12}\/$/) },
    ]);
    expect(body).not.toContain('127.0.0.1');
  });

  test('forwards other requests to the first', async () => {
    const path = '/api/collections/x/records/a%2Fb?c=%20d';
    const sent = get(site.atoll.url, path);
    const { url, res } = await site.first.next();
    res.end('first');
    expect(url).toBe(path);
    expect((await sent).body).toBe('first');
  });

  test.each([
    ['/backends/Stage%202', 'second', '/sub'],
    ['/backends/Live', 'first', ''],
    ['the page’s Live', 'first', ''],
    ['the page’s Stage 2', 'second', '/sub'],
  ] as const)('forwards %s to its backend, without the prefix', async (place, which, base) => {
    const name = /’s (.+)/.exec(place)?.[1];
    const prefix = name ? await pathInPage(site.atoll.url, name) : place;
    for (const path of ['/api/health', '/api/files/x/a%2Fb/c.png?d=%20e']) {
      const claims = ['X-Forwarded-For: 6.6.6.6', `Authorization: ${name ? ADMIN : USER}`];
      const sent = get(site.atoll.url, prefix + path, claims);
      const { url, rawHeaders, res } = await site[which].next();
      res.end(which);
      expect(url).toBe(base + path);
      expect(rawHeaders.join(' ')).not.toContain('6.6.6.6');
      const { body, headers } = await sent;
      expect(body).toBe(which);
      // Uploaded files have their own policy there, too.
      if (path.startsWith('/api/files/'))
        expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox\n/);
    }
  });

  test.each(['/api/page', '/backends/Stage%202/api/page'])(
    'gives what a backend sends at %s no power over the origin of the others',
    async (path) => {
      const backend = path.startsWith('/api') ? site.first : site.second;
      const sent = get(site.atoll.url, path, ['Cookie: a=1', 'Authorization: token']);
      const { rawHeaders, res } = await backend.next();
      res.writeHead(200, {
        ...{ 'content-type': 'text/html', 'set-cookie': ['b=2; Path=/'], 'clear-site-data': '"storage"' },
        ...{ 'service-worker-allowed': '/', 'content-security-policy': 'script-src *', 'x-own': 'kept' },
        ...{ 'alt-svc': 'h3=":443"', nel: '{}', 'report-to': '{}', 'strict-transport-security': 'max-age=9' },
      });
      res.end('<script>alert(1)</script>');
      const { headers } = await sent;
      expect(rawHeaders.join('\n')).not.toMatch(/cookie/i);
      expect(rawHeaders).toContain('token');
      const ofOrigin =
        /^(set-cookie|clear-site-data|service-worker-allowed|alt-svc|nel|report-to|strict-transport-security)$/;
      expect(Object.keys(headers).filter((name) => ofOrigin.test(name))).toEqual([]);
      expect(headers).toMatchObject({ 'content-type': 'text/html', 'x-own': 'kept' });
      expect(headers['x-content-type-options']).toBe('nosniff');
      // Browsers apply all policies of a response.
      const [own, added] = headers['content-security-policy']?.split('\n') ?? [];
      expect([own, added]).toEqual(['script-src *', expect.stringMatching(/^sandbox (?!.*same-origin)/)]);
    },
  );

  test('leads links of mails to the page of their backend', async () => {
    const visit = await get(site.atoll.url, '/backends/Stage%202/_/?a=1', ['Sec-Fetch-Mode: navigate']);
    expect(visit).toMatchObject({
      status: 307,
      headers: { location: '../../../?backend=Stage%202&a=1' },
    });
    const ofPage = `${await pathInPage(site.atoll.url, 'Stage 2')}/_/`;
    expect((await get(site.atoll.url, `${ofPage}?a=1`, ['Sec-Fetch-Mode: navigate'])).headers).toMatchObject({
      location: '../../../?backend=Stage%202&a=1',
    });
    const asked = get(site.atoll.url, ofPage, ['Sec-Fetch-Mode: cors']);
    const { url, res } = await site.second.next();
    res.writeHead(307, { location: '?installer#' }).end('secret dashboard');
    expect(url).toBe('/sub/_/');
    expect(await asked).toMatchObject({ status: 307, headers: { location: '?installer' }, body: '' });
  });

  /** Sends it; the status and whether a backend has got something. */
  async function refusal(sent: Promise<RawResponse>) {
    const before = seen();
    const { status, body } = await sent;
    expect(seen()).toBe(before);
    return { status, body };
  }

  test.each([
    ['another stamp', '@0123456789ab'],
    ['an empty stamp', '@'],
    ['a longer stamp', 'STAMP0'],
    ['a shorter stamp', 'SHORT'],
    ['a stamp in capitals', 'UPPER'],
    ['the stamp of the other', 'OTHER'],
  ])('[TR-40] refuses %s with 421, and says that the page is to be loaded anew', async (_what, stamp) => {
    const own = /@.*/.exec(await pathInPage(site.atoll.url, 'Live'))?.[0] ?? '';
    const other = /@.*/.exec(await pathInPage(site.atoll.url, 'Stage 2'))?.[0] ?? '';
    const asked = stamp
      .replace('STAMP', own)
      .replace('SHORT', own.slice(0, -1))
      .replace(
        'UPPER',
        `@${own
          .slice(1)
          .toUpperCase()
          .replace(/^(\d*)$/, '$1A')}`,
      )
      .replace('OTHER', other);
    for (const path of ['/api/health', '/api/files/c/r/a.png', '/_/', '/_/?installer']) {
      const { status, body } = await refusal(get(site.atoll.url, `/backends/Live${asked}${path}`));
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(body)).toMatchObject({
        code: 421,
        message: expect.stringContaining('Reload the page'),
      });
    }
  });

  test('[TR-40] serves no other spelling of an address of the page', async () => {
    const own = await pathInPage(site.atoll.url, 'Live');
    const [name, stamp = ''] = own.split('@');
    const spellings = [
      ...[`${name}%40${stamp}`, `${name}%2540${stamp}`, `${name}@@${stamp}`, `${own}@${stamp}`, `${own}@`],
      ...[
        `${name}@${stamp};a`,
        `${name}@%${stamp}`,
        `${name}@-${stamp}`,
        `${name}@${stamp}%20`,
        `${name}@${stamp}.`,
      ],
      ...[`${name}+@${stamp}`, `${name}%20@${stamp}`, `${own.replace('Live', 'live')}`, `/@${stamp}`],
      ...[`/backends/@${stamp}`, `/backends/Other@${stamp}`, own.replace('/backends', '/Backends')],
    ];
    for (const spelling of spellings) {
      const { status } = await refusal(
        get(site.atoll.url, `${spelling}/api/health`, [`Authorization: ${ADMIN}`]),
      );
      expect([spelling, status]).toEqual([spelling, expect.toBeOneOf([400, 404, 421])]);
    }
  });

  const plain = ['', '/backends/Live', '/backends/Stage%202'];

  test.each([
    `Authorization: ${ADMIN}`,
    `authorization: ${ADMIN}`,
    `AUTHORIZATION:${ADMIN}`,
    `Authorization: Bearer ${ADMIN}`,
    `Authorization: bearer ${ADMIN}`,
    `Authorization: Bearer  ${ADMIN}`,
    `Authorization:\t ${ADMIN} \t`,
    `Authorization: Bearer\t${ADMIN}`,
    `Authorization: x, ${ADMIN}`,
    `Authorization: ${USER}\r\nAuthorization: ${ADMIN}`,
    `Authorization: \r\naUTHORIZATION: ${ADMIN}`,
    `Connection: Authorization\r\nAuthorization: ${ADMIN}`,
    `Authorization: ${ADMIN}\r\nCookie: a=1`,
  ])('[TR-41] refuses the token of an administrator at a plain address: %j', async (header) => {
    for (const place of plain) {
      for (const line of [
        ...[
          'GET /api/collections',
          'DELETE /api/collections/posts/records/a%2Fb',
          'GET /api/files/c/r/a.png',
        ],
        ...['POST /api/realtime', 'POST /api/files/token', 'GET /api/backups/a.zip', 'HEAD /api/settings'],
      ]) {
        const [method, path] = line.split(' ');
        const text = requestText(`${method} ${place}${path}`, [header]);
        const { status, body } = await refusal(exchange(site.atoll.url, text));
        expect([place, line, status]).toEqual([place, line, 421]);
        if (method !== 'HEAD') expect(body).toContain('Reload the page');
      }
    }
  });

  test.each([
    `GET /api/files/c/r/a.png?token=${ADMIN}`,
    `GET /api/backups/a.zip?x=1&token=${ADMIN}`,
    `GET /api/backups/a.zip?token=%65${ADMIN.slice(1)}`,
    `GET /api/backups/a.zip?%74oken=+${ADMIN}`,
    `GET /api/backups/a.zip?token=${USER}&token=${ADMIN}`,
    `POST ${ADMIN_CALLS.signIn}`,
    `POST ${ADMIN_CALLS.refresh}/`,
    'POST /api/%61dmins/auth-with-password',
    `POST ${ADMIN_CALLS.all}%2Fauth-with-password`,
    `POST ${ADMIN_CALLS.all}`,
    `POST ${ADMIN_CALLS.all}?a=b`,
    `POST ${ADMIN_CALLS.resetMail}`,
    'GET /_/',
    'GET /_/?installer',
  ])('[TR-41] refuses what only administrators do at a plain address: %s', async (line) => {
    for (const place of plain) {
      const text = requestText(line.replace(' ', ` ${place}`));
      expect((await refusal(exchange(site.atoll.url, text))).status).toBe(line.includes('%2F') ? 400 : 421);
    }
  });

  test.each([
    ['GET', '/api/files/c/r/a.png', ''],
    ['GET', `/api/files/c/r/a.png?token=${USER}`, ''],
    ['GET', '/api/oauth2-redirect?code=1&state=2', ''],
    ['POST', '/api/collections/users/auth-with-password', ''],
    ['GET', '/api/collections/admins/records', `Authorization: ${USER}`],
    ['GET', '/api/administrators', 'Authorization: Bearer admin'],
    // Cookies are never forwarded, and nothing else names an administrator.
    ['GET', '/api/hook', `Cookie: token=${ADMIN}`],
  ])('[TR-41] serves other clients at a plain address: %s %s', async (method, path, header) => {
    const sent = exchange(site.atoll.url, requestText(`${method} ${path}`, header ? [header] : []));
    const { url, res } = await site.first.next();
    res.end('first');
    expect(url).toBe(path);
    expect((await sent).status).toBe(200);
  });

  test.each([
    '/backends/Other/api/health',
    '/backends/live/api/health',
    '/backends/Stage+2/api/health',
    '/backends/Stage%2D2/api/health',
    '/backends/%4Cive/api/health',
    '/Backends/Live/api/health',
    '/backends/api/health',
    '/backends/Live/api',
    '/backends/Live/',
    '/backends/Live/x',
    '/backends/Live/backends/Live/api/health',
    '/backends/__proto__/api/health',
    '/backends/Other/_/',
  ])('does not forward %s', async (path) => {
    const before = seen();
    expect((await get(site.atoll.url, path)).status).toBe(404);
    expect(seen()).toBe(before);
  });

  const hostile = HOSTILE.filter((line) => / \/api/.test(line)).flatMap((line) =>
    ['/backends/Live', '/backends/Live@0123456789ab'].map((place) => line.replace(' /api', ` ${place}/api`)),
  );
  test.each([
    ...hostile,
    'GET /backends/Live/../api/health',
    'GET /backends/../api/health',
    'GET /backends/Live%2f..%2fapi/health',
    'GET /backends/%2e%2e/api/health',
    'GET /backends//api/health',
    'GET /backends/Live//api/health',
    'GET http://127.0.0.1:1/backends/Live/api/health',
  ])('refuses %j', async (line) => {
    const before = seen();
    expect((await exchange(site.atoll.url, requestText(line))).status).toBe(400);
    expect(seen()).toBe(before);
  });

  test('refuses requests that can be read in two ways', async () => {
    const before = seen();
    const smuggled = 'DELETE /api/collections/precious HTTP/1.1\r\nX-Ignore: ';
    const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    for (const [method, headers, body] of [
      ['POST', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
      ['GET', ['Transfer-Encoding: chunked'], chunk],
      ['GET', ['Content-Length: 4'], 'evil'],
    ] as const) {
      const text = requestText(`${method} /backends/Live/api/x`, [...headers], body);
      expect((await exchange(site.atoll.url, text)).status).toBe(400);
    }
    expect(seen()).toBe(before);
  });
}
