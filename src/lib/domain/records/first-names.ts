const MAX_NAMES = 5;

/** The first five names, and how many more there are: `a, b, c, d, e and 2 more`. */
export function firstNames(names: readonly string[]): string {
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest}`;
}
