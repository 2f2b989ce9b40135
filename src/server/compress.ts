import type { IncomingMessage } from 'node:http';
import { filterHeaders, valuesOf } from './proxy-headers.ts';

/** Answers below this many bytes fit a packet or two: compressing them saves nobody any time. */
const MIN_BYTES = 1400;

/** Whether an `Accept-Encoding` takes gzip. */
export function acceptsGzip(header: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .some((part) => /^\s*(gzip|\*)\s*(;\s*q\s*=\s*(1|0?\.\d*[1-9]\d*).*)?$/.test(part));
}

/**
 * Whether an answer of the backend is compressed on its way. PocketBase compresses no JSON, and a page
 * of records shrinks to a fifth. Only answers to GET: those are asked for with a header that no other
 * site can set, so nobody can learn a secret from their size.
 */
export function isCompressible(
  req: Pick<IncomingMessage, 'method' | 'headers'>,
  status: number,
  headers: readonly string[],
): boolean {
  const one = (name: string) => valuesOf(headers, name)[0] ?? '';
  const length = one('content-length');
  return (
    req.method === 'GET' &&
    status === 200 &&
    /^application\/json\b/i.test(one('content-type')) &&
    !one('content-encoding') &&
    !/\bno-transform\b/i.test(one('cache-control')) &&
    (length === '' || Number(length) >= MIN_BYTES) &&
    acceptsGzip(String(req.headers['accept-encoding'] ?? ''))
  );
}

/** The header of a compressed answer: what spoke of the plain body goes. */
export function compressedHeaders(headers: readonly string[]): string[] {
  const kept = filterHeaders(headers, (name) => name !== 'content-length' && name !== 'etag');
  return [...kept, 'Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding'];
}
