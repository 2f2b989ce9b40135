import { expect, test } from 'vitest';
import { chooseEncoding } from '../../../src/server/static-files.ts';

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
