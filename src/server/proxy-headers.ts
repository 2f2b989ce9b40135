import { isIP } from 'node:net';

/** A message's header as name and value in turn, the way Node keeps them: order and repeats survive. */
export type RawHeaders = readonly string[];

/** Headers that speak about one connection only (RFC 9110 §7.6.1), plus the obsolete ones still seen. */
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

/** Set anew for the backend, or answered by this server itself (`Expect`). */
const REPLACED = new Set(['host', 'expect', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']);

/** Other ways to say whose request it is. PocketBase believes the last three before `X-Forwarded-For`. */
const OTHER_CLAIMS = new Set([
  'forwarded',
  'true-client-ip',
  'x-client-ip',
  'x-real-ip',
  'cf-connecting-ip',
  'fly-client-ip',
]);

/** Names the servers a request has passed, so that one that comes back to where it was is noticed. */
export const VIA = 'X-Atoll-Via';

/** Header without what belongs to one connection, including whatever `Connection` names. */
export function withoutHopByHop(raw: RawHeaders): string[] {
  const named = new Set(
    valuesOf(raw, 'connection').flatMap((value) =>
      value.split(',').map((token) => token.trim().toLowerCase()),
    ),
  );
  return filterHeaders(raw, (name) => !HOP_BY_HOP.has(name) && !named.has(name));
}

/** Who called: what the connection knows. */
export interface Caller {
  /** Remote address as the socket gives it. */
  address: string | undefined;
  /** Whether the client spoke TLS with this server. */
  encrypted: boolean;
}

/** How this server speaks to the backend. */
export interface Sender {
  /** The backend's `Host`. */
  backendHost: string;
  /** Whether a proxy stands in front, whose `X-Forwarded-*` may be believed. */
  trustsProxy: boolean;
  /** What this server is called in `X-Atoll-Via`. */
  id: string;
}

/**
 * Header of the request to the backend: as the client sent it, addressed to the backend, and saying on
 * whose behalf. What a client claims about that is dropped; what a trusted proxy says in
 * `X-Forwarded-*` is kept, and the proxy's own address added to its list.
 */
export function requestHeaders(
  raw: RawHeaders,
  caller: Caller,
  { backendHost, trustsProxy, id }: Sender,
): string[] {
  // Content-Length never belongs to the connection; dropping it would change how the body is read.
  const length = valuesOf(raw, 'content-length')[0];
  const kept = filterHeaders(
    withoutHopByHop(raw),
    (name) => !REPLACED.has(name) && !isClaim(name, trustsProxy) && name !== 'content-length',
  );
  const claimed = (name: string) => (trustsProxy ? valuesOf(raw, name) : []);
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

/** Whether a request has passed the server of this name before. */
export function hasPassed(raw: RawHeaders, id: string): boolean {
  return valuesOf(raw, VIA.toLowerCase()).includes(id);
}

function isClaim(name: string, trustsProxy: boolean): boolean {
  return OTHER_CLAIMS.has(name) || (!trustsProxy && name.startsWith('x-forwarded-'));
}

/** Values of one header (lower-case name), in the order they came. */
export function valuesOf(raw: RawHeaders, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const value = raw[index + 1];
    if (raw[index]?.toLowerCase() === name && value !== undefined) values.push(value);
  }
  return values;
}

/** Keeps the pairs whose lower-case name passes. */
export function filterHeaders(raw: RawHeaders, keep: (name: string) => boolean): string[] {
  return raw.filter((_, index) => keep((raw[index - (index % 2)] ?? '').toLowerCase()));
}

function addressOf(caller: Caller): string[] {
  // A dual-stack socket shows IPv4 callers as ::ffff:1.2.3.4, which logs and limits read badly.
  const address = caller.address?.replace(/^::ffff:(?=\d+\.)/i, '');
  return address && isIP(address) ? [address] : [];
}
