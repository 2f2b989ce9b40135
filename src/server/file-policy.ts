import type { IncomingHttpHeaders } from 'node:http';
import { filterHeaders, type RawHeaders, valuesOf } from './proxy-headers.ts';

/** The policy that PocketBase sends with files: an uploaded page can be viewed but can't run anything. */
const SANDBOX = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

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

/**
 * Whether a browser would run an uploaded file or apply it to a page, for example as a script, style, worker or
 * manifest. Browsers send this header over https and on loopback; other clients do not send it.
 */
export function runsFile(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && !HARMLESS.has(String(destination));
}

/**
 * Headers of an uploaded file, which shares its origin with the signed-in dashboard: the browser must not guess
 * its type and must not run scripts in it. A policy from the backend is kept. Browsers still show images, audio,
 * video and PDFs. `Vary` separates cached copies by destination, so that a cached picture never runs as a script.
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
