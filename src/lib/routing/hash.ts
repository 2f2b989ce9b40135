import { getPagePath, type Router } from '@nanostores/router';
import { nameInAtoll } from '#wire/addresses.ts';
import { isAdminsReset } from '#wire/identities.ts';
import { matchRoute, splitHash } from './match.ts';
import { type RouteName, routes } from './routes.ts';

/** The route and parameters in the hash, before any guard. */
export interface Place {
  readonly name: RouteName;
  /** Path without query, always with a leading slash; of a known route in its one form, however it was typed. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Only formats paths: a whole router reads the pathname and writes the history, but the dashboard is in the hash. */
const router = {
  routes: Object.entries(routes).map(([name, { path }]) => [name, /^/, () => ({}), path]),
} as unknown as Router<{ [Name in keyof typeof routes]: (typeof routes)[Name]['path'] }>;

/** Parses `location.hash`. A malformed path makes the place `notFound`, never throws. */
export function parseHash(hash: string): Place {
  const { path, query } = splitHash(hash);
  const values = Object.fromEntries(
    [...new URLSearchParams(query)].map(([key, value]) => [nameInAtoll(key), value]),
  );
  const match = matchRoute(path);
  if (!match) return { name: 'notFound', path, params: {}, query: values };
  const { params } = match;
  // Mails to administrators of newer lines have the address of those to users. Rare: the first script does without.
  const isAdmins = match.name === 'authConfirmReset' && isAdminsReset(params['token'] ?? '');
  const name = isAdmins ? 'confirmReset' : match.name;
  return { name, path: getPagePath(router, name as 'login', params as never), params, query: values };
}

/** A link to a route: `formatHash('collections', { filter: 'a' })` gives `#/collections?filter=a`. */
export function formatHash(
  name: keyof typeof routes,
  query: Readonly<Record<string, string | undefined>> = {},
  params: Readonly<Record<string, string>> = {},
): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return `#${getPagePath(router, name as 'login', params as never, Object.fromEntries(set) as Record<string, string>)}`;
}
