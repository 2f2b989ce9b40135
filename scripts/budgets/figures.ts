/** How many bytes a first visit may cost over the wire (brotli): page, styles and every module the route needs. */
export interface Budget {
  route: string;
  /** The islands that wake on it, by the names in their `client:route`. */
  frames: string[];
  /** kB = 1000 bytes. */
  maxKilobytes: number;
}

// The bench counts headers and API answers too; these leave room for them below its limits.
export const BUDGETS: Budget[] = [
  { route: 'login', frames: ['*', 'login'], maxKilobytes: 110 },
  { route: 'collections', frames: ['*', 'sidebar', 'collections'], maxKilobytes: 200 },
];
