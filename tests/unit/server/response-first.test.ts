import { createServer } from 'node:net';
import { expect, test } from 'vitest';
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
