import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closedPort } from '#tests/support/listen.ts';
import { startHastyBackend } from '#tests/support/server/uploads.ts';
import { startInProcess } from './in-process.ts';

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startAtoll(backendUrl: string) {
  const atoll = await startInProcess(backendUrl);
  stops.push(atoll.stop);
  return atoll;
}

/** Begins an upload of 3 MB; provides the response and the errors of the connection. */
function beginUpload(port: number) {
  const socket = connect({ port, allowHalfOpen: true });
  const problems: string[] = [];
  let text = '';
  socket.on('end', () => socket.end());
  socket.on('error', (error) => problems.push(error.message));
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('POST /api/x HTTP/1.1\r\nHost: atoll\r\nConnection: close\r\nContent-Length: 3000000\r\n\r\n');
  return { socket, problems, closed, responseText: () => text };
}

const MEGABYTE = Buffer.alloc(1_000_000, 'x');
const written = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.write(MEGABYTE, () => resolve());
  });

test.each([
  { name: 'of the backend', status: 413 },
  { name: 'of the server', status: 502 },
])(
  'an early response $name does not close the connection during the rest of an upload',
  async ({ status }) => {
    const hasty = await startHastyBackend();
    stops.push(hasty.stop);
    const { port } = await startAtoll(status === 413 ? hasty.url : `http://127.0.0.1:${await closedPort()}`);
    const { socket, problems, closed, responseText } = beginUpload(port);
    await written(socket);
    await expect.poll(responseText).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*}$`));
    await written(socket);
    await written(socket);
    await closed;
    expect(problems).toEqual([]);
  },
);
