import { queryLength } from './query-length.ts';

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

/** `\`, `%` and `_` are special in the backend's LIKE patterns. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * The right side of a contains match, quoted. A backslash at its end would escape the quote, so such a text gets the
 * wildcards that the backend adds by default.
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

/** A text in double quotes, in which `\\"` is a quote. */
const QUOTED = /^"((?:[^"\\]|\\"|\\(?!"))+)"$/;

/** Undefined for a text that is not quoted as a whole. */
export const unquoted = (text: string): string | undefined => QUOTED.exec(text)?.[1]?.replaceAll('\\"', '"');

/** A quoted text, in which only the quote can be escaped, a comment, or a sign that gives a filter its structure. */
const PARTS = /"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|\/\/[^\n]*|[()]|\|\|/g;

/** As the backend's parser sees it; `hasOr` outside of parentheses. */
function structureOf(filter: string) {
  const parts = new RegExp(PARTS);
  const kept: string[] = [];
  let from = 0;
  let depth = 0;
  let hasOr = false;
  let isBalanced = true;
  for (let match = parts.exec(filter); match; match = parts.exec(filter)) {
    const [part] = match;
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (part === '||') hasOr ||= depth === 0;
    else if (part.startsWith('//')) {
      // The parser reads a parenthesis to its end, with quotes and parentheses of comments, before it finds comments.
      if (depth > 0) parts.lastIndex = match.index + 2;
      else {
        kept.push(filter.slice(from, match.index));
        from = parts.lastIndex;
      }
    }
    if (depth < 0) isBalanced = false;
  }
  kept.push(filter.slice(from));
  return { withoutComments: kept.join('').trim(), hasOr, isBalanced: isBalanced && depth === 0 };
}

/** Joins a filter and `clause`, which must be one condition or in parentheses, with AND. */
export function narrowFilter(filter: string, clause: string): string {
  if (filter === '') return clause;
  const { withoutComments } = structureOf(filter);
  // A comment alone is not a filter. It is sent unchanged, so that the backend reports the error.
  return withoutComments === '' ? filter : `(${withoutComments})&&${clause}`;
}

/** An invalid filter stays unchanged, so that the backend refuses it: `a=1) || (b=2` must not become valid. */
function asOperand(filter: string): string {
  const { withoutComments, hasOr, isBalanced } = structureOf(filter);
  if (withoutComments === '' || !isBalanced) return filter;
  return hasOr || withoutComments !== filter.trim() ? `(${withoutComments})` : filter;
}

/** Empty ones are left out; a single filter stays unchanged. */
export function joinFilters(filters: readonly string[]): string {
  const parts = filters.filter((filter) => filter !== '');
  return parts.length > 1 ? parts.map(asOperand).join('&&') : parts.join('');
}

/** In bytes, with room for the other parameters and the condition that begins a further page. */
const MAX_FILTER = 1800;

/** For a list of records, also narrowed to what follows a record. */
export const filterFits = (filter: string): boolean => queryLength({ filter }) <= MAX_FILTER;

/** However short the conditions are. */
export const MAX_JOINED = 50;

/** Filters for any of the items, each with its items: as many as fit into a request beside the rest, at least one. */
export function* filtersOfAny<Item>(
  items: readonly Item[],
  conditionOf: (item: Item) => string,
  { filter = '', expand = '', fields = '' }: Partial<Record<'filter' | 'expand' | 'fields', string>> = {},
): Generator<{ readonly items: readonly Item[]; readonly filter: string }> {
  // What is expanded can be split, too.
  const reserved = Math.min(queryLength({ expand, fields }), MAX_FILTER / 2);
  const most = MAX_FILTER - reserved - queryLength({ filter: filter && narrowFilter(filter, '()') });
  const conditions = items.map(conditionOf);
  for (let start = 0, end = 0; start < items.length; start = end) {
    for (let room = most; end < items.length && end - start < MAX_JOINED; end += 1) {
      room -= queryLength({ '': `||${conditions[end]}` });
      if (room < 0 && end > start) break;
    }
    const any = conditions.slice(start, end).join('||');
    yield { items: items.slice(start, end), filter: filter ? narrowFilter(filter, `(${any})`) : any };
  }
}
