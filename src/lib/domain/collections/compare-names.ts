/** An underscore comes before digits, and these before letters of either case. */
const plain = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

/**
 * The order of names of collections, which are ASCII letters, digits and underscores: that of `localeCompare`, whose
 * first use takes 10 ms.
 */
export function compareNames(a: string, b: string): number {
  const [x, y] = [plain(a), plain(b)];
  if (x !== y) return x < y ? -1 : 1;
  // Small letters come first where only the case differs.
  return a === b ? 0 : a > b ? -1 : 1;
}
