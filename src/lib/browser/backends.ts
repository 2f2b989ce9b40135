import { BACKEND_PARAMETER, backendAddress, type NamedBackend, parseBackends } from '#domain/app/backends.ts';
import { isShared } from '#domain/app/storage-keys.ts';
import { pageSetting } from './page-settings.ts';

let list: readonly NamedBackend[] | undefined;

/** The operator's list of backends in the page's head, `[]` without one. Throws when it is not valid. */
export function backends(): readonly NamedBackend[] {
  list ??= parseBackends(pageSetting('backends'), document.baseURI);
  return list;
}

/** The backend of this tab: that of the page's address, else the first. Throws when the list has no such backend. */
export function currentBackend(): NamedBackend | undefined {
  const [first] = backends();
  // Each request and each stored value asks this several times, mostly without a list.
  if (!first) return undefined;
  const name = new URLSearchParams(location.search).get(BACKEND_PARAMETER) ?? first.name;
  const found = backends().find((backend) => backend.name === name);
  if (!found) throw new Error('backend');
  return found;
}

/** The backend whose keys have no prefix: the first ever seen here. Another first one would take over the session. */
function plainName(): string | undefined {
  const name = backends()[0]?.name;
  try {
    // biome-ignore lint/suspicious/noAssignInExpressions: every page begins with these bytes.
    return (localStorage['atoll:plain'] ??= name);
  } catch {
    return name;
  }
}

/** A key in the storage of a backend: with a prefix for all but one of the list, except keys of the device. */
export const storageKeyOf = (backend: NamedBackend | undefined, key: string): string =>
  !backend || backend.name === plainName() || isShared(key) ? key : `atoll:${backend.name}:${key}`;

/** A backend's address with a trailing slash: its own, else the page's setting, else this origin. Throws if invalid. */
export function backendUrl(backend: NamedBackend | undefined = currentBackend()): string {
  return backend ? backend.url : backendAddress(pageSetting('backend'), document.baseURI);
}

/** The referer of this page's requests: its folder and query; at another origin only the origin (`Referrer-Policy`). */
export const ownReferer = (): string =>
  new URL(backendUrl()).origin === location.origin
    ? new URL(`.${location.search}`, location.href).href
    : `${location.origin}/`;

/** The name of the app on the pages for its users: as the operator has set it, else the backend's host. */
export const publicName = (): string => pageSetting('app-name') || new URL(backendUrl()).hostname;

/** An address at the backend as apps and stored texts have it: without the stamp, and without the name of the first. */
export const publicAddress = (url: string): string =>
  url.replace(/\/backends\/([^/@]+)@\w{12}\//, (_found, name: string) =>
    decodeURI(name) === backends()[0]?.name ? '/' : `/backends/${name}/`,
  );
