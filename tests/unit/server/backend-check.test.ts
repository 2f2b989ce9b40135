import { expect, test } from 'vitest';
import { isAtoll, isOpen, isWithoutAdmins, portOf, versionMessage } from '#server/backend-check.ts';
import { createVersionCheck } from '#server/version.ts';
import { TESTED_VERSION } from '#wire/dashboard.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
  ['[::1]', '::1'],
  ['127.0.0.1', '0.0.0.0'],
  ['localhost', '::'],
  ['0.0.0.0', '0.0.0.0'],
  ['192.0.2.7', '0.0.0.0'],
])('recognises a backend at %s as Atoll, which listens on %s', (host, address) => {
  const own = ['192.0.2.7'];
  expect(isAtoll({ host, port: 8080 }, { address, port: 8080 }, own)).toBe(true);
  expect(isAtoll({ host, port: 8090 }, { address, port: 8080 }, own)).toBe(false);
});

test.each([
  ['192.0.2.8', '0.0.0.0'],
  ['192.0.2.7', '127.0.0.1'],
  ['localhost', '192.0.2.7'],
  ['pb.example.com', '::'],
])('distinguishes a backend at %s from Atoll on %s', (host, address) => {
  expect(isAtoll({ host, port: 80 }, { address, port: 80 }, ['192.0.2.7'])).toBe(false);
});

test.each([
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['::1', false],
  ['0.0.0.0', true],
  ['::', true],
  ['192.0.2.7', true],
  ['2001:db8::1', true],
])('%s is reachable for others: %s', (address, expected) => {
  expect(isOpen(address)).toBe(expected);
});

test.each([
  [307, '?installer#', true],
  [300, '?installer#', true],
  [399, '?installer#', true],
  [299, '?installer#', false],
  [400, '?installer#', false],
  [307, 'https://example.com/', false],
  [307, undefined, false],
  [200, undefined, false],
])(
  'derives from %i with location %s whether a backend has no administrator: %s',
  (status, location, expected) => expect(isWithoutAdmins({ status, location, text: '' })).toBe(expected),
);

test.each([
  ['0.22.20', undefined],
  [TESTED_VERSION, undefined],
  [undefined, undefined],
  ['0.41.0', `The backend at http://a is PocketBase 0.41.0. Atoll was tested up to ${TESTED_VERSION}.`],
  ['0.21.3', 'The backend at http://a is PocketBase 0.21.3. Atoll works with PocketBase 0.22 and newer.'],
])('of a backend of version %s the operator is told: %s', (version, line) => {
  expect(versionMessage('http://a', version)).toBe(line);
});

test('the script of a dashboard is read once, and again when the backend has another one', async () => {
  const requested: string[] = [];
  const scripts: Record<string, string> = { a: 'x="PocketBase v0.40.6"', b: 'x="PocketBase v0.40.7"' };
  const { find, lastFound } = createVersionCheck(async (path) => {
    requested.push(path);
    return { status: 200, location: undefined, text: scripts[path.slice(-4, -3)] ?? '' };
  });
  const page = (name: string) => `<script src="./assets/index-${name}.js">`;
  expect([await find(page('a')), await find(page('a'))]).toEqual(['0.40.6', '0.40.6']);
  expect(await find(page('b'))).toBe('0.40.7');
  expect(await find('<p>Another page.</p>')).toBeUndefined();
  expect(lastFound()).toBe('0.40.7');
  expect(requested).toEqual(['/_/assets/index-a.js', '/_/assets/index-b.js']);
});

test.each([
  ['http://a', 80],
  ['https://a', 443],
  ['http://a:8090/sub', 8090],
])('finds the port of %s', (url, port) => {
  expect(portOf(new URL(url))).toBe(port);
});
