import { describe, expect, test } from 'vitest';
import { acceptsGzip, compressedHeaders, isCompressible } from '#server/compress.ts';

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['br', false],
  ['x-gzipped', false],
  ['', false],
])('takes "%s" for gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

describe('isCompressible', () => {
  const json = ['Content-Type', 'application/json; charset=UTF-8', 'Content-Length', '5000'];
  const ask = { method: 'GET', headers: { 'accept-encoding': 'gzip' } };

  test('holds for a long JSON answer, also one of unknown length', () => {
    expect(isCompressible(ask, 200, json)).toBe(true);
    expect(isCompressible(ask, 200, [...json.slice(0, 3), '1400'])).toBe(true);
    expect(isCompressible(ask, 200, json.slice(0, 2))).toBe(true);
  });

  test.each([
    ['a writing request', { ...ask, method: 'POST' }, 200, json],
    ['a refusal', ask, 400, json],
    ['a part', ask, 206, json],
    ['a client without gzip', { ...ask, headers: {} }, 200, json],
    ['a short answer', ask, 200, [...json.slice(0, 3), '1399']],
    ['events', ask, 200, ['Content-Type', 'text/event-stream']],
    ['something compressed', ask, 200, [...json, 'Content-Encoding', 'br']],
    ['what must stay as it is', ask, 200, [...json, 'Cache-Control', 'no-store, no-transform']],
  ] as const)('leaves %s alone', (_what, req, status, headers) => {
    expect(isCompressible(req, status, headers)).toBe(false);
  });
});

test('the header of a compressed answer says nothing of the plain body', () => {
  expect(compressedHeaders(['Content-Length', '9', 'ETag', '"x"', 'X-Other', '1'])).toEqual([
    'X-Other',
    '1',
    'Content-Encoding',
    'gzip',
    'Vary',
    'Accept-Encoding',
  ]);
});
