import { expect, test } from 'vitest';
import { hasPassed, requestHeaders, withoutHopByHop } from '#server/proxy-headers.ts';

const CALLER = { address: '192.0.2.7', encrypted: false };
const SENDER = { backendHost: 'b', trustsProxy: false, isShared: false, id: 'atoll-1' };
const TRUSTING = { ...SENDER, trustsProxy: true };

/** Value of a header in a raw list; undefined when it is missing. */
function valueIn(raw: string[], name: string): string | undefined {
  const index = raw.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  return index === -1 ? undefined : raw[index + 1];
}

test('keeps order and repeated headers, drops hop-by-hop headers and those that Connection names', () => {
  const raw = ['A', '1', 'connection', 'Close, x-hop', 'X-Hop', 'a', 'Keep-Alive', '5', 'A', '2', 'TE', 'x'];
  expect(withoutHopByHop(raw)).toEqual(['A', '1', 'A', '2']);
});

test('does not confuse a value with a name', () => {
  expect(withoutHopByHop(['X-Note', 'Upgrade', 'Accept', 'te'])).toEqual([
    'X-Note',
    'Upgrade',
    'Accept',
    'te',
  ]);
});

test('keeps Content-Length even when Connection names it', () => {
  const headers = requestHeaders(['Connection', 'content-length', 'Content-Length', '5'], CALLER, SENDER);
  expect(valueIn(headers, 'content-length')).toBe('5');
});

test("sets the backend's Host and removes Expect", () => {
  const headers = requestHeaders(['Host', 'a.test', 'Expect', '100-continue'], CALLER, {
    ...SENDER,
    backendHost: 'backend:8090',
  });
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
  const headers = requestHeaders(raw, { address, encrypted: false }, TRUSTING);
  expect(valueIn(headers, 'x-forwarded-for')).toBe(expected);
});

test('reports the protocol of the client unless a trusted proxy has reported it', () => {
  const protoOf = (raw: string[], encrypted: boolean, sender = SENDER) =>
    valueIn(requestHeaders(raw, { ...CALLER, encrypted }, sender), 'x-forwarded-proto');
  expect(protoOf([], false)).toBe('http');
  expect(protoOf([], true)).toBe('https');
  expect(protoOf(['x-forwarded-proto', 'https'], false)).toBe('http');
  expect(protoOf(['x-forwarded-proto', 'https'], false, TRUSTING)).toBe('https');
});

test('drops all claims of an untrusted client about its address', () => {
  const claims = [
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Forwarded-Port',
    'Forwarded',
    'X-Real-IP',
    'CF-Connecting-IP',
    'Fly-Client-IP',
    'True-Client-IP',
    'X-Client-IP',
  ].flatMap((name) => [name, 'claimed']);
  const headers = requestHeaders(['Host', 'a.test', ...claims], CALLER, SENDER);
  expect(headers).not.toContain('claimed');
  expect(valueIn(headers, 'x-forwarded-for')).toBe('192.0.2.7');
  expect(valueIn(headers, 'x-forwarded-host')).toBe('a.test');
});

// PocketBase's rules read all of these as `@request.headers.x_forwarded_for` or `x_real_ip`.
test.each(['X_Forwarded_For', 'X.Forwarded.For', '-X--Forwarded-For-', 'x_real-ip', '_X-Real-IP'])(
  'drops %s, another spelling of a claim',
  (name) => {
    for (const sender of [SENDER, TRUSTING]) {
      expect(requestHeaders([name, 'claimed', 'X-Own_Forwarded', 'kept'], CALLER, sender)).toEqual(
        requestHeaders(['X-Own_Forwarded', 'kept'], CALLER, sender),
      );
    }
  },
);

test('ignores empty claims of a trusted proxy', () => {
  const empty = ['X-Forwarded-For', '', 'X-Forwarded-Proto', '', 'X-Forwarded-Host', ''];
  expect(requestHeaders(['Host', 'a.test', ...empty], CALLER, TRUSTING)).toEqual(
    requestHeaders(['Host', 'a.test'], CALLER, TRUSTING),
  );
});

test('accepts only X-Forwarded headers from a trusted proxy, which PocketBase reads last', () => {
  const claims = ['X-Forwarded-Host', 'public.test', 'X-Forwarded-Port', '443'];
  const others = ['X-Real-IP', 'CF-Connecting-IP', 'Fly-Client-IP'].flatMap((name) => [name, 'claimed']);
  const headers = requestHeaders([...claims, ...others], CALLER, TRUSTING);
  expect(headers).not.toContain('claimed');
  expect(valueIn(headers, 'x-forwarded-host')).toBe('public.test');
  expect(valueIn(headers, 'x-forwarded-port')).toBe('443');
});

test('recognises its own request, also through another Atoll', () => {
  const first = requestHeaders(['Host', 'a.test'], CALLER, SENDER);
  const second = requestHeaders(first, CALLER, { ...SENDER, id: 'atoll-2' });
  expect(hasPassed(second, 'atoll-1')).toBe(true);
  expect(hasPassed(second, 'atoll-2')).toBe(true);
  expect(hasPassed(first, 'atoll-2')).toBe(false);
});
