import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '#server/limits.ts';
import { listen } from '#tests/support/listen.ts';
import { requestText } from '#tests/support/server/http-client.ts';
import { startInProcess } from './in-process.ts';

/** In ms; connections that must stay open last several times as long. */
const SHORT = {
  headersTimeout: 100,
  requestTimeout: 0,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 20,
};
const LONG = 600;
const PIECES = 12;

let backend: Awaited<ReturnType<typeof listen>>;
let atoll: Awaited<ReturnType<typeof startInProcess>>;
let open: Socket[] = [];

beforeEach(async () => {
  open = [];
  const server = createServer(async (req, res) => {
    if (req.url === '/api/realtime') {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      setTimeout(() => res.end('late event'), LONG);
      return;
    }
    if (req.url === '/api/late') await new Promise((resolve) => setTimeout(resolve, LONG));
    let bytes = 0;
    for await (const chunk of req) bytes += chunk.length;
    res.end(`${bytes} bytes`);
  });
  backend = await listen(server);
  atoll = await startInProcess(backend.url, SHORT);
});

afterEach(async () => {
  for (const socket of open) socket.destroy();
  await atoll.stop();
  await backend.stop();
});

/** A connection, and everything it receives until the server closes it. */
function call(): { socket: Socket; received: Promise<string>; text(): string } {
  const socket = connect({ host: '127.0.0.1', port: atoll.port });
  open.push(socket);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (bytes) => {
    text += bytes;
  });
  return { socket, received: once(socket, 'close').then(() => text), text: () => text };
}

test('waits a minute for a request, and little longer', () => {
  expect(LIMITS.headersTimeout).toBe(60_000);
  expect(LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(1_000);
});

test('closes a connection without a request', async () => {
  const began = Date.now();
  expect(await call().received).toMatch(/^HTTP\/1\.1 408 /);
  expect(Date.now() - began).toBeGreaterThanOrEqual(SHORT.headersTimeout - 10);
});

test('refuses a request whose headers take too long', async () => {
  const { socket, received } = call();
  socket.write('GET /api/health HTTP/1.1\r\nHost: a.test\r\nX-Slo');
  expect(await received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"message":"The request took too long to arrive\."/);
});

test('closes a kept-alive connection without another request', async () => {
  await atoll.stop();
  // The first request has to arrive on a busy machine, too.
  atoll = await startInProcess(backend.url, { ...SHORT, headersTimeout: 10_000 });
  const { socket, received } = call();
  socket.write('GET /api/health HTTP/1.1\r\nHost: a.test\r\n\r\n');
  const text = await received;
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('accepts several requests on one connection', async () => {
  const { socket, received, text } = call();
  for (let count = 1; count <= PIECES; count++) {
    socket.write(
      `GET /api/health HTTP/1.1\r\nHost: a.test\r\n${count === PIECES ? 'Connection: close\r\n' : ''}\r\n`,
    );
    await expect.poll(() => text().match(/0 bytes/g)?.length).toBe(count);
  }
  expect((await received).match(/HTTP\/1\.1 200/g)).toHaveLength(PIECES);
});

test('ends neither a slow upload, a silent event stream nor a wait for the backend', async () => {
  const reading = call();
  reading.socket.write(requestText('GET /api/late'));
  const writing = call();
  writing.socket.write(requestText('POST /api/late', ['Content-Length: 2'], 'ok'));

  const events = call();
  events.socket.write('GET /api/realtime HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');
  const upload = call();
  upload.socket.write(
    `POST /api/x HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: ${PIECES}\r\n\r\n`,
  );
  let sent = 0;
  const sending = setInterval(() => {
    upload.socket.write('x');
    sent += 1;
    if (sent === PIECES) clearInterval(sending);
  }, LONG / PIECES);
  expect(await upload.received).toContain(`${PIECES} bytes`);
  expect(await events.received).toContain('late event');
  expect(await reading.received).toContain('0 bytes');
  expect(await writing.received).toContain('2 bytes');
});
