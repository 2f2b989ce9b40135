import { expect, test } from 'vitest';
import { readBackend, readSettings, SettingsError } from '../../../src/server/settings.ts';

test('has a value for everything', () => {
  const { host, port, backend, trustsProxy } = readSettings({});
  expect({ host, port, backend: backend.href, trustsProxy }).toEqual({
    host: '127.0.0.1',
    port: 8080,
    backend: 'http://127.0.0.1:8090/',
    trustsProxy: false,
  });
});

test.each(['80a', '-1', '65536', '1.5', ' '])('refuses the port %j in one line', (text) => {
  expect(() => readSettings({ PORT: text })).toThrow(SettingsError);
  expect(() => readSettings({ PORT: text })).toThrow(/^PORT .*$/);
});

test.each(['8090', 'ftp://x', 'http://', 'javascript:alert(1)', 'http://a:b@x', 'http://x?a', 'http://x#a'])(
  'refuses the backend %j in one line',
  (text) => {
    expect(() => readBackend({ POCKETBASE_URL: text })).toThrow(SettingsError);
    expect(() => readBackend({ POCKETBASE_URL: text })).toThrow(/^POCKETBASE_URL .*$/);
  },
);

test('keeps the sub-path of a backend, without its last slash', () => {
  expect(readBackend({ POCKETBASE_URL: 'https://example.com/pb//' }).href).toBe('https://example.com/pb');
});

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['', false],
])('trusts a proxy in front for ATOLL_TRUST_PROXY=%s: %s', (text, expected) => {
  expect(readSettings({ ATOLL_TRUST_PROXY: text }).trustsProxy).toBe(expected);
});

test('refuses another word for ATOLL_TRUST_PROXY in one line', () => {
  expect(() => readSettings({ ATOLL_TRUST_PROXY: 'yes please' })).toThrow(/^ATOLL_TRUST_PROXY .*$/);
});
