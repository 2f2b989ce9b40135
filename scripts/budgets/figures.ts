/** The largest transfer size (brotli) of a first visit. kB = 1000 bytes. */
export interface Budget {
  /** The name in `data-route` while the route is on screen. */
  route: string;
  /** The address after `#/`. */
  path: string;
  isSignedIn: boolean;
  /** Selects the islands that hydrate on the route, by the names in their `client:route`. */
  frames: string[];
  /** To use the route: page, styles and every module these islands need. */
  maxKilobytes: number;
  /** At rest: every file that is fetched without user input, including prefetching. */
  maxKilobytesAtRest: number;
}

function signedIn(route: string, path: string, maxKilobytes: number): Budget {
  const frames = ['*', 'sidebar', route];
  return { route, path, isSignedIn: true, frames, maxKilobytes, maxKilobytesAtRest: 612 };
}

// The benchmark also counts headers and API responses: these budgets leave room for them below its limits.
export const BUDGETS: Budget[] = [
  {
    route: 'login',
    path: 'login',
    isSignedIn: false,
    frames: ['*', 'login'],
    maxKilobytes: 111.5,
    maxKilobytesAtRest: 120,
  },
  signedIn('collections', 'collections', 158.5),
  signedIn('logs', 'logs', 153),
  signedIn('settings-application', 'settings', 134.5),
  // Without the code editor, which loads with the first template that opens.
  signedIn('settings-mail', 'settings/mail', 141),
  // Without the forms of the providers.
  signedIn('settings-auth-providers', 'settings/auth-providers', 132.5),
  // Without the popups, the fields of the options and the panel.
  signedIn('settings-backups', 'settings/backups', 135.5),
  signedIn('settings-admins', 'settings/admins', 144),
];
