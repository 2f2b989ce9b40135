/** The largest transfer size (brotli) of a first visit. kB = 1000 bytes. */
export interface Budget {
  route: string;
  isSignedIn: boolean;
  /** Selects the islands that hydrate on the route, by the names in their `client:route`. */
  frames: string[];
  /** To use the route: page, styles and every module these islands need. */
  maxKilobytes: number;
  /** At rest: every file that is fetched without user input, including prefetching. */
  maxKilobytesAtRest: number;
}

// The benchmark also counts headers and API responses: these budgets leave room for them below its limits.
export const BUDGETS: Budget[] = [
  { route: 'login', isSignedIn: false, frames: ['*', 'login'], maxKilobytes: 110, maxKilobytesAtRest: 120 },
  {
    route: 'collections',
    isSignedIn: true,
    frames: ['*', 'sidebar', 'collections'],
    maxKilobytes: 200,
    maxKilobytesAtRest: 600,
  },
  {
    route: 'logs',
    isSignedIn: true,
    frames: ['*', 'sidebar', 'logs'],
    maxKilobytes: 148,
    maxKilobytesAtRest: 600,
  },
];
