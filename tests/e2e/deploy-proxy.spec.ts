import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Atoll } from '../support/atoll.ts';
import { type FakeBackend, startFakeBackend } from './deploy/fake-backend.ts';
import { underEachRuntime } from './deploy/runtimes.ts';
import { exchange, get, nextChunk, openRequest, readAll, requestText } from './deploy/wire.ts';

/** What a sender has in store for a receiver who doesn't read. */
const SLOW_BYTES = 64_000_000;

/** Writes as fast as the other side takes it; how many bytes it took before it took no more. */
async function sendUntilStalled(stream: Writable): Promise<number> {
  const chunk = Buffer.alloc(64_000);
  let sent = 0;
  const send = () => {
    while (sent < SLOW_BYTES) {
      sent += chunk.length;
      if (!stream.write(chunk)) return;
    }
  };
  stream.on('drain', send);
  send();
  let before = -1;
  const isStalled = () => {
    const stalled = sent === before;
    before = sent;
    return stalled;
  };
  await expect.poll(isStalled, { intervals: [400] }).toBe(true);
  return sent;
}

underEachRuntime((start) => {
  let backend: FakeBackend;
  let atoll: Atoll;

  test.beforeAll(async () => {
    backend = await startFakeBackend();
    atoll = await start(backend.url);
  });

  test.afterAll(async () => {
    await atoll?.stop();
    await backend?.stop();
  });

  test('passes method, path, query and body on byte by byte', async () => {
    const path = '/api/collections/a%20b/records?filter=%2F..%2F&raw=c\\d|{e}&x=%C3%A9&empty=';
    const answer = exchange(atoll.url, requestText(`PATCH ${path}`, ['Content-Length: 5'], 'a\0\xffb\n'));
    const { method, url, req, res } = await backend.next();
    const body = await readAll(req);
    res.writeHead(418, 'Short And Stout', { 'X-Own': 'kept', 'Content-Length': 12 }).end('{"code":418}');
    expect({ method, url }).toEqual({ method: 'PATCH', url: path });
    expect(body.toString('latin1')).toBe('a\0\xffb\n');
    expect(await answer).toMatchObject({ status: 418, headers: { 'x-own': 'kept' }, body: '{"code":418}' });
  });

  test('drops what belongs to one connection, in both directions', async () => {
    const hops = [
      'Connection: X-Secret-Hop, keep-alive',
      'X-Secret-Hop: 1',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'Trailer: X-Sum',
      'Proxy-Authorization: Basic eA==',
      'Proxy-Connection: keep-alive',
    ];
    const answer = get(atoll.url, '/api/hops', [...hops, 'Authorization: token', 'X-Twice: 1', 'X-Twice: 2']);
    const { rawHeaders, res } = await backend.next();
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    for (const gone of ['x-secret-hop', 'keep-alive', 'te', 'trailer', 'proxy-authorization']) {
      expect(names).not.toContain(gone);
    }
    expect(names).not.toContain('proxy-connection');
    expect(names).toContain('authorization');
    expect(names.filter((name) => name === 'x-twice')).toHaveLength(2);

    res.setHeader('Connection', 'X-Internal');
    res.setHeader('X-Internal', '1');
    res.setHeader('Proxy-Authenticate', 'Basic');
    res.setHeader('Set-Cookie', ['a=1', 'b=2']);
    res.end('done');
    const { headers } = await answer;
    expect(headers).toMatchObject({ 'set-cookie': 'a=1\nb=2' });
    expect(Object.keys(headers)).not.toContain('x-internal');
    expect(Object.keys(headers)).not.toContain('proxy-authenticate');
    expect(headers.connection).toBe('close');
  });

  test('addresses the backend and says on whose behalf', async () => {
    const answer = get(atoll.url, '/api/who', ['X-Forwarded-For: 203.0.113.9', 'X-Forwarded-Proto: https']);
    const { req, res } = await backend.next();
    res.end();
    await answer;
    expect(req.headers).toMatchObject({
      host: new URL(backend.url).host,
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'atoll.test',
    });
  });

  test('hands on every event of a stream at once and ends it with the client', async () => {
    const { req, response } = openRequest(`${atoll.url}/api/realtime`, { method: 'GET' });
    req.end();
    const { res } = await backend.next();
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.flushHeaders();
    const stream = await response;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    for (const event of ['data: one\n\n', 'data: two\n\n']) {
      const arrived = nextChunk(stream);
      res.write(event);
      expect(await arrived).toBe(event);
    }
    const ended = once(res, 'close');
    req.destroy();
    await ended;
    expect(res.writableFinished).toBe(false);
  });

  test('hands on an upload while it is still being sent', async () => {
    const { req, response } = openRequest(`${atoll.url}/api/upload`, { method: 'POST' });
    req.write('first');
    const upstream = await backend.next();
    expect(await nextChunk(upstream.req)).toBe('first');
    const rest = readAll(upstream.req);
    req.end(' last');
    expect(String(await rest)).toBe(' last');
    upstream.res.end('thanks');
    expect(String(await readAll(await response))).toBe('thanks');
  });

  test('carries 20 MB both ways unchanged', async () => {
    const sent = randomBytes(20_000_000);
    const { req, response } = openRequest(`${atoll.url}/api/big`, {
      method: 'POST',
      headers: { 'Content-Length': String(sent.length) },
    });
    req.end(sent);
    const upstream = await backend.next();
    expect(upstream.req.headers['content-length']).toBe(String(sent.length));
    upstream.req.pipe(upstream.res);
    const echoed = await readAll(await response);
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(sum(echoed)).toBe(sum(sent));
  });

  test('hoards nothing while one side is slower than the other', async () => {
    const { req, response } = openRequest(`${atoll.url}/api/download`, { method: 'GET' });
    req.end();
    const { res } = await backend.next();
    const stalledDownload = await sendUntilStalled(res);
    (await response).destroy();
    const upload = openRequest(`${atoll.url}/api/upload`, { method: 'POST' });
    upload.req.on('error', () => undefined);
    upload.req.flushHeaders();
    const { res: unread } = await backend.next();
    const stalledUpload = await sendUntilStalled(upload.req);
    unread.destroy();
    // The systems' socket buffers take a few MB on the way; the rest has to stay where it came from.
    expect(stalledDownload).toBeLessThan(SLOW_BYTES / 2);
    expect(stalledUpload).toBeLessThan(SLOW_BYTES / 2);
  });

  test('shows why the backend refused an upload that it did not read', async () => {
    const bytes = Buffer.alloc(5_000_000);
    const { req, response } = openRequest(`${atoll.url}/api/upload`, {
      method: 'POST',
      headers: { 'Content-Length': String(bytes.length) },
    });
    req.end(bytes);
    const { socket } = (await backend.next()).req;
    // The way Go's server does it: answer, close one's own half, close the rest a little later.
    socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"code":1}');
    const answer = await response;
    expect(answer.statusCode).toBe(413);
    expect(String(await readAll(answer))).toBe('{"code":1}');
    socket.destroy();
  });

  test('breaks an upload off at the backend when the client gives up', async () => {
    const { req } = openRequest(`${atoll.url}/api/upload`, {
      method: 'POST',
      headers: { 'Content-Length': '1000' },
    });
    req.on('error', () => undefined);
    req.write('part');
    const upstream = await backend.next();
    await nextChunk(upstream.req);
    const gone = once(upstream.res, 'close');
    req.destroy();
    await gone;
    expect(upstream.req.complete).toBe(false);
  });

  test('breaks a download off at the client when the backend breaks it off', async () => {
    const { req, response } = openRequest(`${atoll.url}/api/download`, { method: 'GET' });
    req.end();
    const { res } = await backend.next();
    res.writeHead(200, { 'Content-Length': '1000' });
    res.write('part');
    const stream = await response;
    expect(await nextChunk(stream)).toBe('part');
    res.destroy();
    await expect(readAll(stream)).rejects.toThrow();
    expect(stream.complete).toBe(false);
  });

  test('compresses long JSON for whom it suits, and ends it with the backend', async () => {
    const body = JSON.stringify({
      items: Array.from({ length: 500 }, (_, id) => ({ id, title: 'é\\u0000' })),
    });
    const ask = async (encoding: string) => {
      const { req, response } = openRequest(`${atoll.url}/api/collections/x/records`, {
        method: 'GET',
        headers: { 'Accept-Encoding': encoding },
      });
      req.end();
      const { res } = await backend.next();
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

  test('passes ranges and partial answers on', async () => {
    const answer = get(atoll.url, '/api/backups/a.zip', ['Range: bytes=0-3']);
    const { req, res } = await backend.next();
    expect(req.headers.range).toBe('bytes=0-3');
    res.writeHead(206, { 'Content-Range': 'bytes 0-3/10', 'Content-Length': 4 }).end('0123');
    expect(await answer).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 0-3/10', 'content-length': '4' },
      body: '0123',
    });
  });

  /** Leaves a kept connection behind and returns its port at our end. */
  async function keptConnection(): Promise<number | undefined> {
    const answer = get(atoll.url, '/api/warm-up');
    const { req, res } = await backend.next();
    res.end();
    await answer;
    return req.socket.remotePort;
  }

  test('asks again when a kept connection dies under a reading request', async () => {
    const kept = await keptConnection();
    const answer = get(atoll.url, '/api/stale');
    const first = await backend.next();
    expect(first.req.socket.remotePort).toBe(kept);
    first.req.socket.destroy();
    const second = await backend.next();
    second.res.end();
    expect((await answer).status).toBe(200);
  });

  test('never sends a writing request twice, and never over a connection that may be dying', async () => {
    const kept = await keptConnection();
    const before = backend.seen.length;
    const answer = exchange(atoll.url, requestText('DELETE /api/once'));
    const { req } = await backend.next();
    expect(req.socket.remotePort).not.toBe(kept);
    req.socket.destroy();
    expect((await answer).status).toBe(502);
    expect(backend.seen.length - before).toBe(1);
  });
});

underEachRuntime((start) => {
  test("answers 502 in the backend's own error shape while the backend is down", async () => {
    const backend = await startFakeBackend();
    const atoll = await start(backend.url);
    await backend.stop();
    for (const path of ['/api/health', '/_/']) {
      const answer = await get(atoll.url, path);
      expect(answer.status).toBe(502);
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(JSON.parse(answer.body)).toEqual({ code: 502, message: expect.any(String), data: {} });
    }
    const page = await get(atoll.url, '/');
    expect(page.status).toBe(200);
    await atoll.stop();
  });
});
