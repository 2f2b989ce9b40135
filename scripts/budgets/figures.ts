/** How many bytes a first visit may cost over the wire (brotli): page, styles and every module the route needs. */
export interface Budget {
  /** A route's name, as in `client:route`. */
  route: string;
  /** kB = 1000 bytes. */
  maxKilobytes: number;
}

// The bench counts headers and API answers too; these leave room for them below its limits.
export const BUDGETS: Budget[] = [
  { route: 'login', maxKilobytes: 110 },
  { route: 'collections', maxKilobytes: 200 },
];
