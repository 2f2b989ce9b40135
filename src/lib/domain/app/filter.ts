/** Any of =, !=, ~, !~, >, >=, <, <= (LG-06): each contains one of these characters. */
const OPERATOR = /[=~<>]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Whether the backend keeps all digits of a number: it reads `007` as 7 and rounds what a double can't hold. */
const isExactNumber = (text: string) => NUMBER.test(text) && String(Number(text)) === text;

/**
 * The right side of a contains match: numbers and booleans without quotes, everything else quoted (LG-07). The
 * backend's parser unescapes only `\"` in quotes, and `\`, `%` and `_` are special characters of the match. A
 * backslash at the end would escape the closing quote, so the text then gets the wildcards that the backend adds by
 * default.
 */
export function containsOperand(text: string): string {
  if (isExactNumber(text) || text === 'true' || text === 'false') return text;
  const literal = text.replace(/[\\%_]/g, '\\$&');
  const pattern = literal.endsWith('\\') ? `%${literal}%` : literal;
  return `"${pattern.replace(/"/g, '\\"')}"`;
}

/**
 * The filter to send for a search text. A text with an operator already is a filter and stays as it is; plain text
 * becomes a contains match on any of `fields` (LG-06, RL-10).
 */
export function normalizeFilter(search: string, fields: readonly string[]): string {
  const trimmed = search.trim();
  if (!trimmed || OPERATOR.test(trimmed)) return trimmed;
  const operand = containsOperand(trimmed);
  return fields.map((field) => `${field}~${operand}`).join('||');
}

/** A quoted text, in which only the quote can be escaped, or a comment. */
const QUOTED_OR_COMMENT = /"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|\/\/[^\n]*/g;

const withoutComments = (filter: string): string =>
  filter.replace(QUOTED_OR_COMMENT, (part) => (part.startsWith('//') ? '' : part)).trim();

/**
 * A filter in parentheses, without comments. The backend's parser would also take a parenthesis or quote in a
 * comment for a part of the filter.
 */
const inParentheses = (filter: string): string => `(${withoutComments(filter)})`;

/**
 * Joins a filter and `clause` with AND. `clause` must be one condition or in parentheses. Returns the clause alone for
 * an empty filter.
 */
export function narrowFilter(filter: string, clause: string): string {
  if (filter === '') return clause;
  // A comment alone is not a filter. It is sent unchanged, so that the backend reports the error.
  return withoutComments(filter) === '' ? filter : `${inParentheses(filter)}&&${clause}`;
}
