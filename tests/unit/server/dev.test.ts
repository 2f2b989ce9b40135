import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountBackend } from '#server/dev.ts';
import { listen } from '#tests/support/listen.ts';
import { type FakeBackend, startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { get } from '#tests/support/server/http-client.ts';

let backend: FakeBackend;
let vite: Server;
let url: string;
let lines: string[];

beforeEach(async () => {
  backend = await startFakeBackend();
  backend.answerAll(({ res, req }) => res.end(`${req.url} of the backend`));
  await mount();
});

afterEach(async () => {
  await backend.stop();
  vite.close();
});

/** A server that answers the requests that the middleware does not handle. */
async function mount(env: Record<string, string> = {}): Promise<void> {
  lines = [];
  vite?.close();
  const middleware = mountBackend({ POCKETBASE_URL: backend.url, ...env }, (line) => lines.push(line));
  vite = createServer((req, res) => middleware(req, res, () => res.end('by Vite')));
  ({ url } = await listen(vite));
}

test('logs the address of the backend', () => {
  expect(lines).toEqual([`/api is forwarded to ${backend.url}/`]);
});

test('forwards requests for records and files to the backend', async () => {
  expect((await get(url, '/api/health')).body).toContain('/api/health of the backend');
  const file = await get(url, '/api/files/a/b/c');
  expect(file.body).toContain('/api/files/a/b/c of the backend');
  expect(file.headers['content-security-policy']).toContain('sandbox');
});

test.each(['/', '/src/x.ts', '/_', '/@vite/client'])('passes %s on to Vite', async (path) => {
  expect((await get(url, path)).body).toContain('by Vite');
  expect(backend.seen).toEqual([]);
});

test('answers the check whether the backend has no administrator', async () => {
  expect(await get(url, '/_/')).toMatchObject({ status: 200, body: '' });
  expect(backend.seen.map((seen) => seen.url)).toEqual(['/_/']);
});

test.each([
  [{}, undefined],
  [{ HOST: '127.0.0.1' }, undefined],
  [{ HOST: '0.0.0.0' }, '1'],
])('reports to the installer whether others can reach the server with %j: %s', async (env, open) => {
  await mount(env);
  expect((await get(url, '/_/?installer')).headers['x-atoll-open']).toBe(open);
});

test('trusts a proxy in front when configured', async () => {
  await mount({ ATOLL_TRUST_PROXY: '1' });
  await get(url, '/api/health', ['X-Forwarded-For: 203.0.113.9']);
  expect(backend.seen[0]?.req.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
});
