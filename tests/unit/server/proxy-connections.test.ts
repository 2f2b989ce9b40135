import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BackendProxy, createProxy } from '#server/proxy.ts';
import { listen } from '#tests/support/listen.ts';
import { AUTHORITY, CERTIFICATE, KEY } from '#tests/support/server/certificate.ts';
import { type FakeBackend, startFakeBackend } from '#tests/support/server/fake-backend.ts';
import {
  exchange,
  get,
  nextChunk,
  openRequest,
  readAll,
  requestText,
} from '#tests/support/server/http-client.ts';

let backend: FakeBackend;
let proxy: BackendProxy;
let url: string;
let stop: () => Promise<void>;
let lines: string[];
let sockets: Socket[];

beforeEach(async () => {
  lines = [];
  sockets = [];
  backend = await startFakeBackend();
  proxy = createProxy({
    backend: new URL(`${backend.url}/sub`),
    trustsProxy: false,
    log: (line) => lines.push(line),
  });
  const front = createServer((req, res) => {
    void proxy.forward(req, res, req.url?.startsWith('/api/files/') ? 'file' : 'api');
  });
  front.on('connection', (socket) => sockets.push(socket));
  ({ url, stop } = await listen(front));
});

afterEach(async () => {
  await stop();
  await backend.stop();
});

/** Sends a request to which the backend has begun to respond. */
async function beginResponse(path: string, type: string) {
  const { req, response } = openRequest(url + path, { method: 'GET' });
  req.end();
  const { res } = await backend.next();
  res.writeHead(200, { 'Content-Type': type }).write('begun');
  return { req, response, res };
}

describe('endStreams', () => {
  test('ends event streams, and no other response', async () => {
    const events = await beginResponse('/api/realtime', 'text/event-stream; charset=utf-8');
    const download = await beginResponse('/api/backups/a.zip', 'application/zip');
    const stream = await events.response;
    expect(await nextChunk(stream)).toBe('begun');
    const received = await download.response;
    proxy.endStreams();
    await expect(readAll(stream)).rejects.toThrow();
    download.res.end(' and ended');
    expect(String(await readAll(received))).toBe('begun and ended');
  });

  test('leaves nothing of a stream that has ended to its connection', async () => {
    const count = () => sockets.at(-1)?.listenerCount('end');
    const events = await beginResponse('/api/realtime', 'text/event-stream');
    const stream = await events.response;
    const during = count() ?? 0;
    events.res.end();
    await readAll(stream);
    await expect.poll(count).toBe(during - 1);
  });

  test('ends event streams that begin later', async () => {
    proxy.endStreams();
    const events = await beginResponse('/api/realtime', 'TEXT/Event-Stream');
    const ended = once(events.res, 'close');
    await expect(events.response.then(readAll)).rejects.toThrow();
    await ended;
  });

  test('ignores a type that only begins like that of event streams', async () => {
    const other = await beginResponse('/api/x', 'text/event-streaming');
    const received = await other.response;
    proxy.endStreams();
    other.res.end('.');
    expect(String(await readAll(received))).toBe('begun.');
  });
});

describe('a connection that breaks before the response', () => {
  /** Breaks the connections of all requests before the one with number `count`. */
  const breakUntil = (count: number) =>
    backend.answerAll(({ res }) => {
      if (backend.seen.length < count) res.destroy();
      else res.end();
    });

  test.each(['GET', 'HEAD', 'OPTIONS'])('is replaced once for %s', async (method) => {
    breakUntil(2);
    expect((await exchange(url, requestText(`${method} /api/x`))).status).toBe(200);
    expect(backend.seen.map((seen) => `${seen.method} ${seen.url}`)).toEqual([
      `${method} /sub/api/x`,
      `${method} /sub/api/x`,
    ]);
  });

  test('is replaced when the backend resets it', async () => {
    backend.answerAll(({ req, res }) => {
      if (backend.seen.length < 2) req.socket.resetAndDestroy();
      else res.end();
    });
    expect((await get(url, '/api/x')).status).toBe(200);
    expect(backend.seen).toHaveLength(2);
  });

  test('is not replaced a second time', async () => {
    breakUntil(3);
    expect(await get(url, '/api/x')).toMatchObject({
      status: 502,
      body: expect.stringContaining('The backend could not be reached. Check that PocketBase is running.'),
    });
    expect(backend.seen).toHaveLength(2);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('fails %s, even without a body', async (method) => {
    breakUntil(2);
    expect((await exchange(url, requestText(`${method} /api/x`, ['Content-Length: 0']))).status).toBe(502);
    expect(backend.seen).toHaveLength(1);
  });
});

test('uses a new connection for each writing request, and a shared one for reading requests', async () => {
  const ports: Record<string, (number | undefined)[]> = { GET: [], DELETE: [] };
  backend.answerAll(({ method, req, res }) => {
    ports[method]?.push(req.socket.remotePort);
    res.end();
  });
  for (const method of ['GET', 'DELETE', 'GET', 'DELETE']) {
    await exchange(url, requestText(`${method} /api/x`));
  }
  expect(new Set(ports['GET']).size).toBe(1);
  expect(new Set(Object.values(ports).flat()).size).toBe(3);
});

test("logs why the backend can't be reached when the reason changes, and again after a response", async () => {
  backend.answerAll(({ res }) => {
    if (backend.seen.length === 3) res.end();
    else res.destroy();
  });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count++) {
    statuses.push((await exchange(url, requestText('DELETE /api/x'))).status);
  }
  expect(statuses).toEqual([502, 502, 200, 502]);
  expect(lines).toEqual([lines[0], lines[0]]);
  expect(lines[0]).toMatch(new RegExp(`^${backend.url} can't be reached: .+`));
  await backend.stop();
  for (let count = 0; count < 2; count++) await exchange(url, requestText('DELETE /api/x'));
  expect(lines).toHaveLength(3);
  expect(lines[2]).not.toBe(lines[0]);
});

test('does not report a client that aborts its own request', async () => {
  const { req } = openRequest(`${url}/api/x`, { method: 'POST', headers: { 'Content-Length': '9' } });
  req.on('error', () => undefined);
  req.write('part');
  const { req: upstream, res } = await backend.next();
  const closed = once(res, 'close');
  upstream.resume();
  req.destroy();
  await closed;
  backend.answerAll((seen) => seen.res.end());
  await get(url, '/api/y');
  expect(lines).toEqual([]);
});

test('reports to the backend that a client uses TLS', async () => {
  const secure = createTlsServer({ key: KEY, cert: CERTIFICATE }, (req, res) => {
    void proxy.forward(req, res, 'api');
  });
  const { port, stop: stopSecure } = await listen(secure);
  const request = httpsRequest({
    port,
    host: '127.0.0.1',
    path: '/api/x',
    ca: AUTHORITY,
    servername: 'localhost',
  });
  request.end();
  const { req, res } = await backend.next();
  const responded = once(request, 'response');
  res.end();
  await responded;
  expect(req.headers['x-forwarded-proto']).toBe('https');
  request.destroy();
  await stopSecure();
});

test('refuses to send an uploaded file as a script, without a request to the backend', async () => {
  const refused = await get(url, '/api/files/a/b/c', ['Sec-Fetch-Dest: script']);
  expect(refused.status).toBe(403);
  expect(JSON.parse(refused.body)).toEqual({
    code: 403,
    message: 'An uploaded file is not served as a script, style or worker.',
    data: {},
  });
  backend.answerAll(({ res }) => res.end());
  expect((await get(url, '/api/scripts', ['Sec-Fetch-Dest: script'])).status).toBe(200);
  expect(backend.seen).toHaveLength(1);
});

test("forwards the backend's status text", async () => {
  const { req, response } = openRequest(`${url}/api/x`, { method: 'GET' });
  req.end();
  (await backend.next()).res.writeHead(418, 'Short And Stout').end();
  expect(await response).toMatchObject({ statusCode: 418, statusMessage: 'Short And Stout' });
});

test.each([
  ['POST', ['Content-Length: 5'], 'hello', 'hello'],
  ['POST', ['Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\n\r\n', 'hello'],
  ['POST', [], '', ''],
  ['DELETE', ['Content-Length: 5'], 'hello', 'hello'],
])('forwards the body of %s with %j', async (method, headers, bytes, body) => {
  const response = exchange(url, requestText(`${method} /api/x`, headers, bytes));
  const { req, res } = await backend.next();
  expect(String(await readAll(req))).toBe(body);
  res.end();
  expect((await response).status).toBe(200);
});

test('closes the connection of a response that it can not forward', async () => {
  const response = get(url, '/api/x');
  const { req, res } = await backend.next();
  const closed = once(res, 'close');
  req.socket.write('HTTP/1.1 200 f\xfcr\r\nContent-Length: 1000000\r\n\r\n', 'latin1');
  expect((await response).status).toBe(502);
  await closed;
});

test('forwards 304 with the length of the body that it stands for', async () => {
  const response = get(url, '/api/x');
  const { socket } = (await backend.next()).req;
  socket.write('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nETag: "a"\r\n\r\n');
  expect(await response).toMatchObject({ status: 304, headers: { etag: '"a"' }, body: '' });
  expect(lines).toEqual([]);
});

test('forwards headers of a response that are as long as those of a request may be', async () => {
  const long = 'x'.repeat(900_000);
  backend.answerAll(({ res }) => res.setHeader('X-Long', long).end('whole'));
  const { status, headers, body } = await get(url, '/api/x');
  expect({ status, isWhole: headers['x-long'] === long, body }).toEqual({
    status: 200,
    isWhole: true,
    body: 'whole',
  });
});
