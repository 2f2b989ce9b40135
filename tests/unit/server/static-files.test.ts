import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StaticFile } from '#server/file-index.ts';
import { chooseEncoding, sendFile, sendText } from '#server/static-files.ts';
import { listen } from '#tests/support/listen.ts';
import { exchange, requestText } from '#tests/support/server/http-client.ts';

const some = Buffer.from('');
const all = { bodies: { identity: some, br: some, gzip: some } };

test.each([
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity', 'identity'],
  ['gzip;q=x', 'identity'],
  ['gzip ; level=1 ; q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['br;level=0', 'br'],
])('chooses for Accept-Encoding %j the copy %s', (accept, encoding) => {
  expect(chooseEncoding(accept, all)).toBe(encoding);
});

test('sends a file without a compressed copy uncompressed', () => {
  expect(chooseEncoding('br, gzip', { bodies: { identity: some } })).toBe('identity');
});

describe('sendFile', () => {
  const page = {
    type: 'text/html',
    hash: 'abc',
    immutable: false,
    bodies: { identity: Buffer.from('plain'), br: Buffer.from('small') },
  };
  let file: StaticFile;
  let url: string;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    file = page;
    ({ url, stop } = await listen(createServer((req, res) => sendFile(req, res, file))));
  });

  afterEach(() => stop());

  const send = (line: string, ...headers: string[]) => exchange(url, requestText(line, headers));

  test.each([
    ['/assets/a.1.js', true, 'public, max-age=31536000, immutable'],
    ['/page.html?v=abc', false, 'public, max-age=31536000, immutable'],
    ['/page.html?v=abcd', false, 'no-cache'],
    ['/page.html', false, 'no-cache'],
  ])('%s (named by its content: %s) is cached as %s', async (path, immutable, expected) => {
    file = { ...page, immutable };
    expect((await send(`GET ${path}`)).headers['cache-control']).toBe(expected);
  });

  test('sends the copy that suits the client, with its own validator', async () => {
    const small = await send('GET /', 'Accept-Encoding: br');
    expect(small).toMatchObject({ status: 200, body: 'small' });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': '5',
      'content-type': 'text/html',
      etag: '"abc-br"',
      vary: 'Accept-Encoding',
    });
    const plain = await send('GET /');
    expect(plain).toMatchObject({ body: 'plain', headers: { etag: '"abc"', vary: 'Accept-Encoding' } });
    expect(plain.headers).not.toHaveProperty('content-encoding');
  });

  test('has no Vary header when there is only one copy', async () => {
    file = { ...page, bodies: { identity: some } };
    expect((await send('GET /')).headers).not.toHaveProperty('vary');
  });

  test.each([
    ['"abc"', 304],
    ['W/"abc"', 304],
    ['"other", W/"abc" , "more"', 304],
    ['*', 304],
    ['"abc-br"', 200],
    ['"other"', 200],
    ['abc', 200],
  ])('sends a client with the version %s the status %i', async (known, status) => {
    const response = await send('GET /', `If-None-Match: ${known}`);
    expect(response).toMatchObject({ status, body: status === 304 ? '' : 'plain' });
    expect(response.headers).toMatchObject({ etag: '"abc"', 'cache-control': 'no-cache' });
  });

  test('responds to HEAD with headers only', async () => {
    expect(await send('HEAD /')).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const { status, headers, body } = await send(`${method} /`);
    expect({ status, body }).toEqual({ status: 405, body: 'Method not allowed\n' });
    expect(headers).toMatchObject({
      allow: 'GET, HEAD',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
  });
});

test('a text response to HEAD has only headers', async () => {
  const server = createServer((_req, res) => sendText(res, 404, 'Not föund'));
  const { url, stop } = await listen(server);
  const [head, whole] = [
    await exchange(url, requestText('HEAD /')),
    await exchange(url, requestText('GET /')),
  ];
  await stop();
  expect(head).toMatchObject({ status: 404, body: '', headers: { 'content-length': '11' } });
  expect(Buffer.from(whole.body, 'latin1').toString()).toBe('Not föund\n');
});
