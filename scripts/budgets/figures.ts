/** How many bytes a first visit may cost over the wire (brotli). kB = 1000 bytes. */
export interface Budget {
  route: string;
  isSignedIn: boolean;
  /** The islands that wake on it, by the names in their `client:route`. */
  frames: string[];
  /** To use it: page, styles and every module these islands need. */
  maxKilobytes: number;
  /** At rest: every file that is fetched without a touch, ahead too. */
  maxKilobytesAtRest: number;
}

// The bench counts headers and API answers too; these leave room for them below its limits.
export const BUDGETS: Budget[] = [
  { route: 'login', isSignedIn: false, frames: ['*', 'login'], maxKilobytes: 110, maxKilobytesAtRest: 120 },
  {
    route: 'collections',
    isSignedIn: true,
    frames: ['*', 'sidebar', 'collections'],
    maxKilobytes: 200,
    maxKilobytesAtRest: 600,
  },
];
