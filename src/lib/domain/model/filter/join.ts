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
