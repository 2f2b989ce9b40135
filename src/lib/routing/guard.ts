import type { Access } from './routes.ts';

/** The facts about a visitor that the guard uses. */
export interface Visitor {
  /** Whether there is a valid session of an administrator. */
  readonly signedIn: boolean;
  /** Whether the query string (not the hash) contains `installer`. */
  readonly installer: boolean;
  /** Whether the root leads to Home. */
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
