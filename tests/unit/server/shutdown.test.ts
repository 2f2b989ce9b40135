import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopOnSignal } from '#server/shutdown.ts';
import { listen } from '#tests/support/listen.ts';
import { openRequest, readAll } from '#tests/support/server/http-client.ts';

/** A process that records its exit status. */
class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

let server: Server;
let fakeProcess: FakeProcess;
let endStreams: ReturnType<typeof vi.fn<() => void>>;
let url: string;

beforeEach(async () => {
  server = createServer();
  fakeProcess = new FakeProcess();
  endStreams = vi.fn<() => void>();
  stopOnSignal(server, { endStreams }, fakeProcess);
  ({ url } = await listen(server));
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** A request to which the server has begun to respond; the test finishes the response. */
async function pending() {
  const arrived = once(server, 'request');
  const { req, response } = openRequest(url, { method: 'GET', headers: { Connection: 'keep-alive' } });
  req.end();
  const res = (await arrived)[1] as ServerResponse;
  return { res, response, req };
}

test.each(['SIGINT', 'SIGTERM'] as const)('exits with status 0 on %s', async (signal) => {
  fakeProcess.emit(signal);
  await expect.poll(() => fakeProcess.exits).toEqual([0]);
  expect(server.listening).toBe(false);
});

test('ends event streams immediately', () => {
  expect(endStreams).not.toHaveBeenCalled();
  fakeProcess.emit('SIGTERM');
  expect(endStreams).toHaveBeenCalledOnce();
});

test('finishes current responses, and announces the end of their connections', async () => {
  const begun = await pending();
  begun.res.writeHead(200, { 'Content-Length': '9' }).write('part');
  const waiting = await pending();
  fakeProcess.emit('SIGTERM');
  begun.res.end(' rest');
  waiting.res.end('late');
  expect(String(await readAll(await begun.response))).toBe('part rest');
  const late = await waiting.response;
  expect(late.headers.connection).toBe('close');
  expect(String(await readAll(late))).toBe('late');
  begun.req.destroy();
  await expect.poll(() => fakeProcess.exits).toEqual([0]);
});

test('keeps no response whose client has left', async () => {
  const { res, req, response } = await pending();
  const setHeader = vi.spyOn(res, 'setHeader');
  const closed = once(res, 'close');
  req.destroy();
  await closed;
  await expect(response).rejects.toThrow('socket hang up');
  fakeProcess.emit('SIGTERM');
  expect(setHeader).not.toHaveBeenCalled();
});

test('exits immediately on a second signal', async () => {
  await pending();
  fakeProcess.emit('SIGTERM');
  expect(fakeProcess.exits).toEqual([]);
  fakeProcess.emit('SIGINT');
  expect(fakeProcess.exits).toEqual([0]);
});

test('waits a few seconds for a response, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await pending();
  fakeProcess.emit('SIGTERM');
  vi.advanceTimersByTime(2_900);
  expect(fakeProcess.exits).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(fakeProcess.exits).toEqual([0]);
});

test('exits even if a client keeps its connection', async () => {
  const done = await pending();
  done.res.end();
  await readAll(await done.response);
  fakeProcess.emit('SIGTERM');
  await expect.poll(() => fakeProcess.exits).toEqual([0]);
});
