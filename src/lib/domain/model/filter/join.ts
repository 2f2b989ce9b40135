import { queryLength } from '#domain/app/query-length.ts';
import { lex, type Token } from './lexer.ts';

/** As the backend's parser sees it; `hasOr` and comments outside of parentheses. */
function structureOf(filter: string) {
  const pieces = [...lex(filter)];
  const rest = pieces.filter(({ kind, depth }) => kind !== 'comment' || depth > 0);
  const count = (one: Token['kind']) => pieces.filter(({ kind }) => kind === one).length;
  return {
    withoutComments: rest
      .map(({ text }) => text)
      .join('')
      .trim(),
    hasOr: pieces.some(({ text, depth }) => text === '||' && depth === 0),
    isBalanced:
      count('open') === count('close') && pieces.every(({ depth, isOpen }) => depth >= 0 && !isOpen),
  };
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
