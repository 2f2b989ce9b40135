/** Any of =, !=, ~, !~, >, >=, <, <= (LG-06): each holds one of these characters. */
const OPERATOR = /[=~<>]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A filter value: numbers and booleans bare, everything else quoted (LG-07). */
export function quoteValue(value: string): string {
  if (NUMBER.test(value) || value === 'true' || value === 'false') return value;
  return `"${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
}

/**
 * What a search text becomes on the wire: a text with an operator is a filter already and stays as it
 * is, plain text becomes a contains match on any of `fields` (LG-06, RL-10).
 */
export function normalizeFilter(search: string, fields: readonly string[]): string {
  const trimmed = search.trim();
  if (!trimmed || OPERATOR.test(trimmed)) return trimmed;
  const value = quoteValue(trimmed);
  return fields.map((field) => `${field}~${value}`).join('||');
}

/** Joins filters with `&&`, leaving out empty ones (LG-09); a group of `||` gets brackets (OP-11). */
export function joinFilters(filters: readonly string[]): string {
  const set = filters.filter((filter) => filter !== '');
  if (set.length < 2) return set[0] ?? '';
  return set.map((filter) => (filter.includes('||') ? `(${filter})` : filter)).join('&&');
}
