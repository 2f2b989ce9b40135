import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleInstallerCheck } from '#server/installer-check.ts';
import type { BackendResponse } from '#server/version.ts';
import { listen } from '#tests/support/listen.ts';
import { exchange, get, requestText } from '#tests/support/server/http-client.ts';

let url: string;
let stop: () => Promise<void>;
/** The backend's response to `/_/`. */
let respond: () => Promise<BackendResponse>;
let requested: string[];

const respondWith = (status: number, location?: string) => async () => ({ status, location, text: '' });

beforeAll(async () => {
  const proxy = {
    forward: async () => undefined,
    request: (path: string) => {
      requested.push(path);
      return respond();
    },
    versionOf: async (page: string) => page || undefined,
    lastVersion: () => undefined,
    isOwn: () => false,
    endStreams: () => undefined,
  };
  const server = createServer((req, res) => {
    requested = [];
    void handleInstallerCheck(req, res, { proxy, isOpen: false });
  });
  ({ url, stop } = await listen(server));
});

afterAll(() => stop());

test.each([
  [200, undefined, 200, undefined],
  [299, '?installer', 200, undefined],
  [300, '?installer', 307, '?installer'],
  [307, '../_/?installer#x', 307, '?installer'],
  [399, 'https://example.com/', 307, '?elsewhere'],
  [302, undefined, 307, '?elsewhere'],
  [400, '?installer', 200, undefined],
  [404, undefined, 200, undefined],
])('turns %i with location %s into %i with %s', async (status, location, expected, target) => {
  respond = respondWith(status, location);
  const { status: own, headers, body } = await get(url, '/_/');
  expect({ status: own, location: headers.location, body }).toEqual({
    status: expected,
    location: target,
    body: '',
  });
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-length': '0' });
  expect(requested).toEqual(['/_/']);
});

test("reports an unreachable backend in the format of the backend's errors", async () => {
  respond = () => Promise.reject(new Error('gone'));
  const { status, headers, body } = await get(url, '/_/');
  expect({ status, kept: headers['cache-control'] }).toEqual({ status: 502, kept: 'no-store' });
  expect(JSON.parse(body)).toEqual({
    code: 502,
    message: 'The backend could not be reached. Check that PocketBase is running.',
    data: {},
  });
});

test.each(['POST', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
  const { status, body } = await exchange(url, requestText(`${method} /_/`));
  expect(status).toBe(405);
  expect(JSON.parse(body)).toMatchObject({ code: 405, message: 'Method not allowed.' });
  expect(requested).toEqual([]);
});

test.each([
  ['a navigation', ['Sec-Fetch-Mode: navigate'], '../'],
  ['a request for a page from a browser that names no mode', ['Accept: text/html,*/*;q=0.8'], '../'],
  ['a script', ['Sec-Fetch-Mode: cors', 'Accept: text/html'], undefined],
  ['a script that names no mode', ['Accept: */*'], undefined],
  ['a client that sends no such headers', [], undefined],
])('redirects %s to %s', async (_who, headers, location) => {
  respond = respondWith(200);
  const response = await get(url, '/_/', headers);
  expect(response.headers.location).toBe(location);
  expect(response.status).toBe(location ? 307 : 200);
});

test('a redirect keeps the query of a visitor', async () => {
  const response = await get(url, '/_/?a=b?c', ['Sec-Fetch-Mode: navigate']);
  expect(response.headers.location).toBe('../?a=b?c');
});

test('a client that follows a redirect gets an empty page, without another request to the backend', async () => {
  const { status, headers, body } = await get(url, '/_/?installer');
  expect({ status, location: headers.location, body }).toEqual({
    status: 200,
    location: undefined,
    body: '',
  });
  expect(headers).not.toHaveProperty('x-atoll-open');
  expect(requested).toEqual([]);
});
