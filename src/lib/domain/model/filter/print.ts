import { escapesNow, escapeText } from './escapes.ts';

/** Any of =, !=, ~, !~, >, >=, <, <=: each contains one of these characters. */
const OPERATOR = /[=~<>]/;
const NUMBER = /^(?:-?\d+(?:\.\d+)?|-\.\d+)$/;

/** Whether the backend's parser reads a text as a number: it knows no exponents. */
export const isNumberText = (text: string): boolean => NUMBER.test(text) && Number.isFinite(Number(text));

/** Whether the backend keeps all digits of a number: it reads `007` as 7 and rounds what a double can't hold. */
export const isExactNumber = (text: string) => NUMBER.test(text) && String(Number(text)) === text;

/** A quoted text of a filter; see {@link canQuote}. */
export const quoteText = (text: string, escapes = escapesNow()): string => `"${escapeText(text, escapes)}"`;

/** Whether a filter can hold a text. Where a backslash escapes only the quote, the text can't end in one. */
export const canQuote = (text: string, escapes = escapesNow()): boolean =>
  escapes !== 'quote' || !text.endsWith('\\');

/** The condition that a record has this id. */
export const hasId = (id: string): string => `id=${quoteText(id)}`;

/** `\`, `%` and `_` are special in the backend's LIKE patterns. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * The right side of a contains match, quoted. A text that can't be quoted gets the wildcards that the backend adds by
 * default.
 */
export function containedText(text: string): string {
  const literal = escapeLike(text);
  return quoteText(canQuote(literal) ? literal : `%${literal}%`);
}

/** The right side of a contains match: numbers and booleans without quotes, everything else quoted. */
export const containsOperand = (text: string): string =>
  isExactNumber(text) || text === 'true' || text === 'false' ? text : containedText(text);

/** Whether a search text may be a filter, because it has a comparison operator. */
export const hasOperator = (text: string): boolean => OPERATOR.test(text);

/** The backend reads digits at the beginning of a name as a number. */
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
