import type { IncomingMessage } from 'node:http';
import { valuesOf } from './proxy-headers.ts';

/** What tells where a request's body ends. */
export type FramedRequest = Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>;

/** Methods whose body has no meaning (RFC 9110 §9.3): an honest client sends none. */
const BODILESS = new Set<string | undefined>(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const VERSIONS = new Set(['1.0', '1.1']);

/**
 * Whether every server on the way reads the same end of this request. Two that disagree take the rest
 * of one request for the beginning of the next, which may be somebody else's (request smuggling).
 *
 * Refused: other versions than HTTP/1.0 and 1.1, more than one `Host`, more than one `Content-Length`
 * or one that is no number, any `Transfer-Encoding` but a single `chunked`, both together, chunks in
 * HTTP/1.0, and a body where the method has none.
 */
export function isClearlyFramed({ method, httpVersion, rawHeaders }: FramedRequest): boolean {
  const lengths = valuesOf(rawHeaders, 'content-length');
  const codings = valuesOf(rawHeaders, 'transfer-encoding');
  if (!VERSIONS.has(httpVersion) || valuesOf(rawHeaders, 'host').length > 1) return false;
  if (codings.length > 0) {
    const isChunked = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked';
    return isChunked && lengths.length === 0 && httpVersion === '1.1' && !BODILESS.has(method);
  }
  const [length = '0'] = lengths;
  if (lengths.length > 1 || !/^\d+$/.test(length) || !Number.isSafeInteger(Number(length))) return false;
  return Number(length) === 0 || !BODILESS.has(method);
}

/** Whether a clearly framed request carries a body, even an empty one in chunks. */
export function hasBody({ rawHeaders }: FramedRequest): boolean {
  const [length = '0'] = valuesOf(rawHeaders, 'content-length');
  return Number(length) > 0 || valuesOf(rawHeaders, 'transfer-encoding').length > 0;
}
