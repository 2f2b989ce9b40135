import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeBackend, startFakeBackend } from '../fake-backend.ts';
import { exchange, get, requestText } from '../http-client.ts';
import type { Running, Start } from '../start.ts';
import { HOSTILE } from './targets.ts';

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
      { name: 'Live', url: './', color: 'red', production: true },
      { name: 'Stage 2', url: './backends/Stage%202/' },
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
  ] as const)('forwards %s to its backend, without the prefix', async (prefix, which, base) => {
    for (const path of ['/api/health', '/api/files/x/a%2Fb/c.png?d=%20e']) {
      const sent = get(site.atoll.url, prefix + path, ['X-Forwarded-For: 6.6.6.6']);
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
      });
      res.end('<script>alert(1)</script>');
      const { headers } = await sent;
      expect(rawHeaders.join('\n')).not.toMatch(/cookie/i);
      expect(rawHeaders).toContain('token');
      const ofOrigin = /^(set-cookie|clear-site-data|service-worker-allowed)$/;
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
    const asked = get(site.atoll.url, '/backends/Stage%202/_/', ['Sec-Fetch-Mode: cors']);
    const { url, res } = await site.second.next();
    res.writeHead(307, { location: '?installer#' }).end('secret dashboard');
    expect(url).toBe('/sub/_/');
    expect(await asked).toMatchObject({ status: 307, headers: { location: '?installer' }, body: '' });
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

  const hostile = HOSTILE.filter((line) => / \/api/.test(line)).map((line) =>
    line.replace(' /api', ' /backends/Live/api'),
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
