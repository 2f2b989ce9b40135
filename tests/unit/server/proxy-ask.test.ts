import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackendProxy, createProxy } from '#server/proxy.ts';
import { type FakeBackend, startFakeBackend } from '#tests/support/server/fake-backend.ts';

let backend: FakeBackend;
let proxy: BackendProxy;

beforeEach(async () => {
  backend = await startFakeBackend();
  proxy = createProxy({
    backend: new URL(`${backend.url}/sub`),
    trustsProxy: false,
    log: () => undefined,
  });
});

afterEach(() => backend.stop());

const forever = new AbortController().signal;

test('asks below the path of the backend, on nobody’s behalf, and follows no redirect', async () => {
  const asked = proxy.ask('/_/', forever);
  const { method, url: path, req, res } = await backend.next();
  res.writeHead(307, { Location: '?installer' }).end('unread');
  expect(await asked).toEqual({ status: 307, location: '?installer' });
  expect({ method, path }).toEqual({ method: 'GET', path: '/sub/_/' });
  expect(req.headers).not.toHaveProperty('x-forwarded-proto');
});

test('has no location where the answer has none', async () => {
  const asked = proxy.ask('/_/', forever);
  (await backend.next()).res.end();
  expect(await asked).toEqual({ status: 200, location: undefined });
});

test('knows its own request when it comes back', async () => {
  const asked = proxy.ask('/_/', forever);
  const { req, res } = await backend.next();
  res.end();
  await asked;
  expect(proxy.isOwn(req)).toBe(true);
});

test('rejects when nobody waits any more', async () => {
  const gone = new AbortController();
  const asked = proxy.ask('/_/', gone.signal);
  const { res } = await backend.next();
  const dropped = once(res, 'close');
  gone.abort();
  await expect(asked).rejects.toThrow();
  await dropped;
});

test('leaves its connection free for further questions', async () => {
  const questions = 8;
  const ports: (number | undefined)[] = [];
  backend.answerAll(({ req, res }) => {
    ports.push(req.socket.remotePort);
    // More than is read ahead, less than is worth a new connection.
    res.end('unread '.repeat(15_000));
  });
  for (let count = 0; count < questions; count++) await proxy.ask('/_/', forever);
  expect(ports).toHaveLength(questions);
  expect(new Set(ports).size).toBeLessThan(questions);
});
