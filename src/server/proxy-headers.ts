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

/**
 * Header of the request to the backend: as the client sent it, addressed to the backend, with the
 * caller's address added to the forwarding list. What a proxy in front already said about protocol
 * and host is kept.
 */
export function requestHeaders(raw: RawHeaders, caller: Caller, backendHost: string): string[] {
  // Content-Length never belongs to the connection; dropping it would change how the body is read.
  const length = valuesOf(raw, 'content-length')[0];
  const kept = filterHeaders(
    withoutHopByHop(raw),
    (name) => !REPLACED.has(name) && name !== 'content-length',
  );
  const forwardedFor = [...valuesOf(raw, 'x-forwarded-for'), ...addressOf(caller)].join(', ');
  const proto = valuesOf(raw, 'x-forwarded-proto')[0] ?? (caller.encrypted ? 'https' : 'http');
  const host = valuesOf(raw, 'x-forwarded-host')[0] ?? valuesOf(raw, 'host')[0];
  return [
    'Host',
    backendHost,
    ...kept,
    ...(length === undefined ? [] : ['Content-Length', length]),
    ...(forwardedFor ? ['X-Forwarded-For', forwardedFor] : []),
    'X-Forwarded-Proto',
    proto,
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
  ];
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
