import { once } from 'node:events';
import { expect, test } from 'vitest';
import { setUpFakeBackendSite } from '../fake-backend-site.ts';
import { exchange, get, openRequest, requestText } from '../http-client.ts';
import type { Start } from '../start.ts';

const UNSENT_ERROR = /^\{"code":400,"message":"[^"]+","data":\{\}\}$/;

/** Request lines that two servers could read differently. */
export const HOSTILE = [
  'GET http://127.0.0.1:1/api/health',
  'GET https://example.com/',
  'GET //example.com/api/health',
  'GET /\\example.com/api/health',
  'GET /api/../_/',
  'GET /api/./health',
  'GET /api/..',
  'GET /api/..;/_/',
  'GET /api//health',
  'GET /api/%2e%2e/_/',
  'GET /api/%2E%2e%2f_/',
  'GET /api/.%2e/_/',
  'GET /api/a%2fb',
  'GET /api/a%5C..%5Cb',
  'GET /api\\..\\_\\',
  'GET /api/%252e%252e/_/',
  'GET /api/%25252e%25252e/_/',
  'GET /api/%c0%ae%c0%ae/_/',
  'GET /api/a%00b',
  'GET /api/a%0d%0aX-Injected:%201',
  'GET /api/a%7f',
  'GET /api/a%zz',
  'GET /api/a\x01b',
  'GET /api/a\xe9',
  'GET /api/health#fragment',
  'GET @127.0.0.1:1/api/health',
  'GET user:secret@example.com/api/health',
  'GET api/health',
  'GET *',
  'OPTIONS *',
  'CONNECT 127.0.0.1:1',
  'CONNECT /api/health',
];

/** Which addresses are served, which are forwarded, and which are refused. */
export function targetsContract(start: Start): void {
  const site = setUpFakeBackendSite(start);

  for (const line of HOSTILE) {
    test(`refuses ${JSON.stringify(line)}`, async () => {
      const before = site.backend.seen.length;
      const response = await exchange(site.atoll.url, requestText(line));
      expect(response.status).toBe(400);
      expect(response.body).toMatch(UNSENT_ERROR);
      expect(site.backend.seen.length).toBe(before);
    });
  }

  test('refuses other protocols and requests that can be read in two ways', async () => {
    const before = site.backend.seen.length;
    const smuggled = ['Content-Length: 3', 'Transfer-Encoding: chunked'];
    const websocket = ['GET /api/realtime HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
    for (const text of [
      requestText('POST /api/x', smuggled, '0\r\n\r\n'),
      [...websocket, '', ''].join('\r\n'),
    ]) {
      expect(await exchange(site.atoll.url, text)).toMatchObject({
        status: 400,
        body: expect.stringMatching(UNSENT_ERROR),
      });
    }
    expect(site.backend.seen.length).toBe(before);
  });

  for (const path of [
    '/',
    '/_/x',
    '/_',
    '/_/index.html',
    '/API/health',
    '/api',
    '/%61pi/health',
    '/x/api/y',
  ]) {
    test(`does not forward ${path}`, async () => {
      const before = site.backend.seen.length;
      const response = await get(site.atoll.url, path);
      expect(response.status).toBe(path === '/' ? 200 : 404);
      expect(site.backend.seen.length).toBe(before);
    });
  }

  test("reveals nothing of the backend's own dashboard except whether it redirects", async () => {
    for (const [location, expected] of [
      ['?installer#', '?installer'],
      ['https://example.com/', '?elsewhere'],
      [undefined, undefined],
    ] as const) {
      const requested = get(site.atoll.url, '/_/');
      const upstream = await site.backend.next();
      expect({ url: upstream.url, method: upstream.method }).toEqual({ url: '/_/', method: 'GET' });
      upstream.res.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { location });
      upstream.res.end('<html>secret dashboard</html>');
      const { status, headers, body } = await requested;
      expect({ status, location: headers.location, body }).toEqual({
        status: location === undefined ? 200 : 307,
        location: expected,
        body: '',
      });
    }
    const given = openRequest(`${site.atoll.url}/_/`, { method: 'GET' });
    given.response.catch(() => undefined);
    given.req.end();
    const { res } = await site.backend.next();
    const isDropped = once(res, 'close');
    // A client that only closes its half still waits for the response.
    given.req.socket?.resetAndDestroy();
    await isDropped;
    const before = site.backend.seen.length;
    expect(await get(site.atoll.url, '/_/?installer')).toMatchObject({ status: 200, body: '' });
    expect(site.backend.seen.length).toBe(before);
  });
}
