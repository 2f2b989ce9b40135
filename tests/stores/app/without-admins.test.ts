import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { visitBackend } from '#api/auth/visit.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { listen } from '#tests/support/listen.ts';
import { startInProcess } from '#tests/unit/server/in-process.ts';

const realFetch = globalThis.fetch;
type Running = Awaited<ReturnType<typeof listen>>;

/** A server in front of a backend that lets nobody see its dashboard, such as one with a sign-in of its own. */
function startGateway(backend: string): Promise<Running> {
  const server = createServer(async ({ url = '', method = '' }, res) => {
    if (url === '/_/') res.writeHead(302, { Location: '/sign-in' }).end();
    else if (url === '/sign-in') res.end('Sign in first.');
    else {
      const headers = { 'Content-Type': 'application/json' };
      const response = await realFetch(backend + url, {
        ...{ method, headers },
        ...(method === 'POST' && { body: '{}' }),
      });
      res.writeHead(response.status).end(await response.text());
    }
  });
  return listen(server);
}

let sent: string[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    sent.push(`${init.method ?? 'GET'} ${new URL(input).pathname}`);
    const response = await realFetch(input, init);
    // Browsers tell of such a redirect only that it is one.
    const isOpaque = init.redirect === 'manual' && response.status >= 300 && response.status < 400;
    return isOpaque ? { type: 'opaqueredirect', status: 0, ok: false } : response;
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ['an administrator', 'template', false],
  ['no administrator', 'empty', true],
] as const)('of a backend with %s', (_, from, isWithout) => {
  let backend: Backend;
  let gateway: Running;
  const servers: Running[] = [];
  beforeAll(async () => {
    backend = await startPocketBase({ from });
    gateway = await startGateway(backend.url);
    servers.push(gateway, await startInProcess(backend.url), await startInProcess(gateway.url));
  });
  afterAll(async () => {
    for (const { stop } of servers.toReversed()) await stop();
    await backend.stop();
  });

  test.each([
    ['its own server', () => backend, isWithout ? 1 : 2],
    ['Atoll', () => servers[1], 1],
    ['a server that hides its dashboard', () => servers[0], 3],
    ['Atoll and a server that hides its dashboard', () => servers[2], 3],
  ])(`[IN-07] %s tells that it is ${isWithout ? '' : 'not '}without one`, async (_name, server, requests) => {
    browser.backend = `${server()?.url}/`;
    expect(await visitBackend()).toMatchObject({ line: 'pb22', isWithoutAdmins: isWithout });
    expect(sent).toEqual(['GET /_/', 'GET /api/health', 'POST /api/admins'].slice(0, requests));
  });
});
