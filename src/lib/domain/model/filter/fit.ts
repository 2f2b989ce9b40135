// chunks: filters
/* Which filters a request has room for. */
import { queryLength } from '#domain/app/query-length.ts';
import type { ListLimits } from '#domain/backend/dialect.ts';
import { narrowFilter } from './join.ts';
import { lex } from './lexer.ts';

/** In bytes, with room for the other parameters and the condition that begins a further page. */
const MAX_FILTER = 1800;

/** For a list of records, also narrowed to what follows a record. */
export const filterFits = (filter: string): boolean => queryLength({ filter }) <= MAX_FILTER;

const comparisonsIn = (filter: string): number =>
  [...lex(filter)].filter(({ kind }) => kind === 'operator').length;

/** Why a backend with these limits refuses a filter for its size alone, as a sentence; undefined if it does not. */
export function sizeProblem(filter: string, limits: ListLimits): string | undefined {
  const isShort =
    limits.filter === Number.POSITIVE_INFINITY ? filterFits(filter) : byteLength(filter) <= limits.filter;
  if (!isShort) return 'It is too long for a request.';
  const count = comparisonsIn(filter);
  return count > limits.comparisons
    ? `It has ${count} comparisons; a request can have ${limits.comparisons}.`
    : undefined;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** However short the conditions are. */
export const MAX_JOINED = 50;

/** What a request has beside the filter for some items. */
interface Beside extends Partial<Record<'filter' | 'expand' | 'fields', string>> {
  /** The most that a request can have. */
  readonly comparisons?: number;
}

/** Filters for any of the items, each with its items: as many as fit into a request beside the rest, at least one. */
export function* filtersOfAny<Item>(
  items: readonly Item[],
  conditionOf: (item: Item) => string,
  { filter = '', expand = '', fields = '', comparisons = Number.POSITIVE_INFINITY }: Beside = {},
): Generator<{ readonly items: readonly Item[]; readonly filter: string }> {
  // What is expanded can be split, too.
  const reserved = Math.min(queryLength({ expand, fields }), MAX_FILTER / 2);
  const most = MAX_FILTER - reserved - queryLength({ filter: filter && narrowFilter(filter, '()') });
  const conditions = items.map(conditionOf);
  const isCounted = comparisons !== Number.POSITIVE_INFINITY;
  const left = isCounted ? comparisons - comparisonsIn(filter) : comparisons;
  for (let start = 0, end = 0; start < items.length; start = end) {
    let count = 0;
    for (let room = most; end < items.length && end - start < MAX_JOINED; end += 1) {
      room -= queryLength({ '': `||${conditions[end]}` });
      if (isCounted) count += comparisonsIn(conditions[end] ?? '');
      if ((room < 0 || count > left) && end > start) break;
    }
    const any = conditions.slice(start, end).join('||');
    yield { items: items.slice(start, end), filter: filter ? narrowFilter(filter, `(${any})`) : any };
  }
}
