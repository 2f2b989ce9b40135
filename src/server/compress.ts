import type { IncomingMessage } from 'node:http';
import { filterHeaders, valuesOf } from './proxy-headers.ts';
import { allows } from './static-files.ts';

/** Responses below this size in bytes fit into one or two packets, so that compressing them saves no time. */
const MIN_BYTES = 1400;

/**
 * Whether to compress a response of the backend, which does not compress JSON. Only those to GET, whose requests have a
 * header that no other site can set: nobody can learn a secret from the size of a response.
 */
export function isCompressible(
  req: Pick<IncomingMessage, 'method' | 'headers'>,
  status: number,
  headers: readonly string[],
): boolean {
  const header = (name: string) => valuesOf(headers, name).join(', ');
  const length = header('content-length');
  return (
    req.method === 'GET' &&
    status === 200 &&
    /^application\/json\b/i.test(header('content-type')) &&
    !header('content-encoding') &&
    !/\bno-transform\b/i.test(header('cache-control')) &&
    (length === '' || Number(length) >= MIN_BYTES) &&
    allows(String(req.headers['accept-encoding'] ?? ''), 'gzip')
  );
}

/** The headers of a compressed response, without those that describe the uncompressed body. */
export function compressedHeaders(headers: readonly string[]): string[] {
  const kept = filterHeaders(headers, (name) => name !== 'content-length' && name !== 'etag');
  return [...kept, 'Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding'];
}
