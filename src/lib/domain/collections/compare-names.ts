/** An underscore comes before digits, and these before letters of either case. */
const plain = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/**
 * The order of names of collections, which are ASCII letters, digits and underscores: that of `localeCompare`, whose
 * first use takes 10 ms. Small letters come first where only the case differs.
 */
export const compareNames = (a: string, b: string): number => compare(plain(a), plain(b)) || compare(b, a);
