import { expect, test } from 'vitest';
import { isAtoll, isOpen, isTooNew, isWithoutAdmins, portOf } from '#server/backend-check.ts';

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
  async (status, location, expected) => {
    const requested: string[] = [];
    const request = async (path: string) => {
      requested.push(path);
      return { status, location, text: '' };
    };
    expect(await isWithoutAdmins(request)).toBe(expected);
    expect(requested).toEqual(['/_/']);
  },
);

test.each([
  ['{"message":"API is healthy.","code":200,"data":{}}', true],
  ['{"message":"API is healthy.","code":200,"data":{"canBackup":true}}', false],
  ['{"message":"API is healthy.","code":200,"data":{"canBackup":false}}', false],
  ['{"code":404,"data":{}}', false],
  ['{"code":200}', false],
  ['<p>OK', false],
  ['', false],
])('recognises a newer PocketBase by what it tells visitors: %s', (text, expected) => {
  expect(isTooNew({ status: 200, location: undefined, text })).toBe(expected);
});

test.each([
  ['http://a', 80],
  ['https://a', 443],
  ['http://a:8090/sub', 8090],
])('finds the port of %s', (url, port) => {
  expect(portOf(new URL(url))).toBe(port);
});
