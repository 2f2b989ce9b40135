import { filterHeaders, type RawHeaders, valuesOf } from './proxy-headers.ts';

/** What PocketBase gives its files: an uploaded page may be looked at and can do nothing. */
const SANDBOX = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * Header of an uploaded file, which shares this origin with the signed-in dashboard: it is read as
 * the type it claims to be, and it runs no script. A policy the backend gave is kept. Images, audio,
 * video and PDFs are shown by browsers all the same.
 */
export function filePolicy(raw: RawHeaders): string[] {
  const kept = filterHeaders(raw, (name) => name !== 'x-content-type-options');
  const hasPolicy = valuesOf(raw, 'content-security-policy').length > 0;
  return [
    ...kept,
    'X-Content-Type-Options',
    'nosniff',
    ...(hasPolicy ? [] : ['Content-Security-Policy', SANDBOX]),
  ];
}
