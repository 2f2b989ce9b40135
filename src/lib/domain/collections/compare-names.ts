/** An underscore comes before digits, and these before letters of either case. */
const plain = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The order of `localeCompare`, whose first use takes 10 ms, for letters, digits and underscores. */
export const compareNames = (a: string, b: string): number => compare(plain(a), plain(b)) || compare(b, a);
