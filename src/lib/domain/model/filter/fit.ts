// chunks: filters
/* Which filters a request has room for. */
import { queryLength } from '#domain/app/query-length.ts';
import { narrowFilter } from './join.ts';

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
