import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectResponseFirst } from '#server/response-first.ts';
import { listen } from '#tests/support/listen.ts';
import { fileForm, startHastyBackend, upload } from '#tests/support/server/uploads.ts';
import { startInProcess } from './in-process.ts';

const BODY = fileForm(5_000_000);
const UPLOADS = 6;

test('delivers a response that arrived before the connection broke', async () => {
  const backend = await startHastyBackend();
  const atoll = await startInProcess(backend.url);
  const responses = await Promise.all(
    Array.from({ length: UPLOADS }, () => upload(`${atoll.url}/api/x`, BODY)),
  );
  expect(responses).toEqual(responses.map(() => ({ status: 413, text: '{"code":413}' })));
  await atoll.stop();
  await backend.stop();
});

test.each(['reset', 'end'] as const)(
  'sends 502 when the connection breaks without a response (%s)',
  async (how) => {
    const backend = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => (how === 'reset' ? socket.resetAndDestroy() : socket.destroy()));
    });
    const { url, stop } = await listen(backend);
    const atoll = await startInProcess(url);
    expect(await upload(`${atoll.url}/api/x`, BODY)).toMatchObject({ status: 502 });
    await atoll.stop();
    await stop();
  },
);

test('aborts a response that the backend aborted', async () => {
  const backend = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart', () => socket.resetAndDestroy());
    });
  });
  const { url, stop } = await listen(backend);
  const atoll = await startInProcess(url);
  expect(await upload(`${atoll.url}/api/x`, BODY)).toMatchObject({ status: 0 });
  await atoll.stop();
  await stop();
});

/** A connection to a server that reads all and sends nothing. */
async function connectToSilence(): Promise<Socket> {
  const { port, stop } = await listen(createServer((socket) => void socket.on('error', () => {}).resume()));
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const address = { hostname: '127.0.0.1', protocol: 'http:', port: String(port) };
  connectResponseFirst()(address, (error, socket) => (error ? reject(error) : resolve(socket)));
  const socket = await promise;
  onTestFinished(async () => {
    socket.destroy();
    await stop();
  });
  return socket;
}

test.each(['one write', 'several writes at once'])(
  'an error of %s leaves the response readable',
  async (how) => {
    const fail = (...args: unknown[]) => {
      const written = args.at(-1);
      if (typeof written === 'function') written(new Error('EPIPE'));
    };
    vi.spyOn(Socket.prototype, '_write').mockImplementation(fail);
    vi.spyOn(Socket.prototype, '_writev').mockImplementation(fail);
    onTestFinished(() => void vi.restoreAllMocks());
    const socket = await connectToSilence();
    if (how === 'several writes at once') socket.cork();
    socket.write('a');
    const written = new Promise((done) => socket.write('b', done));
    socket.uncork();
    expect(await written).toBeFalsy();
    expect(socket.destroyed).toBe(false);
  },
);

test('only a failed read delivers what was received before; anything else closes at once', async () => {
  const failed = (syscall: string) => Object.assign(new Error('ECONNRESET'), { syscall });
  const broken = await connectToSilence();
  broken.on('error', () => {});
  // As of any other socket.
  expect(broken.destroy(failed('read'))).toBe(broken);
  expect(broken.destroyed).toBe(false);
  await once(broken.resume(), 'close');
  for (const error of [undefined, new Error('Given up.'), failed('write')]) {
    const socket = await connectToSilence();
    socket.on('error', () => {});
    socket.destroy(error);
    expect(socket.destroyed).toBe(true);
  }
});
