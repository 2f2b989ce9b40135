/** A character before which a segment of a path ends. */
const SEPARATOR = /[.:@]/;

/**
 * How well `path` matches `typed`, ignoring case: 0 the same, 1 begins with it, 2 has a segment that begins with it
 * (`na` in `author.name`), 3 contains it, 4 anything else.
 */
export function matchRank(path: string, typed: string): 0 | 1 | 2 | 3 | 4 {
  const [where, what] = [path.toLowerCase(), typed.toLowerCase()];
  let at = where.indexOf(what);
  if (at < 0) return 4;
  if (at === 0) return where.length === what.length ? 0 : 1;
  for (; at > 0; at = where.indexOf(what, at + 1)) if (SEPARATOR.test(where.charAt(at - 1))) return 2;
  return 3;
}
