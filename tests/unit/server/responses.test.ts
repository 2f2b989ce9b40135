import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { OnDemand } from '#server/server.ts';
import { get } from '#tests/support/server/http-client.ts';
import type { Running } from '#tests/support/server/start.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();
let atoll: Running | undefined;

afterEach(async () => {
  await atoll?.stop();
  vi.restoreAllMocks();
});

afterAll(() => site.remove());

/** Starts the server of the site with another handler for on-demand routes. */
async function start(onDemand?: OnDemand): Promise<string> {
  const built = onDemand ? { ...site, loadOnDemand: async () => onDemand } : site;
  atoll = await inProcess(built)('http://127.0.0.1:9');
  return atoll.url;
}

test('allows only the document of the editor in a frame, and only in the page', async () => {
  const url = await start();
  for (const [path, framing] of [
    ['/', 'DENY'],
    ['/rich-text.html', 'SAMEORIGIN'],
    ['/assets/app.js', 'DENY'],
  ] as const) {
    expect((await get(url, path)).headers['x-frame-options'], path).toBe(framing);
  }
});

test('sends the policy of the page with documents, and a short one with files', async () => {
  const url = await start();
  const policyOf = async (path: string) => (await get(url, path)).headers['content-security-policy'];
  expect(await policyOf('/')).toContain('sha256-');
  expect(await policyOf('/index.html')).toContain('sha256-');
  for (const path of ['/assets/app.js', '/healthz', '/_/?installer']) {
    expect(await policyOf(path), path).toBe("default-src 'none'; script-src 'self'; frame-ancestors 'none'");
  }
});

test('announces the files of every route with the page, and only there', async () => {
  const url = await start();
  expect((await get(url, '/')).headers['link']).toContain('<./assets/app.js>; rel=modulepreload');
  expect((await get(url, '/rich-text.html')).headers).not.toHaveProperty('link');
});

test('sends 500, without the cause, when an on-demand route fails', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cause = new Error('secret');
  const url = await start(() => {
    throw cause;
  });
  const { status, body } = await get(url, '/healthz');
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({
    code: 500,
    message: 'The server could not handle this request.',
    data: {},
  });
  expect(log).toHaveBeenCalledWith(cause);
});

test('aborts a response that fails after it has begun', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const url = await start((_req, res) => {
    res.writeHead(200, { 'Content-Length': '9' }).write('part');
    throw new Error('too late');
  });
  await expect(fetch(`${url}/healthz`).then((response) => response.text())).rejects.toThrow();
});
