import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { filterHeaders, type RawHeaders, valuesOf } from './proxy-headers.ts';
import { allows } from './static-files.ts';

/** The policy that PocketBase sends with files: an uploaded page can be viewed but can't run anything. */
const SANDBOX = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Lets the page of a hook run, save and ask, but in an origin of its own: without the storage of the dashboard. */
const OTHER_ORIGIN =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** Headers of a response that act on the whole origin: its storage, workers and cookies, and how browsers reach it. */
const FOR_ORIGIN = new Set([
  'alt-svc',
  'clear-site-data',
  'nel',
  'report-to',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
]);

/** Values of `Sec-Fetch-Dest` for which the browser shows or saves a file, or gives its bytes to a script. */
const HARMLESS = new Set([
  'audio',
  'document',
  'embed',
  'empty',
  'font',
  'frame',
  'iframe',
  'image',
  'object',
  'track',
  'video',
]);

/** Whether a browser would run a file or apply it to a page. It says so over https and on loopback. */
export function runsFile(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && !HARMLESS.has(String(destination));
}

/**
 * Headers of an uploaded file, which shares its origin with the signed-in dashboard: no guessed type and no scripts. A
 * policy from the backend is kept. `Vary` keeps a cached picture from running as a script.
 */
export function filePolicy(raw: RawHeaders): string[] {
  const kept = filterHeaders(raw, (name) => name !== 'x-content-type-options');
  const hasPolicy = valuesOf(raw, 'content-security-policy').length > 0;
  return [
    ...kept,
    'X-Content-Type-Options',
    'nosniff',
    'Vary',
    'Sec-Fetch-Dest',
    ...(hasPolicy ? [] : ['Content-Security-Policy', SANDBOX]),
  ];
}

/** Headers where several backends share the origin: none may run scripts there, or change what others have. */
export function isolated(raw: RawHeaders): string[] {
  const kept = filterHeaders(raw, (name) => !FOR_ORIGIN.has(name) && name !== 'x-content-type-options');
  return [...kept, 'X-Content-Type-Options', 'nosniff', 'Content-Security-Policy', OTHER_ORIGIN];
}

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
