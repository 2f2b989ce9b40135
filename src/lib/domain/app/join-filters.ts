/** A quoted text, in which only the quote can be escaped, a comment, or a sign that gives a filter its structure. */
const PARTS = /"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|\/\/[^\n]*|[()]|\|\|/g;

/** The structure of a filter, as the backend's parser sees it. */
interface Structure {
  readonly withoutComments: string;
  /** Whether there is an OR outside parentheses. */
  readonly hasOr: boolean;
  /** Whether each parenthesis has its partner. */
  readonly isBalanced: boolean;
}

function structureOf(filter: string): Structure {
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

/**
 * Joins a filter and `clause` with AND. `clause` must be one condition or in parentheses. Returns the clause alone for
 * an empty filter.
 */
export function narrowFilter(filter: string, clause: string): string {
  if (filter === '') return clause;
  const { withoutComments } = structureOf(filter);
  // A comment alone is not a filter. It is sent unchanged, so that the backend reports the error.
  return withoutComments === '' ? filter : `(${withoutComments})&&${clause}`;
}

/**
 * A filter as one side of `&&`: in parentheses and without comments if it has an OR or a comment, else unchanged. An
 * invalid filter also stays unchanged, so that the backend refuses it: `a=1) || (b=2` must not become valid.
 */
function asOperand(filter: string): string {
  const { withoutComments, hasOr, isBalanced } = structureOf(filter);
  if (withoutComments === '' || !isBalanced) return filter;
  return hasOr || withoutComments !== filter.trim() ? `(${withoutComments})` : filter;
}

/** Joins filters with `&&`, without the empty ones; a single filter stays unchanged. */
export function joinFilters(filters: readonly string[]): string {
  const parts = filters.filter((filter) => filter !== '');
  return parts.length > 1 ? parts.map(asOperand).join('&&') : parts.join('');
}
