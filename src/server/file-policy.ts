import type { IncomingHttpHeaders } from 'node:http';
import { filterHeaders, type RawHeaders, valuesOf } from './proxy-headers.ts';

/** What PocketBase gives its files: an uploaded page may be looked at and can do nothing. */
const SANDBOX = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** What a browser may ask for a file as: whatever it shows, saves or hands to a script, which then has only its bytes. */
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
 * Whether a browser wants to run an uploaded file, or to apply it to a page: as a script, style, worker,
 * worklet, manifest and the like. It says so over https and on loopback; other clients say nothing.
 */
export function runsFile(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-fetch-dest'];
  return purpose !== undefined && !HARMLESS.has(String(purpose));
}

/**
 * Header of an uploaded file, which shares this origin with the signed-in dashboard: it is read as
 * the type it claims to be, and it runs no script. A policy the backend gave is kept. Images, audio,
 * video and PDFs are shown by browsers all the same. A copy kept for one purpose serves no other, so that
 * the server is asked before a picture in the cache runs as a script.
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
