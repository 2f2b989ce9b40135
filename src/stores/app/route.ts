import { atom, batch, computed } from 'nanostores';
import { listen } from '#browser/listen.ts';
import { START_AT_HOME_KEY } from '#domain/app/storage-keys.ts';
import { formatHash, type Place, parseHash } from '#routing/hash.ts';
import { type RouteDefinition, redirectFor, routeOf, type routes } from '#routing/routes.ts';
import { createFlagPreference } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';
import { $session, forgetInvalidSession } from './session.ts';

/** Whether an address without a path opens Home instead of the collections; remembered on this device. */
export const { $value: $startsAtHome } = createFlagPreference(START_AT_HOME_KEY);

const isInBrowser = () => typeof window !== 'undefined';
const hasInstallerFlag = () => isInBrowser() && new URLSearchParams(location.search).has('installer');

/** `location.hash`, the only source of the current route. */
export const $hash = atom(isInBrowser() ? location.hash : '');

/** Whether the query string contains `installer`. */
export const $installer = atom(hasInstallerFlag());

export interface Route extends Place {
  readonly definition: RouteDefinition;
}

/** The result of the guard for hash, session and installer flag: a route to show, or the path of a redirect. */
const $target = computed(
  [$hash, $session, $installer],
  (hash, session, installer): { route: Route } | { redirect: string } => {
    const place = parseHash(hash);
    const definition = routeOf(place.name);
    const visitor = { signedIn: session !== undefined, installer, startsAtHome: $startsAtHome.get() };
    const redirect = redirectFor(place.path, definition.access, visitor);
    return redirect ? { redirect } : { route: { ...place, definition } };
  },
);

/** The route on screen; undefined while prerendering and until the first route is known. */
export const $route = atom<Route | undefined>(undefined);

/** The path on screen; changes when another screen is opened. */
export const $path = computed($route, (route) => route?.path);

/** The query of the hash, `{}` while there is no route. */
export const $query = computed($route, (route) => route?.query ?? {});

/** Whether the screen shows the records of a collection, where records can be opened. */
export const showsRecords = (): boolean => $route.get()?.name === 'collections';

/** The token in the address; '' on pages without one. */
export const currentToken = (): string => $route.get()?.params['token'] ?? '';

/** The address to return to after a sign-in: where the session ended, or the guarded address that was visited. */
let returnTo: string | undefined;

function readLocation() {
  batch(() => {
    $installer.set(hasInstallerFlag());
    $hash.set(location.hash);
  });
}

/** @param leave continues, once nothing is in the way any more */
type LeaveGuard = (hash: string, leave: () => void) => boolean;

const leaveGuards = new Set<LeaveGuard>();

/** Calls `guard` with the hash before a navigation, '' for another page; false stays. Returns what stops this. */
export function guardLeaving(guard: LeaveGuard): () => void {
  leaveGuards.add(guard);
  return () => leaveGuards.delete(guard);
}

const canLeave = (hash: string, leave: () => void): boolean =>
  [...leaveGuards].every((guard) => guard(hash, leave));

function handleNavigation() {
  const { hash } = location;
  if (hash === $hash.get() || canLeave(hash, () => visit(hash))) {
    readLocation();
    return;
  }
  // Pushes a new entry: if it replaced the reached one, the next Back would leave the page.
  history.pushState(history.state, '', $hash.get() || '#/');
}

/** Goes to an address as a link would: browsers may tell of it at once, later, or both. */
function visit(hash: string): void {
  location.hash = hash;
  handleNavigation();
}

function applyTarget(target: { route: Route } | { redirect: string }) {
  if ('route' in target) {
    $route.set(target.route);
    return;
  }
  const place = parseHash($hash.get());
  if (routeOf(place.name).access === 'admin' && !$session.get()) returnTo = $hash.get();
  // After a sign-in the root leads back to where the session ended, else to the first screen.
  const isFirst = place.path === '/' && target.redirect !== '/login';
  const back = isFirst ? returnTo : undefined;
  if (isFirst) returnTo = undefined;
  // Removes a stored session that is not valid.
  if (target.redirect === '/login') forgetInvalidSession();
  replaceHash(back ?? `#${target.redirect}`);
}

/** Updates the route when address or session change. Returns a function that stops this. */
export function startRouting(): () => void {
  const stopListening = listen(window, ['hashchange', 'popstate'], handleNavigation);
  readLocation();
  return stopAll(stopListening, $target.subscribe(applyTarget));
}

/** Replaces the current history entry's hash. */
export function replaceHash(hash: string): void {
  history.replaceState(history.state, '', hash);
  readLocation();
}

/** Loads the page at another address, after the question whether to give up what is unsaved. */
export function leavePage(url: string): void {
  if (canLeave('', () => leavePage(url))) location.assign(url);
}

/** Goes to a route as a link would. */
export function go(
  name: keyof typeof routes,
  query?: Readonly<Record<string, string | undefined>>,
  params?: Readonly<Record<string, string>>,
): void {
  visit(formatHash(name, query, params));
}

/** Clears the address to return to, for example after a logout by the user. */
export function clearReturnAddress(): void {
  returnTo = undefined;
}

/** Changes values of the hash query; undefined or '' removes one. `replace` adds no history entry. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  { replace = false }: { replace?: boolean } = {},
): void {
  const route = $route.get();
  if (!route || route.name === 'notFound') return;
  const hash = formatHash(route.name, { ...route.query, ...changes }, route.params);
  if (hash === location.hash) return;
  if (replace) replaceHash(hash);
  else visit(hash);
}

/** Sets or removes the installer flag of the query string without reloading the page. */
export function setInstaller(on: boolean): void {
  const url = new URL(location.href);
  if (on) url.searchParams.set('installer', '');
  else url.searchParams.delete('installer');
  // `installer=` as the backend writes it: a flag without a value.
  url.search = url.search.replace(/installer=(?=&|$)/, 'installer');
  history.replaceState(history.state, '', url);
  readLocation();
}
