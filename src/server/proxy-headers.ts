import { isIP } from 'node:net';

/** Headers as alternating names and values, as in Node's `rawHeaders`: keeps order and repeated headers. */
export type RawHeaders = readonly string[];

/** Headers that apply to one connection only (RFC 9110 §7.6.1), and obsolete ones that are still in use. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that this server sets itself for the backend, or handles itself (`Expect`). */
const REPLACED = new Set(['host', 'expect', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']);

/** Other headers that name the client. PocketBase trusts the last three before `X-Forwarded-For`. */
const OTHER_CLAIMS = new Set([
  'forwarded',
  'true-client-ip',
  'x-client-ip',
  'x-real-ip',
  'cf-connecting-ip',
  'fly-client-ip',
]);

/** Names the servers that a request has passed through, which makes a loop detectable. */
export const VIA = 'X-Atoll-Via';

/** Removes the headers that apply to one connection only, including those that `Connection` names. */
export function withoutHopByHop(raw: RawHeaders): string[] {
  const named = new Set(
    valuesOf(raw, 'connection').flatMap((value) =>
      value.split(',').map((token) => token.trim().toLowerCase()),
    ),
  );
  return filterHeaders(raw, (name) => !HOP_BY_HOP.has(name) && !named.has(name));
}

export interface Caller {
  address: string | undefined;
  /** Whether the client uses TLS with this server. */
  encrypted: boolean;
}

export interface Sender {
  backendHost: string;
  trustsProxy: boolean;
  /** Whether other backends have the same origin for the browser, whose cookies are none of this one's. */
  isShared: boolean;
  /** This server's name in `X-Atoll-Via`. */
  id: string;
}

/**
 * Headers for the backend: those of the client without its claims about its address. `X-Forwarded-*` of a trusted proxy
 * is kept, and the proxy's own address is added to the list.
 */
export function requestHeaders(
  raw: RawHeaders,
  caller: Caller,
  { backendHost, trustsProxy, isShared, id }: Sender,
): string[] {
  // `Connection` must not remove Content-Length: without it the body would be read differently.
  const length = valuesOf(raw, 'content-length')[0];
  const kept = filterHeaders(
    withoutHopByHop(raw),
    (name) =>
      !REPLACED.has(name) &&
      !isClaim(name, trustsProxy) &&
      name !== 'content-length' &&
      !(isShared && name === 'cookie'),
  );
  const claimed = (name: string) => (trustsProxy ? valuesOf(raw, name).filter((value) => value !== '') : []);
  const forwardedFor = [...claimed('x-forwarded-for'), ...addressOf(caller)].join(', ');
  const proto = claimed('x-forwarded-proto')[0] ?? (caller.encrypted ? 'https' : 'http');
  const host = claimed('x-forwarded-host')[0] ?? valuesOf(raw, 'host')[0];
  return [
    'Host',
    backendHost,
    ...kept,
    ...(length === undefined ? [] : ['Content-Length', length]),
    ...(forwardedFor ? ['X-Forwarded-For', forwardedFor] : []),
    'X-Forwarded-Proto',
    proto,
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
    VIA,
    id,
  ];
}

/** Whether a request has already passed through the server of this name. */
export function hasPassed(raw: RawHeaders, id: string): boolean {
  return valuesOf(raw, VIA.toLowerCase()).includes(id);
}

/** Whether PocketBase's rules read a name as one of these headers: `X_Real.IP` is `@request.headers.x_real_ip` too. */
function isClaim(name: string, trustsProxy: boolean): boolean {
  const plain = name.match(/[a-z\d]+/g)?.join('-') ?? '';
  const isForwarded = plain.startsWith('x-forwarded-');
  return OTHER_CLAIMS.has(plain) || (isForwarded && !(trustsProxy && plain === name));
}

/** Values of one header (lower-case name), in their order. */
export const valuesOf = (raw: RawHeaders, name: string): string[] =>
  raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);

/** Keeps the pairs whose lower-case name passes. */
export function filterHeaders(raw: RawHeaders, keep: (name: string) => boolean): string[] {
  return raw.filter((_, index) => keep((raw[index - (index % 2)] ?? '').toLowerCase()));
}

function addressOf(caller: Caller): string[] {
  // A dual-stack socket reports IPv4 clients as ::ffff:1.2.3.4, a form that logs and limits do not expect.
  const address = caller.address?.replace(/^::ffff:(?=\d+\.)/i, '');
  return address && isIP(address) ? [address] : [];
}
