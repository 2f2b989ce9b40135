/* How the backend reads a backslash in a quoted text. All else of a filter is the same for every backend. */
import type { Escapes } from '#domain/backend/dialect.ts';

declare global {
  /** Of this page's backend, set with its line; undefined before. */
  var atollEscapes: Escapes | undefined;
}

/** How the backend of this page reads quoted texts. */
export const escapesNow = (): Escapes => globalThis.atollEscapes ?? 'quote';

export function setEscapes(escapes: Escapes): void {
  globalThis.atollEscapes = escapes;
}

/** A backslash that the text after it would make the beginning of something else. */
const MISREAD = /\\(?=["'\\nrt]|$)/g;

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * What stands between double quotes for a text. A backslash is doubled only where it has to be: most texts are written
 * alike for every backend.
 */
export const escapeText = (text: string, escapes: Escapes): string =>
  (escapes === 'quote' ? text : text.replace(MISREAD, '\\\\')).replace(/"/g, '\\"');

/** What a text between these quotes says. */
export const unescapeText = (written: string, quote: string, escapes: Escapes): string =>
  escapes === 'quote'
    ? written.replaceAll(`\\${quote}`, quote)
    : written.replace(/\\(["'\\nrt])/g, (_, sign: string) => UNESCAPED[sign] ?? sign);
