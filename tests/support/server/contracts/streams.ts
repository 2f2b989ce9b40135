import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { setUpFakeBackendSite } from '../fake-backend-site.ts';
import { exchange, get, nextChunk, openRequest, readAll, requestText } from '../http-client.ts';
import type { Start } from '../start.ts';

/** How many bytes a sender offers to a receiver that does not read. */
const SLOW_BYTES = 64_000_000;

/** Writes as fast as the other side accepts data; returns the number of accepted bytes. */
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
  await expect.poll(isStalled, { interval: 400 }).toBe(true);
  return sent;
}

/** How the server streams data. */
export function streamsContract(start: Start): void {
  const site = setUpFakeBackendSite(start);

  test('forwards every event of a stream at once and ends the stream with the client', async () => {
    const { req, response } = openRequest(`${site.atoll.url}/api/realtime`, { method: 'GET' });
    req.end();
    const { res } = await site.backend.next();
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

  test('forwards each part of JSON at once, also compressed', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const { req, response } = openRequest(`${site.atoll.url}/api/x`, { method: 'GET', headers });
    req.end();
    const { res } = await site.backend.next();
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.flushHeaders();
    const stream = await response;
    expect(stream.headers['content-encoding']).toBe('gzip');
    const plain = stream.pipe(createGunzip());
    for (const part of ['[1', ',2', ']']) {
      const arrived = once(plain, 'data');
      res.write(part);
      expect(String((await arrived)[0])).toBe(part);
    }
    res.end();
    await once(plain, 'end');
  });

  test('sends the whole response to a client that has closed its half', async () => {
    const long = 'x'.repeat(300_000);
    const reading = requestText('GET /api/x');
    const keeping = 'GET /api/x HTTP/1.1\r\nHost: atoll.test\r\n\r\n';
    const writing = requestText('POST /api/x', ['Content-Length: 5'], 'hello');
    for (const [bytes, sent] of [
      [reading, ''],
      [keeping, ''],
      [writing, 'hello'],
    ] as const) {
      for (const isLate of [false, true]) {
        const response = exchange(site.atoll.url, bytes, { halfClose: true });
        const { req, res } = await site.backend.next();
        expect(String(await readAll(req))).toBe(sent);
        // The server reads the end of the first connection before it responds on the second.
        if (isLate) for (let count = 0; count < 3; count++) await get(site.atoll.url, '/healthz');
        res.writeHead(200, { 'Content-Length': long.length });
        res.write(long.slice(0, 1000));
        if (isLate) await get(site.atoll.url, '/healthz');
        res.end(long.slice(1000));
        const { status, body } = await response;
        expect({ status, isWhole: body === long }, bytes).toEqual({ status: 200, isWhole: true });
      }
    }
  });

  test('ends an event stream whose client has closed its half', async () => {
    for (const isEarly of [true, false]) {
      const response = exchange(site.atoll.url, requestText('GET /api/realtime'), { halfClose: true });
      const { res } = await site.backend.next();
      const ended = once(res, 'close');
      if (!isEarly) await get(site.atoll.url, '/healthz');
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      await ended;
      expect(res.writableFinished).toBe(false);
      await response;
    }
  });

  test('forwards an upload while it is still being sent', async () => {
    const { req, response } = openRequest(`${site.atoll.url}/api/upload`, { method: 'POST' });
    req.write('first');
    const upstream = await site.backend.next();
    expect(await nextChunk(upstream.req)).toBe('first');
    const rest = readAll(upstream.req);
    req.end(' last');
    expect(String(await rest)).toBe(' last');
    upstream.res.end('thanks');
    expect(String(await readAll(await response))).toBe('thanks');
  });

  test('forwards 20 MB in both directions unchanged', async () => {
    const sent = randomBytes(20_000_000);
    const { req, response } = openRequest(`${site.atoll.url}/api/big`, {
      method: 'POST',
      headers: { 'Content-Length': String(sent.length) },
    });
    req.end(sent);
    const upstream = await site.backend.next();
    expect(upstream.req.headers['content-length']).toBe(String(sent.length));
    upstream.req.pipe(upstream.res);
    const echoed = await readAll(await response);
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(sum(echoed)).toBe(sum(sent));
  });

  test('does not buffer when one side is slower than the other', async () => {
    const { req, response } = openRequest(`${site.atoll.url}/api/download`, { method: 'GET' });
    req.end();
    const { res } = await site.backend.next();
    const stalledDownload = await sendUntilStalled(res);
    (await response).destroy();
    const upload = openRequest(`${site.atoll.url}/api/upload`, { method: 'POST' });
    upload.req.on('error', () => undefined);
    const sending = sendUntilStalled(upload.req);
    const { res: unread } = await site.backend.next();
    const stalledUpload = await sending;
    unread.destroy();
    // The socket buffers of the system accept a few MB; the rest must stay at the sender.
    expect(stalledDownload).toBeLessThan(SLOW_BYTES / 2);
    expect(stalledUpload).toBeLessThan(SLOW_BYTES / 2);
  });

  test('delivers the reason why the backend refused an upload that it did not read', async () => {
    const bytes = Buffer.alloc(5_000_000);
    const { req, response } = openRequest(`${site.atoll.url}/api/upload`, {
      method: 'POST',
      headers: { 'Content-Length': String(bytes.length) },
    });
    req.end(bytes);
    const { socket } = (await site.backend.next()).req;
    // Like Go's server: responds, closes its own half, closes the rest a little later.
    socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"code":1}');
    const incoming = await response;
    expect(incoming.statusCode).toBe(413);
    expect(String(await readAll(incoming))).toBe('{"code":1}');
    socket.destroy();
  });

  test('reads the next request after an upload that the backend refused', async () => {
    const head = ['POST /api/upload HTTP/1.1', 'Host: atoll.test', 'Content-Length: 5000000', '', ''];
    const rest = 'x'.repeat(5_000_000) + requestText('GET /api/next');
    const responses = exchange(site.atoll.url, head.join('\r\n') + rest);
    const { socket } = (await site.backend.next()).req;
    socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"code":1}');
    const { url, res } = await site.backend.next();
    expect(url).toBe('/api/next');
    res.end('next');
    const { status, body } = await responses;
    expect(status).toBe(413);
    expect(body).toMatch(/^\{"code":1\}HTTP\/1\.1 200 OK\r\n[\s\S]*next/);
    socket.destroy();
  });

  test('aborts an upload at the backend when the client aborts it', async () => {
    const { req } = openRequest(`${site.atoll.url}/api/upload`, {
      method: 'POST',
      headers: { 'Content-Length': '1000' },
    });
    req.on('error', () => undefined);
    req.write('part');
    const upstream = await site.backend.next();
    await nextChunk(upstream.req);
    const closed = once(upstream.res, 'close');
    req.destroy();
    await closed;
    expect(upstream.req.complete).toBe(false);
  });

  test('aborts a download at the client when the backend aborts it', async () => {
    const { req, response } = openRequest(`${site.atoll.url}/api/download`, { method: 'GET' });
    req.end();
    const { res } = await site.backend.next();
    res.writeHead(200, { 'Content-Length': '1000' });
    res.write('part');
    const stream = await response;
    expect(await nextChunk(stream)).toBe('part');
    res.destroy();
    await expect(readAll(stream)).rejects.toThrow();
    expect(stream.complete).toBe(false);
  });
}
