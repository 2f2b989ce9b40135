/** Who may open a route; others are redirected to the root route. */
export type Access = 'guest' | 'admin' | 'public';

/** The entry of the app sidebar that a route belongs to; that of Home is the logo. */
export type Section = 'home' | 'collections' | 'logs' | 'settings';

export interface RouteDefinition {
  /** Hash path without `#`; segments that start with `:` are parameters. */
  readonly path: string;
  readonly access: Access;
  /** First part of the document title; screens may replace it. */
  readonly title: string;
  readonly sidebar: boolean;
  readonly frame: string;
  readonly section?: Section;
}

/** A route outside of the dashboard's screens; without a title, its screen sets one. */
const outside = (access: Access, path: string, frame: string, title = ''): RouteDefinition => ({
  path,
  access,
  title,
  sidebar: false,
  frame,
});
const guest = (path: string, frame: string): RouteDefinition => outside('guest', path, frame);
const open = (path: string, frame: string): RouteDefinition => outside('public', path, frame);
/** The target of a link in a mail to a user of an app. */
const forUsers = (place: 'users' | 'auth', action: string, frame = `user-${action}`): RouteDefinition =>
  open(`/${place}/confirm-${action}/:token`, frame);
/** By default, `/settings/mail` has the frame `settings-mail`. */
function admin(
  path: string,
  section: Section,
  title: string,
  frame = path.slice(1).replace('/', '-'),
): RouteDefinition {
  return { path, access: 'admin', title, sidebar: true, frame, section };
}

/** Every route with its guard, title and frame; the only list of them. `root` shows the installer or redirects. */
export const routes = {
  root: open('/', 'installer'),
  login: guest('/login', 'login'),
  secondFactor: guest('/second-factor', 'factor'),
  // The link that newer versions print while they have no administrator, by two names.
  pbinstall: open('/pbinstall/:token', 'first-link'),
  pbinstal: open('/pbinstal/:token', 'first-link'),
  requestReset: guest('/request-password-reset', 'request-reset'),
  confirmReset: guest('/confirm-password-reset/:token', 'confirm-reset'),
  home: admin('/home', 'home', 'Home'),
  collections: admin('/collections', 'collections', 'Collections'),
  schema: admin('/schema', 'collections', 'Schema'),
  access: admin('/access', 'collections', 'Access'),
  logs: admin('/logs', 'logs', 'Logs'),
  settingsApplication: admin('/settings', 'settings', 'Application settings', 'settings-application'),
  settingsAdmins: admin('/settings/admins', 'settings', 'Admins'),
  settingsMail: admin('/settings/mail', 'settings', 'Mail settings'),
  settingsStorage: admin('/settings/storage', 'settings', 'Files storage'),
  settingsProviders: admin('/settings/auth-providers', 'settings', 'Auth providers'),
  settingsTokens: admin('/settings/tokens', 'settings', 'Token options'),
  settingsExport: admin('/settings/export-collections', 'settings', 'Export collections', 'settings-export'),
  settingsImport: admin('/settings/import-collections', 'settings', 'Import collections', 'settings-import'),
  settingsBackups: admin('/settings/backups', 'settings', 'Backups'),
  settingsCrons: admin('/settings/crons', 'settings', 'Crons'),
  settingsSql: admin('/settings/sql', 'settings', 'SQL console'),
  settingsSecurity: admin('/settings/security', 'settings', 'Security'),
  usersConfirmReset: forUsers('users', 'password-reset', 'user-reset'),
  authConfirmReset: forUsers('auth', 'password-reset', 'user-reset'),
  usersConfirmVerification: forUsers('users', 'verification'),
  authConfirmVerification: forUsers('auth', 'verification'),
  usersConfirmEmailChange: forUsers('users', 'email-change'),
  authConfirmEmailChange: forUsers('auth', 'email-change'),
  oauth2Success: open('/auth/oauth2-redirect-success', 'oauth2-success'),
  oauth2Failure: open('/auth/oauth2-redirect-failure', 'oauth2-failure'),
} as const satisfies Record<string, RouteDefinition>;

export type RouteName = keyof typeof routes | 'notFound';

/** Shown for every path that is not in the table. */
export const notFoundRoute = outside('public', '', 'not-found', 'Page not found');

/** Whether a page is for the users of an app: it is the same for administrators, signed in or not. */
export const isForUsers = ({ access, path, frame }: RouteDefinition): boolean =>
  // The root, the page for unknown paths and that of the first administrator are for administrators.
  access === 'public' && path.length > 1 && frame !== 'first-link';

/** The definition of a route, including `notFound`. */
export function routeOf(name: RouteName): RouteDefinition {
  return name === 'notFound' ? notFoundRoute : routes[name];
}

export interface Visitor {
  readonly signedIn: boolean;
  /** Whether the query string (not the hash) contains `installer`. */
  readonly installer: boolean;
  readonly startsAtHome: boolean;
}

/** The hash path to which a visitor of a route is redirected, or undefined when the route may be shown . */
export function redirectFor(path: string, access: Access, visitor: Visitor): string | undefined {
  if (path === '/') {
    if (visitor.installer) return undefined;
    if (!visitor.signedIn) return '/login';
    return visitor.startsAtHome ? '/home' : '/collections';
  }
  if (visitor.installer) return '/';
  if (access === 'guest' && visitor.signedIn) return '/';
  if (access === 'admin' && !visitor.signedIn) return '/';
  return undefined;
}
