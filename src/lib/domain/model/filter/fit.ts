// chunks: filters
/* Which filters a request has room for. */
import { queryLength } from '#domain/app/query-length.ts';
import type { ListLimits } from '#domain/backend/dialect.ts';
import { narrowFilter } from './join.ts';
import { lex } from './lexer.ts';

/** What stays free in a request, for the other parameters and the condition that begins a further page. */
const FREE = { bytes: 248, comparisons: 4 };

const comparisonsIn = (filter: string): number =>
  [...lex(filter)].filter(({ kind }) => kind === 'operator').length;

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * For a list of records of a backend with these limits, also narrowed to what follows a record.
 * @param more stays free, too
 */
export const filterFits = (filter: string, limits: ListLimits, more: Partial<typeof FREE> = {}): boolean =>
  queryLength({ filter }) <= limits.query - FREE.bytes - (more.bytes ?? 0) &&
  byteLength(filter) <= limits.filter - FREE.bytes - (more.bytes ?? 0) &&
  (limits.comparisons === Number.POSITIVE_INFINITY ||
    comparisonsIn(filter) <= limits.comparisons - FREE.comparisons - (more.comparisons ?? 0));

/** Why a backend with these limits refuses a filter for its size alone, as a sentence; undefined if it does not. */
export function sizeProblem(filter: string, limits: ListLimits): string | undefined {
  const isShort =
    limits.filter === Number.POSITIVE_INFINITY
      ? filterFits(filter, limits)
      : byteLength(filter) <= limits.filter;
  if (!isShort) return 'It is too long for a request.';
  const count = comparisonsIn(filter);
  return count > limits.comparisons
    ? `It has ${count} comparisons; a request can have ${limits.comparisons}.`
    : undefined;
}

/** However short the conditions are. */
export const MAX_JOINED = 50;

/** What a request has beside the filter for some items. */
type Beside = Partial<Record<'filter' | 'expand' | 'fields', string>>;

/**
 * Filters for any of the items, each with its items: as many as fit into a request of a backend with these limits beside
 * the rest, at least one.
 */
export function* filtersOfAny<Item>(
  items: readonly Item[],
  conditionOf: (item: Item) => string,
  limits: ListLimits,
  { filter = '', expand = '', fields = '' }: Beside = {},
): Generator<{ readonly items: readonly Item[]; readonly filter: string }> {
  const around = filter && narrowFilter(filter, '()');
  const room = limits.query - FREE.bytes;
  // What is expanded can be split, too.
  const reserved = Math.min(queryLength({ expand, fields }), room / 2);
  const isCounted = limits.comparisons !== Number.POSITIVE_INFINITY;
  const sizeOf = (text: string, encoded = queryLength({ '': text })) => ({
    encoded,
    bytes: byteLength(text),
    comparisons: isCounted ? comparisonsIn(text) : 0,
  });
  const taken = sizeOf(around, queryLength({ filter: around }) + reserved);
  const conditions = items.map(conditionOf);
  for (let start = 0, end = 0; start < items.length; start = end) {
    let { encoded, bytes, comparisons } = taken;
    for (; end < items.length && end - start < MAX_JOINED; end += 1) {
      const size = sizeOf(`||${conditions[end]}`);
      encoded += size.encoded;
      bytes += size.bytes;
      comparisons += size.comparisons;
      const isFull =
        encoded > room ||
        bytes > limits.filter - FREE.bytes ||
        comparisons > limits.comparisons - FREE.comparisons;
      if (isFull && end > start) break;
    }
    const any = conditions.slice(start, end).join('||');
    yield { items: items.slice(start, end), filter: filter ? narrowFilter(filter, `(${any})`) : any };
  }
}
