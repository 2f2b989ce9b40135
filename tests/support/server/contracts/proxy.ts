import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startFakeBackend } from '../fake-backend.ts';
import { setUpFakeBackendSite } from '../fake-backend-site.ts';
import { exchange, get, openRequest, readAll, requestText } from '../http-client.ts';
import type { Start } from '../start.ts';

/** How the server forwards requests and responses. */
export function proxyContract(start: Start): void {
  const site = setUpFakeBackendSite(start);

  test('forwards method, path, query and body unchanged', async () => {
    const path = '/api/collections/a%20b/records?filter=%2F..%2F&raw=c\\d|{e}&x=%C3%A9&empty=';
    const response = exchange(
      site.atoll.url,
      requestText(`PATCH ${path}`, ['Content-Length: 5'], 'a\0\xffb\n'),
    );
    const { method, url, req, res } = await site.backend.next();
    const body = await readAll(req);
    res.writeHead(418, 'Short And Stout', { 'X-Own': 'kept', 'Content-Length': 12 }).end('{"code":418}');
    expect({ method, url }).toEqual({ method: 'PATCH', url: path });
    expect(body.toString('latin1')).toBe('a\0\xffb\n');
    expect(await response).toMatchObject({ status: 418, headers: { 'x-own': 'kept' }, body: '{"code":418}' });
  });

  test('forwards header values byte by byte, in both directions', async () => {
    // One byte per character: latin1, UTF-8 of two to four bytes, bytes that are neither.
    const values = ['f\xfcr.txt', '\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80', '\x80\x9f\xa0\xff'];
    const json = `"${'x'.repeat(2000)}"`;
    for (const value of values) {
      for (const [line, status, type, body] of [
        ['GET /api/x', 200, 'text/plain', 'plain'],
        ['GET /api/x', 200, 'application/json', json],
        ['GET /api/files/a/b/c', 200, 'text/plain', 'file'],
        ['GET /api/x', 200, 'text/event-stream', 'data: 1\n\n'],
        ['HEAD /api/x', 200, 'text/plain', ''],
        ['POST /api/x', 204, 'text/plain', ''],
      ] as const) {
        const headers = [`X-Note: ${value}`, 'Accept-Encoding: gzip'];
        const response = exchange(site.atoll.url, requestText(line, headers));
        const { rawHeaders, req } = await site.backend.next();
        expect(rawHeaders[rawHeaders.indexOf('X-Note') + 1], line).toBe(value);
        const head = [
          `HTTP/1.1 ${status} OK`,
          `Content-Type: ${type}`,
          `Content-Disposition: attachment; filename="${value}"`,
          `X-Note: ${value}`,
          'Connection: close',
        ];
        req.socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
        const received = await response;
        expect(received.headers, `${line} ${type}`).toMatchObject({
          'content-disposition': `attachment; filename="${value}"`,
          'x-note': value,
        });
        expect(received.headers['content-encoding']).toBe(body === json ? 'gzip' : undefined);
      }
    }
  });

  test('sends 502 for a status line that can not be forwarded, and continues', async () => {
    const before = site.backend.seen.length;
    const texts = ['a\x01b', 'a\x7fb', 'a\0b', 'f\xfcr', 'f\xc3\xbcr', '\xe2\x82\xac', 'a\rb'];
    for (const text of texts) {
      for (const method of ['GET', 'POST']) {
        const response = exchange(site.atoll.url, requestText(`${method} /api/x`));
        const { req } = await site.backend.next();
        req.socket.end(`HTTP/1.1 200 ${text}\r\nContent-Length: 2\r\n\r\nok`, 'latin1');
        const { status, body } = await response;
        expect({ status, body: JSON.parse(body) }, JSON.stringify(text)).toEqual({
          status: 502,
          body: { code: 502, message: expect.any(String), data: {} },
        });
      }
    }
    expect(site.backend.seen.length - before).toBe(2 * texts.length);
    for (const text of ['', ' ', ' a\tb~']) {
      const response = get(site.atoll.url, '/api/x');
      (await site.backend.next()).req.socket.end(`HTTP/1.1 200${text}\r\nContent-Length: 2\r\n\r\nok`);
      expect(await response, text).toMatchObject({ status: 200, body: 'ok' });
    }
  });

  test('drops headers of a single connection, in both directions', async () => {
    const hops = [
      'Connection: X-Secret-Hop, keep-alive',
      'X-Secret-Hop: 1',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'Trailer: X-Sum',
      'Proxy-Authorization: Basic eA==',
      'Proxy-Connection: keep-alive',
    ];
    const response = get(site.atoll.url, '/api/hops', [
      ...hops,
      'Authorization: token',
      'X-Twice: 1',
      'X-Twice: 2',
    ]);
    const { rawHeaders, res } = await site.backend.next();
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    for (const dropped of ['x-secret-hop', 'keep-alive', 'te', 'trailer', 'proxy-authorization']) {
      expect(names).not.toContain(dropped);
    }
    expect(names).not.toContain('proxy-connection');
    expect(names).toContain('authorization');
    expect(names.filter((name) => name === 'x-twice')).toHaveLength(2);

    res.setHeader('Connection', 'X-Internal');
    res.setHeader('X-Internal', '1');
    res.setHeader('Proxy-Authenticate', 'Basic');
    res.setHeader('Set-Cookie', ['a=1', 'b=2']);
    res.end('done');
    const { headers } = await response;
    expect(headers).toMatchObject({ 'set-cookie': 'a=1\nb=2' });
    expect(Object.keys(headers)).not.toContain('x-internal');
    expect(Object.keys(headers)).not.toContain('proxy-authenticate');
    expect(headers.connection).toBe('close');
  });

  test("sets the backend's host and the client's address, despite any claims of the client", async () => {
    const names = ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'X_Forwarded_For', 'x.real-IP'];
    const response = get(
      site.atoll.url,
      '/api/who',
      names.flatMap((name) => [`${name}: 203.0.113.9`, `${name}: https`]),
    );
    const { req, res } = await site.backend.next();
    res.end();
    await response;
    expect(req.headers).toMatchObject({
      host: new URL(site.backend.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'atoll.test',
    });
    expect(req.rawHeaders).not.toContain('203.0.113.9');
    expect(req.rawHeaders).not.toContain('https');
  });

  test('trusts a proxy in front when configured', async () => {
    const behindProxy = await start(site.backend.url, { ATOLL_TRUST_PROXY: '1' });
    for (const [claims, list, proto, host] of [
      [['For: 203.0.113.9', 'Proto: https', 'Host: a.test'], '203.0.113.9, 127.0.0.1', 'https', 'a.test'],
      [[], '127.0.0.1', 'http', 'atoll.test'],
      [['For:', 'Proto:', 'Host: '], '127.0.0.1', 'http', 'atoll.test'],
      [
        ['For: 203.0.113.1, 203.0.113.2', 'For: ::1', 'Proto: https', 'Proto: http', 'Host: a', 'Host: b'],
        '203.0.113.1, 203.0.113.2, ::1, 127.0.0.1',
        'https',
        'a',
      ],
      // The proxy is responsible for what it sends; only the address of the connection is certain.
      [['For: "<b>"', 'Proto: javascript'], '"<b>", 127.0.0.1', 'javascript', 'atoll.test'],
    ] as const) {
      const others = ['X-Real-IP: 203.0.113.7', 'X_Forwarded_For: 203.0.113.7'];
      const headers = claims.map((claim) => `X-Forwarded-${claim}`);
      const response = get(behindProxy.url, '/api/who', [...headers, ...others]);
      const { req, res } = await site.backend.next();
      res.end();
      await response;
      expect(req.headers).toMatchObject({
        'x-forwarded-for': list,
        'x-forwarded-proto': proto,
        'x-forwarded-host': host,
      });
      expect(req.rawHeaders).not.toContain('203.0.113.7');
    }
    await behindProxy.stop();
  });

  test('refuses a request that comes back to it', async () => {
    const requested = get(site.atoll.url, '/api/once');
    const { req, res } = await site.backend.next();
    const via = `X-Atoll-Via: ${String(req.headers['x-atoll-via'])}`;
    res.end();
    await requested;
    const before = site.backend.seen.length;
    for (const path of ['/api/once', '/_/'])
      expect((await get(site.atoll.url, path, [via])).status).toBe(508);
    expect(site.backend.seen.length).toBe(before);
  });

  test('compresses long JSON for clients that accept it, and aborts it with the backend', async () => {
    const body = JSON.stringify({
      items: Array.from({ length: 500 }, (_, id) => ({ id, title: 'é\\u0000' })),
    });
    const ask = async (encoding: string) => {
      const { req, response } = openRequest(`${site.atoll.url}/api/collections/x/records`, {
        method: 'GET',
        headers: { 'Accept-Encoding': encoding },
      });
      req.end();
      const { res } = await site.backend.next();
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      res.write(body.slice(0, 3000));
      return { response: await response, res };
    };
    const small = await ask('gzip, br');
    small.res.end(body.slice(3000));
    const bytes = await readAll(small.response);
    expect(small.response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(small.response.headers['content-length']).toBeUndefined();
    expect(bytes.length).toBeLessThan(Buffer.byteLength(body) / 3);
    expect(gunzipSync(bytes).toString()).toBe(body);

    const plain = await ask('identity');
    plain.res.end(body.slice(3000));
    expect(plain.response.headers['content-encoding']).toBeUndefined();
    expect((await readAll(plain.response)).toString()).toBe(body);

    const broken = await ask('gzip');
    broken.res.destroy();
    await expect(readAll(broken.response)).rejects.toThrow();
  });

  test('forwards ranges and partial responses', async () => {
    const response = get(site.atoll.url, '/api/backups/a.zip', ['Range: bytes=0-3']);
    const { req, res } = await site.backend.next();
    expect(req.headers.range).toBe('bytes=0-3');
    res.writeHead(206, { 'Content-Range': 'bytes 0-3/10', 'Content-Length': 4 }).end('0123');
    expect(await response).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 0-3/10', 'content-length': '4' },
      body: '0123',
    });
  });

  /** Leaves a kept connection and returns its port on our side. */
  async function keptConnection(): Promise<number | undefined> {
    const response = get(site.atoll.url, '/api/warm-up');
    const { req, res } = await site.backend.next();
    res.end();
    await response;
    return req.socket.remotePort;
  }

  test('repeats a reading request when a kept connection breaks', async () => {
    const kept = await keptConnection();
    const response = get(site.atoll.url, '/api/stale');
    const first = await site.backend.next();
    expect(first.req.socket.remotePort).toBe(kept);
    first.req.socket.destroy();
    const second = await site.backend.next();
    second.res.end();
    expect((await response).status).toBe(200);
  });

  test('never sends a writing request twice, and never over a kept connection', async () => {
    const kept = await keptConnection();
    const before = site.backend.seen.length;
    const response = exchange(site.atoll.url, requestText('DELETE /api/once'));
    const { req } = await site.backend.next();
    expect(req.socket.remotePort).not.toBe(kept);
    req.socket.destroy();
    expect((await response).status).toBe(502);
    expect(site.backend.seen.length - before).toBe(1);
  });

  test("sends 502 in the shape of the backend's errors while the backend is down", async () => {
    const down = await startFakeBackend();
    const atoll = await start(down.url);
    await down.stop();
    for (const path of ['/api/health', '/_/']) {
      const response = await get(atoll.url, path);
      expect(response.status).toBe(502);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(JSON.parse(response.body)).toEqual({ code: 502, message: expect.any(String), data: {} });
    }
    const page = await get(atoll.url, '/');
    expect(page.status).toBe(200);
    await atoll.stop();
  });
}
