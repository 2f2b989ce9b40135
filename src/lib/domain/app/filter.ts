import { spellingsOf } from './spellings.ts';

/** Any of =, !=, ~, !~, >, >=, <, <=: each contains one of these characters. */
const OPERATOR = /[=~<>]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Whether the backend's parser reads a text as a number: it knows no exponents. */
export const isNumberText = (text: string): boolean => NUMBER.test(text) && Number.isFinite(Number(text));

/** Whether the backend keeps all digits of a number: it reads `007` as 7 and rounds what a double can't hold. */
export const isExactNumber = (text: string) => NUMBER.test(text) && String(Number(text)) === text;

/** A quoted text of a filter. The backend's parser unescapes only `\"`, so it cannot hold a text that ends in `\`. */
export const quoteText = (text: string): string => `"${text.replace(/"/g, '\\"')}"`;

/** The condition that a record has this id. */
export const hasId = (id: string): string => `id=${quoteText(id)}`;

/** A text without the special characters of the backend's LIKE patterns: `\`, `%` and `_`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * A text as the right side of a contains match, in quotes: the backend's parser unescapes only `\"` there, and `\`, `%`
 * and `_` are special characters of the match. A backslash at the end would escape the closing quote, so the text then
 * gets the wildcards that the backend adds by default.
 */
export function containedText(text: string): string {
  const literal = escapeLike(text);
  return quoteText(literal.endsWith('\\') ? `%${literal}%` : literal);
}

/** The right side of a contains match: numbers and booleans without quotes, everything else quoted. */
export const containsOperand = (text: string): string =>
  isExactNumber(text) || text === 'true' || text === 'false' ? text : containedText(text);

/** Whether a search text may be a filter, because it has a comparison operator. */
export const hasOperator = (text: string): boolean => OPERATOR.test(text);

/** Whether a filter can name a field: the backend reads digits at the beginning of a name as a number. */
export const isFilterable = (field: string): boolean => !/^\d/.test(field);

/** A contains match on any of `fields` that a filter can name, for any text. */
export function containsFilter(
  text: string,
  fields: readonly string[],
  operandOf: (text: string) => string = containsOperand,
): string {
  const operand = operandOf(text);
  return fields
    .filter(isFilterable)
    .map((field) => `${field}~${operand}`)
    .join('||');
}

/** A text in double quotes, in which `\\"` is a quote. */
const QUOTED = /^"((?:[^"\\]|\\"|\\(?!"))+)"$/;

/** The text inside of double quotes; undefined for a text that is not quoted as a whole. */
export const unquoted = (text: string): string | undefined => QUOTED.exec(text)?.[1]?.replaceAll('\\"', '"');

/** A quoted text, whose content is no structure. */
const TEXTS = /"(?:\\"|[^"])*"|'(?:\\'|[^'])*'/g;
/** How a filter begins: comments and parentheses, then a comparison. */
const BEGINNING = /^(?:\/\/.*\n|[\s(])*(?:""|[@\w.:-]+)\s*[?!]*[=~<>]/;
/** A name with the operators before and after it. */
const NAMES = /([=~<>]\s*)?([@\w.]+):*\w*(?=(\s*[?!]*[=~<>])?)/g;
/** A path that names no field of the collection itself: a macro, or records that refer to this one. */
const OTHER_PATH =
  /^@(?:now$|(?:second|minute|hour|(?:week)?day|month|year|\w+(?:Start|End))$|request\.|collection\.)|^\w+_via_/;

/**
 * The text that a search looks for, without the quotes around it; undefined if it is a filter: a comparison that names
 * one of `fields` or a macro.
 */
export function searchedText(search: string, fields: readonly string[]): string | undefined {
  const trimmed = search.trim();
  const bare = trimmed.replace(TEXTS, '""');
  const isKnown = ([, before, side = '', after]: RegExpMatchArray) =>
    (before !== undefined || after !== undefined) &&
    (OTHER_PATH.test(side) || fields.some((field) => isFilterable(field) && side.split('.')[0] === field));
  if (BEGINNING.test(bare) && [...bare.matchAll(NAMES)].some(isKnown)) return undefined;
  return unquoted(trimmed) ?? trimmed;
}

/**
 * The filter to send for a search text. A text that already is a filter stays as it is; plain text becomes a contains
 * match on any of `fields`.
 */
export function normalizeFilter(search: string, fields: readonly string[]): string {
  const text = searchedText(search, fields);
  if (!text) return search.trim();
  return spellingsOf(text)
    .map((spelling) => containsFilter(spelling, fields))
    .join('||');
}
