import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { exchange, get, openRequest, readAll, requestText } from '../http-client.ts';
import type { Running, Start } from '../start.ts';

/** PocketBase stores log entries at once when it has this many, else after three seconds. */
const LOG_BATCH = 200;

/**
 * How the server sends files and their policies, and connects to a real backend.
 *
 * @param clientDir folder of the served dashboard
 */
export function serverContract(start: Start, clientDir: string): void {
  let backend: Backend;
  let atoll: Running;
  /** Path of the largest script, which has compressed copies. */
  let script: string;

  beforeAll(async () => {
    backend = await startPocketBase();
    atoll = await start(backend.url);
    const copies = (await readdir(`${clientDir}/assets`)).filter((name) => name.endsWith('.js.br'));
    script = `/assets/${copies[0]?.slice(0, -'.br'.length)}`;
  });

  afterAll(async () => {
    await atoll?.stop();
    await backend?.stop();
  });

  test('reports its health', async () => {
    const { status, body } = await fetched(`${atoll.url}/healthz`);
    expect({ status, body: String(body) }).toEqual({ status: 200, body: 'ok' });
    const { headers } = await get(atoll.url, '/healthz');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('allows hashed files to be cached forever and the page never', async () => {
    const asset = await get(atoll.url, script);
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    for (const path of ['/', '/index.html', '/?x']) {
      const page = await get(atoll.url, path);
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
    }
  });

  test('sends the encoding that the client accepts, compressed if possible', async () => {
    for (const [path, file] of [
      [script, `${clientDir}${script}`],
      ['/', `${clientDir}/index.html`],
    ] as const) {
      const source = await readFile(file);
      const decoders = [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0', undefined, (body: Buffer) => body],
      ] as const;
      for (const [accept, encoding, decode] of decoders) {
        const { headers, body } = await fetched(atoll.url + path, { 'Accept-Encoding': accept });
        expect(headers['content-encoding']).toBe(encoding);
        expect(headers['content-length']).toBe(String(body.length));
        if (encoding) expect(body.length).toBeLessThan(source.length);
        expect(decode(body).equals(source)).toBe(true);
      }
    }
  });

  test('sends 304 for files that the client already has, and answers HEAD without a body', async () => {
    for (const path of ['/', script]) {
      const { headers } = await get(atoll.url, path, ['Accept-Encoding: br']);
      const again = await get(atoll.url, path, ['Accept-Encoding: br', `If-None-Match: W/${headers.etag}`]);
      expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } });
      const plain = await get(atoll.url, path, [`If-None-Match: ${headers.etag}`]);
      expect(plain.status).toBe(200);
      const head = await exchange(atoll.url, requestText(`HEAD ${path}`, ['Accept-Encoding: br']));
      expect(head).toMatchObject({ status: 200, body: '' });
      expect(head.headers['content-length']).toBe(headers['content-length']);
    }
  });

  test('lets PocketBase log the address of the client, and a claim only of a trusted proxy', async () => {
    const behindProxy = await start(backend.url, { ATOLL_TRUST_PROXY: '1' });
    const claimed = '203.0.113.9';
    const direct = '127.0.0.1';
    const cases = [
      { claims: [], logged: direct },
      { claims: [`X-Forwarded-For: ${claimed}`], logged: claimed },
      {
        claims: [`X-Forwarded-For: ${claimed}, 203.0.113.2`, 'X-Forwarded-For: 203.0.113.3'],
        logged: claimed,
      },
      { claims: ['X-Forwarded-For: '], logged: direct },
      {
        claims: ['X-Real-IP', 'CF-Connecting-IP', 'Fly-Client-IP'].map((name) => `${name}: ${claimed}`),
        logged: direct,
      },
    ];
    const expected: Record<string, unknown> = {};
    for (const [index, { claims, logged }] of cases.entries()) {
      for (const [name, { url }, address] of [
        ['open', atoll, direct],
        ['trusting', behindProxy, logged],
      ] as const) {
        await get(url, `/api/nowhere?case=${name}${index}`, claims);
        expected[`/api/nowhere?case=${name}${index}`] = { userIp: address, remoteIp: direct };
      }
    }
    const fill = async () => (await fetch(`${backend.url}/api/nowhere`)).text();
    await Promise.all(Array.from({ length: LOG_BATCH }, fill));
    const logged = () => {
      const rows = backend.sql("SELECT data FROM _logs WHERE data LIKE '%?case=%'", [], 'logs');
      const entries = rows.map(({ data }) => JSON.parse(String(data)));
      return Object.fromEntries(entries.map(({ url, userIp, remoteIp }) => [url, { userIp, remoteIp }]));
    };
    await expect.poll(logged).toEqual(expected);
    await behindProxy.stop();
  });

  test('sends a strict policy with the page and a closed one with all other files', async () => {
    const page = await get(atoll.url, '/');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-");
    expect(policy).toContain("connect-src 'self';");
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|http:|https:/);
    expect(page.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    for (const path of ['/', script, '/healthz', '/nowhere', '/assets/../x', '/_/']) {
      const { headers } = await get(atoll.url, path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': path === '/' ? 'same-origin' : 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(Object.keys(headers)).not.toContain('strict-transport-security');
    }
    for (const unreadable of [
      'GET / HTTP/1.1\n\n',
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      requestText('GET /', ['Expect: miracles']),
    ]) {
      expect((await exchange(atoll.url, unreadable)).headers).toMatchObject({
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    }
  });

  for (const path of [
    '/nowhere',
    '/assets/',
    '/assets',
    '/server/main.mjs',
    '/index.html/',
    '/_image?href=http://127.0.0.1:1/x.png',
    '/_server-islands/x',
    '/404',
  ]) {
    test(`finds nothing at ${path}`, async () => {
      const { status, headers } = await get(atoll.url, path);
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('text/plain');
    });
  }

  for (const path of [
    '/../server/main.mjs',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fserver%2fmain.mjs',
  ]) {
    test(`allows no access outside of the folder with ${path}`, async () => {
      expect((await get(atoll.url, path)).status).toBe(400);
    });
  }

  for (const path of ['/', '/healthz', '/nowhere']) {
    test(`only reads ${path}`, async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await exchange(atoll.url, requestText(`${method} ${path}`, ['Content-Length: 0']));
        expect(response, method).toMatchObject({
          status: 405,
          headers: { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' },
          body: 'Method not allowed\n',
        });
      }
    });
  }

  test("redirects visitors of the backend's dashboard to the page, as mails and OAuth2 redirects need", async () => {
    for (const path of ['/_/', '/_/?installer']) {
      for (const header of ['Sec-Fetch-Mode: navigate', 'Accept: text/html,*/*;q=0.8']) {
        const response = await get(atoll.url, path, [header]);
        expect(response).toMatchObject({
          status: 307,
          headers: { location: path.replace('/_/', '../'), 'cache-control': 'no-store' },
          body: '',
        });
      }
    }
    const script = await get(atoll.url, '/_/', ['Sec-Fetch-Mode: cors', 'Accept: text/html']);
    expect(script.status).toBe(200);
  });

  test('accepts long addresses, and explains the refusal of too long ones', async () => {
    const long = (length: number) => get(atoll.url, `/api/health?filter=${'a'.repeat(length)}`);
    expect((await long(200_000)).status).toBe(200);
    const tooLong = await long(1_048_576);
    expect(tooLong.status).toBe(431);
    expect(JSON.parse(tooLong.body)).toEqual({
      code: 431,
      message: 'The request is too long.',
      data: {},
    });
  });

  test('signs in to the real backend and forwards its errors unchanged', async () => {
    const send = (body: object) =>
      fetch(`${atoll.url}${ADMIN_CALLS.signIn}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const fine = await send({ identity: backend.adminEmail, password: backend.adminPassword });
    expect(fine.status).toBe(200);
    expect(await fine.json()).toMatchObject({ admin: { email: backend.adminEmail } });
    const refused = await send({ identity: backend.adminEmail, password: 'wrong' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ code: 400, message: 'Failed to authenticate.', data: {} });
  });

  test("receives the real backend's events", async () => {
    const { req, response } = openRequest(`${atoll.url}/api/realtime`, {
      method: 'GET',
      headers: { Accept: 'text/event-stream' },
    });
    req.end();
    const stream = await response;
    const [first] = await new Promise<string[]>((resolve) =>
      stream.once('data', (chunk: Buffer) => resolve([chunk.toString()])),
    );
    expect(first).toContain('event:PB_CONNECT');
    req.destroy();
  });

  test('reports by its status whether the real backend has an admin', async () => {
    expect(await get(atoll.url, '/_/')).toMatchObject({ status: 200, body: '' });
    const fresh = await startPocketBase({ from: 'empty' });
    const front = await start(fresh.url);
    const head = await exchange(front.url, requestText('HEAD /_/'));
    expect(head).toMatchObject({ status: 307, headers: { location: '?installer' }, body: '' });
    await front.stop();
    await fresh.stop();
  });
}

/** A response with its body as bytes, still compressed. */
async function fetched(url: string, headers: Record<string, string> = {}) {
  const { req, response } = openRequest(url, { method: 'GET', headers });
  req.end();
  const incoming = await response;
  return { status: incoming.statusCode, headers: incoming.headers, body: await readAll(incoming) };
}
