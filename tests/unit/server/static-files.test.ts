import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { chooseEncoding, sendFile } from '../../../src/server/static-files.ts';

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
])('answers %j with %s', (accept, encoding) => {
  expect(chooseEncoding(accept, all)).toBe(encoding);
});

test('sends what has no compressed copy as it is', () => {
  expect(chooseEncoding('br, gzip', { bodies: { identity: some } })).toBe('identity');
});

test.each([
  ['/assets/a.1.js', true, 'public, max-age=31536000, immutable'],
  ['/page.html?v=abc', false, 'public, max-age=31536000, immutable'],
  ['/page.html?v=abcd', false, 'no-cache'],
  ['/page.html', false, 'no-cache'],
])('%s (name of its content: %s) is kept as %s', async (path, immutable, expected) => {
  const file = { type: 'text/html', hash: 'abc', immutable, bodies: { identity: some } };
  const server = createServer((req, res) => sendFile(req, res, file));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  expect(answer.headers.get('cache-control')).toBe(expected);
  await answer.arrayBuffer();
  await new Promise((resolve) => server.close(resolve));
});
