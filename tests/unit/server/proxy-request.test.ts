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

test("requests a path below the backend's, without a client's address, and follows no redirect", async () => {
  const response = proxy.request('/_/', forever);
  const { method, url: path, req, res } = await backend.next();
  res.writeHead(307, { Location: '?installer' }).end('a small page');
  expect(await response).toEqual({ status: 307, location: '?installer', text: 'a small page' });
  expect({ method, path }).toEqual({ method: 'GET', path: '/sub/_/' });
  expect(req.headers).not.toHaveProperty('x-forwarded-proto');
});

test('has no location when the response has none', async () => {
  const response = proxy.request('/_/', forever);
  (await backend.next()).res.end();
  expect(await response).toEqual({ status: 200, location: undefined, text: '' });
});

test('recognises its own request when the backend sends it back', async () => {
  const response = proxy.request('/_/', forever);
  const { req, res } = await backend.next();
  res.end();
  await response;
  expect(proxy.isOwn(req)).toBe(true);
});

test('rejects when the signal aborts', async () => {
  const controller = new AbortController();
  const response = proxy.request('/_/', controller.signal);
  const { res } = await backend.next();
  const dropped = once(res, 'close');
  controller.abort();
  await expect(response).rejects.toThrow();
  await dropped;
});

test('reuses its connection for further requests', async () => {
  const requests = 8;
  const ports: (number | undefined)[] = [];
  backend.answerAll(({ req, res }) => {
    ports.push(req.socket.remotePort);
    // More than is buffered, less than justifies a new connection.
    res.end('unread '.repeat(15_000));
  });
  for (let count = 0; count < requests; count++) await proxy.request('/_/', forever);
  expect(ports).toHaveLength(requests);
  expect(new Set(ports).size).toBeLessThan(requests);
});
