import { describe, expect, test } from 'vitest';
import { compressedHeaders, isCompressible } from '#server/response-headers.ts';
import { allows } from '#server/static-files.ts';

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['gzip;q=0, *', false],
  ['*;q=0, gzip', true],
  ['*;q=0', false],
  ['br', false],
  ['x-gzipped', false],
  ['', false],
])('accepts gzip with "%s": %s', (header, expected) => {
  expect(allows(header, 'gzip')).toBe(expected);
});

describe('isCompressible', () => {
  const json = ['Content-Type', 'application/json; charset=UTF-8', 'Content-Length', '5000'];
  const request = { method: 'GET', headers: { 'accept-encoding': 'gzip' } };

  test('is true for a long JSON response, also one of unknown length', () => {
    expect(isCompressible(request, 200, json)).toBe(true);
    expect(isCompressible(request, 200, [...json.slice(0, 3), '1400'])).toBe(true);
    expect(isCompressible(request, 200, json.slice(0, 2))).toBe(true);
  });

  test.each([
    ['a writing request', { ...request, method: 'POST' }, 200, json],
    ['an error', request, 400, json],
    ['a partial response', request, 206, json],
    ['a client without gzip', { ...request, headers: {} }, 200, json],
    ['a short response', request, 200, [...json.slice(0, 3), '1399']],
    ['events', request, 200, ['Content-Type', 'text/event-stream']],
    ['a compressed response', request, 200, [...json, 'Content-Encoding', 'br']],
    ['a response with no-transform', request, 200, [...json, 'Cache-Control', 'no-store, no-transform']],
    [
      'a response with no-transform in a second header',
      request,
      200,
      [...json, 'Cache-Control', 'private', 'Cache-Control', 'no-transform'],
    ],
  ] as const)('does not compress %s', (_what, req, status, headers) => {
    expect(isCompressible(req, status, headers)).toBe(false);
  });
});

test('the headers of a compressed response do not describe the plain body', () => {
  expect(compressedHeaders(['Content-Length', '9', 'ETag', '"x"', 'X-Other', '1'])).toEqual([
    'X-Other',
    '1',
    'Content-Encoding',
    'gzip',
    'Vary',
    'Accept-Encoding',
  ]);
});
