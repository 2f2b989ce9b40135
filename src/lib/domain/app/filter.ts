/** Any of =, !=, ~, !~, >, >=, <, <= (LG-06): each holds one of these characters. */
const OPERATOR = /[=~<>]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Whether the backend's number is the same digits again: it reads `007` as 7 and cuts what a double can't hold. */
const isExactNumber = (text: string) => NUMBER.test(text) && String(Number(text)) === text;

/**
 * The right side of a contains match: numbers and booleans bare, everything else quoted (LG-07). In quotes
 * the backend's parser knows only `\"`, and the match reads `\`, `%` and `_` as its own signs. A backslash
 * at the end would swallow the closing quote; the wildcards that the backend would add anyway keep it away.
 */
export function containsOperand(text: string): string {
  if (isExactNumber(text) || text === 'true' || text === 'false') return text;
  const literal = text.replace(/[\\%_]/g, '\\$&');
  const pattern = literal.endsWith('\\') ? `%${literal}%` : literal;
  return `"${pattern.replace(/"/g, '\\"')}"`;
}

/**
 * What a search text becomes on the wire: a text with an operator is a filter already and stays as it
 * is, plain text becomes a contains match on any of `fields` (LG-06, RL-10).
 */
export function normalizeFilter(search: string, fields: readonly string[]): string {
  const trimmed = search.trim();
  if (!trimmed || OPERATOR.test(trimmed)) return trimmed;
  const operand = containsOperand(trimmed);
  return fields.map((field) => `${field}~${operand}`).join('||');
}

/** Quoted text, in which only a quote is escaped, or a comment. */
const QUOTED_OR_COMMENT = /"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|\/\/[^\n]*/g;

const withoutComments = (filter: string): string =>
  filter.replace(QUOTED_OR_COMMENT, (part) => (part.startsWith('//') ? '' : part)).trim();

/**
 * A filter in brackets. The backend's parser looks for their end in comments too, where a bracket or quote of
 * its own would mislead it.
 */
const bracketed = (filter: string): string => `(${withoutComments(filter)})`;

/** A filter that also wants `clause`, which is one condition or has brackets; an empty one wants nothing else. */
export function narrowFilter(filter: string, clause: string): string {
  if (filter === '') return clause;
  // A comment alone is no filter: the backend itself has to refuse it.
  return withoutComments(filter) === '' ? filter : `${bracketed(filter)}&&${clause}`;
}
