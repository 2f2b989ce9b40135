import { BACKEND_PARAMETER, backendAddress, type NamedBackend, parseBackends } from '#domain/app/backends.ts';
import { isShared } from '#domain/app/storage-keys.ts';
import { pageSetting } from './page-settings.ts';

let list: readonly NamedBackend[] | undefined;

/**
 * The backends that the operator has listed in the page's head, `[]` without a list. Throws when the list is not valid.
 */
export function backends(): readonly NamedBackend[] {
  list ??= parseBackends(pageSetting('backends'), document.baseURI);
  return list;
}

/**
 * The backend of this tab: the one in the address of the page, else the first of the list; undefined without a list.
 * Throws when the list has no such backend.
 */
export function currentBackend(): NamedBackend | undefined {
  const [first] = backends();
  // Each request and each stored value asks this several times, mostly without a list.
  if (!first) return undefined;
  const name = new URLSearchParams(location.search).get(BACKEND_PARAMETER) ?? first.name;
  const found = backends().find((backend) => backend.name === name);
  if (!found) throw new Error('backend');
  return found;
}

/**
 * The name of the backend whose keys in storage have no prefix: the first of the first list that this browser has seen.
 * In another order, the new first one would take over the session.
 */
function plainName(): string | undefined {
  const name = backends()[0]?.name;
  try {
    // biome-ignore lint/suspicious/noAssignInExpressions: every page begins with these bytes.
    return (localStorage['atoll:plain'] ??= name);
  } catch {
    return name;
  }
}

/**
 * The key in storage under which a backend keeps what a key means: of all but one of the list, keys have a prefix,
 * except those of the device.
 */
export const storageKeyOf = (backend: NamedBackend | undefined, key: string): string =>
  !backend || backend.name === plainName() || isShared(key) ? key : `atoll:${backend.name}:${key}`;

/**
 * A backend's address with a trailing slash: its own, else the setting in the page's head, else this origin. Throws
 * when it is none.
 */
export function backendUrl(backend: NamedBackend | undefined = currentBackend()): string {
  return backend ? backend.url : backendAddress(pageSetting('backend'), document.baseURI);
}

/**
 * What requests of this page to the backend have as their referer: the page's folder with its query, and of another
 * origin only the origin (`Referrer-Policy` in `src/server/security-headers.ts`, and the default of browsers).
 */
export const ownReferer = (): string =>
  new URL(backendUrl()).origin === location.origin
    ? new URL(`.${location.search}`, location.href).href
    : `${location.origin}/`;

/** The name of the app on the pages for its users: as the operator has set it, else the backend's host. */
export const appName = (): string => pageSetting('app-name') || new URL(backendUrl()).hostname;
