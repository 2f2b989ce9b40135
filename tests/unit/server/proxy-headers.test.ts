import { expect, test } from 'vitest';
import { requestHeaders, withoutHopByHop } from '../../../src/server/proxy-headers.ts';

const CALLER = { address: '192.0.2.7', encrypted: false };

/** Value of a header in a raw list; undefined when it is missing. */
function valueIn(raw: string[], name: string): string | undefined {
  const index = raw.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  return index === -1 ? undefined : raw[index + 1];
}

test('keeps order and repeats, drops hop-by-hop headers and what Connection names', () => {
  const raw = ['A', '1', 'connection', 'Close, x-hop', 'X-Hop', 'a', 'Keep-Alive', '5', 'A', '2', 'TE', 'x'];
  expect(withoutHopByHop(raw)).toEqual(['A', '1', 'A', '2']);
});

test('does not take a value for a name', () => {
  expect(withoutHopByHop(['X-Note', 'Upgrade', 'Accept', 'te'])).toEqual([
    'X-Note',
    'Upgrade',
    'Accept',
    'te',
  ]);
});

test('keeps Content-Length even when Connection names it', () => {
  const headers = requestHeaders(['Connection', 'content-length', 'Content-Length', '5'], CALLER, 'b');
  expect(valueIn(headers, 'content-length')).toBe('5');
});

test('addresses the backend and leaves no Expect behind', () => {
  const headers = requestHeaders(['Host', 'a.test', 'Expect', '100-continue'], CALLER, 'backend:8090');
  expect(valueIn(headers, 'host')).toBe('backend:8090');
  expect(valueIn(headers, 'expect')).toBeUndefined();
  expect(valueIn(headers, 'x-forwarded-host')).toBe('a.test');
});

test.each([
  ['192.0.2.7', [], '192.0.2.7'],
  ['::ffff:192.0.2.7', [], '192.0.2.7'],
  ['2001:db8::1', ['X-Forwarded-For', '203.0.113.1'], '203.0.113.1, 2001:db8::1'],
  [undefined, [], undefined],
])('adds %s to the forwarding list', (address, raw, expected) => {
  const headers = requestHeaders(raw, { address, encrypted: false }, 'b');
  expect(valueIn(headers, 'x-forwarded-for')).toBe(expected);
});

test('says which protocol the client spoke unless a proxy in front has said so', () => {
  expect(valueIn(requestHeaders([], CALLER, 'b'), 'x-forwarded-proto')).toBe('http');
  expect(valueIn(requestHeaders([], { ...CALLER, encrypted: true }, 'b'), 'x-forwarded-proto')).toBe('https');
  expect(valueIn(requestHeaders(['x-forwarded-proto', 'https'], CALLER, 'b'), 'x-forwarded-proto')).toBe(
    'https',
  );
});
