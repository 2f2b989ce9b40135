// @ts-check
/*
 * Writes the policy of the page, with the hashes of its inline scripts, and the same for the server's header.
 * Leans on: the text of the built page. Fails: when there is no place for it; browsers refuse what it does not name.
 */
import { createHash } from 'node:crypto';
import { replacePart } from './page.mjs';

/**
 * @typedef {object} CspOptions
 * @property {boolean} [styleAttributes] allow style attributes in HTML text (for rich text and charts)
 * @property {string[]} [styleHashes] `sha256-...` of style elements that scripts insert
 *
 * @typedef {Record<string, string[]>} Policy directive to sources
 */

// As in HTML, the text of the element is between the first `>` and the first end tag.
const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;

/**
 * CSP sources (`'sha256-...'`) of every inline script and style of a page.
 *
 * @param {string} html
 * @returns {{ scripts: string[], styles: string[] }}
 */
export function inlineHashes(html) {
  const scripts = new Set();
  const styles = new Set();
  for (const [, name = '', attributes = '', text = ''] of html.matchAll(INLINE)) {
    if (/\ssrc\s*=/i.test(attributes)) continue;
    (name.toLowerCase() === 'script' ? scripts : styles).add(hashSource(text));
  }
  return { scripts: [...scripts], styles: [...styles] };
}

/** @param {string} text */
function hashSource(text) {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/**
 * The policy of the page. `backend` lists the sources of records, files and previews besides the page's own
 * origin.
 *
 * @param {string} html
 * @param {string[]} backend sources, for example `['http:', 'https:']`
 * @param {CspOptions} [options]
 * @returns {Policy}
 */
export function pagePolicy(html, backend, options = {}) {
  const { scripts, styles } = inlineHashes(html);
  const extraStyles = (options.styleHashes ?? []).map((hash) => `'${hash}'`);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles, ...extraStyles],
    ...(options.styleAttributes ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
    'connect-src': ["'self'", ...backend],
    'img-src': ["'self'", 'data:', 'blob:', ...backend],
    'media-src': ["'self'", 'blob:', ...backend],
    'frame-src': ["'self'", 'blob:', ...backend],
    'font-src': ["'self'", 'data:'],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  };
}

/** @param {Policy} policy */
export function formatPolicy(policy) {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/**
 * Inserts the policy directly after `<meta charset>`, before everything to which it applies.
 *
 * @param {string} html
 * @param {string} policy
 * @throws {Error} when the page has no `<meta charset>`
 */
export function injectPolicy(html, policy) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`;
  return replacePart(html, /<meta\s+charset=[^>]*>/i, (charset) => charset + meta);
}
