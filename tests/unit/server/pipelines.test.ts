import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPipelines } from '#server/pipelines.ts';
import { type FakeBackend, startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { nextChunk, requestText } from '#tests/support/server/http-client.ts';
import type { Running } from '#tests/support/server/start.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const CHUNKED = ['POST /api/x HTTP/1.1', 'Host: atoll.test', 'Transfer-Encoding: chunked', '', ''].join(
  '\r\n',
);
const HOSTILE = 'GET /api//x HTTP/1.1\r\nHost: atoll.test\r\n\r\n';

const site = await buildSite();
let backend: FakeBackend;
let atoll: Running;
let open: Socket[];

beforeEach(async () => {
  open = [];
  backend = await startFakeBackend();
  atoll = await inProcess(site)(backend.url);
});

afterEach(async () => {
  for (const socket of open) socket.destroy();
  await atoll.stop();
  await backend.stop();
});

afterAll(() => site.remove());

/** A connection that never ends its own half, and everything it receives until the server closes. */
async function call(): Promise<{ socket: Socket; received: Promise<string>; text(): string }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(atoll.url).port), allowHalfOpen: true });
  open.push(socket);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (bytes) => {
    text += bytes;
  });
  // The server may close the connection during a write.
  socket.on('error', () => undefined);
  const received = Promise.race([once(socket, 'end'), once(socket, 'close')]).then(() => text);
  await once(socket, 'connect');
  return { socket, received, text: () => text };
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test("refuses a request whose body can't be parsed, instead of answering it", async () => {
  const { socket, received } = await call();
  socket.write(`${CHUNKED}4\r\nbody\r\n`);
  const { req, res } = await backend.next();
  expect(await nextChunk(req)).toBe('body');
  const dropped = once(res, 'close');
  socket.write('no size\r\n');
  expect(statusesIn(await received)).toEqual(['400']);
  socket.end();
  await dropped;
  expect(req.complete).toBe(false);
});

test("aborts a response that has begun when the rest of its request can't be parsed", async () => {
  const { socket, received, text } = await call();
  socket.write(`${CHUNKED}4\r\nbody\r\n`);
  const { res } = await backend.next();
  res.writeHead(200, { 'Content-Length': '9' }).write('part');
  await expect.poll(text).toContain('part');
  socket.write('no size\r\n');
  expect(statusesIn(await received)).toEqual(['200']);
});

test('refuses only once, even if more arrives', async () => {
  const { socket, received } = await call();
  socket.write('nonsense\r\n\r\n');
  socket.write(HOSTILE);
  socket.write('more nonsense\r\n\r\n');
  expect(statusesIn(await received)).toEqual(['400']);
  expect(backend.seen).toEqual([]);
});

test('announces the end of the connection and the length of the response in the headers', async () => {
  const { socket, received } = await call();
  socket.write(HOSTILE);
  const [head = '', body = ''] = (await received).split('\r\n\r\n');
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${body.length}`,
    ]),
  );
});

test('refuses HEAD without a body', async () => {
  const { socket, received } = await call();
  socket.write(HOSTILE.replace('GET', 'HEAD'));
  expect(await received).toMatch(/^HTTP\/1\.1 400 [\s\S]*Content-Length: [1-9]\d*\r\n[\s\S]*\r\n\r\n$/);
});

test('refuses only after the responses to earlier requests, even late ones', async () => {
  const { socket, received } = await call();
  const early = requestText('GET /api/early').replace('Connection: close\r\n', '');
  socket.write(early + early + HOSTILE);
  const [first, second] = [await backend.next(), await backend.next()];
  second.res.writeHead(202).end();
  first.res.writeHead(201).end();
  expect(statusesIn(await received)).toEqual(['201', '202', '400']);
});

test('refuses a request after one that has its response already', async () => {
  const { socket, received, text } = await call();
  socket.write(requestText('GET /api/early').replace('Connection: close\r\n', ''));
  (await backend.next()).res.writeHead(201).end();
  await expect.poll(text).toMatch(/ 201 [\s\S]*\r\n\r\n/);
  socket.write(HOSTILE);
  expect(statusesIn(await received)).toEqual(['201', '400']);
});

test('no longer parses what a refused connection sends', async () => {
  const parse = vi.fn();
  const socket = new Duplex({ read: () => undefined, write: (_bytes, _encoding, done) => done() });
  socket.on('data', parse);
  createPipelines().refuse(socket, { status: 400, message: 'No.' });
  const discarded = once(socket, 'data');
  socket.push('more');
  await discarded;
  expect(parse).not.toHaveBeenCalled();
  socket.destroy();
});

test('lets a refused client finish sending, so that it can read the reason', async () => {
  const { socket, received } = await call();
  socket.write(HOSTILE.replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 5000000\r\n\r\n'));
  socket.write('x'.repeat(5_000_000));
  expect(statusesIn(await received)).toEqual(['400']);
});

test('closes the connection of a client that never stops sending', async () => {
  const { socket } = await call();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(HOSTILE);
  const sending = setInterval(() => socket.write('more'), 20);
  await closed;
  clearInterval(sending);
  expect(socket.destroyed).toBe(true);
});

test('aborts an upload whose client disconnects before the response to an earlier request', async () => {
  const { socket } = await call();
  socket.write(
    `${requestText('GET /api/early').replace('Connection: close\r\n', '')}${CHUNKED}4\r\nbody\r\n`,
  );
  const seen = [await backend.next(), await backend.next()];
  const upload = seen.find(({ method }) => method === 'POST');
  if (!upload) throw new Error('No upload.');
  expect(await nextChunk(upload.req)).toBe('body');
  const dropped = once(upload.res, 'close');
  socket.resetAndDestroy();
  await dropped;
  expect(upload.req.complete).toBe(false);
});

test('ignores a client that disconnects before it can be refused', async () => {
  const { socket } = await call();
  socket.write(requestText('GET /api/x').replace('Connection: close\r\n', '') + HOSTILE);
  const { res } = await backend.next();
  const dropped = once(res, 'close');
  socket.resetAndDestroy();
  await dropped;
  const other = await call();
  other.socket.write(HOSTILE);
  expect(statusesIn(await other.received)).toEqual(['400']);
});
