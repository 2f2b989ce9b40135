import { expect, test } from 'vitest';
import { readBackend, readSettings, SettingsError } from '#server/settings.ts';

test('has defaults for everything', () => {
  const { host, port, backend, trustsProxy } = readSettings({});
  expect({ host, port, backend: backend.href, trustsProxy }).toEqual({
    host: '127.0.0.1',
    port: 8080,
    backend: 'http://127.0.0.1:8090/',
    trustsProxy: false,
  });
});

test('treats empty variables as missing', () => {
  const empty = { HOST: '', PORT: '', POCKETBASE_URL: '', ATOLL_TRUST_PROXY: '' };
  expect(readSettings(empty)).toEqual(readSettings({}));
});

test.each([
  ['0', 0],
  ['65535', 65_535],
])('accepts the port %s', (text, port) => {
  expect(readSettings({ PORT: text }).port).toBe(port);
});

test('keeps the host', () => {
  expect(readSettings({ HOST: 'localhost' }).host).toBe('localhost');
});

test.each(['80a', '-1', '65536', '1.5', ' '])('refuses the port %j in one line', (text) => {
  expect(() => readSettings({ PORT: text })).toThrow(SettingsError);
  expect(() => readSettings({ PORT: text })).toThrow(/^PORT .*$/);
});

test.each([
  '8090',
  'ftp://x',
  'http://',
  'javascript:alert(1)',
  'http://a:b@x',
  'http://x?a',
  'http://x#a',
  'http://x/_/',
])('refuses the backend %j in one line', (text) => {
  expect(() => readBackend({ POCKETBASE_URL: text })).toThrow(SettingsError);
  expect(() => readBackend({ POCKETBASE_URL: text })).toThrow(/^POCKETBASE_URL .*$/);
});

test.each(['secret', 'sec:ret', 'sec@ret', 'sec/ret', 'x/+a=:@b/'])(
  'reports the invalid address without its password %s',
  (password) => {
    expect(() => readBackend({ POCKETBASE_URL: `http://admin:${password}@pb.test` })).toThrow(
      '"http://admin:***@pb.test". Use one like http://127.0.0.1:8090,',
    );
  },
);

test.each(['http://pb.test:8090/', 'https://pb.test/'])('accepts the backend %s', (text) => {
  expect(readBackend({ POCKETBASE_URL: text }).href).toBe(text);
});

test('keeps the sub-path of a backend, without its last slash', () => {
  expect(readBackend({ POCKETBASE_URL: 'https://example.com/pb//' }).href).toBe('https://example.com/pb');
});

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
  ['', false],
])('trusts a proxy in front for ATOLL_TRUST_PROXY=%s: %s', (text, expected) => {
  expect(readSettings({ ATOLL_TRUST_PROXY: text }).trustsProxy).toBe(expected);
});

test('refuses other values of ATOLL_TRUST_PROXY in one line', () => {
  expect(() => readSettings({ ATOLL_TRUST_PROXY: 'yes please' })).toThrow(SettingsError);
  expect(() => readSettings({ ATOLL_TRUST_PROXY: 'yes please' })).toThrow(
    /^ATOLL_TRUST_PROXY .*"yes please"\.$/,
  );
});

test.each([
  ['Live=https://live.test/, Stage 2=http://10.0.0.2:8090'],
  ['[{"name":"Live","url":"https://live.test"},{"name":"Stage 2","url":"http://10.0.0.2:8090/"}]'],
])('reads the list of backends %s, whose first one is the default', (text) => {
  const { backend, backends } = readSettings({ POCKETBASE_URL: 'http://other.test', ATOLL_BACKENDS: text });
  expect(backend.href).toBe('https://live.test/');
  expect(backends.map(({ name, url }) => [name, url])).toEqual([
    ['Live', 'https://live.test/'],
    ['Stage 2', 'http://10.0.0.2:8090/'],
  ]);
});

test.each([
  'Live',
  'Live=',
  '=https://a.test',
  'A=https://a.test,A=https://b.test',
  '[',
  '{}',
  'A=./relative',
])('refuses the list of backends %s in one line', (text) => {
  expect(() => readSettings({ ATOLL_BACKENDS: text })).toThrow(SettingsError);
  expect(() => readSettings({ ATOLL_BACKENDS: text })).toThrow(/^ATOLL_BACKENDS is not valid\. .*$/);
});

test('never shows the password of a backend', () => {
  for (const password of ['secret', 'a/secret', 'a:secret', 'secret@a', 'secret:@/a', '1,secret', 'secret=a'])
    for (const text of [`https://user:${password}@a.test`, `A=https://user:${password}@a.test`])
      expect(() => readSettings({ ATOLL_BACKENDS: text })).not.toThrow(/secret/);
});
