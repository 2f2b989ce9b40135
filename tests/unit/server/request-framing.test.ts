import { expect, test } from 'vitest';
import { MAX_HEADERS } from '#server/limits.ts';
import { hasBody, isClearlyFramed } from '#server/request-framing.ts';
import { classifyRequest } from '#server/request-target.ts';

const request = (method: string, headers: string[], httpVersion = '1.1') => ({
  method,
  httpVersion,
  rawHeaders: ['Host', 'atoll.test', ...headers],
});
const CHUNKED = ['Transfer-Encoding', 'chunked'];

test.each([
  ['GET', []],
  ['GET', ['Content-Length', '0']],
  ['HEAD', []],
  ['OPTIONS', ['content-length', '000']],
  ['POST', []],
  ['POST', ['Content-Length', '5']],
  ['POST', ['TRANSFER-encoding', 'Chunked']],
  ['DELETE', ['Content-Length', '5']],
  ['DELETE', CHUNKED],
  ['PROPFIND', CHUNKED],
  ['POST', ['Content-Length', String(Number.MAX_SAFE_INTEGER)]],
])('accepts %s with %j', (method, headers) => {
  expect(isClearlyFramed(request(method, headers))).toBe(true);
});

test.each([
  ['GET', CHUNKED],
  ['HEAD', CHUNKED],
  ['OPTIONS', CHUNKED],
  ['TRACE', CHUNKED],
  ['GET', ['Content-Length', '5']],
  ['HEAD', ['Content-Length', '5']],
  ['OPTIONS', ['Content-Length', '5']],
  ['TRACE', ['Content-Length', '5']],
  ['POST', [...CHUNKED, 'Content-Length', '5']],
  ['POST', ['Content-Length', '0', ...CHUNKED]],
  ['POST', [...CHUNKED, ...CHUNKED]],
  ['POST', ['Transfer-Encoding', 'gzip, chunked']],
  ['POST', ['Transfer-Encoding', 'identity']],
  ['POST', ['Transfer-Encoding', '']],
  ['POST', ['Content-Length', '5', 'Content-Length', '5']],
  ['POST', ['Content-Length', '5, 5']],
  ['POST', ['Content-Length', '']],
  ['POST', ['Content-Length', '+5']],
  ['POST', ['Content-Length', '0x5']],
  ['POST', ['Content-Length', '5.0']],
  ['POST', ['Content-Length', '9007199254740992']],
  ['GET', ['Host', 'other.test']],
  ['GET', Array<string>(2_000).fill('a')],
])('refuses %s with %j', (method, headers) => {
  const refused = request(method, headers);
  expect(isClearlyFramed(refused)).toBe(false);
  expect(classifyRequest({ ...refused, url: '/api/health' })).toEqual({ kind: 'hostile', reason: 'framing' });
});

test('refuses from the number of headers on at which some may be missing', () => {
  const others = (count: number) => Array.from({ length: count }, () => ['a', 'b']).flat();
  // The host is one of them.
  expect(isClearlyFramed(request('GET', others(MAX_HEADERS - 2)))).toBe(true);
  expect(isClearlyFramed(request('GET', others(MAX_HEADERS - 1)))).toBe(false);
});

test.each([
  [['Host', '[::1]:8080'], true],
  [['Host', 'a_b.test:80'], true],
  [['Host', ''], true],
  [[], false],
  [['Host', 'user@atoll.test'], false],
  [['Host', 'atoll.test/api'], false],
  [['Host', 'atoll.test?a'], false],
  [['Host', 'atoll test'], false],
])('accepts a request with %j: %s', (rawHeaders, expected) => {
  expect(isClearlyFramed({ method: 'GET', httpVersion: '1.1', rawHeaders })).toBe(expected);
});

test.each(['0.9', '1.2', '2.0'])('refuses HTTP/%s', (version) => {
  expect(isClearlyFramed(request('GET', [], version))).toBe(false);
});

test('accepts HTTP/1.0, but not with chunks', () => {
  expect(isClearlyFramed(request('POST', ['Content-Length', '5'], '1.0'))).toBe(true);
  expect(isClearlyFramed(request('POST', CHUNKED, '1.0'))).toBe(false);
  expect(isClearlyFramed({ method: 'GET', httpVersion: '1.0', rawHeaders: [] })).toBe(true);
});

test('classifies an unambiguous request by its target', () => {
  expect(classifyRequest({ ...request('POST', CHUNKED), url: '/api/x' })).toEqual({ kind: 'api' });
  expect(classifyRequest({ ...request('GET', []), url: '/api/../x' })).toEqual({
    kind: 'hostile',
    reason: 'target',
  });
});

test.each([
  [[], false],
  [['Content-Length', '0'], false],
  [['Content-Length', '5'], true],
  [CHUNKED, true],
])('detects whether a request with %j has a body', (headers, expected) => {
  expect(hasBody(request('POST', headers))).toBe(expected);
});
