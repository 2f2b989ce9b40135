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

function signedIn(route: string, path: string, maxKilobytes: number, maxKilobytesAtRest = 536): Budget {
  const frames = ['*', 'renderer', 'sidebar', 'pb22', route];
  return { route, path, isSignedIn: true, frames, maxKilobytes, maxKilobytesAtRest };
}

/** The page as browsers parse it for the sign-in, before it is compressed, without what is inert: 40 kB are styles. */
export const MAX_PAGE_KILOBYTES = 65;

// The benchmark also counts headers and API responses: these budgets leave room for them below its limits.
export const BUDGETS: Budget[] = [
  {
    route: 'login',
    path: 'login',
    isSignedIn: false,
    frames: ['*', 'renderer', 'login'],
    maxKilobytes: 106,
    maxKilobytesAtRest: 107.3,
  },
  // Without the cards that share code with the lists and the backups.
  signedIn('home', 'home', 129.1),
  // With the panel of a record and the collection editor, which are fetched ahead.
  signedIn('collections', 'collections', 159.3, 707.5),
  // With the chart, which a new backend's empty log does not need yet.
  signedIn('logs', 'logs', 151.7, 554),
  signedIn('settings-application', 'settings', 133.2),
  // Without the code editor, which loads with the first template that opens.
  signedIn('settings-mail', 'settings/mail', 136.7),
  // Without the forms of the providers.
  signedIn('settings-auth-providers', 'settings/auth-providers', 129.4, 538),
  // Without the popups, the fields of the options and the panel.
  signedIn('settings-backups', 'settings/backups', 132.6),
  signedIn('settings-admins', 'settings/admins', 141.5, 550.7),
];
