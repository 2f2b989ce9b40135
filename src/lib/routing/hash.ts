import { createRouter, getPagePath } from '@nanostores/router';
import { onSet } from 'nanostores';
import { type RouteName, routes } from './routes.ts';

/** The route and parameters in the hash, before any guard. */
export interface Place {
  readonly name: RouteName;
  /** Path without query, always with a leading slash. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** Query of the hash (RT-01). */
  readonly query: Readonly<Record<string, string>>;
}

type Patterns = { [Name in keyof typeof routes]: (typeof routes)[Name]['path'] };
const patterns = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, route.path]),
) as Patterns;

/*
 * @nanostores/router reads pathnames and writes the history. Here it only parses: `open()` receives the
 * hash path, `onSet` stores the result, and the abort prevents a change of the history. The last pattern
 * matches every path, because an unmatched one would push a history entry.
 */
const router = createRouter({ ...patterns, notFound: /^.*$/ } as Patterns, { links: false });
let found: ReturnType<typeof router.get>;
onSet(router, ({ newValue, abort }) => {
  found = newValue;
  abort();
});
// Outside a browser the router has already parsed '/' and would ignore it the next time.
router.open('/anything');

/** The path and query after `#`, always with a leading slash: `#settings?x=1` gives `/settings?x=1`. */
export function hashPath(hash: string): string {
  return `/${hash.replace(/^#/, '').replace(/^\/+/, '')}`;
}

/** Whether the router would read a path as another one: it resolves dot segments, also encoded, and backslashes. */
const isAmbiguous = (path: string): boolean => /\\|\/(\.|%2e){1,2}(\/|$)/i.test(path);

/** Parses `location.hash`. A malformed or ambiguous path makes the place `notFound`, never throws. */
export function parseHash(hash: string): Place {
  const full = hashPath(hash);
  const mark = full.indexOf('?');
  const path = mark < 0 ? full : full.slice(0, mark);
  // The router must not read a `#` inside the path as the start of a fragment.
  const query = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : full.slice(mark + 1)));
  try {
    found = undefined;
    if (!isAmbiguous(path)) router.open(path.replace(/#/g, '%23'));
  } catch {
    found = undefined;
  }
  const page = found as { route: string; params: Record<string, string> } | undefined;
  if (!page || page.route === 'notFound') return { name: 'notFound', path, params: {}, query };
  return { name: page.route as RouteName, path, params: page.params, query };
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
