import { expect, test } from 'vitest';
import { stripDomain } from '#domain/records/rich-text/strip-domain.ts';

const ORIGINS = ['https://example.com', 'http://127.0.0.1:8090'];

test.each([
  ['https://example.com/api/files/a/b/c.png?thumb=100x100', '/api/files/a/b/c.png?thumb=100x100'],
  ['http://127.0.0.1:8090/x', '/x'],
  ['HTTPS://Example.com/X', '/X'],
  ['https://example.com', '/'],
  ['https://example.com?a=1', '/?a=1'],
  ['https://example.com#a', '/#a'],
  ['https://example.com.evil.test/x', 'https://example.com.evil.test/x'],
  ['https://example.com:8080/x', 'https://example.com:8080/x'],
  ['https://other.test/https://example.com/x', 'https://other.test/https://example.com/x'],
  ['http://example.com/x', 'http://example.com/x'],
  ['/x', '/x'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['', ''],
])('%s becomes %s', (url, expected) => {
  expect(stripDomain(url, ORIGINS)).toBe(expected);
});
