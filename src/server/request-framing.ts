import type { IncomingMessage } from 'node:http';
import { MAX_HEADERS } from './limits.ts';
import { valuesOf } from './proxy-headers.ts';

/** The parts of a request that determine where its body ends. */
export type FramedRequest = Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>;

/** Methods whose body has no meaning (RFC 9110 §9.3): a normal client sends none. */
const BODILESS = new Set<string | undefined>(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const VERSIONS = new Set(['1.0', '1.1']);
/** A host with or without a port: no user, no path, no space. */
const HOST = /^[\w.:[\]~!$&'()*+,;=%-]*$/;

/**
 * Whether every server on the way finds the same end of this request. Two servers that disagree could read the
 * rest of one request as the beginning of the next one, possibly of another client (request smuggling).
 *
 * Refused: versions other than HTTP/1.0 and 1.1, so many headers that some may be missing, more than one `Host`, none
 * in HTTP/1.1 or one that is no host, more than one `Content-Length` or one that is not a number, a `Transfer-Encoding`
 * other than a single `chunked`, both headers together, chunks in HTTP/1.0, and a body with a method that has none.
 */
export function isClearlyFramed({ method, httpVersion, rawHeaders }: FramedRequest): boolean {
  if (rawHeaders.length >= 2 * MAX_HEADERS) return false;
  const lengths = valuesOf(rawHeaders, 'content-length');
  const codings = valuesOf(rawHeaders, 'transfer-encoding');
  const hosts = valuesOf(rawHeaders, 'host');
  const isAddressed = hosts.length === 1 ? HOST.test(hosts.join()) : !hosts.length && httpVersion === '1.0';
  if (!VERSIONS.has(httpVersion) || !isAddressed) return false;
  if (codings.length > 0) {
    const isChunked = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked';
    return isChunked && lengths.length === 0 && httpVersion === '1.1' && !BODILESS.has(method);
  }
  const [length = '0'] = lengths;
  if (lengths.length > 1 || !/^\d+$/.test(length) || !Number.isSafeInteger(Number(length))) return false;
  return Number(length) === 0 || !BODILESS.has(method);
}

/** Whether a clearly framed request has a body, including an empty chunked one. */
export function hasBody({ rawHeaders }: FramedRequest): boolean {
  const [length = '0'] = valuesOf(rawHeaders, 'content-length');
  return Number(length) > 0 || valuesOf(rawHeaders, 'transfer-encoding').length > 0;
}
