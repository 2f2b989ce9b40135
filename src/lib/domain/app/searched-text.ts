// chunks: searched text
import type { Token } from '#domain/model/filter/lexer.ts';
import { containsFilter } from '#domain/model/filter/print.ts';
import { tokensOf, unquoted } from '#domain/model/filter/walk.ts';

/** A path that names no field of the collection itself: a macro, or records that refer to this one. */
const OTHER_PATH =
  /^@(?:now$|(?:second|minute|hour|(?:week)?day|month|year|\w+(?:Start|End))$|request\.|collection\.)|^\w+_via_/;

/** The text that a search looks for, without quotes; undefined if it is a filter, by `fields` or a macro. */
export function searchedText(search: string, fields: readonly string[]): string | undefined {
  const trimmed = search.trim();
  const tokens = tokensOf(trimmed);
  const isOperator = (index: number) => tokens[index]?.kind === 'operator';
  const first = tokens.findIndex(({ kind }) => kind !== 'open');
  const begins = /^(?:text|name|number)$/.test(tokens[first]?.kind ?? '') && isOperator(first + 1);
  const isKnown = ({ kind, text }: Token, index: number) =>
    kind === 'name' &&
    (isOperator(index - 1) || isOperator(index + 1)) &&
    (OTHER_PATH.test(text) || fields.includes(/^[^.:]*/.exec(text)?.[0] ?? ''));
  if (begins && tokens.some(isKnown)) return undefined;
  return unquoted(trimmed) ?? trimmed;
}

const WORD_START = /(?<![\p{L}\p{M}\p{N}])\p{L}/gu;

/**
 * As typed, in lower case, in capitals, and with capitals at the start of each word or of the text. SQLite's LIKE
 * ignores only the case of ASCII letters.
 */
export function spellingsOf(text: string): readonly string[] {
  if (!/[^\0-\x7F]/.test(text)) return [text];
  const composed = text.normalize();
  // Only Turkish has two letters i, and Greek capitals have no accents.
  const locales = [
    ...(/[İı]/.test(text) ? [] : ['en']),
    ...(/[Iiİı]/.test(text) && /[çğışöü]/i.test(composed.replace(/İ/g, 'ı')) ? ['tr'] : []),
    ...(/[\u0370-\u03FF]/.test(text) ? ['el'] : []),
  ];
  const forms = locales.flatMap((locale) => {
    const lower = composed.toLocaleLowerCase(locale);
    const first = (letter: string) => letter.toLocaleUpperCase(locale);
    const mixed = [lower.replace(WORD_START, first), lower.replace(/\p{L}/u, first)];
    return [lower, composed.toLocaleUpperCase(locale), ...mixed];
  });
  // At the end of what was typed, a sigma may be that of the middle or of the end of a word.
  const all = [text, composed, ...forms].flatMap((form) =>
    /[Σσ]$/.test(text) ? [form, form.replace(/[σς]$/, (last) => (last === 'σ' ? 'ς' : 'σ'))] : form,
  );
  const folded = all.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return all.filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
}

/** The filter to send: plain text becomes a contains match on any of `fields`. */
export function normalizeFilter(search: string, fields: readonly string[]): string {
  const text = searchedText(search, fields);
  if (!text) return search.trim();
  return spellingsOf(text)
    .map((spelling) => containsFilter(spelling, fields))
    .join('||');
}
