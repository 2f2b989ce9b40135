import type { Access } from './routes.ts';

/** What a guard needs to know about the visitor. */
export interface Visitor {
  /** A valid, unexpired session of an administrator. */
  readonly signedIn: boolean;
  /** The query string (not the hash) carries `installer`. */
  readonly installer: boolean;
}

/**
 * Where a visitor of a route has to go instead, as a hash path, or undefined when the route may be
 * shown (RT-02 to RT-06, IN-08).
 *
 * The pre-paint script carries this function as text, so it must not refer to anything outside it.
 */
export function redirectFor(path: string, access: Access, visitor: Visitor): string | undefined {
  if (path === '/') {
    if (visitor.installer) return undefined;
    return visitor.signedIn ? '/collections' : '/login';
  }
  if (visitor.installer) return '/';
  if (access === 'guest' && visitor.signedIn) return '/';
  if (access === 'admin' && !visitor.signedIn) return '/';
  return undefined;
}
