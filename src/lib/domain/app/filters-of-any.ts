import { narrowFilter } from './join-filters.ts';
import { MAX_FILTER, queryLength } from './query-length.ts';

/** The most conditions that are joined, however short they are. */
export const MAX_JOINED = 50;

/** What a request has besides the conditions. */
interface Rest {
  /** All records must match it, too. */
  readonly filter?: string;
  readonly expand?: string;
  readonly fields?: string;
}

/**
 * Filters that together find what meets the condition of any item, each with the items whose conditions it has: as many
 * as fit into a request, and at least one.
 */
export function* filtersOfAny<Item>(
  items: readonly Item[],
  conditionOf: (item: Item) => string,
  { filter = '', expand = '', fields = '' }: Rest = {},
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
