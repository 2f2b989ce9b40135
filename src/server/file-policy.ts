import { filterHeaders, type RawHeaders, valuesOf } from './proxy-headers.ts';

/** Everything off: an uploaded page may be looked at and can do nothing. */
const SANDBOX = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * The same without `sandbox`: browsers refuse to show a PDF in a sandboxed document, and a PDF viewer
 * runs nothing of this origin. Safe only with `nosniff`, which makes sure that it is read as a PDF.
 */
const PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/**
 * Header of an uploaded file, which shares this origin with the signed-in dashboard: it is read as
 * the type it claims to be, and it runs no script. A policy the backend gave is kept, except that a
 * PDF may be shown by the browser's viewer.
 */
export function filePolicy(raw: RawHeaders): string[] {
  const isPdf =
    (valuesOf(raw, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() === 'application/pdf';
  const given = valuesOf(raw, 'content-security-policy');
  const replaced = isPdf || given.length === 0;
  const kept = filterHeaders(
    raw,
    (name) => name !== 'x-content-type-options' && !(replaced && name === 'content-security-policy'),
  );
  return [
    ...kept,
    'X-Content-Type-Options',
    'nosniff',
    ...(replaced ? ['Content-Security-Policy', isPdf ? PDF : SANDBOX] : []),
  ];
}
